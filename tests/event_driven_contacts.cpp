// Theorem: while contacts persist, q'' is the projection of M⁻¹ f on the accelerations the contacts allow; that
// projection decides which stay and which leave [Moreau 1963, (P)]. Hypotheses: closed forms. Tolerances: a contact
// ends where its reaction falls to 0 at a finite rate, to minus the rounding of the terms that make it up, so its end
// is known to some dozen roundings of t; at 50 digits as in double, counted in ε(S).

#include "problems/language/many_digits.hpp"
#include "solvers/event_driven/event_driven.hpp"
#include "tests/support/statements.hpp"

#include <gtest/gtest.h>

namespace unilateral::event_driven {
namespace {

using statements::bodies;
using statements::column_of_balls;
using std::abs;
using std::cosh;
using std::log;
using std::sqrt;
using std::tanh;

const expression x = coordinate(0), y = coordinate(1), z = coordinate(2), t = time();

/// Value of the reaction of a contact at a time, from its densities; 0 outside.
template <class S>
S reaction(const solution<S>& run, int constraint, const S& at) {
  for (const auto& r : run.reactions) {
    if (r.constraint != constraint || at < r.from || at > r.to) continue;
    S sum(0);
    for (std::size_t k = r.coefficients.size(); k-- > 0;) sum = sum * (at - r.from) + r.coefficients[k];
    return sum;
  }
  return S(0);
}

template <class S>
class contacts : public testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(contacts, scalars);

/// From φ with cos φ = 4/5 at the speed of a fall from the top (R = 1, g = 10: v² = 20 (1 − 4/5) = 4).
statement sphere(const rational& speed) {
  return bodies({1, 1}, {0, -10}, {x * x + y * y - 1}, 0, {rational(3, 5), rational(4, 5)},
                {rational(rational(4, 5) * speed), rational(rational(-3, 5) * speed)}, rational(1, 2));
}

TYPED_TEST(contacts, end_on_a_smooth_sphere_at_cosine_two_thirds) {
  using S = TypeParam;
  const auto run = solve<S>(sphere(2), {});
  ASSERT_TRUE(run.completed());
  EXPECT_EQ(run.counts.impacts, 0);
  ASSERT_EQ(run.contacts.size(), 1u);
  EXPECT_EQ(run.contacts[0].from, S(0));
  const S height = run.path.position(run.contacts[0].to)[1];
  // The contact is let go where 2 λ = 30 y − 20 has fallen to minus its rounding, 32 ε times the terms of some 10 that
  // make it up; 30 y is that well known.
  EXPECT_LE(abs(height - S(2) / S(3)), S(32) * epsilon<S>());
  // The reaction along the radius, 2 λ, is g cos φ − v² = 10·(4/5) − 4 at the start.
  EXPECT_LE(abs(reaction(run, 0, S(0)) - S(2)), S(32) * epsilon<S>());
  // Negative control: a faster start leaves higher, at cos φ = (2 + v_top²/g)/3.
  const auto faster = solve<S>(sphere(rational(21, 10)), {});
  const S excess = S(41) / S(100);
  EXPECT_LE(abs(faster.path.position(faster.contacts[0].to)[1] - (S(2) + excess / S(10)) / S(3)),
            S(256) * epsilon<S>());
}

TYPED_TEST(contacts, end_when_the_table_falls_faster_than_the_ball) {
  using S = TypeParam;
  // Table at sin t, g = 1/2: λ = 1/2 − sin t, up to t = π/6. Then a flight until 1/2 + (√3/2) τ − τ²/4 = sin(π/6 + τ).
  const auto run = solve<S>(bodies({1}, {rational(-1, 2)}, {x - sin(t)}, 0, {0}, {1}, 1), {});
  ASSERT_EQ(run.contacts.size(), 1u);
  EXPECT_LE(abs(run.contacts[0].to - scalar_traits<S>::pi() / S(6)), S(128) * epsilon<S>());
  EXPECT_EQ(run.counts.impacts, 0);
  const S τ = S(1) - scalar_traits<S>::pi() / S(6);
  EXPECT_LE(abs(run.end_position[0] - (S(1) / S(2) + sqrt(S(3)) / S(2) * τ - τ * τ / S(4))), S(128) * epsilon<S>());
}

TYPED_TEST(contacts, are_not_chosen_by_dropping_the_negative_multipliers) {
  using S = TypeParam;
  // Corner of Φ_0 = x, Φ_1 = (−3x + 4y)/5, f = (−1/5, 8/5), W = [[1, −3/5], [−3/5, 1]], b = (−1/5, 7/5): the bilateral
  // multipliers are −W⁻¹ b = (−1, −2), both negative, yet dropping both lets x'' = −1/5 penetrate. The projection: λ =
  // (1/5, 0), q'' = (0, 8/5).
  const auto run = solve<S>(
      bodies({1, 1}, {rational(-1, 5), rational(8, 5)}, {x, rational(1, 5) * (4 * y - 3 * x)}, 0, {0, 0}, {0, 0}, 1),
      {});
  const S multiplier = reaction(run, 0, S(1) / S(2));
  EXPECT_LE(abs(multiplier - S(1) / S(5)), S(8) * epsilon<S>());
  EXPECT_LE(abs(run.end_position[0]), S(8) * epsilon<S>());
  EXPECT_LE(abs(run.end_position[1] - S(4) / S(5)), S(8) * epsilon<S>());
  ASSERT_EQ(run.contacts.size(), 1u);
  EXPECT_EQ(run.contacts[0].constraint, 0);
}

TYPED_TEST(contacts, that_are_dependent_carry_the_load_with_multipliers_of_one_sign) {
  using S = TypeParam;
  // A table on four legs (z, two tilts), weight 4 off the centre; G has rank 3. Falls flat, e = 0.
  const std::vector<expression> legs = {x + y + z, x + y - z, x - y + z, x - y - z};
  const auto run = solve<S>(bodies({1, 1, 1}, {-4, 1, -1}, legs, 0, {0, 0, 0}, {-3, 0, 0}, 1), {});
  ASSERT_TRUE(run.completed()) << run.status;
  ASSERT_EQ(run.impacts.size(), 1u);
  S total(0);
  for (int a = 0; a < 4; ++a) {
    EXPECT_GE(run.impacts[0].impulse[a], S(0));
    total += run.impacts[0].impulse[a];
  }
  EXPECT_LE(abs(total - S(3)), S(16) * epsilon<S>());
  S load(0), moment_y(0), moment_z(0);
  const int sign_y[] = {1, 1, -1, -1}, sign_z[] = {1, -1, 1, -1};
  for (int a = 0; a < 4; ++a) {
    const S λ = reaction(run, a, S(1) / S(2));
    EXPECT_GE(λ, S(0));  // two legs suffice: a third is held without reaction
    load += λ;
    moment_y += S(sign_y[a]) * λ;
    moment_z += S(sign_z[a]) * λ;
  }
  EXPECT_LE(abs(load - S(4)), S(32) * epsilon<S>());
  EXPECT_LE(abs(moment_y + S(1)), S(32) * epsilon<S>());
  EXPECT_LE(abs(moment_z - S(1)), S(32) * epsilon<S>());
  EXPECT_EQ(run.contacts.size(), 4u);
  for (int i = 0; i < 3; ++i) EXPECT_LE(abs(run.end_position[i]), S(16) * epsilon<S>());
}

TYPED_TEST(contacts, change_their_multipliers_without_an_event_when_the_load_moves_over_dependent_legs) {
  using S = TypeParam;
  // The load circles inside the square of legs: at every instant another set of three legs can carry it; the table must
  // not move, and no λ go negative.
  const std::vector<expression> legs = {x + y + z, x + y - z, x - y + z, x - y - z};
  const auto run = solve<S>(bodies({1, 1, 1}, {-4, cos(t), sin(t)}, legs, rational(1, 2), {0, 0, 0}, {0, 0, 0}, 7), {});
  ASSERT_TRUE(run.completed()) << run.status;
  EXPECT_EQ(run.counts.impacts, 0);
  EXPECT_LE(run.counts.steps, 300);
  for (int i = 0; i < 3; ++i) EXPECT_LE(abs(run.end_position[i]), S(64) * epsilon<S>());
  // A contact is let go where λ falls below minus its rounding: 32 ε (|G a| + |b|)/W_αα + max λ), here (2·(4 + 1 + 1)/3
  // + 4) 32 ε.
  const S rounding = S(256) * epsilon<S>();
  for (int k = 0; k <= 70; ++k) {
    S load(0);
    for (int a = 0; a < 4; ++a) {
      const S λ = reaction(run, a, S(k) / S(10));
      EXPECT_GE(λ, -rounding);
      load += λ;
    }
    EXPECT_LE(abs(load - S(4)), S(4) * rounding);
  }
  EXPECT_EQ(run.contacts.size(), 4u);
}

TYPED_TEST(contacts, that_press_and_part_with_nothing_stay_until_a_higher_derivative_decides) {
  using S = TypeParam;
  // f(0) = 0 on a floor at rest: with f = −t the contact stays (λ = t); with f = t² it leaves (x = t⁴/12); with f = t²
  // − t it stays until t = 1.
  const auto presses = solve<S>(bodies({1}, {-t}, {x}, 0, {0}, {0}, 2), {});
  ASSERT_EQ(presses.contacts.size(), 1u);
  EXPECT_EQ(presses.contacts[0].to, S(2));
  EXPECT_EQ(reaction(presses, 0, S(1)), S(1));
  const auto leaves = solve<S>(bodies({1}, {t * t}, {x}, 0, {0}, {0}, 2), {});
  EXPECT_TRUE(leaves.contacts.empty());
  EXPECT_LE(abs(leaves.end_position[0] - S(4) / S(3)), S(8) * epsilon<S>());
  const auto later = solve<S>(bodies({1}, {t * t - t}, {x}, 0, {0}, {0}, 2), {});
  ASSERT_EQ(later.contacts.size(), 1u);
  EXPECT_LE(abs(later.contacts[0].to - S(1)), S(256) * epsilon<S>());
  // From t = 1: x'' = τ² + τ, x(2) = 1/12 + 1/6.
  EXPECT_LE(abs(later.end_position[0] - S(1) / S(4)), S(256) * epsilon<S>());
  // Nothing at all acts: the contact stays without reaction.
  const auto idle = solve<S>(bodies({1}, {0}, {x}, 0, {0}, {0}, 2), {});
  EXPECT_TRUE(idle.completed());
  EXPECT_EQ(idle.end_position[0], S(0));
}

TYPED_TEST(contacts, of_a_column_at_rest_carry_the_weights_above) {
  using S = TypeParam;
  const int n = 60;
  const auto run = solve<S>(column_of_balls(n, 1, 0, 0, 1), {});
  ASSERT_TRUE(run.completed()) << run.status;
  for (int i = 0; i < n; ++i) EXPECT_LE(abs(reaction(run, i, S(1) / S(2)) - S(n - i)), S(4 * n * n) * epsilon<S>());
}

TYPED_TEST(contacts, close_one_by_one_in_a_falling_column) {
  using S = TypeParam;
  // Balls at heights i + i·gap, e = 0, from rest under g = 2: every gap closes in turn, and the end is the column at
  // rest.
  const int n = 12;
  const auto run = solve<S>(column_of_balls(n, 2, rational(1, 10), 0, 3), {});
  ASSERT_TRUE(run.completed()) << run.status;
  EXPECT_EQ(run.counts.impacts, n);
  for (int i = 0; i < n; ++i) {
    EXPECT_LE(abs(run.end_position[i] - S(i)), S(8 * n) * epsilon<S>());
    // Ball i lands on the column when it has fallen (i + 1)/10.
    EXPECT_LE(abs(run.impacts[static_cast<std::size_t>(i)].t - sqrt(S(i + 1) / S(10))), S(64 * n) * epsilon<S>());
  }
}

TYPED_TEST(contacts, leave_smooth_motion_reversible_and_its_energy_constant) {
  using S = TypeParam;
  // Down the sphere for 1/20 (it is left only later), then with the velocity reversed: back at the start [Moreau 1983,
  // §2]. The way back is run from the exact state at 1/20, rounded to a rational of 60 digits, which leaves the
  // constraint by less than rounding.
  request early;
  early.until = rational(1, 20);
  const auto down = solve<S>(sphere(2), early);
  ASSERT_EQ(down.contacts.size(), 1u);
  EXPECT_EQ(down.contacts[0].to, S(1) / S(20));
  const auto& q = down.end_position;
  const auto& v = down.end_velocity;
  EXPECT_LE(abs(q[0] * q[0] + q[1] * q[1] - S(1)), S(8) * epsilon<S>());
  EXPECT_LE(abs((v[0] * v[0] + v[1] * v[1]) / S(2) + S(10) * q[1] - S(10)), S(64) * epsilon<S>());
  statement back = sphere(2);
  for (std::size_t i = 0; i < 2; ++i) {
    back.position[i] = exact_rational(to_text(S(q[static_cast<Eigen::Index>(i)])));
    back.velocity[i] = exact_rational(to_text(S(-v[static_cast<Eigen::Index>(i)])));
  }
  const auto up = solve<S>(back, early);
  EXPECT_EQ(up.counts.impacts, 0);
  EXPECT_LE(abs(up.end_position[0] - S(3) / S(5)), S(64) * epsilon<S>());
  EXPECT_LE(abs(up.end_velocity[1] - S(6) / S(5)), S(64) * epsilon<S>());
}

TYPED_TEST(contacts, ask_for_no_friction_where_drag_changes_sign) {
  using S = TypeParam;
  // x'' = −1 − x'|x'|, thrown up at speed 1: x' = tan(π/4 − t) up to the apex at π/4, then −tanh(t − π/4); x = 10 +
  // ln(2)/2 − ln cosh(t − π/4) there.
  const expression v = velocity(0);
  const auto run = solve<S>(bodies({1}, {-1 - v * abs(v)}, {x}, 0, {10}, {1}, 2), {});
  ASSERT_TRUE(run.completed());
  const S τ = S(2) - scalar_traits<S>::pi() / S(4);
  EXPECT_LE(abs(run.end_velocity[0] + tanh(τ)), S(64) * epsilon<S>());
  EXPECT_LE(abs(run.end_position[0] - (S(10) + log(S(2)) / S(2) - log(cosh(τ)))), S(64) * S(10) * epsilon<S>());
  // From rest the sign of x' is that of the motion to come.
  const auto dropped = solve<S>(bodies({1}, {-1 - v * abs(v)}, {x}, 0, {10}, {0}, 2), {});
  EXPECT_LE(abs(dropped.end_velocity[0] + tanh(S(2))), S(64) * epsilon<S>());
}

TYPED_TEST(contacts, are_left_by_no_body_that_rests_at_the_origin_until_its_force_grows) {
  using S = TypeParam;
  using std::cos;
  using std::sin;
  // x'' = sin t from x = x' = 0: nothing of order below 3 says how long a step may be. x = t − sin t.
  for (int quarters = 4; quarters <= 24; ++quarters) {
    const auto run = solve<S>(bodies({1}, {sin(t)}, {x + 1}, 0, {0}, {0}, rational(quarters, 4)), {});
    ASSERT_TRUE(run.completed()) << run.status;
    const S end = S(quarters) / S(4);
    EXPECT_LE(abs(run.end_position[0] - (end - sin(end))), S(16) * end * epsilon<S>()) << quarters;
    EXPECT_LE(abs(run.end_velocity[0] - (S(1) - cos(end))), S(16) * end * epsilon<S>()) << quarters;
  }
}

TYPED_TEST(contacts, end_runs_that_cannot_go_on_with_a_reason_and_what_was_reached) {
  using S = TypeParam;
  const expression v = velocity(0);
  // x' = 1/(1 − t): a singularity at t = 1.
  const auto singular = solve<S>(bodies({1}, {v * v}, {x + 1}, 0, {0}, {1}, 2), {});
  EXPECT_EQ(singular.status.rfind("stopped: ", 0), 0u);
  EXPECT_LE(abs(singular.end_time - S(1)), S(1000) * epsilon<S>());
  const auto undefined = solve<S>(bodies({1}, {sqrt(x)}, {x + 1}, 0, {rational(-1, 2)}, {0}, 2), {});
  EXPECT_EQ(
      undefined.status.rfind(
          "stopped: the acceleration of coordinate 0 is no finite number, or has no finite derivatives at t = 0", 0),
      0u)
      << undefined.status;
  // What was tried over the instant without a series has not used the reason up: poles of the force at t = 1.
  for (const expression& force : {1 / sqrt(abs(t - 1)), pow(abs(t - 1), expression(rational(-1, 3)))}) {
    const auto pole = solve<S>(bodies({1}, {force}, {x + 1}, 0, {0}, {0}, 2), {});
    EXPECT_EQ(
        pole.status.rfind(
            "stopped: the acceleration of coordinate 0 is no finite number, or has no finite derivatives at t = 1", 0),
        0u)
        << pole.status;
  }
  statement flat = bodies({1}, {-1}, {x}, 0, {1}, {0}, 2);
  flat.system.mass = diagonal_mass({x - rational(1, 2)});  // M reaches 0 at x = 1/2
  const auto indefinite = solve<S>(flat, {});
  EXPECT_EQ(indefinite.status.rfind("stopped: ", 0), 0u);
  EXPECT_GT(indefinite.end_time, S(0));
  // Two walls that close on a particle.
  const auto squeezed = solve<S>(bodies({1}, {0}, {x - t, 2 - t - x}, 0, {1}, {0}, 3), {});
  EXPECT_EQ(squeezed.status.rfind("stopped: ", 0), 0u) << squeezed.status;
  EXPECT_LE(abs(squeezed.end_time - S(1)), S(4) * epsilon<S>());
}

}  // namespace
}  // namespace unilateral::event_driven
