#pragma once
/// Where results go: standard output, or a file that appears whole or not at all.

#include <filesystem>
#include <fstream>
#include <optional>
#include <ostream>
#include <string>

namespace unilateral::command {

/// Whether two names are of one file, there or not yet; a pipe or a device takes what it is given, and is none.
bool are_one_file(const std::string& a, const std::string& b);

class output {
 public:
  /// No path: standard output. A file is written beside its place and moved there by `commit`.
  /// Throws input_error, which names the option that asked for the file, when it cannot be created.
  explicit output(const std::optional<std::string>& path = std::nullopt, std::string option = "--out");
  /// Removes what was not committed.
  ~output();
  output(const output&) = delete;
  output& operator=(const output&) = delete;

  std::ostream& stream();
  /// Throws input_error when not everything could be written.
  void commit();

 private:
  [[noreturn]] void refuse(const std::string& found) const;

  std::optional<std::string> path_;
  std::string option_;
  std::filesystem::path target_, unfinished_;  ///< `unfinished_` is empty where the target is written directly
  std::ofstream file_;
};

}  // namespace unilateral::command
