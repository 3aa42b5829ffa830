#pragma once
/// A part of a run as a file, shard.jsonl in a folder of its own: written on one machine, put together with the others
/// on another.
///
///     {"type": "shard", "program": …, "version": …, "part": "2/8", "grid": "full", "filter": "", "seal": …}
///     {"task": NAME, "threw": false, "records": 3}, then that many records, a line each; the next task, …
///
/// The seal is that of results_file.hpp, over all other fields of the first line and the lines that follow. No number
/// of the file depends on the machine, the number of threads, or when it was made.

#include "reports/study/run/verify.hpp"

#include <filesystem>

namespace unilateral::study {

/// Parts that make one run, and how it was asked for.
struct parts_of_a_run {
  bool quick = false;
  std::string filter{};
  std::vector<finished_task> tasks{};
};

/// "2/8". Throws input_error, naming the option, unless it is i/n with 1 ≤ i ≤ n ≤ 100 000.
shard shard_from(const std::string& option, const std::string& text);

/// Writes `folder`/shard.jsonl, whole or not at all. Throws input_error where it cannot.
void write_part(const std::filesystem::path& folder, const options& how, const std::vector<finished_task>& tasks);

/// Reads the parts in these folders. Throws input_error (folder, what was expected, what was found) unless each is
/// whole and of this program, all are of one run, each part is there, and none is there twice.
parts_of_a_run read_parts(const std::vector<std::filesystem::path>& folders);

}  // namespace unilateral::study
