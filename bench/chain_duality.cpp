/// Cost of one instant of a chain, and what it buys: time a bar, relative duality gap (primal − dual)/dual, moving
/// nodes. Arcs of 1.2 radians in all move to the last node; random turns within ±0.3 rest from some node on, and only
/// (a) runs through. Evolutions: cost of a whole run in both scalars, steps taken, error at the end where a closed form
/// is known.

#include "problems/chain.hpp"
#include "problems/language/many_digits.hpp"
#include "solvers/chain_duality/chain_duality.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <utility>

namespace unilateral {
namespace {

template <class Turn>
void one_instant(benchmark::State& state, Turn turn) {
  const int n = static_cast<int>(state.range(0));
  std::vector<plane_vector<double>> T;
  for (double angle = 0.1; static_cast<int>(T.size()) < n; angle += turn(n))
    T.emplace_back(std::cos(angle), std::sin(angle));
  const chain_duality::polygon<double> p = chain_duality::polygon_of_directions(std::move(T));
  const plane_vector<double> U(-0.8, 0.3);
  chain_duality::instant<double> x(n);
  for (auto _ : state) {
    chain_duality::solve_instant(p, U, x);
    benchmark::DoNotOptimize(
        std::as_const(x)
            .dissipation);  // const: the other overload of 1.7.1 ("+m,r") writes a stale register back into the result
  }
  state.SetComplexityN(n);
  state.counters["per_bar"] = benchmark::Counter(
      static_cast<double>(n), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["gap"] = std::abs(x.dissipation - x.dual_value) / x.dual_value;
  state.counters["moving"] = x.moving;
}

void arc_that_moves(benchmark::State& state) {
  one_instant(state, [](int n) { return 1.2 / n; });
}
void random_turns(benchmark::State& state) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-0.3, 0.3);
  one_instant(state, [&](int) { return uniform(random); });
}
BENCHMARK(arc_that_moves)->RangeMultiplier(10)->Range(10, 1000000)->Complexity(benchmark::oN);
BENCHMARK(random_turns)->RangeMultiplier(10)->Range(10, 1000000)->Complexity(benchmark::oN);

template <class S>
void towed_in_a_circle(benchmark::State& state) {
  for (const problem& entry : problems::chain()) {
    if (entry.name != "chain_towed_in_circle") continue;
    const chain_statement bound = with_values(std::get<chain_statement>(entry.question));
    chain_solution<S> x;
    for (auto _ : state) x = chain_duality::solve<S>(bound, {});
    const reference<S> known = entry.answer.template at<S>(values_of<S>(bound.parameters), x.end_time);
    state.counters["steps"] = static_cast<double>(x.counts.steps);
    state.counters["error"] = to_double(S((x.end_position - known.path->position(x.end_time)).norm()));
  }
}
BENCHMARK(towed_in_a_circle<double>);
BENCHMARK(towed_in_a_circle<real50>);

/// An arc of n bars towed along its first bar until it is nearly straight: cost a bar and step.
void straightening(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  chain_statement chain;
  rational end_x = 0, end_y = 0;
  chain.nodes = {{end_x, end_y}};
  for (int i = 0; i < n; ++i) {
    end_x += rational(std::cos(1.2 * i / n)) / n;
    end_y += rational(std::sin(1.2 * i / n)) / n;
    chain.nodes.push_back({end_x, end_y});
  }
  chain.evolves = true;
  chain.path = {-time(), 0};
  chain.horizon = 1;
  chain_solution<double> x;
  for (auto _ : state) x = chain_duality::solve<double>(chain, {.step = {}, .until = {}, .record = keep::summary});
  state.counters["steps"] = static_cast<double>(x.counts.steps);
  state.counters["per_bar_and_step"] =
      benchmark::Counter(static_cast<double>(n) * static_cast<double>(x.counts.steps),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(straightening)->RangeMultiplier(4)->Range(4, 64)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace unilateral

BENCHMARK_MAIN();
