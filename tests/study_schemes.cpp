/// The two time-stepping schemes are of order 1 in sup q and in L¹ v before an accumulation [Dzonou, Monteiro Marques,
/// Paoli]: on a ball, an impact oscillator and a pendulum with a stop, the declared order lies in the fitted 95 %
/// interval, whose half-width is at most 0.05, as fine as half a decimal of the order. Steps are jittered, seeds fixed:
/// the result is the same on every run.

#include "problems/answers/problem.hpp"
#include "reports/study/run/converge.hpp"

#include <gtest/gtest.h>

namespace unilateral::study {
namespace {

void expect_order_one(const std::string& problem_name) {
  const results found = converge(find_problem(problem_name), {}, {"moreau_time_stepping", "sweeping"}, {}, {.jobs = 2});
  int seen = 0;
  for (const record& r : found) {
    if (r.about.quantity != "sup q" && r.about.quantity != "L1 v") continue;
    ++seen;
    EXPECT_EQ(declared_order_of(r), 1.0) << r.cell;
    EXPECT_EQ(r.outcome, verdict::holds) << r.cell << ": " << r.reason;
    ASSERT_TRUE(r.fit) << r.cell << ": " << r.reason;
    EXPECT_LE(r.fit->half_width, 0.05) << r.cell;
    EXPECT_LE(std::abs(r.fit->order - 1), r.fit->half_width) << r.cell;
  }
  EXPECT_EQ(seen, 4);
}

TEST(study_schemes, have_order_one_on_the_ball) { expect_order_one("ball_rational"); }
TEST(study_schemes, have_order_one_on_the_oscillator) { expect_order_one("oscillator_by_hand"); }
TEST(study_schemes, have_order_one_on_the_pendulum) { expect_order_one("pendulum_with_stop"); }

}  // namespace
}  // namespace unilateral::study
