// Theorem: the motion of the double pendulum against a wall, M depending on q, e = 1/2, is unique up to t = 4 (two single impacts, no accumulation), so its
// digits are. They were computed twice beforehand, not by this solver. Tolerances: in 50 digits, all digits given; in double 1e-11, as known digits are
// carried through two impacts and 107 steps, each adding a few roundings that the motion amplifies.

#include "problems/language/real50.hpp"
#include "solvers/event_driven/event_driven.hpp"

#include <gtest/gtest.h>

namespace unilateral::event_driven {
namespace {

using std::abs;

statement pendulum(const rational& e) {
  const expression a = coordinate(0), b = coordinate(1), u = velocity(0), w = velocity(1);
  statement p;
  p.system.coordinates = {"a", "b"};
  set_energies(p.system, u * u + w * w / 2 + u * w * cos(a - b), -10 * (2 * cos(a) + cos(b)));
  p.system.gap = {rational(3, 10) - sin(a) - sin(b)};
  p.system.restitution = e;
  p.position = {-pi() / 3, -pi() / 3};
  p.velocity = {0, 0};
  p.horizon = 4;
  return p;
}

template <class S>
class double_pendulum : public testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(double_pendulum, scalars);

TYPED_TEST(double_pendulum, meets_the_wall_and_ends_where_it_is_known_to) {
  using S = TypeParam;
  const auto run = solve<S>(pendulum(rational(1, 2)), {});
  ASSERT_TRUE(run.completed()) << run.status;
  ASSERT_EQ(run.impacts.size(), 2u);
  const auto agrees = [](const S& found, const char* known) {
    // Half a unit of the last digit given, and the rounding of the run.
    const std::string digits(known);
    const auto decimals = digits.size() - digits.find('.') - 1;
    const S tolerance = std::is_same_v<S, double> ? exact<S>("1e-11") : exact<S>("0.6e-" + std::to_string(decimals));
    EXPECT_LE(abs(found - exact<S>(digits)), tolerance) << to_text(found);
  };
  agrees(run.impacts[0].t, "0.74543227290598878148233936424543");
  agrees(run.impacts[0].impulse[0], "8.190992392068018103411348");
  agrees(run.impacts[1].t, "2.3524413629626299762061577106045");
  agrees(run.impacts[1].impulse[0], "3.604161971322299582918728");
  agrees(run.end_position[0], "-0.143596435216487926576583334667");
  agrees(run.end_position[1], "0.261061877756158671645738068852");
  agrees(run.end_velocity[0], "-0.32590581132856616835756074609");
  agrees(run.end_velocity[1], "2.09044561328878558399383600298");
}

TEST(double_pendulum_run, ends_elsewhere_with_another_restitution) {  // negative control
  const auto run = solve<double>(pendulum(rational(51, 100)), {});
  EXPECT_GT(std::abs(run.end_position[0] + 0.143596435216487926576583334667), 1e-4);
}

TEST(double_pendulum_run, loses_at_each_impact_what_the_law_says_and_nothing_between) {
  // T⁺ − T⁻ = −(1 − e)/(2 (1 + e)) |v⁺ − v⁻|²_M, and the total energy is constant on every piece.
  const auto run = solve<real50>(pendulum(rational(1, 2)), {});
  const auto kinetic = [](const column<real50>& q, const column<real50>& v) { return v[0] * v[0] + v[1] * v[1] / 2 + v[0] * v[1] * cos(q[0] - q[1]); };
  const auto energy = [&](const column<real50>& q, const column<real50>& v) { return kinetic(q, v) - 10 * (2 * cos(q[0]) + cos(q[1])); };
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
