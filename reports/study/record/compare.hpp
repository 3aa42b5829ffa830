#pragma once
/// What two runs have in common, record by record: the tool by which "the same records as before" is shown.
///
/// Files are compared as what they say, not as what this version would read: two versions of the program can be
/// compared, and a fact that only one of them knows is not counted as a difference.

#include <string>
#include <vector>

namespace unilateral::study {

/// A record that both have and that is not the same in both.
struct changed_record {
  std::string cell;
  std::string before, after;  ///< verdicts
  std::vector<std::string>
      facts{};  ///< "error: 1e-3, 2e-3": facts that both state, and that differ; none where it is the verdict alone
};

struct record_comparison {
  std::vector<changed_record> verdicts{};           ///< the verdict changed
  std::vector<changed_record> numbers{};            ///< a fact did, and the verdict not
  std::vector<std::string> appeared{}, vanished{};  ///< "cell: verdict"
  int same = 0;
};

/// Each a file of records (results.jsonl, or what `verify --format json` prints) or a folder that holds results.jsonl.
/// Texts for a reader (reasons, commands) are not compared. Throws input_error for a file that can't be read, that
/// holds no record, or in which a cell stands twice.
record_comparison compared_records(const std::string& before, const std::string& after);

/// A line for each, and a line that counts them.
std::string as_text(const record_comparison& found);

}  // namespace unilateral::study
