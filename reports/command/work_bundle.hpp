#pragma once
/// A submission to a benchmark: a folder that anyone can make, and that is judged anew by whoever accepts it.
///
///     MANIFEST                            SHA-256 of every other file, as `sha256sum -c` reads it
///     bundle.json                         name, machine, versions, commands; of each run its costs, by its word
///     questions/PROBLEM.json              what was asked (docs/export.schema.json)
///     trajectories/PROBLEM/CODE/AMOUNT.csv   what came back, untouched; AMOUNT: the step or the tolerance
///     results.jsonl                       what was found, by its word: held against what is found from the
///     trajectories
///
/// Checksums tell damage and careless edits; who makes all of it up, trajectories included, is judged by these
/// trajectories. Costs are believed as far as the word goes, and the page says whose word it is.

#include "reports/study/record/results_file.hpp"
#include "reports/study/work/work.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace unilateral::command {

/// What a bundle says of where it was made.
struct bundle_facts {
  std::string name, command_line, machine;
  study::run_provenance made;
};

/// Of one problem: what was asked of each code, and what came.
struct bundled_work {
  std::string problem;
  std::vector<study::work_of_code> codes;
  study::work_records found;  ///< in the order of the codes
};

/// Fills `folder`, which holds questions/ already and in trajectories/ what study::kept_runs kept; the manifest last.
void write_bundle(const std::filesystem::path& folder, const bundle_facts& about,
                  const std::vector<bundled_work>& works);

/// A submission that is read and whose checksums hold.
struct read_bundle {
  std::filesystem::path folder;
  bundle_facts about;
  std::map<std::string, std::vector<study::work_of_code>> codes;  ///< of each problem; they answer from its files
  std::map<std::string, std::string> questions;                   ///< of each problem, as JSON
  std::vector<std::string> claims;                                ///< lines of results.jsonl
};
/// Throws input_error, in one line that begins with the folder: files that are missing, too many, no plain files, or
/// not what MANIFEST says; a bundle.json that is none.
read_bundle bundle_in(const std::string& folder);

/// Throws input_error unless the question of that problem is ours.
void check_question(const read_bundle& from, const std::string& problem, const std::string& ours);

/// Throws input_error where the submission claims another error than its own trajectory has.
void check_claims(const read_bundle& from, const study::work_records& judged);

}  // namespace unilateral::command
