/// What a paper takes from a report compiles: macros, figures, tables, the erratum and the book, under pdflatex and
/// lualatex, without a warning; and says what the records say. The names of macros are unique on both grids. TeX is not
/// in packages.txt's first part: without it the tests that compile are skipped, and say so, but for the full check.
/// Texts are compared: no tolerance, but for what two programs draw (see there).

#include "reports/render/figure.hpp"
#include "reports/render/macros.hpp"
#include "reports/render/number_text.hpp"
#include "reports/render/page_parts.hpp"
#include "reports/render/paper_sources.hpp"
#include "reports/render/table.hpp"
#include "reports/render/tex_text.hpp"
#include "reports/study/record/tally.hpp"
#include "tests/support/made_up_run.hpp"
#include "tests/support/shell.hpp"
#include "tests/support/tex.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace unilateral::render {
namespace {

namespace fs = std::filesystem;
using study::record;
using testing::HasSubstr;
using testing::Not;

const study::run_provenance& made = study::made_up_run;

/// What an engine says of a document of this name: its whole log.
std::string compiled(const fs::path& folder, const std::string& name, const std::string& engine) {
  const shell::outcome found =
      shell::run("cd '" + folder.string() + "' && " + engine + " -interaction=nonstopmode -halt-on-error " + name +
                 " >out.txt 2>&1 && " + engine + " -interaction=nonstopmode -halt-on-error " + name +
                 " >out.txt 2>&1; echo status $?; cat out.txt");
  return found.out;
}

void expect_clean(const std::string& log, const std::string& what) {
  EXPECT_THAT(log, testing::StartsWith("status 0\n")) << what;
  for (const char* const complaint : {"Overfull", "Underfull", "Warning", "warning:", "\n!", "Missing character"}) {
    const std::size_t at = log.find(complaint);
    EXPECT_EQ(at, std::string::npos) << what << ": " << log.substr(at < 300 ? 0 : at - 300, 900);
  }
}

/// The cells of a grid, by name: "+ study/…/: last | last".
std::vector<std::string> cells_of_the_list(const std::string& name) {
  std::istringstream lines(shell::contents(fs::path(SOURCE_ROOT) / "reports" / "cells" / name));
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t colon = line.find(": ");
    const std::string before = line.substr(2, colon == std::string::npos ? line.npos : colon - 2);
    if (colon == std::string::npos) {
      all.push_back(before);
      continue;
    }
    std::string rest = line.substr(colon + 2);
    for (std::size_t at = 0; at != std::string::npos;) {
      const std::size_t bar = rest.find(" | ", at);
      all.push_back(before + rest.substr(at, bar == std::string::npos ? bar : bar - at));
      at = bar == std::string::npos ? bar : bar + 3;
    }
  }
  return all;
}

TEST(report_for_papers, every_cell_of_both_grids_has_a_name_of_its_own_in_letters) {
  for (const char* const list : {"quick.txt", "full.txt"}) {
    std::map<std::string, std::string> named;
    for (const std::string& cell : cells_of_the_list(list)) {
      const std::string name = macro_name(cell, "");
      EXPECT_EQ(std::count_if(name.begin(), name.end(), [](unsigned char c) { return std::isalpha(c) == 0; }), 0)
          << name;
      const auto [at, is_new] = named.emplace(name, cell);
      EXPECT_TRUE(is_new) << cell << " and " << at->second;
    }
    EXPECT_GT(named.size(), 10000u) << list;
  }
  EXPECT_EQ(macro_name("orders/ball_rational/sweeping/sup q", "Order"), "uniOrdersBallRationalSweepingSupQOrder");
  EXPECT_EQ(macro_name("values/p/e/50/impacts[12].t", "Error"), "uniValuesPEFiveZeroImpactsOneTwoTError");
  EXPECT_THROW(macro_name("orders/ball/<", ""), std::logic_error);
}

record ordered() {
  record r{.cell = "orders/ball/sweeping/sup q",
           .about = {.study = "orders", .problem = "ball", .solver = "sweeping", .quantity = "sup q"},
           .outcome = study::verdict::holds,
           .fitting = study::fit_outcome::fitted,
           .facts = study::order_facts{.until = "1", .declared = 1}};
  r.fit = study::fitted_order{.order = 1.04321, .half_width = 0.02131};
  r.ladder = {{0.1, 1e-3, true}, {0.05, 1.234e-7, true}};
  return r;
}

