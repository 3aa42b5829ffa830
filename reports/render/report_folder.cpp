#include "reports/render/report_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>

namespace unilateral::render {
namespace {

namespace fs = std::filesystem;

constexpr std::array parts_of_a_report{"tables", "figures", "results.jsonl", "index.html"};

/// Two names change what they are of; where a file system has no such step, the old one goes first.
void exchange_names(const fs::path& fresh, const fs::path& old) {
  if (!fs::exists(fs::symlink_status(old))) return fs::rename(fresh, old);
  if (::renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, old.c_str(), RENAME_EXCHANGE) == 0) return;
  if (errno != EINVAL && errno != ENOSYS)
    throw std::runtime_error(old.string() + ": expected that it can be replaced, found: " + std::strerror(errno));
  fs::remove_all(old);
  fs::rename(fresh, old);
}

}  // namespace

report_folder::report_folder(const fs::path& folder) : folder_(folder), unfinished_(folder / ".unfinished") {
  fs::remove_all(unfinished_);
  fs::create_directories(tables());
  fs::create_directories(figures());
}

report_folder::~report_folder() {
  std::error_code ignored;
  fs::remove_all(unfinished_, ignored);
}

void report_folder::put_in_place() const {
  for (const char* const part : parts_of_a_report)
    if (!fs::exists(unfinished_ / part))
      throw std::runtime_error((unfinished_ / part).string() + ": expected a part of the report, found none");
  for (const char* const part : parts_of_a_report) exchange_names(unfinished_ / part, folder_ / part);
}

}  // namespace unilateral::render
