/// What all steps of a scheme miss, a reference engine beside it tells (reports/study/answer/engine_beside.hpp).
/// x'' = exp(−((t − 1/3)/w)²)/w from rest: v tends to √π, which a step of a thousandth misses for w = 10⁻⁶ whatever its
/// half sees: both find 0, and agree. Tolerance: the errors named must cover what was missed, and no more than ten
/// times. By quadrature v(1) = (√π/2)(erf(2/(3w)) + erf(1/(3w))), √π itself for w = 10⁻⁶.
#include "reports/study/answer/engine_beside.hpp"
#include "solvers/sweeping/sweeping.hpp"
#include "tests/support/statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace unilateral::study {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

statement pulse(const rational& width) {
  const expression u = (time() - rational(1, 3)) / expression(width);
  statement s = statements::bodies({1}, {exp(-(u * u)) / expression(width)}, {coordinate(0) + 1}, 0, {0}, {0}, 1);
  return s;
}

estimate<answer_errors> estimate_of(const statement& s, const time_limit& limit, double& v) {
  const request asked{.step = rational(1, 1000)};
  const solution<double> answer = sweeping::solve<double>(s, asked);
  v = answer.end_velocity[0];
  estimate<answer_errors> found = estimated(s, find_solver("sweeping"), asked, answer, time_limit());
  hold_against_engine(s, asked, answer, limit, found);
  return found;
}

TEST(engine_beside, raises_errors_where_all_steps_miss_a_pulse) {
  double v = 0;
  const auto found = estimate_of(pulse(rational(1, 1000000)), time_limit(), v);
  EXPECT_EQ(v, 0);
  // The engine's end is rounded.
  EXPECT_GE(found.errors.end.v[0], std::sqrt(std::numbers::pi) * (1 - std::sqrt(epsilon<double>())));
  EXPECT_LE(found.errors.end.v[0], 10 * std::sqrt(std::numbers::pi));
  ASSERT_EQ(found.warnings.size(), 1u);
  EXPECT_THAT(found.warnings[0], HasSubstr("tells another end"));
}

TEST(engine_beside, says_where_no_engine_had_an_answer) {
  double v = 0;
  const auto found = estimate_of(pulse(rational(1, 1000000)), time_limit(0.0), v);
  ASSERT_EQ(found.warnings.size(), 1u);
  EXPECT_THAT(found.warnings[0], HasSubstr("no reference engine confirms the end"));
  EXPECT_THAT(found.warnings[0], HasSubstr("gauss_collocation stopped: the limit of"));
}

TEST(engine_beside, is_silent_where_the_steps_see_the_pulse) {
  double v = 0;
  const auto found = estimate_of(pulse(rational(1, 10)), time_limit(), v);
  EXPECT_THAT(found.warnings, IsEmpty());
  const double exactly = std::sqrt(std::numbers::pi) / 2 * (std::erf(20.0 / 3) + std::erf(10.0 / 3));
  EXPECT_LE(std::abs(v - exactly), found.errors.end.v[0]);
  EXPECT_LE(found.errors.end.v[0], 0.1 * exactly);
}

/// sign x and √|x| at rest at 0: x = 0, which a scheme finds, is one motion of many.
TEST(engine_beside, says_that_a_motion_is_not_unique) {
  for (const expression& force : {sign(coordinate(0)), sqrt(abs(coordinate(0))), time() * sign(coordinate(0))}) {
    const statement s = statements::bodies({1}, {force}, {coordinate(0) + 1}, 0, {0}, {0}, 1);
    double v = 0;
    const auto found = estimate_of(s, time_limit(), v);
    EXPECT_EQ(v, 0);
    EXPECT_EQ(found.errors.end.q[0], INFINITY);
    ASSERT_EQ(found.warnings.size(), 1u);
    EXPECT_THAT(found.warnings[0], HasSubstr("the motion is not unique"));
  }
}
TEST(engine_beside, is_silent_where_a_root_pulls_back) {
  const expression x = coordinate(0);
  double v = 0;
  const auto found =
      estimate_of(statements::bodies({1}, {-sign(x) * sqrt(abs(x))}, {x + 1}, 0, {0}, {0}, 1), time_limit(), v);
  EXPECT_THAT(found.warnings, IsEmpty());
}

}  // namespace
}  // namespace unilateral::study
