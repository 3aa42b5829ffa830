#pragma once
/// A part of a run of studies (part_file.hpp):
///
///     {"type": "shard", …, "asked": {"grid": "full", "filter": ""}, …}
///     {"task": NAME, "threw": false, "records": 3}, then that many records, a line each; the next task, …
///
/// No number of the file depends on the machine, the number of threads, or when it was made.

#include "reports/study/run/part_file.hpp"
#include "reports/study/run/verify.hpp"

#include <filesystem>

namespace unilateral::study {

/// Parts that make one run, and how it was asked for.
struct parts_of_a_run {
  bool quick = false;
  std::string filter{};
  std::vector<finished_task> tasks{};
};

inline constexpr auto type_of_study_part = "shard";

/// Writes `folder`/shard.jsonl, whole or not at all. Throws input_error where it cannot.
void write_part(const std::filesystem::path& folder, const options& how, const std::vector<finished_task>& tasks);

/// Reads the parts in these folders. Throws input_error (folder, what was expected, what was found) unless each is
/// whole and of this program, all are of one run, each part is there, and none is there twice.
parts_of_a_run read_parts(const std::vector<std::filesystem::path>& folders);

}  // namespace unilateral::study
