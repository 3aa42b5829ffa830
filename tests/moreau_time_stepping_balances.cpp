/// What one step of Moreau's scheme satisfies exactly, whatever its length: so the tolerances are roundings of the sums
/// involved, in both scalars.

#include "problems/language/evaluated_system.hpp"
#include "problems/language/many_digits.hpp"
#include "solvers/moreau_time_stepping/moreau_time_stepping.hpp"
#include "tests/support/moreau_statements.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using namespace unilateral;
using namespace unilateral::moreau_tests;

template <class S>
struct moreau_step : testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(moreau_step, scalars);

template <class S>
solution<S> solved(const statement& s, const rational& step, const rational& until, keep record = keep::everything) {
  return moreau_time_stepping::solve<S>(s, {.step = step, .until = until, .record = record});
}

/// A linear velocity is integrated exactly by the midpoint rule (θ = ½): q = q_0 + u_0 t + a t²/2 at the ends of steps.
/// Each of N steps rounds q and u a few times: 4 N ε of their size. Control: the rectangle rules (θ = 0, 1) miss by a h
/// t/2.
TYPED_TEST(moreau_step, is_exact_in_free_flight_under_a_constant_force) {
  using S = TypeParam;
  using std::abs;
  statement s;
  s.system.coordinates = {"x", "y"};
  s.system.mass = full_mass({{2, 1}, {1, 3}});
  s.system.force = {1, -7};  // M⁻¹ f = (2, −3)
  s.position = {0.3_x, 5};
  s.velocity = {-1, 0.7_x};
  const rational h = 0.037_x, t = 1;
  const solution<S> answer = solved<S>(s, h, t);
  const S T = exact<S>(t), x = exact<S>(0.3_x) - T + T * T, y = S(5) + exact<S>(0.7_x) * T - S(3) * T * T / S(2);
  const S rounding = S(4 * answer.counts.steps * 6) * epsilon<S>();
  EXPECT_LE(abs(answer.end_position[0] - x), rounding);
  EXPECT_LE(abs(answer.end_position[1] - y), rounding);
  EXPECT_GT(exact<S>(h) * T, rounding);
  EXPECT_EQ(answer.counts.steps, 28);
  EXPECT_EQ(answer.counts.impacts, 0);
  EXPECT_EQ(answer.end_time, T);
  EXPECT_EQ(answer.path.end(), T);
}

/// q is the integral of the velocities shown: where a piece ends the next begins, up to the rounding of t and q. The
/// jumps are those of the impacts.
TYPED_TEST(moreau_step, shows_a_continuous_motion_whose_jumps_are_its_impacts) {
  using S = TypeParam;
  using std::abs;
  const solution<S> answer = solved<S>(ball(0.5_x), 0.013_x, 4);
  for (int k = 1; k < answer.path.pieces(); ++k) {
    const S end = answer.path.position(k - 1, 0, answer.path.end(k - 1) - answer.path.begin(k - 1));
    ASSERT_LE(abs(end - answer.path.position(k, 0, S(0))), S(16) * epsilon<S>());
  }
  for (const impact<S>& shock : answer.impacts) {
    EXPECT_EQ(answer.path.velocity_left(shock.t), shock.v_minus);
    EXPECT_EQ(answer.path.velocity_right(shock.t), shock.v_plus);
    EXPECT_EQ(answer.path.position(shock.t), shock.q);
    EXPECT_EQ(shock.active, std::vector<int>{0});
  }
  EXPECT_EQ(answer.counts.impacts, static_cast<std::int64_t>(answer.impacts.size()));
  // It comes to rest: one contact to the end, entered near the accumulation at t = 3.
  ASSERT_FALSE(answer.contacts.empty());
  EXPECT_GT(answer.contacts.back().from, S(2.8));
  EXPECT_GT(answer.contacts.back().to, S(3.98));

  const solution<S> summary = solved<S>(ball(0.5_x), 0.013_x, 4, keep::summary);
  EXPECT_EQ(summary.end_position, answer.end_position);
  EXPECT_EQ(summary.counts.impacts, answer.counts.impacts);
  EXPECT_TRUE(summary.impacts.empty() && summary.contacts.empty());
  EXPECT_EQ(summary.path.pieces(), 0);
}

