/// What a reader does first, `./reproduce --quick`: all studies of the quick grid, the claims, and the report of them,
/// by the command. All is as declared, no cell is missing, every page that the index names is there; what README.md
/// shows is what was found; and what a paper takes from it goes through TeX without a warning (skipped where there is
/// none, but for the full check). Texts are compared: no tolerance.

#include "tests/support/shell.hpp"
#include "tests/support/tex.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <tuple>
#include <vector>

namespace unilateral {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

struct made_report {
  shell::own_folder folder;
  shell::outcome made = shell::run(COMMAND_PATH " report --quick --jobs 2 --out " + folder.path().string() + "/report");
  fs::path at = folder.path() / "report";
};
const made_report& whole() {
  static const made_report one;
  return one;
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::istringstream in(shell::contents(file));
  std::vector<std::string> all;
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

void expect_no_complaint(const std::string& log, const std::string& what) {
  for (const char* const complaint : {"Overfull", "Underfull", "Warning", "warning:", "Missing character"}) {
    const std::size_t at = log.find(complaint);
    EXPECT_EQ(at, std::string::npos) << what << ": "
                                     << log.substr(at == log.npos ? 0 : at - std::min<std::size_t>(at, 300), 700);
  }
}

/// What an engine says of a document, run in the report's folder, without a complaint.
std::string compiled(const std::string& engine, const std::string& name, const std::string& input, int runs = 2) {
  const std::string words = engine + " -interaction=nonstopmode -halt-on-error -jobname " + name + " '" + input + "'";
  std::string log;
  for (int k = 0; k < runs; ++k) {
    const shell::outcome run = shell::run("cd '" + whole().at.string() + "' && " + words);
    EXPECT_EQ(run.status, 0) << engine << " " << name << ": "
                             << run.out.substr(run.out.size() - std::min<std::size_t>(run.out.size(), 2000));
    log = run.out;
  }
  expect_no_complaint(log, engine + " " + name);
  return log;
}

int pages_in(const std::string& log) {
  static const std::regex said("Output written on [^(]*\\(([0-9]+)\\s+page");
  std::smatch found;
  return std::regex_search(log, found, said) ? std::stoi(found[1]) : 0;
}

TEST(whole_report, is_written_and_all_is_as_declared) {
  const shell::outcome& made = whole().made;
  EXPECT_EQ(made.status, 0) << made.err.substr(made.err.size() - std::min<std::size_t>(made.err.size(), 4000));
  EXPECT_THAT(made.err, HasSubstr(", 0 not as declared\n"));
  const std::string index = shell::contents(whole().at / "index.html");
  std::set<std::string> pages;
  const std::regex link("href=\"([a-zA-Z0-9_-]+\\.html)");
  for (std::sregex_iterator at(index.begin(), index.end(), link), end; at != end; ++at) pages.insert((*at)[1]);
  EXPECT_GT(pages.size(), 8u) << index.substr(0, 2000);
  for (const std::string& page : pages) EXPECT_TRUE(fs::file_size(whole().at / page) > 0) << page;
}

TEST(whole_report, every_number_of_every_record_has_one_macro) {
  static const std::regex definition("\\\\newcommand\\\\([A-Za-z]+)\\{.*\\}");
  std::set<std::string> names;
  std::size_t verdicts = 0;
  for (const std::string& line : lines_of(whole().at / "macros.tex")) {
    if (line.starts_with('%')) continue;
    std::smatch found;
    ASSERT_TRUE(std::regex_match(line, found, definition)) << line;
    EXPECT_TRUE(names.insert(found[1]).second) << line;
    verdicts += found[1].str().ends_with("Verdict") ? 1 : 0;
  }
  EXPECT_EQ(verdicts + 1, lines_of(whole().at / "results.jsonl").size()) << "one a record; the first line is none";
}

TEST(whole_report, readme_shows_what_was_found) {
  const std::string readme = shell::contents(fs::path(SOURCE_ROOT) / "README.md");
  EXPECT_THAT(readme, HasSubstr("(docs/order_ball_rational_sup_q.svg)"));
  EXPECT_TRUE(shell::contents(fs::path(SOURCE_ROOT) / "docs/order_ball_rational_sup_q.svg") ==
              shell::contents(whole().at / "figures/order_ball_rational_sup_q.svg"))
      << "cp reports/out/figures/order_ball_rational_sup_q.svg docs/ after ./reproduce --quick";
  std::string table;
  for (std::string row : lines_of(whole().at / "tables/orders_found.csv")) {
    row.erase(std::remove(row.begin(), row.end(), '"'), row.end());
    static const std::regex comma(",(?! )");  // ", 1 faster" is within a field
    table +=
        "| " + std::regex_replace(row, comma, " | ") + " |\n" + (table.empty() ? "|---|---|---|---|---|---|\n" : "");
  }
  EXPECT_THAT(readme, HasSubstr(table));
  static const std::regex paper("<li><a href=\"paper-([A-Za-z0-9]+)\\.html\">[^<]*</a>: ([^<]*)");
  const std::string papers = shell::contents(whole().at / "papers.html");
  std::string claims;
  for (std::sregex_iterator at(papers.begin(), papers.end(), paper), end; at != end; ++at)
    claims += "- " + (*at)[1].str() + ": " + (*at)[2].str() + "\n";
  EXPECT_EQ(std::count(claims.begin(), claims.end(), '\n'), 5) << claims;
  EXPECT_THAT(readme, HasSubstr(claims));
}

TEST(whole_report, what_a_paper_takes_goes_through_tex) {
  NEEDS_TEX();
  const std::vector<std::string> engines{"pdflatex", "lualatex"};
  const shell::outcome typeset = shell::run(SOURCE_ROOT "/cmake/typeset '" + whole().at.string() + "'");
  ASSERT_EQ(typeset.status, 0) << typeset.err;
  for (const auto& [paper, least, most] : {std::tuple("erratum", 4, 6), std::tuple("book", 50, 2000)}) {
    const std::string log = shell::contents(whole().at / (std::string(paper) + ".log"));
    expect_no_complaint(log, paper);
    EXPECT_GE(pages_in(log), least) << paper;
    EXPECT_LE(pages_in(log), most) << paper;
  }
  for (const std::string& engine : engines)
    EXPECT_EQ(
        pages_in(compiled(engine, "paper", "\\def\\report{.}\\input{" SOURCE_ROOT "/docs/examples/paper/paper.tex}")),
        2)
        << engine;

  // All figures, of those of a kind (errors, residuals, motions, costs) one in ten but for the full check; all tables.
  std::map<std::string, int> of_kind;
  std::string figures, tables;
  for (const auto& entry : fs::directory_iterator(whole().at / "figures"))
    if (const std::string stem = entry.path().stem().string();
        entry.path().extension() == ".tex" && stem != "style" &&
        (of_kind[stem.substr(0, stem.find('_'))]++ % 10 == 0 || is_full_check()))
      figures += "\\input{figures/" + stem + ".tex}\n\n";
  for (const auto& entry : fs::directory_iterator(whole().at / "tables"))
    if (entry.path().extension() == ".tex") tables += "\\input{tables/" + entry.path().filename().string() + "}\n";
  const std::string packages =
      "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{lmodern,amsmath,amssymb,array,booktabs,longtable}";
  std::ofstream(whole().at / "figures.tex")
      << packages << "\n\\newcommand\\unilateralfigures{figures}\n\\input{figures/style.tex}\n\\begin{document}\n"
      << "\\setlength{\\textwidth}{345pt}\\setlength{\\parindent}{0pt}\\raggedbottom\n"
      << figures << "\\end{document}\n";
  std::ofstream(whole().at / "all_tables.tex") << packages << "\n\\begin{document}\n\\setlength{\\textwidth}{345pt}\n"
                                               << tables << "\\end{document}\n";
  for (const std::string& engine : engines) {
    EXPECT_GT(pages_in(compiled(engine, "figures", "figures.tex", 1)), 5) << engine;
    compiled(engine, "all_tables", "all_tables.tex");
  }
}

}  // namespace
}  // namespace unilateral
