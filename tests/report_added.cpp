/// Adding a problem, a solver, a study or a law touches no other file. This program is linked with the lists that the
/// build makes of the tree and of tests/added, by the same functions of CMake (cmake/lists.cmake): what is added there
/// is planned, filtered, run, counted, written, read back and shown. Nothing in the tree names it; no tolerance.

#include "problems/judge/laws.hpp"
#include "reports/render/laws_page.hpp"
#include "reports/render/page.hpp"
#include "reports/study/record/print.hpp"
#include "reports/study/run/verify.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace unilateral::study {
namespace {

const results& found() {
  static const results all = verify({.quick = true, .filter = "^wall_speed/"});
  return all;
}

/// What the studies of the tree make of the added problem and the added solver.
const results& of_the_added() {
  static const results all =
      verify({.quick = true,
              .filter = "^(values|orders|residuals|engines|laws)/ball_on_the_moon/|^laws/ball_rational/gauss_seidel/"});
  return all;
}

results with(const std::string& study, const std::string& problem, const std::string& solver) {
  results some;
  for (const record& r : of_the_added())
    if (r.about.study == study && r.about.problem == problem && (solver.empty() || r.about.solver == solver))
      some.push_back(r);
  return some;
}

TEST(report_added, a_problem_is_studied) {
  // An order may be open in the quick grid: its interval is wide.
  for (const record& r : of_the_added())
    EXPECT_TRUE(r.outcome == verdict::holds || r.outcome == verdict::measured ||
                (r.outcome == verdict::cannot_tell && r.is<order_facts>()))
        << r.cell << ": " << r.reason;
  for (const char* const study : {"values", "orders", "residuals", "engines", "laws"})
    EXPECT_FALSE(with(study, "ball_on_the_moon", "").empty()) << study;
  const results values = with("values", "ball_on_the_moon", "event_driven");
  EXPECT_TRUE(std::any_of(values.begin(), values.end(), [](const record& r) {
    return r.about.quantity == "impacts[0].t" && r.as<value_facts>().error < 1e-15;
  }));
}

TEST(report_added, a_solver_is_studied) {
  const auto& solvers = solver_list();
  EXPECT_TRUE(
      std::any_of(solvers.begin(), solvers.end(), [](const auto& s) { return s.declaration.name == "gauss_seidel"; }));
  EXPECT_FALSE(with("residuals", "ball_on_the_moon", "gauss_seidel").empty());
  EXPECT_FALSE(with("laws", "ball_on_the_moon", "gauss_seidel").empty());
  EXPECT_FALSE(with("laws", "ball_rational", "gauss_seidel").empty());
}

TEST(report_added, a_law_is_asked_of_everybody) {
  const auto& names = laws::names();
  EXPECT_TRUE(std::find(names.begin(), names.end(), "asked again") != names.end());
  std::set<std::string> asked;
  for (const record& r : of_the_added())
    if (r.about.quantity == "asked again" && r.as<law_facts>().left_out.empty()) asked.insert(r.about.solver);
  for (const char* const solver : {"event_driven", "gauss_collocation", "sweeping", "gauss_seidel"})
    EXPECT_TRUE(asked.contains(solver)) << solver;
  const render::table shown = render::law_overview(of_the_added());
  EXPECT_TRUE(std::any_of(shown.data.rows.begin(), shown.data.rows.end(),
                          [](const auto& row) { return row.front() == "asked again"; }));
  EXPECT_TRUE(std::find(shown.data.header.begin(), shown.data.header.end(), "gauss_seidel") != shown.data.header.end());
}

TEST(report_added, the_cells_of_a_study_are_run_and_hold) {
  ASSERT_EQ(found().size(), 2u);  // the two solvers without step
  for (const record& r : found()) EXPECT_EQ(r.outcome, verdict::holds) << r.cell << ": " << r.reason;
  EXPECT_EQ(found().front().cell, "wall_speed/ball_rational/event_driven");
  EXPECT_EQ(tally_of(found()).as_declared(), 2);
}

TEST(report_added, a_study_stands_among_the_others_in_the_list) {
  const auto& list = families_of_this_build();
  const auto is = [](const std::string& name) { return [name](const family& f) { return f.name == name; }; };
  EXPECT_TRUE(std::any_of(list.begin(), list.end(), is("wall_speed")));
  EXPECT_TRUE(std::any_of(list.begin(), list.end(), is("orders")));
  // Every family is named as its cells begin.
  for (const family& f : list)
    for (const problem& p : catalogue())
      for (const task& t : f.plan(p, {.quick = true}))
        for (const record& r : t.cells) {
          EXPECT_EQ(r.about.study, f.name) << r.cell;
          EXPECT_TRUE(r.cell.starts_with(f.name + "/")) << r.cell;
          EXPECT_EQ(r.about.problem, p.name) << r.cell;
        }
}

TEST(report_added, a_study_is_written_and_read_back) {
  EXPECT_EQ(lines_of(results_from(lines_of(found()))), lines_of(found()));
  EXPECT_NE(as_csv(found()).find("wall_speed/ball_rational/event_driven,ball_rational,event_driven,speed"),
            std::string::npos)
      << as_csv(found());
}

TEST(report_added, a_study_has_a_section_in_the_report_and_a_table) {
  const std::filesystem::path tables = std::filesystem::path(testing::TempDir()) / "report_added";
  std::filesystem::create_directories(tables);
  const std::string section = render::other_studies(found(), families_of_this_build(), tables);
  for (const char* const part : {"<h2 id=\"study-wall_speed\">Speed at the wall</h2>", "the law of Galilei",
                                 "<td>event_driven</td>", "<td class=\"holds\">holds</td>"})
    EXPECT_NE(section.find(part), std::string::npos) << section;
  std::ifstream csv(tables / "wall_speed.csv");
  const std::string rows{std::istreambuf_iterator<char>(csv), {}};
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 3) << rows;
  // Studies that the page has a section for stand there only.
  results of_another = found();
  for (record& r : of_another) r.about.study = "values";
  EXPECT_EQ(render::other_studies(of_another, families_of_this_build(), tables), "");
}

}  // namespace
}  // namespace unilateral::study
