#pragma once
/// Scalars. Everything numerical is written for a scalar S and built for double and 50 decimal digits; what gives
/// references for 100 as well (problems/language/many_digits.hpp, included only where such a scalar is instantiated).
///
/// Numerical code says `using std::sin;` and calls `sin(x)` unqualified, so that each scalar brings its own functions.

#include "problems/language/rational.hpp"

#include <charconv>
#include <cmath>
#include <concepts>
#include <limits>
#include <numbers>
#include <string>

namespace unilateral {

/// Conversions a scalar must bring. Specialised for double here, for decimal numbers in many_digits.hpp.
template <class S>
struct scalar_traits;

template <>
struct scalar_traits<double> {
  /// Decimal digits promised to a user who asks for this scalar.
  static constexpr int digits = 16;
  /// Correctly rounded (towards nearest; mpq_get_d alone truncates).
  static double from(const rational& value);
  static double pi() { return std::numbers::pi; }
  static double to_double(double x) { return x; }
  /// Shortest decimal that reads back as the same double.
  static std::string text(double x) {
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, x).ptr;
    return std::string(buffer, end);
  }
};

/// A model of the real numbers that solvers can run on.
template <class S>
concept scalar = std::regular<S> && std::totally_ordered<S> && requires(S a, S b, rational r) {
  { a + b } -> std::convertible_to<S>;
  { a - b } -> std::convertible_to<S>;
  { a* b } -> std::convertible_to<S>;
  { a / b } -> std::convertible_to<S>;
  { -a } -> std::convertible_to<S>;
  { scalar_traits<S>::from(r) } -> std::convertible_to<S>;
  { scalar_traits<S>::pi() } -> std::convertible_to<S>;
  { scalar_traits<S>::to_double(a) } -> std::convertible_to<double>;
  { scalar_traits<S>::text(a) } -> std::convertible_to<std::string>;
};

/// The scalar nearest to an exact number.
template <class S>
S exact(const rational& value) {
  return scalar_traits<S>::from(value);
}
template <class S>
S exact(std::string_view digits) {
  return scalar_traits<S>::from(exact_rational(digits));
}

/// Decimal text with all digits of the scalar.
template <class S>
std::string to_text(const S& x) {
  return scalar_traits<S>::text(x);
}

template <class S>
double to_double(const S& x) {
  return scalar_traits<S>::to_double(x);
}

/// Distance from 1 to the next larger number of S.
template <class S>
S epsilon() {
  return std::numeric_limits<S>::epsilon();
}

}  // namespace unilateral
