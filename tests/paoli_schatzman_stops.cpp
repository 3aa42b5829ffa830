/// Paoli and Schatzman's scheme finds a position in every step, or it stops and says why there is none: closed walls, a
/// gap that jumps or lacks its gradient, numbers beyond the range. Speed, units and repetition are no such reasons.

#include "problems/language/input_error.hpp"
#include "solvers/paoli_schatzman/paoli_schatzman.hpp"
#include "tests/support/paoli_schatzman_statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace unilateral {
namespace {

using namespace paoli_schatzman_tests;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

solution<double> run(const statement& s, const rational& h) { return paoli_schatzman::solve<double>(s, {.step = h}); }

/// A floor and a piston: K(t) is empty from t = 2 on, and t* of (3) is later than t_n or equal to it.
TEST(paoli_schatzman_stops, where_walls_have_closed_on_each_other) {
  for (const rational& e : {rational(0), rational(1, 3), rational(1)})
    for (const int steps : {30, 100, 333, 1000, 10000}) {
      statement s = ball(e, 0, 0.2_x, 0.7_x);
      s.system.gap = {coordinate(0), 1 - time() / 2 - coordinate(0)};
      s.horizon = 3;
      const solution<double> closed = run(s, rational(3, steps));
      EXPECT_THAT(closed.status, AllOf(StartsWith("stopped: no position satisfies the linearised constraints at t = "),
                                       HasSubstr("no motion is admissible")))
          << "e = " << to_text(e) << ", " << steps << " steps";
      EXPECT_NEAR(closed.end_time, 2, 2 * 3.0 / steps);
      s.horizon = 1.9_x;
      EXPECT_EQ(run(s, rational(3, steps)).status, "completed");
    }
}

/// An ellipse that shrinks to nothing at t = 1: linearised, it always has a position; their sequence does not settle.
TEST(paoli_schatzman_stops, where_one_constraint_has_closed_on_itself) {
  const expression x = coordinate(0), y = coordinate(1);
  for (const int steps : {97, 1009}) {
    statement s = particle({1 - time() - sqrt(x * x + x * y + 2 * y * y)}, 0.5_x, {0.3_x, 0.1_x}, {0.5_x, 1});
    s.horizon = 3;
    const solution<double> answer = run(s, rational(3, steps));
    EXPECT_THAT(answer.status, AllOf(StartsWith("stopped: "), HasSubstr("is admissible, ")));
    EXPECT_NEAR(answer.end_time, 1, 3 * 3.0 / steps);
  }
}

/// The last step ends beyond t = 2, where nothing asks any more: the end is asked by itself.
TEST(paoli_schatzman_stops, at_the_end_with_a_position_outside) {
  statement s = ball(1, 0, 0.2_x, 0.7_x);
  s.system.gap = {coordinate(0), 1 - time() / 2 - coordinate(0)};
  s.horizon = 2.05_x;
  EXPECT_THAT(run(s, 0.05_x).status, StartsWith("stopped: "));
}

/// A floor that rises by ½ at once: the projection would lift the ball by ½ in one step, whatever its length. One that
/// drops lets it fall by gravity 2 onto −½, at √2.
TEST(paoli_schatzman_stops, where_a_gap_jumps_inward_but_not_outward) {
  for (const rational& e : {rational(0), rational(1, 2)})
    for (const rational& h : {rational(1, 10), rational(1, 100), rational(1, 10000)}) {
      statement s = ball(e, 2, 0, 0);
      s.system.gap = {coordinate(0) - (1 + sign(time() - 1)) / 4};
      EXPECT_THAT(run(s, h).status,
                  AllOf(StartsWith("stopped: constraint 0 is penetrated by "), HasSubstr("the gap jumps")));
      s.system.gap = {coordinate(0) + (1 + sign(time() - 1)) / 4};
      const solution<double> outward = run(s, h);
      EXPECT_EQ(outward.status, "completed");
      EXPECT_NEAR(outward.end_position[0], -0.5,
                  1e-14 + 10 * exact<double>(rational(e * h)));  // for e = 0 U is Z; else within e h times its speed
    }
}

/// Negative control: in one step of length 1/10 the first flies 10^5 times the width of its corner.
TEST(paoli_schatzman_stops, not_for_speed) {
  const expression x = coordinate(0), y = coordinate(1);
  for (const rational& e : {rational(0), rational(1, 2), rational(1)}) {
    EXPECT_EQ(run(particle({x, y, 3 - x - y}, e, {1, 1}, {-1000000, rational(1, 3)}), 0.1_x).status, "completed");
    for (const rational& h : {rational(1, 10), rational(1, 10000)})
      EXPECT_EQ(run(ball(e, 2, 1, -1000), h).status, "completed");
  }
}

/// Along a circle at speed 1 from within: positions are projected, so that there is no drift.
TEST(paoli_schatzman_stops, not_for_a_slide_along_a_curve) {
  const expression x = coordinate(0), y = coordinate(1);
  statement s = particle({1 - x * x - y * y}, 0, {1, 0}, {0, 1});
  s.horizon = 6;
  for (const int steps : {100, 400, 1600}) {
    const solution<double> answer = run(s, rational(6, steps));
    EXPECT_EQ(answer.status, "completed");
    EXPECT_NEAR(answer.end_position.norm(), 1, 1e-14);
  }
}

TEST(paoli_schatzman_stops, where_a_gap_without_gradient_is_hit) {
  const expression x = coordinate(0);
  for (const rational& h : {rational(1, 10), rational(1, 97), rational(1, 1013)}) {
    statement s = ball(0.5_x, 2, 1, 0);
    s.horizon = 2;
    for (const int n : {3, 5}) {
      s.system.gap = {pow(x, n)};
      EXPECT_THAT(run(s, h).status,
                  testing::ContainsRegex("^stopped: gap 0 has no gradient where it is hit at t = (1|0.9)"));
    }
    for (const expression& gap : {pow(x, 3) + x / 10, sin(x), x + x * abs(x)}) {
      s.system.gap = {gap};
      EXPECT_EQ(run(s, h).status, "completed");
    }
  }
}

/// The axis of a cone, where its gradient is 0/0. Beside it, and on either side of a fold, there is one. Positions are
/// multiples of 1/128 up to the step from t = 1 − 1/64, whose W = U + h v for e = 0 is on the axis.
TEST(paoli_schatzman_stops, where_a_gradient_is_no_number) {
  const expression x = coordinate(0), y = coordinate(1);
  const auto cone = [&](const expression& off_axis) {
    statement s = particle({coordinate(2) - sqrt(x * x + y * y)}, 0.5_x, {off_axis, 0, 1}, {0, 0, -1});
    s.system.coordinates.push_back("z");
    s.system.mass = diagonal_mass({1, 1, 1});
    s.system.force.emplace_back(0);
    return s;
  };
  EXPECT_THAT(run(cone(0), rational(1, 64)).status, StartsWith("stopped: the gradient of gap 0 is no finite number"));
  statement spike = cone(0.5_x);
  spike.system.gap = {coordinate(2) + sqrt(x * x + y * y)};
  spike.system.restitution = 0;
  spike.position = {0.5_x, 0, rational(127, 128)};
  spike.velocity = {rational(-1, 2), 0, -1};
  EXPECT_THAT(run(spike, rational(1, 64)).status,
              StartsWith("stopped: the gradient of gap 0 is no finite number at t = 0.984375"));
  EXPECT_EQ(run(cone(0.1_x), 0.01_x).status, "completed");
  EXPECT_EQ(run(particle({y - abs(x)}, 0.5_x, {0.3_x, 1}, {rational(-2, 5), -1}), 0.01_x).status, "completed");
  EXPECT_EQ(run(particle({max(y - x, y + x)}, 0.5_x, {0.3_x, 1}, {0.1_x, -1}), 0.01_x).status, "completed");
}

TEST(paoli_schatzman_stops, where_a_number_leaves_the_range) {
  EXPECT_THAT(run(ball(0.5_x, 2, exact_rational("1e5000"), 0), 0.1_x).status,
              StartsWith("stopped: coordinate x is no finite number at t = 0"));
  EXPECT_THAT(run(particle({coordinate(0)}, 0.5_x, {1, 1}, {0, exact_rational("1e308")}), 0.5_x).status,
              StartsWith("stopped: coordinate y is no finite number at t = "));
  statement heavy = particle({coordinate(0)}, 0.5_x, {1, 1}, {0, 0});
  heavy.system.force = {0, exact_rational("1e400")};
  EXPECT_THAT(run(heavy, 0.5_x).status, StartsWith("stopped: coordinate y is no finite number at t = 0"));
  statement at_last = ball(0.5_x, 0, 1, exact_rational("1e308"));  // the last step leaves the range
  at_last.horizon = 2;
  EXPECT_THAT(run(at_last, 1).status, StartsWith("stopped: coordinate x is no finite number at t = 2"));
  statement pole = ball(0, 0, 1, -1);
  pole.system.gap = {1 / (coordinate(0) - 0.5_x) / (coordinate(0) - 0.5_x)};
  EXPECT_THAT(run(pole, 0.5_x).status, StartsWith("stopped: gap 0 is no finite number at t = "));
}

/// Into a corner without bounce: positions fall towards it to the least numbers there are.
TEST(paoli_schatzman_stops, not_for_depths_that_are_roundings_of_nothing) {
  statement s;
  s.system.coordinates = {"x", "y"};
  s.system.mass = diagonal_mass({1, 1});
  s.system.force = {0, 0};
  s.system.gap = {0.92_x * coordinate(0) - 0.19_x * coordinate(1), 0.46_x * coordinate(1) - 0.45_x * coordinate(0)};
  s.system.restitution = 0;
  s.position = {0.84_x, 0.94_x};
  s.velocity = {rational(-84, 100), rational(-94, 100)};
  s.horizon = 3;
  request asked;
  asked.step = rational(1, 100);
  EXPECT_EQ(paoli_schatzman::solve<double>(s, asked).status, "completed");
}

}  // namespace
}  // namespace unilateral
