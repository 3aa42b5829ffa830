#include "reports/study/answer/default_step.hpp"

#include "problems/judge/distance.hpp"
#include "problems/language/tape.hpp"
#include "reports/study/reference/natural_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <type_traits>

namespace unilateral::study {
namespace {

constexpr double no_number = std::numeric_limits<double>::infinity();
constexpr double small_enough = 0.01, of_another_motion = 0.5, falls = 0.8;
constexpr double most_steps = 1 << 17, most_numbers = 1 << 22, most_kept_to_check = 1 << 20;

double end_of(const statement& bound, const std::optional<rational>& until) {
  return until ? exact<double>(*until) : constant_value<double>(bound.horizon);
}

solution<double> scheme_run(const statement& bound, const listed_solver& solver, const std::optional<rational>& until,
                            const rational& step, const time_limit& limit) {
  request asked{.step = step, .until = until};
  asked.seconds = limit.left();
  return solver.solve<double>(bound, asked);
}

/// The same place all the time.
trajectory<double> rest_at_the_start(const trajectory<double>& path) {
  const column<double> q = path.position(path.begin()), zero = column<double>::Zero(path.dimension());
  trajectory<double> rest(path.dimension(), path.begin());
  rest.append_linear(path.end(), q, zero);
  return rest;
}

/// What is compared of a run.
template <scalar S>
solution<double> in_double(const solution<S>& run) {
  const auto rounded = [](const column<S>& x) {
    column<double> y(x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) y[i] = to_double(x[i]);
    return y;
  };
  solution<double> result;
  result.status = run.status;
  result.counts = run.counts;
  result.path = converted<double, S>(run.path, [](const S& x) { return to_double(x); });
  for (const impact<S>& i : run.impacts)
    result.impacts.push_back({to_double(i.t), {}, rounded(i.v_minus), rounded(i.v_plus), {}, {}});
  return result;
}

/// d/size, 0 where both are 0.
double relative(double d, double size) {
  if (d == 0) return 0;
  const double ratio = 2 * d / size;
  return ratio >= 0 ? ratio : no_number;
}

step_check compared(const statement& bound, const solution<double>& with_step, const solution<double>& with_half) {
  step_check found{.seen = no_number};
  if (!with_step.completed() || !with_half.completed()) return found;
  const double end = std::min(with_step.path.end(), with_half.path.end());
  const std::vector<distance_kind> kinds{distance_kind::sup_position, distance_kind::l1_velocity};
  const auto apart = distances(kinds, with_step.path, with_half.path, end);
  const auto size = distances(kinds, with_half.path, rest_at_the_start(with_half.path), end);
  // What the steps round by is no motion: each a number as large as the motion could be, in every coordinate.
  const double rounding = static_cast<double>(with_half.counts.steps) * epsilon<double>() *
                          natural_size_of(bound, end).place * bound.system.degrees_of_freedom();
  found.seen = 0;
  for (std::size_t k = 0; k < kinds.size(); ++k)
    if (!(apart[k].value <= rounding)) found.seen = std::max(found.seen, relative(apart[k].value, size[k].value));

  // An impact is a change of v by a hundredth of the largest.
  double speed = 0;
  for (const impact<double>& i : with_half.impacts)
    speed = std::max({speed, i.v_minus.cwiseAbs().maxCoeff(), i.v_plus.cwiseAbs().maxCoeff()});
  std::optional<double> last;
  for (const impact<double>& i : with_half.impacts) {
    if ((i.v_plus - i.v_minus).cwiseAbs().maxCoeff() < speed / 100) continue;
    if (last && i.t > *last) found.shortest_flight = std::min(found.shortest_flight.value_or(no_number), i.t - *last);
    last = i.t;
  }
  return found;
}

}  // namespace

std::int64_t chosen_step::parts() const { return std::int64_t(1000) << halvings; }

template <scalar S>
rational step_of(const statement& bound, int halvings) {
  rational horizon;
  if (bound.horizon.is_constant())
    horizon = bound.horizon.root().value;
  else if constexpr (std::is_same_v<S, double>)
    horizon = rational(constant_value<S>(bound.horizon));
  else
    mpfr_get_q(horizon.get_mpq_t(), constant_value<S>(bound.horizon).backend().data());
  return horizon / rational(static_cast<long>(chosen_step{halvings}.parts()));
}
template rational step_of<double>(const statement&, int);
template rational step_of<real50>(const statement&, int);
template rational step_of<real100>(const statement&, int);

template <scalar S>
step_check check_between(const statement& bound, const solution<S>& with_step, const solution<S>& with_half) {
  if constexpr (std::is_same_v<S, double>)
    return compared(bound, with_step, with_half);
  else
    return compared(bound, in_double(with_step), in_double(with_half));
}
template step_check check_between(const statement&, const solution<double>&, const solution<double>&);
template step_check check_between(const statement&, const solution<real50>&, const solution<real50>&);
template step_check check_between(const statement&, const solution<real100>&, const solution<real100>&);

std::optional<step_check> check_of(const statement& bound, const listed_solver& solver,
                                   const std::optional<rational>& until, const rational& step,
                                   const time_limit& limit) {
  const double end = end_of(bound, until), most = most_kept_to_check / std::max(1, bound.system.degrees_of_freedom());
  rational longer = step;
  while (end / exact<double>(longer) > most) longer *= 2;
  for (;; longer /= 2) {
    const solution<double> whole = scheme_run(bound, solver, until, longer, limit);
    if (limit.passed()) return {};
    const solution<double> half = scheme_run(bound, solver, until, longer / 2, limit);
    if (limit.passed()) return {};
    const step_check found = compared(bound, whole, half);
    if (longer == step || found.seen <= of_another_motion) return found;
  }
}

chosen_step default_step(const statement& bound, const listed_solver& solver, const std::optional<rational>& until,
                         const time_limit& limit) {
  const double end = end_of(bound, until);
  const double most = std::min(most_steps, most_numbers / std::max(1, bound.system.degrees_of_freedom()));
  const auto step = [&](int halvings) { return step_of<double>(bound, halvings); };
  chosen_step best;
  double before = no_number, two_before = no_number;
  solution<double> whole = scheme_run(bound, solver, until, step(0), limit);
  for (int halvings = 0; !limit.passed(); ++halvings) {
    solution<double> half = scheme_run(bound, solver, until, step(halvings + 1), limit);
    if (limit.passed()) break;
    const step_check check = compared(bound, whole, half);
    if (!best.check || check.seen < best.check->seen) best = {halvings, check};
    const bool falls_no_more = two_before < no_number && !(check.seen < falls * two_before);
    if (check.seen <= small_enough || falls_no_more || end / exact<double>(step(halvings + 1)) > most) break;
    two_before = before;
    before = check.seen;
    whole = std::move(half);
  }
  return best;
}

std::string warning_of(const rational& step, const step_check& check) {
  if (!(check.seen > of_another_motion)) return "";
  const double h = exact<double>(step);
  std::string than = "what the motion needs";
  if (check.shortest_flight && *check.shortest_flight < h)
    than = fmt::format("a flight between two impacts ({:.2g})", *check.shortest_flight);
  const std::string apart = check.seen < no_number
                                ? fmt::format("half of it tells an error of {:.2g} of the motion's size", check.seen)
                                : "half of it tells another answer or none";
  return "the step " + to_text(step) + " is longer than " + than + ": " + apart +
         "; the answer may have no correct digit";
}

}  // namespace unilateral::study
