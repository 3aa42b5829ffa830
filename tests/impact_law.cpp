/// The impact law v⁺ = (1 + e) Proj_V v⁻ − e v⁻ as a relation [Moreau 1983, (4)–(10)], in exact rationals on random
/// cones and metrics (dependent gradients included): the relation holds for it, and the energy balance follows for
/// fixed constraints.
#include "problems/judge/impact_law.hpp"

#include "tests/support/exact_projection.hpp"

#include <gtest/gtest.h>

namespace unilateral {
namespace {

using R = exact_scalar;

struct shock {
  projection_problem before;
  R e;
  column<R> v_plus, P;
};

shock random_shock(std::mt19937& random, int n, int m, bool fixed) {
  std::uniform_int_distribution<int> quarters(0, 4);
  projection_problem before = random_projection(random, n, m, fixed);
  const R e(rational(quarters(random), 4));
  const auto [p, λ] = projection_by_exhaustion(before.metric, before.V, before.v);
  return {before, e, column<R>((R(1) + e) * p - e * before.v), column<R>((R(1) + e) * λ)};
}

TEST(impact_law, holds_for_the_projection_formula) {
  std::mt19937 random(1983);
  for (int trial = 0; trial < 200; ++trial) {
    const auto [before, e, v_plus, P] = random_shock(random, 1 + trial % 3, 1 + trial % 3, trial % 2 == 0);
    EXPECT_EQ(defects_of_impact(before.metric, before.V, e, before.v, v_plus, P).largest(), R(0)) << "trial " << trial;
  }
}

TEST(impact_law, energy_balance_of_fixed_constraints) {
  std::mt19937 random(10);
  for (int trial = 0; trial < 200; ++trial) {
    const auto [before, e, v_plus, P] = random_shock(random, 2, 2, true);
    EXPECT_EQ(energy_defect(before.metric, e, before.v, v_plus), R(0));
    EXPECT_LE(before.metric.energy(v_plus), before.metric.energy(before.v));
    if (e == R(1)) {
      EXPECT_EQ(before.metric.energy(v_plus), before.metric.energy(before.v));
    }
  }
}

TEST(impact_law, a_moving_wall_may_give_energy) {
  // Why the balance asks for fixed constraints: a wall that comes with velocity 1 strikes a body at rest, e = 1.
  const kinetic_metric<R> metric(matrix<R>{{R(1)}});
  const velocity_set<R> V(matrix<R>{{R(1)}}, column<R>{{R(-1)}});  // Φ = q − t
  const column<R> rest{{R(0)}}, after{{R(2)}};
  EXPECT_EQ(defects_of_impact(metric, V, R(1), rest, after, after).largest(), R(0));
  EXPECT_GT(metric.energy(after), metric.energy(rest));
  EXPECT_NE(energy_defect(metric, R(1), rest, after), R(0));
}

TEST(impact_law, wrong_restitution_wrong_sign_and_a_pull_are_defects) {
  std::mt19937 random(11);
  int shocks = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const auto [before, e, v_plus, P] = random_shock(random, 2, 1, true);
    if (P[0] == R(0)) continue;
    ++shocks;
    EXPECT_GT(defects_of_impact(before.metric, before.V, e + R(rational(1, 8)), before.v, v_plus, P).largest(), R(0));
    EXPECT_GT(defects_of_impact(before.metric, before.V, e, before.v, v_plus, column<R>(-P)).sign, R(0));
    EXPECT_GT(defects_of_impact(before.metric, before.V, e, before.v, v_plus, column<R>(-P)).momentum, R(0));
    EXPECT_GT(
        defects_of_impact(before.metric, before.V, e, before.v, before.v, column<R>(column<R>::Zero(1))).admissibility,
        R(0));
    // Away too fast: momentum and sign are right, but P works on w.
    EXPECT_GT(defects_of_impact(before.metric, before.V, e, before.v, column<R>(before.v + R(2) * (v_plus - before.v)),
                                column<R>(R(2) * P))
                  .complementarity,
              R(0));
    EXPECT_NE(energy_defect(before.metric, e + R(rational(1, 8)), before.v, v_plus), R(0));
  }
  EXPECT_GT(shocks, 20);
}

TEST(impact_law, one_constraint_reverses_the_normal_velocity) {
  // Newton's law: G·v⁺ = −e G·v⁻ where G·v⁻ < 0.
  std::mt19937 random(12);
  for (int trial = 0; trial < 50; ++trial) {
    const auto [before, e, v_plus, P] = random_shock(random, 3, 1, true);
    const R incoming = before.V.gap_rates(before.v)[0];
    EXPECT_EQ(before.V.gap_rates(v_plus)[0], incoming < R(0) ? -e * incoming : incoming);
  }
}

}  // namespace
}  // namespace unilateral
