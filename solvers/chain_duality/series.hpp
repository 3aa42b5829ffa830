#pragma once
/// Truncated power series, coefficient by coefficient: each function returns coefficient j of its result from coefficients 0 … j of its operands and
/// 0 … j − 1 of the result itself [Moore 1966, ch. 11; Hairer, Nørsett, Wanner 1993, I.8]. A series is a pointer to its coefficients.

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
  return sum / (2 * z[0]);
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
