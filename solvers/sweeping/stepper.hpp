#pragma once
/// One step of the sweeping scheme, in the numbering of sweeping.hpp. All storage is taken on construction.

#include "problems/language/evaluated_system.hpp"
#include "problems/language/input_error.hpp"
#include "solvers/sweeping/energy_balance.hpp"
#include "solvers/sweeping/mass_factor.hpp"
#include "solvers/sweeping/penetration.hpp"
#include "solvers/sweeping/projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace unilateral::sweeping {

enum class outcome {
  done,
  not_finite,                  ///< a coordinate or its velocity, culprit()
  gap_not_finite,              ///< of constraint culprit()
  gradient_not_finite,         ///< of constraint culprit(), which is active
  mass_not_positive_definite,  ///< M(t_{k+1}, q_{k+1})
  no_admissible_velocity,      ///< V is empty: constraints close in on each other
  no_gradient,                 ///< of constraint culprit(), where the motion has hit it
  too_deep,                    ///< constraint culprit(), by depth(): the step does not explain it
  no_admissible_position       ///< none is near, with constraint culprit() violated by depth()
};

/// The value of a formula without variables; `what` names it in the error.
template <scalar S>
S number(const std::string& what, const expression& x) {
  using std::isfinite;
  const variables v = variables_of(x);
  if (!v.none())
    throw input_error(what + ": expected a number, found a formula with " +
                      (v.parameters.empty() ? "variables" : "the parameter \"" + v.parameters.front() + "\""));
  const S value = constant_value<S>(x);
  if (!isfinite(value)) throw input_error(what + ": expected a finite number, found " + to_text(value));
  return value;
}

template <scalar S>
class stepper {
 public:
  /// At t = 0 with the statement's initial data. Throws input_error on data that cannot be used.
  explicit stepper(const statement& bound);

  /// From t_k to t_{k+1} = t_next = t_k + h. Unless `done`, the velocity stays u_k.
  outcome step(const S& t_next, const S& h);

  const S& time() const { return t_; }
  const column<S>& position() const { return q_; }
  const column<S>& velocity() const { return u_; }
  /// u_k of the last step.
  const column<S>& velocity_before() const { return u_before_; }
  /// Constraints with Φ ≤ 0 at the end of the last step, and P_α of the a-th of them.
  const std::vector<int>& active() const { return active_; }
  S impulse(std::size_t a) const { return (S(1) + e_) * projection_.lambda(a); }
  /// Did the last step apply an impulse?
  bool is_impact() const { return impact_; }
  const std::optional<multiple_impact<S>>& violation() const { return projection_.violation(); }
  /// What the last outcome is about, where it is about a coordinate or a constraint, and −Φ of that constraint.
  int culprit() const { return culprit_; }
  const S& depth() const { return depth_; }
  /// Whether the position reached has an admissible one near it (penetration.hpp); to be asked after the last step.
  outcome end() {
    return deepest() && !depths_.is_near_admissible(system_, M_, t_, q_) ? outcome::no_admissible_position
                                                                         : outcome::done;
  }

  /// The balance of the last step, of length h, if it was an impact.
  energy_balance<S> balance(const S& h) {
    dense_impulse_.setZero();
    for (std::size_t a = 0; a < active_.size(); ++a) dense_impulse_[active_[a]] = impulse(a);
    const auto P = [this](int α) -> const S& { return dense_impulse_[α]; };
    const energy_balance<S> plain = balance_of_step(system_, h, a_, u_before_, u_, P);
    if (plain.is_in_range()) return plain;
    using std::abs;
    S heaviest(0), fastest(0);
    for (const sparse_entry& e : system_.mass_entries()) heaviest = std::max(heaviest, S(abs(system_.mass(e))));
    for (int i = 0; i < u_.size(); ++i)
      fastest = std::max({fastest, S(abs(u_[i])), S(abs(u_before_[i])), S(abs(S(h * a_[i])))});
    if (!(fastest > S(0))) return plain;
    // Where speeds are next to the least numbers, their roundings are no part of them, and there is nothing to balance.
    if (fastest < std::numeric_limits<S>::min() / epsilon<S>()) return {S(0), S(0), 1};
    return balance_of_step(system_, h, a_, u_before_, u_, P, per(heaviest), per(fastest));
  }

