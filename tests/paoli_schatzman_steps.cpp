/// What every step of the scheme satisfies, whatever its length: the inclusion it is made from, and motions it gets
/// exactly.
#include "problems/language/evaluated_system.hpp"
#include "problems/language/many_digits.hpp"
#include "solvers/paoli_schatzman/paoli_schatzman.hpp"
#include "tests/support/paoli_schatzman_statements.hpp"

#include <gtest/gtest.h>

namespace unilateral {
namespace {

using namespace paoli_schatzman_tests;

template <class S>
struct paoli_schatzman_step : testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(paoli_schatzman_step, scalars);

/// Constant forces are integrated exactly at t_n: U^n = q_0 + n h v_0 + ½ n² h² a. N steps round U and v a few times:
/// 16 N ε of their size (below 8). Control: U^1 = U^0 + h v_0, the other start in use, is off by ½ h a t.
TYPED_TEST(paoli_schatzman_step, is_exact_at_the_grid_in_free_flight_under_a_constant_force) {
  using S = TypeParam;
  using std::abs;
  statement s = particle({}, 1, {0.3_x, 5}, {-1, 0.7_x});
  s.system.mass = full_mass({{2, 1}, {1, 3}});
  s.system.force = {1, -7};  // M⁻¹ f = (2, −3)
  const S h = exact<S>(rational(1, 37));
  paoli_schatzman::stepper<S> motion(s, h);
  for (int k = 0; k < 37; ++k) ASSERT_EQ(motion.step(), paoli_schatzman::outcome::done);
  const S rounding = S(16 * 37 * 8) * epsilon<S>();
  EXPECT_LE(abs(motion.position()[0] - exact<S>(0.3_x)), rounding);             // 0.3 − t + t²
  EXPECT_LE(abs(motion.position()[1] - exact<S>(rational(42, 10))), rounding);  // 5 + 0.7 t − 1.5 t²
  EXPECT_GT(h, rounding);
  EXPECT_EQ(motion.projections(), 0);
}

/// W − Z ∈ N_K(Z), from the answer alone: with Z = (U^{n+1} + e U^{n−1})/(1 + e),
///     M(U^n)(U^{n+1} − 2U^n + U^{n−1}) = h² f + h G(Z)ᵀ P,  P ≥ 0,  Φ(Z) ≥ 0,  P·Φ(Z) = 0.
/// Each side is a sum of a few terms of size ≤ 8: 2^8 ε; the metric and the projection are conditioned below 8 here.
/// The force is read at v^n = (U^n − U^{n−1})/h, which rounding of U disturbs by ε/h, but here f depends on q alone.
TYPED_TEST(paoli_schatzman_step, solves_its_inclusion) {
  using S = TypeParam;
  using std::abs;
  for (const rational& e : {rational(0), rational(1, 4), rational(4, 5), rational(1)}) {
    const statement s = in_an_ellipse(e);
    const S h = exact<S>(rational(1, 83)), restitution = exact<S>(e), rounding = S(1 << 11) * epsilon<S>();
    evaluated_system<S> system(s.system);
    paoli_schatzman::stepper<S> motion(s, h);
    std::vector<S> before = motion.position(), now, next, Z(2);
    ASSERT_EQ(motion.step(), paoli_schatzman::outcome::done);
    now = motion.position();
    int impacts = 0;
    for (int n = 1; n < 400; ++n) {
      ASSERT_EQ(motion.step(), paoli_schatzman::outcome::done);
      next = motion.position();
      for (std::size_t i = 0; i < 2; ++i) Z[i] = (next[i] + restitution * before[i]) / (S(1) + restitution);
      system.evaluate_mass(S(0), now.data());
      system.evaluate_force(S(0), now.data(), now.data());
      system.evaluate_gap(S(0), Z.data());
      system.evaluate_gradient(S(0), Z.data());
      const S P = motion.is_impact() ? motion.impulse(0) : S(0);
      impacts += motion.is_impact();
      column<S> mismatch(2);
      for (int i = 0; i < 2; ++i) mismatch[i] = -h * h * system.force(i);
      for (const sparse_entry& m : system.mass_entries()) {
        const auto j = static_cast<std::size_t>(m.column);
        mismatch[m.row] += system.mass(m) * (next[j] - S(2) * now[j] + before[j]);
      }
      for (const sparse_entry& g : system.gradient_entries()) mismatch[g.column] -= h * system.gradient(g) * P;
      ASSERT_LE(std::max(S(abs(mismatch[0])), S(abs(mismatch[1]))), rounding) << "step " << n;
      ASSERT_GE(P, S(0));
      ASSERT_GE(system.gap(0), -rounding);
      ASSERT_LE(abs(S(P * system.gap(0))), rounding * (S(1) + P));
      if (P > S(1) / S(10)) {  // Control: the same numbers do not solve the inclusion of another restitution.
        S gap_of_another(0);
        for (std::size_t i = 0; i < 2; ++i)
          Z[i] = (next[i] + (restitution + S(1) / S(50)) * before[i]) / (S(1) + restitution + S(1) / S(50));
        system.evaluate_gap(S(0), Z.data());
        gap_of_another = system.gap(0);
        EXPECT_GT(abs(gap_of_another), S(1) / S(100000));
      }
      before = now;
      now = next;
    }
    EXPECT_GT(impacts, 4) << e;
  }
}

/// A table of constant velocity, seen from the table: the same steps. This is what t* is for.
TYPED_TEST(paoli_schatzman_step, does_not_mind_a_uniform_motion_of_the_frame) {
  using S = TypeParam;
  using std::abs;
  for (const rational& e : {rational(0), rational(1, 2), rational(1)}) {
    const statement fixed = ball(e, 2, 1, 0);
    statement moving = ball(e, 2, 1, 3);
    moving.system.gap = {coordinate(0) - 3 * time()};
    const S h = exact<S>(rational(10, 713));  // no impact is at the end of a step
    paoli_schatzman::stepper<S> a(fixed, h), b(moving, h);
    int impacts = 0;
    for (int n = 1; n <= 250; ++n) {
      ASSERT_EQ(a.step(), paoli_schatzman::outcome::done);
      ASSERT_EQ(b.step(), paoli_schatzman::outcome::done);
      ASSERT_EQ(a.active(), b.active()) << n;
      impacts += a.is_impact();
      // Positions up to 12 add up over the steps, and errors at an impact grow by 1/h at most: 71 · 12 · 250 ε.
      ASSERT_LE(abs(b.position()[0] - S(3) * b.time() - a.position()[0]), S(71 * 12 * 250) * epsilon<S>()) << n;
      if (e == 0 && n > 80) break;  // at rest contact is decided by rounding
    }
    EXPECT_GE(impacts, 2);
  }
}

/// At rest on the floor, whatever e: no motion at all, and the weight as reaction. Rounding decides nothing: every
/// number is exact.
TYPED_TEST(paoli_schatzman_step, leaves_a_ball_at_rest) {
  using S = TypeParam;
  using std::abs;
  for (const rational& e : {rational(0), rational(1, 2), rational(1)}) {
    const S h = exact<S>(rational(1, 64));
    paoli_schatzman::stepper<S> motion(ball(e, 2, 0, 0), h);
    for (int n = 0; n < 50; ++n) {
      ASSERT_EQ(motion.step(), paoli_schatzman::outcome::done);
      ASSERT_LE(abs(motion.position()[0]), S(4) * epsilon<S>() * h);
      if (n > 0) {
        ASSERT_LE(abs(motion.impulse(0) / h - S(2)), S(64) * epsilon<S>() / h);
      }
    }
  }
}

/// Free to leave: a ball thrown up from the floor does not notice it, however elastic.
TEST(paoli_schatzman_start, from_the_floor_upwards_is_free_flight) {
  for (const rational& e : {rational(0), rational(1, 2), rational(1)}) {
    paoli_schatzman::stepper<double> motion(ball(e, 2, 0, 3), 1.0 / 64);
    for (int n = 1; n < 64; ++n) {
      ASSERT_EQ(motion.step(), paoli_schatzman::outcome::done);
      ASSERT_FALSE(motion.is_impact());
      ASSERT_EQ(motion.position()[0], 3 * n / 64.0 - n * n / 4096.0);  // dyadic: exact
    }
  }
}

/// From the corner of x ≥ 0, y ≥ 0 with x' = 1: pressed onto the floor, or thrown at it. The two directions know
/// nothing of each other: x = t, up to the rounding of a thousand sums. (A start that takes the motion to come from the
/// whole corner kills x'.)
TEST(paoli_schatzman_start, in_a_corner_leaves_one_wall_as_if_the_other_were_not_there) {
  for (const int thrown : {0, -1}) {
    statement s = particle({coordinate(0), coordinate(1)}, rational(1, 2), {0, 0}, {1, thrown});
    s.system.force = {0, -10};
    s.horizon = 1;
    const auto run = paoli_schatzman::solve<double>(s, {.step = rational(1, 1000)});
    ASSERT_TRUE(run.completed()) << run.status;
    EXPECT_NEAR(run.end_position[0], 1, 1000 * std::numeric_limits<double>::epsilon());
    EXPECT_NEAR(run.end_velocity[0], 1, 1000 * std::numeric_limits<double>::epsilon());
  }
}

/// A pile of any size stands, contact i carrying what lies above it: P_i = h (n − i). Lemke for few contacts, blocks
/// for many.
TEST(paoli_schatzman_piles, carry_their_weights) {
  for (const int n : {3, 8, 9, 100}) {
    const double h = 1.0 / 128;
    paoli_schatzman::stepper<double> motion(pile(n, 0), h);
    for (int k = 0; k < 5; ++k) ASSERT_EQ(motion.step(), paoli_schatzman::outcome::done);
    ASSERT_EQ(motion.active().size(), static_cast<std::size_t>(n));
    // μ = h² weight is what the gaps, of size n, say: n ε/h² of it, times the condition ~ n² of the row of contacts.
    for (int i = 0; i < n; ++i)
      EXPECT_NEAR(motion.impulse(i) / h, n - i, n * n * n * epsilon<double>() / (h * h)) << n << ", " << i;
  }
}

}  // namespace
}  // namespace unilateral
