#pragma once
/// Polynomials p(x) = c_0 + c_1 x + … + c_d x^d, for the judge: distances and residuals of piecewise polynomial motions.
/// No solver includes this file: each owns its root finder.

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

/// All distinct real zeros in [lo, hi], in increasing order, to working precision; none for the zero polynomial, nor where a coefficient is no finite number. A multiple zero appears once,
/// and so does a near-zero that rounding cannot tell from one. (A zero of multiplicity m is known to ε^(1/m), as it must.)
template <class S>
std::vector<S> zeros(const std::vector<S>& c, const S& lo, const S& hi);

}  // namespace unilateral::polynomial
