#pragma once
/// Whether the series solves the equation of motion away from the point of expansion. A series knows the force at one point; where a force is smooth but not
/// analytic (exp(−1/t), at its 0), it tells nothing of what comes, and no coefficient says so.
///
///     (1)  |M(q) q'' − f(t, q, v) − Gᵀ λ| ≤ 2¹⁶ ε (|M| (|q''| + |v|/τ) + |f| + |Gᵀ| |λ| + 2⁻¹² t (|M| |q'''| + |Gᵀ| |λ'|))
///
/// at τ/2 and 7τ/8, the largest of each side over the coordinates. The last term is what 16 roundings of t make of f; it is added where (1) fails without. By the length of a step
/// (smooth_motion.hpp, (3)) the terms left out of q'' are below l ε |v|/τ for degree l < 2⁷; 2⁹ more are for the cancellation of the terms in f.

#include "problems/language/evaluated_system.hpp"
#include "solvers/event_driven/polynomial_values.hpp"
#include "solvers/event_driven/present_state.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace unilateral::event_driven {

template <scalar S>
class equation_check {
 public:
  /// `system` outlives the check; its formulas are prepared when they are first asked for, which motions that are polynomials never do.
  explicit equation_check(const mechanical_system& system) : given_(system) {}

  /// (1) for the series of `now` on [0, τ].
  bool holds(const present_state<S>& now, const S& τ) {
    if (!prepared_) {
      prepared_.emplace(given_);
      for (auto* list : {&q_, &v_, &a_, &sum_, &size_}) list->assign(static_cast<std::size_t>(now.n), S(0));
    }
    return holds_at(now, S(τ / S(2)), τ) && holds_at(now, S(S(7) * τ / S(8)), τ);
  }

 private:
  bool holds_at(const present_state<S>& now, const S& σ, const S& τ) {
    using std::abs;
    const auto& motion = now.motion;
    evaluated_system<S>& system = *prepared_;
    const int degree = motion.degree();
    const S t = now.t() + σ;
    for (std::size_t i = 0; i < q_.size(); ++i) {
      const S* const x = motion.position(static_cast<int>(i));
      q_[i] = value(x, degree, σ);
      v_[i] = slope(x, degree, σ);
      a_[i] = curvature(x, degree, σ);
    }
    system.evaluate_mass(q_.data());
    system.evaluate_force(t, q_.data(), v_.data());
    for (std::size_t i = 0; i < q_.size(); ++i) {
      sum_[i] = -system.force(static_cast<int>(i));
      size_[i] = abs(sum_[i]);
    }
    for (const sparse_entry& e : system.mass_entries()) {
      const auto j = static_cast<std::size_t>(e.column);
      add(e.row, S(system.mass(e) * a_[j]));
      size_[static_cast<std::size_t>(e.row)] += abs(system.mass(e) * v_[j]) / τ;
    }
    const bool pressed = !now.members.empty() && degree >= 2;
    if (pressed) system.evaluate_gradient(t, q_.data());
    for_gradients(now, pressed, [&](const sparse_entry& e, int α) { add(e.column, S(-system.gradient(e) * value(motion.reaction(α), degree - 2, σ))); });
    const S tolerance = S(65536) * epsilon<S>(), defect = largest(sum_);
    if (defect <= tolerance * largest(size_)) return true;

    for (const sparse_entry& e : system.mass_entries())
      size_[static_cast<std::size_t>(e.row)] += abs(system.mass(e) * third_derivative(motion.position(e.column), degree, σ)) * t / S(4096);
    for_gradients(now, pressed, [&](const sparse_entry& e, int α) {
      size_[static_cast<std::size_t>(e.column)] += abs(system.gradient(e) * slope(motion.reaction(α), degree - 2, σ)) * t / S(4096);
    });
    return defect <= tolerance * largest(size_);
  }

  /// The entries of the gradients of the contacts held.
  template <class Action>
  void for_gradients(const present_state<S>& now, bool pressed, const Action& action) const {
    if (!pressed) return;
    for (const int α : now.members)
      for (int k = prepared_->gradient_row_begin(α); k < prepared_->gradient_row_begin(α + 1); ++k) action(prepared_->gradient_entries()[static_cast<std::size_t>(k)], α);
  }

  static S largest(const std::vector<S>& x) {
    using std::abs;
    S result(0);
    for (const S& y : x) result = std::max(result, S(abs(y)));
    return result;
  }

  void add(int i, const S& term) {
    using std::abs;
    sum_[static_cast<std::size_t>(i)] += term;
    size_[static_cast<std::size_t>(i)] += abs(term);
  }

  const mechanical_system& given_;
  std::optional<evaluated_system<S>> prepared_;
  std::vector<S> q_, v_, a_, sum_, size_;
};

}  // namespace unilateral::event_driven
