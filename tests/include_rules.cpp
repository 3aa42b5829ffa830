/// Who may include whom: what keeps questions, answers and judges in different rooms.
///   problems/language → itself;   problems → problems;   solvers/<s> → problems/language without the judge, and itself only;
///   proofs → problems, never solvers; the two engines of proofs/enclosures not each other; proofs/certificates → itself only: it checks what
///   others compute and write;
///   bench, tests, reports → anything of problems, solvers, and of their own; bench and tests also of reports; reports and tests also of proofs, but
///   reports/certify, which writes certificates, → problems and itself: neither a solver nor a checker;
///   bench of tests/support too: what is timed is what is tested.
/// Includes of the project are written from its root.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using file_set = std::map<std::string, std::string>;  // path from the root → text

bool within(const std::string& path, const std::string& folder) { return path.rfind(folder + "/", 0) == 0; }

/// "solvers/sweeping" of "solvers/sweeping/step.hpp".
std::string two_folders(const std::string& path) { return path.substr(0, path.find('/', path.find('/') + 1)); }

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
    if (std::smatch match; line.find('#') != std::string::npos && std::regex_search(line, match, include)) found.push_back({number, match[1]});
  return found;
}

/// Headers of the language by which answers are judged, and those that reach one of them: no solver sees any.
std::set<std::string> judges(const file_set& files) {
  std::set<std::string> found;
  for (const char* stem : {"polynomial", "distance", "residual", "reference", "quantity", "closed_form", "gauss", "common_pieces"})
    found.insert("problems/language/" + std::string(stem) + ".hpp");
  for (std::size_t before = 0; before != found.size();) {
    before = found.size();
    for (const auto& [path, text] : files)
      if (within(path, "problems/language") && path.ends_with(".hpp"))
        for (const included& i : includes_of(text))
          if (found.contains(i.to)) found.insert(path);
  }
  return found;
}

/// Two engines that prove the same theorems: neither sees the other.
constexpr const char *defect = "proofs/enclosures/defect", *lohner = "proofs/enclosures/lohner";

bool allowed(const std::string& from, const std::string& to, const std::set<std::string>& hidden) {
  if (within(from, "problems/language")) return within(to, "problems/language");
  if (within(from, "problems")) return within(to, "problems");
  if (within(from, "solvers")) return two_folders(to) == two_folders(from) || (within(to, "problems/language") && !hidden.contains(to));
  for (const auto& [mine, other] : {std::pair(defect, lohner), std::pair(lohner, defect)})
    if (within(from, mine) && within(to, other)) return false;
  if (within(from, "proofs/certificates")) return within(to, "proofs/certificates");
  if (within(from, "proofs")) return within(to, "problems") || within(to, "proofs");
  if (within(from, "bench")) return !within(to, "proofs") && (!within(to, "tests") || within(to, "tests/support"));
  if (within(from, "tests")) return !within(to, "bench");
  if (within(from, "reports/certify")) return within(to, "problems") || within(to, "reports/certify");
  if (within(from, "reports")) return within(to, "problems") || within(to, "proofs") || within(to, "solvers") || within(to, "reports");
  return false;
}

/// "file:line: what is wrong", one for each include that breaks a rule.
std::vector<std::string> violations(const file_set& files) {
  const std::set<std::string> hidden = judges(files);
  std::vector<std::string> found;
  for (const auto& [path, text] : files)
    for (const auto& [line, to] : includes_of(text)) {
      const std::string at = path + ":" + std::to_string(line) + ": ";
      if (!files.contains(to))
        found.push_back(at + "expected a file of the project named from its root, found \"" + to + "\"");
      else if (!allowed(path, to, hidden))
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
      if (!entry.is_regular_file() || (extension != ".hpp" && extension != ".cpp" && extension != ".h" && extension != ".cc")) continue;
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
  EXPECT_GT(files.size(), 30u);
  EXPECT_TRUE(files.contains("problems/language/scalar.hpp"));
  EXPECT_THAT(violations(files), testing::IsEmpty());
}

TEST(include_rules, planted_faults_are_reported) {
  const file_set good = {{"problems/language/scalar.hpp", ""},
                         {"problems/language/distance.hpp", "#include \"problems/language/scalar.hpp\"\n"},
                         {"problems/language/verdict.hpp", "#include \"problems/language/distance.hpp\"\n"},
                         {"problems/ball.hpp", "#include \"problems/language/scalar.hpp\"\n"},
                         {"solvers/one/one.hpp", "#include <vector>\n#include \"problems/language/scalar.hpp\"\n"},
                         {"solvers/one/one.cpp", "#include \"solvers/one/one.hpp\"\n"},
                         {"solvers/two/two.hpp", ""},
                         {"proofs/enclosures/enclosure.hpp", ""},
                         {"proofs/enclosures/defect/ball.hpp", "#include \"proofs/enclosures/enclosure.hpp\"\n"},
                         {"proofs/enclosures/lohner/interval.hpp", "#include \"proofs/enclosures/enclosure.hpp\"\n"},
                         {"proofs/enclosures/enclose.cpp", "#include \"problems/ball.hpp\"\n"},
                         {"proofs/certificates/check.hpp", ""},
                         {"proofs/certificates/check.cpp", "#include \"proofs/certificates/check.hpp\"\n"},
                         {"reports/certify/certify.cpp", "#include \"problems/ball.hpp\"\n"},
                         {"reports/claims/claims.cpp", "#include \"proofs/certificates/check.hpp\"\n"},
                         {"reports/study/study.hpp", "#include \"solvers/one/one.hpp\"\n"},
                         {"bench/cost.cpp", "#include \"reports/study/study.hpp\"\n"},
                         {"tests/law.cpp", "#include \"reports/study/study.hpp\"\n"}};
  EXPECT_THAT(violations(good), testing::IsEmpty());
  const std::pair<const char*, const char*> faults[] = {{"solvers/one/one.cpp", "solvers/two/two.hpp"},
                                                        {"solvers/one/one.cpp", "problems/language/distance.hpp"},
                                                        {"solvers/one/one.cpp", "problems/language/verdict.hpp"},
                                                        {"solvers/one/one.cpp", "problems/ball.hpp"},
                                                        {"solvers/one/one.cpp", "one.hpp"},
                                                        {"problems/language/scalar.hpp", "problems/ball.hpp"},
                                                        {"problems/ball.hpp", "solvers/one/one.hpp"},
                                                        {"proofs/certificates/check.cpp", "solvers/one/one.hpp"},
                                                        {"proofs/enclosures/defect/ball.hpp", "proofs/enclosures/lohner/interval.hpp"},
                                                        {"proofs/enclosures/lohner/interval.hpp", "proofs/enclosures/defect/ball.hpp"},
                                                        {"proofs/enclosures/enclose.cpp", "solvers/one/one.hpp"},
                                                        {"proofs/certificates/check.cpp", "problems/language/scalar.hpp"},
                                                        {"reports/certify/certify.cpp", "proofs/certificates/check.hpp"},
                                                        {"reports/certify/certify.cpp", "solvers/one/one.hpp"},
                                                        {"reports/study/study.hpp", "tests/law.cpp"},
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
