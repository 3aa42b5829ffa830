#pragma once
/// Whether the series solves the equation of motion away from the point of expansion. A series knows the force at one
/// point; where a force is smooth but not analytic (exp(−1/t), at its 0), it tells nothing of what comes, and no
/// coefficient says so.
///
///     (1)  |M(t, q) q'' − f(t, q, v) − Gᵀ λ| ≤ 2¹⁶ ε (|M| (|q''| + |v|/τ) + |f| + |Gᵀ| |λ| + 2⁻¹² t (|M| |q'''| +
///          |Gᵀ| |λ'|))
///
/// at σ/2 and 7σ/8 of a step σ in units of T (smooth_motion.hpp), the largest of each side over the coordinates. The
/// last term is what 16 roundings of t make of f; it is added where (1) fails without, and so is the rounding of the
/// terms that cancel inside f. By the length of a step (smooth_motion.hpp, (3)) the terms left out of q'' are below l ε
/// |v|/τ for degree l < 2⁷; 2⁹ more are for the cancellation of the terms in f. What the left side may grow to in
/// between is bounded (series_tails.hpp), and counted there.
///
/// Beside a singularity no disc bounds the series. There, on steps below ε^¾ of those before, the left side alone
/// decides, at four points, and with 2⁶ for 2¹⁶; q''' and λ' are then those at the point of expansion: a series that
/// does not converge has any at σ, and would excuse itself.

#include "problems/language/evaluated_system.hpp"
#include "solvers/event_driven/kinetic_factor.hpp"
#include "solvers/event_driven/polynomial_values.hpp"
#include "solvers/event_driven/present_state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

namespace unilateral::event_driven {

template <scalar S>
class equation_check {
 public:
  /// `system` outlives the check; its formulas are prepared when they are first asked for, which motions that are
  /// polynomials never do.
  explicit equation_check(const mechanical_system& system) : given_(system) {}

  /// (1) on a step so short that four points tell all. `is_negligible`: too short for anything but an infinite force to
  /// matter; from rest, where nothing can be compared with a force that begins, that it does not fall is enough.
  bool holds_strictly(present_state<S>& now, const S& τ, bool is_negligible) {
    prepare(now);
    if (is_negligible) {
      S defect[2];
      for (const int end : {0, 1}) {
        room_at(now, S((end == 0 ? S(21) : S(97)) * τ / S(100)), τ, S(1), S(0));
        defect[end] = largest(sum_);
      }
      if (defect[0] <= S(2) * defect[1] && defect[1] - defect[1] == S(0)) return true;
    }
    for (const int percent :
         {21, 47, 83,
          97})  // no points that halving would come back to: at the singularity itself a formula has no value
      if (!(room_at(now, S(S(percent) * τ / S(100)), τ, roundings<S, 64>(), S(0)) + rounding_of_force(now) >= S(0)))
        return false;
    return true;
  }
  /// What (1) leaves for the series of `now` on [0, τ] in between: the least difference of its sides at the two points,
  /// −1 where it does not hold.
  S room(present_state<S>& now, const S& τ) {
    prepare(now);
    const S half = τ / S(2), most = S(7) * τ / S(8);
    const S middle = room_at(now, half, τ, roundings<S, 65536>(), half);
    if (!(middle >= S(0))) return S(-1);
    const S end = room_at(now, most, τ, roundings<S, 65536>(), most);
    return end >= S(0) ? end : S(-1);
  }
  /// Of M that depends on t, which no series tells of where nothing moves: up to where it is positive definite on [0,
  /// h], and just beyond, where the next step sees that it is not. It is looked at at 16 instants, and between two of
  /// them to the digits of t.
  S definite_until(present_state<S>& now, const S& h) {
    prepare(now);
    S before(0);
    for (int k = 1; k <= 16; ++k) {
      S after = h * S(k) / S(16);
      if (is_definite(now, after)) {
        before = after;
        continue;
      }
      for (int bit = 0; bit < std::numeric_limits<S>::digits; ++bit) {
        const S middle = (before + after) / S(2);
        (is_definite(now, middle) ? before : after) = middle;
      }
      return after;
    }
    return h;
  }
  /// Whether gap a has a value at σ.
  bool has_gap(present_state<S>& now, int a, const S& σ) {
    prepare(now);
    place(now, σ);
    prepared_->evaluate_gap(S(now.t() + σ * now.motion.unit()), q_.data());
    const S gap = prepared_->gap(a);
    return gap - gap == S(0);
  }
  /// What may be added to it: the rounding of the terms that cancel inside f.
  static S rounding_of_force(present_state<S>& now) {
    now.motion.enclose_rounding();
    range rounding(0);
    for (int i = 0; i < now.n; ++i)
      if (const auto& f = now.motion.force_bound(i); f.is_bounded()) rounding = std::max(rounding, f.radius);
    return S(16) * S(rounding);
  }

 private:
  using range = typename smooth_motion<S>::range;

