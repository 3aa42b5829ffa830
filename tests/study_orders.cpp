/// Studies of order: ladders, verdicts and their negative controls on made-up schemes whose order is known by
/// construction (tests/support/made_up_ball.hpp); then the two time-stepping schemes, which declare order 1 in sup q
/// and L¹ v.

#include "reports/study/order/orders.hpp"
#include "reports/study/order/verdict.hpp"
#include "reports/study/run/converge.hpp"
#include "tests/support/made_up_ball.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace unilateral::study {
namespace {

results orders_of_made_up(double order, const rational& bias, int jobs = 1) {
  const instance of = bind<statement>(made_up::ball_problem(), {}, false);
  return orders_of(of, made_up::scheme("scheme", order, bias), *motion_to_measure_against(of),
                   {.jobs = jobs, .quick = true});
}

TEST(study_orders, ladders_are_jittered_exact_and_reproducible) {
  const grid g{.coarsest = 0.02, .finest = 0.0002, .count = 50};
  const std::vector<rational> steps = jittered_steps(3, g);
  EXPECT_EQ(steps, jittered_steps(3, g));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    // Step i lies in its own rung of log h, up to six digits.
    const double h = exact<double>(steps[i]), from = std::log(0.06), to = std::log(0.0006);
    EXPECT_LE(h, std::exp(from + (to - from) * double(i) / 50) * (1 + 1e-5));
    EXPECT_GE(h, std::exp(from + (to - from) * double(i + 1) / 50) * (1 - 1e-5));
    // No event of the rational ball (multiples of 1/2) is a step end: T/h is not whole.
    EXPECT_NE(rational(1 / steps[i]).get_den(), 1);
  }
}

TEST(study_orders, first_step_of_the_generator_is_what_the_standard_says) {
  // mt19937_64 seeded with 1983: u_0 from its first output, so that the ladder is the same on every platform.
  std::mt19937_64 bits(1983);
  const double u = static_cast<double>(bits() >> 11) * 0x1p-53;
  const rational h = jittered_steps(1, {.coarsest = 0.1, .finest = 0.001, .count = 1}).front();
  EXPECT_NEAR(std::log(exact<double>(h)), std::log(0.1) + (std::log(0.001) - std::log(0.1)) * u,
              1e-5);  // h is rounded to six digits
}

TEST(study_orders, results_do_not_depend_on_the_number_of_threads) {
  const auto one = orders_of_made_up(1, 0, 1), three = orders_of_made_up(1, 0, 3);
  ASSERT_EQ(one.size(), three.size());
  for (std::size_t k = 0; k < one.size(); ++k) {
    ASSERT_EQ(one[k].ladder.size(), three[k].ladder.size());
    for (std::size_t i = 0; i < one[k].ladder.size(); ++i) EXPECT_EQ(one[k].ladder[i].error, three[k].ladder[i].error);
    EXPECT_EQ(one[k].fit->order, three[k].fit->order);
  }
}

TEST(study_orders, a_scheme_of_order_one_has_order_one) {
  const auto records = orders_of_made_up(1, 0);
  ASSERT_EQ(records.size(), all_distances.size());
  for (const record& r : records) {
    ASSERT_TRUE(r.fit) << r.cell << ": " << r.reason;
    EXPECT_EQ(r.outcome, verdict::holds) << r.cell << ": " << r.reason;
    EXPECT_NEAR(r.fit->order, *declared_order_of(r), 0.05)
        << r.cell;  // without noise, half a decimal of an order is far more than a next term leaves
  }
}

TEST(study_orders, a_scheme_of_another_order_fails) {
  // Negative controls: too slow, and too fast (two-sided), in every distance.
  for (const double order : {0.5, 2.0})
    for (const record& r : orders_of_made_up(order, 0))
      EXPECT_EQ(r.outcome, verdict::fails) << r.cell << " " << r.reason;
}

TEST(study_orders, a_wrong_restitution_fails) {
  // Negative control: e off by 1/10 or by 1/1000. The error stalls, and no fit may turn that into an order.
  for (const char* const bias : {"1/10", "1/1000"})
    for (const record& r : orders_of_made_up(1, exact_rational(bias)))
      EXPECT_EQ(r.outcome, verdict::fails) << r.cell << " " << r.reason;
}

TEST(study_orders, an_exact_scheme_is_called_exact) {
  // h^40 is below rounding at every step: no order can be seen, and none is given.
  for (const record& r : orders_of_made_up(40, 0)) {
    EXPECT_EQ(r.outcome, verdict::holds) << r.cell << " " << r.reason;
    EXPECT_FALSE(r.fit) << r.cell;
  }
}

fitted_order fitted(double order, double half_width, double drift = 0, double floor = 0) {
  return {.order = order,
          .half_width = half_width,
          .constant = 1,
          .floor = floor,
          .window_low = 1e-4,
          .window_high = 1e-2,
          .drift = drift,
          .drift_half_width = 0.02};
}
verdict on(const fitted_order& p, std::optional<double> declared, bool two_sided = true) {
  return rule({.outcome = fit_outcome::fitted, .order = p, .points = {}, .fault = {}}, declared, two_sided).outcome;
}

TEST(study_orders, verdicts_follow_their_rule) {
  EXPECT_EQ(on(fitted(1.01, 0.02), 1), verdict::holds);
  EXPECT_EQ(on(fitted(1.03, 0.02), 1), verdict::fails);
  EXPECT_EQ(on(fitted(0.97, 0.02), 1), verdict::fails);
  EXPECT_EQ(on(fitted(-1, 0.02), 1), verdict::fails);                // signed: a growing error has no order 1
  EXPECT_EQ(on(fitted(1.1, 0.3), 1), verdict::cannot_tell);          // too wide
  EXPECT_EQ(on(fitted(3, 0.3), 1), verdict::fails);                  // wide, and yet far away
  EXPECT_EQ(on(fitted(1.01, 0.02, 0.1), 1), verdict::cannot_tell);   // drifts away from what it seems to be
  EXPECT_EQ(on(fitted(1.10, 0.02, -0.1), 1), verdict::cannot_tell);  // drifts towards the declared order
  EXPECT_EQ(on(fitted(1.10, 0.02, 0.1), 1), verdict::fails);         // drifts away from it
  EXPECT_EQ(on(fitted(1, 0.02, 0, 1e-3), 1), verdict::fails);        // stalls
  EXPECT_EQ(on(fitted(2, 0.02), 1, false), verdict::holds);          // a residual may fall faster
  EXPECT_EQ(on(fitted(0.5, 0.02), 1, false), verdict::fails);
  EXPECT_EQ(on(fitted(1, 0.02), {}), verdict::measured);
  EXPECT_EQ(rule({.outcome = fit_outcome::too_few, .order = {}, .points = {}}, 1).outcome, verdict::cannot_tell);
  EXPECT_EQ(rule({.outcome = fit_outcome::exact_to_rounding, .order = {}, .points = {}}, 1).outcome, verdict::holds);
}

}  // namespace
}  // namespace unilateral::study
