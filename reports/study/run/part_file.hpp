#pragma once
/// A part of a run as a file, shard.jsonl in a folder of its own: written on one machine, put together with the others
/// on another.
///
///     {"type": …, "program": …, "version": …, "part": "2/8", "asked": {…}, "seal": …}
///     then blocks: a line that says what it is of, {…, "records": 3}, and that many records, a line each
///
/// The seal is that of results_file.hpp, over all other fields of the first line and the lines that follow.

#include "reports/study/run/options.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace unilateral::study {

struct part_block {
  std::string head{};  ///< a JSON object; the number of records is added to it
  std::vector<std::string> records{};
};

struct part_file {
  shard part{};
  std::string asked{};  ///< how the run was asked for, a JSON object: the same in all parts
  std::vector<part_block> blocks{};
  std::filesystem::path path{};  ///< where it was read
};

/// "2/8". Throws input_error, naming the option, unless it is i/n with 1 ≤ i ≤ n ≤ 100 000.
shard shard_from(const std::string& option, const std::string& text);

/// Writes `folder`/shard.jsonl, whole or not at all. Throws input_error where it cannot.
void write_part_file(const std::filesystem::path& folder, const std::string& type, const part_file& content);

/// Of the part in this folder. Throws input_error where there is none.
std::string type_of_part(const std::filesystem::path& folder);

/// Reads the parts in these folders, in the order of their numbers. in_words: what was asked, for messages. Throws
/// input_error (folder, what was expected, what was found) unless each is whole, of this type and of this program, all
/// are of one run, each part is there, and none is there twice.
std::vector<part_file> read_part_files(const std::vector<std::filesystem::path>& folders, const std::string& type,
                                       const std::function<std::string(const std::string& asked)>& in_words);

/// Does `reading`, of blocks of this part; what is wrong there is thrown as input_error, with the path in front.
void read_of_part(const part_file& from, const std::function<void()>& reading);

}  // namespace unilateral::study
