/// Moreau's scheme is never silently wrong: where no motion is admissible, a gap jumps or has no gradient, numbers
/// overflow or data are out of range, a run stops and says so; where all is well, however fast, small or large, it goes
/// on.

#include "solvers/moreau_time_stepping/moreau_time_stepping.hpp"
#include "tests/support/moreau_statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace unilateral;
using namespace unilateral::moreau_tests;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

solution<double> solved(const statement& s, const rational& step) {
  return moreau_time_stepping::solve<double>(s, {.step = step});
}

/// Unit masses without force.
statement free_particle(int n, const std::vector<expression>& gaps, const std::vector<expression>& q,
                        const std::vector<expression>& v) {
  statement s;
  const char* const names[] = {"x", "y", "z"};
  for (int i = 0; i < n; ++i) s.system.coordinates.push_back(names[i]);
  s.system.mass = diagonal_mass(std::vector<expression>(static_cast<std::size_t>(n), expression(1)));
  s.system.force.assign(static_cast<std::size_t>(n), 0);
  s.system.gap = gaps;
  s.position = q;
  s.velocity = v;
  return s;
}

/// A floor and a piston that meet at t = 2: from then on no position is admissible. A particle between them is hit ever
/// faster; at e = 0 it is pushed against the floor and no velocity is left. The stop may be late by the step times 256,
/// or by a doubling of the depth.
TEST(closed_walls, stop_the_run_soon_after_they_have_met) {
  const expression x = coordinate(0);
  for (const rational& e : {rational(0), rational(1, 2), rational(9, 10), rational(1)})
    for (const int steps : {30, 100, 333, 1000, 10000}) {
      statement s = free_particle(1, {x, 1 - time() / 2 - x}, {0.2_x}, {0.7_x});
      s.system.restitution = e;
      s.horizon = 3;
      const solution<double> answer = solved(s, rational(3, steps));
      EXPECT_THAT(answer.status, StartsWith("stopped: ")) << "e = " << to_text(e) << ", " << steps << " steps";
      EXPECT_THAT(answer.status, testing::AnyOf(HasSubstr("no motion is admissible, or the step is too long"),
                                                HasSubstr("leave no admissible velocity")));
      EXPECT_GE(answer.end_time, 2 - 3.0 / steps);
      EXPECT_LE(answer.end_time, 2.5);
      s.horizon = 1.9_x;  // while they are open, all is well
      EXPECT_EQ(solved(s, rational(3, steps)).status, "completed");
    }
}

/// The same with one constraint, whose linearisation always has a solution: only corrections that lead nowhere show
/// that the disc has gone.
TEST(closed_walls, of_a_disc_that_shrinks_to_nothing_stop_the_run) {
  const expression x = coordinate(0), y = coordinate(1);
  for (const expression& radius : {sqrt(x * x + y * y), sqrt(x * x + 2 * y * y + x * y)})
    for (const int steps : {97, 1009}) {
      statement s = free_particle(2, {1 - time() - radius}, {0.3_x, 0.1_x}, {0.5_x, 1});
      s.system.restitution = 0.5_x;
      s.horizon = 3;
      const solution<double> answer = solved(s, rational(3, steps));
      EXPECT_THAT(answer.status, AllOf(StartsWith("stopped: constraint 0 is penetrated by"),
                                       HasSubstr("no motion is admissible, or the step is too long")));
      EXPECT_GE(answer.end_time, 1 - 3.0 / steps);
      EXPECT_LE(answer.end_time, 2);
    }
}

/// Also where the walls have closed so late that no later step asks.
TEST(closed_walls, are_seen_at_the_end) {
  const expression x = coordinate(0);
  statement s = free_particle(1, {x, 1 - time() / 2 - x}, {0.2_x}, {0.7_x});
  s.system.restitution = 1;
  s.horizon = 2.05_x;
  EXPECT_THAT(solved(s, 0.05_x).status, StartsWith("stopped: "));
}

/// A floor that jumps up by ½ at t = 1 under a ball that rests on it leaves no motion. Down: the ball falls from ½
/// under gravity 2 and lands at 1 + 1/√2, up to a step.
TEST(gap_that_jumps, stops_the_run_inward_and_lets_it_go_on_outward) {
  statement s = ball(0);
  s.position = {0};
  s.system.gap = {coordinate(0) - (1 + sign(time() - 1)) / 4};
  const solution<double> inward = solved(s, 0.01_x);
  EXPECT_THAT(inward.status, AllOf(StartsWith("stopped: constraint 0 is penetrated by 0.5"), HasSubstr("at t = 1.00"),
                                   HasSubstr("the gap jumps")));

  s.system.gap = {coordinate(0) + (1 + sign(time() - 1)) / 4};
  const solution<double> outward = solved(s, 0.01_x);
  EXPECT_EQ(outward.status, "completed");
  EXPECT_NEAR(outward.end_position[0], -0.5, 0.02 * std::sqrt(2.0));  // a step at the speed of landing
}

/// Negative control: speeds of 10^6 against walls at a distance 1, steps that are passed in a ten-thousandth of h.
TEST(fast_flights, are_not_stopped) {
  const expression x = coordinate(0), y = coordinate(1);
  for (const rational& e : {rational(0), rational(1, 2), rational(1)}) {
    statement s = free_particle(2, {x, y, 3 - x - y}, {1, 1}, {-1000000, rational(1, 3)});
    s.system.restitution = e;
    EXPECT_EQ(solved(s, 0.1_x).status, "completed");
    statement thrown = ball(e);
    thrown.velocity = {-1000};
    EXPECT_EQ(solved(thrown, 0.1_x).status, "completed");
    EXPECT_EQ(solved(thrown, 0.0001_x).status, "completed");
  }
}

