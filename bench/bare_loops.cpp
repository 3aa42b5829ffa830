/// Our solvers beside loops written by hand for one question (bench/loops), error beside time: how near the limit they
/// are. `bench/peers/table` runs this and makes a table of ratios, with their spread.
///
///   double_pendulum/…   to time 4, two impacts; error: of the angle a at the end, 40 digits of which are known
///   ball_step/…, pendulum_step/…, column_step/…   a step of Moreau's scheme
///   chain_instant/…, chain_solve   a bar of a chain: the instant, and all that `solve` makes of a statement
///   recording/…         a run with everything recorded, and its summary
///   reading             the column's problem file

#include "bench/loops/double_pendulum_arb.hpp"
#include "bench/loops/double_pendulum_odeint.hpp"
#include "bench/loops/moreau.hpp"
#include "bench/resting_column.hpp"
#include "problems/answers/problem.hpp"
#include "problems/language/finite.hpp"
#include "problems/language/many_digits.hpp"
#include "problems/text/problem_file.hpp"
#include "solvers/chain_duality/chain_duality.hpp"
#include "solvers/event_driven/event_driven.hpp"
#include "solvers/moreau_time_stepping/moreau_time_stepping.hpp"
#include "solvers/moreau_time_stepping/stepper.hpp"
#include "solvers/paoli_schatzman/paoli_schatzman.hpp"
#include "tests/support/statements.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <numbers>
#include <utility>

