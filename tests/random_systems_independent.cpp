/// The independent integrator of tests/random_systems against closed forms: impacts, accumulation, kinks, contact that
/// begins and ends, corners, curved metrics; and it says what it cannot decide.
///
/// CVODE runs with a local tolerance of 1e-12 of the motion's size; in the few hundred steps of these motions the
/// errors add up to some 1e-10, so that 1e-8 holds with room and no wrong law passes. Times of weak impacts are worse
/// by 1/velocity.

#include "tests/random_systems/independent.hpp"

#include "problems/text/problem_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace unilateral::random_systems {
namespace {

constexpr double accuracy = 1e-8;
const double pi_ = std::numbers::pi;

struct written {
  std::vector<std::string> coordinates;
  std::string kinetic, potential;
  std::vector<std::string> force, gap;
  std::string restitution, horizon;
  std::vector<std::string> position, velocity;
};

energies read(const written& w) {
  const auto formula = [&](const std::string& x) { return text::read_expression(x, w.coordinates, {}); };
  const auto all = [&](const std::vector<std::string>& list) {
    std::vector<expression> read_all;
    for (const std::string& x : list) read_all.push_back(formula(x));
    return read_all;
  };
  energies e{w.coordinates,          formula(w.kinetic), formula(w.potential), all(w.force),      all(w.gap),
             formula(w.restitution), all(w.position),    all(w.velocity),      formula(w.horizon)};
  e.force.resize(w.coordinates.size(), expression(0));
  return e;
}

answer motion_of(const written& w, double finest = 0.5) { return independent_motion(read(w), {.finest = finest}); }

double at(const answer& a, std::size_t k) { return to_double(a.shocks.at(k).t); }
double end_q(const answer& a, std::size_t i = 0) { return to_double(a.end_position.at(i)); }
double end_v(const answer& a, std::size_t i = 0) { return to_double(a.end_velocity.at(i)); }

/// A ball from height 1: impacts at τ(1 + 2e + 2e² + … ), τ = √(2/g); they accumulate at τ(1 + e)/(1 − e).
TEST(independent, a_ball_bounces_and_comes_to_rest_when_it_must) {
  const answer a = motion_of({{"x"}, "x'^2/2", "9.81*x", {}, {"x"}, "1/2", "3", {"1"}, {"0"}});
  ASSERT_EQ(a.status, "completed");
  const double fall = std::sqrt(2 / 9.81);
  ASSERT_GE(a.shocks.size(), 8U);
  double t = fall, flight = 2 * fall, speed = 9.81 * fall;
  for (std::size_t k = 0; k < 8; ++k) {
    flight /= 2;
    EXPECT_NEAR(at(a, k), t, accuracy) << k;
    EXPECT_NEAR(to_double(a.shocks[k].v_minus[0]), -speed, accuracy) << k;
    EXPECT_NEAR(to_double(a.shocks[k].v_plus[0]), speed / 2, accuracy) << k;
    t += flight;
    speed /= 2;
  }
  ASSERT_EQ(a.accumulations.size(), 1U);
  // Told from a flight of height 1e-12: an error of 1e-12 in the position moves it by √1e-12.
  EXPECT_NEAR(to_double(a.accumulations[0].t), 3 * fall, 1e-6);
  EXPECT_NEAR(end_q(a), 0, accuracy);
  EXPECT_NEAR(end_v(a), 0, accuracy);
}

/// x'' = −x from x = 1 with a wall at −1/2, e = 1: impacts where cos t = −1/2 first, and then every 4π/3.
TEST(independent, an_oscillator_strikes_a_wall) {
  const answer a = motion_of({{"x"}, "x'^2/2", "x^2/2", {}, {"x + 1/2"}, "1", "12", {"1"}, {"0"}});
  ASSERT_EQ(a.status, "completed");
  ASSERT_EQ(a.shocks.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(at(a, k), 2 * pi_ / 3 + static_cast<double>(k) * 4 * pi_ / 3, accuracy);
  EXPECT_NEAR(end_q(a), std::cos(12 - 8 * pi_ / 3 - 4 * pi_ / 3), accuracy);
}

/// A pendulum let go at the angle 2 strikes a wall at the bottom after a quarter of its period, K(sin 1)/1 by the
/// arithmetic-geometric mean.
TEST(independent, a_pendulum_strikes_a_wall_at_the_bottom) {
  double x = 1, y = std::cos(1.0);
  for (int k = 0; k < 8; ++k) {
    const double mean = (x + y) / 2;
    y = std::sqrt(x * y);
    x = mean;
  }
  const double quarter = pi_ / (2 * x);
  const answer a = motion_of({{"a"}, "a'^2/2", "-cos(a)", {}, {"sin(a)"}, "1", "8", {"2"}, {"0"}});
  ASSERT_EQ(a.status, "completed");
  ASSERT_EQ(a.shocks.size(), 2U);
  EXPECT_NEAR(at(a, 0), quarter, accuracy);
  EXPECT_NEAR(at(a, 1), 3 * quarter, accuracy);
  EXPECT_NEAR(to_double(a.shocks[0].v_minus[0]), -std::sqrt(2 * (1 - std::cos(2.0))), accuracy);
}

/// Springs of stiffness 1 and 9 on either side of 0: half a period of each. As |x|, max and √(x²) say it alike.
TEST(independent, kinks_of_forces_are_events) {
  for (const char* force :
       {"-5*x + 4*abs(x)", "-x + 8*max(0, -x)", "-5*x + 4*sqrt(x^2)", "-9*x + 8*max(x, 0)", "-x - 8*min(x, 0)"}) {
    const answer a = motion_of({{"x"}, "x'^2/2", "0", {force}, {}, "0", "6", {"0"}, {"1"}});
    ASSERT_EQ(a.status, "completed") << force;
    const double left = 6 - pi_ - pi_ / 3;
    EXPECT_NEAR(end_q(a), std::sin(left), accuracy) << force;
    EXPECT_NEAR(end_v(a), std::cos(left), accuracy) << force;
  }
}

/// A free mass flies onto a mass on a spring, e = 0: together with frequency 1/√2 from t = 1, they part when the spring
/// is at its length again, at 1 + π√2; then one oscillates with speed −½ through 0 … and the other flies with ½.
TEST(independent, a_contact_begins_and_ends) {
  const answer a =
      motion_of({{"x", "y"}, "(x'^2 + y'^2)/2", "x^2/2", {}, {"y - x"}, "0", "8", {"0", "1"}, {"0", "-1"}});
  ASSERT_EQ(a.status, "completed");
  ASSERT_EQ(a.shocks.size(), 1U);
  EXPECT_NEAR(at(a, 0), 1, accuracy);
  const double parted = 8 - 1 - pi_ * std::sqrt(2.0);
  EXPECT_NEAR(end_q(a, 0), std::sin(parted) / 2, accuracy);
  EXPECT_NEAR(end_q(a, 1), parted / 2, accuracy);
}

/// Onto a slope y ≥ x with (0, −1): v⁺ = v⁻ − (1 + e)(v⁻·n) n. Into the corner of two slopes, on whose normals −v⁻ is a
/// positive sum: v⁺ = −e v⁻.
TEST(independent, impacts_project_on_all_contacts) {
  const answer slope =
      motion_of({{"x", "y"}, "(x'^2 + y'^2)/2", "0", {}, {"y - x"}, "1/2", "3", {"0", "1"}, {"0", "-1"}});
  ASSERT_EQ(slope.shocks.size(), 1U) << slope.status;
  EXPECT_NEAR(at(slope, 0), 1, accuracy);
  EXPECT_NEAR(to_double(slope.shocks[0].v_plus[0]), -0.75, accuracy);
  EXPECT_NEAR(to_double(slope.shocks[0].v_plus[1]), -0.25, accuracy);
  const double fall = std::sqrt(3.0) - 1, speed = 1 + fall;  // 1 − t − t²/2 = 0
  const answer corner =
      motion_of({{"x", "y"}, "(x'^2 + y'^2)/2", "y", {}, {"y - x", "y + x/2"}, "1/2", "2", {"0", "1"}, {"0", "-1"}});
  ASSERT_GE(corner.shocks.size(), 1U) << corner.status;
  EXPECT_NEAR(at(corner, 0), fall, accuracy);
  EXPECT_EQ(corner.shocks[0].active.size(), 2U);
  EXPECT_NEAR(to_double(corner.shocks[0].v_plus[0]), 0, accuracy);
  EXPECT_NEAR(to_double(corner.shocks[0].v_plus[1]), speed / 2, accuracy);
  const answer rest =
      motion_of({{"x", "y"}, "(x'^2 + y'^2)/2", "y", {}, {"y - x", "y + x/2"}, "0", "2", {"0", "1"}, {"0", "-1"}});
  ASSERT_EQ(rest.status, "completed");
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(end_q(rest, i), 0, accuracy);
    EXPECT_NEAR(end_v(rest, i), 0, accuracy);
  }
}

/// Free motion in polar coordinates, T = (r'² + r² a'²)/2, is a straight line; the wall r ≤ 2 is met where 1 + t² = 4.
TEST(independent, the_metric_may_depend_on_the_position) {
  const answer a = motion_of({{"r", "a"}, "(r'^2 + r^2*a'^2)/2", "0", {}, {"2 - r"}, "1", "3", {"1", "0"}, {"0", "1"}});
  ASSERT_EQ(a.status, "completed");
  ASSERT_EQ(a.shocks.size(), 1U);
  EXPECT_NEAR(at(a, 0), std::sqrt(3.0), accuracy);
  EXPECT_NEAR(to_double(a.shocks[0].q[1]), pi_ / 3, accuracy);
  // Reflected: the radius as it was, mirrored in time; the angle goes on.
  EXPECT_NEAR(end_q(a, 0), std::sqrt(1 + std::pow(2 * std::sqrt(3.0) - 3, 2)), accuracy);
}

/// A bump of width 1/100 on the way of a point flying low: the impact at 5 − √(ln 2 · 10^−4), by the steps that its
/// width asks for.
TEST(independent, a_narrow_bump_is_met) {
  const answer a = motion_of(
      {{"x", "y"}, "(x'^2 + y'^2)/2", "0", {}, {"y - exp(-10000*(x - 5)^2)"}, "1", "6", {"0", "1/2"}, {"1", "0"}},
      0.01);
  ASSERT_EQ(a.shocks.size(), 1U) << a.status;
  EXPECT_NEAR(at(a, 0), 5 - std::sqrt(std::log(2.0)) / 100, accuracy);
}

TEST(independent, what_is_not_decided_is_said) {
  const auto status = [](const written& w) { return motion_of(w).status; };
  // x = (1 − t)²: touches the wall without a blow.
  EXPECT_TRUE(
      status({{"x"}, "x'^2/2", "-2*x", {}, {"x"}, "1/2", "2", {"1"}, {"-2"}}).starts_with("undecided: gap 1 touches 0"))
      << status({{"x"}, "x'^2/2", "-2*x", {}, {"x"}, "1/2", "2", {"1"}, {"-2"}});
  // Onto the ridge of a roof: no normal there.
  EXPECT_TRUE(status({{"x", "y"}, "(x'^2 + y'^2)/2", "y", {}, {"y + abs(x)"}, "1/2", "3", {"0", "1"}, {"0", "0"}})
                  .starts_with("undecided: gap 1 is met on its edge"));
  // Neither pressed nor pulled.
  EXPECT_TRUE(status({{"x"}, "x'^2/2", "0", {}, {"x"}, "1/2", "2", {"0"}, {"0"}})
                  .starts_with("undecided: contact 1 neither presses nor leaves"));
  // Two walls that meet.
  EXPECT_TRUE(
      status({{"x"}, "x'^2/2", "0", {}, {"x + 1", "1 - x - t"}, "0", "3", {"0"}, {"0"}}).starts_with("undecided: "));
}

}  // namespace
}  // namespace unilateral::random_systems
