#pragma once
/// The run: steps from 0 to `until`, and what is kept of them. Included by the translation units that instantiate it.

#include "problems/language/input_error.hpp"
#include "problems/language/plane_wedge.hpp"
#include "problems/language/run_watch.hpp"
#include "solvers/moreau_time_stepping/moreau_time_stepping.hpp"
#include "solvers/moreau_time_stepping/stepper.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace unilateral::moreau_time_stepping {

/// The instants of a run: t_k = k h, but the last step ends at `until`.
template <scalar S>
struct schedule {
  S h, until, last;  ///< step, end, length of the last step
  std::int64_t steps;

  S end(std::int64_t k) const { return k + 1 < steps ? S(k + 1) * h : until; }
  S length(std::int64_t k) const { return k + 1 < steps ? h : last; }
  S midpoint(std::int64_t k) const { return k + 1 < steps ? S(2 * k + 1) * (h / S(2)) : until - last / S(2); }
};

template <scalar S>
schedule<S> schedule_of(const statement& bound, const request& asked) {
  using std::abs;
  using std::ceil;
  if (asked.step && sgn(*asked.step) <= 0)
    throw input_error("step: expected a number > 0, found " + to_text(*asked.step));
  if (asked.until && sgn(*asked.until) <= 0)
    throw input_error("until: expected a time > 0, found " + to_text(*asked.until));
  const S horizon = constant_value<S>(bound.horizon);
  schedule<S> s{};
  s.until = asked.until ? exact<S>(*asked.until) : horizon;
  s.h = asked.step ? exact<S>(*asked.step) : horizon / S(1000);
  if (!(s.until > S(0) && s.until <= std::numeric_limits<S>::max()))
    throw input_error((asked.until ? "until" : "horizon") + std::string(": expected a time > 0, found ") +
                      to_text(s.until));

  const S ratio = s.until / s.h, rounding = S(4) * epsilon<S>() * ratio;
  const std::int64_t most = std::int64_t(1) << 53;
  if (!(ratio < S(most)))
    throw input_error("step: expected at least until/2^53 = " + to_text(S(s.until / S(most))) + ", found " +
                      to_text(s.h));
  s.steps = std::max(
      std::int64_t(1),
      static_cast<std::int64_t>(to_double(S(ceil(ratio - rounding)))));  // a remainder within rounding is no step
  s.last = abs(S(s.steps) - ratio) <= rounding ? s.h : S(s.until - S(s.steps - 1) * s.h);
  return s;
}

/// Runs of steps with P_α > 0, constraint by constraint.
template <scalar S>
class contact_runs {
 public:
  explicit contact_runs(int constraints) : runs_(static_cast<std::size_t>(constraints)) {}

  void touch(int constraint, std::int64_t step, const S& t) {
    run& r = runs_[static_cast<std::size_t>(constraint)];
    if (r.last != step - 1 || r.last < 0) {
      close(constraint, r);
      r.from = t;
      r.first = step;
    }
    r.last = step;
    r.to = t;
  }
  std::vector<contact_interval<S>> finish() {
    for (std::size_t a = 0; a < runs_.size(); ++a) close(static_cast<int>(a), runs_[a]);
    std::sort(closed_.begin(), closed_.end(), [](const auto& x, const auto& y) {
      return x.from < y.from || (x.from == y.from && x.constraint < y.constraint);
    });
    return std::move(closed_);
  }

 private:
  struct run {
    std::int64_t first = -1, last = -1;
    S from{}, to{};
  };
  void close(int constraint, const run& r) {
    if (r.last > r.first) closed_.push_back({constraint, r.from, r.to});
  }
  std::vector<run> runs_;
  std::vector<contact_interval<S>> closed_;
};

/// Why the scheme stopped at t.
template <scalar S, class Scheme>
std::string reason(const Scheme& motion, outcome o, const S& t, const std::vector<std::string>& coordinates) {
  const std::string when = " at t = " + to_text(t), gap = "gap " + std::to_string(motion.culprit());
  switch (o) {
    case outcome::metric_not_definite:
      return "the kinetic metric is not positive definite" + when;
    case outcome::gap_not_finite:
      return gap + " is no finite number" + when;
    case outcome::gradient_not_finite:
      return "the gradient of " + gap + " is no finite number" + when;
    case outcome::not_finite:
      return "coordinate " + coordinates[static_cast<std::size_t>(motion.culprit())] + " is no finite number" + when;
    case outcome::no_gradient:
      return gap + " has no gradient where it is hit" + when;
    case outcome::penetrated:
    case outcome::no_admissible_position:
      return "constraint " + std::to_string(motion.culprit()) + " is penetrated by " + to_text(motion.depth()) + when +
             "; " +
             (o == outcome::penetrated ? "the gap jumps, no motion is admissible, or the step is too long"
                                       : "no motion is admissible, or the step is too long");
    default:
      return "the contacts leave no admissible velocity" + when;
  }
}

