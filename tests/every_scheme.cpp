/// What holds of every scheme that takes a step, whoever adds it: other units change nothing but rounding, a constraint
/// said twice is one, a corner holds what rests in it, a limit of time ends a run. What each stops for is in the tests
/// of its own, tests/<scheme>_stops.cpp.
#include "problems/language/many_digits.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace unilateral {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

std::vector<std::string> schemes() {
  std::vector<std::string> names;
  for (const study::listed_solver& s : study::solver_list())
    if (s.declaration.applies_to.systems && s.declaration.applies_to.needs_step()) names.push_back(s.declaration.name);
  return names;
}

class every_scheme : public testing::TestWithParam<std::string> {
 protected:
  template <scalar S = double>
  solution<S> run(const statement& s, const rational& h) const {
    request asked;
    asked.step = h;
    return study::find_solver(GetParam()).solve<S>(s, asked);
  }
};
INSTANTIATE_TEST_SUITE_P(all, every_scheme, testing::ValuesIn(schemes()),
                         [](const auto& instance) { return instance.param; });

rational power(int base, int exponent) {
  rational x = 1;
  for (int k = 0; k < std::abs(exponent); ++k) x *= base;
  return exponent < 0 ? rational(1 / x) : x;
}

/// A particle of unit mass in the plane, e = 1/2, without force.
statement particle(const std::vector<expression>& gaps, const std::vector<expression>& q,
                   const std::vector<expression>& v) {
  statement s;
  s.system.coordinates = {"x", "y"};
  s.system.mass = diagonal_mass({1, 1});
  s.system.force = {0, 0};
  s.system.gap = gaps;
  s.system.restitution = 0.5_x;
  s.position = q;
  s.velocity = v;
  s.horizon = 4;
  return s;
}

/// In units of length L, mass m, time T: a general metric, a moving corner, a ceiling, a force in t, x and x'.
statement in_units(const expression& L, const expression& m, const expression& T) {
  const expression x = coordinate(0), y = coordinate(1), unit = m * L / T / T;
  statement s = particle({y - x / 3 - L * time() / (20 * T), x + y / 4 + L / 2, 5 * L - y}, {L / 4, L}, {-L / T, 0});
  s.system.mass = full_mass({{2 * m, m * x / (3 * L)}, {m * x / (3 * L), m}});
  s.system.force = {unit * (sin(time() / T) / 2 - x / L), -unit * (2 + velocity(1) * T / L / 8)};
  s.horizon = 4 * T;
  return s;
}

/// A motion of 400 steps, each some 64 operations long.
constexpr double roundings = 400 * 64;

/// Powers of two change exponents only: every bit of the mantissas stays, as long as velocities, forces, and what a
/// contact is scaled by (1/m, or its root: the exponents of m are even) are in the range of double. Energies need not
/// be.
TEST_P(every_scheme, changes_no_bit_in_units_of_powers_of_two) {
  const solution<double> plain = run(in_units(1, 1, 1), 0.01_x);
  ASSERT_EQ(plain.status, "completed");
  ASSERT_GT(plain.counts.impacts, 3);
  for (const auto& [a, b, c] :
       {std::array{498, 0, 0}, std::array{-498, 0, 0}, std::array{0, 498, 0}, std::array{0, -498, 0},
        std::array{300, -400, 398}, std::array{-300, 400, -398}, std::array{0, 0, 332}, std::array{0, 0, -332},
        std::array{400, 300, 200}, std::array{-400, -200, -300}}) {
    const solution<double> scaled =
        run(in_units(power(2, a), power(2, b), power(2, c)), rational(0.01_x * power(2, c)));
    ASSERT_EQ(scaled.status, "completed") << a << ' ' << b << ' ' << c;
    EXPECT_EQ(scaled.counts.impacts, plain.counts.impacts);
    EXPECT_EQ(scaled.warnings.size(), plain.warnings.size());
    for (const int i : {0, 1}) {
      EXPECT_EQ(scaled.end_position[i], std::ldexp(plain.end_position[i], a));
      EXPECT_EQ(scaled.end_velocity[i], std::ldexp(plain.end_velocity[i], a - c));
    }
  }
}

