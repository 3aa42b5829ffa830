/// The judge. A ball of weight g on a floor, thrown with e = 1/2, known in closed form (parabolas, impulses, rest):
/// every defect is rounding, 2^10 ε. Moreau's time-stepping scheme, written out by hand here, has defects that fall
/// like h. Spoiled answers are found out by the right number.
#include "problems/judge/residual.hpp"

#include "problems/language/input_error.hpp"
#include "problems/language/many_digits.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace unilateral {
namespace {

using std::abs;

constexpr int g = 2;

statement ball() {
  statement s;
  s.system.coordinates = {"x"};
  s.system.mass = diagonal_mass({3});
  s.system.force = {-3 * g};
  s.system.gap = {coordinate(0)};
  s.system.restitution = 0.5_x;
  s.position = {1};
  s.velocity = {0};
  s.horizon = 4;
  return s;
}

/// Falls from 1: hits at 1 with −2, then hops of half the time; at t = 3 at rest, held by the floor until 4.
template <class S>
solution<S> exact_ball() {
  solution<S> answer;
  answer.path = trajectory<S>(1);
  const S fall[] = {S(1), S(0), S(-g) / S(2)};
  answer.path.append(S(1), 2, fall);
  S v(2), t(1);
  for (int k = 0; k < 30; ++k) {
    impact<S> shock;
    shock.t = t;
    shock.q = column<S>{{S(0)}};
    shock.v_minus = column<S>{{S(-v)}};
    v /= S(2);
    shock.v_plus = column<S>{{v}};
    shock.impulse = column<S>{{S(9 * v)}};
    shock.active = {0};
    answer.impacts.push_back(shock);
    const S hop[] = {S(0), v, S(-g) / S(2)};
    t += S(2) * v / S(g);
    answer.path.append(t, 2, hop);
  }
  // The rest of the accumulation in one inelastic blow, 2^(−30) strong: below what is asked of double, and its own
  // control for fifty digits.
  const S rest[] = {S(0), S(0)};
  answer.path.append(S(4), 1, rest);
  answer.reactions.push_back({0, t, S(4), {S(3 * g)}});
  return answer;
}

template <class S>
class residual_of_a_ball : public testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(residual_of_a_ball, scalars);

/// What the last, missing impulses carry: 3·2^(−29).
template <class S>
S rest_of_accumulation() {
  return S(3) / S(1 << 29);
}

TYPED_TEST(residual_of_a_ball, is_rounding_for_the_exact_motion) {
  using S = TypeParam;
  const residual<S> found = residual_of(ball(), exact_ball<S>());
  const S rounding = S(1 << 10) * epsilon<S>();
  EXPECT_LE(found.penetration, rounding);
  EXPECT_LE(found.momentum, rest_of_accumulation<S>() + rounding);
  EXPECT_EQ(found.reaction_sign, S(0));
  EXPECT_LE(found.complementarity, rounding);
  EXPECT_LE(found.impact_momentum, rounding);
  EXPECT_LE(found.impact_admissibility, rounding);
  EXPECT_LE(found.impact_complementarity, rounding);
  EXPECT_EQ(found.initial_position, S(0));
  EXPECT_EQ(found.initial_velocity, S(0));
}

TYPED_TEST(residual_of_a_ball, names_what_is_wrong) {
  using S = TypeParam;
  const auto spoiled = [](const std::function<void(solution<S>&)>& spoil) {
    solution<S> answer = exact_ball<S>();
    spoil(answer);
    return residual_of(ball(), answer);
  };
  const S much = S(1) / S(10);
  EXPECT_GE(spoiled([](auto& a) { a.impacts[0].impulse[0] *= S(-1); }).reaction_sign, much);
  EXPECT_GE(spoiled([](auto& a) { a.impacts[0].impulse[0] *= S(2); }).momentum, much);
  EXPECT_GE(spoiled([](auto& a) { a.impacts[0].impulse[0] *= S(2); }).impact_momentum, much);
  EXPECT_GE(spoiled([](auto& a) { a.impacts[0].v_plus[0] = S(0); }).impact_admissibility +
                spoiled([](auto& a) { a.impacts[0].v_plus[0] = S(0); }).impact_momentum,
            much);
  EXPECT_GE(spoiled([](auto& a) { a.impacts[0].v_plus[0] *= S(2); }).impact_complementarity, much);
  EXPECT_GE(spoiled([](auto& a) { a.impacts[0].q[0] = S(1); }).complementarity, much);
  EXPECT_GE(spoiled([](auto& a) { a.impacts.erase(a.impacts.begin()); }).momentum, much);
  EXPECT_GE(spoiled([](auto& a) { a.reactions.clear(); }).momentum, much);
  EXPECT_GE(spoiled([](auto& a) { a.reactions[0].coefficients[0] *= S(-1); }).reaction_sign, much);
  statement elsewhere = ball();
  elsewhere.position = {2};
  EXPECT_EQ(residual_of(elsewhere, exact_ball<S>()).initial_position, S(1));
  statement lifted = ball();
  lifted.system.gap = {coordinate(0) - 0.25_x};
  EXPECT_EQ(residual_of(lifted, exact_ball<S>()).penetration, S(1) / S(4));
  statement thrown = ball();
  thrown.velocity = {1};
  EXPECT_EQ(residual_of(thrown, exact_ball<S>()).initial_velocity, S(1));
  EXPECT_GE(residual_of(thrown, exact_ball<S>()).momentum, S(3));
  statement livelier = ball();
  livelier.system.restitution = 0.75_x;
  EXPECT_GE(residual_of(livelier, exact_ball<S>()).largest(), much);
  solution<S> summary;
  EXPECT_THROW(residual_of(ball(), summary), input_error);
}

/// Moreau's scheme by hand: q_m = q + (h/2) u; if q_m ≤ 0, u⁺ = max(u − h g, −e u), P = 3 (u⁺ − u + h g).
solution<double> stepped_ball(int steps) {
  solution<double> answer;
  answer.path = trajectory<double>(1);
  const double h = 4.0 / steps;
  double q = 1, u = 0;
  for (int k = 0; k < steps; ++k) {
    const double middle = (k + 0.5) * h, end = k + 1 == steps ? 4.0 : (k + 1) * h, q_m = q + h / 2 * u;
    const double free = u - h * g, next = q_m <= 0 ? std::max(free, -u / 2) : free;
    answer.path.append_linear(middle, column<double>{{q}}, column<double>{{u}});
    answer.path.append_linear(end, column<double>{{q_m}}, column<double>{{next}});
    if (next > free)
      answer.impacts.push_back({middle,
                                column<double>{{q_m}},
                                column<double>{{u}},
                                column<double>{{next}},
                                column<double>{{3 * (next - free)}},
                                {0}});
    q = q_m + (end - middle) * next;
    u = next;
  }
  return answer;
}

TEST(residual_of_a_scheme, falls_with_its_step) {
  const residual<double> coarse = residual_of(ball(), stepped_ball(400)),
                         fine = residual_of(ball(), stepped_ball(6400));
  for (const auto part : {&residual<double>::penetration, &residual<double>::momentum,
                          &residual<double>::complementarity, &residual<double>::impact_momentum}) {
    EXPECT_GT(coarse.*part, 0);
    EXPECT_LT(fine.*part, coarse.*part / 4);  // 16 times finer: O(h), give or take where a step falls
  }
  EXPECT_LT(coarse.momentum, 4.0 * 3 * g * 4 / 400);
  EXPECT_EQ(coarse.reaction_sign, 0);
  EXPECT_LE(fine.impact_admissibility, 1e-12);
  EXPECT_EQ(fine.initial_position, 0);
}

/// A bead slides on a straight wire that turns up to 45°, pressed by gravity: M, G not along the axes, and a density
/// that is not constant.
TEST(residual_of_a_slide, weighs_density_and_curved_pieces) {
  statement s;
  s.system.coordinates = {"x", "y"};
  s.system.mass = diagonal_mass({1, 1});
  s.system.force = {0, -time()};
  s.system.gap = {coordinate(1) - coordinate(0)};
  s.position = {0, 0};
  s.velocity = {0, 0};
  // x'' = −λ, y'' = −t + λ, x = y: λ = t/2, x = y = −t³/12.
  solution<double> answer;
  answer.path = trajectory<double>(2);
  const double c[] = {0, 0, 0, -1.0 / 12, 0, 0, 0, -1.0 / 12};
  answer.path.append(1, 3, c);
  answer.reactions.push_back({0, 0.0, 1.0, {0.0, 0.5}});
  EXPECT_LE(residual_of(s, answer).largest(), 64 * epsilon<double>());
  answer.reactions[0].coefficients[1] = 0.6;
  EXPECT_NEAR(residual_of(s, answer).momentum, 0.05, 64 * epsilon<double>());
}

/// Of a free body on [0, 2].
residual<double> of_one_piece(const std::vector<double>& x, const std::vector<impact<double>>& impacts = {}) {
  statement s = ball();
  s.system.force = {0};
  s.position = {rational(x[0])};
  s.velocity = {rational(x[1])};
  solution<double> answer;
  answer.path = trajectory<double>(1);
  answer.path.append(2, static_cast<int>(x.size()) - 1, x.data());
  answer.impacts = impacts;
  return residual_of(s, answer);
}

/// (t − 1)² − 1/4 is below 0 within, and above at both ends; 1 − t is lowest at the end.
TEST(residual_of_a_piece, sees_penetration_within_and_at_its_ends) {
  EXPECT_GE(of_one_piece({0.75, -2, 1}).penetration, 0.125);
  EXPECT_LE(of_one_piece({0.75, -2, 1}).penetration, 0.25);
  EXPECT_EQ(of_one_piece({1, -1}).penetration, 1);
}

/// An impulse that is said to act after the end of the path.
TEST(residual_of_a_piece, sums_the_impulses_after_it_too) {
  const column<double> zero{{0.0}};
  EXPECT_EQ(of_one_piece({1, 0}).momentum, 0);
  EXPECT_GE(of_one_piece({1, 0}, {{3.0, zero, zero, zero, column<double>{{7.0}}, {0}}}).momentum, 7);
}

/// A floor that rises by 1/2, met at t = 2/3 with −1: v⁺ = (3/2)(1/2) + 1/2 = 5/4, P = 9/4 for a unit mass.
TEST(residual_of_a_wall_that_moves, has_the_rate_of_its_gap_in_the_law_of_impact) {
  statement s = ball();
  s.system.mass = diagonal_mass({1});
  s.system.force = {0};
  s.system.gap = {coordinate(0) - time() / 2};
  s.velocity = {-1};
  solution<double> answer;
  answer.path = trajectory<double>(1);
  const double fall[] = {1, -1}, t = 2.0 / 3, rise[] = {1 - t, 1.25};
  answer.path.append(t, 1, fall);
  answer.path.append(1, 1, rise);
  const column<double> q{{1 - t}}, before{{-1.0}}, after{{1.25}}, P{{2.25}};
  answer.impacts.push_back({t, q, before, after, P, {0}});
  EXPECT_LE(residual_of(s, answer).largest(), 16 * epsilon<double>());
}

}  // namespace
}  // namespace unilateral