/// Sliding inside a circle, |v| = 1, e = 0: a step leads outside by h²/2, so that r² = 1 + N h² after N steps. While a
/// step turns the normal by little this is the scheme's own error; where the depth is a fourth of the way, or of order
/// 1 of the radius, it has no meaning.
TEST(drift, of_a_slide_on_a_curve_goes_on_while_it_is_small) {
  const expression x = coordinate(0), y = coordinate(1);
  statement s = free_particle(2, {1 - x * x - y * y}, {1, 0}, {0, 1});
  s.horizon = 6;
  for (const int steps : {100, 400, 1600}) {
    const solution<double> answer = solved(s, rational(6, steps));
    EXPECT_EQ(answer.status, "completed");
    EXPECT_LE(std::abs(answer.end_position.norm() - 1), 6 * 6.0 / steps);
  }
}

/// x³ vanishes with its gradient: K = {x ≥ 0} is an ordinary floor, but no linearisation sees it. With a linear term
/// there is a gradient.
TEST(gap_without_gradient, where_it_is_hit_stops_the_run) {
  const expression x = coordinate(0);
  for (const rational& step : {rational(1, 10), rational(1, 97), rational(1, 1013)}) {
    statement s = ball(0.5_x);
    s.system.gap = {x * x * x};
    EXPECT_THAT(solved(s, step).status, StartsWith("stopped: gap 0 has no gradient where it is hit at t = "));
    s.system.gap = {x * x * x * x * x};
    EXPECT_THAT(solved(s, step).status, StartsWith("stopped: gap 0 has no gradient where it is hit at t = "));
    s.horizon = 2.5_x;
    s.system.gap = {x * x * x + x / 100};
    EXPECT_EQ(solved(s, step).status, "completed");
    s.system.gap = {sin(x)};
    EXPECT_EQ(solved(s, step).status, "completed");
  }
}

/// On the axis of a cone the gradient is 0/0, and in the middle of a roof it is the mean of both sides.
TEST(kinked_gap, without_a_gradient_where_it_is_hit_is_no_number_and_stops_the_run) {
  const expression x = coordinate(0), y = coordinate(1), z = coordinate(2);
  statement cone = free_particle(3, {z - sqrt(x * x + y * y)}, {0, 0, 1}, {0, 0, -1});
  cone.horizon = 4;
  EXPECT_THAT(solved(cone, 0.01_x).status, StartsWith("stopped: the gradient of gap 0 is no finite number at t = "));

  statement beside = cone;  // controls: beside the axis, and a valley of two planes, whichever is hit
  beside.position = {0.1_x, 0, 1};
  EXPECT_EQ(solved(beside, 0.01_x).status, "completed");
  const statement valley = free_particle(2, {y - abs(x)}, {0.3_x, 1}, {rational(-2, 5), -1});
  EXPECT_EQ(solved(valley, 0.01_x).status, "completed");
  const statement roof = free_particle(2, {max(y - x, y + x)}, {0.3_x, 1}, {0.1_x, -1});
  EXPECT_EQ(solved(roof, 0.01_x).status, "completed");
}

TEST(numbers_that_are_not_finite, stop_the_run_and_name_the_coordinate) {
  statement far = ball(0.5_x);
  far.position = {expression(exact_rational("1e5000"))};
  EXPECT_EQ(solved(far, 0.1_x).status, "stopped: coordinate x is no finite number at t = 0");

  statement two = free_particle(2, {coordinate(0)}, {1, 1}, {0, 0});
  two.system.force = {0, exact_rational("1e313")};
  EXPECT_THAT(solved(two, 0.1_x).status,
              testing::ContainsRegex("^stopped: coordinate [xy] is no finite number at t = "));

  statement overflows = free_particle(
      2, {coordinate(0)}, {1, 1}, {0, exact_rational("1e308")});  // the velocity is finite, the position soon is not
  overflows.horizon = 4;
  EXPECT_THAT(solved(overflows, 0.5_x).status, StartsWith("stopped: coordinate y is no finite number at t = "));

  statement endless = ball(0.5_x);
  endless.system.gap = {1 / (coordinate(0) - 0.5_x) / (coordinate(0) - 0.5_x)};  // +∞ where it is no floor
  endless.system.force = {0};
  endless.velocity = {-1};
  EXPECT_THAT(moreau_time_stepping::solve<double>(endless, {.step = 1}).status,
              StartsWith("stopped: gap 0 is no finite number at t = 0.5"));
}

/// Along a floor into a corner, e = 0: what is left of the velocity, a rounding of it, takes the particle below the
/// floor by less than a rounding of its way.
TEST(moreau_time_stepping_stops, not_for_depths_that_roundings_of_velocities_make) {
  const expression x = coordinate(0), y = coordinate(1);
  statement s = free_particle(2, {5 * y / 7, (x + 6 * y) / 7, (6 * x - 6 * y) / 7}, {rational(225, 325), 0},
                              {rational(-225, 325), 0});
  s.system.mass = diagonal_mass({3, 5});
  s.system.restitution = 0;
  s.horizon = 3;
  const solution<double> found = solved(s, rational(1, 100));
  EXPECT_EQ(found.status, "completed");
  EXPECT_LE(found.end_velocity.cwiseAbs().maxCoeff(), 4 * epsilon<double>());  // of velocities below 1
}

}  // namespace
