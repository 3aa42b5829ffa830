#pragma once
/// Polynomials p(x) = c_0 + c_1 x + … + c_d x^d: the pieces of a motion. Their zeros are the judge's to find
/// (problems/judge/polynomial_zeros.hpp): each solver owns its root finder.

#include "problems/language/finite.hpp"
#include "problems/language/scalar.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace unilateral::polynomial {

template <class S>
S value(const S* c, int degree, const S& x) {
  S sum = c[degree];
  for (int j = degree - 1; j >= 0; --j) sum = sum * x + c[j];
  return sum;
}

/// p'(x).
template <class S>
S slope(const S* c, int degree, const S& x) {
  S sum(0);
  for (int j = degree; j >= 1; --j) sum = sum * x + S(j) * c[j];
  return sum;
}

/// p''(x).
template <class S>
S curvature(const S* c, int degree, const S& x) {
  S sum(0);
  for (int j = degree; j >= 2; --j) sum = sum * x + S(j * (j - 1)) * c[j];
  return sum;
}

/// Coefficients of p(x + s), in place (Horner's scheme, repeated).
template <class S>
void shift(S* c, int degree, const S& s) {
  for (int k = 0; k < degree; ++k)
    for (int j = degree - 1; j >= k; --j) c[j] += s * c[j + 1];
}

/// Coefficients of p(s x), in place.
template <class S>
void stretch(S* c, int degree, const S& s) {
  S power(1);
  for (int j = 1; j <= degree; ++j) c[j] *= (power *= s);
}

/// Coefficients of p'.
template <class S>
std::vector<S> derivative(const std::vector<S>& c) {
  std::vector<S> d;
  for (std::size_t j = 1; j < c.size(); ++j) d.push_back(S(static_cast<int>(j)) * c[j]);
  return d;
}

/// A bound on |p^(k)| over |x| ≤ r: Σ j!/(j − k)! |c_j| r^(j − k).
template <class S>
S bound_of_derivative(const S* c, int degree, int k, const S& r) {
  using std::abs;
  S sum(0);
  for (int j = degree; j >= k; --j) {
    S factor(1);
    for (int i = 0; i < k; ++i) factor *= S(j - i);
    sum = sum * r + factor * abs(c[j]);
  }
  return sum;
}

}  // namespace unilateral::polynomial
