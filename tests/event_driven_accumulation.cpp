// Theorem: at restitution 0 < e < 1 the impacts of a ball on a floor accumulate at t0 (1 + e)/(1 − e), t0 = √(2 h0/g), with total impulse g T_Z; the ball
// rests from then on. Hypotheses: closed forms, or the same system seen from a moving frame. Tolerances: a few ε(S) T: each of the N flights adds one
// rounding of its own (geometrically smaller) length, and the sum is compensated.

#include "problems/language/real50.hpp"
#include "solvers/event_driven/event_driven.hpp"

#include <gtest/gtest.h>

namespace unilateral::event_driven {
namespace {

using std::abs;
using std::exp;
using std::sqrt;

const expression x = coordinate(0), y = coordinate(1), t = time();

statement ball(const rational& g, const rational& e, const expression& horizon) {
  statement s;
  s.system.coordinates = {"x"};
  s.system.mass = diagonal_mass({1});
  s.system.force = {rational(-g)};
  s.system.gap = {x};
  s.system.restitution = e;
  s.position = {1};
  s.velocity = {0};
  s.horizon = horizon;
  return s;
}

template <class S>
class accumulation_point : public testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(accumulation_point, scalars);

TYPED_TEST(accumulation_point, of_the_rational_ball_is_three) {
  using S = TypeParam;
  const auto run = solve<S>(ball(2, rational(1, 2), 4), {});
  ASSERT_EQ(run.accumulations.size(), 1u);
  EXPECT_LE(abs(run.accumulations[0].t - S(3)), exact<S>(std::is_same_v<S, double> ? "1e-15" : "1e-48"));
  EXPECT_EQ(run.accumulations[0].q[0], S(0));
  EXPECT_EQ(run.accumulations[0].v[0], S(0));
  ASSERT_EQ(run.path.accumulation_points.size(), 1u);
  // Impacts at 1, 2, 5/2, 11/4 … = 3 − 2^(1−k): every one that S tells from 3.
  EXPECT_GE(run.impacts.size(), static_cast<std::size_t>(std::numeric_limits<S>::digits - 4));
  S ahead(2);
  for (std::size_t k = 0; k < run.impacts.size(); ++k, ahead /= S(2)) EXPECT_LE(abs(run.impacts[k].t - (S(3) - ahead)), S(4) * epsilon<S>());
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
  const auto run = solve<S>(ball(exact_rational("9.81"), rational(9, 10), 10), {});
  int early = 0;
  for (const auto& i : run.impacts) early += i.t < S(17) / S(2);
  EXPECT_EQ(early, 44);
  ASSERT_EQ(run.accumulations.size(), 1u);
  const S closed_form = S(19) * sqrt(S(200) / S(981));
  EXPECT_LE(abs(run.accumulations[0].t - closed_form), S(8) * closed_form * epsilon<S>());
}

TYPED_TEST(accumulation_point, moves_with_the_restitution) {  // negative control
  using S = TypeParam;
  const auto run = solve<S>(ball(2, rational(5001, 10000), 4), {});
  EXPECT_GT(abs(run.accumulations.at(0).t - S(3)), S(1) / S(10000));
}

TYPED_TEST(accumulation_point, leaves_the_path_continuous) {
  using S = TypeParam;
  const auto run = solve<S>(ball(exact_rational("9.81"), rational(9, 10), 10), {});
  for (int k = 0; k + 1 < run.path.pieces(); ++k)
    EXPECT_LE(abs(run.path.position(k, 0, run.path.end(k) - run.path.begin(k)) - run.path.coefficients(k + 1, 0)[0]), S(64) * epsilon<S>());
}

TYPED_TEST(accumulation_point, is_the_same_on_a_table_at_constant_acceleration) {
  using S = TypeParam;
  // Table at t²/2 under gravity 1: seen from the table, gravity is 2.
  statement s = ball(1, rational(1, 2), 4);
  s.system.gap = {x - rational(1, 2) * t * t};
  const auto run = solve<S>(s, {});
  ASSERT_EQ(run.accumulations.size(), 1u);
  EXPECT_LE(abs(run.accumulations[0].t - S(3)), S(64) * epsilon<S>());
  EXPECT_LE(abs(run.end_position[0] - S(8)), S(64) * epsilon<S>());  // carried along to t = 4
}

TYPED_TEST(accumulation_point, is_left_again_when_the_table_drops) {
  using S = TypeParam;
  // Table at A sin t with A > g: after the rest, the ball leaves at sin t = g/A in every period; it accumulates again and again.
  statement s = ball(1, rational(1, 4), 12);
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
  statement s = ball(2, rational(1, 2), 4);
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
  statement s = ball(2, 1, 5);
  s.system.force = {-2 - 4 * t * t};
  const auto run = solve<S>(s, {});
  EXPECT_TRUE(run.accumulations.empty());
  EXPECT_GT(run.counts.impacts, 10);
}

TYPED_TEST(accumulation_point, comes_once_for_each_of_two_independent_walls) {
  using S = TypeParam;
  // A right-angled corner: W is diagonal, each coordinate is a ball of its own: accumulations at 3 √(2/g), for g = 2 and g = 1.
  statement s = ball(2, rational(1, 2), 20);
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

TEST(accumulation_point_in_a_bowl, is_the_same_in_double_and_in_fifty_digits) {
  // A particle in a circular bowl bounces to rest against it and slides on: the motion along the wall keeps its speed through the accumulation.
  statement s = ball(10, rational(1, 2), 4);
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
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(coarse.end_position[i], to_double(fine.end_position[i]), 1024 * epsilon<double>());
  // After it, the particle is a pendulum: energy constant from the accumulation to the end.
  const auto& at = fine.accumulations[0];
  const real50 then = at.v.squaredNorm() / 2 + 10 * at.q[1], last = fine.end_velocity.squaredNorm() / 2 + 10 * fine.end_position[1];
  EXPECT_LE(abs(then - last), 4096 * epsilon<real50>());
}

}  // namespace
}  // namespace unilateral::event_driven
