// What event-driven collocation costs, with its error beside the time: the double pendulum against a wall, a ball to
// its accumulation. Counters: error against the digits or the closed form known, and the work of one run.

#include "problems/answers/problem.hpp"
#include "solvers/gauss_collocation/gauss_collocation.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>

namespace unilateral::gauss_collocation {
namespace {

/// Largest error of the end of the run.
template <class S>
void measure(benchmark::State& state, const char* name) {
  const problem& p = find_problem(name);
  const statement bound = with_values(std::get<statement>(p.question));
  solution<S> answer;
  for (auto _ : state) answer = solve<S>(bound, {});
  S error(0);
  for (const known_value<S>& known :
       p.answer.at<S>(values_of<S>(bound.parameters), constant_value<S>(bound.horizon)).values) {
    using std::abs;
    for (int i = 0; i < answer.end_position.size(); ++i)
      if (known.quantity == "end.q[" + std::to_string(i) + "]")
        error = std::max(error, S(abs(answer.end_position[i] - known.value)));
    if (known.quantity == "accumulations[0].t" && !answer.accumulations.empty())
      error = std::max(error, S(abs(answer.accumulations[0].t - known.value)));
  }
  state.counters["error"] = to_double(error);
  state.counters["impacts"] = static_cast<double>(answer.counts.impacts);
  state.counters["steps"] = static_cast<double>(answer.counts.steps);
  state.counters["forces"] = static_cast<double>(answer.counts.force_evaluations);
}

void double_pendulum_in_double(benchmark::State& state) { measure<double>(state, "double_pendulum_wall"); }
void double_pendulum_at_50_digits(benchmark::State& state) { measure<real50>(state, "double_pendulum_wall"); }
void ball_in_double(benchmark::State& state) { measure<double>(state, "ball_earth"); }
void ball_at_50_digits(benchmark::State& state) { measure<real50>(state, "ball_earth"); }

BENCHMARK(double_pendulum_in_double)->Unit(benchmark::kMillisecond);
BENCHMARK(double_pendulum_at_50_digits)->Unit(benchmark::kMillisecond);
BENCHMARK(ball_in_double)->Unit(benchmark::kMillisecond);
BENCHMARK(ball_at_50_digits)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace unilateral::gauss_collocation

BENCHMARK_MAIN();