TEST(report_for_papers, macros_say_what_the_pages_say) {
  record value{.cell = "values/ball/event_driven/50/impacts[0].t",
               .about = {.study = "values", .problem = "ball", .solver = "event_driven", .quantity = "impacts[0].t"},
               .outcome = study::verdict::holds,
               .facts = study::value_facts{
                   .computed = "0.33333333333333333333333333333333333", .expected = "1/3", .error = 1.001e-7}};
  std::map<std::string, std::string> by;
  for (const tex_macro& m : macros_of({ordered(), value}, made))
    EXPECT_TRUE(by.emplace(m.name, m.text).second) << m.name;
  EXPECT_EQ(by.at("uniOrdersBallSweepingSupQOrder"), "\\ensuremath{1.043\\pm0.022}");
  EXPECT_EQ(by.at("uniOrdersBallSweepingSupQDeclared"), "\\ensuremath{1}");
  EXPECT_EQ(by.at("uniOrdersBallSweepingSupQFinest"), "\\ensuremath{1.3\\times10^{-7}}");
  EXPECT_EQ(by.at("uniOrdersBallSweepingSupQVerdict"), "holds");
  EXPECT_EQ(by.at("uniValuesBallEventDrivenFiveZeroImpactsZeroTError"), "\\ensuremath{1.1\\times10^{-7}}");
  EXPECT_THAT(by.at("uniValuesBallEventDrivenFiveZeroImpactsZeroTComputed"), HasSubstr("\\ldots"));
  EXPECT_EQ(by.at("uniCountHolds"), "\\ensuremath{2}");
  EXPECT_EQ(by.at("uniVersion"), "1.2.3");
  // Two cells that would have one name.
  record twin = ordered();
  twin.cell = "orders/ball/sweeping/sup_q";
  EXPECT_THROW(macros_of({ordered(), twin}, made), std::logic_error);
}

TEST(report_for_papers, numbers_are_mathematics_and_the_rest_is_text) {
  EXPECT_EQ(tex_number("1.3e-09"), "\\ensuremath{1.3\\times10^{-9}}");
  EXPECT_EQ(tex_number("-12.5"), "\\ensuremath{-12.5}");
  EXPECT_EQ(tex_number("[1.2, 1.3e2]"), "\\ensuremath{[1.2,\\,\\allowbreak 1.3\\times10^{2}]}");
  EXPECT_EQ(tex_number("can't tell"), "can't tell");
  EXPECT_EQ(tex_number("1e"), "1e");
  EXPECT_EQ(tex_text("a_b & 5 %", tex_words::whole), "a\\_b \\& 5 \\%");
  EXPECT_EQ(tex_markup("|u_i| of event_driven, x^"), "|u$_{\\mbox{\\scriptsize i}}$| of event\\_driven, x\\^{}");
  EXPECT_EQ(tex_markup("θ_{i+1}"), "$\\theta$$_{\\mbox{\\scriptsize i+1}}$");
  EXPECT_EQ(tex_of_html("a<sub>1</sub> &lt; <code>x_y</code>"),
            "a$_{\\mbox{\\scriptsize 1}}$ $<$ \\texttt{x\\_\\allowbreak{}y}");
}

