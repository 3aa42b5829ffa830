/// The law of impact of the scheme: a memory of two steps [Paoli Schatzman 2002]. Without force a ball that arrives at
/// −v leaves at e v after exactly two steps, wherever in a step the floor is. Rounding: positions below 2 over h =
/// 1/64, 16 ε/h.
#include "problems/judge/residual.hpp"
#include "problems/language/many_digits.hpp"
#include "solvers/paoli_schatzman/paoli_schatzman.hpp"
#include "tests/support/paoli_schatzman_statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace unilateral {
namespace {

using namespace paoli_schatzman_tests;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const rational restitutions[] = {rational(0), rational(1, 4), rational(1, 2), rational(4, 5), rational(1)};

template <class S>
struct paoli_schatzman_shock : testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(paoli_schatzman_shock, scalars);

TYPED_TEST(paoli_schatzman_shock, takes_two_steps_and_has_the_restitution_e) {
  using S = TypeParam;
  using std::abs;
  for (const rational& e : restitutions)
    for (int place = 1; place < 12; ++place) {
      const rational x_0(1000 + 17 * place, 1027);  // never a whole number of steps
      const solution<S> answer =
          paoli_schatzman::solve<S>(ball(e, 0, x_0, -1), {.step = rational(1, 64), .until = rational(2)});
      const S h = S(1) / S(64), rounding = S(16) * epsilon<S>() / h, restitution = exact<S>(e);
      ASSERT_TRUE(answer.completed());
      EXPECT_EQ(answer.counts.impacts, 1);
      if (e != 0) {
        ASSERT_EQ(answer.impacts.size(), 2u) << e << ", " << place;
        EXPECT_FALSE(answer.impacts[0].continues);
        EXPECT_TRUE(answer.impacts[1].continues);
        EXPECT_LE(abs(answer.impacts[1].t - answer.impacts[0].t - h), rounding);
      }
      EXPECT_EQ(answer.impacts.front().v_minus[0], S(-1));
      EXPECT_LE(abs(answer.end_velocity[0] - restitution), rounding);
      EXPECT_GE(answer.impacts[0].v_plus[0], S(-1) - rounding);  // between the two
      EXPECT_LE(answer.impacts[0].v_plus[0], restitution + rounding);
      // The way back lags by 2 e h, whatever the place.
      EXPECT_LE(abs(answer.end_position[0] - restitution * (S(2) - exact<S>(x_0) - S(2) * h)), S(2) * rounding);
      const residual<S> judged = residual_of(ball(e, 0, x_0, -1), answer);
      EXPECT_LE(judged.impact_momentum, rounding);
      EXPECT_LE(judged.impact_admissibility, rounding);
      EXPECT_LE(judged.impact_complementarity, rounding);
      EXPECT_LE(judged.momentum, S(4) * rounding);
      EXPECT_LE(judged.penetration, S(2) * h);
    }
}

/// Negative control: the judge sees the law broken when the parts of a shock are taken as shocks of their own, and when
/// e is another.
TEST(paoli_schatzman_shock_control, parts_alone_or_another_restitution_break_the_law) {
  const statement s = ball(rational(1, 2), 0, rational(1001, 1024), -1);
  solution<double> answer = paoli_schatzman::solve<double>(s, {.step = rational(1, 64), .until = rational(2)});
  answer.impacts[1].continues = false;
  EXPECT_GT(residual_of(s, answer).impact_admissibility, 0.01);
  answer.impacts[1].continues = true;
  EXPECT_LT(residual_of(s, answer).impact_admissibility, 1e-12);
  EXPECT_GT(residual_of(ball(rational(2, 5), 0, rational(1001, 1024), -1), answer).impact_complementarity, 0.01);
}

/// Three balls touch at t = 0, of masses 2, 1, 1 and velocities 1, 0, 3: the first two collide, the third parts. v⁺ =
/// (1 + e) w − e v⁻ with w = (2/3, 2/3, 3). A past in K would be one in which the last two moved together. Masses and
/// speeds are those of the test: 64 roundings over h.
TYPED_TEST(paoli_schatzman_shock, at_the_start_leaves_a_ball_that_parts_alone) {
  using S = TypeParam;
  using std::abs;
  statement three;
  three.system.coordinates = {"a", "b", "c"};
  three.system.mass = diagonal_mass(std::vector<expression>{2, 1, 1});
  three.system.force = {0, 0, 0};
  three.system.gap = {coordinate(1) - coordinate(0), coordinate(2) - coordinate(1)};
  three.position = {0, 0, 0};
  three.velocity = {1, 0, 3};
  three.horizon = 1;
  const S h = S(1) / S(64), rounding = S(64) * epsilon<S>() / h, third = S(1) / S(3);
  for (const rational& restitution : restitutions) {
    three.system.restitution = expression(restitution);
    const solution<S> answer = paoli_schatzman::solve<S>(three, {.step = rational(1, 64), .until = rational(1)});
    ASSERT_TRUE(answer.completed()) << answer.status;
    const S e = exact<S>(restitution);
    const S expected[] = {(S(1) + e) * S(2) * third - e, (S(1) + e) * S(2) * third, S(3)};
    for (int i = 0; i < 3; ++i)
      EXPECT_LE(abs(S(answer.end_velocity[i] - expected[i])), rounding) << restitution << " " << i;
    EXPECT_LE(abs(S(answer.end_position[2] - S(3))), rounding) << restitution;
  }
}

/// Started within a step of the floor, or on it: the same law.
TYPED_TEST(paoli_schatzman_shock, at_the_very_start_obeys_the_law_too) {
  using S = TypeParam;
  using std::abs;
  const S h = S(1) / S(64), rounding = S(16) * epsilon<S>() / h;
  for (const rational& e : restitutions)
    for (const rational& x_0 : {rational(0), rational(1, 1000), rational(1, 100), rational(1, 65)}) {
      const solution<S> answer =
          paoli_schatzman::solve<S>(ball(e, 0, x_0, -1), {.step = rational(1, 64), .until = rational(1)});
      EXPECT_LE(abs(answer.end_velocity[0] - exact<S>(e)), rounding) << e << " " << x_0;
      EXPECT_EQ(answer.counts.impacts, 1);
      if (x_0 == 0 && e < 1) {  // e = 1 has W = U^0, on the floor still: the shock begins one step later
        EXPECT_EQ(answer.impacts.front().t, S(0));
      }
    }
}

/// In the kinetic metric: tangential momentum is kept. M = [[2, 1], [1, 3]], wall x ≥ 0: v⁺ = v⁻ + M⁻¹ (P, 0), G v⁺ =
/// −e G v⁻.
TEST(paoli_schatzman_shock_metric, reflects_along_the_kinetic_normal) {
  for (const rational& e : restitutions) {
    statement s = particle({coordinate(0)}, e, {1, 0}, {-1, 0.5_x});
    s.system.mass = full_mass({{2, 1}, {1, 3}});
    const solution<double> answer = paoli_schatzman::solve<double>(s, {.step = rational(1, 97), .until = rational(2)});
    const double jump = 1 + e.get_d();  // of x'; of y': −1/3 of it, for p_y = x' + 3 y' is kept
    EXPECT_NEAR(answer.end_velocity[0], e.get_d(), 1e3 * epsilon<double>());
    EXPECT_NEAR(answer.end_velocity[1], 0.5 - jump / 3, 1e3 * epsilon<double>());
  }
}

/// A right angle obeys Paoli's condition for every e: both velocities are reversed together, and nothing is warned of.
TEST(paoli_schatzman_corners, at_a_right_angle_reflect_both_velocities) {
  for (const rational& e : restitutions) {
    const solution<double> answer = paoli_schatzman::solve<double>(
        particle({coordinate(0), coordinate(1)}, e, {1, 1}, {-1, -1}), {.step = rational(1, 97), .until = rational(2)});
    for (int i = 0; i < 2; ++i) EXPECT_NEAR(answer.end_velocity[i], e.get_d(), 1e3 * epsilon<double>());
    EXPECT_THAT(answer.warnings, IsEmpty());
    EXPECT_THAT(answer.impacts.front().active, ElementsAre(0, 1));
  }
}

/// Obtuse for e = 0, any other angle for e > 0: continuity with respect to the data fails, and the scheme says so. An
/// acute corner with e = 0 is within the condition.
TEST(paoli_schatzman_corners, that_break_the_condition_are_warned_of) {
  const auto wedge = [](const expression& θ, const rational& e) {
    const expression x = coordinate(0), y = coordinate(1);
    return particle({y, -x * sin(θ) - y * cos(θ)}, e, {-cos(θ / 2), sin(θ / 2)},
                    {cos(θ / 2), -sin(θ / 2)});  // down the bisector
  };
  const auto warnings = [](const statement& s) {
    return paoli_schatzman::solve<double>(s, {.step = rational(1, 97), .until = rational(2)}).warnings;
  };
  EXPECT_THAT(warnings(wedge(3 * pi() / 4, 0)), ElementsAre(HasSubstr("condition (5)")));
  EXPECT_THAT(warnings(wedge(3 * pi() / 4, rational(1, 2))),
              ElementsAre(HasSubstr("constraints 0 and 1 shared an impact at t = ")));
  EXPECT_THAT(warnings(wedge(pi() / 3, rational(1, 2))), ElementsAre(HasSubstr("condition (5)")));
  EXPECT_THAT(warnings(wedge(pi() / 3, 0)), IsEmpty());
}

}  // namespace
}  // namespace unilateral
