/// What the instrument adds to a run of a code from outside: a folder, a process, its trajectory read and measured. The
/// code is `cat`, whose own time is next to nothing; its trajectory has as many rows as the argument says.

#include "problems/answers/problem.hpp"
#include "reports/study/external/code_run.hpp"
#include "reports/study/external/reading.hpp"
#include "reports/study/reference/reference_path.hpp"

#include <benchmark/benchmark.h>
#include <fmt/os.h>

#include <ctime>

namespace unilateral {
namespace {

/// Of this process, without its children.
double seconds_of_processor() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void run_of_a_code(benchmark::State& state) {
  const study::instance of = study::bind<statement>(find_problem("ball_elastic"), {}, false);
  const auto against = study::motion_to_measure_against(of);
  const study::scratch_folder files;
  const std::filesystem::path answer = files.path() / "answer.csv";
  {
    auto out = fmt::output_file(answer.string());
    out.print("t,q,v\n");
    for (std::int64_t k = 0; k <= state.range(0); ++k) {
      const double t = of.end<double>() * static_cast<double>(k) / static_cast<double>(state.range(0));
      out.print("{},{},{}\n", t, against->known.path.position(t)[0], against->known.path.velocity_right(t)[0]);
    }
  }
  const study::external_code code{.name = "cat", .command = "cat " + answer.string()};
  double own = 0, of_code = 0;
  for (auto _ : state) {
    const double begin = seconds_of_processor();
    const study::scratch_folder folder;
    const std::filesystem::path trajectory = files.path() / "trajectory.csv";
    const study::code_answer ran =
        study::run_code(code, {.problem = files.path(), .amount = "0.1", .until = "10"}, folder.path(), trajectory);
    if (!ran.failure.empty()) return state.SkipWithError(ran.failure.c_str());
    benchmark::DoNotOptimize(study::measured(of, *against, trajectory.string(), {}));
    own += seconds_of_processor() - begin;
    of_code += ran.seconds;
  }
  state.counters["own_ms"] = 1e3 * own / static_cast<double>(state.iterations());
  state.counters["of_the_code_ms"] = 1e3 * of_code / static_cast<double>(state.iterations());
}
BENCHMARK(run_of_a_code)->Arg(1)->Arg(100)->Arg(1'000)->Arg(10'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace unilateral

BENCHMARK_MAIN();
