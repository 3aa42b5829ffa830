#pragma once
/// Truncated power series, coefficient by coefficient: each function returns coefficient j of its result from
/// coefficients 0 … j of its operands and 0 … j − 1 of the result itself [Moore 1966, ch. 11; Hairer, Nørsett, Wanner
/// 1993, I.8]. A series is a pointer to its coefficients.

#include "problems/language/scalar.hpp"

#include <cmath>

namespace unilateral::chain_duality::series {

/// x y
template <scalar S>
S product(const S* x, const S* y, int j) {
  S sum(0);
  for (int i = 0; i <= j; ++i) sum += x[i] * y[j - i];
  return sum;
}
/// z = x/y
template <scalar S>
S quotient(const S* x, const S* y, const S* z, int j) {
  S sum = x[j];
  for (int i = 1; i <= j; ++i) sum -= y[i] * z[j - i];
  return sum / y[0];
}
/// z = √x
template <scalar S>
S square_root(const S* x, const S* z, int j) {
  using std::sqrt;
  if (j == 0) return sqrt(x[0]);
  S sum = x[j];
  for (int i = 1; i < j; ++i) sum -= z[i] * z[j - i];
  return sum / (S(2) * z[0]);
}
/// c = cos x and s = sin x, stored at [j].
template <scalar S>
void cosine_and_sine(const S* x, S* c, S* s, int j) {
  using std::cos;
  using std::sin;
  if (j == 0) {
    c[0] = cos(x[0]), s[0] = sin(x[0]);
    return;
  }
  S along(0), across(0);
  for (int i = 1; i <= j; ++i) {
    const S slope = S(i) * x[i];
    along += slope * c[j - i];
    across -= slope * s[j - i];
  }
  c[j] = across / S(j), s[j] = along / S(j);
}
/// c = cosh x and s = sinh x, stored at [j].
template <scalar S>
void hyperbolic_cosine_and_sine(const S* x, S* c, S* s, int j) {
  using std::cosh;
  using std::sinh;
  if (j == 0) {
    c[0] = cosh(x[0]), s[0] = sinh(x[0]);
    return;
  }
  S of_c(0), of_s(0);
  for (int i = 1; i <= j; ++i) {
    const S slope = S(i) * x[i];
    of_c += slope * s[j - i];
    of_s += slope * c[j - i];
  }
  c[j] = of_c / S(j), s[j] = of_s / S(j);
}
/// z = tanh x and w = 1 − z², stored at [j]; z' = w x'.
template <scalar S>
void hyperbolic_tangent(const S* x, S* w, S* z, int j) {
  using std::cosh;
  using std::tanh;
  if (j == 0) {
    const S c = cosh(x[0]);
    z[0] = tanh(x[0]), w[0] = S(1) / c / c;  // 1 − z² would cancel
    return;
  }
  S sum(0);
  for (int i = 1; i <= j; ++i) sum += S(i) * x[i] * w[j - i];
  z[j] = sum / S(j);
  w[j] = -product(z, z, j);
}
/// z with w z' = x' (j ≥ 1): asin for w = √(1 − x²), acos for w = −√(1 − x²), atan for w = 1 + x².
template <scalar S>
S integral_of_quotient(const S* x, const S* w, const S* z, int j) {
  S sum(0);
  for (int i = 1; i < j; ++i) sum += S(i) * z[i] * w[j - i];
  return (x[j] - sum / S(j)) / w[0];
}
/// z = atan2(y, x) with w = x² + y²: w z' = x y' − y x'
template <scalar S>
S angle(const S* y, const S* x, const S* w, const S* z, int j) {
  using std::atan2;
  if (j == 0) return atan2(y[0], x[0]);
  S sum(0);
  for (int i = 1; i <= j; ++i) sum += S(i) * (y[i] * x[j - i] - x[i] * y[j - i]);
  for (int i = 1; i < j; ++i) sum -= S(i) * z[i] * w[j - i];
  return sum / (S(j) * w[0]);
}
/// z = eˣ
template <scalar S>
S exponential(const S* x, const S* z, int j) {
  using std::exp;
  if (j == 0) return exp(x[0]);
  S sum(0);
  for (int i = 1; i <= j; ++i) sum += S(i) * x[i] * z[j - i];
  return sum / S(j);
}
/// z = log x
template <scalar S>
S logarithm(const S* x, const S* z, int j) {
  using std::log;
  if (j == 0) return log(x[0]);
  S sum(0);
  for (int i = 1; i < j; ++i) sum += S(i) * z[i] * x[j - i];
  return (x[j] - sum / S(j)) / x[0];
}
/// z = x^p for a number p
template <scalar S>
S power(const S* x, const S& p, const S* z, int j) {
  using std::pow;
  if (j == 0) return pow(x[0], p);
  S sum(0);
  for (int i = 1; i <= j; ++i) sum += (p * S(i) - S(j - i)) * x[i] * z[j - i];
  return sum / (S(j) * x[0]);
}

}  // namespace unilateral::chain_duality::series
