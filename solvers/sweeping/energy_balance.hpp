#pragma once
/// The exact balance of one step. With d = u' − u and w = (u' + e u)/(1 + e), in the kinetic metric at (t_{k+1},
/// q_{k+1}), M:
///
///     M d = h f + Gᵀ P,     P·(G w + ∂Φ/∂t) = 0                                                     [the scheme]
///     d·M(u' + e u) = (1 + e)(½|u'|² − ½|u|²) + ½(1 − e)|d|²                                          [algebra]
///
/// hence   ½|u'|² − ½|u|² = −(1 − e)/(2(1 + e)) |d|² + h f·w − P·∂Φ/∂t:
/// the loss at the impact, the work of the force, and the work of constraints that move (0 for fixed ones).

#include "problems/language/evaluated_system.hpp"

#include <cmath>
#include <limits>

namespace unilateral::sweeping {

template <scalar S>
struct energy_balance {
  S defect;     ///< left-hand side minus right-hand side
  S magnitude;  ///< sum of the absolute values that were added up in the step and here
  int terms;    ///< the longest sum among them

  /// Zero up to rounding: each of the sums of at most `terms` products errs by `terms` ε times its absolute sum, and
  /// the step chains about ten of them (force, factorisation and two substitutions, rates, λ, w, u', and the forms
  /// below).
  bool holds() const {
    using std::abs;
    return abs(defect) <= S(10 * terms) * epsilon<S>() * magnitude;
  }
  /// Are the terms so far from the ends of the range of S that none of their factors can have left it?
  bool is_in_range() const {
    const S margin = epsilon<S>() * epsilon<S>();
    return magnitude > std::numeric_limits<S>::min() / margin && magnitude < std::numeric_limits<S>::max() * margin;
  }
};

/// The balance of the step from u to u' with impulses P(α), one a constraint, for M, f, G and ∂Φ/∂t as last evaluated,
/// a = M⁻¹f. a enters the magnitude alone: M a = f holds up to rounding of terms as large as M_ij a_j, and G w = 0 is
/// the difference of terms as large as G z, z = u + h a/(1 + e).
/// Masses are multiplied by `per_mass` and velocities by `per_speed`, powers of two: energies in small or large units
/// leave the range of S.
template <scalar S, class Vector, class Impulse>
energy_balance<S> balance_of_step(const evaluated_system<S>& system, const S& h, const Vector& a_k, const Vector& u_k,
                                  const Vector& u_next_k, const Impulse& P, const S& per_mass = S(1),
                                  const S& per_speed = S(1)) {
  using std::abs;
  const S& e = system.restitution();
  const S loss = (S(1) - e) / (S(2) * (S(1) + e)), half = S(1) / S(2);
  S defect(0), magnitude(0);
  const auto add = [&](const S& term) {
    defect += term;
    magnitude += abs(term);
  };
  const auto u = [&](int i) -> S { return u_k[i] * per_speed; };
  const auto u_next = [&](int i) -> S { return u_next_k[i] * per_speed; };
  const auto kick = [&](int i) -> S { return h * a_k[i] * per_speed; };
  for (const sparse_entry& m : system.mass_entries()) {
    const int i = m.row, j = m.column;
    const S M = system.mass(m) * per_mass;
    add(half * M * u_next(i) * u_next(j));
    add(-half * M * u(i) * u(j));
    add(loss * M * (u_next(i) - u(i)) * (u_next(j) - u(j)));
    magnitude += abs(M * kick(j)) * (abs(u_next(i)) + abs(u(i)));
  }
  for (int i = 0; i < system.degrees_of_freedom(); ++i)
    add(-h * (system.force(i) * per_mass * per_speed) * (u_next(i) + e * u(i)) / (S(1) + e));
  for (int α = 0; α < system.constraints(); ++α) {
    if (P(α) == S(0)) continue;
    const S P_α = P(α) * per_mass * per_speed;
    add(P_α * system.gap_rate(α) * per_speed);
    for (int k = system.gradient_row_begin(α); k < system.gradient_row_begin(α + 1); ++k) {
      const sparse_entry& g = system.gradient_entries()[static_cast<std::size_t>(k)];
      magnitude += abs(P_α * system.gradient(g)) * (abs(u_next(g.column)) + abs(u(g.column)) + abs(kick(g.column)));
    }
  }
  return {defect, magnitude, system.degrees_of_freedom() + system.constraints() + 2};
}

}  // namespace unilateral::sweeping
