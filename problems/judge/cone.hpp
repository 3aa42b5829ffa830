#pragma once
/// Admissible velocities, normal impulses, and what it is to be a projection, as relations with numbers for defects.
///
///   (1)  V = { v : G_α·v + r_α ≥ 0, α active }     r = ∂Φ/∂t: a cone where constraints are fixed (r = 0), else a
///        convex set
///   (2)  N = { Gᵀ λ : λ ≥ 0 }                      normal covectors, pointing inwards   [Moreau 1983, § 1]
///   (3)  V is polar to −N:  p·v ≥ 0 for p ∈ N, v ∈ V  (r = 0)   [Moreau 1983, (2)]
///   (4)  p = Proj_V v  ⇔  p ∈ V,  M (p − v) = Gᵀ λ,  λ ≥ 0,  λ·(G p + r) = 0   [Moreau 1963, (P)]
///
/// Nothing is projected here: (4) judges a candidate p with its multipliers λ.

#include "problems/judge/kinetic_metric.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace unilateral {

/// (1); row k of G belongs to the k-th active constraint.
template <scalar S>
struct velocity_set {
  matrix<S> G;
  column<S> r;

  velocity_set(matrix<S> rows, column<S> rates) : G(std::move(rows)), r(std::move(rates)) {}
  /// Fixed constraints.
  explicit velocity_set(matrix<S> rows) : G(std::move(rows)), r(column<S>::Zero(G.rows())) {}

  int constraints() const { return static_cast<int>(G.rows()); }
  /// Rates of the gaps at the velocity v: G v + r.
  column<S> gap_rates(const column<S>& v) const { return column<S>(G * v + r); }
};

/// How far v is inside V: min_α (G_α·v + r_α), negative outside; the largest number of S where no constraint is active,
/// −∞ where a rate is no number.
template <scalar S>
S margin(const velocity_set<S>& V, const column<S>& v) {
  const column<S> rates = V.gap_rates(v);
  S least = std::numeric_limits<S>::max();
  for (Eigen::Index k = 0; k < rates.size(); ++k) least = -larger(S(-least), S(-rates[k]));
  return least;
}

/// (2): the covector with multipliers λ.
template <scalar S>
column<S> normal_covector(const velocity_set<S>& V, const column<S>& λ) {
  return column<S>(V.G.transpose() * λ);
}

/// How negative the smallest entry is: max(0, −min_k x_k); ∞ where an entry is no finite number.
template <scalar S>
S negative_part(const column<S>& x) {
  S largest(0);
  for (Eigen::Index k = 0; k < x.size(); ++k) largest = larger(largest, S(-x[k]));
  return largest;
}

/// (4), each condition by how far it is from holding; all zero for the projection and for nothing else.
template <scalar S>
struct projection_defects {
  S admissibility;    ///< max(0, −min (G p + r)): p ∈ V
  S normality;        ///< max |M (p − v) − Gᵀ λ|
  S sign;             ///< max(0, −min λ)
  S complementarity;  ///< |λ·(G p + r)|

  S largest() const { return larger(larger(admissibility, normality), larger(sign, complementarity)); }
};

template <scalar S>
projection_defects<S> defects_of_projection(const kinetic_metric<S>& metric, const velocity_set<S>& V,
                                            const column<S>& v, const column<S>& p, const column<S>& λ) {
  using std::abs;
  const column<S> rates = V.gap_rates(p);
  const column<S> mismatch = metric.covector(p - v) - normal_covector(V, λ);
  return {.admissibility = negative_part(rates),
          .normality = largest_entry(mismatch),
          .sign = negative_part(λ),
          .complementarity = S(abs(λ.dot(rates)))};
}

}  // namespace unilateral
