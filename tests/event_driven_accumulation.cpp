// Theorem: at restitution 0 < e < 1 the impacts of a ball on a floor accumulate at t0 (1 + e)/(1 − e), t0 = √(2 h0/g),
// with total impulse g T_Z; the ball rests from then on. Hypotheses: closed forms, or the same system seen from a
// moving frame. Tolerances: a few ε(S) T: each of the N flights adds one rounding of its own (geometrically smaller)
// length, and the sum is compensated.

#include "problems/answers/problem.hpp"
#include "problems/language/many_digits.hpp"
#include "solvers/event_driven/event_driven.hpp"
#include "tests/support/statements.hpp"

#include <gtest/gtest.h>

namespace unilateral::event_driven {
namespace {

using statements::dropped_ball;
using std::abs;
using std::exp;
using std::sqrt;

const expression x = coordinate(0), y = coordinate(1), t = time();

template <class S>
class accumulation_point : public testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(accumulation_point, scalars);

TYPED_TEST(accumulation_point, of_the_rational_ball_is_three) {
  using S = TypeParam;
  const auto run = solve<S>(dropped_ball(2, rational(1, 2), 4), {});
  ASSERT_EQ(run.accumulations.size(), 1u);
  EXPECT_LE(abs(run.accumulations[0].t - S(3)), S(4) * epsilon<S>());
  EXPECT_EQ(run.accumulations[0].q[0], S(0));
  EXPECT_EQ(run.accumulations[0].v[0], S(0));
  ASSERT_EQ(run.path.accumulation_points.size(), 1u);
  // Impacts at 1, 2, 5/2, 11/4 … = 3 − 2^(1−k): every one that S tells from 3.
  EXPECT_GE(run.impacts.size(), static_cast<std::size_t>(std::numeric_limits<S>::digits - 4));
  S ahead(2);
  for (std::size_t k = 0; k < run.impacts.size(); ++k, ahead /= S(2))
    EXPECT_LE(abs(run.impacts[k].t - (S(3) - ahead)), S(4) * epsilon<S>());
  // Rest, and the weight, afterwards; the impulses sum up to the momentum g T_Z.
  EXPECT_EQ(run.end_position[0], S(0));
  ASSERT_EQ(run.contacts.size(), 1u);
  EXPECT_EQ(run.contacts[0].from, run.accumulations[0].t);
  S total(0);
  for (const auto& i : run.impacts) total += i.impulse[0];
  EXPECT_LE(abs(total - S(6)), S(32) * epsilon<S>());
}

TYPED_TEST(accumulation_point, of_the_ball_at_nine_tenths_comes_after_44_impacts_before_8_5) {
  using S = TypeParam;
  const auto run = solve<S>(dropped_ball(exact_rational("9.81"), rational(9, 10), 10), {});
  int early = 0;
  for (const auto& i : run.impacts) early += i.t < S(17) / S(2);
  EXPECT_EQ(early, 44);
  ASSERT_EQ(run.accumulations.size(), 1u);
  const S closed_form = S(19) * sqrt(S(200) / S(981));
  EXPECT_LE(abs(run.accumulations[0].t - closed_form), S(8) * closed_form * epsilon<S>());
}

TYPED_TEST(accumulation_point, moves_with_the_restitution) {  // negative control
  using S = TypeParam;
  const auto run = solve<S>(dropped_ball(2, rational(5001, 10000), 4), {});
  EXPECT_GT(abs(run.accumulations.at(0).t - S(3)), S(1) / S(10000));
}

TYPED_TEST(accumulation_point, leaves_the_path_continuous) {
  using S = TypeParam;
  const auto run = solve<S>(dropped_ball(exact_rational("9.81"), rational(9, 10), 10), {});
  for (int k = 0; k + 1 < run.path.pieces(); ++k)
    EXPECT_LE(abs(run.path.position(k, 0, run.path.end(k) - run.path.begin(k)) - run.path.coefficients(k + 1, 0)[0]),
              S(64) * epsilon<S>());
}

TYPED_TEST(accumulation_point, is_the_same_on_a_table_at_constant_acceleration) {
  using S = TypeParam;
  // Table at t²/2 under gravity 1: seen from the table, gravity is 2.
  statement s = dropped_ball(1, rational(1, 2), 4);
  s.system.gap = {x - rational(1, 2) * t * t};
  const auto run = solve<S>(s, {});
  ASSERT_EQ(run.accumulations.size(), 1u);
  EXPECT_LE(abs(run.accumulations[0].t - S(3)), S(64) * epsilon<S>());
  EXPECT_LE(abs(run.end_position[0] - S(8)), S(64) * epsilon<S>());  // carried along to t = 4
}

TYPED_TEST(accumulation_point, is_left_again_when_the_table_drops) {
  using S = TypeParam;
  // Table at A sin t with A > g: after the rest, the ball leaves at sin t = g/A in every period; it accumulates again
  // and again.
  statement s = dropped_ball(1, rational(1, 4), 12);
  s.system.gap = {x - 2 * sin(t)};
  s.position = {0};
  s.velocity = {2};
  const auto run = solve<S>(s, {});
  ASSERT_TRUE(run.completed()) << run.status;
  EXPECT_GE(run.accumulations.size(), 1u);
  ASSERT_GE(run.contacts.size(), 2u);
  EXPECT_LE(abs(run.contacts[0].to - scalar_traits<S>::pi() / S(6)), S(256) * epsilon<S>());
  EXPECT_LE(abs(run.contacts[1].to - S(13) * scalar_traits<S>::pi() / S(6)), S(1024) * epsilon<S>());
}

TYPED_TEST(accumulation_point, keeps_the_motion_along_the_floor) {
  using S = TypeParam;
  statement s = dropped_ball(2, rational(1, 2), 4);
  s.system.coordinates = {"x", "y"};
  s.system.mass = diagonal_mass({1, 3});
  s.system.force = {-2, 6 * y};  // y'' = 2 y
  s.position = {1, 1};
  s.velocity = {0, 0};
  const auto run = solve<S>(s, {});
  ASSERT_EQ(run.accumulations.size(), 1u);
  EXPECT_LE(abs(run.accumulations[0].t - S(3)), S(16) * epsilon<S>());
  const S along = (exp(sqrt(S(2)) * S(3)) + exp(-sqrt(S(2)) * S(3))) / S(2);
  EXPECT_LE(abs(run.accumulations[0].q[1] - along), S(256) * along * epsilon<S>());
}

TYPED_TEST(accumulation_point, needs_a_loss) {
  using S = TypeParam;
  // At e = 1 flights that shorten (a floor that presses harder and harder) never accumulate.
  statement s = dropped_ball(2, 1, 5);
  s.system.force = {-2 - 4 * t * t};
  const auto run = solve<S>(s, {});
  EXPECT_TRUE(run.accumulations.empty());
  EXPECT_GT(run.counts.impacts, 10);
}

TYPED_TEST(accumulation_point, comes_once_for_each_of_two_independent_walls) {
  using S = TypeParam;
  // A right-angled corner: W is diagonal, each coordinate is a ball of its own: accumulations at 3 √(2/g), for g = 2
  // and g = 1.
  statement s = dropped_ball(2, rational(1, 2), 20);
  s.system.coordinates = {"x", "y"};
  s.system.mass = diagonal_mass({1, 1});
  s.system.force = {-1, -2};
  s.system.gap = {x, y};
  s.position = {1, 1};
  s.velocity = {0, 0};
  const auto run = solve<S>(s, {});
  ASSERT_TRUE(run.completed()) << run.status;
  ASSERT_EQ(run.accumulations.size(), 2u);
  EXPECT_LE(abs(run.accumulations[0].t - S(3)), S(32) * epsilon<S>());
  EXPECT_LE(abs(run.accumulations[1].t - S(3) * sqrt(S(2))), S(32) * epsilon<S>());
  EXPECT_LE(abs(run.end_position[0]) + abs(run.end_position[1]), epsilon<S>());
  EXPECT_LE(abs(run.end_velocity[0]) + abs(run.end_velocity[1]), epsilon<S>());
  EXPECT_EQ(run.contacts.size(), 2u);
}

/// Three equal balls on a line without forces, gaps 1 and 1/5 at rates −1 and 1/5. A shock on one gap takes the rates
/// (u of that gap, w of the other) to (−e u, w + (1 + e) u/2); with the gaps' names exchanged that is A = [[(1 + e)/2,
/// 1], [−e, 0]], of eigenvalues μ, ν with μ ν = e, μ + ν = (1 + e)/2: real for e ≤ 7 − 4 √3. For e = 1/15 they are 1/3
/// and 1/5, and (−1, 1/5) belongs to 1/3: after the shock at t = 1, where the other gap is 2/5, each flight takes 3/5
/// of the one before, 6/5 the first, each gap 1/5. So the balls meet for good at t = 1 + (6/5)/(1 − 3/5) = 4, in 4/3,
/// and go on at 2/5.
statement three_balls_that_collapse(const rational& e) {
  statement s = dropped_ball(0, e, 5);
  s.system.coordinates = {"x", "y", "z"};
  s.system.mass = diagonal_mass({1, 1, 1});
  s.system.force = {0, 0, 0};
  s.system.gap = {y - x, coordinate(2) - y};
  s.position = {-1, 0, rational(1, 5)};
  s.velocity = {1, 0, rational(1, 5)};
  return s;
}

TYPED_TEST(accumulation_point, of_three_balls_in_turn_without_any_force_is_four) {
  using S = TypeParam;
  // Tolerance: flight n is Π of n ratios, each with some 8 roundings: Σ n 8 ε (3/5)^n 6/5 = 36 ε.
  const auto run = solve<S>(three_balls_that_collapse(rational(1, 15)), {});
  ASSERT_TRUE(run.completed()) << run.status;
  ASSERT_EQ(run.accumulations.size(), 1u);
  EXPECT_LE(abs(run.accumulations[0].t - S(4)), S(36) * epsilon<S>());
  for (int i = 0; i < 3; ++i) {
    EXPECT_LE(abs(run.accumulations[0].q[i] - S(4) / S(3)), S(36) * epsilon<S>());
    EXPECT_LE(abs(run.end_velocity[i] - S(2) / S(5)), S(36) * epsilon<S>());
  }
  // Every shock that S tells from 4 is listed, on the two contacts in turn: 3 (3/5)^k from the end, above one unit of
  // the last place of 4.
  S ahead(3);
  std::size_t k = 0;
  for (; k < run.impacts.size() && ahead > S(2) * epsilon<S>(); ++k, ahead *= S(3) / S(5)) {
    EXPECT_EQ(run.impacts[k].active, std::vector<int>{static_cast<int>(k % 2)});
    EXPECT_LE(abs(run.impacts[k].t - (S(4) - ahead)), S(36) * epsilon<S>());
  }
  EXPECT_LE(ahead, S(8) * epsilon<S>());
  EXPECT_EQ(run.contacts.size(), 2u);
  // Negative control: eigenvalues that are not real, no collapse.
  EXPECT_TRUE(solve<S>(three_balls_that_collapse(rational(1, 13)), {}).accumulations.empty());
}

TYPED_TEST(accumulation_point, of_a_block_that_rocks_from_corner_to_corner_is_that_of_its_closed_form) {
  using S = TypeParam;
  // [problems/rigid_block.hpp, (4), (5)]: landing k at θ' = ∓r^k Ω, r = 1/4, times by quadrature. e = 0, so that every
  // landing closes one contact and opens another. Tolerance: the first flight is 6 Taylor steps at most, the others one
  // each, geometrically shorter.
  const statement s = with_values(std::get<statement>(find_problem("block_rocking").question));
  const auto run = solve<S>(s, {});
  ASSERT_TRUE(run.completed()) << run.status;
  ASSERT_EQ(run.accumulations.size(), 1u);
  int compared = 0;
  const reference<S> known =
      find_problem("block_rocking").answer.at<S>(values_of<S>(s.parameters), constant_value<S>(s.horizon));
  for (const auto& value : known.values) {
    if (value.quantity != "accumulations[0].t" && value.quantity != "impacts[7].t") continue;
    ++compared;
    EXPECT_LE(abs(value.value - (value.quantity[0] == 'a' ? run.accumulations[0].t : run.impacts.at(7).t)),
              S(32) * epsilon<S>() + value.accuracy)
        << value.quantity;
  }
  EXPECT_EQ(compared, 2);
  // Flights fall by 4, 2 bits each: those above one unit of the last place of t, which is between 1/4 and 1/2, are
  // (digits + 2)/2 less the size of the first.
  EXPECT_GE(run.impacts.size(), static_cast<std::size_t>(std::numeric_limits<S>::digits) / 2 - 2);
  S speed = -run.impacts[0].v_minus[1], ratio = S(1) / S(4);
  for (std::size_t k = 0; k < run.impacts.size(); ++k, speed *= ratio)
    if (k < 20) {
      EXPECT_LE(abs(run.impacts[k].v_minus[1] - (k % 2 == 0 ? -speed : speed)),
                S(32) * static_cast<int>(k + 1) * epsilon<S>() * run.impacts[0].v_minus.norm());
    }
  EXPECT_EQ(run.contacts.size(), run.impacts.size() + 1);
  for (int i = 0; i < 2; ++i) EXPECT_LE(abs(run.end_position[i]) + abs(run.end_velocity[i]), S(4) * epsilon<S>());
}

/// A particle falls, from (1/10, 1) at rest under gravity 2, into the corner of two walls a y ± b x ≥ 0.
statement corner(const rational& a, const rational& b, const rational& e) {
  statement s = dropped_ball(2, e, 12);
  s.system.coordinates = {"x", "y"};
  s.system.mass = diagonal_mass({1, 1});
  s.system.force = {0, -2};
  s.system.gap = {a * y + b * x, a * y - b * x};
  s.position = {rational(1, 10), 1};
  s.velocity = {0, 0};
  return s;
}

TYPED_TEST(accumulation_point, in_a_corner_balances_momentum_and_energy) {
  using S = TypeParam;
  // Acute: the impacts alternate in cycles. Obtuse: they accumulate on one wall, the particle slides, leaves it for the
  // other, and these accumulations accumulate in turn. In both, from rest to rest in the corner after T: Σ P_α ∇Φ_α + ∫
  // λ_α ∇Φ_α = (0, 2 T), and Σ (1 − e)/(1 + e) ½ |v⁺ − v⁻|² = 2 · 1, the potential energy, as frictionless contact
  // takes nothing. Tolerance: one rounding of the largest term for each impact.
  for (const auto& [a, b] : {std::pair(1, 2), std::pair(2, 1)}) {
    const auto run = solve<S>(corner(a, b, rational(1, 2)), {});
    ASSERT_TRUE(run.completed()) << run.status;
    ASSERT_GE(run.accumulations.size(), a == 1 ? 1u : 20u);
    const S T = run.accumulations.back().t;
    S pushes[2] = {S(0), S(0)}, loss(0);
    for (const auto& i : run.impacts) {
      for (int α = 0; α < 2; ++α) pushes[α] += i.impulse[α];
      loss += (i.v_plus - i.v_minus).squaredNorm() / S(6);
    }
    for (const auto& r : run.reactions) {
      if (r.from >= T) continue;
      const S τ = r.to - r.from;
      S power = τ;
      for (std::size_t k = 0; k < r.coefficients.size(); ++k, power *= τ)
        pushes[r.constraint] += r.coefficients[k] * power / S(static_cast<int>(k) + 1);
    }
    const S rounding = S(static_cast<int>(run.impacts.size())) * S(2) * T * epsilon<S>();
    EXPECT_LE(abs(S(b) * (pushes[0] - pushes[1])), rounding);
    EXPECT_LE(abs(S(a) * (pushes[0] + pushes[1]) - S(2) * T), rounding);
    EXPECT_LE(abs(loss - S(2)), rounding);
    EXPECT_LE(run.end_position.norm() + run.end_velocity.norm(), S(8) * epsilon<S>());
  }
}

TEST(accumulation_point_of_accumulations, is_the_same_in_double_and_in_fifty_digits) {
  const auto coarse = solve<double>(corner(2, 1, rational(1, 2)), {});
  const auto fine = solve<real50>(corner(2, 1, rational(1, 2)), {});
  ASSERT_GT(coarse.accumulations.size(), 20u);
  ASSERT_GT(fine.accumulations.size(), coarse.accumulations.size());
  // One rounding of t for each accumulation, as each comes from the state the last one left.
  for (std::size_t k = 0; k < 20; ++k)
    EXPECT_NEAR(coarse.accumulations[k].t, to_double(fine.accumulations[k].t),
                static_cast<double>(8 * (k + 1)) * 8 * epsilon<double>());
  EXPECT_NEAR(coarse.accumulations.back().t, to_double(fine.accumulations.back().t),
              static_cast<double>(8 * coarse.accumulations.size()) * 8 * epsilon<double>());
}

TEST(accumulation_point_in_a_bowl, is_the_same_in_double_and_in_fifty_digits) {
  // A particle in a circular bowl bounces to rest against it and slides on: the motion along the wall keeps its speed
  // through the accumulation.
  statement s = dropped_ball(10, rational(1, 2), 4);
  s.system.coordinates = {"x", "y"};
  s.system.mass = diagonal_mass({1, 1});
  s.system.force = {0, -10};
  s.system.gap = {1 - x * x - y * y};
  s.position = {rational(3, 10), rational(-1, 2)};
  s.velocity = {0, 0};
  const auto coarse = solve<double>(s, {});
  const auto fine = solve<real50>(s, {});
  ASSERT_EQ(coarse.accumulations.size(), 1u);
  ASSERT_EQ(fine.accumulations.size(), 1u);
  EXPECT_NEAR(coarse.accumulations[0].t, to_double(fine.accumulations[0].t), 64 * epsilon<double>());
  for (int i = 0; i < 2; ++i)
    EXPECT_NEAR(coarse.end_position[i], to_double(fine.end_position[i]), 1024 * epsilon<double>());
  // After it, the particle is a pendulum: energy constant from the accumulation to the end.
  const auto& at = fine.accumulations[0];
  const real50 then = at.v.squaredNorm() / 2 + 10 * at.q[1],
               last = fine.end_velocity.squaredNorm() / 2 + 10 * fine.end_position[1];
  EXPECT_LE(abs(then - last), 4096 * epsilon<real50>());
}

}  // namespace
}  // namespace unilateral::event_driven
