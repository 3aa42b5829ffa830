/// The sweeping scheme says so where it cannot be right: walls that have closed, gaps that jump or have no gradient,
/// numbers that are none. What is merely fast, small, large or said twice is no reason to stop.

#include "solvers/sweeping/sweeping.hpp"
#include "tests/support/sweeping_statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace unilateral {
namespace {

using namespace sweeping_test;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

solution<double> run(const statement& s, const rational& h) { return sweeping::solve<double>(s, with_step(h)); }

/// Floor and piston meet at t = 2. Before that every run ends well; after it none does, however fast the particle goes
/// from wall to wall.
TEST(sweeping_stops, where_walls_have_closed_on_each_other) {
  for (const rational& e : {rational(0), rational(1, 3), rational(1)})
    for (const int steps : {30, 100, 333, 1000, 10000}) {
      statement s = ball(e, 0, 3);
      s.system.gap = {coordinate(0), 1 - time() / 2 - coordinate(0)};
      s.position = {0.2_x};
      s.velocity = {0.7_x};
      const solution<double> closed = run(s, rational(3, steps));
      EXPECT_THAT(closed.status,
                  testing::AnyOf(AllOf(StartsWith("stopped: constraint "), HasSubstr("no motion is admissible")),
                                 StartsWith("stopped: no velocity is admissible")))
          << "e = " << to_text(e) << ", " << steps << " steps";
      EXPECT_GE(closed.end_time, 2);
      EXPECT_LE(closed.end_time, 2.5);
      s.horizon = 1.9_x;
      EXPECT_EQ(run(s, rational(3, steps)).status, "completed");
    }
}

/// An ellipse that shrinks to nothing at t = 1: one constraint, to first order never contradicted.
TEST(sweeping_stops, where_one_constraint_has_closed_on_itself) {
  const expression x = coordinate(0), y = coordinate(1);
  for (const int steps : {97, 1009}) {
    statement s = particle({1 - time() - sqrt(x * x + x * y + 2 * y * y)}, 0.5_x, {0.3_x, 0.1_x}, {0.5_x, 1});
    s.horizon = 3;
    const solution<double> answer = run(s, rational(3, steps));
    EXPECT_THAT(answer.status,
                AllOf(StartsWith("stopped: constraint 0 is penetrated by "), HasSubstr("no motion is admissible")));
    EXPECT_GE(answer.end_time, 1);
    EXPECT_LE(answer.end_time, 2);
  }
}

/// Too late for another step to ask; the last position is asked by itself.
TEST(sweeping_stops, at_the_end_with_a_position_outside) {
  statement s = ball(1, 0, rational(205, 100));
  s.system.gap = {coordinate(0), 1 - time() / 2 - coordinate(0)};
  s.position = {0.2_x};
  s.velocity = {0.7_x};
  EXPECT_THAT(run(s, 0.05_x).status, StartsWith("stopped: "));
}

/// A floor that rises by ½ at once takes the ball on it by surprise, whatever the step. One that drops lets it fall by
/// gravity 2 onto −½.
TEST(sweeping_stops, where_a_gap_jumps_inward_but_not_outward) {
  for (const rational& h : {rational(1, 10), rational(1, 100), rational(1, 10000)}) {
    statement s = ball(0, 2, 4);
    s.position = {0};
    s.system.gap = {coordinate(0) - (1 + sign(time() - 1)) / 4};
    EXPECT_THAT(run(s, h).status,
                AllOf(StartsWith("stopped: constraint 0 is penetrated by "), HasSubstr("the gap jumps")));
    s.system.gap = {coordinate(0) + (1 + sign(time() - 1)) / 4};
    const solution<double> outward = run(s, h);
    EXPECT_EQ(outward.status, "completed");
    EXPECT_NEAR(
        outward.end_position[0], -0.5,
        1.5 * exact<double>(h) * (std::sqrt(2.0) + 2 * exact<double>(h)));  // a step at the speed of landing, √2 + g h
  }
}

/// Negative control: in one step of length 1/10 the first flies 10^5 times the width of its corner.
TEST(sweeping_stops, not_for_speed) {
  const expression x = coordinate(0), y = coordinate(1);
  for (const rational& e : {rational(0), rational(1, 2), rational(1)}) {
    statement s = particle({x, y, 3 - x - y}, e, {1, 1}, {-1000000, rational(1, 3)});
    EXPECT_EQ(run(s, 0.1_x).status, "completed");
    statement thrown = ball(e, 2, 4);
    thrown.velocity = {-1000};
    for (const rational& h : {rational(1, 10), rational(1, 10000)}) EXPECT_EQ(run(thrown, h).status, "completed");
  }
}

/// Along a circle at speed 1 from within, e = 0: |q| grows by h/2 a unit of time, so that it is 1 + 3 h at t = 6.
TEST(sweeping_stops, not_for_the_drift_along_a_curve) {
  const expression x = coordinate(0), y = coordinate(1);
  statement s = particle({1 - x * x - y * y}, 0, {1, 0}, {0, 1});
  s.horizon = 6;
  for (const int steps : {100, 400, 1600}) {
    const solution<double> answer = run(s, rational(6, steps));
    EXPECT_EQ(answer.status, "completed");
    EXPECT_NEAR(answer.end_position.norm(), 1, 2 * 3 * 6.0 / steps);
  }
}

TEST(sweeping_stops, where_a_gap_without_gradient_is_hit) {
  const expression x = coordinate(0);
  for (const rational& h : {rational(1, 10), rational(1, 97), rational(1, 1013)}) {
    statement s = ball(0.5_x, 2, 2);
    s.system.gap = {pow(x, 3)};
    EXPECT_THAT(run(s, h).status, StartsWith("stopped: gap 0 has no gradient where it is hit at t = 1"));
    for (const expression& gap : {pow(x, 3) + x / 100, sin(x), x + x * abs(x)}) {
      s.system.gap = {gap};
      EXPECT_EQ(run(s, h).status, "completed");
    }
  }
}

/// The axis of a cone, where its gradient is 0/0. Beside it, and on either side of a fold, there is one.
TEST(sweeping_stops, where_a_gradient_is_no_number) {
  const expression x = coordinate(0), y = coordinate(1);
  const auto cone = [&](const expression& off_axis) {
    statement s = particle({coordinate(2) - sqrt(x * x + y * y)}, 0.5_x, {off_axis, 0, 1}, {0, 0, -1});
    s.system.coordinates.push_back("z");
    s.system.mass = diagonal_mass({1, 1, 1});
    s.system.force.emplace_back(0);
    return run(s, 0.01_x).status;
  };
  EXPECT_THAT(cone(0), StartsWith("stopped: the gradient of gap 0 is no finite number at t = 1"));
  EXPECT_EQ(cone(0.1_x), "completed");
  EXPECT_EQ(run(particle({y - abs(x)}, 0.5_x, {0.3_x, 1}, {rational(-2, 5), -1}), 0.01_x).status, "completed");
  EXPECT_EQ(run(particle({max(y - x, y + x)}, 0.5_x, {0.3_x, 1}, {0.1_x, -1}), 0.01_x).status, "completed");
}

TEST(sweeping_stops, where_a_number_leaves_the_range) {
  statement far = particle({coordinate(0)}, 0.5_x, {1, 1}, {0, exact_rational("1e308")});
  EXPECT_THAT(run(far, 0.5_x).status, StartsWith("stopped: coordinate y is no finite number at t = "));
  statement heavy = particle({coordinate(0)}, 0.5_x, {1, 1}, {0, 0});
  heavy.system.force = {0, exact_rational("1e400")};
  EXPECT_THAT(run(heavy, 0.5_x).status, StartsWith("stopped: coordinate y is no finite number at t = 0.5"));
  statement pole = ball(0.5_x, 0, 4);
  pole.system.gap = {1 / (coordinate(0) - 0.5_x) / (coordinate(0) - 0.5_x)};
  pole.velocity = {-1};
  EXPECT_THAT(run(pole, 0.5_x).status, StartsWith("stopped: gap 0 is no finite number at t = 0.5"));
}

/// Stopped in a corner that rounding leaves a little slanted, the velocity falls by a rounding of itself, some 2^-52,
/// from step to step: after the 200 that follow it is among the least numbers there are. No reason to stop.
TEST(sweeping_stops, not_for_velocities_that_fall_to_nothing) {
  statement s;
  s.system.coordinates = {"x", "y"};
  s.system.mass = diagonal_mass({1, 1});
  s.system.force = {0, 0};
  s.system.gap = {0.57_x * coordinate(1) - 0.28_x * coordinate(0), 0.55_x * coordinate(0) + 0.39_x * coordinate(1)};
  s.system.restitution = 0;
  s.position = {0.33_x, 0.52_x};
  s.velocity = {rational(-33, 100), rational(-52, 100)};
  s.horizon = 3;
  const solution<double> found = run(s, rational(1, 100));
  EXPECT_EQ(found.status, "completed");
  EXPECT_LE(found.end_velocity.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
}

}  // namespace
}  // namespace unilateral
