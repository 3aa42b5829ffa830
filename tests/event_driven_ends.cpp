// Claim: every run ends, at its final time or with the reason why not, after work that is counted; and what it says
// does not depend on the units. Hypotheses: closed forms beside each test. Tolerances: the numbers of a motion in
// scaled units are those of the unscaled one to some 2⁶ roundings, for units are powers of ten.

#include "problems/language/many_digits.hpp"
#include "solvers/event_driven/event_driven.hpp"
#include "tests/support/statements.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

namespace unilateral::event_driven {
namespace {

using statements::bodies;
using statements::dropped_ball;
using statements::free_bodies;
using std::abs;
using std::exp;
using std::sqrt;

const expression x = coordinate(0), y = coordinate(1), t = time(), u = velocity(0);

rational power(const rational& base, int k) {
  rational result = 1;
  for (int i = 0; i < std::abs(k); ++i) result *= base;
  return k < 0 ? rational(1 / result) : result;
}
rational power_of_ten(int k) { return power(10, k); }

TEST(run, ends_where_walls_close_for_good) {
  // A particle at e = 1 before a piston that closes at t = 2: infinitely many impacts before, none can be the last. At
  // e = 1/2 and 0 the walls meet at t = 2 with the particle between.
  for (const rational& e : {rational(1), rational(1, 2), rational(0)}) {
    const auto run = solve<double>(free_bodies({1}, {x, 1 - t / 2 - x}, e, {rational(1, 5)}, {rational(7, 10)}, 3), {});
    EXPECT_EQ(run.status.rfind("stopped: no admissible motion", 0), 0u) << run.status;
    EXPECT_NEAR(run.end_time, 2, 1e-3);  // the guard looks from a thousandth of t on
  }
  // Negative control: a piston that turns back in time.
  EXPECT_TRUE(
      solve<double>(
          free_bodies({1}, {x, 1 - t / 2 + t * t / 8 - x}, rational(1, 2), {rational(1, 5)}, {rational(7, 10)}, 1), {})
          .completed());
}

TEST(run, goes_on_between_walls_that_swing) {
  // Fermi's particle between 0 and 1 + sin(t)/10: after some 2^15 impacts a thousandth of t is longer than the wall
  // would take, at its present rate, to the other one; it turns back long before.
  const auto run = solve<double>(free_bodies({1}, {x, 1 + sin(t) / 10 - x}, 1, {rational(1, 2)}, {1}, 40000),
                                 {.step = {}, .until = {}, .record = keep::summary});
  EXPECT_TRUE(run.completed()) << run.status;
  EXPECT_GT(run.counts.impacts, 1 << 15);
}

TEST(run, ends_where_velocities_and_forces_leave_the_range_of_numbers) {
  // Friction smoothed at 1/1000: v = 0 to any digits after 10/3; with v²+d² under the root, x = ∫ √(1 + …): the stop is
  // at (√(1 + d²) − d)/0.3 in position (by v dv = −0.3 v/√(v² + d²) dx).
  const auto slow =
      solve<double>(bodies({1}, {rational(-3, 10) * u / sqrt(u * u + power_of_ten(-6))}, {}, 0, {0}, {1}, 10), {});
  ASSERT_TRUE(slow.completed()) << slow.status;
  constexpr double rounding =
      512 * std::numeric_limits<double>::epsilon();  // of some 300 steps, each one of a position of size 1.7
  const double d = 1e-3, right = (0.5 * (std::sqrt(1 + d * d) + d * d * std::asinh(1 / d))) / 0.3;
  EXPECT_NEAR(slow.end_position[0], right, rounding);
  EXPECT_TRUE(solve<double>(bodies({1}, {exp(-800 * (2 - t))}, {}, 0, {0}, {0}, 1), {}).completed());
  // A bounded force written with an exponential that overflows: the same stop as with tanh.
  const auto same =
      solve<double>(bodies({1}, {rational(-3, 10) * (1 - 2 / (exp(2000 * u) + 1))}, {}, 0, {0}, {1}, 10), {});
  const auto tanh_ = solve<double>(bodies({1}, {rational(-3, 10) * tanh(1000 * u)}, {}, 0, {0}, {1}, 10), {});
  ASSERT_TRUE(same.completed()) << same.status;
  EXPECT_NEAR(same.end_position[0], tanh_.end_position[0], rounding);
}

TEST(run, ends_at_a_singularity_that_no_motion_passes) {
  // Kepler's collapse, x'' = −1/x² from rest at 1: x = 0 at π/(2√2).
  const auto run = solve<double>(bodies({1}, {-1 / (x * x)}, {}, 0, {1}, {0}, 2), {});
  EXPECT_EQ(run.status.rfind("stopped: ", 0), 0u);
  // It stops at x where a step no more changes t: what is left of the time there is √2/3 x^(3/2), a few roundings of t.
  // With it t is right to a rounding for each of some 300 steps.
  const double left = std::sqrt(2.0) / 3 * std::pow(run.end_position[0], 1.5);
  EXPECT_LT(left, 64 * std::numeric_limits<double>::epsilon());
  EXPECT_NEAR(run.end_time + left, std::numbers::pi / std::sqrt(8.0), 300 * std::numeric_limits<double>::epsilon());
}

TEST(run, scales_with_the_units) {
  // A ball dropped from height 1 under g = 10^k: everything happens at √(10^−k) of the time, accumulations at 3 √(2/g).
  for (const int k : {-150, -20, 0, 20, 150, 300}) {
    const double unit = std::sqrt(std::pow(10.0, -k));
    statement ball = dropped_ball(power_of_ten(k), rational(1, 2), power_of_ten(-(k - (k % 2)) / 2 + 1));
    const auto run = solve<double>(ball, {});
    if (!run.completed()) continue;  // out of the range of double, and said
    ASSERT_EQ(run.accumulations.size(), 1u) << k;
    EXPECT_NEAR(run.accumulations[0].t / unit, 3 * std::sqrt(2.0), 64 * 3 * std::numeric_limits<double>::epsilon())
        << k;
  }
  // At horizon 1, far beyond the 10^−150 that the motion takes.
  const auto fast = solve<double>(dropped_ball(power_of_ten(300), rational(1, 2), 1), {});
  ASSERT_EQ(fast.accumulations.size(), 1u);
  EXPECT_NEAR(fast.accumulations[0].t * 1e150, 3 * std::sqrt(2.0), 64 * 3 * std::numeric_limits<double>::epsilon());
  // A mass of 10^−300 under a force of order 1: g = 2·10^300; impacts at 1, 2, 5/2, … of 10^−150, up to 3.
  const auto light = solve<double>(bodies({power_of_ten(-300)}, {-2}, {x}, rational(1, 2), {1}, {0}, 1), {});
  ASSERT_EQ(light.accumulations.size(), 1u) << light.status;
  EXPECT_NEAR(light.accumulations[0].t * 1e150, 3, 64 * 3 * std::numeric_limits<double>::epsilon());
  EXPECT_EQ(light.end_position[0], 0);  // contact is kept by decision: what rounding left of a velocity of 10^150 would
                                        // move the body by any length in the 10^150 flights' time that is left
  EXPECT_EQ(light.end_velocity[0], 0);
  // Beyond the range of double: accelerations of 10^−300.
  const auto slow = solve<double>(dropped_ball(power_of_ten(-300), rational(1, 2), power_of_ten(151)), {});
  EXPECT_EQ(slow.status.rfind("stopped: accelerations at this horizon are beyond the range", 0), 0u) << slow.status;
}

/// An oscillator with a driven, not linear part and a stop, for 10 of its units of time: numbers in lengths, times and
/// masses of these sizes.
statement driven(const expression& L, const expression& T, const expression& M) {
  return bodies({M}, {-(M / (T * T)) * x + rational(1, 3) * (M * L / (T * T)) * sin(2 * x / L) * cos(t / T)},
                {x + L / 2}, rational(1, 2), {L}, {L / T / 7}, 10 * T);
}
TEST(run, does_not_know_units_that_are_powers_of_two) {
  // Theorem: rounding commutes with powers of two. No number of this motion leaves the range of double, so every bit is
  // the same.
  const auto plain = solve<double>(driven(1, 1, 1), {});
  ASSERT_TRUE(plain.completed()) << plain.status;
  ASSERT_GE(plain.impacts.size(), 1u);
  const int units[][3] = {{50, 0, 0},        {0, 60, 0},       {0, -60, 10},   {-200, 35, 100},
                          {150, -100, -200}, {-150, 130, 230}, {3, -180, -100}};
  for (const auto& [l, s, m] : units) {
    const auto run = solve<double>(driven(power(2, l), power(2, s), power(2, m)), {});
    ASSERT_TRUE(run.completed()) << run.status << " " << l << " " << s << " " << m;
    ASSERT_EQ(run.impacts.size(), plain.impacts.size());
    for (std::size_t k = 0; k < plain.impacts.size(); ++k)
      EXPECT_EQ(run.impacts[k].t, std::ldexp(plain.impacts[k].t, s)) << l << " " << s << " " << m;
    EXPECT_EQ(run.end_position[0], std::ldexp(plain.end_position[0], l));
    EXPECT_EQ(run.end_velocity[0], std::ldexp(plain.end_velocity[0], l - s));
    // The path, in more pieces where coefficients of 2^(−21 s) leave the range (path_pieces.hpp): to a rounding of each
    // of its pieces' values.
    for (int k = 1; k < 20; ++k) {
      const double right = plain.path.position(k / 2.0)[0],
                   found = std::ldexp(run.path.position(std::ldexp(k / 2.0, s))[0], -l);
      EXPECT_NEAR(found, right, 64 * std::numeric_limits<double>::epsilon())
          << l << " " << s << " " << m << " at " << k / 2.0;
    }
  }
}

TEST(run, is_the_same_in_any_units) {
  // Powers of ten are rounded, and so are the numbers made of them: each of some 10 numbers of the statement, and of
  // some 20 steps, is off by a rounding or two, and 10 units of time of a motion whose force has slope at most 5/3 make
  // them at most e^(10 √(2/3)) < 2^12 times as large where it is unstable, and 10 times where it is stable, as this one
  // is: 2^10 roundings.
  request summary;
  summary.record = keep::summary;
  const auto plain = solve<double>(driven(1, 1, 1), summary);
  ASSERT_TRUE(plain.completed()) << plain.status;
  const int units[][3] = {{150, 0, 0},      {-150, 0, 0},     {0, 100, 0},    {0, -100, 0},
                          {0, 0, 150},      {0, 0, -150},     {100, 120, 60}, {-100, -120, -60},
                          {-60, -140, -80}, {150, -50, -150}, {31, 16, -34}};
  for (const auto& [l, s, m] : units) {
    const auto run = solve<double>(driven(power_of_ten(l), power_of_ten(s), power_of_ten(m)), summary);
    ASSERT_TRUE(run.completed()) << run.status << " " << l << " " << s << " " << m;
    EXPECT_EQ(run.counts.impacts, plain.counts.impacts);
    constexpr double tolerance = 1024 * std::numeric_limits<double>::epsilon();
    EXPECT_NEAR(run.end_position[0] / scalar_traits<double>::from(power_of_ten(l)), plain.end_position[0], tolerance)
        << l << " " << s << " " << m;
    EXPECT_NEAR(run.end_velocity[0] / scalar_traits<double>::from(power_of_ten(l - s)), plain.end_velocity[0],
                tolerance)
        << l << " " << s << " " << m;
  }
  // Where forces themselves leave the range of double it says so.
  const auto beyond = solve<double>(driven(power_of_ten(100), power_of_ten(-150), 1), summary);
  EXPECT_EQ(beyond.status.rfind("stopped: ", 0), 0u) << beyond.status;
}

TEST(run, that_a_limit_ends_says_so_and_tells_how_far_it_is) {
  request asked;
  asked.seconds = 0.0;
  double told = -1;
  asked.progress = [&](double part) { told = std::max(told, part); };
  const auto run = solve<double>(bodies({1}, {-sin(x)}, {}, 0, {1}, {0}, 1000), asked);
  EXPECT_EQ(run.status.rfind("stopped: the limit of 0 s was reached", 0), 0u) << run.status;
  EXPECT_GE(told, 0);
  EXPECT_LT(told, 1);
}

TEST(contacts, stay_where_an_impact_has_stopped_everything) {
  // Two discs slide down a round bowl and meet, e = 0: from then on they rest on the bowl and on each other, at x =
  // ∓1/2.
  const expression a = coordinate(0), b = coordinate(1), c = coordinate(2), d = coordinate(3);
  const auto run = solve<double>(
      bodies({1, 1, 1, 1}, {0, -1, 0, -1},
             {rational(9, 4) - a * a - b * b, rational(9, 4) - c * c - d * d, pow(c - a, 2) + pow(d - b, 2) - 1}, 0,
             {-1, 0, 1, 0}, {0, 0, 0, 0}, 6),
      {});
  ASSERT_TRUE(run.completed()) << run.status;
  EXPECT_EQ(run.impacts.size(), 2u);
  ASSERT_EQ(run.contacts.size(), 3u);
  for (const auto& contact : run.contacts) EXPECT_EQ(contact.to, 6);
  EXPECT_NEAR(run.end_position[0], -0.5, 64 * std::numeric_limits<double>::epsilon());
}

TEST(contacts, of_one_constraint_stated_three_times_are_continuous_in_the_data) {
  const auto run = solve<double>(bodies({1}, {-1}, {x, x, 2 * x}, rational(1, 2), {1}, {0}, 3), {});
  ASSERT_TRUE(run.completed()) << run.status;
  EXPECT_TRUE(run.warnings.empty()) << run.warnings[0];
  EXPECT_NEAR(run.impacts.at(0).v_plus[0], std::sqrt(2.0) / 2, 4 * std::numeric_limits<double>::epsilon());
  // Negative control: an acute corner is not.
  const auto corner =
      solve<double>(bodies({1, 1}, {0, -1}, {y - x, y - x / 2 + 0 * x}, rational(1, 2), {0, 1}, {0, 0}, 2), {});
  EXPECT_FALSE(corner.warnings.empty());
}

}  // namespace
}  // namespace unilateral::event_driven
