#include "reports/study/order/ladder.hpp"

#include "reports/study/reference/natural_size.hpp"
#include "reports/study/run/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

namespace unilateral::study {

std::vector<rational> jittered_steps(double final_time, const grid& of, unsigned seed) {
  std::mt19937_64 bits(seed);
  std::vector<rational> steps;
  const double from = std::log(final_time * of.coarsest), to = std::log(final_time * of.finest);
  for (int i = 0; i < of.count; ++i) {
    const double u = static_cast<double>(bits() >> 11) * 0x1p-53, h = std::exp(from + (to - from) * (i + u) / of.count);
    char decimal[32];
    std::snprintf(decimal, sizeof decimal, "%.5e", h);
    steps.push_back(exact_rational(decimal));
  }
  return steps;
}

stopped_runs runs_that_stopped(const std::vector<std::string>& why_not) {
  const auto did_stop = [](const std::string& why) { return !why.empty(); };
  const auto first = std::find_if(why_not.begin(), why_not.end(), did_stop);
  if (first == why_not.end()) return {};
  const auto count = static_cast<int>(std::count_if(why_not.begin(), why_not.end(), did_stop));
  return {count, fmt::format("{} of {} runs did not reach the end, the first: {}", count, why_not.size(), *first)};
}

namespace {

/// Of every coordinate, the largest; what is not finite is left out.
double acceleration_of(const statement& question) {
  double largest = 0;
  for (const double a : start_of(question).a)
    if (std::isfinite(a)) largest = std::max(largest, std::abs(a));
  return largest;
}
double acceleration_of(const chain_statement&) { return 0; }  // a chain has no forces

}  // namespace

template <scalar S, class Question>
sizes_of_motion<S> sizes_of(distance_kind kind, const motion<S>& known, const S& end, const Question& question) {
  const motion<S> rest = rest_like(known);
  return {between(kind, rest, known, end).value_or(bounded<S>{}).value,
          between(distance_kind::sup_position, rest, known, end)->value, S(acceleration_of(question)) * end};
}
template sizes_of_motion<double> sizes_of(distance_kind, const motion<double>&, const double&, const statement&);
template sizes_of_motion<real50> sizes_of(distance_kind, const motion<real50>&, const real50&, const statement&);
template sizes_of_motion<double> sizes_of(distance_kind, const motion<double>&, const double&, const chain_statement&);
template sizes_of_motion<real50> sizes_of(distance_kind, const motion<real50>&, const real50&, const chain_statement&);

template <scalar S>
S rounding_of_a_run(distance_kind kind, const sizes_of_motion<S>& of, const S& end, const S& h) {
  using std::sqrt;
  S of_speed(0);  // the distance of velocities that differ by 1 all along
  if (kind == distance_kind::l1_velocity) of_speed = end;
  if (kind == distance_kind::l2_velocity) of_speed = sqrt(end);
  if (kind == distance_kind::hausdorff_velocity) of_speed = S(1);
  const S of_differences = epsilon<S>() * (of.place / h * of_speed);
  return epsilon<S>() * (of.from_rest * end / h + of.pushed * of_speed) +
         (of.from_rest < of_differences ? of_differences : S(0));
}
template double rounding_of_a_run(distance_kind, const sizes_of_motion<double>&, const double&, const double&);
template real50 rounding_of_a_run(distance_kind, const sizes_of_motion<real50>&, const real50&, const real50&);

template <scalar S, class Question>
error_ladder errors_of(const instance_of<Question>& of, const listed_solver& solver, const reference_motion<S>& against,
                       const std::vector<distance_kind>& wanted, const std::vector<rational>& steps,
                       const grid& of_steps, const options& how) {
  const S end = of.template end<S>();
  std::vector<std::vector<std::optional<bounded<S>>>> error(steps.size(),
                                                            std::vector<std::optional<bounded<S>>>(wanted.size()));
  std::vector<std::string> stopped(steps.size());
  // The finest steps cost most: they go first, so that no thread is left with a long one at the end.
  for_each_index(static_cast<int>(steps.size()), how.jobs, [&](int back) {
    const std::size_t i = steps.size() - 1 - static_cast<std::size_t>(back);
    const time_limit& limit = how.reference.limit;
    if (limit.passed()) {
      stopped[i] = fmt::format("step {} not run: the limit of {:g} s has passed", to_text(steps[i]), *limit.seconds());
      return;
    }
    request asked{.step = steps[i], .until = of.until};
    asked.seconds = limit.left();
    auto answer = solver.solve<S>(of.question, asked);
    if (!answer.completed()) {
      stopped[i] = "step " + to_text(steps[i]) + " " + answer.status;
      return;
    }
    const motion<S> found = motion_of(std::move(answer), of.question, end);
    std::vector<distance_kind> here;
    for (const distance_kind kind : wanted)
      if (i % of_steps.every(kind) == 0) here.push_back(kind);
    const auto distances_here = between(here, found, against.known, end);
    for (std::size_t k = 0, next = 0; k < wanted.size() && next < here.size(); ++k)
      if (wanted[k] == here[next]) error[i][k] = distances_here[next++];
  });

  error_ladder result{std::vector<std::vector<error_sample>>(wanted.size()), {}};
  result.stopped = runs_that_stopped(stopped);
  if (result.stopped.count > 0) return result;
  const S of_a_bias(5);
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const sizes_of_motion<S> size = sizes_of(wanted[k], against.known, end, of.question);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!error[i][k]) continue;
      const S h = exact<S>(steps[i]);
      result.errors[k].push_back(
          {to_double(h), to_double(error[i][k]->value),
           to_double<S>(of_a_bias * error[i][k]->error_bound + rounding_of_a_run(wanted[k], size, end, h))});
    }
  }
  return result;
}
template error_ladder errors_of(const instance&, const listed_solver&, const reference_motion<double>&,
                                const std::vector<distance_kind>&, const std::vector<rational>&, const grid&,
                                const options&);
template error_ladder errors_of(const instance&, const listed_solver&, const reference_motion<real50>&,
                                const std::vector<distance_kind>&, const std::vector<rational>&, const grid&,
                                const options&);
template error_ladder errors_of(const chain_instance&, const listed_solver&, const reference_motion<real50>&,
                                const std::vector<distance_kind>&, const std::vector<rational>&, const grid&,
                                const options&);

}  // namespace unilateral::study