  void prepare(const present_state<S>& now) {
    if (prepared_) return;
    prepared_.emplace(given_);
    metric_ = kinetic_factor<S>(now.n, prepared_->mass_is_diagonal());
    for (auto* list : {&q_, &v_, &a_, &sum_, &size_}) list->assign(static_cast<std::size_t>(now.n), S(0));
  }

  void place(const present_state<S>& now, const S& σ) {
    for (std::size_t i = 0; i < q_.size(); ++i)
      q_[i] = value(now.motion.position(static_cast<int>(i)), now.motion.degree(), σ);
  }
  bool is_definite(const present_state<S>& now, const S& σ) {
    place(now, σ);
    prepared_->evaluate_mass(S(now.t() + σ * now.motion.unit()), q_.data());
    metric_.clear();
    for (const sparse_entry& e : prepared_->mass_entries())
      if (e.row >= e.column) metric_.entry(e.row, e.column) = prepared_->mass(e);
    return metric_.factor();
  }

  /// Right side less left side of (1) at σ, with q''' and λ' at `steady`; negative, or no number, where it does not
  /// hold.
  S room_at(present_state<S>& now, const S& σ, const S& τ, const S& tolerance, const S& steady) {
    using std::abs;
    const auto& motion = now.motion;
    evaluated_system<S>& system = *prepared_;
    const int degree = motion.degree();
    const S &per_unit = motion.per_unit(), t = now.t() + σ * motion.unit(), step = τ * motion.unit();
    for (std::size_t i = 0; i < q_.size(); ++i) {
      const S* const x = motion.position(static_cast<int>(i));
      q_[i] = value(x, degree, σ);
      v_[i] = slope(x, degree, σ) * per_unit;
      a_[i] = curvature(x, degree, σ) * per_unit * per_unit;
    }
    system.evaluate_mass(t, q_.data());
    system.evaluate_force(t, q_.data(), v_.data());
    for (std::size_t i = 0; i < q_.size(); ++i) {
      sum_[i] = -system.force(static_cast<int>(i));
      size_[i] = abs(sum_[i]);
    }
    for (const sparse_entry& e : system.mass_entries()) {
      const auto j = static_cast<std::size_t>(e.column);
      add(e.row, S(system.mass(e) * a_[j]));
      size_[static_cast<std::size_t>(e.row)] += abs(system.mass(e) * v_[j]) / step;
    }
    const bool pressed = !now.members.empty() && degree >= 2;
    if (pressed) system.evaluate_gradient(t, q_.data());
    for_gradients(now, pressed, [&](const sparse_entry& e, int α) {
      add(e.column, S(-system.gradient(e) * value(motion.reaction(α), degree - 2, σ)));
    });
    const S defect = largest(sum_);
    if (const S room = tolerance * largest(size_) + least_ - defect; room >= S(0)) return room;
    for (const sparse_entry& e : system.mass_entries())
      size_[static_cast<std::size_t>(e.row)] +=
          abs(system.mass(e) * (third_derivative(motion.position(e.column), degree, steady) * per_unit * per_unit)) *
          (t * per_unit) / S(4096);
    for_gradients(now, pressed, [&](const sparse_entry& e, int α) {
      size_[static_cast<std::size_t>(e.column)] +=
          abs(system.gradient(e) * slope(motion.reaction(α), degree - 2, steady)) * (t * per_unit) / S(4096);
    });
    const S room = tolerance * largest(size_) + least_ - defect;
    return room >= S(0) ? room : S(room + rounding_of_force(now));
  }

  /// The entries of the gradients of the contacts held.
  template <class Action>
  void for_gradients(const present_state<S>& now, bool pressed, const Action& action) const {
    if (!pressed) return;
    for (const int α : now.members)
      for (int k = prepared_->gradient_row_begin(α); k < prepared_->gradient_row_begin(α + 1); ++k)
        action(prepared_->gradient_entries()[static_cast<std::size_t>(k)], α);
  }

  /// No number stays none.
  static S largest(const std::vector<S>& x) {
    using std::abs;
    S result(0);
    for (const S& y : x)
      if (result == result && !(abs(y) <= result)) result = abs(y);
    return result;
  }

  void add(int i, const S& term) {
    using std::abs;
    sum_[static_cast<std::size_t>(i)] += term;
    size_[static_cast<std::size_t>(i)] += abs(term);
  }

  /// What underflows in double, with room for its sums, is nothing; of more digits, what is left of 10^(−450), the
  /// acceleration of units of 10^(±150), squared in its size.
  const S least_ = std::is_same_v<S, double> ? S(std::ldexp(std::numeric_limits<range>::min(), 24))
                                             : S(std::pow(range(10), range(-700)));
  const mechanical_system& given_;
  std::optional<evaluated_system<S>> prepared_;
  kinetic_factor<S> metric_;
  std::vector<S> q_, v_, a_, sum_, size_;
};

}  // namespace unilateral::event_driven