/// A figure with every kind of layer, and what TeX takes for something else in its texts.
std::vector<figure> of_every_kind() {
  figure f{.name = "every_kind",
           .title = "a_b & c: 95 % of √h",
           .caption = "T<sub>i</sub> &lt; 1, <code>x_y</code>",
           .command = "true",
           .data = {{"series", "x", "y", "dx", "dy", "text"}, {}}};
  for (int k = 1; k <= 40; ++k)
    f.data.rows.push_back({k % 2 == 1 ? "even_1" : "odd", fmt::format("{}", 0.01 * k), fmt::format("{}", 1e-3 * k * k),
                           fmt::format("{}", 0.001 * k), "0.01", fmt::format("θ_{{{}}}", k)});
  const auto of = [](drawn_as as, std::vector<int> columns, int style, const std::string& title) {
    return layer{
        .as = as, .where = {{1, "even_1"}}, .columns = std::move(columns), .how = {.style = style}, .title = title};
  };
  plot p{.x = {.label = "step h^{2}", .lines = {{0.1, "#bbbbbb"}}},
         .y = {.label = "ψ*_i, 100 %", .ticks = {{"sup_q", 0.5}, {"L²", 1}}}};
  p.layers = {of(drawn_as::line, {2, 3}, 1, "a_line"),
              of(drawn_as::steps, {2, 3}, 2, "steps ± 1"),
              of(drawn_as::marks, {2, 3}, 3, "marks & more"),
              of(drawn_as::both, {2, 3}, 4, "both"),
              of(drawn_as::segments, {2, 3, 4, 5}, 5, ""),
              of(drawn_as::arrows, {2, 3, 4, 5}, 6, "arrows"),
              of(drawn_as::texts, {2, 3, 6}, 7, ""),
              of(drawn_as::bars_in_x, {2, 3, 4}, 8, "bars"),
              of(drawn_as::bars_in_y, {2, 3, 5}, 9, "more bars")};
  p.layers[2].one_in = 4;
  p.layers[2].how.hollow = true;
  f.panels = {p};
  figure stack = f, map = f, logarithmic = f;
  logarithmic.name = "logarithmic";
  logarithmic.panels.front().x.logarithmic = true;
  std::erase_if(logarithmic.panels.front().layers, [](const layer& l) { return l.columns.size() > 3; });
  stack.name = "stack";
  plot simple{.x = {.label = "t", .below = 0, .above = 0}, .y = {.label = "q"}, .key = key_place::right};
  simple.layers = {{.as = drawn_as::line, .columns = {2, 3}, .title = "x'"}};
  plot inside = simple;
  inside.key = key_place::within_right;
  stack.panels = {simple, inside, simple};
  stack.height = 900;
  map.name = "map";
  map.data = {{"x", "y", "low", "high", "low", "high", "value"}, {}};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 3; ++j)
      map.data.rows.push_back({fmt::format("{}", i), fmt::format("{}", j), fmt::format("{}", i - 0.5),
                               fmt::format("{}", i + 0.5), fmt::format("{}", j - 0.5), fmt::format("{}", j + 0.5),
                               fmt::format("{}", i * j)});
  plot cells{.x = {.label = "x"}, .y = {.label = "y"}, .of_values = "|v^−|"};
  cells.layers = {{.as = drawn_as::cells, .columns = {1, 2, 3, 4, 5, 6, 7}}};
  map.panels = {cells};
  return {f, stack, map, logarithmic};
}

TEST(report_for_papers, both_programs_are_given_the_same_window_and_the_same_layers) {
  const shell::own_folder folder;
  const std::vector<figure> figures = of_every_kind();
  draw(figures, folder.path(), 2);
  for (const figure& f : figures) {
    const std::string script = shell::contents(folder.path() / (f.name + ".gp")),
                      source = shell::contents(folder.path() / (f.name + ".tex"));
    static const std::regex range("set ([xy])range \\[([^:]*):([^\\]]*)\\]"),
        window("([xy])min=([^,]*), [xy]max=([^,]*),");
    std::vector<std::string> on_screen, on_paper;
    const std::string once = script.substr(0, script.find("set terminal pdfcairo"));
    for (std::sregex_iterator at(once.begin(), once.end(), range), end; at != end; ++at)
      on_screen.push_back((*at)[1].str() + (*at)[2].str() + " " + (*at)[3].str());
    for (std::sregex_iterator at(source.begin(), source.end(), window), end; at != end; ++at)
      on_paper.push_back((*at)[1].str() + (*at)[2].str() + " " + (*at)[3].str());
    EXPECT_EQ(on_screen, on_paper) << f.name;
    EXPECT_EQ(on_screen.size(), 2 * f.panels.size());
    EXPECT_THAT(source, HasSubstr("\\unilateralfigures/" + f.name + ".csv"));
  }
  const std::string source = shell::contents(folder.path() / "every_kind.tex");
  EXPECT_THAT(source, HasSubstr("unilateral rows={0}{even_1}, unilateral one in=4"));
  EXPECT_THAT(source, HasSubstr("\\addlegendentry{marks \\& more}"));
}

