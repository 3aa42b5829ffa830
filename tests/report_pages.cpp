/// The report as files: pages that open, that are not too large, where every record stands somewhere and every link
/// leads to a place; findings that are counts of the records, and change with them; results that a validator of JSON
/// schemas accepts. Then the same pages as a browser has them (tests/programs/browse.py): skipped where there is none,
/// but for the full check. Made from a small run, and from made-up records, so many that a table has no room on its
/// page. Counts and texts are compared: no tolerance.

#include "reports/claims/register.hpp"
#include "reports/render/findings.hpp"
#include "reports/render/number_text.hpp"
#include "reports/render/page.hpp"
#include "reports/render/page_parts.hpp"
#include "reports/render/problems_page.hpp"
#include "reports/render/site.hpp"
#include "reports/study/order/verdict.hpp"
#include "reports/study/record/print.hpp"
#include "reports/study/record/tally.hpp"
#include "reports/study/run/verify.hpp"
#include "tests/support/full_check.hpp"
#include "tests/support/made_up_run.hpp"
#include "tests/support/shell.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <regex>
#include <set>

namespace unilateral::render {
namespace {

namespace fs = std::filesystem;
using study::record;
using study::standing;
using testing::HasSubstr;
using testing::Not;

record value(const std::string& problem, const std::string& quantity, const std::string& computed,
             const std::string& expected) {
  return {.cell = "values/" + problem + "/event_driven/" + quantity,
          .about = {.study = "values", .problem = problem, .solver = "event_driven", .quantity = quantity},
          .outcome = study::verdict::holds,
          .reason = "made up",
          .command = "true",
          .facts = study::value_facts{.computed = computed,
                                      .expected = expected,
                                      .error = 0,
                                      .tolerance = 1e-12,
                                      .tolerance_from = "made up",
                                      .reference = "made up"}};
}

constexpr int many = 2500;

/// Measured: one problem whole, agreements on another whose bounds are wide, four claims. Made up: as many rows as no
/// page has room for, some of zeros.
const study::results& records() {
  static const study::results all = [] {
    const study::options how{
        .quick = true,
        .filter = "/ball_rational/|^agreement/oscillator_by_hand/|claims/(M63.P|M63.nonempty|S04.stop|S04.i)$"};
    study::results found = study::verify(how);
    claims::instruments with = claims::of_this_build();
    with.orders = study::of_study(found, "orders");
    for (record& r : claims::settle(how, with)) found.push_back(std::move(r));
    for (int k = 0; k < many; ++k) found.push_back(value("ball_earth", fmt::format("impacts[{}].t", k), "1", "1"));
    for (int k = 0; k < 7; ++k) found.push_back(value("column_at_rest", fmt::format("end.q[{}]", k), "0", "0.0"));
    return found;
  }();
  return all;
}

const study::run_provenance& made = study::made_up_run;

const fs::path& report() {
  static const shell::own_folder folder;
  static const fs::path out = [] {
    write_report(records(), study::families_of_this_build(), made, true, 2, folder.path() / "out");
    return folder.path() / "out";
  }();
  return out;
}

const std::map<std::string, std::string>& pages() {
  static const std::map<std::string, std::string> all = [] {
    std::map<std::string, std::string> texts;
    for (const auto& entry : fs::directory_iterator(report()))
      if (entry.path().extension() == ".html") texts[entry.path().filename().string()] = shell::contents(entry.path());
    return texts;
  }();
  return all;
}

std::vector<std::string> all_matches(const std::string& text, const std::regex& what) {
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), what), end; at != end; ++at) found.push_back((*at)[1]);
  return found;
}

std::set<std::string> ids_of(const std::string& page) {
  static const std::regex id(" id=\"([^\"]*)\"");
  std::set<std::string> ids;
  for (const std::string& one : all_matches(page, id)) EXPECT_TRUE(ids.insert(one).second) << one << " twice";
  return ids;
}

TEST(report_pages, no_page_is_larger_than_one_opens) {
  EXPECT_GT(pages().size(), 70u);
  for (const auto& [name, text] : pages()) {
    EXPECT_LE(text.size(), name == "index.html" ? most_bytes_of_index : most_bytes) << name;
    EXPECT_LE(elements_in(text), most_elements) << name;
  }
  for (const char* const name : {"problem-ball_rational.html", "solver-sweeping.html", "paper-Sayah2004.html",
                                 "costs.html", "codes.html", "bibliography.html", "open.html"})
    EXPECT_TRUE(pages().contains(name)) << name;
  EXPECT_EQ(elements_in("<p>a < b, <b>c</b></p><!-- <p> -->"), 3u) << "tags that open, and no sign";
}

