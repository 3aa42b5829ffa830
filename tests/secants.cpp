/// cosh moved out of denominators: the same numbers, wherever the formula has one.
#include "problems/language/secants.hpp"

#include "problems/language/tape.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace unilateral {
namespace {

const expression x = coordinate(0), y = coordinate(1);

std::string text_of(const expression& formula) { return to_text(formula, {"x", "y"}); }

double value_at(const expression& formula, double at_x, double at_y) {
  tape<double> formulas({formula}, 2);
  const double q[] = {at_x, at_y};
  formulas.run(0, q, nullptr);
  return formulas[0];
}

bool has_cosh_below(const expression& f, bool below = false) {
  if (arity(f.op()) == 0) return false;
  if (f.op() == operation::cosh) return below;
  if (f.op() == operation::log) return false;
  const bool is_power = f.op() == operation::power && f.right().is_constant();
  if (is_power && sgn(f.right().root().value) < 0) return has_cosh_below(f.left(), !below);
  if (has_cosh_below(f.left(), below)) return true;
  return arity(f.op()) == 2 && has_cosh_below(f.right(), f.op() == operation::divide ? !below : below);
}

/// Exponents p log cosh u are at most 32 here, each rounded three times on its way, which is 96 ε of their
/// exponentials; and formulas have at most 32 operations more.
constexpr double rounding = 128 * std::numeric_limits<double>::epsilon();

TEST(secants, are_the_same_numbers) {
  const expression formulas[] = {
      1 / cosh(x),
      1 / pow(cosh(x), 3),
      pow(cosh(x), -2),
      1 / pow(cosh(x), rational(1, 2)),
      sinh(x) / pow(cosh(x), 2),
      sinh(x) * sinh(x) * sinh(x) / cosh(x),
      cosh(x) / pow(cosh(x), 4),
      cosh(x) / pow(cosh(x), rational(5, 2)),
      pow(cosh(x), 3) / pow(cosh(x), rational(5, 2)),
      sinh(x) * cosh(x) / pow(cosh(x), rational(7, 2)),
      pow(sinh(x + 3), rational(3, 2)) / pow(cosh(x + 3), rational(5, 2)),
      -sinh(x) / (cosh(x) * cosh(y)),
      x * sinh(y) / (y * pow(cosh(y), 3)),
      1 / (cosh(x) * cosh(2 * x)),
      y - 1 / pow(cosh((x - 3) / 2), 2),
      derivative(1 / pow(cosh(x * y), 2), x),
      derivative(derivative(1 / cosh(3 * x - y), x), y),
      sqrt(x * y) / cosh(x),
      1 / sqrt(cosh(x) * x * y),
      pow(x * x * x * x, rational(1, 4)) / cosh(y),
      pow(x * x, rational(3, 2)) / cosh(y),
      1 / (pow(pow(sinh(x), 2), rational(1, 2)) * cosh(x)),
      pow(sqrt(x * x + 1), 3) / pow(cosh(y), 2),
      tanh(1 / cosh(x)) + abs(1 / cosh(y)),
      1 / (1 + cosh(x)),
  };
  for (const expression& formula : formulas) {
    const expression other = with_bounded_secants({formula})[0];
    int seen = 0;
    for (const double a : {-2.0, -1.25, -0.5, 0.75, 2.5})
      for (const double b : {-1.5, -0.25, 0.5, 3.0}) {
        const double expected = value_at(formula, a, b);
        if (!std::isfinite(expected)) continue;
        ++seen;
        EXPECT_NEAR(value_at(other, a, b), expected, rounding * (1 + std::abs(expected))) << text_of(formula) << a << b;
      }
    EXPECT_GE(seen, 8) << text_of(formula);
  }
}

TEST(secants, leave_no_cosh_below_a_line) {
  for (const expression& formula :
       {1 / cosh(x), derivative(1 / pow(cosh(x), 3), x), pow(cosh(x), -2), x / (y * cosh(y))}) {
    EXPECT_TRUE(has_cosh_below(formula)) << text_of(formula);
    EXPECT_FALSE(has_cosh_below(with_bounded_secants({formula})[0])) << text_of(formula);
  }
}

TEST(secants, leave_others_as_they_are) {
  for (const expression& formula : {x / y, cosh(x) / y, 1 / (1 + cosh(x)), sqrt(x * y)})
    EXPECT_EQ(with_bounded_secants({formula})[0].pointer(), formula.pointer()) << text_of(formula);
}

}  // namespace
}  // namespace unilateral
