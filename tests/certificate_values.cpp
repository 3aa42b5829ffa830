/// Formulas in rationals, as certificates take them: exact where a rational formula has a rational value, min, max,
/// sign and step included; other functions at fifty digits. Truth: rationals by hand, and Machin's formula for the
/// angle. Tolerance: none of exact values; 10^−49 of π.
#include "problems/language/input_error.hpp"
#include "reports/certify/rational_value.hpp"

#include <gtest/gtest.h>

namespace unilateral {
namespace {

rational value(const expression& x) {
  certify::rational_value at(rational(3), {rational(2, 7), rational(-5)}, {rational(1, 3), rational(0)},
                             rational(1, 1000));
  return at.of(x);
}

TEST(certificate_values, switches_are_exact) {
  const expression x = coordinate(0), y = coordinate(1), u = velocity(0), w = velocity(1);
  EXPECT_EQ(value(min(x, u)), rational(2, 7));
  EXPECT_EQ(value(max(x, u)), rational(1, 3));
  EXPECT_EQ(value(min(x, y) + max(y, x)), rational(-33, 7));
  EXPECT_EQ(value(step(x)), 1);
  EXPECT_EQ(value(step(y)), 0);
  EXPECT_EQ(value(step(w)), rational(1, 2));
  EXPECT_EQ(value(sign(y) * abs(y)), -5);
  EXPECT_EQ(value(min(x, u) / max(x, u)), rational(6, 7));
}

TEST(certificate_values, angles_and_hyperbolic_functions_have_fifty_digits) {
  const expression x = coordinate(0), u = velocity(0);
  const rational pi = exact_rational("3.14159265358979323846264338327950288419716939937510582097494459");
  const rational error = exact_rational("1e-48");
  EXPECT_LT(abs(value(16 * atan(x * 7 / 10) - 4 * atan(u * 3 / 239)) - pi), error);  // π = 16 atan 1/5 − 4 atan 1/239
  EXPECT_LT(abs(value(atan2(u, -u)) * 4 / 3 - pi), error);
  EXPECT_LT(abs(value(6 * asin(x * 7 / 4)) - pi), error);
  EXPECT_LT(abs(value(3 * acos(x * 7 / 4)) - pi), error);
  EXPECT_LT(abs(value(pow(cosh(x), 2) - pow(sinh(x), 2)) - 1), error);
  EXPECT_LT(abs(value(tanh(x) * cosh(x) - sinh(x))), error);
  EXPECT_THROW(value(acos(coordinate(1))), input_error);
}

}  // namespace
}  // namespace unilateral