TEST(report_pages, every_link_leads_to_a_place) {
  static const std::regex href("href=\"([^\"]*)\"|src=\"([^\"]*)\"");
  std::map<std::string, std::set<std::string>> ids;
  for (const auto& [name, text] : pages()) ids[name] = ids_of(text);
  for (const auto& [name, text] : pages())
    for (std::sregex_iterator at(text.begin(), text.end(), href), end; at != end; ++at) {
      const std::string to = (*at)[1].matched ? (*at)[1] : (*at)[2];
      const std::size_t hash = to.find('#');
      const std::string file = hash == 0 ? name : to.substr(0, hash);
      EXPECT_TRUE(fs::exists(report() / file)) << name << ": " << to;
      if (hash == std::string::npos) continue;
      EXPECT_TRUE(ids[file].contains(to.substr(hash + 1))) << name << ": " << to;
    }
}

TEST(report_pages, every_record_stands_somewhere) {
  std::set<std::string> ids;
  for (const auto& [name, text] : pages()) ids.merge(ids_of(text));
  for (const record& r : records()) {
    const std::string id = r.is<study::claim_facts>() ? "claim-" + slug(r.about.quantity) : id_of_record(r.cell);
    EXPECT_TRUE(ids.contains(id)) << r.cell;
  }
}

TEST(report_pages, a_table_without_room_is_whole_on_pages_of_its_own) {
  int rows = 0;
  for (const auto& [name, text] : pages())
    if (name.starts_with("problem-ball_earth-values")) {
      static const std::regex row("<tr id=\"(r-values-ball_earth)");
      rows += static_cast<int>(all_matches(text, row).size());
    }
  EXPECT_EQ(rows, many);
  EXPECT_THAT(pages().at("problem-ball_earth.html"), HasSubstr("2500 rows"));
  EXPECT_THAT(pages().at("problem-ball_earth.html"), HasSubstr("tables/values.csv"));
}

TEST(report_pages, what_is_too_large_or_has_an_id_twice_is_refused) {
  const shell::own_folder folder;
  const report_folder unfinished(folder.path());
  site of(unfinished, made, {});
  site::page large(of, "large.html", "large");
  for (std::size_t k = 0; k <= most_elements; ++k) large.add("<b>x</b>");
  EXPECT_THROW(large.put(), std::logic_error);
  site::page twice(of, "twice.html", "twice");
  twice.section("once", "one");
  EXPECT_THROW(twice.section("once", "two"), std::logic_error);
}

TEST(report_pages, findings_are_counts_of_the_records) {
  const study::tally count = study::tally_of(records());
  EXPECT_EQ(count[standing::zero],
            7 + static_cast<int>(std::count_if(records().begin(), records().end(), [](const record& r) {
              return r.about.problem != "column_at_rest" && study::standing_of(r) == standing::zero;
            })));
  const std::string& index = pages().at("index.html");
  EXPECT_THAT(index, HasSubstr(fmt::format("<b>{} hold</b>", count[standing::holds])));
  EXPECT_THAT(index, HasSubstr(fmt::format("Counted apart: {} rows", count[standing::zero])));
  EXPECT_THAT(index, HasSubstr("What the papers got wrong"));
  // What was confirmed on instances is not said to hold.
  EXPECT_THAT(index, HasSubstr("confirmed on the instances that are counted"));
  EXPECT_THAT(index, Not(HasSubstr("hold as printed")));
  EXPECT_THAT(index, HasSubstr("paper-Sayah2004.html#claim-S04.stop"));
  EXPECT_THAT(index, HasSubstr("functional_extensionality_dep"));

  // Controls: a row that fails changes the sentence; zeros on both sides do not.
  study::results worse = records(), more = records();
  worse.back() = value("ball_earth", "end.q[0]", "1", "2");
  worse.back().outcome = study::verdict::fails;
  more.push_back(value("column_at_rest", "end.v[0]", "[0, 0]", "0"));
  EXPECT_THAT(first_findings(worse), HasSubstr("1 fail"));
  EXPECT_THAT(first_findings(records()), Not(HasSubstr("1 fail")));
  EXPECT_THAT(first_findings(more), HasSubstr(fmt::format("<b>{} hold</b>", count[standing::holds])));
}

