#pragma once
/// A folder that appears whole or not at all.

#include "problems/language/input_error.hpp"
#include "reports/render/figure.hpp"

#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace unilateral::command {

/// A folder that is removed unless it was moved to its place.
class unfinished_folder {
 public:
  explicit unfinished_folder(std::filesystem::path target) : target_(std::move(target)) {
    std::error_code failed;
    if (std::filesystem::exists(target_, failed) &&
        (!std::filesystem::is_directory(target_, failed) || !std::filesystem::is_empty(target_, failed)))
      refuse("one that holds something");
    here_ =
        target_.parent_path() / ("." + target_.filename().string() + "." + std::to_string(::getpid()) + ".unfinished");
    std::filesystem::create_directories(here_, failed);
    if (failed) refuse(failed.message());
  }
  ~unfinished_folder() {
    std::error_code ignored;
    if (!done_) std::filesystem::remove_all(here_, ignored);
  }
  unfinished_folder(const unfinished_folder&) = delete;
  unfinished_folder& operator=(const unfinished_folder&) = delete;

  /// Where it grows until `commit`.
  const std::filesystem::path& here() const { return here_; }

  /// A folder within.
  void add(const std::string& path) {
    std::error_code failed;
    std::filesystem::create_directories(here_ / path, failed);
    if (failed) refuse(failed.message());
  }
  void write(const std::string& path, const std::string& text) {
    try {
      render::write_file(here_ / path, text);
    } catch (const std::runtime_error& error) {
      refuse(error.what());
    }
  }
  void commit() {
    std::error_code failed;
    std::filesystem::rename(here_, target_, failed);
    if (failed) refuse(failed.message());
    done_ = true;
  }

 private:
  [[noreturn]] void refuse(const std::string& found) const {
    throw input_error("--out: " + target_.string() + ": expected a folder that is new or empty and can be written, " +
                      "found: " + found);
  }

  std::filesystem::path target_, here_;
  bool done_ = false;
};

}  // namespace unilateral::command