/// ½|u'|² − ½|u|² = −(1−e)/(2(1+e)) |u'−u|² + h f·(u' + e u)/(1+e) with the kinetic norm at q_m: multiply step 4 by P,
/// step 2 by u' + e u, fixed constraints. Terms are of size ≤ 100 on the pendulum, the projection loses a few digits:
/// 2^12 ε. Control: the balance for another e.
TYPED_TEST(moreau_step, balances_energy_exactly) {
  using S = TypeParam;
  using std::abs;
  const statement s = double_pendulum();
  const rational h = 0.0037_x;
  const solution<S> answer = solved<S>(s, h, 4);
  ASSERT_FALSE(answer.impacts.empty());
  evaluated_system<S> system(s.system);
  const auto defect = [&](const impact<S>& shock, const S& e) {
    Eigen::Matrix<S, 2, 2> M;
    system.evaluate_mass(shock.t, shock.q.data());
    system.copy_mass(M);
    system.evaluate_force(shock.t, shock.q.data(), shock.v_minus.data());
    const column<S>&u = shock.v_minus, &u_plus = shock.v_plus;
    const column<S> jump = u_plus - u, Mj = M * jump, Mp = M * u_plus, Mu = M * u;
    S work(0);
    for (int i = 0; i < 2; ++i) work += exact<S>(h) * system.force(i) * (u_plus[i] + e * u[i]) / (S(1) + e);
    return S(abs(u_plus.dot(Mp) / S(2) - u.dot(Mu) / S(2) + (S(1) - e) / (S(2) * (S(1) + e)) * jump.dot(Mj) - work));
  };
  for (const impact<S>& shock : answer.impacts) {
    EXPECT_LE(defect(shock, S(1) / S(2)), S(1 << 12) * epsilon<S>());
    EXPECT_GT(defect(shock, S(2) / S(3)), S(1) / S(100));
  }
}

/// Reactions in a column at rest are the weights above: (n − i) m g, for contacts taken one by one (n = 3) and in a row
/// (n = 40), listed in any order. The elimination and n steps of cancellation: 8 n² ε of g h. Control: a column whose
/// top ball is missing.
TYPED_TEST(moreau_step, carries_a_column_at_rest_by_the_weights_above) {
  using S = TypeParam;
  using std::abs;
  for (const int n : {3, 40}) {
    statement s = touching_balls(std::vector<rational>(static_cast<std::size_t>(n), 2), true, 0);
    s.system.force.assign(static_cast<std::size_t>(n), -20);
    std::reverse(s.system.gap.begin(), s.system.gap.end());
    const rational h = 0.125_x;
    const solution<S> answer = solved<S>(s, h, 1);
    ASSERT_EQ(answer.impacts.size(), 8u);
    for (const impact<S>& shock : answer.impacts)
      for (int i = 0; i < n; ++i) {
        const S error = abs(shock.impulse[n - 1 - i] / exact<S>(h) - S(20 * (n - i)));
        ASSERT_LE(error, S(8 * n * n * 20) * epsilon<S>()) << "contact " << i << " of " << n;
        ASSERT_GT(abs(shock.impulse[n - 1 - i] / exact<S>(h) - S(20 * (n - 1 - i))), S(1));
      }
    EXPECT_LE(answer.end_velocity.cwiseAbs().maxCoeff(), S(8 * n * n) * epsilon<S>());
    ASSERT_EQ(answer.contacts.size(), static_cast<std::size_t>(n));
    EXPECT_TRUE(answer.warnings.empty());
  }
}

/// Galilei: seen from a table that moves up at speed c, the ball on the moving table is the ball on the floor. (∂Φ/∂t
/// in both places of the law.) Gaps then differ by rounding only; no gap of this run is within rounding of 0 at a
/// midpoint. Control: the table moving the other way.
TYPED_TEST(moreau_step, is_invariant_under_a_moving_table) {
  using S = TypeParam;
  using std::abs;
  const rational c = 0.75_x, h = 0.017_x, until = 2.8_x;
  const auto on_table = [&](const rational& speed) {
    statement s = ball(0.5_x);
    s.system.gap = {coordinate(0) - expression(speed) * time()};
    s.velocity = {c};
    return solved<S>(s, h, until);
  };
  const solution<S> fixed = solved<S>(ball(0.5_x), h, until), moving = on_table(c);
  const S rounding = S(32 * fixed.counts.steps) * epsilon<S>();
  EXPECT_LE(abs(moving.end_position[0] - fixed.end_position[0] - exact<S>(c * until)), rounding);
  EXPECT_LE(abs(moving.end_velocity[0] - fixed.end_velocity[0] - exact<S>(c)), rounding);
  EXPECT_EQ(moving.counts.impacts, fixed.counts.impacts);
  EXPECT_GT(abs(on_table(-c).end_position[0] - fixed.end_position[0] - exact<S>(c * until)), S(0.1));
}

/// At rest on the floor the ball stays where it is, exactly, and the reaction is its weight.
TYPED_TEST(moreau_step, leaves_what_rests_at_rest) {
  using S = TypeParam;
  statement s = ball(0.9_x);
  s.position = {0};
  const solution<S> answer = solved<S>(s, 0.25_x, 4);
  EXPECT_EQ(answer.end_position[0], S(0));
  EXPECT_EQ(answer.end_velocity[0], S(0));
  for (const impact<S>& shock : answer.impacts) EXPECT_EQ(shock.impulse[0], S(0.5));
}

}  // namespace