  std::int64_t force_evaluations = 0, projections = 0;

 private:
  /// A power of two near 1/x.
  static S per(const S& x) {
    using std::frexp;
    using std::ldexp;
    int exponent = 0;
    frexp(x, &exponent);
    return ldexp(S(1), -exponent);
  }
  /// Else `culprit_` is the first coordinate that is not, or whose velocity is not.
  bool is_finite() {
    using std::isfinite;
    if (isfinite(S(q_.sum() + u_.sum()))) return true;
    for (int i = 0; i < q_.size(); ++i)
      if (!(q_[i] - q_[i] == S(0) && u_[i] - u_[i] == S(0))) {
        culprit_ = i;
        return false;
      }
    return true;
  }
  /// Makes the constraint that is violated most, beyond rounding, the culprit; false if there is none. Gaps of the last
  /// step.
  bool deepest() {
    depth_ = S(0);
    for (const int α : active_)
      if (const S p = -system_.gap(α); p > depth_ && p > depths_.rounding(system_, α, q_)) {
        depth_ = p;
        culprit_ = α;
      }
    return depth_ > S(0);
  }
  outcome accuse(int α, outcome o) {
    culprit_ = α;
    return o;
  }
  outcome look_at_depths(const S& h);
  /// Does an active contact close faster than what rests here does? That presses too, and has no outcome to be
  /// continuous; and it opens by rounding, falls for a step or two, and is thrown back by the others: some times the
  /// speed that the force makes in a step, and far below any impact that a step of this length resolves.
  bool one_collides(const S& h) const {
    using std::abs;
    return std::any_of(active_.begin(), active_.end(), [&](int α) {
      S rate = system_.gap_rate(α), by_force(0), size = abs(rate);
      for (int k = system_.gradient_row_begin(α); k < system_.gradient_row_begin(α + 1); ++k) {
        const sparse_entry& g = system_.gradient_entries()[static_cast<std::size_t>(k)];
        const S part = system_.gradient(g) * u_before_[g.column];
        rate += part;
        size += abs(part);
        by_force += abs(S(system_.gradient(g) * a_[g.column]));
      }
      return rate < -(S(8) * h * by_force + S(64) * epsilon<S>() * size);
    });
  }

  evaluated_system<S> system_;
  mass_factor<S> M_;
  projection<S> projection_;
  penetration<S> depths_;
  S t_{0}, e_, depth_{0};
  column<S> q_, u_, u_before_, a_;  ///< a_: M⁻¹f
  column<S> dense_impulse_;
  std::vector<int> active_;
  int culprit_ = -1;
  bool impact_ = false, collided_ = false, fixed_M_, fixed_f_, fixed_G_, at_rest_;
};

template <scalar S>
stepper<S>::stepper(const statement& bound)
    : system_(bound.system),
      M_(system_),
      projection_(system_),
      depths_(system_),
      e_(number<S>("restitution", bound.system.restitution)),
      q_(system_.degrees_of_freedom()),
      u_(q_.size()),
      u_before_(q_.size()),
      a_(q_.size()),
      dense_impulse_(system_.constraints()),
      fixed_M_(system_.mass_is_constant()),
      fixed_f_(system_.force_is_constant()),
      fixed_G_(system_.gradient_is_constant()),
      at_rest_(system_.constraints_are_fixed()) {
  const auto expect = [n = bound.system.coordinates.size()](const std::string& what, std::size_t found) {
    if (found != n)
      throw input_error(what + ": expected " + std::to_string(n) + " formulas, found " + std::to_string(found));
  };
  expect("force", bound.system.force.size());
  expect("initial position", bound.position.size());
  expect("initial velocity", bound.velocity.size());
  if (!(e_ >= S(0) && e_ <= S(1))) throw input_error("restitution: expected a number in [0, 1], found " + to_text(e_));
  for (int i = 0; i < system_.degrees_of_freedom(); ++i) {
    const std::string& name = bound.system.coordinates[static_cast<std::size_t>(i)];
    q_[i] = number<S>("initial position of " + name, bound.position[static_cast<std::size_t>(i)]);
    u_[i] = number<S>("initial velocity of " + name, bound.velocity[static_cast<std::size_t>(i)]);
  }
  u_before_ = u_;
  depths_.start(system_, q_);
  active_.reserve(static_cast<std::size_t>(system_.constraints()));
  if (fixed_M_ && !M_.factorise(system_))
    throw input_error("mass: expected a positive definite matrix, found a pivot that is not positive");
  if (fixed_f_)
    for (int i = 0; i < a_.size(); ++i) a_[i] = system_.force(i);
  if (fixed_M_ && fixed_f_) M_.solve(a_.data());
}

