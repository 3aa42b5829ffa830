/// `solve --every` and `--at`: rows t, q, v, P of a motion, as `judge` reads them; `solve --plot`. Truth: the ball of
/// height 1 under g = 2 with e = 1/2, whose impacts at 1, 2, 5/2, 11/4, … accumulate at 3; momentum; and `judge`.

#include "problems/answers/problem.hpp"
#include "reports/study/external/judge.hpp"
#include "tests/support/shell.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace unilateral {
namespace {

namespace fs = std::filesystem;

using shell::contents;
using shell::outcome;

const shell::own_folder folder_of_this_process;
const fs::path& folder = folder_of_this_process.path();

outcome run(const std::string& words) { return shell::run(std::string(COMMAND_PATH) + " " + words); }

struct table {
  std::string header;
  std::vector<std::vector<double>> rows;
};
table table_of(const std::string& text) {
  table result;
  std::istringstream lines(text);
  std::getline(lines, result.header);
  for (std::string line; std::getline(lines, line);) {
    result.rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) result.rows.back().push_back(std::stod(cell));
  }
  return result;
}

const std::string ball = "solve ball_rational --solver event_driven ";

/// Free fall until 1, then from the floor with velocity 1: 1 − t², (t − 1) − (t − 1)². An impact passes 2 (1 + e) of
/// the speed before it on to the floor, 3 and 3/2.
TEST(sampled_rows, are_the_motion_at_the_times_asked_for_and_both_sides_of_each_impact) {
  const table found = table_of(run(ball + "--every 1/4 --until 2.2").out);
  EXPECT_EQ(found.header, "t,q0,v0,P0");
  const std::vector<std::vector<double>> right{
      {0, 1, 0, 0},     {0.25, 0.9375, -0.5, 0}, {0.5, 0.75, -1, 0}, {0.75, 0.4375, -1.5, 0}, {1, 0, -2, 0},
      {1, 0, 1, 3},     {1.25, 0.1875, 0.5, 0},  {1.5, 0.25, 0, 0},  {1.75, 0.1875, -0.5, 0}, {2, 0, -1, 0},
      {2, 0, 0.5, 1.5}, {2.2, 0.06, 0.1, 0}};
  ASSERT_EQ(found.rows.size(), right.size());
  for (std::size_t k = 0; k < right.size(); ++k)
    for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(found.rows[k][c], right[k][c], 1e-14) << "row " << k;
}

/// Three times the rounding of 1/10 is not the rounding of 3/10.
TEST(sampled_rows, stand_at_multiples_rounded_once) {
  std::vector<double> times;
  for (const auto& row : table_of(run(ball + "--until 9/10 --every 1/10").out).rows) times.push_back(row[0]);
  EXPECT_EQ(times, (std::vector<double>{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}));
}

TEST(sampled_rows, at_given_times_stand_alone_and_in_order) {
  const table found = table_of(run(ball + "--at 3/2,0.25,2.2,1/4").out);
  const std::vector<std::vector<double>> right{{0.25, 0.9375, -0.5, 0}, {1.5, 0.25, 0, 3}, {2.2, 0.06, 0.1, 1.5}};
  ASSERT_EQ(found.rows.size(), right.size());
  for (std::size_t k = 0; k < right.size(); ++k)
    for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(found.rows[k][c], right[k][c], 1e-14) << "row " << k;
  const auto json = nlohmann::json::parse(run(ball + "--at 1/4 --format json").out);
  ASSERT_EQ(json["rows"].size(), 1u);
  EXPECT_EQ(json["rows"][0]["t"], "0.25");
  EXPECT_EQ(json["rows"][0]["q"][0], "0.9375");
  EXPECT_EQ(json["rows"][0]["P"][0], "0");
  const table digits = table_of(run(ball + "--at 1/4 --digits 50").out);
  EXPECT_EQ(digits.rows[0][1], 0.9375);
}

