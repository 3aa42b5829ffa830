#pragma once
/// A part of a benchmark (reports/study/run/part_file.hpp): some of its problems, each with all contenders, so that
/// what is compared ran on one machine.
///
///     {"type": "benchmark", …, "asked": {"problems": […], "solvers": […], …}, …}
///     {"command": …, "machine": …, "jobs": 1, "records": 0}
///     {"problem": NAME, "title": …, "records": 5}, then that many records, a line each; the next problem, …

#include "reports/study/run/options.hpp"
#include "reports/study/work/work_record.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace unilateral::command {

/// One problem of a benchmark: what its page says, and what was found.
struct work_on_problem {
  std::string problem{}, title{};
  std::set<std::string> families{};  ///< what makes it hard
  bool is_chain = false;
  std::vector<std::string> left_out{};  ///< who was not asked about it, and why
  study::work_records found{};
};

/// A benchmark, or a part of one.
struct work_of_run {
  std::string asked{};                    ///< what decides its numbers, a JSON object
  std::string command_line{}, machine{};  ///< of parts: those of each, in their order
  int jobs = 1;                           ///< contenders at a time
  std::vector<work_on_problem> problems{};
};

inline constexpr auto type_of_work_part = "benchmark";

/// What the part found of problems k, k + n, …. Throws input_error where the file can't be written.
void write_work_part(const std::filesystem::path& folder, const study::shard& part, const work_of_run& run);

/// Reads the parts in these folders, as one run: its problems in the order in which they were asked for. Throws
/// input_error as study::read_part_files.
work_of_run read_work_parts(const std::vector<std::filesystem::path>& folders);

}  // namespace unilateral::command
