/// What a reader does first, `./reproduce --quick`: all studies of the quick grid, the claims, and the report of them,
/// by the command. All is as declared, no cell is missing, and every page that the index names is there.

#include "tests/support/shell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace unilateral {
namespace {

TEST(whole_report, is_written_and_all_is_as_declared) {
  const shell::own_folder folder;
  const shell::outcome made =
      shell::run(COMMAND_PATH " report --quick --jobs 2 --out " + folder.path().string() + "/report");
  EXPECT_EQ(made.status, 0) << made.err.substr(made.err.size() - std::min<std::size_t>(made.err.size(), 4000));
  EXPECT_THAT(made.err, testing::HasSubstr(", 0 not as declared\n"));
  const std::string index = shell::contents(folder.path() / "report" / "index.html");
  std::set<std::string> pages;
  const std::regex link("href=\"([a-zA-Z0-9_-]+\\.html)");
  for (std::sregex_iterator at(index.begin(), index.end(), link), end; at != end; ++at) pages.insert((*at)[1]);
  EXPECT_GT(pages.size(), 8u) << index.substr(0, 2000);
  for (const std::string& page : pages)
    EXPECT_TRUE(std::filesystem::file_size(folder.path() / "report" / page) > 0) << page;
}

}  // namespace
}  // namespace unilateral