/// From rest to rest in time T the floor gives back what gravity took: g T. Of the ball at rest, g H in every row; with
/// schemes the sum is what their impulses add up to, whatever the rows are. Engines resolve an accumulation in double
/// to about √ε, and so much of the last impulses may be missing.
TEST(sampled_rows, hold_every_impulse_once) {
  for (const std::string& how :
       {std::string("--solver event_driven"), std::string("--solver gauss_collocation"),
        std::string("--solver moreau_time_stepping --step 1/1000"), std::string("--solver sweeping --step 1/1000"),
        std::string("--solver paoli_schatzman --step 1/1000")}) {
    const bool scheme = how.find("--step") != std::string::npos;
    for (const std::string& rows : {std::string("--format csv"), std::string("--every 1/8"), std::string("--every 3/7"),
                                    std::string("--at 4"), std::string("--at 0.1,3,3.3,4")}) {
      const table found = table_of(run("solve ball_rational " + how + " " + rows).out);
      double sum = 0;
      for (const auto& row : found.rows) sum += row[3];
      // A scheme at rest has velocities of a step's gravity.
      EXPECT_NEAR(sum, 8, scheme ? 0.02 : 1e-8) << how << " " << rows;
      EXPECT_EQ(found.rows.back()[0], 4) << how << " " << rows;
      if (!scheme && rows == "--every 1/8") {
        EXPECT_NEAR(found.rows.back()[3], 0.25, 1e-12);
      }
    }
  }
}

/// The last row is the end that JSON tells: of sweeping, whose force acts at the ends of steps, after that of the last.
TEST(sampled_rows, end_where_the_run_ends) {
  for (const std::string& how : {std::string("moreau_time_stepping"), std::string("sweeping")}) {
    const std::string question = "solve ball_rational --until 1/2 --step 1/8 --solver " + how + " ";
    const auto end = nlohmann::json::parse(run(question + "--format json --no-estimate").out)["end"];
    for (const std::string& rows : {std::string("--format csv"), std::string("--format csv --every 1/8"),
                                    std::string("--every 1/4"), std::string("--at 1/4,1/2")}) {
      const table found = table_of(run(question + rows).out);
      EXPECT_EQ(found.rows.back()[1], std::stod(end["q"][0].get<std::string>())) << how << " " << rows;
      EXPECT_EQ(found.rows.back()[2], std::stod(end["v"][0].get<std::string>())) << how << " " << rows;
    }
  }
}

double error_in(const study::results& found, const std::string& quantity) {
  for (const study::record& r : found)
    if (r.about.quantity == quantity) return r.as<study::value_facts>().error;
  return 0;  // not measured
}

/// The way there and back, on the whole catalogue. Between rows `judge` draws v as a line: it is off by at most
/// H²/8 max|v''|, and a second difference of v in the file, between three rows without a jump, is H² v''. Four times
/// its largest allows for rows beside an impact, of which fewer than three in a row are there. In L¹ and in sup q that
/// is multiplied by the time. Impulses are spread over their rows: what acts between jumps moves by less than H.
TEST(sampled_rows, are_judged_as_the_motion_that_they_are) {
  const std::string file = folder / "rows.csv";
  int judged = 0;
  for (const problem& p : catalogue()) {
    if (p.is_chain()) continue;
    const statement bound = with_values(std::get<statement>(p.question));
    const double horizon = constant_value<double>(bound.horizon);
    const int n = bound.system.degrees_of_freedom(), m = bound.system.constraints();
    constexpr int parts = 2000;
    char step[40];
    std::snprintf(step, sizeof step, "%.6e", horizon / parts);
    const outcome solved = run("solve " + p.name + " --solver event_driven --every " + step + " --out " + file);
    if (solved.status != 0) continue;  // the engine does not reach the end
    const table rows = table_of(contents(file));
    double bend = 0, spread = 0, impulses = 0;
    for (const auto& row : rows.rows)
      for (int i = 0; i < m; ++i) impulses += row[static_cast<std::size_t>(1 + 2 * n + i)];
    for (std::size_t k = 2; k < rows.rows.size(); ++k) {
      const auto &a = rows.rows[k - 2], &b = rows.rows[k - 1], &c = rows.rows[k];
      const bool even = std::abs(c[0] - 2 * b[0] + a[0]) < 1e-3 * (c[0] - b[0]) && c[0] > b[0];
      for (int i = 0; even && i < n; ++i) {
        const auto v = static_cast<std::size_t>(1 + n + i);
        bend = std::max(bend, std::abs(c[v] - 2 * b[v] + a[v]));
      }
      for (int i = 0; c[0] > b[0] && i < m; ++i) spread += c[static_cast<std::size_t>(1 + 2 * n + i)];
    }
    const bool hit_at_start = rows.rows[1][0] == 0;
    const study::results found = study::judge(p, {}, file);
    if (std::any_of(found.begin(), found.end(),
                    [](const auto& r) { return r.outcome == study::verdict::reference_in_doubt; }))
      continue;
    ++judged;
    const double rounding = 1e-9, of_v = 4 * bend + rounding;
    EXPECT_LE(error_in(found, "distance sup q"), horizon * of_v) << p.name;
    EXPECT_LE(error_in(found, "distance L1 v"), n * horizon * of_v) << p.name;
    if (!hit_at_start) {
      EXPECT_LE(error_in(found, "distance BL impulse"), spread * horizon / parts + (1 + impulses) * of_v) << p.name;
    }
    EXPECT_LE(error_in(found, "residual initial velocity"), rounding) << p.name;
    EXPECT_LE(error_in(found, "residual reaction sign"), rounding) << p.name;
    EXPECT_LE(error_in(found, "end.q[0]"), 1e-6) << p.name;
  }
  EXPECT_GE(judged, 20);
}

