// Theorem: the motion of the double pendulum against a wall, M depending on q, e = 1/2, is unique up to t = 4 (two
// single impacts, no accumulation), so its digits are. They were computed twice beforehand, not by this solver.
// Tolerances: half a unit of the last digit given, and the rounding of the run: each of some 100 steps rounds the
// state, of size ‖v‖ ≤ 6, anew by a few ε, which motion and impacts then amplify. The amplification is measured, not
// guessed: a run from a position moved by 2^10 ε ends that many times as far off.

#include "problems/language/many_digits.hpp"
#include "solvers/event_driven/event_driven.hpp"
#include "tests/support/statements.hpp"

#include <gtest/gtest.h>

namespace unilateral::event_driven {
namespace {

using std::abs;

template <class S>
class double_pendulum : public testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(double_pendulum, scalars);

TYPED_TEST(double_pendulum, meets_the_wall_and_ends_where_it_is_known_to) {
  using S = TypeParam;
  const auto run = solve<S>(statements::double_pendulum(rational(1, 2)), {});
  ASSERT_TRUE(run.completed()) << run.status;
  ASSERT_EQ(run.impacts.size(), 2u);
  statement moved = statements::double_pendulum(rational(1, 2));
  const S shift = S(1024) * epsilon<S>();
  moved.position[0] = moved.position[0] + exact_rational(to_text(shift));
  const auto beside = solve<S>(moved, {});
  ASSERT_EQ(beside.impacts.size(), 2u);
  const auto agrees = [&](const auto& quantity, const char* known) {
    const std::string digits(known);
    const auto decimals = digits.size() - digits.find('.') - 1;
    const S found = quantity(run), amplification = S(1) + abs(S(quantity(beside) - found)) / shift;
    const S rounding = S(static_cast<int>(run.counts.steps)) * S(6) * epsilon<S>() * amplification;
    EXPECT_LE(abs(found - exact<S>(digits)), exact<S>("0.5e-" + std::to_string(decimals)) + rounding) << to_text(found);
  };
  const auto t = [](int k) { return [k](const solution<S>& r) { return r.impacts[static_cast<std::size_t>(k)].t; }; };
  const auto P = [](int k) {
    return [k](const solution<S>& r) { return r.impacts[static_cast<std::size_t>(k)].impulse[0]; };
  };
  const auto q = [](int i) { return [i](const solution<S>& r) { return r.end_position[i]; }; };
  const auto v = [](int i) { return [i](const solution<S>& r) { return r.end_velocity[i]; }; };
  agrees(t(0), "0.74543227290598878148233936424543");
  agrees(P(0), "8.190992392068018103411348");
  agrees(t(1), "2.3524413629626299762061577106045");
  agrees(P(1), "3.604161971322299582918728");
  agrees(q(0), "-0.143596435216487926576583334667");
  agrees(q(1), "0.261061877756158671645738068852");
  agrees(v(0), "-0.32590581132856616835756074609");
  agrees(v(1), "2.09044561328878558399383600298");
}

TEST(double_pendulum_run, ends_elsewhere_with_another_restitution) {  // negative control
  const auto run = solve<double>(statements::double_pendulum(rational(51, 100)), {});
  EXPECT_GT(std::abs(run.end_position[0] + 0.143596435216487926576583334667), 1e-4);
}

TEST(double_pendulum_run, loses_at_each_impact_what_the_law_says_and_nothing_between) {
  // T⁺ − T⁻ = −(1 − e)/(2 (1 + e)) |v⁺ − v⁻|²_M, and the total energy is constant on every piece.
  const auto run = solve<real50>(statements::double_pendulum(rational(1, 2)), {});
  const auto kinetic = [](const column<real50>& q, const column<real50>& v) {
    return v[0] * v[0] + v[1] * v[1] / 2 + v[0] * v[1] * cos(q[0] - q[1]);
  };
  const auto energy = [&](const column<real50>& q, const column<real50>& v) {
    return kinetic(q, v) - 10 * (2 * cos(q[0]) + cos(q[1]));
  };
  real50 total = energy(run.path.position(real50(0)), run.path.velocity_right(real50(0)));
  for (const auto& i : run.impacts) {
    EXPECT_LE(abs(energy(i.q, i.v_minus) - total), 4096 * epsilon<real50>());
    const real50 loss = kinetic(i.q, i.v_plus - i.v_minus) / 3;  // (1 − e)/(1 + e) = 1/3; `kinetic` is half the square
    EXPECT_LE(abs(kinetic(i.q, i.v_plus) - kinetic(i.q, i.v_minus) + loss), 256 * epsilon<real50>());
    total -= loss;
  }
  EXPECT_LE(abs(energy(run.end_position, run.end_velocity) - total), 4096 * epsilon<real50>());
}

}  // namespace
}  // namespace unilateral::event_driven
