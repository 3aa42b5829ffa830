#pragma once
/// The scheme from t = 0 to the end, step by step, and its answer.

#include "problems/language/admissibility.hpp"
#include "problems/language/input_error.hpp"
#include "problems/language/plane_wedge.hpp"
#include "problems/language/run_watch.hpp"
#include "solvers/paoli_schatzman/paoli_schatzman.hpp"

#include <cmath>
#include <string>

namespace unilateral::paoli_schatzman {

template <scalar S>
column<S> column_of(const std::vector<S>& x) {
  return Eigen::Map<const column<S>>(x.data(), static_cast<Eigen::Index>(x.size()));
}

template <scalar S>
S positive(const char* name, const S& x) {
  if (!(x > S(0) && x <= std::numeric_limits<S>::max()))
    throw input_error(std::string(name) + ": expected a finite number > 0, found " + to_text(x));
  return x;
}

template <scalar S>
std::string reason(const stepper<S>& motion, outcome o, const S& t, const statement& bound) {
  const std::string at_t = " at t = " + to_text(t), number = std::to_string(motion.culprit());
  switch (o) {
    case outcome::metric_not_definite:
      return "the metric is not positive definite" + at_t;
    case outcome::no_position:
      return "no position satisfies the linearised constraints" + at_t +
             "; no motion is admissible, or the step is too long";
    case outcome::projection_undecided:
      return "the projection did not settle" + at_t +
             "; no position is admissible, or the step is too long for the curvature of the constraints";
    case outcome::gap_not_finite:
      return "gap " + number + " is no finite number" + at_t;
    case outcome::gradient_not_finite:
      return "the gradient of gap " + number + " is no finite number" + at_t;
    case outcome::no_gradient:
      return "gap " + number + " has no gradient where it is hit" + at_t;
    case outcome::too_deep:
      return "constraint " + number + " is penetrated by " + to_text(motion.depth()) + at_t +
             "; no motion is admissible, the gap jumps, or the step is too long";
    default:
      return "coordinate " + bound.system.coordinates[static_cast<std::size_t>(motion.culprit())] +
             " is no finite number" + at_t;
  }
}

template <scalar S>
impact<S> impact_of(const stepper<S>& motion, const S& t, const column<S>& q) {
  impact<S> shock{.t = t,
                  .q = q,
                  .v_minus = column_of(motion.velocity_before()),
                  .v_plus = column_of(motion.velocity()),
                  .impulse = column<S>::Zero(motion.constraints()),
                  .active = motion.active(),
                  .continues = motion.continues()};
  for (const int α : motion.active()) shock.impulse[α] = motion.impulse(α);
  return shock;
}

template <scalar S>
solution<S> solve(const statement& bound, const request& asked, const parts_of_run<S>& parts) {
  check_admissible(bound);
  const S until = positive("until", asked.until ? exact<S>(*asked.until) : constant_value<S>(bound.horizon));
  const S h = positive("step", asked.step ? exact<S>(*asked.step) : S(until / S(1000)));
  if (!(h > S(4) * epsilon<S>() * until))
    throw input_error("step: expected a number above the rounding of until = " + to_text(until) + ", found " +
                      to_text(h));

  solution<S> answer;
  const bool everything = asked.record == keep::everything;
  run_watch watch(asked);
  stepper<S> motion(bound, h);
  answer.path = trajectory<S>(static_cast<int>(motion.position().size()));
  answer.end_time = S(0);
  column<S> q = column_of(motion.position());
  answer.end_position = q;
  answer.end_velocity = column_of(motion.velocity());
  // A last step may be longer than what is left; its piece is cut. One that would be pure rounding is not made.
  const S rounding = S(4) * epsilon<S>() * until;
  while (motion.time() < until - rounding) {
    const S t_n = motion.time();
    if (watch.expired(to_double(S(t_n / until)))) {
      answer.status = "stopped: " + watch.reason() + " at t = " + to_text(t_n);
      break;
    }
    if (const outcome o = motion.step(); o != outcome::done) {
      answer.status = "stopped: " + reason(motion, o, t_n, bound);
      break;
    }
    parts.pass_on(answer);
    if (motion.is_impact()) {
      if (!motion.continues()) ++answer.counts.impacts;
      if (everything) answer.impacts.push_back(impact_of(motion, t_n, q));
    }
    const S next = motion.time() < until - rounding ? motion.time() : until;
    const column<S> v = column_of(motion.velocity());
    if (everything) answer.path.append_linear(next, q, v);
    answer.end_time = next;
    answer.end_position = next < until ? column_of(motion.position()) : column<S>(q + (until - t_n) * v);
    answer.end_velocity = v;
    q = column_of(motion.position());
  }
  answer.counts.steps = answer.counts.force_evaluations = motion.steps();
  answer.counts.projections = motion.projections();
  if (answer.completed())
    if (const outcome o = motion.end(motion.time()); o != outcome::done)
      answer.status = "stopped: " + reason(motion, o, motion.time(), bound);
  answer.discontinuous_in_data = motion.breaking().first >= 0;
  if (answer.discontinuous_in_data)
    answer.warnings.push_back("paoli_schatzman: constraints " + std::to_string(motion.breaking().first) + " and " +
                              std::to_string(motion.breaking().second) +
                              " shared an impact at t = " + to_text(motion.breaking_time()) +
                              ": condition (5) for continuity in the data does not hold [Paoli 2004, (5)]" +
                              said_of_plane_wedge(bound.system, motion.breaking().first, motion.breaking().second));
  return answer;
}
template <scalar S>
solution<S> solve(const statement& bound, const request& asked) {
  return solve<S>(bound, asked, parts_of_run<S>());
}

}  // namespace unilateral::paoli_schatzman