TEST(sampled_rows, wrong_times_are_refused_in_one_line_and_nothing_is_half_written) {
  const std::string out = folder / "never.csv";
  for (const auto& [words, fragment] :
       {std::pair<std::string, std::string>{ball + "--every 0", "--every: expected"},
        {ball + "--every -1", "--every: expected"},
        {ball + "--every x", "--every: expected"},
        {ball + "--every 1e-12", "--every: expected at most"},
        {ball + "--at 5", "--at: expected times from 0 to 4"},
        {ball + "--at -1", "--at: expected times"},
        {ball + "--at 1,,2", "--at: expected times"},
        {ball + "--at ''", "--at: expected times"},
        {ball + "--until 2 --at 3", "--at: expected times from 0 to 2"},
        {ball + "--at 1 --every 1", "--at: expected it without --every"},
        {ball + "--every 1 --summary", "--summary: expected"},
        {ball + "--plot x.svg --summary", "--summary: expected"},
        {ball + "--plot /nowhere/x.svg", "--plot: /nowhere/x.svg: expected"},
        {"solve chain_arc_fig4 --solver chain_duality --every 1", "--every: expected"},
        {"solve chain_arc_fig4 --solver chain_duality --plot x.svg", "--plot: expected"}}) {
    const outcome found = run(words + " --out " + out);
    EXPECT_EQ(found.status, 2) << words;
    EXPECT_EQ(found.out, "") << words;
    EXPECT_EQ(std::count(found.err.begin(), found.err.end(), '\n'), 1) << words << ": " << found.err;
    EXPECT_NE(found.err.find(fragment), std::string::npos) << words << ": " << found.err;
    EXPECT_FALSE(fs::exists(out)) << words;
  }
  for (const auto& entry : fs::directory_iterator(folder))
    EXPECT_EQ(entry.path().filename().string().find("unfinished"), std::string::npos) << entry.path();
}

/// A picture has the five panels, and a line each of the ball: the same bytes from run to run.
TEST(solution_figures, show_motion_gaps_energy_and_impulses) {
  const std::string first = folder / "a.svg", second = folder / "b.svg";
  for (const std::string& file : {first, second}) {
    const outcome found = run(ball + "--no-estimate --plot " + file);
    ASSERT_EQ(found.status, 0) << found.err;
    EXPECT_EQ(nlohmann::json::parse(found.out)["status"], "completed");
  }
  const std::string svg = contents(first);
  EXPECT_EQ(svg, contents(second));
  EXPECT_NE(svg.find("<svg"), std::string::npos);
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
  for (const char* words :
       {">q<", ">v<", ">gap<", ">energy<", ">impulse<", ">kinetic<", ">kinetic - work<", "ball_rational, event_driven"})
    EXPECT_NE(svg.find(words), std::string::npos) << words;
  const std::string many = folder / "many.svg";
  EXPECT_EQ(run("solve manufactured_24 --solver moreau_time_stepping --step 1/200 --format csv --plot " + many +
                " --out " + std::string(folder / "many.csv"))
                .status,
            0);
  EXPECT_NE(contents(many).find("</svg>"), std::string::npos);
  const std::string towed = folder / "towed.svg";
  EXPECT_EQ(run("solve chain_towed_in_circle --solver chain_duality --no-estimate --plot " + towed).status, 0);
  EXPECT_NE(contents(towed).find(">velocities<"), std::string::npos);
}

}  // namespace
}  // namespace unilateral
