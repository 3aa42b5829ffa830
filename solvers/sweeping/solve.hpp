#pragma once
/// The run: steps from 0 to the final time, and what is kept of them.

#include "problems/language/plane_wedge.hpp"
#include "problems/language/run_watch.hpp"
#include "solvers/sweeping/sweeping.hpp"

namespace unilateral::sweeping {

template <scalar S>
S positive(const std::string& what, const S& x) {
  using std::isfinite;
  if (!isfinite(x) || !(x > S(0))) throw input_error(what + ": expected a finite number > 0, found " + to_text(x));
  return x;
}

template <scalar S>
std::string reason(const stepper<S>& motion, outcome o, const statement& bound) {
  const std::string when = " at t = " + to_text(motion.time()), gap = "gap " + std::to_string(motion.culprit());
  const auto penetrated = [&] {
    return "stopped: constraint " + std::to_string(motion.culprit()) + " is penetrated by " + to_text(motion.depth()) +
           when;
  };
  switch (o) {
    case outcome::not_finite:
      return "stopped: coordinate " + bound.system.coordinates[static_cast<std::size_t>(motion.culprit())] +
             " is no finite number" + when;
    case outcome::gap_not_finite:
      return "stopped: " + gap + " is no finite number" + when;
    case outcome::gradient_not_finite:
      return "stopped: the gradient of " + gap + " is no finite number" + when;
    case outcome::no_gradient:
      return "stopped: " + gap + " has no gradient where it is hit" + when;
    case outcome::too_deep:
      return penetrated() + "; no motion is admissible, the gap jumps, or the step is too long";
    case outcome::no_admissible_position:
      return penetrated() + "; no motion is admissible, or the step is too long";
    case outcome::mass_not_positive_definite:
      return "stopped: the mass matrix is not positive definite" + when;
    case outcome::no_admissible_velocity:
      return "stopped: no velocity is admissible for all active constraints" + when;
    default:
      return "completed";
  }
}

template <scalar S>
solution<S> solve(const statement& bound, const request& asked, const parts_of_run<S>& parts) {
  const S horizon = positive("horizon", number<S>("horizon", bound.horizon));
  const S until = asked.until ? positive("until", exact<S>(*asked.until)) : horizon;
  const S h = asked.step ? positive("step", exact<S>(*asked.step)) : horizon / S(1000);
  if (!(h > until * epsilon<S>()))
    throw input_error("step: expected a number above the rounding of until = " + to_text(until) + ", found " +
                      to_text(h));
  stepper<S> motion(bound);
  const bool everything = asked.record == keep::everything;
  run_watch watch(asked);

  solution<S> result;
  result.path = trajectory<S>(static_cast<int>(motion.position().size()));
  const S last = until * (S(1) - S(4) * epsilon<S>());  // k·h may miss `until` by rounding
  outcome o = outcome::done;
  for (std::int64_t k = 1; o == outcome::done && motion.time() < until; ++k) {
    const S grid = S(k) * h;
    const bool ends = grid >= last;
    const S t_next = ends ? until : grid;
    const S length = grid > until ? S(until - motion.time()) : h;
    if (watch.expired(to_double(S(motion.time() / until)))) {
      result.status = "stopped: " + watch.reason() + " at t = " + to_text(motion.time());
      break;
    }
    if (everything) {
      parts.pass_on(result);
      result.path.append_linear(t_next, motion.position(), motion.velocity());
    }
    o = motion.step(t_next, length);
    ++result.counts.steps;
    if (motion.violation() && !result.discontinuous_in_data) {
      result.discontinuous_in_data = true;
      result.warnings.push_back(warning_of(*motion.violation(), t_next, constant_value<S>(bound.system.restitution)) +
                                said_of_plane_wedge(bound.system, motion.violation()->i, motion.violation()->j));
    }
    if (o != outcome::done || !motion.is_impact()) continue;
    ++result.counts.impacts;
    if (const energy_balance<S> balance = motion.balance(length); !balance.holds()) {  // (6)
      result.status =
          "stopped: the energy balance of the step is off by " + to_text(balance.defect) + " at t = " + to_text(t_next);
      break;
    }
    if (!everything) continue;
    impact<S> atom{t_next,
                   motion.position(),
                   motion.velocity_before(),
                   motion.velocity(),
                   column<S>::Zero(bound.system.constraints()),
                   motion.active()};
    for (std::size_t a = 0; a < atom.active.size(); ++a) atom.impulse[atom.active[a]] = motion.impulse(a);
    result.impacts.push_back(std::move(atom));
  }
  if (o == outcome::done && result.completed()) o = motion.end();
  if (o != outcome::done) result.status = reason(motion, o, bound);
  result.end_time = motion.time();
  result.end_position = motion.position();
  result.end_velocity = motion.velocity();
  result.counts.force_evaluations = motion.force_evaluations;
  result.counts.projections = motion.projections;
  return result;
}
template <scalar S>
solution<S> solve(const statement& bound, const request& asked) {
  return solve<S>(bound, asked, parts_of_run<S>());
}

}  // namespace unilateral::sweeping
