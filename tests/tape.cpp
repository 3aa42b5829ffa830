/// Compiled formulas: the same value as the formula read as a tree, in every scalar, each common subformula once,
/// without allocation when run. Tolerance: none where the operations are the same; integer powers become products, 64
/// ε.
#include "problems/language/tape.hpp"

#include "problems/language/evaluated_system.hpp"
#include "problems/language/many_digits.hpp"

#include "tests/support/allocations.hpp"
#include "tests/support/random_formula.hpp"

#include <gtest/gtest.h>

namespace unilateral {
namespace {

using std::abs;

template <class S>
S read_as_tree(const expression& x, const S& t, const std::vector<S>& q, const std::vector<S>& v) {
  switch (x.op()) {
    case operation::constant:
      return exact<S>(x.root().value);
    case operation::pi:
      return scalar_traits<S>::pi();
    case operation::time:
      return t;
    case operation::coordinate:
      return q[static_cast<std::size_t>(x.root().index)];
    case operation::velocity:
      return v[static_cast<std::size_t>(x.root().index)];
    default:
      break;
  }
  const S left = read_as_tree(x.left(), t, q, v);
  return evaluate<S>(x.op(), left, arity(x.op()) == 2 ? read_as_tree(x.right(), t, q, v) : left);
}

template <class S>
void compare(int trials) {
  std::mt19937 random(1983);
  std::uniform_int_distribution<int> point(-100, 100);
  for (int trial = 0; trial < trials; ++trial) {
    const expression x = random_formula(random, 2, 4), y = random_formula(random, 2, 3);
    const S t = S(point(random)) / S(128);
    const std::vector<S> q{S(point(random)) / S(128), S(point(random)) / S(128)},
        v{S(point(random)) / S(128), S(point(random)) / S(128)};
    tape<S> compiled({x, y, x}, 2);
    compiled.run(t, q.data(), v.data());
    const S expected = read_as_tree(x, t, q, v);
    EXPECT_LE(abs(S(compiled[0] - expected)), S(1 << 12) * epsilon<S>() * (S(1) + abs(expected)))
        << to_text(x, {"a", "b"});
    EXPECT_EQ(compiled[0], compiled[2]);
    EXPECT_EQ(compiled.order().outputs[0], compiled.order().outputs[2]);
    const tape<S> copy = compiled;
    compiled.run(S(0), v.data(), q.data());
    EXPECT_EQ(copy[0], copy[2]);
  }
}

TEST(tape, gives_the_value_of_the_formula_in_double) { compare<double>(200); }
TEST(tape, gives_the_value_of_the_formula_in_fifty_digits) { compare<real50>(40); }

TEST(tape, the_same_subformula_is_computed_once) {
  const auto s = [] { return sin(coordinate(0) + time()); };  // made anew each time: equal, not shared
  const evaluation_order order = order_evaluation({s() * s() + s(), cos(s())}, 1);
  EXPECT_EQ(order.code.size(), 5u);  // +, sin, *, +, cos
}

TEST(tape, integer_powers_are_products) {
  const evaluation_order order = order_evaluation({pow(coordinate(0), 8), pow(coordinate(0), -3)}, 1);
  for (const instruction& c : order.code) EXPECT_NE(c.op, operation::power);
  tape<double> run({pow(coordinate(0), 8), pow(coordinate(0), -3), pow(coordinate(0), rational(1, 2))}, 1);
  const double q = 1.5;
  run.run(0, &q, nullptr);
  EXPECT_NEAR(run[0], std::pow(1.5, 8), 64 * epsilon<double>() * 26);
  EXPECT_NEAR(run[1], std::pow(1.5, -3), 64 * epsilon<double>());
  EXPECT_EQ(run[2], std::sqrt(1.5));
}

TEST(tape, constants_are_told_apart_by_value_however_long_their_text) {
  // Each round writes the constant before it twice: a text of 2^22 letters, but 22 nodes. Work in proportion to the
  // nodes, not to the text: some allocations each.
  const auto nested = [] {
    expression x = pi();
    for (int round = 0; round < 22; ++round) x = sin(x) + x;
    return x;
  };
  const expression once = nested(), again = nested(), other = nested() + rational(1, 3);
  const std::int64_t before = allocations;
  const evaluation_order order =
      order_evaluation({coordinate(0) * once, coordinate(0) * again, coordinate(0) + other}, 1);
  EXPECT_LE(allocations - before, 5000);
  EXPECT_EQ(order.outputs[0], order.outputs[1]);
  EXPECT_NE(order.outputs[0], order.outputs[2]);
  // Every constant once: pi, 22 sines, 22 sums, 1/3 and the last sum.
  EXPECT_EQ(order.constants.size(), 47u);
  // And its value costs as little: 60 rounds of x + sin x lead from 1 to π.
  expression towards_pi = sin(expression(1));
  for (int round = 0; round < 60; ++round) towards_pi = sin(towards_pi) + towards_pi;
  const tape<double> value({towards_pi}, 0);
  EXPECT_NEAR(value[0], std::numbers::pi, 4 * epsilon<double>());
  // A number is its value, however it was made; a parameter that is called as a number is written would be none.
  EXPECT_EQ(order_evaluation({coordinate(0) + rational(2, 6), coordinate(0) - expression(rational(1, 3))}, 1)
                .constants.size(),
            1u);
}

TEST(tape, constants_need_no_run) {
  tape<double> constant({pi() * 2, expression(rational(1, 3))}, 0);
  EXPECT_TRUE(constant.is_constant());
  EXPECT_EQ(constant[0], 2 * std::numbers::pi);
  EXPECT_EQ(constant[1], 1.0 / 3);
  EXPECT_FALSE(tape<double>({time()}, 0).is_constant());
  EXPECT_FALSE(tape<double>({coordinate(0)}, 1).is_constant());
}

TEST(tape, runs_without_allocation) {
  std::mt19937 random(5);
  tape<double> compiled({random_formula(random, 2, 5)}, 2);
  const double q[] = {0.1, 0.2}, v[] = {0.3, 0.4};
  const std::int64_t before = allocations;
  for (int k = 0; k < 100; ++k) compiled.run(k * 0.01, q, v);
  EXPECT_EQ(allocations, before);
}

TEST(evaluated_system, gives_matrices_of_the_formulas) {
  // Double pendulum of unit masses and lengths: M, f by Lagrange's equations; a gap that moves.
  mechanical_system s;
  s.coordinates = {"a", "b"};
  const expression a = coordinate(0), b = coordinate(1), u = velocity(0), w = velocity(1);
  set_energies(s, u * u + w * w / 2 + u * w * cos(a - b), -(2 * cos(a) + cos(b)));
  s.gap = {1 - sin(a) - time() * time(), b};
  evaluated_system<double> system(s);
  const double q[] = {0.3, -0.5}, v[] = {1.5, 0.25}, t = 0.75;
  system.evaluate_mass(t, q);
  Eigen::Matrix2d M;
  system.copy_mass(M);
  EXPECT_NEAR(M(0, 1), std::cos(0.8), 4 * epsilon<double>());
  EXPECT_EQ(M(0, 0), 2);
  system.evaluate_force(t, q, v);
  // (d/dt of momenta) − ∂T/∂q + ∂U/∂q = 0 gives f_0 = −sin(a − b) w² − 2 sin a, f_1 = sin(a − b) u² − sin b.
  EXPECT_NEAR(system.force(0), -std::sin(0.8) * 0.0625 - 2 * std::sin(0.3), 8 * epsilon<double>());
  EXPECT_NEAR(system.force(1), std::sin(0.8) * 2.25 - std::sin(-0.5), 8 * epsilon<double>());
  system.evaluate_gradient(t, q);
  system.evaluate_gap(t, q);
  system.evaluate_gap_rate(t, q);
  EXPECT_NEAR(system.gradient_dot(0, v), -std::cos(0.3) * 1.5, 4 * epsilon<double>());
  EXPECT_EQ(system.gradient_dot(1, v), 0.25);
  EXPECT_EQ(system.gap_rate(0), -1.5);
  EXPECT_EQ(system.gap(1), -0.5);
  EXPECT_FALSE(system.constraints_are_fixed());
  EXPECT_FALSE(system.mass_is_constant());
  EXPECT_FALSE(system.mass_is_diagonal());
}

}  // namespace
}  // namespace unilateral
