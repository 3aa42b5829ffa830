/// What hides from a second run: roundings of thousands of impacts between flights that are polynomials, which two runs
/// in one scalar round alike; and a gap at the start that no digit tells from 0.
#include "reports/study/answer/estimate.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "tests/support/statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace unilateral::study {
namespace {

using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::Not;

const listed_solver& engine() { return find_solver("event_driven"); }

/// A ball from 1 under gravity 2, e = 999/1000: impact k at 1 + 2 e (1 − eᵏ)/(1 − e), with v⁺ = 2 eᵏ⁺¹. At a hundred
/// digits there is no longer scalar: the second run has a hundred as well.
TEST(estimates_of_many_impacts, hold_what_their_roundings_add_up_to) {
  using truth = mpfr_number<200>;
  const rational e(999, 1000);
  const statement ball = statements::bodies({1}, {-2}, {coordinate(0)}, e, {1}, {0}, 1500);
  const solution<real100> answer = engine().solve<real100>(ball, {});
  ASSERT_TRUE(answer.completed()) << answer.status;
  ASSERT_GT(answer.impacts.size(), 1300U);
  const auto found = estimated(ball, engine(), {}, answer, time_limit());
  ASSERT_EQ(found.none, "");
  truth power = 1;
  double most = 0;  // of errors, in what one run rounds its end by
  for (std::size_t k = 0; k < answer.impacts.size(); ++k) {
    const truth t = 1 + 2 * exact<truth>(e) * (1 - power) / (1 - exact<truth>(e));
    power *= exact<truth>(e);
    const double error = to_double(truth(abs(truth(truth(answer.impacts[k].t) - t)))),
                 of_v = to_double(truth(abs(truth(truth(answer.impacts[k].v_plus[0]) - 2 * power))));
    ASSERT_LE(error, found.errors.impacts[k].t) << k;
    ASSERT_LE(of_v, found.errors.impacts[k].v_plus[0]) << k;
    // Not for nothing: impact j of 1400 multiplies what is left of 1500 by 1 − 2 ε, and (2) has 16 times that.
    ASSERT_LE(found.errors.impacts[k].t, 16 * 2 * 1400 * 1500 * to_double(epsilon<real100>())) << k;
    most = std::max(most, error / (to_double(epsilon<real100>()) * 1500));
  }
  EXPECT_GT(most, 16);  // negative control: sixteen roundings of the end would not have been enough
}

/// Newton's cradle of three with a gap of 10⁻ᵏ between the last two: two impacts, of which fifty digits see one at k =
/// 60.
TEST(estimates_of_many_impacts, believe_no_digit_where_a_gap_is_below_all_of_them) {
  const expression x = coordinate(0), y = coordinate(1), z = coordinate(2);
  for (const int k : {20, 60}) {
    const rational gap = exact_rational("1e-" + std::to_string(k));
    const statement cradle =
        statements::bodies({1, 1, 1}, {0, 0, 0}, {y - x, z - y}, 1, {0, 1, rational(1 + gap)}, {1, 0, 0}, 3);
    const solution<double> answer = engine().solve<double>(cradle, {});
    ASSERT_TRUE(answer.completed()) << answer.status;
    const auto found = estimated(cradle, engine(), {}, answer, time_limit());
    EXPECT_THAT(found.errors.end.v, Each(HUGE_VAL)) << k;  // the true one is (0, 0, 1), found is (−1, 2, 2)/3
    const auto says = Contains(HasSubstr("above 0 by less than"));
    if (k == 60)
      EXPECT_THAT(found.warnings, says);
    else
      EXPECT_THAT(found.warnings, Not(says));  // the second run sees both
  }
  // Balls that do touch.
  const statement touching = statements::bodies({1, 1, 1}, {0, 0, 0}, {y - x, z - y}, 1, {0, 1, 1}, {1, 0, 0}, 3);
  const solution<double> answer = engine().solve<double>(touching, {});
  // One impact of speeds up to 1, between two flights: far below 2^10 roundings.
  EXPECT_THAT(estimated(touching, engine(), {}, answer, time_limit()).errors.end.v,
              Each(testing::Lt(1024 * epsilon<double>())));
}

/// Impacts at 1 + late + 1 − 2⁻ᵏ, k ≤ 45.
solution<double> accumulating(double late, double ratio = 0.5) {
  solution<double> run;
  const column<double> one = column<double>::Constant(1, 1);
  double flight = 1, t = 1 + late;
  for (int k = 0; k < 45; ++k) {
    run.impacts.push_back({.t = t, .q = 0 * one, .v_minus = -one, .v_plus = one, .impulse = one, .active = {0}});
    t += flight *= ratio;
  }
  run.accumulations.push_back({2 + late, 0 * one, 0 * one});
  run.end_time = 3;
  run.end_position = run.end_velocity = 0 * one;
  return run;
}

/// Towards an accumulation flights are shorter than two runs are apart; impacts are the same where their flights are.
TEST(estimates_of_many_impacts, follow_flights_that_are_shorter_than_the_runs_are_apart) {
  const auto found = from_second_run(accumulating(0), accumulating(0x1p-20));
  EXPECT_THAT(found.warnings, testing::IsEmpty());
  // All times are sums of powers from 2 to 2⁻⁴⁵, which double holds: sixteen times the difference, and sixteen
  // roundings of the end, 3.
  const double error = 0x1p-16 + 16 * epsilon<double>() * 3;
  for (const impact_errors& of : found.errors.impacts) EXPECT_EQ(of.t, error);
  EXPECT_EQ(found.errors.accumulations[0].t, error);
  const auto other = from_second_run(accumulating(0), accumulating(0, 0.3));  // negative control: other flights
  EXPECT_THAT(other.warnings, Contains(HasSubstr("parts")));
  EXPECT_EQ(other.errors.impacts[20].t, HUGE_VAL);
}

}  // namespace
}  // namespace unilateral::study
