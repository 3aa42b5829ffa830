/// The sweeping scheme says so where it cannot be right: walls that have closed, gaps that jump or have no gradient, numbers that are none.
/// What is merely fast, small, large or said twice is no reason to stop.

#include "problems/language/many_digits.hpp"
#include "solvers/sweeping/sweeping.hpp"
#include "tests/support/sweeping_statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <random>

namespace unilateral {
namespace {

using namespace sweeping_test;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

solution<double> run(const statement& s, const rational& h) { return sweeping::solve<double>(s, with_step(h)); }

rational power(int base, int exponent) {
  rational x = 1;
  for (int k = 0; k < std::abs(exponent); ++k) x *= base;
  return exponent < 0 ? rational(1 / x) : x;
}

/// Floor and piston meet at t = 2. Before that every run ends well; after it none does, however fast the particle goes from wall to wall.
TEST(sweeping_stops, where_walls_have_closed_on_each_other) {
  for (const rational& e : {rational(0), rational(1, 3), rational(1)})
    for (const int steps : {30, 100, 333, 1000, 10000}) {
      statement s = ball(e, 0, 3);
      s.system.gap = {coordinate(0), 1 - time() / 2 - coordinate(0)};
      s.position = {0.2_x};
      s.velocity = {0.7_x};
      const solution<double> closed = run(s, rational(3, steps));
      EXPECT_THAT(closed.status, testing::AnyOf(AllOf(StartsWith("stopped: constraint "), HasSubstr("no motion is admissible")), StartsWith("stopped: no velocity is admissible")))
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
    EXPECT_THAT(answer.status, AllOf(StartsWith("stopped: constraint 0 is penetrated by "), HasSubstr("no motion is admissible")));
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

/// A floor that rises by ½ at once takes the ball on it by surprise, whatever the step. One that drops lets it fall by gravity 2 onto −½.
TEST(sweeping_stops, where_a_gap_jumps_inward_but_not_outward) {
  for (const rational& h : {rational(1, 10), rational(1, 100), rational(1, 10000)}) {
    statement s = ball(0, 2, 4);
    s.position = {0};
    s.system.gap = {coordinate(0) - (1 + sign(time() - 1)) / 4};
    EXPECT_THAT(run(s, h).status, AllOf(StartsWith("stopped: constraint 0 is penetrated by "), HasSubstr("the gap jumps")));
    s.system.gap = {coordinate(0) + (1 + sign(time() - 1)) / 4};
    const solution<double> outward = run(s, h);
    EXPECT_EQ(outward.status, "completed");
    EXPECT_NEAR(outward.end_position[0], -0.5, 1.5 * exact<double>(h) * (std::sqrt(2.0) + 2 * exact<double>(h)));  // a step at the speed of landing, √2 + g h
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

/// In units of length L, mass m, time T: a general metric, a moving corner, a ceiling, forces in everything.
statement in_units(const expression& L, const expression& m, const expression& T) {
  const expression x = coordinate(0), y = coordinate(1), unit = m * L / T / T;
  statement s = particle({y - x / 3 - L * time() / (20 * T), x + y / 4 + L / 2, 5 * L - y}, 0.5_x, {L / 4, L}, {-L / T, 0});
  s.system.mass = full_mass({{2 * m, m * x / (3 * L)}, {m * x / (3 * L), m}});
  s.system.force = {unit * (sin(time() / T) / 2 - x / L), -unit * (2 + velocity(1) * T / L / 8)};
  s.horizon = 4 * T;
  return s;
}

/// Powers of two change exponents only: every bit of the mantissas stays, as long as velocities and forces are in the range of double
/// (energies need not be). The whitened columns have the root of the mass: its exponent is even.
TEST(sweeping_units, of_powers_of_two_change_no_bit) {
  const solution<double> plain = run(in_units(1, 1, 1), 0.01_x);
  ASSERT_EQ(plain.status, "completed");
  ASSERT_GT(plain.counts.impacts, 3);
  for (const auto& [a, b, c] : {std::array{498, 0, 0}, std::array{-498, 0, 0}, std::array{0, 498, 0}, std::array{0, -498, 0}, std::array{300, -400, 398}, std::array{-300, 400, -398},
                                std::array{0, 0, 332}, std::array{0, 0, -332}, std::array{400, 300, 200}, std::array{-400, -200, -300}}) {
    const solution<double> scaled = run(in_units(power(2, a), power(2, b), power(2, c)), rational(0.01_x * power(2, c)));
    ASSERT_EQ(scaled.status, "completed") << a << ' ' << b << ' ' << c;
    EXPECT_EQ(scaled.counts.impacts, plain.counts.impacts);
    for (const int i : {0, 1}) {
      EXPECT_EQ(scaled.end_position[i], std::ldexp(plain.end_position[i], a));
      EXPECT_EQ(scaled.end_velocity[i], std::ldexp(plain.end_velocity[i], a - c));
    }
  }
}

/// Powers of ten are rounded: relative errors ε in the data and in each of 400 steps, some 64 operations long. Fifty digits have room for all
/// exponents here; where double has not, the run stops.
TEST(sweeping_units, of_powers_of_ten_change_rounding_only_or_stop_the_run) {
  const solution<double> plain = run(in_units(1, 1, 1), 0.01_x);
  const auto of_50 = sweeping::solve<real50>(in_units(1, 1, 1), with_step(0.01_x));
  std::mt19937 random(41);
  std::uniform_int_distribution<int> k(-150, 150);
  int completed = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const rational L = power(10, k(random)), m = power(10, k(random)), T = power(10, k(random) / 3), h = 0.01_x * T;
    const solution<double> scaled = run(in_units(L, m, T), h);
    if (scaled.completed()) {
      ++completed;
      for (const int i : {0, 1}) EXPECT_NEAR(scaled.end_position[i] / exact<double>(L), plain.end_position[i], 400 * 64 * epsilon<double>());
    } else {
      EXPECT_THAT(scaled.status, StartsWith("stopped: "));
    }
    if (trial % 10) continue;
    const auto scaled_50 = sweeping::solve<real50>(in_units(L, m, T), with_step(h));
    ASSERT_EQ(scaled_50.status, "completed");
    for (const int i : {0, 1}) EXPECT_NEAR(to_double(real50((scaled_50.end_position[i] / exact<real50>(L) - of_50.end_position[i]) / epsilon<real50>())), 0, 400 * 64);
  }
  EXPECT_GE(completed, 20);
}

/// Negative control: two that make an acute angle.
TEST(sweeping_copies, of_one_constraint_act_as_one) {
  const expression x = coordinate(0), y = coordinate(1);
  const auto with = [&](const std::vector<expression>& gaps) { return run(particle(gaps, 0.5_x, {0, 1}, {0, -1}), 0.01_x); };
  const solution<double> one = with({y - x / 2}), three = with({y - x / 2, 3 * y - 3 * x / 2, y - x / 2});
  EXPECT_THAT(three.warnings, IsEmpty());
  for (const int i : {0, 1}) EXPECT_NEAR(three.end_position[i], one.end_position[i], 400 * 64 * epsilon<double>());
  EXPECT_THAT(with({y - x / 2, y + x}).warnings, Not(IsEmpty()));
}

/// At rest in corners of any width, said once or twice.
TEST(sweeping_copies, and_corners_of_any_angle_hold_what_rests_in_them) {
  const expression x = coordinate(0), y = coordinate(1);
  std::mt19937 random(78);
  std::uniform_int_distribution<int> tangent(0, 9), exponent(0, 7), times(1, 5);
  for (int trial = 0; trial < 100; ++trial) {
    const rational a = rational(tangent(random)) * power(10, -exponent(random)), b = rational(10) * power(10, -exponent(random)) + a;
    statement s = particle({y - a * x, y + b * x, times(random) * (y - a * x), times(random) * (y + b * x)}, 0.5_x, {0, 0}, {0, 0});
    s.system.force = {0, -3};
    const solution<double> answer = run(s, 0.01_x);
    EXPECT_EQ(answer.status, "completed") << "slopes " << to_text(a) << " and -" << to_text(b);
    EXPECT_LE(std::abs(answer.end_position[1]), 2 * 3 * 1e-4) << "slopes " << to_text(a) << " and -" << to_text(b);  // a contact that opens by rounding falls by g h²
  }
}

/// 10^12 steps, 50 ms.
TEST(sweeping_limit, ends_a_run_and_says_where) {
  double last = -1;
  const request asked{.step = exact_rational("1e-12"), .record = keep::summary, .seconds = 0.05, .progress = [&](double part) {
                        EXPECT_GE(part, last);
                        EXPECT_LE(part, 1);
                        last = part;
                      }};
  const auto begin = std::chrono::steady_clock::now();
  const solution<double> answer = sweeping::solve<double>(ball(0.5_x, 2, 1), asked);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  EXPECT_THAT(answer.status, AllOf(StartsWith("stopped: the limit of 0.05 s"), HasSubstr(" at t = ")));
  EXPECT_GT(answer.end_time, 0);
  EXPECT_GE(last, 0);
}

}  // namespace
}  // namespace unilateral
