/// The independence ledger (solvers/README.md), held to the tree: a page about the code that nobody checks is soon
/// about other code.
///   Every solver's folder has a column, and every column a folder; every cell names the file in which its ingredient
///   stands, and the file is there; every test that the page names is there; what a solver shares is listed, all of it,
///   and nothing else; an origin that stands twice in a row is among those below the table, with the solvers it is
///   about, and each of them is included by a test that is named there.
/// The page is read as text, the tree is passed in: so that faults can be planted in either.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

using file_set = std::map<std::string, std::string>;  // path from the root → text

file_set project() {
  file_set files;
  for (const char* folder : {"solvers", "tests", "problems/language"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(SOURCE_ROOT) / folder)) {
      if (!entry.is_regular_file()) continue;
      std::ostringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      files.emplace(fs::relative(entry.path(), SOURCE_ROOT).generic_string(), text.str());
    }
  return files;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t"), end = text.find_last_not_of(" \t");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream parts(line.substr(1));
  for (std::string part; std::getline(parts, part, '|');) cells.push_back(trimmed(part));
  return cells;
}

struct ledger {
  std::vector<std::string> solvers;
  std::map<std::string, std::map<std::string, std::string>> rows;  ///< ingredient → solver → cell
  std::vector<std::string> origins;                                ///< the paragraphs of the list below the table
};

ledger read(const std::string& page) {
  ledger found;
  std::istringstream lines(page);
  bool header = true;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("|---")) continue;
    if (line.starts_with("|")) {
      const std::vector<std::string> cells = cells_of(line);
      if (header)
        found.solvers.assign(cells.begin() + 1, cells.end());
      else
        for (std::size_t k = 1; k < cells.size() && k <= found.solvers.size(); ++k)
          found.rows[cells[0]][found.solvers[k - 1]] = cells[k];
      header = false;
    } else if (line.starts_with("- ")) {
      found.origins.push_back(line);
    } else if (line.starts_with("  ") && !found.origins.empty()) {
      found.origins.back() += line;
    }
  }
  return found;
}

std::set<std::string> all_matches(const std::string& text, const char* pattern) {
  const std::regex form(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), form), end; it != end; ++it) found.insert((*it)[1]);
  return found;
}

/// What says where an ingredient is from: citations, and methods as old as the hills.
std::set<std::string> origins_in(const std::string& cell) {
  std::set<std::string> found = all_matches(cell, R"((\[[A-Z][A-Za-z, ]*[0-9]{4}\]))");
  for (const char* method : {"Cholesky", "LDLᵀ", "Cauchy's estimate", "Taylor series", "(P)"})
    if (cell.find(method) != std::string::npos) found.insert(method);
  return found;
}

/// Whether a word stands in a text, followed by one of some letters; by any, if none are given.
bool has_word(const std::string& text, const std::string& word, const std::string& followed_by = "") {
  const auto letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const char next = at + word.size() == text.size() ? '\n' : text[at + word.size()];
    if ((at == 0 || !letter(text[at - 1])) && !letter(next) &&
        (followed_by.empty() || followed_by.find(next) != std::string::npos))
      return true;
  }
  return false;
}
/// A function that is called, a template that is named, a class that something is made of.
bool is_used(const std::string& code, const std::string& name) {
  return has_word(code, name, "(<") || std::regex_search(code, std::regex("\\b" + name + " [a-z_]+\\("));
}

/// Everything in problems/language that computes more than a name says: what solvers share when they share a function.
const std::vector<std::string>& functions_of_the_language() {
  static const std::vector<std::string> names = {"evaluated_system",    "order_evaluation", "tape",
                                                 "gradient_of_gaps",    "derivative",       "total_derivative",
                                                 "partial_derivatives", "check_admissible", "without_overflow",
                                                 "are_equal",           "substitute",       "set_energies",
                                                 "with_values"};
  return names;
}

/// The code of a solver, without comments.
std::string code_of(const std::string& solver, const file_set& files) {
  std::string code;
  for (const auto& [path, text] : files) {
    if (!path.starts_with("solvers/" + solver + "/")) continue;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) code += line.substr(0, line.find("//")) + "\n";
  }
  return code;
}

