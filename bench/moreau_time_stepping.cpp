/// Cost of a step of Moreau's scheme, error beside time.
///
///   ball_step              one degree of freedom, two impacts; error: |x − 1/16| at the end
///   double_pendulum_step   two, a general metric, two impacts; error: of the angles at the end, against
///                          the known digits
///   column_step            n touching balls on a floor, all contacts active in every step: linear in n; error: the
///                          largest speed of a ball, which the reactions must keep at rest, in units of g h
///
///     ninja -C build/release bench_moreau_time_stepping && build/release/bench/bench_moreau_time_stepping

#include "bench/resting_column.hpp"
#include "problems/answers/problem.hpp"
#include "solvers/moreau_time_stepping/moreau_time_stepping.hpp"
#include "solvers/moreau_time_stepping/stepper.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>

namespace {

using namespace unilateral;
using moreau_time_stepping::outcome;
using moreau_time_stepping::stepper;

statement catalogue_statement(const char* name) {
  return with_values(std::get<statement>(find_problem(name).question));
}

/// Impacts at 1, 2, 5/2, …; x(9/4) = 1/16.
statement ball() {
  statement s = catalogue_statement("ball_rational");
  s.horizon = 2.25_x;
  return s;
}

/// Runs of `count` steps from 0 to the horizon; reports the time of one step, and error(end) beside it.
template <class Error>
void runs(benchmark::State& state, const statement& question, int count, const Error& error) {
  const double h = constant_value<double>(question.horizon) / count;
  stepper<double> motion(question);
  for (auto _ : state) {
    motion.restart();
    for (int k = 0; k < count; ++k)
      if (motion.step((k + 0.5) * h, h) != outcome::advanced) state.SkipWithError("stopped");
  }
  state.counters["time_of_a_step"] = benchmark::Counter(static_cast<double>(state.iterations()) * count,
                                                        benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["step"] = h;
  state.counters["error"] = error(motion, h);
}

void ball_step(benchmark::State& state) {
  runs(state, ball(), static_cast<int>(state.range(0)),
       [](const stepper<double>& m, double) { return std::abs(m.position()[0] - 0.0625); });
}
BENCHMARK(ball_step)->Arg(997)->Arg(9973);

void double_pendulum_step(benchmark::State& state) {
  runs(state, catalogue_statement("double_pendulum_wall"), static_cast<int>(state.range(0)),
       [](const stepper<double>& m, double) {
         return std::max(std::abs(m.position()[0] - -0.143596435216487926576583334667),
                         std::abs(m.position()[1] - 0.261061877756158671645738068852));
       });
}
BENCHMARK(double_pendulum_step)->Arg(997)->Arg(9973);

void column_step(benchmark::State& state) {
  const auto n = static_cast<int>(state.range(0));
  runs(state, resting_column(n), 10, [n](const stepper<double>& m, double h) {
    double fastest = 0;
    for (int i = 0; i < n; ++i) fastest = std::max(fastest, std::abs(m.velocity()[i]));
    return fastest / (10 * h);
  });
  state.SetComplexityN(n);
}
BENCHMARK(column_step)->RangeMultiplier(10)->Range(10, 10000)->Complexity(benchmark::oN);

}  // namespace

BENCHMARK_MAIN();
