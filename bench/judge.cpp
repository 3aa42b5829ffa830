/// What judging another code's file costs, as a ratio to reading its numbers: both over the same file, in turn.

#include "problems/answers/problem.hpp"
#include "reports/study/external/judge.hpp"
#include "reports/study/external/number_table.hpp"
#include "reports/study/external/trajectory_columns.hpp"
#include "solvers/event_driven/event_driven.hpp"

#include <benchmark/benchmark.h>
#include <fmt/os.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <unistd.h>

namespace unilateral {
namespace {

/// The motion of a problem at rows of equal distance, one more than `steps`, in a file that ends with it.
class file_of_rows {
 public:
  file_of_rows(const problem& of, std::int64_t steps)
      : path_(std::filesystem::temp_directory_path() / ("rows_of_a_motion." + std::to_string(::getpid()) + ".csv")) {
    const auto question = with_values(std::get<statement>(of.question));
    const solution<double> run = event_driven::solve<double>(question, {});
    auto out = fmt::output_file(path_.string());
    out.print("t");
    for (const char symbol : {'q', 'v'})
      for (int i = 0; i < run.path.dimension(); ++i) out.print(",{}_{}", symbol, i + 1);
    for (std::int64_t k = 0; k <= steps; ++k) {
      const double t = run.path.end() * static_cast<double>(k) / static_cast<double>(steps);
      out.print("\n{}", t);
      for (const auto& x : {run.path.position(t), run.path.velocity_right(t)})
        for (const double number : x) out.print(",{}", number);
    }
    out.print("\n");
  }
  ~file_of_rows() { std::filesystem::remove(path_); }
  file_of_rows(const file_of_rows&) = delete;
  file_of_rows& operator=(const file_of_rows&) = delete;

  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

template <class Work>
double seconds(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void judged(benchmark::State& state, const std::string& name) {
  const problem& of = find_problem(name);
  const file_of_rows file(of, state.range(0));
  double reading = 0, judging = 0;
  for (auto _ : state) {
    reading += seconds([&] {
      benchmark::DoNotOptimize(study::read_number_table(file.path(), "t, q, v", study::has_time).rows.size());
    });
    judging += seconds([&] { benchmark::DoNotOptimize(study::judge(of, {}, file.path())); });
  }
  state.counters["reading"] = reading / static_cast<double>(state.iterations());
  state.counters["judging"] = judging / static_cast<double>(state.iterations());
  state.counters["to_reading"] = judging / reading;
  state.SetComplexityN(state.range(0));
}

/// One coordinate, a reference in closed form.
void ball(benchmark::State& state) { judged(state, "ball_elastic"); }
BENCHMARK(ball)->RangeMultiplier(10)->Range(10'000, 1'000'000)->Unit(benchmark::kMillisecond)->Complexity();

/// Two coordinates, a reference that the engines compute.
void double_pendulum(benchmark::State& state) { judged(state, "double_pendulum_wall"); }
BENCHMARK(double_pendulum)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace unilateral

BENCHMARK_MAIN();
