#pragma once
/// The exact balance of one step. With d = u' − u and w = (u' + e u)/(1 + e), in the kinetic metric M = M(q_{k+1}):
///
///     M d = h f + Gᵀ P,     P·(G w + ∂Φ/∂t) = 0                                                     [the scheme]
///     d·M(u' + e u) = (1 + e)(½|u'|² − ½|u|²) + ½(1 − e)|d|²                                          [algebra]
///
/// hence   ½|u'|² − ½|u|² = −(1 − e)/(2(1 + e)) |d|² + h f·w − P·∂Φ/∂t:
/// the loss at the impact, the work of the force, and the work of constraints that move (0 for fixed ones).

#include "problems/language/evaluated_system.hpp"

#include <cmath>

namespace unilateral::sweeping {

template <scalar S>
struct energy_balance {
  S defect;     ///< left-hand side minus right-hand side
  S magnitude;  ///< sum of the absolute values that were added up in the step and here
  int terms;    ///< the longest sum among them

  /// Zero up to rounding: each of the sums of at most `terms` products errs by `terms` ε times its absolute sum, and the step chains
  /// about ten of them (force, factorisation and two substitutions, rates, λ, w, u', and the forms below).
  bool holds() const {
    using std::abs;
    return abs(defect) <= S(10 * terms) * epsilon<S>() * magnitude;
  }
};

/// The balance of the step from u to u' with impulses P(α), one a constraint, for M, f, G and ∂Φ/∂t as last evaluated, a = M⁻¹f.
/// a enters the magnitude alone: M a = f holds up to rounding of terms as large as M_ij a_j, and G w = 0 is the difference of terms as
/// large as G z, z = u + h a/(1 + e).
template <scalar S, class Vector, class Impulse>
energy_balance<S> balance_of_step(const evaluated_system<S>& system, const S& h, const Vector& a, const Vector& u, const Vector& u_next, const Impulse& P) {
  using std::abs;
  const S e = system.restitution(), loss = (S(1) - e) / (S(2) * (S(1) + e)), half = S(1) / S(2);
  S defect(0), magnitude(0);
  const auto add = [&](const S& term) {
    defect += term;
    magnitude += abs(term);
  };
  for (const sparse_entry& m : system.mass_entries()) {
    const int i = m.row, j = m.column;
    add(half * system.mass(m) * u_next[i] * u_next[j]);
    add(-half * system.mass(m) * u[i] * u[j]);
    add(loss * system.mass(m) * (u_next[i] - u[i]) * (u_next[j] - u[j]));
    magnitude += abs(h * system.mass(m) * a[j]) * (abs(u_next[i]) + abs(u[i]));
  }
  for (int i = 0; i < system.degrees_of_freedom(); ++i) add(-h * system.force(i) * (u_next[i] + e * u[i]) / (S(1) + e));
  for (int α = 0; α < system.constraints(); ++α) {
    const S P_α = P(α);
    if (P_α == S(0)) continue;
    add(P_α * system.gap_rate(α));
    for (int k = system.gradient_row_begin(α); k < system.gradient_row_begin(α + 1); ++k) {
      const sparse_entry& g = system.gradient_entries()[static_cast<std::size_t>(k)];
      magnitude += abs(P_α * system.gradient(g)) * (abs(u_next[g.column]) + abs(u[g.column]) + h * abs(a[g.column]));
    }
  }
  return {defect, magnitude, system.degrees_of_freedom() + system.constraints() + 2};
}

}  // namespace unilateral::sweeping
