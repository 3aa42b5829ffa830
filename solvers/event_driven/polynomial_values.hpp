#pragma once
/// A polynomial p(x) = Σ p_k x^k and its derivatives by Horner's rule; coefficients constant term first.

#include "problems/language/scalar.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace unilateral::event_driven {

/// log₂ |x| to 52 bits, whatever the digits of S: bounds of sizes need no more, and cost little. The exponent stands
/// apart, so that differences do not know units that are powers of two.
struct binary_size {
  double exponent, rest;  ///< of 0: −∞; of what is no finite number: ∞

  explicit operator double() const { return exponent + rest; }
  double operator-(const binary_size& y) const { return (exponent - y.exponent) + (rest - y.rest); }
};
template <class S>
binary_size log2_of(const S& x) {
  using std::frexp;
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (x == S(0)) return {-infinite, 0};
  if (!(x - x == S(0))) return {infinite, 0};
  if constexpr (std::is_same_v<S, double>)
    if (const auto bits = std::bit_cast<std::uint64_t>(x); (bits << 1) >> 53 != 0)  // not below the least normal number
      return {static_cast<double>((bits << 1) >> 53) - 1022,
              std::log2(std::bit_cast<double>((bits << 12) >> 12 | std::uint64_t(1022) << 52))};
  int e = 0;
  const S m = frexp(x, &e);
  return {static_cast<double>(e), std::log2(std::abs(to_double(m)))};
}
/// 2^x to 52 bits.
template <class S>
S power_of_two(double x) {
  if constexpr (std::is_same_v<S, double>) {
    return std::exp2(x);
  } else {
    using std::ldexp;
    const double whole = std::floor(x);
    return S(ldexp(S(std::exp2(x - whole)), static_cast<int>(whole)));
  }
}

/// k ε. With many digits it costs more to make than to use.
template <class S, int k>
decltype(auto) roundings() {
  if constexpr (std::is_same_v<S, double>) {
    return k * epsilon<S>();
  } else {
    static const S result = S(k) * epsilon<S>();
    return (result);
  }
}

/// k x. Numbers of many digits know how to multiply by an integer.
template <class S>
S times(int k, const S& x) {
  if constexpr (requires { S(x * k); })
    return x * k;
  else
    return S(k) * x;
}

template <class S>
S value(const S* p, int degree, const S& x) {
  S sum = p[degree];
  for (int k = degree - 1; k >= 0; --k) sum = sum * x + p[k];
  return sum;
}
template <class S>
S slope(const S* p, int degree, const S& x) {
  if (degree < 1) return S(0);
  if (degree == 1) return p[1];
  S sum = times(degree, p[degree]);
  for (int k = degree - 1; k >= 2; --k) sum = sum * x + times(k, p[k]);
  return sum * x + p[1];
}
template <class S>
S curvature(const S* p, int degree, const S& x) {
  if (degree < 2) return S(0);
  S sum = times(degree * (degree - 1), p[degree]);
  for (int k = degree - 1; k >= 2; --k) sum = sum * x + times(k * (k - 1), p[k]);
  return sum;
}
template <class S>
S third_derivative(const S* p, int degree, const S& x) {
  S sum(0);
  for (int k = degree; k >= 3; --k) sum = sum * x + times(k * (k - 1) * (k - 2), p[k]);
  return sum;
}
/// Σ |p_k| x^k, x ≥ 0: what the rounding of p(x) is proportional to.
template <class S>
S magnitude(const S* p, int degree, const S& x) {
  using std::abs;
  S sum = abs(p[degree]);
  for (int k = degree - 1; k >= 0; --k) sum = sum * x + abs(p[k]);
  return sum;
}
/// Σ k |p_k| x^{k−1}, x ≥ 0: the same for the slope.
template <class S>
S slope_magnitude(const S* p, int degree, const S& x) {
  using std::abs;
  if (degree < 1) return S(0);
  S sum = times(degree, S(abs(p[degree])));
  for (int k = degree - 1; k >= 1; --k) sum = sum * x + times(k, S(abs(p[k])));
  return sum;
}

}  // namespace unilateral::event_driven
