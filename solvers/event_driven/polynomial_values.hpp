#pragma once
/// A polynomial p(x) = Σ p_k x^k and its derivatives by Horner's rule; coefficients constant term first.

#include "problems/language/scalar.hpp"

namespace unilateral::event_driven {

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
