/// A report replaces the one before as a whole, or not at all: where its parts are not all there, or the disk takes no
/// more at some point (here: no file longer than so many bytes), the old report stays byte for byte, and nothing is
/// left beside it.

#include "reports/render/figure.hpp"
#include "reports/render/report_folder.hpp"
#include "tests/support/shell.hpp"

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <map>

namespace unilateral::render {
namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (!entry.is_directory())
      files.emplace(fs::relative(entry.path(), folder).generic_string(), shell::contents(entry.path()));
  return files;
}

/// A report of a table, figures and a page, whose texts say which it is.
void write_report(const fs::path& folder, const std::string& which, int rows) {
  const report_folder report(folder);
  figure f{.name = "line_" + which,
           .title = which,
           .caption = "",
           .command = "",
           .data = {{"series", "x", "y"}, {}},
           .panels = {{.layers = {{.as = drawn_as::both, .columns = {2, 3}}}}}};
  for (int k = 0; k < rows; ++k) f.data.rows.push_back({"a", std::to_string(k), std::to_string(k * k % 17)});
  draw({f}, report.figures(), 1);
  write_file(report.tables() / "table.csv", which);
  write_file(report.unfinished() / "results.jsonl", which);
  write_file(report.unfinished() / "index.html", which);
  report.put_in_place();
}

TEST(report_folder, a_new_report_replaces_all_of_the_old_one_and_nothing_else) {
  const shell::own_folder folder;
  const fs::path out = folder.path() / "out";
  write_report(out, "old", 10);
  write_file(out / "mine.txt", "notes");
  fs::create_directories(out / ".cells");
  write_file(out / ".cells/kept", "cell");
  write_report(out, "new", 10);
  const auto files = files_in(out);
  EXPECT_EQ(files.at("index.html") + files.at("results.jsonl") + files.at("tables/table.csv"), "newnewnew");
  EXPECT_EQ(files.at("mine.txt") + files.at(".cells/kept"), "notescell");
  EXPECT_TRUE(files.contains("figures/line_new.svg"));
  EXPECT_FALSE(files.contains("figures/line_old.svg"));
  EXPECT_FALSE(fs::exists(out / ".unfinished"));
}

TEST(report_folder, pages_of_problems_are_parts_of_it) {
  const shell::own_folder folder;
  const fs::path out = folder.path() / "out";
  const auto write = [&](const std::vector<std::string>& pages, const std::vector<std::string>& written) {
    const report_folder report(out);
    for (const char* const part : {"results.jsonl", "index.html"}) write_file(report.unfinished() / part, "all");
    for (const std::string& page : written) write_file(report.unfinished() / page, "one");
    report.put_in_place(pages);
  };
  write({"problem-a.html", "problem-b.html"}, {"problem-a.html", "problem-b.html"});
  write_file(out / "problem-notes.txt", "mine");
  write_file(out / "problem-mine.html", "of nobody's list");
  EXPECT_TRUE(fs::exists(out / "problem-a.html") && fs::exists(out / "problem-b.html"));
  EXPECT_THROW(write({"problem-b.html", "problem-c.html"}, {"problem-b.html"}), std::runtime_error);
  EXPECT_TRUE(fs::exists(out / "problem-a.html")) << "c is missing: the old report stays";
  write({"problem-b.html"}, {"problem-b.html"});
  EXPECT_FALSE(fs::exists(out / "problem-a.html"));
  EXPECT_TRUE(fs::exists(out / "problem-b.html") && fs::exists(out / "problem-notes.txt"));
  EXPECT_TRUE(fs::exists(out / "problem-mine.html"));
}

TEST(report_folder, what_is_not_whole_is_not_put_in_place) {
  const shell::own_folder folder;
  write_report(folder.path(), "old", 10);
  const auto before = files_in(folder.path());
  {
    const report_folder report(folder.path());
    write_file(report.unfinished() / "index.html", "new");  // without results.jsonl
    EXPECT_THROW(report.put_in_place(), std::runtime_error);
  }
  EXPECT_EQ(files_in(folder.path()), before);
  EXPECT_FALSE(fs::exists(folder.path() / ".unfinished"));
}

TEST(report_folder, a_full_disk_leaves_the_old_report) {
  const shell::own_folder folder;
  write_report(folder.path(), "old", 10);
  const auto before = files_in(folder.path());
  int refused = 0;
  // A page of 3 bytes, a script of one thousand, a table and pictures of some ten thousand.
  for (const rlim_t most : {0, 2, 500, 1500, 4000, 6000, 9000, 12000, 15000, 18000}) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      std::signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{most, most};
      ::setrlimit(RLIMIT_FSIZE, &limit);
      try {
        write_report(folder.path(), "new", 2000);
      } catch (const std::exception&) {
        ::_exit(1);
      }
      ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status)) << most;
    if (WEXITSTATUS(status) == 0) break;  // a limit that all files keep
    ++refused;
    EXPECT_EQ(files_in(folder.path()), before) << most;
  }
  EXPECT_GE(refused, 8);
  write_report(folder.path(), "new", 2000);
  EXPECT_EQ(files_in(folder.path()).at("index.html"), "new");
}

/// A program without the files that its pages need says so before any study, and makes no folder.
TEST(report_folder, is_not_begun_without_what_its_pages_need) {
  const shell::own_folder folder;
  const fs::path alone = folder.path() / "unilateral", out = folder.path() / "out";
  fs::copy_file(COMMAND_PATH, alone);
  const shell::outcome found = shell::run(alone.string() + " report --quick --out " + out.string());
  EXPECT_EQ(found.status, 2);
  EXPECT_EQ(std::count(found.err.begin(), found.err.end(), '\n'), 1) << found.err;
  EXPECT_NE(found.err.find("expected proofs and other codes' results"), std::string::npos) << found.err;
  EXPECT_FALSE(fs::exists(out));
}

}  // namespace
}  // namespace unilateral::render
