/// Formulas as an algebra with derivations. Derivatives are compared with dual numbers (ceres::Jet), an independent
/// second method run on the same tape; tolerance: 2^16 ε times the size of the derivative, for formulas of some hundred
/// operations. Identities are exact.
#include "problems/language/expression.hpp"

#include "problems/language/input_error.hpp"
#include "problems/language/partial_derivatives.hpp"
#include "problems/language/tape.hpp"

#include "tests/support/random_formula.hpp"

#include <ceres/jet.h>
#include <gtest/gtest.h>

#include <array>

namespace unilateral {
namespace {

constexpr int n = 2;
using jet = ceres::Jet<double, 1 + 2 * n>;  // ∂/∂t, ∂/∂q, ∂/∂v

jet evaluate_jet(const expression& x, const std::array<jet, 1 + 2 * n>& at) {
  switch (x.op()) {
    case operation::constant:
    case operation::pi:
      return jet(constant_value<double>(x));
    case operation::time:
      return at[0];
    case operation::coordinate:
      return at[static_cast<std::size_t>(1 + x.root().index)];
    case operation::velocity:
      return at[static_cast<std::size_t>(1 + n + x.root().index)];
    default:
      break;
  }
  const jet f = evaluate_jet(x.left(), at);
  if (arity(x.op()) == 2) {
    const jet g = evaluate_jet(x.right(), at);
    switch (x.op()) {
      case operation::add:
        return f + g;
      case operation::subtract:
        return f - g;
      case operation::multiply:
        return f * g;
      case operation::divide:
        return f / g;
      case operation::atan2:
        return ceres::atan2(f, g);
      case operation::min:
        return ceres::fmin(f, g);
      case operation::max:
        return ceres::fmax(f, g);
      default:
        return x.right().is_constant() ? ceres::pow(f, constant_value<double>(x.right())) : ceres::pow(f, g);
    }
  }
  switch (x.op()) {
    case operation::negate:
      return -f;
    case operation::sin:
      return ceres::sin(f);
    case operation::cos:
      return ceres::cos(f);
    case operation::tan:
      return ceres::tan(f);
    case operation::exp:
      return ceres::exp(f);
    case operation::log:
      return ceres::log(f);
    case operation::sqrt:
      return ceres::sqrt(f);
    case operation::asin:
      return ceres::asin(f);
    case operation::acos:
      return ceres::acos(f);
    case operation::atan:
      return ceres::atan(f);
    case operation::sinh:
      return ceres::sinh(f);
    case operation::cosh:
      return ceres::cosh(f);
    case operation::tanh:
      return ceres::tanh(f);
    case operation::abs:
      return ceres::abs(f);
    default:
      throw std::logic_error("evaluate_jet: an operation without a dual number");
  }
}

expression variable(int k) { return k == 0 ? time() : k <= n ? coordinate(k - 1) : velocity(k - 1 - n); }

double value(const expression& x, const std::array<double, 1 + 2 * n>& at) {
  tape<double> run({x}, n);
  run.run(at[0], at.data() + 1, at.data() + 1 + n);
  return run[0];
}

TEST(expression_algebra, derivatives_agree_with_dual_numbers) {
  std::mt19937 random(1963);
  std::uniform_real_distribution<double> point(-1, 1);
  for (int trial = 0; trial < 300; ++trial) {
    const expression x = random_formula(random, n, 4);
    std::array<double, 1 + 2 * n> at{};
    std::array<jet, 1 + 2 * n> seeds;
    for (std::size_t k = 0; k < at.size(); ++k) {
      at[k] = point(random);
      seeds[k] = jet(at[k], static_cast<int>(k));
    }
    const jet dual = evaluate_jet(x, seeds);
    EXPECT_NEAR(value(x, at), dual.a, 65536 * epsilon<double>() * (1 + std::abs(dual.a))) << to_text(x, {"a", "b"});
    for (int k = 0; k < 1 + 2 * n; ++k)
      EXPECT_NEAR(value(derivative(x, variable(k)), at), dual.v[k],
                  65536 * epsilon<double>() * (1 + dual.v.cwiseAbs().maxCoeff()))
          << to_text(x, {"a", "b"}) << " by variable " << k;
  }
}

TEST(expression_algebra, a_wrong_derivative_is_noticed) {
  // Negative control of the comparison: ∂/∂q_0 passed off for ∂/∂q_1.
  const expression x = sin(coordinate(0)) * exp(coordinate(1));
  const std::array<double, 1 + 2 * n> at{0, 0.5, 0.25, 0, 0};
  EXPECT_GT(std::abs(value(derivative(x, coordinate(0)), at) - value(derivative(x, coordinate(1)), at)), 0.1);
}

TEST(expression_algebra, tan_abs_and_general_powers_have_their_derivatives) {
  const std::array<double, 1 + 2 * n> at{0.3, 0.7, -0.4, 0, 0};
  EXPECT_NEAR(value(derivative(tan(coordinate(0)), coordinate(0)), at), 1 / (std::cos(0.7) * std::cos(0.7)),
              16 * epsilon<double>());
  EXPECT_EQ(value(derivative(abs(coordinate(1)), coordinate(1)), at), -1);
  EXPECT_NEAR(value(derivative(pow(coordinate(0), time()), time()), at), std::pow(0.7, 0.3) * std::log(0.7),
              16 * epsilon<double>());
  EXPECT_NEAR(value(derivative(pow(coordinate(0), time()), coordinate(0)), at), 0.3 * std::pow(0.7, -0.7),
              16 * epsilon<double>());
}

/// √(x²) is |x|, however the square is written: also where two copies of x were read one by one. Its derivative is sign
/// x: ±1 at points away from 0, where x/√(x²) would be, and 0 on the kink, where x/√(x²) is 0/0.
TEST(expression_algebra, the_root_of_a_square_is_an_absolute_value) {
  const auto x = [] { return coordinate(0); };
  const auto shifted = [] { return coordinate(0) - 1; };
  for (const auto& [root, inside, slope] : std::vector<std::tuple<expression, expression, expression>>{
           {sqrt(pow(x(), 2)), x(), sign(x())},
           {sqrt(x() * x()), x(), sign(x())},
           {sqrt(pow(shifted(), 2)), shifted(), sign(shifted())},
           {sqrt(shifted() * shifted()), shifted(), sign(shifted())},
           {sqrt(pow(x(), 4)), pow(x(), 2), 2 * abs(x()) * sign(x())},
           {sqrt(pow(x(), 6)), pow(x(), 3), 3 * pow(x(), 2) * sign(x())},
           {pow(pow(x(), 2), rational(1, 2)), x(), sign(x())}}) {
    EXPECT_EQ(root.op(), operation::abs);
    for (const double at : {-2.5, -0.5, 0., 0.75, 1., 3.}) {
      EXPECT_EQ(value(root, {0, at, 0, 0, 0}), std::abs(value(inside, {0, at, 0, 0, 0})));
      EXPECT_EQ(value(derivative(root, coordinate(0)), {0, at, 0, 0, 0}), value(slope, {0, at, 0, 0, 0}))
          << to_text(root, {"x"}) << " at " << at;
    }
  }
  EXPECT_EQ(sqrt(shifted() * x()).op(), operation::sqrt);
  EXPECT_EQ(sqrt(pow(x(), 3)).op(), operation::sqrt);
  EXPECT_EQ(sqrt(1 + pow(x(), 2)).op(), operation::sqrt);
}

/// Dual numbers know no step: the derivatives of min, max and sign are written down. On the kink both sides count half.
TEST(expression_algebra, switches_have_the_derivative_of_the_side_they_are_on) {
  const expression x = coordinate(0), t = time(), smaller = min(sin(x), x * t), larger = max(sin(x), x * t);
  for (const double at : {-0.7, 0.4}) {
    const std::array<double, 1 + 2 * n> state{0.9, at, 0, 0, 0};
    const bool first_is_smaller = std::sin(at) < 0.9 * at;
    EXPECT_EQ(value(derivative(smaller, x), state), first_is_smaller ? std::cos(at) : 0.9);
    EXPECT_EQ(value(derivative(larger, x), state), first_is_smaller ? 0.9 : std::cos(at));
    EXPECT_EQ(value(derivative(smaller, t), state), first_is_smaller ? 0 : at);
    EXPECT_EQ(value(derivative(sign(x) * x, x), state), at < 0 ? -1 : 1);
  }
  EXPECT_EQ(value(derivative(min(x, 3 * x), x), {0, 0, 0, 0, 0}), 2);
  EXPECT_EQ(value(step(x), {0, 0, 0, 0, 0}), 0.5);
  EXPECT_TRUE(std::isnan(value(step(log(x)), {0, -1, 0, 0, 0}))) << "what has no value has no sign";
}

/// All by one walk over what depends on a variable: formulas as `derivative` writes them, in whatever order they are
/// asked for, of a graph whose nodes are shared.
TEST(expression_algebra, partial_derivatives_of_one_formula_are_its_derivatives) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 60; ++trial) {
    const expression part = random_formula(random, n, 3), x = part * sin(part) + random_formula(random, n, 2);
    partial_derivatives of_x(x);
    for (const expression& variable : {coordinate(1), time(), velocity(0), coordinate(1), coordinate(0), velocity(1)})
      EXPECT_EQ(to_text(of_x(variable), {"a", "b"}), to_text(derivative(x, variable), {"a", "b"}));
  }
  partial_derivatives of_a(coordinate(0));
  EXPECT_TRUE(of_a(coordinate(0)).is(1));
  EXPECT_TRUE(of_a(velocity(0)).is(0));
  EXPECT_TRUE(of_a(parameter("a")).is(0));
}

