#include "reports/study/ladder.hpp"

#include "reports/study/parallel.hpp"

#include <cmath>
#include <cstdio>
#include <random>

namespace unilateral::study {

std::vector<rational> jittered_steps(double final_time, const grid& of) {
  std::mt19937_64 bits(1983);
  std::vector<rational> steps;
  for (int i = 0; i < of.count; ++i) {
    const double u = static_cast<double>(bits() >> 11) * 0x1p-53;
    const double h = final_time * of.coarsest * std::pow(of.finest / of.coarsest, (i + u) / of.count);
    char decimal[32];
    std::snprintf(decimal, sizeof decimal, "%.5e", h);
    steps.push_back(exact_rational(decimal));
  }
  return steps;
}

namespace {

/// In the order of all_distances; 0 in place of a distance that is not to be had.
template <scalar S>
std::array<S, all_distances.size()> distances(const motion<S>& a, const motion<S>& b, const S& end) {
  std::array<S, all_distances.size()> d;
  for (std::size_t k = 0; k < d.size(); ++k) d[k] = between(all_distances[k], a, b, end).value_or(S(0));
  return d;
}

}  // namespace

template <scalar S>
error_ladder errors_of(const instance& of, const listed_solver& solver, const reference_motion<S>& against, const std::vector<rational>& steps, int jobs) {
  const S end = of.end<S>();
  const int constraints = of.question.system.constraints();
  const auto size = distances(rest_like(against.known), against.known, end);

  std::vector<std::array<S, all_distances.size()>> error(steps.size());
  std::vector<std::string> stopped(steps.size());
  // The finest steps cost most: they go first, so that no thread is left with a long one at the end.
  for_each_index(static_cast<int>(steps.size()), jobs, [&](int back) {
    const std::size_t i = steps.size() - 1 - static_cast<std::size_t>(back);
    solution<S> answer = solver.solve<S>(of.question, {.step = steps[i], .until = of.until});
    if (answer.completed())
      error[i] = distances(motion_of(std::move(answer), constraints, end), against.known, end);
    else
      stopped[i] = "step " + to_text(steps[i]) + " " + answer.status;
  });

  error_ladder result;
  for (std::size_t i = 0; i < steps.size() && result.stopped.empty(); ++i) result.stopped = stopped[i];
  if (!result.stopped.empty()) return result;
  for (std::size_t k = 0; k < all_distances.size(); ++k) {
    if (all_distances[k] == distance_kind::bounded_lipschitz_impulse && !against.known.reactions) continue;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const S h = exact<S>(steps[i]);
      result.errors[k].push_back({to_double(h), to_double(error[i][k]), to_double<S>(epsilon<S>() * size[k] * end / h)});
    }
  }
  return result;
}
template error_ladder errors_of(const instance&, const listed_solver&, const reference_motion<double>&, const std::vector<rational>&, int);
template error_ladder errors_of(const instance&, const listed_solver&, const reference_motion<real50>&, const std::vector<rational>&, int);

}  // namespace unilateral::study