template <scalar S, class Scheme>
solution<S> run(Scheme& motion, const schedule<S>& plan, const request& asked, const mechanical_system& system,
                const parts_of_run<S>& parts) {
  const bool everything = asked.record == keep::everything;
  run_watch watch(asked);
  const int n = motion.degrees_of_freedom(), m = motion.constraints();
  solution<S> answer;
  answer.path = trajectory<S>(n);
  contact_runs<S> touching(m);
  auto knot = motion.position();  // q at the last knot of the path

  const auto stop = [&](outcome o, const S& t) {
    answer.status = "stopped: " + reason(motion, o, t, system.coordinates);
  };

  std::int64_t k = 0;
  if (!motion.state_is_finite()) stop(outcome::not_finite, S(0));
  for (; answer.completed() && k < plan.steps; ++k) {
    const S t_m = plan.midpoint(k);
    if (watch.expired(static_cast<double>(k) / static_cast<double>(plan.steps))) {
      answer.status = "stopped: " + watch.reason() + " at t = " + to_text(S(S(k) * plan.h));
      break;
    }
    if (const outcome o = motion.step(t_m, plan.length(k)); o != outcome::advanced) {
      stop(o, t_m);
      break;
    }
    if (everything) {
      parts.pass_on(answer);
      answer.path.append_linear(t_m, knot, motion.velocity_before());
      knot = motion.midpoint();
    }
    const std::vector<int>& contacts = motion.contacts();
    bool impulsive = false;
    for (std::size_t j = 0; j < contacts.size(); ++j) {
      if (!(motion.impulse(j) > S(0))) continue;
      impulsive = true;
      if (everything && parts.kept_whole()) touching.touch(contacts[j], k, t_m);
    }
    if (!impulsive) continue;
    ++answer.counts.impacts;
    if (everything) {
      impact<S> shock{t_m,     motion.midpoint(), motion.velocity_before(), motion.velocity(), column<S>::Zero(m),
                      contacts};
      for (std::size_t j = 0; j < contacts.size(); ++j) shock.impulse[contacts[j]] = motion.impulse(j);
      std::sort(shock.active.begin(), shock.active.end());
      answer.impacts.push_back(std::move(shock));
    }
    if (!answer.discontinuous_in_data && motion.impulses().discontinuous()) {
      answer.discontinuous_in_data = true;
      const auto [i, j] = *motion.impulses().discontinuous();
      answer.warnings.push_back("multiple impact at t = " + to_text(t_m) + ": constraints " + std::to_string(i) +
                                " and " + std::to_string(j) +
                                ": condition (5) for continuity in the data does not hold [Paoli 2004, (5)]" +
                                said_of_plane_wedge(system, i, j));
    }
  }

  if (k == plan.steps)
    if (const outcome o = motion.look_at_position(plan.until); o != outcome::advanced) stop(o, plan.until);
  answer.end_time = k == plan.steps ? plan.until : S(k) * plan.h;
  answer.end_position = motion.position();
  answer.end_velocity = motion.velocity();
  if (everything && answer.end_time > answer.path.end())
    answer.path.append_linear(answer.end_time, knot, motion.velocity());
  answer.contacts = touching.finish();
  answer.counts.steps = k;
  answer.counts.force_evaluations = motion.force_evaluations();
  answer.counts.projections = motion.projections();
  return answer;
}

template <scalar S>
solution<S> solve(const statement& bound, const request& asked, const parts_of_run<S>& parts) {
  const schedule<S> plan = schedule_of<S>(bound, asked);
  return stepper<S>(bound).visit([&](auto& motion) { return run<S>(motion, plan, asked, bound.system, parts); });
}
template <scalar S>
solution<S> solve(const statement& bound, const request& asked) {
  return solve<S>(bound, asked, parts_of_run<S>());
}

}  // namespace unilateral::moreau_time_stepping