TEST(expression_algebra, second_derivatives_commute) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> point(-1, 1);
  for (int trial = 0; trial < 60; ++trial) {
    const expression x = random_formula(random, n, 3);
    std::array<double, 1 + 2 * n> at{};
    for (double& entry : at) entry = point(random);
    const double ab = value(derivative(derivative(x, coordinate(0)), velocity(1)), at),
                 ba = value(derivative(derivative(x, velocity(1)), coordinate(0)), at);
    EXPECT_NEAR(ab, ba, 65536 * epsilon<double>() * (1 + std::abs(ab)));
  }
}

TEST(expression_algebra, the_total_derivative_is_the_chain_rule) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> point(-1, 1);
  const std::vector<expression> acceleration{velocity(1) - coordinate(0), sin(time())};
  for (int trial = 0; trial < 60; ++trial) {
    const expression x = random_formula(random, n, 3);
    expression sum = derivative(x, time());
    for (int i = 0; i < n; ++i)
      sum = sum + velocity(i) * derivative(x, coordinate(i)) +
            acceleration[static_cast<std::size_t>(i)] * derivative(x, velocity(i));
    std::array<double, 1 + 2 * n> at{};
    for (double& entry : at) entry = point(random);
    const double expected = value(sum, at);
    EXPECT_NEAR(value(total_derivative(x, acceleration), at), expected,
                65536 * epsilon<double>() * (1 + std::abs(expected)));
  }
}

