#pragma once
/// The command `benchmark`: error beside cost, of solvers and of codes from outside.

#include "reports/command/commands.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unilateral::command {

struct benchmark_options {
  std::vector<std::string> problems;        ///< none: the whole catalogue; with `accept` what the submissions are about
  std::vector<std::string> solvers;         ///< none: all that apply
  external_options external = ten_steps();  ///< its tolerances are those of codes whose command names {tolerance}
  std::string limit = "60";                 ///< seconds of each run
  std::string out;                          ///< folder
  std::optional<std::string> bundle;        ///< name of a submission that is to be made
  std::vector<std::string> accept;          ///< folders of submissions
  std::string shard;                        ///< "i/n": these problems alone, kept in `out` for `merge`; empty: all
  std::string command_line;                 ///< as it was typed

 private:
  static external_options ten_steps() {
    external_options of_each_code;
    of_each_code.count = 10;
    return of_each_code;
  }
};

/// Tolerances of a code that takes them, where none are asked for.
inline constexpr auto tolerances_of_benchmarks = "1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10,1e-11,1e-12";

/// 3 where a reference is in doubt; nothing is declared, so that no error is a failure.
int benchmark(const benchmark_options& asked);

/// The page of a benchmark out of the folders of its parts; as `benchmark`.
int merge_benchmark(const std::vector<std::string>& parts, const std::string& out);

}  // namespace unilateral::command