/// An empty list of axioms is no list that is missing.
TEST(report_pages, theorems_that_rest_on_no_axiom_are_said_to) {
  EXPECT_EQ(trusted_axioms("# none\n\n"), "no axiom");
  EXPECT_EQ(trusted_axioms(""), "no axiom");
  EXPECT_EQ(trusted_axioms("Module.a\nb\n"), "the axioms of its real numbers, <code>a</code> and <code>b</code>");
  EXPECT_THAT(trusted_axioms(std::nullopt), HasSubstr("listed in proofs/coq"));
}

TEST(report_pages, zeros_that_meet_zeros_are_told_from_numbers_that_are_equal) {
  EXPECT_TRUE(study::is_all_zero(value("p", "q", "0", "0e0")));
  EXPECT_TRUE(study::is_all_zero(value("p", "q", "[0, -0.0]", "0")));
  EXPECT_FALSE(study::is_all_zero(value("p", "q", "1", "1")));
  EXPECT_FALSE(study::is_all_zero(value("p", "q", "[0, 1e-300]", "0")));
  EXPECT_FALSE(study::is_all_zero(value("p", "q", "", "")));
  EXPECT_EQ(shown_verdict(value("p", "q", "0", "0")), "exactly zero");
}

TEST(report_pages, nothing_holds_that_a_body_at_rest_would_pass) {
  int hold = 0;
  for (const record& r : records())
    if (r.about.study == "agreement") {
      const auto& facts = r.as<study::agreement_facts>();
      ASSERT_TRUE(facts.size) << r.cell;
      const bool says_something = *facts.size == 0 || facts.bound < *facts.size;
      EXPECT_EQ(r.outcome, says_something ? study::verdict::holds : study::verdict::measured) << r.cell << r.reason;
      hold += says_something ? 1 : 0;
    }
  EXPECT_GT(hold, 20);
}

TEST(report_pages, corrected_and_proved_do_not_look_alike) {
  const std::string& page = pages().at("paper-Sayah2004.html");
  EXPECT_THAT(page, HasSubstr("class=\"says corrected\""));
  EXPECT_THAT(page, HasSubstr("<b>Printed.</b>"));
  EXPECT_THAT(pages().at("papers.html"), HasSubstr("<td class=\"says corrected\">"));
  EXPECT_THAT(pages().at("papers.html"), HasSubstr("<td class=\"says proved\">"));
  // The statement of a theorem, in Coq's words.
  EXPECT_THAT(page, HasSubstr("criterion_i_is_false"));
  EXPECT_THAT(page, HasSubstr("dissipation velocities"));
}

TEST(report_pages, one_function_prints_a_value_with_its_uncertainty) {
  const study::fitted_order fit{.order = 1.04321, .half_width = 0.02131};
  record r = value("p", "sup q", "", "");
  r.about.study = "orders";
  r.facts = study::order_facts{.until = "1", .declared = 1};
  r.fit = fit;
  r.fitting = study::fit_outcome::fitted;
  const std::string shown = "1.043 ± 0.022";
  EXPECT_EQ(study::with_uncertainty(fit.order, fit.half_width), shown);
  EXPECT_EQ(order_text(r.fit), shown);
  EXPECT_THAT(study::as_text({r}), HasSubstr(shown));
  EXPECT_THAT(study::rule({.outcome = r.fitting, .order = fit, .points = {}}, 2).reason, HasSubstr(shown));
  EXPECT_EQ(order_table({r}, "sup q", "t").data.rows.at(0).at(2), shown);

  EXPECT_EQ(error_text(1.001e-7), "1.1e-07");  // never below the error
  EXPECT_EQ(error_text(9.99e-7), "1.0e-06");
  EXPECT_EQ(error_text(1e-7), "1.0e-07");
  EXPECT_EQ(error_text(0), "0");
  for (double x = 3e-300; x < 1e300; x *= 1.37e3) {
    EXPECT_GE(std::stod(error_text(x)), x);
    EXPECT_LE(std::stod(error_text(x)), std::stod(error_text(1.0001 * x)));  // within a bound, also as printed
  }

  // Nowhere else: a number in braces after ± is another function.
  for (const auto& entry : fs::recursive_directory_iterator(std::string(SOURCE_ROOT) + "/reports"))
    if (const std::string kind = entry.path().extension().string(); kind == ".cpp" || kind == ".hpp") {
      const std::string text = shell::contents(entry.path()), name = entry.path().filename().string();
      if (name == "verdict.cpp" || name == "fit.cpp" || name == "orders_of_code.cpp") continue;
      EXPECT_EQ(text.find("± {"), std::string::npos) << entry.path();
    }
}