/// The active constraints, as penetration.hpp judges them, with G and ∂Φ/∂t as last evaluated.
template <scalar S>
outcome stepper<S>::look_at_depths(const S& h) {
  bool moved = false;
  const auto back = [&] {
    if (moved && !fixed_G_) system_.evaluate_gradient(t_, q_.data());
    if (moved) system_.evaluate_gap(t_, q_.data());
    moved = false;
  };
  for (const int α : active_) {
    const S p = -system_.gap(α);
    if (!depths_.asks_for_a_look(system_, α, p, h, u_before_, a_, fixed_G_)) continue;
    depth_ = p;
    switch (depths_.look(system_, M_, α, t_, q_, h, u_before_, fixed_G_, moved)) {
      case penetration<S>::finding::not_finite:
        return accuse(α, outcome::gradient_not_finite);
      case penetration<S>::finding::no_gradient:
        return accuse(α, outcome::no_gradient);
      case penetration<S>::finding::too_deep:
        return accuse(α, outcome::too_deep);
      case penetration<S>::finding::nothing_near:
        return accuse(α, outcome::no_admissible_position);
      default:
        back();
    }
  }
  depths_.next_turn();
  depths_.next_step();
  return outcome::done;
}

template <scalar S>
outcome stepper<S>::step(const S& t_next, const S& h) {
  using std::isfinite;
  t_ = t_next;
  impact_ = false;
  active_.clear();
  q_ += h * u_;  // (1)

  if (!fixed_M_) {  // (2)
    system_.evaluate_mass(t_, q_.data());
    if (!M_.factorise(system_)) return is_finite() ? outcome::mass_not_positive_definite : outcome::not_finite;
  }
  if (!fixed_f_) {
    system_.evaluate_force(t_, q_.data(), u_.data());
    ++force_evaluations;
  }
  if (!(fixed_M_ && fixed_f_)) {
    for (int i = 0; i < a_.size(); ++i) a_[i] = system_.force(i);
    M_.solve(a_.data());
  }

  system_.evaluate_gap(t_, q_.data());  // (3)
  for (int α = 0; α < system_.constraints(); ++α)
    if (!(system_.gap(α) > S(0) && system_.gap(α) <= std::numeric_limits<S>::max())) {
      if (!isfinite(system_.gap(α))) return is_finite() ? accuse(α, outcome::gap_not_finite) : outcome::not_finite;
      active_.push_back(α);
    }

  u_before_.swap(u_);
  if (active_.empty()) {
    u_ = u_before_ + h * a_;  // V is the whole space: w = z, and (5) is this
    depths_.next_step();
  } else {
    if (!fixed_G_) system_.evaluate_gradient(t_, q_.data());
    if (!at_rest_) system_.evaluate_gap_rate(t_, q_.data());
    if (const outcome o = look_at_depths(h); o != outcome::done) {
      u_ = u_before_;
      return o;
    }
    ++projections;
    u_ = u_before_ + h / (S(1) + e_) * a_;
    if (!projection_.apply(system_, M_, active_, u_)) {  // (4)
      u_ = u_before_;
      if (!is_finite()) return outcome::not_finite;
      for (const int α : active_)
        if (depths_.has_zero_gradient(system_, α)) return accuse(α, outcome::no_gradient);
      return outcome::no_admissible_velocity;
    }
    for (std::size_t k = 0; k < active_.size(); ++k) impact_ = impact_ || projection_.lambda(k) > S(0);
    if (projection_.violation() && !collided_) {
      collided_ = one_collides(h);
      if (!collided_) projection_.forget_violation();
    }
    u_ = (S(1) + e_) * u_ - e_ * u_before_;  // (5)
  }
  if (is_finite()) return outcome::done;
  u_ = u_before_;
  return outcome::not_finite;
}

}  // namespace unilateral::sweeping
