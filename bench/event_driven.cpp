// What event-driven integration costs, with its error beside the time: a ball to its accumulation, the double pendulum,
// Galperin's billiard. Counters: error (against the closed form, the digits known, the integer), impacts, steps, force
// coefficients and projections of one run.

#include "problems/language/many_digits.hpp"
#include "solvers/event_driven/event_driven.hpp"
#include "tests/support/statements.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>
#include <utility>

namespace unilateral::event_driven {
namespace {

const expression x = coordinate(0), y = coordinate(1);

using namespace statements;

template <class S, class Error>
void measure(benchmark::State& state, const statement& s, keep record, Error&& error) {
  request asked;
  asked.record = record;
  solution<S> run;
  for (auto _ : state) {
    run = solve<S>(s, asked);
    benchmark::DoNotOptimize(std::as_const(run.end_time));
  }
  state.counters["error"] = error(run);
  state.counters["impacts"] = static_cast<double>(run.counts.impacts);
  state.counters["steps"] = static_cast<double>(run.counts.steps);
  state.counters["forces"] = static_cast<double>(run.counts.force_evaluations);
  state.counters["projections"] = static_cast<double>(run.counts.projections);
}

template <class S>
void ball_to_accumulation(benchmark::State& state) {
  measure<S>(state, dropped_ball(exact_rational("9.81"), rational(9, 10), 10), keep::everything,
             [](const solution<S>& run) {
               using std::abs;
               using std::sqrt;
               return to_double(S(abs(run.accumulations.at(0).t - S(19) * sqrt(S(200) / S(981)))));
             });
}
BENCHMARK(ball_to_accumulation<double>)->Unit(benchmark::kMicrosecond);
BENCHMARK(ball_to_accumulation<real50>)->Unit(benchmark::kMicrosecond);

template <class S>
void pendulum_at_wall(benchmark::State& state) {
  measure<S>(state, double_pendulum(rational(1, 2)), keep::everything, [](const solution<S>& run) {
    using std::abs;
    return to_double(
        S(abs(run.end_position[0] - exact<S>("-0.143596435216487926576583334667"))));  // 30 digits are known
  });
}
BENCHMARK(pendulum_at_wall<double>)->Unit(benchmark::kMicrosecond);
BENCHMARK(pendulum_at_wall<real50>)->Unit(benchmark::kMillisecond);

/// M/m = 10^range: the error is that of the number of impacts.
void galperin(benchmark::State& state) {
  rational M = 1;
  for (std::int64_t k = 0; k < state.range(0); ++k) M *= 10;
  const double count =
      std::ceil(std::numbers::pi / std::atan(std::pow(10.0, -0.5 * static_cast<double>(state.range(0))))) - 1;
  measure<double>(state, free_bodies({1, M}, {x, y - x}, 1, {1, 2}, {0, -1}, 100), keep::summary,
                  [&](const solution<double>& run) { return static_cast<double>(run.counts.impacts) - count; });
}
BENCHMARK(galperin)->Arg(4)->Arg(8)->Unit(benchmark::kMicrosecond);
BENCHMARK(galperin)->Arg(12)->Iterations(1)->Unit(benchmark::kMillisecond);

/// A column of n balls with gaps of i/10, e = 0, under g = 2, until it rests.
void falling_column(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  measure<double>(state, column_of_balls(n, 2, rational(1, 10), 0, n), keep::summary, [n](const solution<double>& run) {
    double worst = 0;
    for (int i = 0; i < n; ++i) worst = std::max(worst, std::abs(run.end_position[i] - i));
    return worst;
  });
}
BENCHMARK(falling_column)->Arg(10)->Arg(50)->Arg(200)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace unilateral::event_driven

BENCHMARK_MAIN();
