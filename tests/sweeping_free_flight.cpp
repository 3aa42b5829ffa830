/// Without contact the scheme is q_{k+1} = q_k + h u_k, u_{k+1} = u_k + h M⁻¹f, so under constant gravity
///
///     u_k = u_0 − g k h,      q_k = q_0 + k h u_0 − g h² k(k − 1)/2.
///
/// With dyadic data every number is exact in double: the tolerance is 0.

#include "solvers/sweeping/sweeping.hpp"
#include "tests/support/sweeping_statements.hpp"

#include <gtest/gtest.h>

namespace unilateral {
namespace {

using sweeping_test::ball;
using sweeping_test::with_step;

TEST(sweeping_free_flight, is_the_discrete_parabola_exactly) {
  const double h = 0x1p-7;
  const auto run =
      sweeping::solve<double>(ball(rational(1, 2), 2, 1), {.step = rational(1, 128), .until = rational(7, 8)});
  ASSERT_EQ(run.path.pieces(), 112);
  EXPECT_EQ(run.counts.steps, 112);
  EXPECT_EQ(run.counts.impacts, 0);
  double against_the_true_parabola = 0;
  for (int k = 0; k < 112; ++k) {
    EXPECT_EQ(run.path.begin(k), k * h);
    EXPECT_EQ(run.path.position(k, 0, 0.0), 1 - h * h * k * (k - 1));
    EXPECT_EQ(run.path.velocity(k, 0, 0.0), -2 * k * h);
    against_the_true_parabola =
        std::max(against_the_true_parabola, std::abs(run.path.position(k, 0, 0.0) - (1 - k * h * k * h)));
  }
  EXPECT_EQ(run.end_position[0], 1 - h * h * 112 * 111);
  EXPECT_EQ(run.end_velocity[0], -2 * 112 * h);
  // Control: the true parabola is another curve, by h t at most.
  EXPECT_EQ(against_the_true_parabola, h * 111 * h);
}

TEST(sweeping_free_flight, ends_exactly_at_the_final_time) {
  // 0.3 is no multiple of 0.07, and 0.7 is one of 0.1 that double misses by rounding.
  const auto partial = sweeping::solve<double>(ball(0, 2, 1), {.step = rational(7, 100), .until = rational(3, 10)});
  EXPECT_EQ(partial.end_time, 0.3);
  EXPECT_EQ(partial.path.end(), 0.3);
  EXPECT_EQ(partial.counts.steps, 5);
  const auto whole = sweeping::solve<double>(ball(0, 2, 1), {.step = rational(1, 10), .until = rational(7, 10)});
  EXPECT_EQ(whole.end_time, 0.7);
  EXPECT_EQ(whole.counts.steps, 7);
  const auto by_default = sweeping::solve<double>(ball(0, 2, 3), {});
  EXPECT_EQ(by_default.end_time, 3.0);
  EXPECT_EQ(by_default.counts.steps, 1000);
}

TEST(sweeping_free_flight, evaluates_the_force_at_the_new_time_and_position_and_the_old_velocity) {
  // f = 100 t + 10 x + v. One step of h = 1/2 from x = 3, v = 5: f(½, 3 + 5/2, 5) = 50 + 55 + 5 = 110.
  statement s = ball(0, 0, 1);
  s.system.force = {100 * time() + 10 * coordinate(0) + velocity(0)};
  s.position = {3};
  s.velocity = {5};
  const auto run = sweeping::solve<double>(s, {.step = rational(1, 2), .until = rational(1, 2)});
  EXPECT_EQ(run.end_position[0], 5.5);
  EXPECT_EQ(run.end_velocity[0], 5 + 0.5 * 110);
}

TEST(sweeping_free_flight, a_summary_ends_like_the_whole_run) {
  const statement s = sweeping_test::double_pendulum(rational(1, 2));
  const auto whole = sweeping::solve<double>(s, with_step(rational(1, 997)));
  const auto summary = sweeping::solve<double>(s, with_step(rational(1, 997), keep::summary));
  EXPECT_EQ(summary.path.pieces(), 0);
  EXPECT_TRUE(summary.impacts.empty());
  EXPECT_EQ(summary.end_position, whole.end_position);
  EXPECT_EQ(summary.end_velocity, whole.end_velocity);
  EXPECT_EQ(summary.counts.impacts, static_cast<std::int64_t>(whole.impacts.size()));
  EXPECT_GT(summary.counts.impacts, 0);
  EXPECT_EQ(summary.counts.force_evaluations, summary.counts.steps);
}

}  // namespace
}  // namespace unilateral
