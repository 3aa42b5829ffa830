/// Adding a study touches no other file. This program is linked with the list that the build makes of the studies of
/// the tree and of tests/added_study/wall_speed.cpp, by the same function of CMake: its cells are planned, filtered,
/// run, counted, written, read back and shown. Nothing in the tree names it; no tolerance.

#include "reports/render/page.hpp"
#include "reports/study/record/print.hpp"
#include "reports/study/run/verify.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace unilateral::study {
namespace {

const results& found() {
  static const results all = verify({.quick = true, .filter = "^wall_speed/"});
  return all;
}

TEST(report_added_study, its_cells_are_run_and_hold) {
  ASSERT_EQ(found().size(), 2u);  // the two solvers without step
  for (const record& r : found()) EXPECT_EQ(r.outcome, verdict::holds) << r.cell << ": " << r.reason;
  EXPECT_EQ(found().front().cell, "wall_speed/ball_rational/event_driven");
  EXPECT_EQ(tally_of(found()).as_declared(), 2);
}

TEST(report_added_study, it_stands_among_the_others_in_the_list) {
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

TEST(report_added_study, it_is_written_and_read_back) {
  EXPECT_EQ(lines_of(results_from(lines_of(found()))), lines_of(found()));
  EXPECT_NE(as_csv(found()).find("wall_speed/ball_rational/event_driven,ball_rational,event_driven,speed"),
            std::string::npos)
      << as_csv(found());
}

TEST(report_added_study, it_has_a_section_in_the_report_and_a_table) {
  const std::filesystem::path tables = std::filesystem::path(testing::TempDir()) / "report_added_study";
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
