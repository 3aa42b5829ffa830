/// A ball from 1/2 under gravity 1 lands at t = 1 with −1 and leaves with 1/2. Where the run ends at an impact to
/// within rounding, no run tells whether that comes before: the velocities at the end are open, and a warning says so;
/// the position is not. Off by 2⁻²⁰ either way all is known, and the known velocity lies within its error.
#include "reports/study/answer/estimate.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "tests/support/statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace unilateral::study {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const rational tiny = rational(1) / exact_rational("1e60"), visible(1, 1 << 20);

class at_the_end : public testing::TestWithParam<const char*> {
 protected:
  void ask(const rational& horizon, keep record = keep::everything) {
    const listed_solver& engine = find_solver(GetParam());
    const statement ball =
        statements::bodies({1}, {-1}, {coordinate(0)}, rational(1, 2), {rational(1, 2)}, {0}, horizon);
    const request how{.record = record};
    answer = engine.solve<double>(ball, how);
    found = estimated(ball, engine, how, answer, time_limit());
    ASSERT_TRUE(answer.completed()) << answer.status;
    ASSERT_EQ(found.none, "");
  }
  solution<double> answer;
  estimate<answer_errors> found;
};

TEST_P(at_the_end, velocities_are_open_where_rounding_decides) {
  for (const rational& horizon : {rational(1), rational(1 - tiny), rational(1 + tiny)}) {
    ask(horizon);
    EXPECT_EQ(found.errors.end.v[0], INFINITY) << to_text(horizon);
    EXPECT_LT(found.errors.end.q[0], 1e3 * epsilon<double>()) << to_text(horizon);  // what a dozen steps round
    EXPECT_THAT(found.warnings, ElementsAre(HasSubstr("is at the end to within rounding"))) << to_text(horizon);
  }
}

TEST_P(at_the_end, they_are_known_a_little_before_and_after) {
  for (const int side : {-1, 1}) {
    ask(rational(1 + side * visible));
    const double late = std::ldexp(1.0, -20), known = side < 0 ? -1 + late : 0.5 - late;
    EXPECT_THAT(found.warnings, IsEmpty()) << side;
    EXPECT_LE(std::abs(answer.end_velocity[0] - known), found.errors.end.v[0]) << side;
    EXPECT_LT(found.errors.end.v[0], 1e3 * epsilon<double>()) << side;
  }
}

/// A start at 2 under gravity 2, up to √2 as 50 digits have it: an engine may end with the ball a rounding above the
/// floor.
TEST_P(at_the_end, velocities_are_open_of_a_ball_that_is_nearly_there) {
  const listed_solver& engine = find_solver(GetParam());
  statement ball = statements::bodies({1}, {-2}, {coordinate(0)}, rational(1, 2), {2}, {0}, 1);
  ball.horizon = sqrt(expression(2));
  const auto at = [&]<scalar S>(const S&) {
    const auto run = engine.solve<S>(ball, {});
    const auto of = estimated(ball, engine, {}, run, time_limit());
    EXPECT_EQ(of.errors.end.v[0], INFINITY) << scalar_traits<S>::digits;
    EXPECT_THAT(of.warnings, testing::Contains(HasSubstr("the velocities there may be those before or after")));
  };
  at(double());
  at(real50());
}

/// A summary keeps no impact, and knows no more.
/// Twelve balls one upon the other, at rest for ever: roundings of their velocities are none that fall.
TEST_P(at_the_end, what_rests_has_known_velocities) {
  const listed_solver& engine = find_solver(GetParam());
  std::vector<expression> mass, force, gap, q, v;
  for (int i = 0; i < 12; ++i) {
    mass.emplace_back(1 + (i * i + i) % 5);
    force.push_back(-mass.back());
    gap.push_back(i == 0 ? coordinate(0) : coordinate(i) - coordinate(i - 1) - 1);
    q.emplace_back(i);
    v.emplace_back(0);
  }
  const statement column = statements::bodies(mass, force, gap, 0, q, v, 2);
  const auto run = engine.solve<double>(column, {});
  const auto of = estimated(column, engine, {}, run, time_limit());
  for (Eigen::Index i = 0; i < run.end_velocity.size(); ++i) {
    EXPECT_LT(of.errors.end.v[static_cast<std::size_t>(i)], epsilon<double>()) << i;
    EXPECT_LE(std::abs(run.end_velocity[i]), of.errors.end.v[static_cast<std::size_t>(i)]) << i;
  }
}

TEST_P(at_the_end, a_summary_says_the_same) {
  ask(1, keep::summary);
  EXPECT_EQ(found.errors.end.v[0], INFINITY);
  EXPECT_THAT(found.warnings, ElementsAre(HasSubstr("is at the end to within rounding")));
  ask(rational(1 + visible), keep::summary);
  EXPECT_THAT(found.warnings, IsEmpty());
  EXPECT_LT(found.errors.end.v[0], 1e3 * epsilon<double>());
}

INSTANTIATE_TEST_SUITE_P(engines, at_the_end, testing::Values("event_driven", "gauss_collocation"),
                         [](const auto& engine) { return std::string(engine.param); });

}  // namespace
}  // namespace unilateral::study