/// Widths and characters, without TeX: columns and what is between them fill 345 pt at most, braces close, and what is
/// not ASCII is a letter that inputenc knows. Then by TeX, where there is one.
TEST(report_pages, tables_for_a_paper_fit_a_column) {
  int tables = 0;
  std::string inputs;
  for (const auto& entry : fs::directory_iterator(report() / "tables")) {
    if (entry.path().extension() != ".tex") continue;
    ++tables;
    const std::string text = shell::contents(entry.path());
    static const std::regex width("p\\{([0-9.]+)pt\\}");
    const auto columns = all_matches(text, width);
    double all = 0;
    for (const std::string& w : columns) all += std::stod(w);
    EXPECT_FALSE(columns.empty()) << entry.path();
    EXPECT_LE(all + 2 * between_columns * static_cast<double>(columns.size() - 1), column_of_a_paper) << entry.path();
    int depth = 0;
    for (std::size_t k = 0; k < text.size(); ++k) {
      const auto c = static_cast<unsigned char>(text[k]);
      if (c == '%' && (k == 0 || text[k - 1] == '\n')) k = std::min(text.find('\n', k), text.size() - 1);  // a comment
      if (c == '\\') ++k;  // \\{ is a sign
      if (c == '{') ++depth;
      if (c == '}') --depth;
      EXPECT_GE(depth, 0) << entry.path();
      EXPECT_TRUE(c < 0x80 || (c >= 0xc3 && c <= 0xc5) || (c & 0xc0) == 0x80)
          << entry.path() << ": " << text.substr(k, 20);
    }
    EXPECT_EQ(depth, 0) << entry.path();
    EXPECT_EQ(text.find("\\unknowncharacter"), std::string::npos) << entry.path();
    if (text.size() < 60000) inputs += "\\input{" + entry.path().string() + "}\n";
  }
  EXPECT_GT(tables, 10);
  if (shell::run("command -v pdflatex").status != 0) GTEST_SKIP() << "no pdflatex";
  const shell::own_folder folder;
  std::ofstream(folder.path() / "all.tex") << "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n"
                                              "\\usepackage{amsmath,amssymb,array,booktabs,longtable}\n"
                                              "\\begin{document}\n\\setlength{\\textwidth}{345pt}\n"
                                           << inputs << "\\end{document}\n";
  const shell::outcome found = shell::run("cd '" + folder.path().string() +
                                          "' && pdflatex -interaction=nonstopmode all.tex >log && pdflatex "
                                          "-interaction=nonstopmode all.tex >log; cat log");
  EXPECT_THAT(found.out, Not(HasSubstr("Overfull")));
  EXPECT_THAT(found.out, Not(HasSubstr("Warning")));
  EXPECT_THAT(found.out, Not(HasSubstr("\n!")));
}

/// By a validator that is not ours (Debian's python3-jsonschema), which must refuse what is spoilt.
TEST(report_pages, a_validator_of_schemas_accepts_the_records) {
  const std::string program =
      "/usr/bin/python3 -c \"\nimport json, sys, jsonschema\n"
      "rule = json.load(open('" SOURCE_ROOT
      "/docs/results.schema.json'))\n"
      "check = jsonschema.Draft202012Validator(rule)\n"
      "check.check_schema(rule)\n"
      "lines = [json.loads(l) for l in open(sys.argv[1])]\n"
      "kinds = {r['type']: r for r in lines}\n"
      "bad = [r for r in kinds.values() for e in check.iter_errors(r)]\n"
      "bad += [r for r in lines[:400] if not check.is_valid(r)]\n"
      "spoilt = 0\n"
      "for r in kinds.values():\n"
      "  for key in list(r):\n"
      "    spoilt += check.is_valid({k: v for k, v in r.items() if k != key})\n"
      "  spoilt += check.is_valid({**r, 'riddle': 1})\n"
      "print(len(kinds), len(bad), spoilt, len({r['made'] for r in lines[1:]}))\" ";
  if (shell::run("/usr/bin/python3 -c 'import jsonschema'").status != 0) {
    if (is_full_check()) FAIL() << "expected the package python3-jsonschema, found none";
    GTEST_SKIP() << "no python3-jsonschema";
  }
  const shell::outcome found = shell::run(program + "'" + (report() / "results.jsonl").string() + "'");
  EXPECT_EQ(found.status, 0) << found.err;
  EXPECT_THAT(found.out, testing::EndsWith(" 0 0 1\n")) << found.out;  // none bad, nothing spoilt accepted, one maker
  EXPECT_THAT(shell::contents(report() / "results.jsonl"), testing::StartsWith("{\"type\":\"provenance\",\"id\":1,"));
  const shell::outcome seconds = shell::run(program + "'" + (report() / "seconds.jsonl").string() + "'");
  EXPECT_EQ(seconds.out, "2 0 0 1\n") << seconds.err;  // provenance, which names the processor, and work
}

