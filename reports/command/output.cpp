#include "reports/command/output.hpp"

#include "problems/language/input_error.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <utility>

namespace unilateral::command {

bool are_one_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  const std::filesystem::path first = std::filesystem::weakly_canonical(a, ignored),
                              second = std::filesystem::weakly_canonical(b, ignored);
  const bool device = std::filesystem::exists(first, ignored) && !std::filesystem::is_regular_file(first, ignored);
  return first == second && !device;
}

output::output(const std::optional<std::string>& path, std::string option) : path_(path), option_(std::move(option)) {
  if (!path) return;
  std::error_code ignored;
  target_ = std::filesystem::weakly_canonical(*path, ignored);  // through a link, the file it names
  if (target_.empty()) target_ = *path;
  const bool device = std::filesystem::exists(target_, ignored) && !std::filesystem::is_regular_file(target_, ignored);
  if (std::filesystem::is_directory(target_, ignored)) refuse(std::strerror(EISDIR));
  // A pipe or a device stays where it is.
  if (!device)
    unfinished_ =
        target_.parent_path() / ("." + target_.filename().string() + "." + std::to_string(::getpid()) + ".unfinished");
  errno = 0;
  file_.open(device ? target_ : unfinished_, std::ios::binary | std::ios::trunc);
  if (!file_) {
    unfinished_.clear();
    refuse(std::strerror(errno != 0 ? errno : EIO));
  }
}

output::~output() {
  std::error_code ignored;
  if (!unfinished_.empty()) std::filesystem::remove(unfinished_, ignored);
}

std::ostream& output::stream() {
  if (path_) return file_;
  return std::cout;
}

void output::commit() {
  const bool failed_before = !stream();  // when a full buffer was written out; the reason is found by writing once more
  stream().clear();
  errno = 0;
  stream().flush();
  if (failed_before || !stream()) refuse(std::strerror(errno != 0 ? errno : EIO));
  if (path_) file_.close();
  if (!stream()) refuse(std::strerror(errno != 0 ? errno : EIO));
  if (unfinished_.empty()) return;
  std::error_code failed;
  std::filesystem::rename(unfinished_, target_, failed);
  if (failed) refuse(failed.message());
  unfinished_.clear();
}

void output::refuse(const std::string& found) const {
  throw input_error((path_ ? option_ + ": " + *path_ : "standard output") +
                    ": expected to write the results there, found: " + found);
}

}  // namespace unilateral::command
