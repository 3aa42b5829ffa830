/// At an impact the part of the velocity tangential to the constraints is kept and the normal part is reversed and
/// multiplied by e, orthogonality being that of the kinetic metric [dzonou-monteiro-marques-paoli]; with several
/// constraints v⁺ = (1 + e) Proj_V v⁻ − e v⁻. The scheme satisfies it up to the force of one step: M (u' − u) = h f +
/// Gᵀ P exactly, so the tangential part changes by h f_T and the normal part is G u' = −e G u. Without force the law
/// holds to rounding: tolerance 64 ε for numbers of size 1.

#include "problems/language/evaluated_system.hpp"
#include "solvers/sweeping/sweeping.hpp"
#include "tests/support/sweeping_statements.hpp"

#include <Eigen/Dense>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace unilateral {
namespace {

using namespace sweeping_test;
using testing::HasSubstr;

constexpr double ε = std::numeric_limits<double>::epsilon();

TEST(sweeping_impact_law, tangential_part_is_kept_and_normal_part_reversed_in_the_kinetic_metric) {
  for (const int fifths : {0, 2, 5}) {
    const rational e(fifths, 5);
    const statement s = double_pendulum(e);
    const auto run = sweeping::solve<double>(s, with_step(rational(1, 733)));
    ASSERT_TRUE(run.completed()) << run.status;
    ASSERT_GE(run.impacts.size(), 2u);
    EXPECT_TRUE(run.warnings.empty());
    evaluated_system<double> system(s.system);
    double largest_kick = 0, euclidean_change = 0;
    for (const auto& atom : run.impacts) {
      system.evaluate_mass(atom.t, atom.q.data());
      system.evaluate_force(atom.t, atom.q.data(), atom.v_minus.data());
      system.evaluate_gradient(atom.t, atom.q.data());
      Eigen::Matrix2d M;
      system.copy_mass(M);
      const Eigen::Vector2d f(system.force(0), system.force(1)),
          g(system.gradient_dot(0, column<double>::Unit(2, 0)), system.gradient_dot(0, column<double>::Unit(2, 1)));
      const Eigen::Vector2d u = atom.v_minus, u_next = atom.v_plus, tangent(-g[1], g[0]);
      const double size = M.norm() * (u.norm() + u_next.norm()) + f.norm();
      EXPECT_NEAR(tangent.dot(M * (u_next - u)), tangent.dot(f) / 733, 64 * ε * size);
      EXPECT_NEAR(g.dot(u_next), -to_double(exact<double>(e)) * g.dot(u),
                  64 * ε * (u.norm() + u_next.norm() + f.norm() / 733));
      EXPECT_GT(atom.impulse[0], 0);
      largest_kick = std::max(largest_kick, atom.impulse[0]);
      euclidean_change = std::max(euclidean_change, std::abs(tangent.dot(u_next - u)));
    }
    EXPECT_GT(largest_kick, 3);
    EXPECT_GT(euclidean_change, 0.1);  // control: in the Euclidean metric the tangential part is not kept
  }
}

TEST(sweeping_impact_law, first_impulse_of_the_double_pendulum_at_first_order) {
  // t1 = 0.745432272905…, impulse 8.190992392068… (general M(q), e = 1/2; known from integrations at high order). The
  // step after t1 holds the impact, with one h f in its impulse: both errors are at most C h; C is bounded by |q''| and
  // |f| of this motion, below 60.
  for (const int n : {501, 2003, 8009}) {
    const auto run = sweeping::solve<double>(double_pendulum(rational(1, 2)), {.step = rational(1, n), .until = 1});
    ASSERT_FALSE(run.impacts.empty());
    EXPECT_NEAR(run.impacts[0].t, 0.74543227290598878148, 5.0 / n);
    EXPECT_NEAR(run.impacts[0].impulse[0], 8.190992392068018103411348, 60.0 / n);
  }
}

TEST(sweeping_impact_law, a_ball_keeps_its_sliding_velocity_for_every_e) {
  for (const int tenths : {0, 3, 10}) {
    const double e = tenths / 10.0;
    const auto run = sweeping::solve<double>(particle({coordinate(1)}, rational(tenths, 10), {0, 1}, {3, -2}),
                                             with_step(rational(1, 97)));
    ASSERT_EQ(run.impacts.size(), 1u);
    EXPECT_NEAR(run.impacts[0].t, 0.5, 1.0 / 97);
    EXPECT_NEAR(run.end_velocity[0], 3, 64 * ε);
    EXPECT_NEAR(run.end_velocity[1], 2 * e, 64 * ε);
    EXPECT_NEAR(run.impacts[0].impulse[0], 2 * (1 + e), 64 * ε);
    EXPECT_TRUE(run.warnings.empty());
  }
}

TEST(sweeping_impact_law, without_restitution_a_dropped_ball_stays_on_the_floor) {
  const auto run = sweeping::solve<double>(ball(0, 2, 3), with_step(rational(1, 313)));
  EXPECT_EQ(run.impacts.front().active, std::vector<int>{0});
  EXPECT_NEAR(run.end_velocity[0], 0, 64 * ε);
  // Total impulse = g T from t = 0 to the end, since the ball ends at rest: h f summed over all steps, exactly.
  double total = 0;
  for (const auto& atom : run.impacts) total += atom.impulse[0];
  EXPECT_NEAR(total, 2 * 3.0, 1000 * 3 * ε);
}

TEST(sweeping_impact_law, with_e_1_the_energy_of_a_free_particle_in_a_box_is_kept) {
  const statement s = particle({coordinate(0), coordinate(1), 1 - coordinate(0), 1 - coordinate(1)}, 1,
                               {rational(1, 2), rational(1, 3)}, {3, rational(7, 5)});
  const auto run = sweeping::solve<double>(s, with_step(rational(1, 613)));
  EXPECT_GT(run.impacts.size(), 10u);
  EXPECT_NEAR(std::abs(run.end_velocity[0]), 3, 64 * ε * 3);
  EXPECT_NEAR(std::abs(run.end_velocity[1]), 1.4, 64 * ε * 3);
  EXPECT_TRUE(run.warnings.empty());  // right angles
}

struct wedge_case {
  const char* name;
  rational e, x0;
  double vx, vy;
  bool warns;
};

TEST(sweeping_impact_law, paolis_wedge_jumps_with_the_data_when_its_angle_is_obtuse) {
  // θ = 2π/3: sin 2θ = −√3/2, |cos 2θ| = 1/2 [Paoli 2004, fig. 1 and 2].
  const double sin2 = -std::numbers::sqrt3 / 2;
  for (const wedge_case& c : {wedge_case{"into the corner, e = 0", 0, 0, 0, 0, true},
                              wedge_case{"right of it, e = 0", 0, rational(1, 10), sin2 / 2, 0, true},
                              wedge_case{"left of it, e = 0", 0, rational(-1, 10), 0, 0, false},
                              wedge_case{"into the corner, e = 1", 1, 0, 0, 1, true},
                              wedge_case{"right of it, e = 1", 1, rational(1, 10), sin2, 0.5, false},
                              wedge_case{"left of it, e = 1", 1, rational(-1, 10), 0, 1, false}}) {
    const auto run = sweeping::solve<double>(wedge(2 * pi() / 3, c.e, {c.x0, 1}, {0, -1}),
                                             {.step = rational(1, 419), .until = rational(3, 2)});
    ASSERT_TRUE(run.completed());
    EXPECT_NEAR(run.end_velocity[0], c.vx, 64 * ε) << c.name;
    EXPECT_NEAR(run.end_velocity[1], c.vy, 64 * ε) << c.name;
    EXPECT_EQ(run.warnings.size(), c.warns ? 1u : 0u) << c.name;
    if (c.warns && !run.warnings.empty()) {
      EXPECT_THAT(run.warnings[0], HasSubstr("condition (5) for continuity in the data does not hold"));
      EXPECT_THAT(run.warnings[0], HasSubstr("constraints 0 and 1"));
      EXPECT_THAT(run.warnings[0], HasSubstr("t = "));
    }
  }
}

TEST(sweeping_impact_law, paolis_wedge_is_continuous_when_its_angle_is_acute_and_e_is_0) {
  for (const rational& y0 : {rational(0), rational(1, 100), rational(1, 10)}) {
    const auto run = sweeping::solve<double>(wedge(pi() / 3, 0, {-1, y0}, {1, 0}), with_step(rational(1, 419)));
    EXPECT_NEAR(run.end_velocity.norm(), 0, 64 * ε);
    EXPECT_TRUE(run.warnings.empty());
  }
}

TEST(sweeping_impact_law, three_touching_balls_obey_moreaus_law_and_warn) {
  for (const int halves : {0, 1, 2}) {
    const double e = halves / 2.0;
    const auto run = sweeping::solve<double>(balls_in_a_row(3, rational(halves, 2), {1, 0, 0}),
                                             {.step = rational(1, 8), .until = rational(1, 8)});
    EXPECT_NEAR(run.end_velocity[0], (1 - 2 * e) / 3, 64 * ε);
    EXPECT_NEAR(run.end_velocity[1], (1 + e) / 3, 64 * ε);
    EXPECT_NEAR(run.end_velocity[2], (1 + e) / 3, 64 * ε);
    // ⟨n1, M⁻¹n2⟩ = −1: allowed for e = 0, not for e > 0.
    ASSERT_EQ(run.warnings.size(), halves == 0 ? 0u : 1u);
    if (halves > 0) {
      EXPECT_EQ(
          run.warnings[0],
          "t = 0.125: constraints 0 and 1 act together with ⟨∇Φ_0, M⁻¹∇Φ_1⟩ = -1 ≠ 0: condition (5) for continuity "
          "in the data does not hold [Paoli 2004, (5)]");
    }
  }
}

TEST(sweeping_impact_law, a_warning_comes_once) {
  const auto run =
      sweeping::solve<double>(balls_in_a_row(5, rational(1, 2), {2, 1, 0, -1, -2}), with_step(rational(1, 8)));
  EXPECT_EQ(run.warnings.size(), 1u);
}

TEST(sweeping_impact_law, a_block_landing_flat_rebounds_flat_when_its_corners_are_orthogonal) {
  // Half-height 1: ⟨n1, M⁻¹n2⟩ = 1 − 3 b²/(1 + b²) = 0 iff b² = 1/2. Flat landing: v⁺ = −e v⁻, no rotation, for any b;
  // the warning tells whether that is stable.
  for (const bool orthogonal : {true, false}) {
    const expression b = orthogonal ? sqrt(expression(rational(1, 2))) : expression(2);
    statement s = block(b, rational(1, 2), {0, 2, 0}, {1, -3, 0});
    s.system.force = {0, 0, 0};
    const auto run = sweeping::solve<double>(s, with_step(rational(1, 101)));
    ASSERT_EQ(run.impacts.size(), 1u);
    EXPECT_EQ(run.impacts[0].active, (std::vector<int>{0, 1}));
    EXPECT_NEAR(run.end_velocity[0], 1, 64 * ε);
    EXPECT_NEAR(run.end_velocity[1], 1.5, 64 * ε);
    EXPECT_NEAR(run.end_velocity[2], 0, 64 * ε);
    EXPECT_EQ(run.warnings.size(), orthogonal ? 0u : 1u);
  }
}

TEST(sweeping_impact_law, holds_relative_to_a_moving_table) {
  // Table rising at 1/2, particle falling at 1: v⁺ = 1/2 + e (1 + 1/2).
  for (const int thirds : {0, 1, 3}) {
    const double e = thirds / 3.0;
    statement s = ball(rational(thirds, 3), 0, 1);
    s.system.gap = {coordinate(0) - time() / 2};
    s.velocity = {-1};
    const auto run = sweeping::solve<double>(s, with_step(rational(1, 107)));
    ASSERT_EQ(run.impacts.size(), 1u);
    EXPECT_NEAR(run.impacts[0].t, 2.0 / 3, 1.0 / 107);
    EXPECT_NEAR(run.end_velocity[0], 0.5 + 1.5 * e, 64 * ε);
  }
}

TEST(sweeping_impact_law, a_start_in_contact_at_rest_stays_and_one_moving_down_rebounds_at_once) {
  statement s = ball(rational(1, 2), 2, 1);
  s.position = {0};
  const auto rest = sweeping::solve<double>(s, with_step(rational(1, 64)));
  EXPECT_NEAR(rest.end_position[0], 0, 2.0 / 64 / 64);
  s.velocity = {-4};
  const auto rebound = sweeping::solve<double>(s, {.step = rational(1, 64), .until = rational(1, 64)});
  ASSERT_EQ(rebound.impacts.size(), 1u);
  EXPECT_EQ(rebound.end_velocity[0], 2);
}

}  // namespace
}  // namespace unilateral
