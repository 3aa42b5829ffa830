/// What Moreau's scheme cannot use it refuses in one line; where it cannot go on it stops, says why and when, and keeps
/// the last state.

#include "problems/language/input_error.hpp"
#include "problems/language/many_digits.hpp"
#include "solvers/moreau_time_stepping/moreau_time_stepping.hpp"
#include "tests/support/moreau_statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

namespace {

using namespace unilateral;
using namespace unilateral::moreau_tests;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

solution<double> solved(const statement& s, std::optional<rational> step = {}, std::optional<rational> until = {}) {
  return moreau_time_stepping::solve<double>(s, {.step = step, .until = until});
}

std::string refusal(std::optional<rational> step, std::optional<rational> until, const expression& horizon = 4) {
  statement s = ball(0.5_x);
  s.horizon = horizon;
  try {
    solved(s, step, until);
  } catch (const input_error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(bad_input, is_refused_in_one_line_that_says_what_was_expected_and_found) {
  EXPECT_EQ(refusal(0, {}), "step: expected a number > 0, found 0");
  EXPECT_EQ(refusal(rational(-1, 2), {}), "step: expected a number > 0, found -1/2");
  EXPECT_EQ(refusal({}, 0), "until: expected a time > 0, found 0");
  EXPECT_EQ(refusal(1, -3), "until: expected a time > 0, found -3");
  EXPECT_EQ(refusal({}, {}, -1), "horizon: expected a time > 0, found -1");
  EXPECT_THAT(refusal(exact_rational("1e-30"), {}), StartsWith("step: expected at least until/2^53"));
  EXPECT_EQ(refusal(0.1_x, 1), "accepted");
}

TEST(a_run, takes_a_thousandth_of_the_horizon_for_a_step_and_ends_on_time) {
  EXPECT_EQ(solved(ball(0.5_x)).counts.steps, 1000);
  const auto steps = [](const rational& step, const rational& until) {
    const solution<double> answer = solved(ball(0.5_x), step, until);
    EXPECT_EQ(answer.end_time, exact<double>(until));
    EXPECT_EQ(answer.path.end(), exact<double>(until));
    return answer.counts.steps;
  };
  EXPECT_EQ(steps(0.1_x, 1), 10);  // ten times 0.1, whatever the rounding
  EXPECT_EQ(steps(0.1_x, 0.3_x), 3);
  EXPECT_EQ(steps(rational(1, 3), 1), 3);
  EXPECT_EQ(steps(0.3_x, 1), 4);
  EXPECT_EQ(steps(5, 1), 1);
}

TEST(a_run, stops_where_it_cannot_go_on) {
  statement lighter = ball(0.5_x);  // M = x falls to 0
  lighter.system.mass = diagonal_mass({coordinate(0)});
  lighter.system.gap.clear();
  const solution<double> light = solved(lighter, 0.01_x);
  EXPECT_THAT(light.status, AllOf(StartsWith("stopped: "), HasSubstr("not positive definite at t = ")));
  EXPECT_LE(light.end_position[0], 0.1);
  EXPECT_EQ(light.end_time, light.path.end());

  statement imaginary = ball(0.5_x);
  imaginary.system.force = {sqrt(1 - time())};
  const solution<double> ended = solved(imaginary, 0.01_x);
  EXPECT_THAT(ended.status, HasSubstr("coordinate x is no finite number at t = 1.005"));
  EXPECT_NEAR(ended.end_time, 1, 4 * epsilon<double>());
  EXPECT_TRUE(std::isfinite(ended.end_position[0]));

  statement exploding = ball(1);  // x'' = x'^3: infinite in finite time
  exploding.system.force = {velocity(0) * velocity(0) * velocity(0)};
  exploding.velocity = {100};
  EXPECT_THAT(solved(exploding, 0.01_x).status, HasSubstr("coordinate x is no finite number"));

  statement vanishing = ball(0.5_x);  // a gap that is defined for t < 1/2 only
  vanishing.system.gap = {coordinate(0) + sqrt(0.5_x - time())};
  EXPECT_THAT(solved(vanishing, 0.01_x).status, HasSubstr("gap 0 is no finite number at t = 0.505"));

  statement squeezed = ball(0);  // the floor rises, the ceiling falls, they meet at t = 1/2
  squeezed.system.gap = {coordinate(0) - time(), 1 - time() - coordinate(0)};
  squeezed.position = {0.5_x};
  squeezed.system.force = {0};
  const solution<double> stuck = solved(squeezed, 0.01_x);
  EXPECT_THAT(stuck.status, HasSubstr("leave no admissible velocity"));
  EXPECT_NEAR(stuck.end_time, 0.5, 0.02);

  EXPECT_EQ(solved(ball(0.5_x), 0.01_x).status, "completed");
}

}  // namespace
