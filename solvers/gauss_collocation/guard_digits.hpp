#pragma once
/// Scalars with guard digits: a run in S computes in `working<S>` and rounds once, at the end; `wider<S>` carries the
/// conversion of polynomials from Legendre's basis to powers, whose condition grows like (3 + 2√2)^s. With s ≈ 3D/4 + 6
/// coefficients (event_loop.hpp) that costs 0.77 s ≈ 0.57 D + 5 digits beside the D + 6 of `working`: 2D + 10 hold
/// both.

#include "problems/language/many_digits.hpp"

#include <cstdio>

namespace unilateral::gauss_collocation {

template <class S>
struct guard_digits;
template <>
struct guard_digits<double> {
  using working = long double;
  using wider = mpfr_number<56>;
};
template <unsigned Digits>
struct guard_digits<mpfr_number<Digits>> {
  using working = mpfr_number<Digits + 6>;
  using wider = mpfr_number<2 * Digits + 10>;
};
template <class S>
using working = typename guard_digits<S>::working;
template <class S>
using wider = typename guard_digits<S>::wider;

/// Rounds between any two of these scalars.
template <class To, class From>
To rounded(const From& x) {
  if constexpr (std::is_arithmetic_v<From> || std::is_same_v<To, From>)
    return To(x);
  else if constexpr ((std::is_arithmetic_v<To> || requires { typename To::backend_type; }) &&
                     requires { typename From::backend_type; })
    return x.template convert_to<To>();
  else
    return To(to_double(x));
}

}  // namespace unilateral::gauss_collocation

namespace unilateral {

template <>
struct scalar_traits<long double> {
  static constexpr int digits = 18;
  static long double from(const rational& value) {
    return scalar_traits<gauss_collocation::wider<double>>::from(value).convert_to<long double>();
  }
  static long double pi() { return std::numbers::pi_v<long double>; }
  static double to_double(long double x) { return static_cast<double>(x); }
  static std::string text(long double x) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.21Lg", x);
    return buffer;
  }
};

}  // namespace unilateral
