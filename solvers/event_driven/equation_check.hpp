#pragma once
/// Whether the series solves the equation of motion away from the point of expansion. A series knows the force at one point; where a force is smooth but not
/// analytic (exp(−1/t), at its 0), it tells nothing of what comes, and no coefficient says so.
///
///     (1)  |M(q) q'' − f(t, q, v) − Gᵀ λ| ≤ 2¹⁶ ε (|M| (|q''| + |v|/τ) + |f| + |Gᵀ| |λ| + 2⁻¹² t (|M| |q'''| + |Gᵀ| |λ'|))
///
/// at τ/2 and 7τ/8, the largest of each side over the coordinates. The last term is what 16 roundings of t make of f. By the length of a step (smooth_motion.hpp, (3)) the terms
/// left out of q'' are below l ε |v|/τ for degree l < 2⁷; 2⁹ more are for the cancellation of the terms in f.

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
      for (auto* list : {&q_, &v_, &a_, &a_rate_, &sum_, &size_}) list->assign(static_cast<std::size_t>(now.n), S(0));
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
      a_rate_[i] = third_derivative(x, degree, σ);
    }
    system.evaluate_mass(q_.data());
    system.evaluate_force(t, q_.data(), v_.data());
    for (std::size_t i = 0; i < q_.size(); ++i) {
      sum_[i] = -system.force(static_cast<int>(i));
      size_[i] = abs(sum_[i]);
    }
    for (const sparse_entry& e : system.mass_entries()) {
      const S& M = system.mass(e);
      const auto j = static_cast<std::size_t>(e.column);
      add(e.row, S(M * a_[j]));
      size_[static_cast<std::size_t>(e.row)] += abs(M * v_[j]) / τ + abs(M * a_rate_[j]) * t / S(4096);
    }
    if (!now.members.empty() && degree >= 2) {
      system.evaluate_gradient(t, q_.data());
      for (const int α : now.members) {
        const S λ = value(motion.reaction(α), degree - 2, σ), λ_rate = slope(motion.reaction(α), degree - 2, σ);
        for (int k = system.gradient_row_begin(α); k < system.gradient_row_begin(α + 1); ++k) {
          const sparse_entry& e = system.gradient_entries()[static_cast<std::size_t>(k)];
          add(e.column, S(-system.gradient(e) * λ));
          size_[static_cast<std::size_t>(e.column)] += abs(system.gradient(e) * λ_rate) * t / S(4096);
        }
      }
    }
    S defect(0), size(0);
    for (std::size_t i = 0; i < q_.size(); ++i) {
      defect = std::max(defect, S(abs(sum_[i])));
      size = std::max(size, size_[i]);
    }
    return defect <= S(65536) * epsilon<S>() * size;
  }

  void add(int i, const S& term) {
    using std::abs;
    sum_[static_cast<std::size_t>(i)] += term;
    size_[static_cast<std::size_t>(i)] += abs(term);
  }

  const mechanical_system& given_;
  std::optional<evaluated_system<S>> prepared_;
  std::vector<S> q_, v_, a_, a_rate_, sum_, size_;
};

}  // namespace unilateral::event_driven
