/// The catalogue as a book: every entry complete, every name usable, every citation in the bibliography, every number
/// exact.

#include "problems/answers/problem.hpp"
#include "problems/language/admissibility.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace unilateral {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(catalogue, names_are_unique_and_well_formed) {
  const std::regex form("[a-z][a-z0-9_]*");
  std::set<std::string> names;
  for (const problem& p : catalogue()) {
    EXPECT_TRUE(std::regex_match(p.name, form)) << p.name;
    EXPECT_TRUE(names.insert(p.name).second) << p.name << " appears twice";
  }
  EXPECT_GE(names.size(), 40U);
}

TEST(catalogue, every_entry_is_complete) {
  for (const problem& p : catalogue()) {
    EXPECT_FALSE(p.title.empty()) << p.name;
    EXPECT_EQ(p.title.find('\n'), std::string::npos) << p.name;
    EXPECT_GE(p.description.size(), 20U) << p.name;
    EXPECT_NE(p.figure.find('\n'), std::string::npos) << p.name;
    EXPECT_FALSE(p.source.empty()) << p.name;
    EXPECT_TRUE(static_cast<bool>(p.answer)) << p.name;
    if (!p.study_until.empty()) {
      EXPECT_TRUE(p.convergence_study) << p.name;
      EXPECT_GT(exact_rational(p.study_until), 0) << p.name;
    }
  }
}

/// Derived, or published, or found by two methods that share no code.
TEST(catalogue, every_reference_says_how_it_is_known) {
  for (const problem& p : catalogue())
    std::visit(
        [&](const auto& question) {
          const auto bound = with_values(question);
          const reference<real50> known =
              p.answer.at<real50>(values_of<real50>(bound.parameters), constant_value<real50>(bound.horizon));
          EXPECT_FALSE(known.from.source.empty()) << p.name;
          EXPECT_FALSE(known.values.empty()) << p.name;
          EXPECT_GE(known.digits, 30) << p.name;
          if (known.from.from != origin::computed) return;
          EXPECT_FALSE(known.from.maker.empty()) << p.name;
          std::set<std::string> methods(known.from.confirmed_by.begin(), known.from.confirmed_by.end());
          methods.erase(known.from.maker);
          for (const std::string& method : methods) EXPECT_NO_THROW(study::find_solver(method)) << p.name;
          EXPECT_GE(methods.size(), 1U) << p.name << " is computed by one method only";
        },
        p.question);
}

TEST(catalogue, every_question_can_be_asked) {
  for (const problem& p : catalogue()) {
    if (p.is_chain()) continue;
    EXPECT_NO_THROW(check_admissible(with_values(std::get<statement>(p.question)))) << p.name;
  }
}

TEST(catalogue, some_problems_study_convergence) {
  const auto studied =
      std::count_if(catalogue().begin(), catalogue().end(), [](const problem& p) { return p.convergence_study; });
  EXPECT_GE(studied, 8);
  for (const char* name : {"ball_rational", "double_pendulum_wall", "oscillator_by_hand"})
    EXPECT_TRUE(find_problem(name).convergence_study) << name;
}

/// Keys of docs/bibliography.bib.
std::set<std::string> known_keys() {
  const std::string text = contents(fs::path(SOURCE_ROOT) / "docs/bibliography.bib");
  std::set<std::string> keys;
  const std::regex entry("@[a-z]+\\{([A-Za-z0-9]+),");
  for (std::sregex_iterator it(text.begin(), text.end(), entry), end; it != end; ++it) keys.insert((*it)[1]);
  return keys;
}

/// Keys cited in a text as [Author Year] or [Author Year, place], and those of the one source without a year.
std::set<std::string> cited_keys(const std::string& text) {
  std::set<std::string> keys;
  const std::regex citation(
      "\\[([A-Z][A-Za-z]+(?:,? [A-Z][A-Za-z]+)* [0-9]{4}|Dzonou,? Monteiro Marques,? Paoli)[\\],]");
  for (std::sregex_iterator it(text.begin(), text.end(), citation), end; it != end; ++it) {
    std::string key;
    for (const char c : (*it)[1].str())
      if (std::isalnum(static_cast<unsigned char>(c)) != 0) key += c;
    keys.insert(key);
  }
  return keys;
}

TEST(bibliography, every_problem_cites_a_source_in_it) {
  const std::set<std::string> known = known_keys();
  for (const problem& p : catalogue()) {
    const std::set<std::string> cited = cited_keys(p.source);
    EXPECT_FALSE(cited.empty()) << p.name << ": " << p.source;
    for (const std::string& key : cited) EXPECT_TRUE(known.count(key)) << p.name << " cites " << key;
  }
}

TEST(bibliography, holds_every_citation_of_the_sources) {
  const std::set<std::string> known = known_keys();
  std::size_t citations = 0;
  for (const char* folder : {"problems", "solvers", "proofs", "reports", "bench", "docs"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(SOURCE_ROOT) / folder)) {
      const std::string extension = entry.path().extension().string();
      if (!entry.is_regular_file() ||
          (extension != ".hpp" && extension != ".cpp" && extension != ".md" && extension != ".v"))
        continue;
      for (const std::string& key : cited_keys(contents(entry.path()))) {
        ++citations;
        EXPECT_TRUE(known.count(key)) << entry.path() << " cites " << key;
      }
    }
  EXPECT_GT(citations, 10U);
}

TEST(bibliography, an_unknown_citation_is_found_out) {
  EXPECT_EQ(cited_keys("see [Moreau 1983, (7)] and [Nobody 1901]"),
            (std::set<std::string>{"Moreau1983", "Nobody1901"}));
  EXPECT_FALSE(known_keys().count("Nobody1901"));
}

/// Source text without comments and string literals (raw ones too).
std::string code_only(const std::string& text) {
  static const std::regex hidden("R\"\\([\\s\\S]*?\\)\"|\"(?:\\\\.|[^\"\\\\\n])*\"|//[^\n]*|/\\*[\\s\\S]*?\\*/");
  return std::regex_replace(text, hidden, " ");
}

/// Floating literals: digits with a point or an exponent and no suffix `_x`.
std::vector<std::string> floating_literals(const std::string& code) {
  static const std::regex number(
      "(^|[^A-Za-z0-9_.])((?:[0-9]+\\.[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+)(_x)?");
  std::vector<std::string> found;
  for (std::sregex_iterator it(code.begin(), code.end(), number), end; it != end; ++it)
    if (!(*it)[3].matched) found.push_back((*it)[2]);
  return found;
}

TEST(problem_files, hold_no_floating_literal) {
  int files = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(SOURCE_ROOT) / "problems")) {
    if (entry.path().extension() != ".hpp") continue;
    ++files;
    for (const std::string& literal : floating_literals(code_only(contents(entry.path()))))
      ADD_FAILURE() << entry.path() << ": " << literal << " is not exact; write " << literal << "_x";
  }
  EXPECT_GE(files, 8);
}

TEST(problem_files, a_floating_literal_would_be_found) {
  EXPECT_EQ(floating_literals(code_only("S x = 9.81; // 1.5\n f(\"2.5\", 1e-3, 0.5_x, .5, v1.x, 3)")),
            (std::vector<std::string>{"9.81", "1e-3", ".5"}));
}

}  // namespace
}  // namespace unilateral