std::vector<std::string> faults_of(const std::string& page, const file_set& files) {
  std::vector<std::string> faults;
  const ledger found = read(page);

  std::set<std::string> folders, columns(found.solvers.begin(), found.solvers.end());
  for (const auto& [path, text] : files)
    if (const auto names = all_matches(path, "^solvers/([a-z_]+)/"); !names.empty()) folders.insert(*names.begin());
  for (const std::string& s : folders)
    if (!columns.contains(s)) faults.push_back("no column: " + s);
  for (const std::string& s : columns)
    if (!folders.contains(s)) faults.push_back("no solver: " + s);

  for (const auto& [ingredient, row] : found.rows)
    for (const std::string& solver : found.solvers) {
      const auto cell = row.find(solver);
      if (cell == row.end() || cell->second.empty()) {
        faults.push_back("empty: " + ingredient + ", " + solver);
        continue;
      }
      const std::set<std::string> named = all_matches(cell->second, "`([a-z_0-9]+\\.hpp)`");
      for (const std::string& file : named)
        if (!files.contains("solvers/" + solver + "/" + file)) faults.push_back("no file: " + solver + "/" + file);
      const bool is_ingredient =
          ingredient != "paper" && ingredient != "shared with others" && !cell->second.starts_with("none");
      if (is_ingredient && named.empty()) faults.push_back("no file named: " + ingredient + ", " + solver);
      if (ingredient != "shared with others") continue;
      const std::set<std::string> listed = all_matches(cell->second, "`([a-z_]+)`");
      const std::string code = code_of(solver, files);
      for (const std::string& function : functions_of_the_language()) {
        if (is_used(code, function) && !listed.contains(function))
          faults.push_back("shared, but not listed: " + function + ", " + solver);
      }
      for (const std::string& function : listed)
        if (!is_used(code, function)) faults.push_back("listed, but not used: " + function + ", " + solver);
    }

  for (const std::string& test : all_matches(page, "`(tests/[a-z_0-9/]+\\.[a-z]+)`"))
    if (!files.contains(test)) faults.push_back("no test: " + test);

  for (const auto& [ingredient, row] : found.rows) {
    std::map<std::string, std::set<std::string>> solvers_of;
    for (const auto& [solver, cell] : row)
      for (const std::string& origin : origins_in(cell)) solvers_of[origin].insert(solver);
    for (const auto& [origin, solvers] : solvers_of) {
      if (solvers.size() < 2) continue;
      const auto entry = std::find_if(found.origins.begin(), found.origins.end(),
                                      [&](const std::string& text) { return text.find(origin) != std::string::npos; });
      if (entry == found.origins.end()) {
        faults.push_back("twice, and not below: " + origin);
        continue;
      }
      const std::set<std::string> tests = all_matches(*entry, "`(tests/[a-z_0-9/]+\\.cpp)`");
      for (const std::string& solver : solvers) {
        if (!has_word(*entry, solver)) faults.push_back("not named: " + solver + ", for " + origin);
        const bool judged = std::any_of(tests.begin(), tests.end(), [&](const std::string& test) {
          return files.contains(test) && files.at(test).find("#include \"solvers/" + solver + "/") != std::string::npos;
        });
        if (!judged) faults.push_back("no test of its own: " + solver + ", for " + origin);
      }
    }
  }
  return faults;
}

TEST(ledger, is_true_of_the_tree) {
  const file_set files = project();
  const ledger found = read(files.at("solvers/README.md"));
  EXPECT_GE(found.solvers.size(), 6u);
  EXPECT_GE(found.rows.size(), 9u);
  EXPECT_GE(found.origins.size(), 5u);
  EXPECT_THAT(faults_of(files.at("solvers/README.md"), files), testing::IsEmpty());
}

TEST(ledger, planted_faults_are_found) {
  const file_set files = {
      {"solvers/one/one.hpp", "// derivative(x)\n"},
      {"solvers/two/two.hpp", ""},
      {"solvers/two/factor.hpp", "auto x = derivative(y, z);"},
      {"tests/factors.cpp", "#include \"solvers/one/one.hpp\"\n#include \"solvers/two/factor.hpp\"\n"}};
  const std::string good =
      "| ingredient | one | two |\n|---|---|---|\n| factorisation | Cholesky (`one.hpp`) | Cholesky in a band "
      "(`factor.hpp`) |\n"
      "| shared with others | none | `derivative` |\n\n- Cholesky (one, two): `tests/factors.cpp`.\n";
  EXPECT_THAT(faults_of(good, files), testing::IsEmpty());
  const auto replaced = [&](const std::string& what, const std::string& by) {
    std::string page = good;
    EXPECT_NE(page.find(what), std::string::npos) << what;
    return page.replace(page.find(what), what.size(), by);
  };
  const std::pair<std::string, std::string> spoiled[] = {
      {replaced("factor.hpp", "factors.hpp"), "no file: two/factors.hpp"},
      {replaced("(`one.hpp`)", ""), "no file named: factorisation, one"},
      {replaced("tests/factors.cpp", "tests/factor.cpp"), "no test: tests/factor.cpp"},
      {replaced("- Cholesky", "- LDLᵀ"), "twice, and not below: Cholesky"},
      {replaced("(one, two)", "(one)"), "not named: two, for Cholesky"},
      {replaced("`derivative`", "none"), "shared, but not listed: derivative, two"},
      {replaced("none", "`derivative`"), ""},
      {replaced("| one |", "| three |"), "no solver: three"}};
  for (const auto& [page, fault] : spoiled) {
    const std::vector<std::string> found = faults_of(page, files);
    EXPECT_THAT(found, testing::Not(testing::IsEmpty()));
    if (!fault.empty()) {
      EXPECT_THAT(found, testing::Contains(fault));
    }
  }
  file_set more = files;
  more["solvers/three/three.hpp"] = "";
  EXPECT_THAT(faults_of(good, more), testing::Contains("no column: three"));
  more = files;
  more["tests/factors.cpp"] = "#include \"solvers/one/one.hpp\"\n";
  EXPECT_THAT(faults_of(good, more), testing::Contains("no test of its own: two, for Cholesky"));
}

}  // namespace
