#pragma once
/// Jacobi's elliptic functions for references, from the complementary modulus k' = √(1 − k²): nothing cancels as k → 1.
///
///   (1)  descend the arithmetic-geometric mean from (1, k'): a_(i+1) = ½(a_i + b_i), b_(i+1) = √(a_i b_i), to the
///        common limit c
///   (2)  there the functions are trigonometric, of the angle c u; ascend by Landen's transformation of cn/sn and dn
///        [Bulirsch 1965]
///
///   (3)  K(k) = R_F(0, k'², 1);   cd u = C for u = S·R_F(k'² C², k'², S² + k'² C²), S = √(1 − C²): there sn² u =
///        S²/(S² + k'² C²)
///
/// No solver includes this file.

#include "problems/language/scalar.hpp"

#include <boost/math/special_functions/ellint_rf.hpp>

#include <cmath>
#include <vector>

namespace unilateral::elliptic {

template <scalar S>
struct functions {
  S sn, cn, dn;
};

/// At 0 ≤ u ≤ K(k), 0 < k' ≤ 1.
template <scalar S>
functions<S> jacobi(const S& u, const S& k_prime) {
  using std::cos;
  using std::sin;
  using std::sqrt;
  if (u == S(0)) return {S(0), S(1), S(1)};
  std::vector<S> a = {S(1)}, b = {k_prime};  // (1); quadratic: a difference of √ε in one step is ε in the next
  while (a.back() - b.back() > sqrt(epsilon<S>()) * a.back()) {
    const S mean = (a.back() + b.back()) / S(2), root = sqrt(a.back() * b.back());
    a.push_back(mean);
    b.push_back(root);
  }
  S c = (a.back() + b.back()) / S(2);
  S ratio = cos(c * u) / sin(c * u), dn(1);  // (2)
  c *= ratio;
  for (std::size_t i = a.size(); i-- > 0;) {
    ratio *= c;
    c *= dn;
    dn = (b[i] + ratio) / (a[i] + ratio);
    ratio = c / a[i];
  }
  const S sn = S(1) / sqrt(S(1) + c * c);
  return {sn, c * sn, dn};
}

template <scalar S>
S quarter_period(const S& k_prime) {
  return boost::math::ellint_rf(S(0), S(k_prime * k_prime), S(1));
}

/// u in [0, K] with cd u = C, 0 ≤ C ≤ 1.
template <scalar S>
S inverse_cd(const S& C, const S& k_prime) {
  using std::sqrt;
  const S sine_2 = S(1) - C * C, k_prime_2 = k_prime * k_prime;
  return sqrt(sine_2) * boost::math::ellint_rf(S(k_prime_2 * C * C), k_prime_2, S(sine_2 + k_prime_2 * C * C));
}

}  // namespace unilateral::elliptic
