/// Theorem: under the force of problems/smooth_force.hpp, infinitely smooth, rest and bounces that grow both solve the
/// statement from one and the same start [Schatzman 1978], [Ballard 2000]. The paths themselves are examined in
/// catalogue_paths.cpp; here the force is compared with a second derivative taken by rules, and every solver is asked
/// which of the two motions it finds.
///
/// Tolerances. Engines: 16 roundings of the largest speed, 2. What a bounce leaves of an error is less: in a bump the
/// force is a function of t alone, so that (δu, δv) at its begin becomes −e (δu + d δv, δv) after the impact, e = 1/2,
/// d < 1. Schemes: the error is of order h, and stated where it is used.

#include "problems/language/many_digits.hpp"
#include "problems/smooth_force.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace unilateral {
namespace {

using problems::under_smooth_force;

/// The value of a formula in t and the parameters z, e.
real50 value_of(const expression& f, const rational& z) {
  return constant_value<real50>(substitute(f, {{"z", z}, {"e", 0.5_x}}));
}

/// Tolerance, in ε I/r: 64 operations on terms that add up to 6.7 in (2) and 7.8 by the rules, below 8 both; and x from
/// t is off by 4 roundings of 1/2 over r = 1/10, which |φ'| < 53 makes 53 times as large.
TEST(smooth_force, is_the_second_derivative_of_the_antiderivative_that_the_reference_uses) {
  const expression z = parameter("z"), A = (z + sqrt(z * z + exp(-1 / (1 - z * z)))) / 2,
                   twice = derivative(derivative(A, z), z);
  // One bump, t from 1/2: x = (t − 1/2 + r)/r, strength I/r.
  const problems::smooth_bump<expression> b(0, parameter("e"));
  const expression in_z = (z - 1) * b.r + rational(1, 2);
  mechanical_system system = with_values(under_smooth_force(1, true)).system;
  const tape<real50> force(system.force, 1);
  for (const char* const at : {"-99/100", "-9/10", "-1/3", "0", "1/7", "4/5", "99/100"}) {
    const rational x = exact_rational(at);
    tape<real50> f = force;
    const real50 nothing = 0;
    f.run(value_of(in_z, x), &nothing, &nothing);
    const real50 strength = value_of(b.I / b.r, x), expected = -strength * value_of(twice, x);
    EXPECT_LE(abs(real50(f[0] - expected)), (64 * 8 + 20 * 53) * epsilon<real50>() * strength) << at;
    EXPECT_LT(f[0], 0) << at;  // rest presses
  }
  // Outside the bump there is none, and inside it has the mass 1: A' goes from 0 to 1.
  for (const char* const at : {"-1", "1", "-5", "7"}) {
    tape<real50> f = force;
    const real50 nothing = 0;
    f.run(value_of(in_z, exact_rational(at)), &nothing, &nothing);
    EXPECT_EQ(f[0], 0) << at;
  }
}

/// Engines, both scalars: the motion of the initial speed, to the last impact. A solver that steps over a bump ends at
/// its first speed, w_N.
template <scalar S>
void engines_find_the_motion_of_their_start(int N) {
  for (const study::listed_solver& s : study::solver_list()) {
    if (!s.declaration.reference_engine) continue;
    const statement moving = with_values(under_smooth_force(N, true));
    const solution<S> hop = s.solve<S>(moving, {});
    ASSERT_TRUE(hop.completed()) << s.declaration.name << ": " << hop.status;
    EXPECT_EQ(hop.impacts.size(), static_cast<std::size_t>(N)) << s.declaration.name;
    using std::abs;
    const S tolerance = S(32) * epsilon<S>();
    // Some 90 a bump by collocation; 175 to 320 on series, which take no step on which the force is not bounded. One
    // that resolves the smooth beginning of a bump beside itself takes 900.
    const int steps_a_bump = s.declaration.name == "event_driven" ? 400 : 120;
    EXPECT_LE(hop.counts.steps, steps_a_bump * N) << s.declaration.name;
    EXPECT_LE(abs(S(hop.end_velocity[0] - S(1))), tolerance) << s.declaration.name << ", N = " << N;
    EXPECT_LE(abs(S(hop.end_position[0] - problems::smooth_bump<S>::power_of_half(N))), tolerance)
        << s.declaration.name << ", N = " << N;
  }
}
TEST(smooth_force, engines_bounce_from_the_slower_start_in_double) {
  for (const int N : {1, 2, 3, 5, 7}) engines_find_the_motion_of_their_start<double>(N);
}
TEST(smooth_force, engines_bounce_from_the_slower_start_at_fifty_digits) {
  for (const int N : {1, 2, 4}) engines_find_the_motion_of_their_start<real50>(N);
}
/// From w_8 = 2^(−64) on: its first flight is 5e-23 high, and the last 2^(−8).
TEST(smooth_force, eight_bounces_take_fifty_digits_of_one_engine) {
  const solution<real50> run =
      study::find_solver("event_driven").solve<real50>(with_values(under_smooth_force(8, true)), {});
  EXPECT_EQ(run.impacts.size(), 8U);
  EXPECT_LE(abs(real50(run.end_velocity[0] - 1)), 32 * epsilon<real50>());
}

TEST(smooth_force, engines_rest_where_the_start_rests) {
  for (const study::listed_solver& s : study::solver_list()) {
    if (!s.declaration.reference_engine) continue;
    const solution<double> rest = s.solve<double>(with_values(under_smooth_force(2, false)), {});
    ASSERT_TRUE(rest.completed()) << s.declaration.name << ": " << rest.status;
    EXPECT_TRUE(rest.impacts.empty()) << s.declaration.name;
    EXPECT_EQ(rest.end_velocity[0], 0) << s.declaration.name;
    ASSERT_EQ(rest.contacts.size(), 1U) << s.declaration.name;
    EXPECT_EQ(rest.contacts[0].to, 1) << s.declaration.name;
  }
}

/// From rest, every scheme stays at rest; started at w_2 it ends near speed 1, provided that its steps see both bumps:
/// the first is 2 r_1 = 1/34 wide, and the error h (some steps of speed 1/2 near the impacts).
TEST(smooth_force, schemes_pick_the_motion_of_their_initial_speed) {
  for (const study::listed_solver& s : study::solver_list()) {
    const statement at_rest = with_values(under_smooth_force(3, false));
    if (!s.declaration.applies_to.needs_step() || !s.solves(at_rest)) continue;
    const solution<double> rest = s.solve<double>(at_rest, {.step = rational(1, 3989), .until = {}});
    EXPECT_LE(std::abs(rest.end_velocity[0]), 1e-9) << s.declaration.name;
    EXPECT_LE(std::abs(rest.end_position[0]), 1e-9) << s.declaration.name;
    const solution<double> hop =
        s.solve<double>(with_values(under_smooth_force(2, true)), {.step = rational(1, 200003), .until = {}});
    EXPECT_NEAR(hop.end_velocity[0], 1, 0.01) << s.declaration.name;
  }
}

}  // namespace
}  // namespace unilateral
