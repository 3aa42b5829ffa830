#pragma once
/// A report replaces the one before as a whole, or not at all.

#include <filesystem>
#include <string>
#include <vector>

namespace unilateral::render {

/// What a report is written to: `.unfinished` in its folder, whose parts (tables, figures, results.jsonl, index.html)
/// change places with those of the report before when all of them are there. A full disk or a run that ends before
/// leaves the old report as it was; nothing else in the folder is touched.
class report_folder {
 public:
  /// Makes the folder, and empty folders for tables and figures in the unfinished one. Throws std::filesystem errors.
  explicit report_folder(const std::filesystem::path& folder);
  /// Removes what was not put in place, and after `put_in_place` the old report.
  ~report_folder();
  report_folder(const report_folder&) = delete;
  report_folder& operator=(const report_folder&) = delete;

  const std::filesystem::path& unfinished() const { return unfinished_; }
  std::filesystem::path tables() const { return unfinished_ / "tables"; }
  std::filesystem::path figures() const { return unfinished_ / "figures"; }

  /// pages: names of further pages and files. The first page last: what it links to is there before it. Each part is
  /// exchanged by one step of the system, so that none is missing at any time; pages of before that are none now go
  /// then (`.pages` lists them). Throws std::runtime_error, with the old report as it was, unless all parts are there.
  void put_in_place(const std::vector<std::string>& pages = {}) const;

 private:
  std::filesystem::path folder_, unfinished_;
};

}  // namespace unilateral::render
