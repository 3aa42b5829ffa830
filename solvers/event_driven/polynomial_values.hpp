#pragma once
/// A polynomial p(x) = Σ p_k x^k and its derivatives by Horner's rule; coefficients constant term first.

#include "problems/language/scalar.hpp"

#include <cmath>
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

template <class S>
S value(const S* p, int degree, const S& x) {
  S sum = p[degree];
  for (int k = degree - 1; k >= 0; --k) sum = sum * x + p[k];
  return sum;
}
template <class S>
S slope(const S* p, int degree, const S& x) {
  S sum(0);
  for (int k = degree; k >= 1; --k) sum = sum * x + S(k) * p[k];
  return sum;
}
template <class S>
S curvature(const S* p, int degree, const S& x) {
  S sum(0);
  for (int k = degree; k >= 2; --k) sum = sum * x + S(k * (k - 1)) * p[k];
  return sum;
}
template <class S>
S third_derivative(const S* p, int degree, const S& x) {
  S sum(0);
  for (int k = degree; k >= 3; --k) sum = sum * x + S(k * (k - 1) * (k - 2)) * p[k];
  return sum;
}
/// Σ |p_k| x^k, x ≥ 0: what the rounding of p(x) is proportional to.
template <class S>
S magnitude(const S* p, int degree, const S& x) {
  using std::abs;
  S sum(0);
  for (int k = degree; k >= 0; --k) sum = sum * x + abs(p[k]);
  return sum;
}
/// Σ k |p_k| x^{k−1}, x ≥ 0: the same for the slope.
template <class S>
S slope_magnitude(const S* p, int degree, const S& x) {
  using std::abs;
  S sum(0);
  for (int k = degree; k >= 1; --k) sum = sum * x + S(k) * abs(p[k]);
  return sum;
}

}  // namespace unilateral::event_driven
