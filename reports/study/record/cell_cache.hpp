#pragma once
/// Finished cells on disk, so that a killed run resumes. One file a task; its name is the hash of
///
///     (task, options that change numbers, code identity = hash of the running program's file):
///
/// a rebuilt program never meets an old number. Its first line repeats what was hashed, so that two tasks of one hash
/// are not taken for each other; its second is a seal, the number of records and a checksum of all; then a record a
/// line. What was cut, or changed by hand, or states a verdict that its facts contradict (consistency.hpp) is no cell:
/// it runs again, as does a task with an error, a failure or an undecided verdict, which is not kept.

#include "reports/study/record/record.hpp"

#include <optional>
#include <string>

namespace unilateral::study {

/// FNV-1a, 64 bits.
std::uint64_t stable_hash(const std::string& bytes);

/// Of the program that runs, from its file; computed once.
const std::string& code_identity();

class cell_cache {
 public:
  /// No directory: keeps nothing. Throws input_error when the directory can't be made.
  cell_cache(std::string directory, std::string code, bool quick);

  /// What was kept of this task; nothing where there is none, or a file that is not whole or not consistent.
  std::optional<results> find(const std::string& task) const;
  /// Written whole under another name, then renamed: a killed run leaves no half file under the right name.
  void keep(const std::string& task, const results& found) const;

 private:
  std::string path_of(const std::string& task) const;
  std::string directory_, key_;
};

}  // namespace unilateral::study
