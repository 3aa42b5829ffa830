/// The orders that Paoli and Schatzman's scheme declares, measured in the five distances on motions known in closed
/// form whose impacts are isolated and transversal: a ball, a forced oscillator, a pendulum with a stop. Two-sided, by
/// the study's own verdict on its coarse grid: sup q and L¹ hold, and no other distance excludes its order, the gaps
/// that `verify` names apart. Negative controls: a reference with another restitution; declared orders that are off by
/// a half.

#include "problems/answers/problem.hpp"
#include "reports/study/run/converge.hpp"
#include "reports/study/run/family.hpp"

#include <gtest/gtest.h>

namespace unilateral::study {
namespace {

results measured(const std::string& problem_name, const parameter_list& overrides,
                 const std::optional<rational>& until) {
  return converge(find_problem(problem_name), overrides, {"paoli_schatzman"}, until, {.jobs = 1, .quick = true});
}

/// Of the quick grid.
bool is_known_gap(const std::string& cell) {
  for (const family& f : families_of_this_build())
    for (const known_gap& gap : f.gaps)
      if (gap.cell == cell && gap.when != grid_of::full) return true;
  return false;
}

void expect_declared_orders(const std::string& problem_name, const parameter_list& overrides = {},
                            const std::optional<rational>& until = {}) {
  const results found = measured(problem_name, overrides, until);
  ASSERT_EQ(found.size(), 5u);
  for (const record& r : found) {
    ASSERT_TRUE(declared_order_of(r)) << r.cell;
    ASSERT_TRUE(r.fit) << r.cell << ": " << r.reason;
    if (r.about.quantity == name_of(distance_kind::sup_position) ||
        r.about.quantity == name_of(distance_kind::l1_velocity)) {
      EXPECT_EQ(r.outcome, verdict::holds) << r.cell << ": " << r.reason;
    } else if (!is_known_gap(r.cell)) {
      EXPECT_NE(r.outcome, verdict::fails) << r.cell << ": " << r.reason;
    }
  }
}

TEST(paoli_schatzman_orders, are_as_declared_on_the_ball) {
  expect_declared_orders("ball_rational", {{"e", rational(1, 4)}}, rational(8, 5));  // before the accumulation at 5/3
  for (const rational& e : {rational(1, 2), rational(4, 5), rational(1)})
    expect_declared_orders("ball_rational", {{"e", e}});
}
TEST(paoli_schatzman_orders, are_as_declared_on_the_oscillator) { expect_declared_orders("oscillator_by_hand"); }
TEST(paoli_schatzman_orders, are_as_declared_on_the_pendulum) { expect_declared_orders("pendulum_with_stop"); }

TEST(paoli_schatzman_orders, negative_control_a_wrong_restitution_is_an_error_that_stays) {
  problem wrong = find_problem("ball_rational");
  std::get<statement>(wrong.question).system.restitution = 0.51_x;
  int held = 0;
  for (const record& r : converge(wrong, {}, {"paoli_schatzman"}, {}, {.jobs = 1, .quick = true}))
    held += r.outcome == verdict::holds;
  EXPECT_EQ(held, 0);
}

}  // namespace
}  // namespace unilateral::study
