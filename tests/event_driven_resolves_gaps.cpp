// Theorem: what a Taylor series leaves out is bounded by the recurrence that made it (remainder.hpp), and by Cauchy: a
// formula that stays within r of its value at 0 on |τ| ≤ ρ has coefficients |c_k| ≤ r/ρ^k. Hence no gap falls to 0
// and no force acts on a step without being seen, wherever the series of the motion would allow a longer one.
// Hypotheses: formulas analytic along the flight. Values: closed forms, given beside each test. Tolerances: a root is
// known to the rounding of its gap, some 2⁶ ε of the numbers in it, divided by the rate of fall.

#include "problems/language/many_digits.hpp"
#include "solvers/event_driven/disc.hpp"
#include "solvers/event_driven/event_driven.hpp"
#include "solvers/event_driven/polynomial_values.hpp"
#include "solvers/event_driven/taylor_tape.hpp"
#include "tests/support/statements.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <random>

namespace unilateral::event_driven {
namespace {

using statements::bodies;
using statements::free_bodies;
using std::abs;
using std::exp;
using std::log;
using std::sqrt;

const expression x = coordinate(0), y = coordinate(1), t = time();

template <class S>
class resolved : public testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(resolved, scalars);

TYPED_TEST(resolved, is_a_narrow_bump_far_ahead_of_a_straight_flight) {
  using S = TypeParam;
  // At height 1/2 over exp(−s (x − 5)²), speed 1: the impact is where s (x − 5)² = ln 2. The series of exp at the start
  // is 0 to any digits.
  for (const int s : {100, 10000, 1000000}) {
    const auto run =
        solve<S>(free_bodies({1, 1}, {y - exp(-s * pow(x - 5, 2))}, 1, {0, rational(1, 2)}, {1, 0}, 10), {});
    ASSERT_TRUE(run.completed()) << run.status;
    ASSERT_EQ(run.impacts.size(), 1u) << s;
    const S right = S(5) - sqrt(S(log(S(2)) / S(s)));
    // The exponent, s (x − 5)² of order 1, takes 2 s |x − 5| 5 ε from the rounding of x: less than 2⁴ √s ε, in a gap
    // that falls at a rate above √s/2.
    EXPECT_LE(abs(run.impacts[0].t - right), S(64) * epsilon<S>() * S(5)) << s;
  }
  // Negative control: at height 3/2 the bump is passed over.
  EXPECT_TRUE(solve<S>(free_bodies({1, 1}, {y - exp(-100 * pow(x - 5, 2))}, 1, {0, rational(3, 2)}, {1, 0}, 10), {})
                  .impacts.empty());
}

TYPED_TEST(resolved, is_a_wall_that_comes_for_an_instant) {
  using S = TypeParam;
  // At rest at 1/2 before the wall exp(−s (t − 5)²), e = 1: hit when the wall comes through 1/2, at the rate 2 s √(ln
  // 2/s) / 2, and off at twice that.
  const auto run = solve<S>(free_bodies({1}, {x - exp(-400 * pow(t - 5, 2))}, 1, {rational(1, 2)}, {0}, 10), {});
  ASSERT_EQ(run.impacts.size(), 1u);
  const S d = sqrt(S(log(S(2)) / S(400)));
  EXPECT_LE(abs(run.impacts[0].t - (S(5) - d)), S(512) * epsilon<S>());
  EXPECT_LE(abs(run.end_velocity[0] - S(800) * d),
            S(65536) * epsilon<S>() * S(800));  // the slope of the wall takes 2 s of the rounding of t, 5 ε
}

TYPED_TEST(resolved, is_a_force_that_acts_for_an_instant) {
  using S = TypeParam;
  // From rest, x'' = exp(−s (t − 1)²), far below any rounding at the start: v(2) = √(π/s) erf(√s), where erf(√s) is 1
  // less e^−s < 10^−60 for s = 150.
  const auto run = solve<S>(bodies({1}, {exp(-150 * pow(t - 1, 2))}, {}, 0, {0}, {0}, 2), {});
  ASSERT_TRUE(run.completed()) << run.status;
  const S right = sqrt(S(scalar_traits<S>::pi() / S(150)));
  // Some hundred steps, each good to 2⁶ ε of its velocity.
  EXPECT_LE(abs(run.end_velocity[0] - right), S(8192) * epsilon<S>() * right);
}

TYPED_TEST(resolved, is_a_curved_ground_seen_along_a_parabola) {
  using S = TypeParam;
  // x = 2 τ, y = 2 − 5 τ² over cos x: the impact solves 2 − 5 τ² = cos 2τ. Bisection on that, which falls from 1 at 0.
  const auto run = solve<S>(bodies({1, 1}, {0, -10}, {y - cos(x)}, 0, {0, 2}, {2, 0}, rational(3, 4)), {});
  ASSERT_GE(run.impacts.size(), 1u);
  S low(0), high(1);
  for (int k = 0; k < 4 * std::numeric_limits<S>::digits; ++k) {
    using std::cos;
    const S middle = (low + high) / S(2);
    (S(2) - S(5) * middle * middle - cos(S(2) * middle) > S(0) ? low : high) = middle;
  }
  EXPECT_LE(abs(run.impacts[0].t - low), S(32) * epsilon<S>());
}

TYPED_TEST(resolved, is_a_second_opinion_of_other_degree_and_steps) {
  using S = TypeParam;
  const statement pendulum = statements::double_pendulum(rational(1, 2));
  request other;
  other.second_opinion = true;
  const auto first = solve<S>(pendulum, {}), second = solve<S>(pendulum, other);
  EXPECT_GT(second.counts.steps, first.counts.steps);
  // Forces a step: the degree. Both may well be right to the last digit.
  EXPECT_LT(second.counts.force_evaluations * first.counts.steps, first.counts.force_evaluations * second.counts.steps);
  // The end is known to 30 digits; the motion amplifies roundings some 2⁸ times.
  const S right = exact<S>("-0.143596435216487926576583334667"),
          bound = S(65536) * epsilon<S>() + exact<S>(rational(1, 1000000)) * exact<S>("1e-24");
  EXPECT_LE(abs(first.end_position[0] - right), bound);
  EXPECT_LE(abs(second.end_position[0] - right), bound);
}

/// Values of formulas at complex points, by the C++ library: independent of discs and series.
using number = std::complex<double>;

TEST(discs, contain_the_values_of_formulas_at_complex_points) {
  // Along q = (2 + τ/2, 1/3 − τ + τ²), |τ| ≤ ρ: values of each formula at random points of the disc lie in its bound.
  // Tolerance: none; the radius has its rounding.
  const std::vector<expression> all = {sin(x) * cos(y),
                                       exp(x * y),
                                       log(x + y),
                                       sqrt(x),
                                       pow(x, rational(5, 2)),
                                       x / (2 + y),
                                       sinh(y),
                                       cosh(x),
                                       tanh(x),
                                       tanh(y),
                                       atan(y),
                                       asin(y / 2),
                                       acos(y / 2),
                                       atan2(y, x),
                                       2 / (exp(20 * x) + 1),
                                       exp(-100 * pow(x - 1, 2))};
  using function = number (*)(number, number);
  const std::vector<function> same = {[](number a, number b) { return std::sin(a) * std::cos(b); },
                                      [](number a, number b) { return std::exp(a * b); },
                                      [](number a, number b) { return std::log(a + b); },
                                      [](number a, number) { return std::sqrt(a); },
                                      [](number a, number) { return std::pow(a, 2.5); },
                                      [](number a, number b) { return a / (2.0 + b); },
                                      [](number, number b) { return std::sinh(b); },
                                      [](number a, number) { return std::cosh(a); },
                                      [](number a, number) { return std::tanh(a); },
                                      [](number, number b) { return std::tanh(b); },
                                      [](number, number b) { return std::atan(b); },
                                      [](number, number b) { return std::asin(b / 2.0); },
                                      [](number, number b) { return std::acos(b / 2.0); },
                                      [](number a, number b) { return std::atan(b / a); },
                                      [](number a, number) { return 2.0 / (std::exp(20.0 * a) + 1.0); },
                                      [](number a, number) { return std::exp(-100.0 * (a - 1.0) * (a - 1.0)); }};
  taylor_tape<double> tape(all, {}, 2, 4);
  tape.bound_degrees(unbounded_degree);
  tape.position(0)[0] = 2;
  tape.position(1)[0] = 1.0 / 3;
  tape.run(taylor_tape<double>::part::first, 0);
  std::mt19937 random(1789);
  std::uniform_real_distribution<double> unit(0, 1);
  const disc_arithmetic<double> in(std::numeric_limits<double>::epsilon());
  for (const double ρ : {0.01, 0.1, 0.4}) {
    tape.enclose(
        in, in.exactly(0), [&](int i) { return i == 0 ? disc<double>{2, ρ / 2} : disc<double>{1.0 / 3, ρ + ρ * ρ}; },
        [&](int) { return disc<double>{}; });
    tape.enclose_formulas(in, taylor_tape<double>::part::first);
    for (std::size_t k = 0; k < all.size(); ++k) {
      const disc<double>& bound = tape.bound(tape.output_slot(k));
      EXPECT_TRUE(bound.is_bounded() && bound.analytic) << k << " at " << ρ;
      double farthest = 0;
      for (int trial = 0; trial < 200; ++trial) {
        const number τ = std::polar(trial % 2 == 0 ? ρ : ρ * unit(random), 6.2831853 * unit(random));
        farthest = std::max(farthest, std::abs(same[k](2.0 + τ / 2.0, 1.0 / 3 - τ + τ * τ) - bound.centre));
      }
      EXPECT_LE(farthest, bound.radius) << k << " at " << ρ << ", seed 1789";
    }
  }
  // Negative control: bounds are no wider than they have to be: of √(2 + z), |z| ≤ r = 10^-3, the bound is √2 − √(2 −
  // r) = r/√8 (1 + r/8 + …), and its rounding.
  tape.enclose(
      in, in.exactly(0), [&](int i) { return disc<double>{i == 0 ? 2 : 1.0 / 3, 1e-3}; },
      [&](int) { return disc<double>{}; });
  tape.enclose_formulas(in, taylor_tape<double>::part::first);
  EXPECT_LT(tape.bound(tape.output_slot(3)).radius, 1e-3 / std::sqrt(8.0) * (1 + 1e-3 / 7));
}

TEST(remainders, hold_what_series_leave_out) {
  // Theorem (remainder.hpp): |f(q(s)) − Σ_{k ≤ K} c_k s^k| ≤ ζ (s/h)^(K+1) on [0, h]. Along q = (2 + s, 1/2 − s + s²)
  // at 50 digits, where rounding is far below what 12 terms leave out; values by the tape of the vocabulary, which
  // knows no series. Formulas of the second part are known to two orders less. Tolerance: none.
  const int K = 12;
  const std::vector<expression> all = {sin(x) * cos(y),
                                       tan(y),
                                       exp(x * y),
                                       log(x + y),
                                       sqrt(x),
                                       pow(x, rational(5, 2)),
                                       pow(y, -3),
                                       x / y,
                                       abs(-y) * x,
                                       sinh(y),
                                       cosh(x * y),
                                       tanh(x),
                                       tanh(y - x),
                                       atan(x),
                                       asin(y),
                                       acos(y * y),
                                       atan2(y, x),
                                       max(x, y) * sin(t),
                                       2 / (exp(-x) + 1),
                                       exp(-1 / x) / sqrt(1 + x * y),
                                       sin(exp(y)) * (velocity(1) - x)};
  using tape_of_50 = taylor_tape<real50>;
  for (const bool in_second : {false, true}) {
    tape_of_50 tape(in_second ? std::vector<expression>{y} : all, in_second ? all : std::vector<expression>{y}, 2, K);
    tape.bound_degrees(unbounded_degree);
    tape.set_time(1, 1);
    const real50 start[2][3] = {{2, 1, 0}, {real50(1) / 2, -1, 1}};
    for (int i = 0; i < 2; ++i) {
      std::copy(start[i], start[i] + 3, tape.position(i));
      for (int k = 1; k < 3; ++k) tape.velocity(i)[k - 1] = real50(k) * start[i][k];
    }
    const int known = in_second ? K - 2 : K;
    for (int k = 0; k <= K; ++k) tape.run(tape_of_50::part::first, k);
    for (int k = 0; k <= K - 2; ++k) tape.run(tape_of_50::part::second, k);
    unilateral::tape<real50> values(all, 2);
    for (const double h : {1.0 / 64, 1.0 / 16, 1.0 / 8}) {
      tape.leave_out(h, K, K - 2, true);
      for (std::size_t k = 0; k < all.size(); ++k) {
        const int slot = tape.output_slot(in_second ? k + 1 : k);
        const real50 bound = real50(tape.left_out(slot).beyond(known));
        real50 error(0);
        for (const double part : {1.0, 0.5}) {
          const real50 s = real50(part) * h, q[2] = {2 + s, real50(1) / 2 - s + s * s}, v[2] = {1, 2 * s - 1};
          values.run(1 + s, q, v);
          error = abs(values[static_cast<int>(k)] - value(tape.series(slot), known, s));
          EXPECT_LE(error, bound * pow(real50(part), known + 1)) << to_text(all[k], {"x", "y"}) << ", h = " << h;
          // Negative control: the bound knows the motion. Signs of the terms alone make the two differ.
          if (part == 1.0) {
            EXPECT_LE(bound, real50(1e6) * error) << to_text(all[k], {"x", "y"}) << ", h = " << h;
          }
        }
      }
    }
  }
}

TEST(remainders, are_infinite_where_a_singularity_is_passed) {
  // 1/x and √x along x = 1/2 − s have none beyond s = 1/2, and log x grows beyond bounds. That x² + 1/100 is 0 at
  // complex times beside the step does not matter to its root on real ones…
  taylor_tape<double> tape({1 / x, sqrt(x), log(x), sqrt(x * x + rational(1, 100))}, {}, 1, 20);
  tape.bound_degrees(unbounded_degree);
  tape.position(0)[0] = 0.5;
  tape.position(0)[1] = -1;
  for (int k = 0; k <= 20; ++k) tape.run(taylor_tape<double>::part::first, k);
  tape.leave_out(0.51, 20, 20, true);
  for (const std::size_t k : {0, 1, 2}) EXPECT_FALSE(std::isfinite(tape.left_out(tape.output_slot(k)).left_out)) << k;
  // … but the series of its root does not converge there, and its remainder says so.
  EXPECT_FALSE(tape.left_out(tape.output_slot(3)).left_out < 1e-6);
  tape.leave_out(0.1, 20, 20, true);
  for (const std::size_t k : {0, 1, 2, 3}) EXPECT_LT(tape.left_out(tape.output_slot(k)).left_out, 1e-10) << k;
}

TEST(discs, are_unbounded_where_a_singularity_is_near) {
  const disc_arithmetic<double> in(std::numeric_limits<double>::epsilon());
  EXPECT_FALSE(in.divide(in.exactly(1), {1, 1}).is_bounded());
  EXPECT_FALSE(in.log({1, 1}).is_bounded());
  EXPECT_FALSE(in.atan({0, 1}).analytic);
  EXPECT_FALSE(in.sqrt({1, 1}).analytic);
  EXPECT_TRUE(in.sqrt({1, 1}).is_bounded());  // for real values
  EXPECT_GE(in.sqrt({1, 1}).centre + in.sqrt({1, 1}).radius, std::sqrt(2.0));
}

}  // namespace
}  // namespace unilateral::event_driven