namespace unilateral {
namespace {

const char* const angle_at_end = "-0.1435964352164879265765833346672160599245";

statement catalogue_statement(const char* name) {
  return with_values(std::get<statement>(find_problem(name).question));
}

// --- the double pendulum ---------------------------------------------------------------------------------------------

template <scalar S>
void event_driven_pendulum(benchmark::State& state) {
  using std::abs;
  const statement question = catalogue_statement("double_pendulum_wall");
  solution<S> run;
  for (auto _ : state) {
    run = event_driven::solve<S>(question, {.step = {}, .until = {}, .record = keep::summary});
    benchmark::DoNotOptimize(std::as_const(run.end_time));
  }
  state.counters["error"] = to_double(S(abs(run.end_position[0] - exact<S>(angle_at_end))));
  state.counters["steps"] = static_cast<double>(run.counts.steps);
}

template <scalar S>
void by_taylor(benchmark::State& state, int order, const S& tolerance) {
  using std::abs;
  loops::taylor_pendulum<S> loop(order, tolerance);
  const S angle = -scalar_traits<S>::pi() / S(3);
  loops::pendulum_state<S> end{};
  for (auto _ : state) {
    end = loop.run({angle, angle, S(0), S(0)}, S(4));
    benchmark::DoNotOptimize(std::as_const(end.a));
  }
  state.counters["error"] = to_double(S(abs(end.a - exact<S>(angle_at_end))));
  state.counters["steps"] = loop.steps;
}

void by_arb(benchmark::State& state, int order, slong bits) {
  loops::arb_taylor_pendulum loop(order, bits, bits);
  for (auto _ : state) loop.run();
  arb_t error;
  arb_init(error);
  arb_set_str(error, angle_at_end, bits);
  arb_sub(error, error, loop.angle_a(), bits);
  state.counters["error"] = std::abs(arf_get_d(arb_midref(error), ARF_RND_NEAR));
  state.counters["steps"] = loop.steps;
  arb_clear(error);
}

template <class Run>
void by_odeint(benchmark::State& state, const Run& run, double tolerance) {
  const double angle = -std::numbers::pi / 3;
  loops::flat_state end{};
  for (auto _ : state) {
    end = run({angle, angle, 0, 0}, 4, tolerance);
    benchmark::DoNotOptimize(std::as_const(end[0]));
  }
  state.counters["error"] = std::abs(end[0] - exact<double>(angle_at_end));
}

BENCHMARK(event_driven_pendulum<double>)->Name("double_pendulum/event_driven/double");
BENCHMARK(event_driven_pendulum<real50>)->Name("double_pendulum/event_driven/50");
BENCHMARK(event_driven_pendulum<real100>)->Name("double_pendulum/event_driven/100");
BENCHMARK_CAPTURE(by_taylor, double, 22, 1e-17)->Name("double_pendulum/taylor/double");
BENCHMARK_CAPTURE(by_taylor, real50, 60, real50("1e-52"))->Name("double_pendulum/taylor/50");
BENCHMARK_CAPTURE(by_taylor, real100, 120, real100("1e-102"))->Name("double_pendulum/taylor/100");
BENCHMARK_CAPTURE(by_arb, 50, 60, 172)->Name("double_pendulum/arb/50");
BENCHMARK_CAPTURE(by_arb, 100, 120, 338)->Name("double_pendulum/arb/100");
BENCHMARK_CAPTURE(by_odeint, fehlberg, loops::by_fehlberg78, 1e-12)->Name("double_pendulum/fehlberg78/1e-12");
BENCHMARK_CAPTURE(by_odeint, fehlberg, loops::by_fehlberg78, 1e-9)->Name("double_pendulum/fehlberg78/1e-9");
BENCHMARK_CAPTURE(by_odeint, dopri5, loops::by_dopri5, 1e-6)->Name("double_pendulum/dopri5/1e-6");

// --- steps of Moreau's scheme ----------------------------------------------------------------------------------------

constexpr int steps_of_a_run = 1000;
void count_steps(benchmark::State& state) {
  state.counters["a_step"] = benchmark::Counter(static_cast<double>(state.iterations()) * steps_of_a_run,
                                                benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void scheme(benchmark::State& state, const statement& question) {
  const double h = constant_value<double>(question.horizon) / steps_of_a_run;
  moreau_time_stepping::stepper<double> motion(question);
  for (auto _ : state) {
    motion.restart();
    for (int k = 0; k < steps_of_a_run; ++k)
      if (motion.step((k + 0.5) * h, h) != moreau_time_stepping::outcome::advanced) state.SkipWithError("stopped");
  }
  count_steps(state);
  state.counters["end"] = motion.position()[0];
}
void ball_by_scheme(benchmark::State& state) { scheme(state, catalogue_statement("ball_rational")); }
/// g = 2, from rest at height 1, e = ½, to time 4: as problems/bouncing_ball.hpp has it.
void ball_by_hand(benchmark::State& state) {
  loops::ball x{};
  for (auto _ : state) {
    x = {1, 0};
    for (int k = 0; k < steps_of_a_run; ++k) x.step(4.0 / steps_of_a_run, 2, 0.5);
    benchmark::DoNotOptimize(std::as_const(x.q));
  }
  count_steps(state);
  state.counters["end"] = x.q;
}
void pendulum_by_scheme(benchmark::State& state) { scheme(state, catalogue_statement("double_pendulum_wall")); }
void pendulum_by_hand(benchmark::State& state) {
  const double angle = -std::numbers::pi / 3;
  loops::pendulum_state<double> x{};
  for (auto _ : state) {
    x = {angle, angle, 0, 0};
    for (int k = 0; k < steps_of_a_run; ++k) loops::moreau_step(x, 4.0 / steps_of_a_run, 0.5);
    benchmark::DoNotOptimize(std::as_const(x.a));
  }
  count_steps(state);
  state.counters["end"] = x.a;
}
BENCHMARK(ball_by_scheme)->Name("ball_step/moreau_time_stepping");
BENCHMARK(ball_by_hand)->Name("ball_step/loop");
BENCHMARK(pendulum_by_scheme)->Name("pendulum_step/moreau_time_stepping");
BENCHMARK(pendulum_by_hand)->Name("pendulum_step/loop");

void column_by_scheme(benchmark::State& state) {
  moreau_time_stepping::stepper<double> motion(resting_column(static_cast<int>(state.range(0))));
  constexpr double h = 0.1 / steps_of_a_run;
  std::int64_t k = 0;
  for (auto _ : state)
    if (motion.step((static_cast<double>(k++) + 0.5) * h, h) != moreau_time_stepping::outcome::advanced)
      state.SkipWithError("stopped");
  state.counters["a_step"] = benchmark::Counter(static_cast<double>(state.iterations()),
                                                benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
void column_by_hand(benchmark::State& state) {
  std::vector<double> masses;
  for (int i = 0; i < state.range(0); ++i) masses.push_back(to_double(exact<double>(column_mass(i))));
  loops::column_of_balls motion(std::move(masses), column_gravity);
  for (auto _ : state)
    if (!motion.step(0.1 / steps_of_a_run)) state.SkipWithError("stopped");
  state.counters["a_step"] = benchmark::Counter(static_cast<double>(state.iterations()),
                                                benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(column_by_scheme)->Name("column_step/moreau_time_stepping")->Arg(1000);
BENCHMARK(column_by_hand)->Name("column_step/loop")->Arg(1000);

// --- columns by the other solvers ------------------------------------------------------------------------------------

/// n balls with gaps of i/10 between them, e = 0, until they rest on each other.
void event_driven_column(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  const statement question = statements::column_of_balls(n, 2, rational(1, 10), 0, n);
  solution<double> run;
  for (auto _ : state) run = event_driven::solve<double>(question, {.step = {}, .until = {}, .record = keep::summary});
  double worst = 0;
  for (int i = 0; i < n; ++i) worst = larger(worst, std::abs(run.end_position[i] - i));
  state.counters["error"] = worst;
  state.counters["impacts"] = static_cast<double>(run.counts.impacts);
  state.SetComplexityN(n);
}
BENCHMARK(event_driven_column)
    ->Name("column/event_driven")
    ->RangeMultiplier(2)
    ->Range(50, 400)
    ->Arg(2000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();

/// The first step of a column at rest, and a later one.
void paoli_schatzman_column(benchmark::State& state, bool first) {
  const statement question = statements::column_of_balls(static_cast<int>(state.range(0)), 1, 0, 0, 1);
  constexpr double h = 1e-2;
  paoli_schatzman::stepper<double> motion(question, h);
  for (auto _ : state) {
    if (first) {
      state.PauseTiming();
      motion = paoli_schatzman::stepper<double>(question, h);
      state.ResumeTiming();
    }
    benchmark::DoNotOptimize(motion.step());
  }
  state.SetComplexityN(state.range(0));
}
BENCHMARK_CAPTURE(paoli_schatzman_column, first, true)
    ->Name("column/paoli_schatzman/first_step")
    ->RangeMultiplier(10)
    ->Range(100, 10000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();

// --- a chain, whole --------------------------------------------------------------------------------------------------

/// An arc of n bars pulled at its first node: all that `solve` does with a statement.
void chain_solve(benchmark::State& state) {
  const auto n = static_cast<int>(state.range(0));
  chain_statement chain;
  rational x = 0, y = 0;
  chain.nodes = {{x, y}};
  for (int i = 0; i < n; ++i) {
    x += rational(std::cos(1.2 * i / n)), y += rational(std::sin(1.2 * i / n));
    chain.nodes.push_back({x, y});
  }
  chain.velocity = {rational(-4, 5), rational(3, 10)};
  chain_solution<double> found;
  for (auto _ : state) found = chain_duality::solve<double>(chain, {.step = {}, .until = {}, .record = keep::summary});
  state.counters["gap"] = std::abs(found.dissipation - found.dual_value) / found.dual_value;
  state.counters["a_bar"] = benchmark::Counter(
      static_cast<double>(n), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(chain_solve)->RangeMultiplier(10)->Range(1000, 1000000)->Unit(benchmark::kMillisecond);

// --- recording -------------------------------------------------------------------------------------------------------

void recording(benchmark::State& state, solution<double> (*solve)(const statement&, const request&),
               const statement& question, const request& how) {
  for (auto _ : state) {
    const solution<double> run = solve(question, how);
    benchmark::DoNotOptimize(run.end_time);
  }
}
/// The ball on the Earth in 900 000 steps of Moreau's scheme.
void scheme_recording(benchmark::State& state, keep record) {
  recording(state, moreau_time_stepping::solve<double>, catalogue_statement("ball_earth"),
            {.step = exact_rational("0.00001"), .until = {}, .record = record});
}
/// Masses 1 : 10^8, 31 415 impacts.
void galperin_recording(benchmark::State& state, keep record) {
  const expression x = coordinate(0), y = coordinate(1);
  recording(state, event_driven::solve<double>,
            statements::free_bodies({1, 100000000}, {x, y - x}, 1, {1, 2}, {0, -1}, 100),
            {.step = {}, .until = {}, .record = record});
}
#define RECORDING(name, runs)                                                                                         \
  BENCHMARK_CAPTURE(runs, summary, keep::summary)->Name("recording/" name "/summary")->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(runs, everything, keep::everything)                                                               \
      ->Name("recording/" name "/everything")                                                                         \
      ->Unit(benchmark::kMillisecond)
RECORDING("ball", scheme_recording);
RECORDING("galperin", galperin_recording);
#undef RECORDING

// --- problem files ---------------------------------------------------------------------------------------------------

/// A column of n balls of unit mass as a problem file.
std::string column_file(int n) {
  std::string names, kinetic, potential, start, rest, gaps;
  for (int i = 0; i < n; ++i) {
    const std::string x = fmt::format("x{}", i), comma = i > 0 ? ", " : "", plus = i > 0 ? " + " : "";
    names += comma + '"' + x + '"', kinetic += plus + x + "'^2/2", potential += plus + x;
    start += comma + '"' + std::to_string(i) + '"', rest += comma + "\"0\"";
    gaps += "[[constraint]]\ngap = \"" + (i > 0 ? fmt::format("{} - x{} - 1", x, i - 1) : x) + "\"\n";
  }
  return fmt::format(
      "coordinates = [{}]\nhorizon = 1\n[system]\nkinetic_energy = \"{}\"\npotential_energy = \"{}\"\n{}[impact]\n"
      "restitution = \"0\"\n[initial]\nposition = [{}]\nvelocity = [{}]\n",
      names, kinetic, potential, gaps, start, rest);
}
void reading(benchmark::State& state) {
  const std::string text = column_file(static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(text::read_problem("column.toml", text).name.size());
  state.SetComplexityN(state.range(0));
}
BENCHMARK(reading)->RangeMultiplier(10)->Range(10, 1000)->Unit(benchmark::kMillisecond)->Complexity();

}  // namespace
}  // namespace unilateral

BENCHMARK_MAIN();
