/// Cost of a step of Moreau's scheme, error beside time.
///
///   ball_step              one degree of freedom, two impacts; error: |x − 1/16| at the end
///   double_pendulum_step   two, a general metric, two impacts; error: of the angles at the end, against the known digits
///   column_step            n touching balls on a floor, all contacts active in every step: linear in n; error: the largest speed
///                          of a ball, which the reactions must keep at rest, in units of g h
///
///     ninja -C build/release bench_moreau_time_stepping && build/release/bench/bench_moreau_time_stepping

#include "solvers/moreau_time_stepping/moreau_time_stepping.hpp"
#include "solvers/moreau_time_stepping/stepper.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace {

using namespace unilateral;
using moreau_time_stepping::outcome;
using moreau_time_stepping::stepper;

/// g = 2, dropped from height 1, e = 1/2: impacts at 1, 2, 5/2, …; x(9/4) = 1/16.
statement ball() {
  statement s;
  s.system.coordinates = {"x"};
  s.system.mass = diagonal_mass({1});
  s.system.force = {-2};
  s.system.gap = {coordinate(0)};
  s.system.restitution = 0.5_x;
  s.position = {1};
  s.velocity = {0};
  s.horizon = 2.25_x;
  return s;
}

/// Rods and bobs of unit length and mass, g = 10, a wall at x = 3/10, e = 1/2 [Dzonou Monteiro Marques Paoli].
statement double_pendulum() {
  const auto a = coordinate(0), b = coordinate(1), a_dot = velocity(0), b_dot = velocity(1);
  statement s;
  s.system.coordinates = {"a", "b"};
  set_energies(s.system, a_dot * a_dot + b_dot * b_dot / 2 + a_dot * b_dot * cos(a - b), -10 * (2 * cos(a) + cos(b)));
  s.system.gap = {0.3_x - sin(a) - sin(b)};
  s.system.restitution = 0.5_x;
  s.position = {-pi() / 3, -pi() / 3};
  s.velocity = {0, 0};
  s.horizon = 4;
  return s;
}

/// n touching balls of diameter 1/10, the lowest on the floor; masses and diameter are rounded, so the reactions do not come out even.
statement resting_column(int n) {
  statement s;
  std::vector<expression> masses;
  for (int i = 0; i < n; ++i) {
    s.system.coordinates.push_back("x" + std::to_string(i));
    const expression m = rational(1 + i % 7, 3);
    masses.push_back(m);
    s.system.force.push_back(-10 * m);
    s.system.gap.push_back(i == 0 ? coordinate(0) : coordinate(i) - coordinate(i - 1) - 0.1_x);
    s.position.push_back(i * expression(0.1_x));
    s.velocity.push_back(0);
  }
  s.system.mass = diagonal_mass(masses);
  s.horizon = 1;
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
  state.counters["time_of_a_step"] = benchmark::Counter(static_cast<double>(state.iterations()) * count, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["step"] = h;
  state.counters["error"] = error(motion, h);
}

void ball_step(benchmark::State& state) {
  runs(state, ball(), static_cast<int>(state.range(0)), [](const stepper<double>& m, double) { return std::abs(m.position()[0] - 0.0625); });
}
BENCHMARK(ball_step)->Arg(997)->Arg(9973);

void double_pendulum_step(benchmark::State& state) {
  runs(state, double_pendulum(), static_cast<int>(state.range(0)), [](const stepper<double>& m, double) {
    return std::max(std::abs(m.position()[0] - -0.143596435216487926576583334667), std::abs(m.position()[1] - 0.261061877756158671645738068852));
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
