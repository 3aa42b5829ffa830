/// Judging another code's trajectory: the exact motion passes up to how a file of rows can say it, a wrong one shows,
/// and a bad file is refused with its line and column.

#include "problems/language/input_error.hpp"
#include "reports/study/external/judge.hpp"
#include "tests/support/made_up_ball.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

namespace unilateral::study {
namespace {

const problem ball = made_up::ball_problem();
const std::string path = testing::TempDir() + "trajectory.csv";

/// Rows every `h`, and both sides of each impact where `marked`.
void write_ball(double e, double h, bool marked) {
  const solution<double> s = made_up::ball<double>(1, 2, e, 2.6);
  std::ofstream file(path);
  file.precision(17);
  file << "t,x,x'\n";
  std::size_t impact = 0;
  for (int k = 0; k * h < 2.6 + h / 2; ++k) {
    const double t = std::min(k * h, 2.6);
    for (; marked && impact < s.impacts.size() && s.impacts[impact].t <= t; ++impact) {
      const auto& here = s.impacts[impact];
      file << here.t << "," << here.q[0] << "," << here.v_minus[0] << "\n"
           << here.t << "," << here.q[0] << "," << here.v_plus[0] << "\n";
    }
    file << t << "," << s.path.position(t)[0] << "," << s.path.velocity_right(t)[0] << "\n";
  }
}

double error_of(const std::string& quantity) {
  for (const record& r : judge(ball, {}, path))
    if (r.about.quantity == quantity) return r.as<value_facts>().error;
  ADD_FAILURE() << "no record of " << quantity;
  return -1;
}

TEST(study_judge, the_exact_motion_with_marked_jumps_is_at_rounding) {
  // Parabolas between rows are reproduced: v is linear, q its integral. Rounding of 17 digits, a few hundred rows.
  write_ball(0.5, 0.013, true);
  for (const char* const quantity :
       {"distance sup q", "distance L1 v", "distance L2 v", "distance Hausdorff v", "residual penetration",
        "residual q - integral of v", "residual initial velocity", "impacts[0].t", "impacts[1].v_plus[0]", "end.q[0]"})
    EXPECT_LT(error_of(quantity), 1e-13) << quantity;
}

TEST(study_judge, unmarked_jumps_cost_about_a_row) {
  // v is smeared over one row of h: its L¹ error is at most h · |jump| for each impact, and not zero.
  const double h = 0.013, jumps = 3 + 1.5 + 0.75;
  write_ball(0.5, h, false);
  EXPECT_LT(error_of("distance L1 v"), h * jumps);
  EXPECT_GT(error_of("distance L1 v"), h / 10);
}

TEST(study_judge, an_impact_that_no_jump_marks_is_found_in_its_row) {
  // Rows every h of the exact motion: each impact is read in the middle of its row, at most h/2 away, its v⁺ at the end
  // of the row, where gravity has changed it by at most g h.
  const double h = 0.013, g = 2;
  write_ball(0.5, h, false);
  EXPECT_EQ(error_of("impacts found"), 0);
  for (const char* const quantity : {"impacts[0].t", "impacts[1].t"})
    EXPECT_LE(error_of(quantity), h / 2 + 1e-15) << quantity;
  EXPECT_LE(error_of("impacts[1].v_plus[0]"), g * h);
}

TEST(study_judge, impulses_of_the_file_complete_distances_and_residuals) {
  // The exact ball with its first impact marked, and the impulse 3 of it: momentum is balanced, the reaction where it
  // should be. Without that impulse momentum is off by all of it.
  std::ofstream(path) << "t,x,v,P\n0,1,0,0\n1,0,-2,0\n1,0,1,3\n1.5,0.25,0,0\n";
  for (const char* const quantity : {"distance L1 v", "distance BL impulse", "residual momentum balance",
                                     "residual reaction sign", "residual complementarity"})
    EXPECT_LT(error_of(quantity), 1e-14) << quantity;
  std::ofstream(path) << "t,x,v,P\n0,1,0,0\n1,0,-2,0\n1,0,1,0\n1.5,0.25,0,0\n";
  EXPECT_NEAR(error_of("residual momentum balance"), 3, 1e-14);
  EXPECT_GT(error_of("distance BL impulse"), 1);
}

TEST(study_judge, positions_that_are_not_the_integral_of_the_velocities_show) {
  std::ofstream(path) << "t,x,v\n0,1,0\n0.5,0.75,-1\n0.75,0.5375,-1.5\n";
  EXPECT_NEAR(error_of("residual q - integral of v"), 0.1, 1e-15);
}

/// A tenth in each of three rows, all one way; and there and back. Decimals below 2 and their products with h are
/// rounded, a dozen times in all.
TEST(study_judge, positions_that_drift_add_up) {
  std::ofstream(path) << "t,x,v\n0,1,0\n0.25,1.0375,-0.5\n0.5,0.95,-1\n0.75,0.7375,-1.5\n";
  EXPECT_NEAR(error_of("residual q - integral of v"), 0.3, 16 * epsilon<double>());
  std::ofstream(path) << "t,x,v\n0,1,0\n0.25,1.0375,-0.5\n0.5,0.75,-1\n0.75,0.4375,-1.5\n";
  EXPECT_NEAR(error_of("residual q - integral of v"), 0.1, 16 * epsilon<double>());
}

TEST(study_judge, an_impact_that_is_lacking_is_missed) {
  std::ofstream(path) << "t,x,v\n0,1,0\n1,0.5,0\n2.6,0.5,0\n";
  EXPECT_GE(error_of("impacts found"), 2);
}

TEST(study_judge, the_first_velocity_is_held_against_the_data) {
  std::ofstream(path) << "t,x,v\n0,1,0.5\n0.5,0.75,-1\n";
  EXPECT_EQ(error_of("residual initial velocity"), 0.5);
}

TEST(study_judge, a_wrong_restitution_shows) {
  // Negative control.
  write_ball(0.51, 0.013, true);
  EXPECT_GT(error_of("distance sup q"), 0.005);
  EXPECT_GT(error_of("impacts[1].t"), 0.005);
}

TEST(study_judge, a_jump_in_every_row_is_not_an_impact_in_every_row) {
  // A scheme with constant velocities between rows: each row is a small jump, g h = 0.02, beside impacts of 3, 1.5,
  // 0.75. The impact is found within a row of its time, its velocities within what a row changes: 2 g h.
  const double h = 0.01, g = 2, e = 0.5;
  {
    std::ofstream file(path);
    file.precision(17);
    file << "t,x,x'\n";
    double x = 1, v = 0;
    for (int k = 0; k * h < 2.6; ++k) {
      file << k * h << "," << x << "," << v << "\n";
      const double v_before = v;
      x += h * v;
      v = x <= 0 && v < 0 ? -e * v : v - g * h;
      file << (k + 1) * h << "," << x << "," << v_before << "\n";
    }
  }
  for (const char* const quantity : {"impacts[0].t", "impacts[1].t"}) EXPECT_LE(error_of(quantity), 2 * h) << quantity;
  for (const char* const quantity : {"impacts[0].v_plus[0]", "impacts[1].v_plus[0]"})
    EXPECT_LE(error_of(quantity), 2 * g * h) << quantity;
}

TEST(study_judge, everything_is_measured_nothing_declared) {
  write_ball(0.5, 0.1, true);
  const results found = judge(ball, {}, path);
  EXPECT_FALSE(found.empty());
  // But for velocities at rows: three impacts leave out five of 27 rows each, and more than a tenth gives no verdict.
  for (const record& r : found)
    EXPECT_EQ(r.outcome, r.about.quantity == "distance rows v" ? verdict::cannot_tell : verdict::measured)
        << r.about.quantity;
}

TEST(study_judge, a_trajectory_that_ends_early_is_judged_as_far_as_it_goes) {
  std::ofstream(path) << "t,x,v\n0,1,0\n0.5,0.75,-1\n";
  EXPECT_LT(error_of("distance sup q"), 1e-15);
  EXPECT_LT(error_of("end.q[0]"), 1e-15);
  // No impact is missed that comes later.
  for (const record& r : judge(ball, {}, path)) {
    EXPECT_NE(r.about.quantity, "impacts found");
    if (r.about.quantity == "end.q[0]") {
      EXPECT_EQ(r.as<value_facts>().expected, "0.75");
    }
  }
}

TEST(study_judge, bad_files_are_refused_with_line_and_column) {
  const auto complaint = [](const std::string& text) -> std::string {
    std::ofstream(path) << text;
    try {
      judge(ball, {}, path);
    } catch (const input_error& e) {
      return e.what();
    }
    return "accepted";
  };
  const auto names = [](const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  names(complaint(""), ":1: expected a header");
  names(complaint("0,1,0\n1,0,-2\n"), ":1: column 1: expected a header");
  names(complaint("t,x\n0,1\n"), ":1: expected 3 columns (t,x,x'), found 2");
  names(complaint("t,x,v\n0,1,0\n1,zero,-2\n"), ":3: column 2: expected a finite number, found \"zero\"");
  names(complaint("t,x,v\n0,1,0\n1,nan,-2\n"), ":3: column 2: expected a finite number, found \"nan\"");
  names(complaint("t,x,v\n0,1,0\n1,0,-2,5\n"), ":3: expected 3 columns");
  names(complaint("t,x,v\n0,1,0\n1,0,-2\n0.5,0,0\n"), ":4: column 1: expected a time not before");
  names(complaint("t,x,v,P\n0,1,0,3\n1,0,-2,0\n"), ":2: column 4: expected no impulse before the first row");
  names(complaint("t,x,v\n0.1,1,0\n1,0,-2\n"), ":2: column 1: expected the first time to be 0");
  names(complaint("t,x,v\n0,1,0\n"), "expected at least two rows");
  std::remove(path.c_str());
  EXPECT_THROW(judge(ball, {}, path), input_error);
}

}  // namespace
}  // namespace unilateral::study
