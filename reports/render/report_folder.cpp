#include "reports/render/report_folder.hpp"

#include "reports/render/figure.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace unilateral::render {
namespace {

namespace fs = std::filesystem;

/// What a report wrote beside its first page, a name a line.
constexpr auto list_of_pages = ".pages";

/// In the order in which they are exchanged.
std::vector<std::string> parts_of_a_report(const std::vector<std::string>& pages) {
  std::vector<std::string> parts{"tables", "figures", "results.jsonl"};
  parts.insert(parts.end(), pages.begin(), pages.end());
  parts.push_back("index.html");
  return parts;
}

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

void report_folder::put_in_place(const std::vector<std::string>& pages) const {
  const std::vector<std::string> parts = parts_of_a_report(pages);
  std::string list;
  for (const std::string& page : pages) list += page + "\n";
  write_file(unfinished_ / list_of_pages, list);
  for (const std::string& part : parts)
    if (!fs::exists(unfinished_ / part))
      throw std::runtime_error((unfinished_ / part).string() + ": expected a part of the report, found none");
  for (const std::string& part : parts) exchange_names(unfinished_ / part, folder_ / part);
  if (std::ifstream before(folder_ / list_of_pages); before)
    for (std::string page; std::getline(before, page);)
      if (std::find(pages.begin(), pages.end(), page) == pages.end() && page.ends_with(".html") &&
          page.find('/') == std::string::npos)
        fs::remove(folder_ / page);
  exchange_names(unfinished_ / list_of_pages, folder_ / list_of_pages);
}

}  // namespace unilateral::render
