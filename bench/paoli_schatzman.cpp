/// What a step of Paoli and Schatzman's scheme costs, and what it buys: the error stands beside the time.

#include "problems/double_pendulum.hpp"
#include "solvers/paoli_schatzman/paoli_schatzman.hpp"
#include "tests/support/statements.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace unilateral {
namespace {

/// h that no impact time is a multiple of.
constexpr double generic_step = 1e-4 * std::numbers::sqrt2;
const rational step_of_errors = exact_rational("0.00014142");

statement ball(const rational& e) { return statements::dropped_ball(9.81_x, e, 4); }

void march(benchmark::State& state, const statement& s) {
  paoli_schatzman::stepper<double> motion(s, generic_step);
  std::int64_t impacts = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(motion.step());
    impacts += motion.is_impact() && !motion.continues();
  }
  state.counters["impacts"] = static_cast<double>(impacts);
}

void ball_step(benchmark::State& state) {
  march(state, ball(1));
  const double g = 9.81, at = 1.2 - std::sqrt(2 / g);
  const solution<double> run =
      paoli_schatzman::solve<double>(ball(0.9_x), {.step = step_of_errors, .until = 1.2_x, .record = keep::summary});
  state.counters["error"] = std::abs(run.end_position[0] - (0.9 * std::sqrt(2 * g) * at - g * at * at / 2));
}
BENCHMARK(ball_step);

void double_pendulum_step(benchmark::State& state) {
  const problem pendulum = problems::double_pendulum().front();
  const statement question = with_values(std::get<statement>(pendulum.question));
  march(state, question);
  // a and b at the horizon, after two impacts.
  const solution<double> run =
      paoli_schatzman::solve<double>(question, {.step = step_of_errors, .until = {}, .record = keep::summary});
  const reference<double> known = pendulum.answer.at<double>(values_of<double>(question.parameters), run.end_time);
  for (const auto& value : known.values)
    for (const int i : {0, 1})
      if (value.quantity == "end.q[" + std::to_string(i) + "]")
        state.counters["error"] =
            std::max<double>(state.counters["error"], std::abs(run.end_position[i] - value.value));
}
BENCHMARK(double_pendulum_step);

/// Every contact pushes in every step: reaction i carries the n − i balls from there upwards, P_i = h (n − i).
void column_step(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  const double h = 1e-2;
  paoli_schatzman::stepper<double> motion(statements::column_of_balls(n, 1, 0, 0, 1), h);
  for (auto _ : state) benchmark::DoNotOptimize(motion.step());
  double error = 0;
  for (const int i : motion.active()) error = std::max(error, std::abs(motion.impulse(i) / h / (n - i) - 1));
  state.counters["error"] = motion.active().size() == static_cast<std::size_t>(n) ? error : std::nan("");
  state.counters["per_ball"] = benchmark::Counter(
      static_cast<double>(n), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.SetComplexityN(n);
}
BENCHMARK(column_step)->RangeMultiplier(10)->Range(10, 10000)->Complexity(benchmark::oN);

}  // namespace
}  // namespace unilateral

BENCHMARK_MAIN();
