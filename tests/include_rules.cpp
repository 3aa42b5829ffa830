/// Who may include whom: a white list, a row a folder; what is in no row is forbidden. It keeps questions, answers and
/// judges in different rooms. The linker holds the first of them too: a solver's library links `language` alone
/// (tests/link_rules.cpp). Includes of the project are written from its root.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

using file_set = std::map<std::string, std::string>;  // path from the root → text

bool within(const std::string& path, const std::string& folder) { return path.rfind(folder + "/", 0) == 0; }

struct included {
  int line;
  std::string to;
};

std::vector<included> includes_of(const std::string& text) {
  static const std::regex include(R"x(^\s*#\s*include\s*"([^"]*)")x");
  std::vector<included> found;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number)
    if (std::smatch match; line.find('#') != std::string::npos && std::regex_search(line, match, include))
      found.push_back({number, match[1]});
  return found;
}

/// A folder: all that is in it and below; one that ends in "/.": the files that stand directly in it.
struct rule {
  std::string from;
  std::vector<std::string> to;
};

/// The first row that a file is in holds for it.
const std::vector<rule>& white_list() {
  static const std::vector<rule> rows = {
      {"problems/language", {"problems/language"}},
      {"problems/answers", {"problems/language", "problems/answers"}},  // neither the judge …
      {"problems/judge", {"problems/language", "problems/judge"}},      // … nor an answer's origin
      {"problems/text", {"problems/language", "problems/answers", "problems/text"}},
      {"problems", {"problems/language", "problems/answers"}},
      {"solvers/*",
       {"problems/language", "solvers/*"}},  // * is one name, the same on both sides: no solver sees another
      {"proofs/certificates", {"proofs/certificates"}},  // it checks what others compute and write
      {"proofs/enclosures/defect",
       {"problems/language", "proofs/enclosures/.", "proofs/enclosures/defect"}},  // two engines that prove
      {"proofs/enclosures/lohner",
       {"problems/language", "proofs/enclosures/.", "proofs/enclosures/lohner"}},  // the same theorems
      {"proofs/enclosures", {"problems/language", "proofs/enclosures"}},
      {"reports/certify",
       {"problems/language", "reports/certify"}},  // it writes certificates: neither a solver nor a checker
      {"reports/study",
       {"problems/language", "problems/answers", "problems/judge", "solvers", "proofs/enclosures", "reports/study"}},
      {"reports", {"problems", "solvers", "proofs", "reports"}},
      {"bench", {"problems", "solvers", "reports", "bench", "tests/support"}},  // what is timed is what is tested
      {"tests", {"problems", "solvers", "proofs", "reports", "tests"}}};
  return rows;
}

/// The name that stands for * where `path` is in `folder`; nothing where it is not.
std::optional<std::string> matched(const std::string& path, const std::string& folder) {
  if (folder.ends_with("/.")) {
    const std::string begin = folder.substr(0, folder.size() - 1);
    return path.starts_with(begin) && path.find('/', begin.size()) == std::string::npos ? std::optional<std::string>("")
                                                                                        : std::nullopt;
  }
  if (!folder.ends_with("/*")) return within(path, folder) ? std::optional<std::string>("") : std::nullopt;
  const std::string begin = folder.substr(0, folder.size() - 1);
  const std::size_t end = path.find('/', begin.size());
  if (!path.starts_with(begin) || end == std::string::npos) return {};
  return path.substr(begin.size(), end - begin.size());
}

bool allowed(const std::string& from, const std::string& to) {
  for (const rule& row : white_list())
    if (const auto mine = matched(from, row.from))
      return std::any_of(row.to.begin(), row.to.end(), [&](const std::string& folder) {
        const auto other = matched(to, folder);
        return other && (*other == *mine || !folder.ends_with("/*"));
      });
  return false;
}

/// "file:line: what is wrong", one for each include that breaks a rule.
std::vector<std::string> violations(const file_set& files) {
  std::vector<std::string> found;
  for (const auto& [path, text] : files)
    for (const auto& [line, to] : includes_of(text)) {
      const std::string at = path + ":" + std::to_string(line) + ": ";
      if (!files.contains(to))
        found.push_back(at + "expected a file of the project named from its root, found \"" + to + "\"");
      else if (!allowed(path, to))
        found.push_back(at + "may not include \"" + to + "\"");
    }
  return found;
}

file_set project() {
  file_set files;
  const std::filesystem::path root = SOURCE_ROOT;
  for (const char* folder : {"problems", "solvers", "proofs", "bench", "tests", "reports"}) {
    if (!std::filesystem::exists(root / folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension().string();
      if (!entry.is_regular_file() ||
          (extension != ".hpp" && extension != ".cpp" && extension != ".h" && extension != ".cc"))
        continue;
      const std::string path = std::filesystem::relative(entry.path(), root).generic_string();
      if (within(path, "reports/out")) continue;
      std::ostringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      files.emplace(path, text.str());
    }
  }
  return files;
}

TEST(include_rules, hold_in_the_whole_project) {
  const file_set files = project();
  // Each row of the list is about something, so that a folder that was renamed does not leave its row behind.
  for (const rule& row : white_list())
    EXPECT_TRUE(std::any_of(files.begin(), files.end(), [&](const auto& file) {
      return matched(file.first, row.from).has_value();
    })) << row.from;
  EXPECT_THAT(violations(files), testing::IsEmpty());
}

TEST(include_rules, planted_faults_are_reported) {
  const file_set good = {{"problems/language/scalar.hpp", ""},
                         {"problems/answers/reference.hpp", "#include \"problems/language/scalar.hpp\"\n"},
                         {"problems/judge/distance.hpp", "#include \"problems/language/scalar.hpp\"\n"},
                         {"problems/judge/verdict.hpp", "#include \"problems/judge/distance.hpp\"\n"},
                         {"problems/text/file.hpp", "#include \"problems/answers/reference.hpp\"\n"},
                         {"problems/ball.hpp", "#include \"problems/answers/reference.hpp\"\n"},
                         {"solvers/one/one.hpp", "#include <vector>\n#include \"problems/language/scalar.hpp\"\n"},
                         {"solvers/one/one.cpp", "#include \"solvers/one/one.hpp\"\n"},
                         {"solvers/two/two.hpp", ""},
                         {"solvers/onerous/one.hpp", ""},
                         {"proofs/enclosures/enclosure.hpp", ""},
                         {"proofs/enclosures/defect/ball.hpp", "#include \"proofs/enclosures/enclosure.hpp\"\n"},
                         {"proofs/enclosures/lohner/interval.hpp", "#include \"proofs/enclosures/enclosure.hpp\"\n"},
                         {"proofs/enclosures/enclose.cpp", "#include \"proofs/enclosures/defect/ball.hpp\"\n"},
                         {"proofs/certificates/check.hpp", ""},
                         {"proofs/certificates/check.cpp", "#include \"proofs/certificates/check.hpp\"\n"},
                         {"reports/certify/certify.cpp", "#include \"problems/language/scalar.hpp\"\n"},
                         {"reports/claims/claims.cpp", "#include \"proofs/certificates/check.hpp\"\n"},
                         {"reports/study/study.hpp", "#include \"solvers/one/one.hpp\"\n"},
                         {"bench/cost.cpp", "#include \"reports/study/study.hpp\"\n"},
                         {"tests/law.cpp", "#include \"reports/study/study.hpp\"\n"}};
  EXPECT_THAT(violations(good), testing::IsEmpty());
  const std::pair<const char*, const char*> faults[] = {
      {"solvers/one/one.cpp", "solvers/two/two.hpp"},
      {"solvers/one/one.cpp", "solvers/onerous/one.hpp"},
      {"solvers/one/one.cpp", "problems/judge/distance.hpp"},
      {"solvers/one/one.cpp", "problems/judge/verdict.hpp"},
      {"solvers/one/one.cpp", "problems/answers/reference.hpp"},
      {"solvers/one/one.cpp", "problems/text/file.hpp"},
      {"solvers/one/one.cpp", "problems/ball.hpp"},
      {"solvers/one/one.cpp", "one.hpp"},
      {"problems/language/scalar.hpp", "problems/judge/distance.hpp"},
      {"problems/language/scalar.hpp", "problems/answers/reference.hpp"},
      {"problems/language/scalar.hpp", "problems/ball.hpp"},
      {"problems/judge/distance.hpp", "problems/answers/reference.hpp"},
      {"problems/judge/distance.hpp", "problems/ball.hpp"},
      {"problems/answers/reference.hpp", "problems/judge/distance.hpp"},
      {"problems/answers/reference.hpp", "solvers/one/one.hpp"},
      {"problems/text/file.hpp", "problems/judge/distance.hpp"},
      {"problems/ball.hpp", "problems/judge/distance.hpp"},
      {"problems/ball.hpp", "solvers/one/one.hpp"},
      {"proofs/certificates/check.cpp", "solvers/one/one.hpp"},
      {"proofs/certificates/check.cpp", "problems/language/scalar.hpp"},
      {"proofs/enclosures/defect/ball.hpp", "proofs/enclosures/lohner/interval.hpp"},
      {"proofs/enclosures/lohner/interval.hpp", "proofs/enclosures/defect/ball.hpp"},
      {"proofs/enclosures/enclose.cpp", "solvers/one/one.hpp"},
      {"proofs/enclosures/enclose.cpp", "problems/answers/reference.hpp"},
      {"reports/certify/certify.cpp", "proofs/certificates/check.hpp"},
      {"reports/certify/certify.cpp", "solvers/one/one.hpp"},
      {"reports/study/study.hpp", "tests/law.cpp"},
      {"reports/study/study.hpp", "proofs/certificates/check.hpp"},
      {"bench/cost.cpp", "tests/law.cpp"},
      {"bench/cost.cpp", "no/such/file.hpp"}};
  for (const auto& [from, to] : faults) {
    file_set spoiled = good;
    spoiled[from] = "// one line before\n  #  include \"" + std::string(to) + "\"\n";
    const auto found = violations(spoiled);
    ASSERT_EQ(found.size(), 1u) << from << " → " << to;
    EXPECT_THAT(found[0], testing::AllOf(testing::StartsWith(std::string(from) + ":2: "), testing::HasSubstr(to)));
  }
}

}  // namespace