TEST(report_pages, a_browser_finds_nothing_wrong) {
  const std::string look = "/usr/bin/python3 '" + std::string(SOURCE_ROOT) + "/tests/programs/browse.py' ";
  const shell::own_folder folder;
  {
    std::ofstream(folder.path() / "index.html")
        << "<!doctype html><html><body><p id=\"a\">x</p><p id=\"a\"><img src=\"none.png\"><a href=\"#b\">y</a>"
           "<span style=\"color:#bbb;background:#fff\">pale</span><div style=\"width:600px\">wide</div>"
           "<script>console.log(1)</script><img src=\"http://127.0.0.1:9/x.png\" alt=\"x\"></body></html>";
  }
  const shell::outcome control = shell::run(look + "'" + folder.path().string() + "'");
  if (control.status == 77) {
    if (is_full_check()) FAIL() << control.err;
    GTEST_SKIP() << control.err;
  }
  EXPECT_EQ(control.status, 1) << control.out << control.err;
  for (const char* const fault : {"id twice", "picture without a text", "no such place", "contrast", "wider than",
                                  "console", "request outside", "expected one h1", "expected one main", "no language"})
    EXPECT_THAT(control.out, HasSubstr(fault));
  const shell::outcome found = shell::run(look + "'" + report().string() + "'");
  EXPECT_EQ(found.status, 0) << found.out << found.err;
  // The report about one problem.
  study::results own;
  for (const record& r : records())
    if (r.about.problem == "ball_rational") own.push_back(r);
  write_report_about({{find_problem("ball_rational"), "ball_rational"}}, own, made, true, 1, folder.path() / "one");
  const shell::outcome of_one = shell::run(look + "'" + (folder.path() / "one").string() + "'");
  EXPECT_EQ(of_one.status, 0) << of_one.out << of_one.err;
}

/// On a page of each kind; and on one that breaks them.
TEST(report_pages, obey_the_rules_of_axe_core) {
  const std::string look = "/usr/bin/python3 '" SOURCE_ROOT "/tests/programs/browse.py' --axe '" BUILD_ROOT "/axe' '";
  const shell::own_folder folder;
  std::ofstream(folder.path() / "index.html")
      << "<!doctype html><html><body><h1>x</h1><span style=\"color:#bbb;background:#fff\">pale</span></body></html>";
  const shell::outcome spoilt = shell::run(look + folder.path().string() + "'");
  if (spoilt.status == 77 || spoilt.status == 78) {  // no browser, or no network
    ASSERT_FALSE(is_full_check()) << spoilt.err;
    GTEST_SKIP() << spoilt.err;
  }
  EXPECT_EQ(spoilt.status, 1);
  EXPECT_THAT(spoilt.out, HasSubstr("axe: color-contrast"));
  EXPECT_THAT(spoilt.out, HasSubstr("axe: html-has-lang"));
  std::string pages;
  for (const char* const name : {"index", "problem-ball_rational", "problem-double_pendulum_wall", "solver-sweeping",
                                 "paper-Sayah2004", "costs", "codes", "bibliography", "open", "scores"})
    pages += std::string(" --only ") + name + ".html";
  const shell::outcome held = shell::run(look + report().string() + "'" + pages);
  EXPECT_EQ(held.status, 0) << held.out << held.err;
  EXPECT_THAT(held.out, HasSubstr("10 pages, 0 faults"));
}

}  // namespace
}  // namespace unilateral::render
