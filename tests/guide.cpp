/// What README.md and docs/ tell a reader to type is typed, and what they show is compared with what comes. Of each
/// document, in order and in one copy of what a reader has (README.md, docs, problems, reports/peers):
///
///   (1)  a block with lines that begin with "$ " is a session. Each such line is run by `sh` where the `cd` lines
///        before it in its block lead, with the built command as `unilateral`; it exits with 0 (a session that shows
///        another status ends its line by `; echo $?`). The lines below it, if any, are its standard output: "…" in a
///        line stands for anything, a line that is "…" alone for any lines, a run of spaces for one.
///   (2)  other blocks: a line that begins with `unilateral` names a subcommand that there is, and options that this
///        has.
///   (3)  a block of Python below the name of a file is lines of that file, in order; one of TOML is a problem that
///        reads.
///
/// Comparisons are of text; no tolerance: what may vary says so by "…".

#include "tests/support/shell.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace unilateral {
namespace {

namespace fs = std::filesystem;
using lines = std::vector<std::string>;

const fs::path root = SOURCE_ROOT;

using shell::contents;
using shell::outcome;

lines split(const std::string& text) {
  lines all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

/// Between two fences.
struct block {
  int line;              ///< of its first fence, from 1
  std::string language;  ///< behind the fence
  std::string before;    ///< the last line above it that is not empty
  lines text;
};

std::vector<block> blocks_of(const std::string& document) {
  std::vector<block> found;
  std::string last;
  bool inside = false;
  int number = 0;
  for (const std::string& line : split(document)) {
    ++number;
    if (line.starts_with("```")) {
      if (!inside) found.push_back({number, line.substr(3), last, {}});
      inside = !inside;
    } else if (inside) {
      found.back().text.push_back(line);
    } else if (!line.empty()) {
      last = line;
    }
  }
  EXPECT_FALSE(inside) << "a block without end";
  return found;
}

/// A line typed, and what is shown below it.
struct exchange {
  std::string typed;
  lines shown;
};

std::vector<exchange> session_of(const block& b) {
  std::vector<exchange> all;
  bool goes_on = false;
  for (const std::string& line : b.text) {
    if (goes_on)
      all.back().typed += "\n" + line;
    else if (line.starts_with("$ "))
      all.push_back({line.substr(2), {}});
    else if (!all.empty())
      all.back().shown.push_back(line);
    goes_on = (goes_on || line.starts_with("$ ")) && line.ends_with("\\");
  }
  for (exchange& e : all)
    while (!e.shown.empty() && e.shown.back().empty()) e.shown.pop_back();
  return all;
}

const std::string ellipsis = "…";

/// Runs of spaces as one: columns are as wide as the numbers in them.
std::string with_single_spaces(const std::string& text) {
  std::string all;
  for (const char c : text)
    if (c != ' ' || !all.ends_with(' ')) all += c;
  return all;
}

/// Wildcards by the first place that fits, and the last piece at the end: enough, for what stands between them is text.
bool is_like(const std::string& in_the_document, const std::string& printed) {
  const std::string shown = with_single_spaces(in_the_document), found = with_single_spaces(printed);
  std::vector<std::string> pieces{""};
  for (std::size_t at = 0; at < shown.size();)
    if (shown.compare(at, ellipsis.size(), ellipsis) == 0)
      pieces.emplace_back(), at += ellipsis.size();
    else
      pieces.back() += shown[at++];
  if (pieces.size() == 1) return shown == found;
  if (!found.starts_with(pieces.front())) return false;
  std::size_t at = pieces.front().size();
  for (std::size_t k = 1; k + 1 < pieces.size(); ++k) {
    at = found.find(pieces[k], at);
    if (at == std::string::npos) return false;
    at += pieces[k].size();
  }
  return found.size() >= at + pieces.back().size() && found.ends_with(pieces.back());
}

bool are_like(lines::const_iterator shown, lines::const_iterator shown_end, lines::const_iterator found,
              lines::const_iterator found_end) {
  if (shown == shown_end) return found == found_end;
  if (shown->find_first_not_of(' ') != std::string::npos && shown->substr(shown->find_first_not_of(' ')) == ellipsis) {
    for (auto from = found;; ++from) {
      if (are_like(shown + 1, shown_end, from, found_end)) return true;
      if (from == found_end) return false;
    }
  }
  return found != found_end && is_like(*shown, *found) && are_like(shown + 1, shown_end, found + 1, found_end);
}
bool are_like(const lines& shown, const lines& found) {
  return are_like(shown.begin(), shown.end(), found.begin(), found.end());
}

std::string quoted(const std::string& text) {
  std::string all = "'";
  for (const char c : text) all += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return all + "'";
}

/// By `sh`, in that folder, with the built command first in PATH.
outcome run(const std::string& typed, const fs::path& where) {
  const std::string path = fs::path(COMMAND_PATH).parent_path().string();
  return shell::run("cd " + quoted(where) + " && PATH=" + quoted(path) + ":\"$PATH\" sh -c " + quoted(typed));
}

lines documents() {
  lines all{"README.md"};
  for (const auto& file : fs::recursive_directory_iterator(root / "docs"))
    if (file.path().extension() == ".md") all.push_back(fs::relative(file.path(), root));
  std::sort(all.begin(), all.end());
  return all;
}

/// One document, beside it a copy of what a reader has.
class guide : public testing::TestWithParam<std::string> {
 protected:
  fs::path scratch, copy;
  std::vector<block> blocks;

  void SetUp() override {
    std::string name = testing::TempDir() + "unilateral_guide_XXXXXX";
    scratch = ::mkdtemp(name.data());
    copy = scratch / "unilateral";
    for (const char* const part : {"docs", "problems/text/examples", "reports/peers"}) {
      fs::create_directories((copy / part).parent_path());
      fs::copy(root / part, copy / part, fs::copy_options::recursive);
    }
    fs::copy(root / "README.md", copy / "README.md");
    blocks = blocks_of(contents(root / GetParam()));
  }
  void TearDown() override { fs::remove_all(scratch); }

  std::string place(const block& b) const { return GetParam() + ":" + std::to_string(b.line); }
};

bool is_session(const block& b) {
  return std::any_of(b.text.begin(), b.text.end(), [](const auto& line) { return line.starts_with("$ "); });
}

// (1)
TEST_P(guide, shows_what_comes) {
  for (const block& b : blocks) {
    if (!is_session(b)) continue;
    fs::path where = copy;
    for (const exchange& e : session_of(b)) {
      if (e.typed.starts_with("cd ")) {
        where /= e.typed.substr(3);
        ASSERT_TRUE(fs::is_directory(where)) << place(b) << ": " << e.typed;
        continue;
      }
      const outcome found = run(e.typed, where);
      EXPECT_EQ(found.status, 0) << place(b) << ": $ " << e.typed << "\n" << found.err;
      EXPECT_TRUE(e.shown.empty() || are_like(e.shown, split(found.out)))
          << place(b) << ": $ " << e.typed << "\nprints\n"
          << found.out << found.err;
    }
  }
}

// (2)
TEST_P(guide, knows_what_the_command_takes) {
  static std::map<std::string, outcome> help_of;
  const std::regex option("(^|[ \\[|])(--[a-z][a-z-]*)");
  for (const block& b : blocks) {
    if (is_session(b)) continue;
    for (const std::string& line : b.text) {
      if (!line.starts_with("unilateral ")) continue;
      std::string words = std::regex_replace(line, std::regex("'[^']*'"), "''");  // what is quoted is another's
      if (const auto remark = words.find("   "); remark != std::string::npos) words.erase(remark);
      const std::string subcommand = words.substr(11, words.find(' ', 11) - 11);
      for (const std::string& one : [&] {  // "problems|solvers|claims"
             lines all;
             std::istringstream in(subcommand);
             for (std::string name; std::getline(in, name, '|');) all.push_back(name);
             return all;
           }()) {
        if (!help_of.contains(one)) help_of[one] = run("unilateral " + one + " --help", copy);
        const outcome& help = help_of[one];
        ASSERT_EQ(help.status, 0) << place(b) << ": " << line;
        for (std::sregex_iterator o(words.begin(), words.end(), option), none; o != none; ++o)
          EXPECT_TRUE(std::regex_search(help.out, std::regex((*o)[2].str() + "($|[^a-z-])")))
              << place(b) << ": " << one << " has no " << (*o)[2].str() << ", in: " << line;
      }
    }
  }
}

// (3)
TEST_P(guide, quotes_files_that_are_there) {
  const std::regex file("`(docs/[^`]*)`");
  for (const block& b : blocks) {
    std::smatch named;
    if (b.language == "python" && std::regex_search(b.before, named, file)) {
      const lines whole = split(contents(root / named[1].str()));
      auto at = whole.begin();
      for (const std::string& line : b.text) {
        at = std::find(at, whole.end(), line);
        ASSERT_NE(at, whole.end()) << place(b) << ": " << named[1].str() << " does not have, in this order: " << line;
        ++at;
      }
    }
    if (b.language == "toml") {
      std::ofstream out(scratch / "quoted.toml");
      for (const std::string& line : b.text) out << line << '\n';
      out.close();
      const outcome read = run("unilateral export ../quoted.toml", copy);
      EXPECT_EQ(read.status, 0) << place(b) << ": " << read.err;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(of, guide, testing::ValuesIn(documents()), [](const auto& document) {
  return std::regex_replace(document.param, std::regex("[^A-Za-z0-9]+"), "_");
});

// Controls of what compares: what differs is seen, also behind what may vary.
TEST(guide_comparison, sees_another_text) {
  EXPECT_TRUE(is_like("sup q  0.9… ± 0.1…  holds", "sup q  0.958 ± 0.142  holds"));
  EXPECT_FALSE(is_like("sup q  0.9… ± 0.1…  holds", "sup q  0.958 ± 0.142  FAILS"));
  EXPECT_FALSE(is_like("sup q  0.9… ± 0.1…  holds", "sup q  1.01 ± 0.142  holds"));
  EXPECT_TRUE(is_like("a  b", "a    b"));
  EXPECT_FALSE(is_like("a  b", "ab"));
  EXPECT_FALSE(is_like("a…", "ba"));
  EXPECT_FALSE(is_like("ab…ba", "aba"));
  EXPECT_TRUE(are_like({"a", "…", "d"}, {"a", "b", "c", "d"}));
  EXPECT_TRUE(are_like({"a", "…"}, {"a"}));
  EXPECT_FALSE(are_like({"a", "…", "d"}, {"a", "b", "c"}));
  EXPECT_FALSE(are_like({"a"}, {"a", "b"}));
  EXPECT_FALSE(are_like({"a", "b"}, {"a"}));
}

TEST(guide_comparison, reads_a_session) {
  const std::vector<block> found = blocks_of("text\n```\n$ cd x\n$ one \\\n  two\nshown\n\n$ three\n```\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].before, "text");
  const std::vector<exchange> session = session_of(found[0]);
  ASSERT_EQ(session.size(), 3u);
  EXPECT_EQ(session[1].typed, "one \\\n  two");
  EXPECT_EQ(session[1].shown, lines{"shown"});
  EXPECT_TRUE(session[2].shown.empty());
}

}  // namespace
}  // namespace unilateral
