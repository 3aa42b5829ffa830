/// What a step of the sweeping scheme costs, and what it buys: the error stands beside the time.

#include "bench/resting_column.hpp"
#include "problems/answers/problem.hpp"
#include "solvers/sweeping/sweeping.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace unilateral {
namespace {

/// h that no impact time is a multiple of.
constexpr double generic_step = 1e-4 * std::numbers::sqrt2;

void march(benchmark::State& state, const statement& s) {
  sweeping::stepper<double> motion(s);
  std::int64_t k = 0, impacts = 0;
  for (auto _ : state) {
    ++k;
    benchmark::DoNotOptimize(motion.step(static_cast<double>(k) * generic_step, generic_step));
    impacts += motion.is_impact();
  }
  state.counters["impacts"] = static_cast<double>(impacts);
}

/// Bounces to the same apex for ever; the error is taken after the first impact of a ball that loses a tenth of its
/// speed.
void ball_step(benchmark::State& state) {
  march(state, with_values(std::get<statement>(find_problem("ball_elastic").question)));
  const double g = 9.81, t0 = std::sqrt(2 / g), at = 1.2 - t0;
  const statement on_earth = with_values(std::get<statement>(find_problem("ball_earth").question));
  const solution<double> run = sweeping::solve<double>(
      on_earth, {.step = exact_rational("0.00014142"), .until = 1.2_x, .record = keep::summary});
  state.counters["error"] = std::abs(run.end_position[0] - (0.9 * std::sqrt(2 * g) * at - g * at * at / 2));
}
BENCHMARK(ball_step);

void double_pendulum_step(benchmark::State& state) {
  const problem& pendulum = find_problem("double_pendulum_wall");
  const statement question = with_values(std::get<statement>(pendulum.question));
  march(state, question);
  // a and b at the horizon, after two impacts.
  const solution<double> run =
      sweeping::solve<double>(question, {.step = exact_rational("0.00014142"), .until = {}, .record = keep::summary});
  const reference<double> known = pendulum.answer.at<double>(values_of<double>(question.parameters), run.end_time);
  for (const auto& value : known.values)
    for (const int i : {0, 1})
      if (value.quantity == "end.q[" + std::to_string(i) + "]")
        state.counters["error"] =
            std::max<double>(state.counters["error"], std::abs(run.end_position[i] - value.value));
}
BENCHMARK(double_pendulum_step);

/// Every contact pushes in every step.
void column_step(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  sweeping::stepper<double> motion(resting_column(n));
  const double h = 1e-12;
  std::int64_t k = 0;
  for (auto _ : state) benchmark::DoNotOptimize(motion.step(static_cast<double>(++k) * h, h));
  // The reaction under ball i carries the weight of the balls from there upwards.
  double error = 0, weight = 0;
  const bool all_push = motion.active().size() == static_cast<std::size_t>(n);
  for (int i = n - 1; all_push && i >= 0; --i) {
    weight += column_gravity * exact<double>(column_mass(i));
    error = std::max(error, std::abs(motion.impulse(static_cast<std::size_t>(i)) / h / weight - 1));
  }
  state.counters["error"] = all_push ? error : std::nan("");
  state.counters["per_ball"] = benchmark::Counter(
      static_cast<double>(n), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.SetComplexityN(n);
}
BENCHMARK(column_step)->RangeMultiplier(10)->Range(10, 10000)->Complexity(benchmark::oN);

}  // namespace
}  // namespace unilateral

BENCHMARK_MAIN();