TEST(expression_algebra, exact_arithmetic_stays_exact) {
  EXPECT_TRUE((expression(rational(1, 3)) + rational(1, 6)).is(rational(1, 2)));
  EXPECT_TRUE((expression(2) / 3 * 3).is(2));
  EXPECT_TRUE(pow(expression(rational(2, 3)), -3).is(rational(27, 8)));
  EXPECT_TRUE(sqrt(expression(rational(9, 4))).is(rational(3, 2)));
  EXPECT_FALSE(sqrt(expression(2)).is_constant());
  EXPECT_TRUE((0 * sin(time())).is(0));
  const expression t = time();
  EXPECT_TRUE((t - t).is(0));
  EXPECT_TRUE((sin(expression(0)) + cos(expression(0)) + exp(expression(0)) + log(expression(1))).is(2));
  EXPECT_TRUE((asin(expression(0)) + acos(expression(1)) + atan(expression(0)) + sinh(expression(0)) +
               cosh(expression(0)) + tanh(expression(0)))
                  .is(1));
  EXPECT_TRUE((min(expression(rational(1, 3)), rational(1, 2)) + max(expression(rational(1, 3)), rational(1, 2)))
                  .is(rational(5, 6)));
  EXPECT_TRUE(step(expression(0)).is(rational(1, 2)) && step(expression(-3)).is(0) && step(expression(3)).is(1));
  EXPECT_TRUE(pow(t, 0).is(1));
  EXPECT_EQ(pow(t, 1).pointer(), t.pointer());
}

TEST(expression_algebra, refuses_what_has_no_value) {
  EXPECT_THROW(expression(1) / 0, input_error);
  EXPECT_THROW(pow(expression(0), -1), input_error);
  EXPECT_THROW(log(expression(0)), input_error);
  EXPECT_THROW(sqrt(expression(-1)), input_error);
  EXPECT_THROW(asin(expression(rational(3, 2))), input_error);
  EXPECT_THROW(acos(expression(-2)), input_error);
  EXPECT_THROW(atan2(expression(0), 0), input_error);
  EXPECT_THROW(tape<double>({parameter("g")}, 1), input_error);
  EXPECT_THROW(tape<double>({coordinate(1)}, 1), input_error);
  static_assert(!std::is_constructible_v<expression, double>);  // 0.1 is no exact number
}

TEST(expression_algebra, substitution_replaces_parameters_and_nothing_else) {
  const expression x = parameter("g") * coordinate(0) + parameter("h");
  const expression y = substitute(x, {{"g", 3}});
  EXPECT_EQ(variables_of(y).parameters, std::vector<std::string>{"h"});
  EXPECT_EQ(variables_of(y).coordinates, std::vector<int>{0});
  EXPECT_EQ(value(substitute(y, {{"h", time()}}), {0.5, 2, 0, 0, 0}), 6.5);
}

}  // namespace
}  // namespace unilateral