TEST(report_for_papers, figures_tables_and_macros_compile_without_a_warning) {
  NEEDS_TEX();
  const shell::own_folder folder;
  const std::vector<figure> figures = of_every_kind();
  fs::create_directories(folder.path() / "figures");
  fs::create_directories(folder.path() / "tables");
  draw(figures, folder.path() / "figures", 2);
  table t{"wide", "a & b", {{"problem", "a_b", "c", "d", "e", "f", "g", "h", "i"}, {}}};
  for (int k = 0; k < 90; ++k)
    t.data.rows.push_back({"double_pendulum_wall", "moreau_time_stepping", "1.003 ± 0.012", "ψ*_𝓔(f)", "x' ∈ ∂|·|", "½",
                           "12345678901234567890123…", "FAILS", "a sentence of several words"});
  write_table(t, folder.path() / "tables");
  std::vector<tex_macro> macros = macros_of({ordered()}, made);
  write_macros(macros, folder.path() / "macros.tex");
  std::string all =
      "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{lmodern,amsmath,amssymb}\n"
      "\\input{macros.tex}\n\\begin{document}\n";
  for (const tex_macro& m : macros) all += "\\" + m.name + ", $\\" + m.name + "$\n\n";
  write_file(folder.path() / "all.tex", all + "\\end{document}\n");
  std::string drawn =
      "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{lmodern}\n"
      "\\newcommand\\unilateralfigures{figures}\n\\input{figures/style.tex}\n"
      "\\setlength{\\textwidth}{345pt}\\setlength{\\parindent}{0pt}\\begin{document}\n";
  for (const figure& f : figures) drawn += "\\input{figures/" + f.name + ".tex}\n\n";
  write_file(folder.path() / "figures.tex", drawn + "\\end{document}\n");
  write_file(folder.path() / "book.tex", book_source(figures, folder.path() / "tables", made));
  for (const char* const engine : {"pdflatex", "lualatex"})
    for (const char* const document : {"all", "figures", "book"})
      expect_clean(compiled(folder.path(), document, engine), engine + std::string(" of ") + document);
  // A control: a wrong name, a table too wide.
  write_file(folder.path() / "bad.tex", "\\documentclass{article}\\begin{document}\\uniNobody\\end{document}\n");
  EXPECT_THAT(compiled(folder.path(), "bad", "pdflatex"), Not(testing::StartsWith("status 0\n")));
}

TEST(report_for_papers, the_note_of_corrections_has_what_was_corrected_in_its_order) {
  const auto corrected = [](const std::string& id, const std::string& statement) {
    record r{.cell = "claims/" + id, .about = {.study = "claims", .quantity = id}, .outcome = study::verdict::holds};
    study::claim_facts facts{
        .paper = "Sayah2004", .place = "sect. 3", .statement = statement, .corrected = "nβ < π/2."};
    facts.settled = facts.expected = study::settlement::corrected;
    facts.found = {{study::evidence::kind::counter_example, true, "“" + statement + "”: n = 5, β = 20°"},
                   {study::evidence::kind::fact, true, "theorem chain.t (proofs/coq, audited)"}};
    facts.theorems = {"chain.t"};
    facts.see = {"erratum", "every_kind"};
    r.facts = facts;
    return r;
  };
  const std::string note =
      erratum_source({corrected("S04.E", "𝓔 = 𝓦."), corrected("S04.i", "(n − 1)β < π/2")}, of_every_kind(), made);
  EXPECT_THAT(note, HasSubstr("2 statements are false as printed, or say nothing, and 0 questions"));
  EXPECT_LT(note.find("S04.i"), note.find("S04.E")) << "by consequence, not by name";
  EXPECT_THAT(note, HasSubstr("n = 5, $\\beta$ = 20$^\\circ$"));
  EXPECT_THAT(note, HasSubstr("In Coq: \\texttt{cha"));
  EXPECT_EQ(note.find("unknowncharacter"), std::string::npos);
  EXPECT_THROW(erratum_source({corrected("S04.nobody", "x")}, {}, made), std::runtime_error);
  // Each names its figure, which is drawn once.
  const std::string drawing = "\\includegraphics[width=\\linewidth]{figures/every_kind.pdf}";
  const std::size_t first = note.find("\\textbf{See} figure 1.");
  EXPECT_GT(first, note.find("S04.i"));
  EXPECT_LT(first, note.find("S04.E"));
  EXPECT_NE(note.find("\\textbf{See} figure 1.", first + 1), std::string::npos);
  ASSERT_NE(note.find(drawing), std::string::npos);
  EXPECT_EQ(note.find(drawing, note.find(drawing) + 1), std::string::npos);
  if (has_tex()) {
    const shell::own_folder folder;
    fs::create_directories(folder.path() / "figures");
    draw(of_every_kind(), folder.path() / "figures", 2);
    write_file(folder.path() / "erratum.tex", note);
    expect_clean(compiled(folder.path(), "erratum", "pdflatex"), "erratum");
  }
  // Every line is of a claim of the register, once.
  std::set<std::string> listed;
  std::ifstream file(fs::path(SOURCE_ROOT) / "reports/claims/ids.txt");
  const std::set<std::string> ids{std::istream_iterator<std::string>(file), {}};
  for (const erratum_entry& e : erratum_entries()) {
    EXPECT_TRUE(listed.insert(e.id).second) << e.id;
    EXPECT_TRUE(ids.contains(e.id)) << e.id;
    EXPECT_FALSE(e.section.empty() || e.consequence.empty()) << e.id;
  }
}

}  // namespace
}  // namespace unilateral::render