/// Powers of ten are rounded: relative errors ε in the data and in each operation. Fifty digits have room for all
/// exponents here; where double has not, the run stops.
TEST_P(every_scheme, changes_rounding_only_in_units_of_powers_of_ten_or_stops) {
  const solution<double> plain = run(in_units(1, 1, 1), 0.01_x);
  const auto of_50 = run<real50>(in_units(1, 1, 1), 0.01_x);
  std::mt19937 random(41);
  std::uniform_int_distribution<int> k(-150, 150);
  int completed = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const rational L = power(10, k(random)), m = power(10, k(random)), T = power(10, k(random) / 3), h = 0.01_x * T;
    const solution<double> scaled = run(in_units(L, m, T), h);
    if (scaled.completed()) {
      ++completed;
      for (const int i : {0, 1})
        EXPECT_NEAR(scaled.end_position[i] / exact<double>(L), plain.end_position[i], roundings * epsilon<double>());
    } else {
      EXPECT_THAT(scaled.status, StartsWith("stopped: "));
    }
    if (trial % 10) continue;
    const auto scaled_50 = run<real50>(in_units(L, m, T), h);
    ASSERT_EQ(scaled_50.status, "completed");
    for (const int i : {0, 1})
      EXPECT_NEAR(
          to_double(real50((scaled_50.end_position[i] / exact<real50>(L) - of_50.end_position[i]) / epsilon<real50>())),
          0, roundings);
  }
  EXPECT_GE(completed, 20);
}

/// Parallel constraints act as one, so that the outcome is as continuous as with one of them. Negative control: two
/// that make an acute angle.
TEST_P(every_scheme, takes_copies_of_a_constraint_for_one) {
  const expression x = coordinate(0), y = coordinate(1);
  for (const expression& sideways : {expression(0), expression(rational(1, 7))}) {
    const auto with = [&](const std::vector<expression>& gaps) {
      return run(particle(gaps, {0, 1}, {sideways, -1}), 0.01_x);
    };
    const solution<double> one = with({y - x / 2}), three = with({y - x / 2, 3 * y - 3 * x / 2, y - x / 2});
    EXPECT_THAT(three.warnings, IsEmpty());
    for (const int i : {0, 1}) EXPECT_NEAR(three.end_position[i], one.end_position[i], roundings * epsilon<double>());
  }
  EXPECT_THAT(run(particle({y - x / 2, y + x}, {0, 1}, {0, -1}), 0.01_x).warnings, Not(IsEmpty()));
}

/// A particle pressed into corners of two planes at any angle, said once or twice. The narrowest angle is 10^-7: it
/// turns a rounding of a gap into 10^-9 of a place. `sweeping` opens a contact by rounding for a step, in which the
/// particle falls by g h² = 3·10^-4, at most twice.
TEST_P(every_scheme, holds_what_rests_in_a_corner) {
  const expression x = coordinate(0), y = coordinate(1);
  const double bound = GetParam() == "sweeping" ? 2 * 3e-4 : 1e-9;
  std::mt19937 random(78);
  std::uniform_int_distribution<int> tangent(0, 9), exponent(0, 7), times(1, 5);
  for (int trial = 0; trial < 200; ++trial) {
    const rational a = rational(tangent(random)) * power(10, -exponent(random)),
                   b = rational(10) * power(10, -exponent(random)) + a;
    statement s =
        particle({y - a * x, y + b * x, times(random) * (y - a * x), times(random) * (y + b * x)}, {0, 0}, {0, 0});
    s.system.force = {0, -3};
    s.horizon = 10;
    const solution<double> answer = run(s, 0.01_x);
    EXPECT_EQ(answer.status, "completed") << "slopes " << to_text(a) << " and -" << to_text(b);
    EXPECT_LE(std::abs(answer.end_position[1]), bound) << "slopes " << to_text(a) << " and -" << to_text(b);
    EXPECT_THAT(answer.warnings, IsEmpty());
  }
}

/// 4·10^12 steps would take days.
TEST_P(every_scheme, ends_with_the_limit_of_time_and_says_how_far_it_came) {
  const expression x = coordinate(0);
  statement ball = particle({x}, {1, 0}, {0, 0});
  ball.system.force = {-2, 0};
  double last = -1;
  const request asked{
      .step = exact_rational("1e-12"), .record = keep::summary, .seconds = 0.05, .progress = [&](double part) {
        EXPECT_GE(part, last);
        EXPECT_LE(part, 1);
        last = part;
      }};
  const auto begin = std::chrono::steady_clock::now();
  const solution<double> answer = study::find_solver(GetParam()).solve<double>(ball, asked);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  EXPECT_THAT(answer.status, AllOf(StartsWith("stopped: the limit of 0.05 s"), HasSubstr(" at t = ")));
  EXPECT_GT(answer.end_time, 0);
  EXPECT_GE(last, 0);
}

}  // namespace
}  // namespace unilateral
