/// The orders that Paoli and Schatzman's scheme declares, measured in the five distances on motions known in closed form whose impacts are isolated and transversal: a ball,
/// a forced oscillator, a pendulum with a stop. Two-sided, by the study's own fit on its coarse grid, within 0.1: orders are multiples of ½, and the next term
/// of the expansion bends slopes by up to 0.07 there. What the fits' own intervals say, and which of them exclude the order, is the business of `verify`.
/// Negative controls: a reference with another restitution; declared orders that are off by a half.

#include "problems/language/problem.hpp"
#include "reports/study/converge.hpp"

#include <gtest/gtest.h>

namespace unilateral::study {
namespace {

results measured(const std::string& problem_name, const parameter_list& overrides = {}) {
  return converge(find_problem(problem_name), overrides, {"paoli_schatzman"}, {}, {.jobs = 1, .quick = true});
}

void expect_declared_orders(const std::string& problem_name, const parameter_list& overrides = {}) {
  const results found = measured(problem_name, overrides);
  ASSERT_EQ(found.orders.size(), 5u);
  for (const order_record& r : found.orders) {
    ASSERT_TRUE(r.declared) << r.cell;
    ASSERT_TRUE(r.fit) << r.cell << ": " << r.reason;
    EXPECT_NEAR(r.fit->order, *r.declared, 0.1) << r.cell << ": " << r.reason;
  }
}

TEST(paoli_schatzman_orders, are_as_declared_on_the_ball) {
  for (const rational& e : {rational(1, 4), rational(1, 2), rational(4, 5), rational(1)}) expect_declared_orders("ball_rational", {{"e", e}});
}
TEST(paoli_schatzman_orders, are_as_declared_on_the_oscillator) { expect_declared_orders("oscillator_by_hand"); }
TEST(paoli_schatzman_orders, are_as_declared_on_the_pendulum) { expect_declared_orders("pendulum_with_stop"); }

TEST(paoli_schatzman_orders, negative_control_a_wrong_restitution_is_an_error_that_stays) {
  problem wrong = find_problem("ball_rational");
  std::get<statement>(wrong.question).system.restitution = 0.51_x;
  int held = 0;
  for (const order_record& r : converge(wrong, {}, {"paoli_schatzman"}, {}, {.jobs = 1, .quick = true}).orders) held += r.outcome == verdict::holds;
  EXPECT_EQ(held, 0);
}

}  // namespace
}  // namespace unilateral::study
