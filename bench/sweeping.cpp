/// What a step of the sweeping scheme costs, and what it buys: the error stands beside the time.

#include "problems/double_pendulum.hpp"
#include "solvers/sweeping/sweeping.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace unilateral {
namespace {

/// Bounces to the same apex for ever.
statement ball(const rational& e) {
  statement s;
  s.system.coordinates = {"x"};
  s.system.mass = diagonal_mass({1});
  s.system.force = {-expression(9.81_x)};
  s.system.gap = {coordinate(0)};
  s.system.restitution = e;
  s.position = {1};
  s.velocity = {0};
  s.horizon = 4;
  return s;
}

/// n balls of diameter 1 in a row, each touching the next, the lowest on the floor, pressed by gravity.
statement column_of_balls(int n) {
  statement s;
  for (int i = 0; i < n; ++i) {
    s.system.coordinates.push_back("x" + std::to_string(i));
    s.system.force.emplace_back(-1);
    s.system.gap.push_back(i == 0 ? coordinate(0) : coordinate(i) - coordinate(i - 1) - 1);
    s.position.emplace_back(i);
    s.velocity.emplace_back(0);
  }
  s.system.mass = diagonal_mass(std::vector<expression>(static_cast<std::size_t>(n), expression(1)));
  s.system.restitution = 0;
  return s;
}

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

void ball_step(benchmark::State& state) {
  march(state, ball(1));
  const double g = 9.81, t0 = std::sqrt(2 / g);
  const solution<double> run = sweeping::solve<double>(ball(0.9_x), {.step = exact_rational("0.00014142"), .until = 1.2_x, .record = keep::summary});
  const double at = 1.2 - t0;
  state.counters["error"] = std::abs(run.end_position[0] - (0.9 * std::sqrt(2 * g) * at - g * at * at / 2));
}
BENCHMARK(ball_step);

void double_pendulum_step(benchmark::State& state) {
  const problem pendulum = problems::double_pendulum().front();
  const statement question = with_values(std::get<statement>(pendulum.question));
  march(state, question);
  // a and b at the horizon, after two impacts.
  const solution<double> run = sweeping::solve<double>(question, {.step = exact_rational("0.00014142"), .until = {}, .record = keep::summary});
  const reference<double> known = pendulum.answer.at<double>(values_of<double>(question.parameters), run.end_time);
  for (const auto& value : known.values)
    for (const int i : {0, 1})
      if (value.quantity == "end.q[" + std::to_string(i) + "]") state.counters["error"] = std::max<double>(state.counters["error"], std::abs(run.end_position[i] - value.value));
}
BENCHMARK(double_pendulum_step);

/// Every contact pushes in every step.
void column_step(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  sweeping::stepper<double> motion(column_of_balls(n));
  const double h = 1e-12;
  std::int64_t k = 0;
  for (auto _ : state) benchmark::DoNotOptimize(motion.step(static_cast<double>(++k) * h, h));
  // The reaction under ball i carries the n − i balls from there upwards: P_i = h (n − i).
  double error = 0;
  for (std::size_t i = 0; i < motion.active().size(); ++i) error = std::max(error, std::abs(motion.impulse(i) / h / (n - static_cast<double>(i)) - 1));
  state.counters["error"] = motion.active().size() == static_cast<std::size_t>(n) ? error : std::nan("");
  state.counters["per_ball"] = benchmark::Counter(static_cast<double>(n), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.SetComplexityN(n);
}
BENCHMARK(column_step)->RangeMultiplier(10)->Range(10, 10000)->Complexity(benchmark::oN);

}  // namespace
}  // namespace unilateral

BENCHMARK_MAIN();
