/// Runs in double of formulas that leave its range: made again in 50 digits, and rounded. A body of weight 1/4 on a
/// floor under the pulse 2 eˢ/(1 + eˢ)² = 1/(2 cosh²(s/2)), s = 1000 (t − 1): it lifts off where cosh²(s/2) = 2, and
/// lands before s = 20, for its velocity by then is below (4 tanh(s/2) − s/4 + 2)/1000, and falls.
#include "problems/language/many_digits.hpp"
#include "solvers/event_driven/event_driven.hpp"
#include "tests/support/statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace unilateral {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const expression s = 1000 * (time() - 1);

statement over_a_floor(const expression& force) {
  return statements::bodies({1}, {force}, {coordinate(0)}, 0, {0}, {0}, 3);
}
const double lifts_at = 1 - 2e-3 * std::acosh(std::sqrt(2.0)), lands_by = 1.008;
const statement lifted = over_a_floor(2 * exp(s) / pow(1 + exp(s), 2) - rational(1, 4));

TEST(event_driven_wider_range, a_run_that_leaves_double_is_that_of_fifty_digits) {
  const auto answer = event_driven::solve<double>(lifted, {});
  const auto longer = event_driven::solve<real50>(lifted, {});
  ASSERT_EQ(answer.status, "completed");
  EXPECT_THAT(answer.warnings, ElementsAre(HasSubstr("this answer is that of a run in 50 digits, rounded")));
  EXPECT_THAT(longer.warnings, IsEmpty());
  ASSERT_EQ(answer.contacts.size(), 2U);
  EXPECT_NEAR(answer.contacts[0].to, lifts_at, 4 * epsilon<double>());
  ASSERT_EQ(longer.contacts.size(), 2U);
  ASSERT_EQ(answer.impacts.size(), 1U);
  EXPECT_EQ(answer.impacts[0].t, to_double(longer.impacts[0].t));
  EXPECT_EQ(answer.impacts[0].v_minus[0], to_double(longer.impacts[0].v_minus[0]));
  EXPECT_EQ(answer.impacts[0].impulse[0], to_double(longer.impacts[0].impulse[0]));
  EXPECT_EQ(answer.impacts[0].active, std::vector<int>{0});
  EXPECT_EQ(answer.contacts[1].from, to_double(longer.contacts[1].from));
  EXPECT_EQ(answer.end_time, 3);
}

/// x and x' at t.
template <scalar S>
std::pair<S, S> state(const trajectory<S>& path, const S& t) {
  int k = 0;
  while (k + 1 < path.pieces() && path.end(k) < t) ++k;
  return {path.position(k, 0, S(t - path.begin(k))), path.velocity(k, 0, S(t - path.begin(k)))};
}

/// Of pieces of degree 61, what double sees.
TEST(event_driven_wider_range, its_path_and_reactions_are_those_of_fifty_digits) {
  const auto answer = event_driven::solve<double>(lifted, {});
  const auto longer = event_driven::solve<real50>(lifted, {});
  const auto& path = answer.path;
  ASSERT_TRUE(path.is_finite());
  double fastest = 0;
  for (int k = 0; k < 4000; ++k) {
    const double t = lifts_at + k * (lands_by - lifts_at) / 4000;
    const auto [x, v] = state(path, t);
    const auto [y, w] = state(longer.path, real50(t));
    fastest = std::max(fastest, std::abs(v));
    // A knot is off by a rounding of t, there the slope by that of its derivative, which is at most 1/4.
    EXPECT_NEAR(v, to_double(w), epsilon<double>()) << t;
    // The speed is below 1e-3, as is shown below, so that a knot is off by half of this, and x, below 1e-5, by less.
    EXPECT_NEAR(x, to_double(y), 1e-3 * epsilon<double>()) << t;
  }
  // 1000 v = tanh(s/2) + 1/√2 − (s − s₀)/4 from s₀ = −2 acosh √2 on, where it lifts off: greatest at −s₀, where the
  // pulse is the weight again, and from there down to the landing, before s = 8. The samples are 1/400 of s and less
  // apart.
  const double from = -2 * std::acosh(std::sqrt(2.0));
  const auto speed = [&](double at) { return (std::tanh(at / 2) + std::sqrt(0.5) - (at - from) / 4) / 1000; };
  EXPECT_GE(fastest, speed(-from) * 0.999);
  EXPECT_LE(fastest, std::max(speed(-from), -speed(8)) + epsilon<double>());
  ASSERT_FALSE(answer.reactions.empty());
  // On the floor before the pulse: 1/4 less what the pulse carries.
  const auto& first = answer.reactions.front();
  EXPECT_EQ(first.from, 0);
  EXPECT_NEAR(first.coefficients.front(), 0.25, epsilon<double>());
}

TEST(event_driven_wider_range, steps_and_a_limit_stay_those_asked_for) {
  const auto stepped = event_driven::solve<double>(lifted, {.step = rational(1, 1000)});
  EXPECT_THAT(stepped.warnings, IsEmpty()) << stepped.status;
  EXPECT_THAT(event_driven::solve<double>(lifted, {.seconds = 1e-9}).status, HasSubstr("the limit of"));
}

/// x = eᵗ − 1 − t from rest, at 10³⁴⁷ at 800: in 50 digits the run completes, and no double holds its end.
TEST(event_driven_wider_range, an_end_that_no_double_holds_stops_it) {
  const statement grows = statements::bodies({1}, {exp(time())}, {}, 0, {0}, {0}, 800);
  ASSERT_EQ(event_driven::solve<real50>(grows, {}).status, "completed");
  const auto answer = event_driven::solve<double>(grows, {});
  EXPECT_THAT(answer.status, StartsWith("stopped: "));
  EXPECT_THAT(answer.warnings, IsEmpty());
  EXPECT_TRUE(std::isfinite(answer.end_position[0]));
}

/// What stops in any scalar stops for the reason that double gives.
TEST(event_driven_wider_range, what_has_no_motion_has_none) {
  const statement jumps =
      statements::bodies({1}, {exp(-time())}, {coordinate(0) + rational(1, 2) - sign(time() - 1)}, 0, {0}, {0}, 2);
  const auto answer = event_driven::solve<double>(jumps, {});
  EXPECT_THAT(answer.status, StartsWith("stopped: gap 0 jumps to"));
  EXPECT_THAT(answer.warnings, IsEmpty());
}

/// In double a constant beyond its range ends it at 0; walls that meet at t = 2 are the reason.
TEST(event_driven_wider_range, a_stop_in_fifty_digits_tells_why) {
  const expression far = exp(expression(1000)), x = coordinate(0);
  statement meet = statements::bodies({1}, {0}, {far * (1 - time() / 2 - x), x}, 0, {rational(1, 2)}, {0}, 3);
  const auto answer = event_driven::solve<double>(meet, {});
  EXPECT_THAT(answer.status, HasSubstr("no admissible motion"));
  EXPECT_NEAR(answer.end_time, 2, 2 * epsilon<double>());  // rounded once from fifty digits
  EXPECT_THAT(answer.warnings, Contains(HasSubstr("in double the run stopped")));
}

}  // namespace
}  // namespace unilateral
