#pragma once
/// The relation between the velocities before and after a shock and its impulse.
///
///   (1)  M (v⁺ − v⁻) = Gᵀ P                                           [Moreau 1983, (4)]
///   (2)  P ≥ 0                                                        [Moreau 1983, (5)]
///   (3)  w = (v⁺ + e v⁻)/(1 + e) ∈ V                                  [Moreau 1983, (6)] for e = 0
///   (4)  P·(G w + r) = 0                                              [Moreau 1983, (9)] for e = 0
///
/// By (4) of problems/judge/cone.hpp: w = Proj_V v⁻ with multipliers P/(1 + e), that is v⁺ = (1 + e) Proj_V v⁻ − e v⁻.
/// For fixed constraints (r = 0) the energy balance follows:
///
///   (5)  ½|v⁺|² − ½|v⁻|² = −(1 − e)/(2 (1 + e)) |v⁺ − v⁻|²            [Moreau 1983, (10)] for e = 0
///
/// Proof: v⁺ − v⁻ = (1 + e)(w − v⁻), and ⟨w, w − v⁻⟩ = 0 by (1), (4); v⁺ + v⁻ = 2w + ((1 − e)/(1 + e))·(v⁻ − v⁺), so
/// ½⟨v⁺ + v⁻, v⁺ − v⁻⟩ = ⟨w, v⁺ − v⁻⟩ − (1 − e)/(2 (1 + e)) |v⁺ − v⁻|², whose first term vanishes.

#include "problems/judge/cone.hpp"

namespace unilateral {

/// (1)–(4), each by how far it is from holding.
template <scalar S>
struct impact_defects {
  S momentum;         ///< (1): max |M (v⁺ − v⁻) − Gᵀ P|
  S sign;             ///< (2): max(0, −min P)
  S admissibility;    ///< (3): max(0, −min (G w + r))
  S complementarity;  ///< (4): |P·(G w + r)|

  S largest() const { return larger(larger(momentum, sign), larger(admissibility, complementarity)); }
};

/// P: one number for each active constraint. Metric and Set: kinetic_metric and velocity_set, or sparse ones that
/// answer the same calls.
template <class Metric, class Set, scalar S>
impact_defects<S> defects_of_impact(const Metric& metric, const Set& V, const S& e, const column<S>& v_minus,
                                    const column<S>& v_plus, const column<S>& P) {
  using std::abs;
  const column<S> w = (v_plus + e * v_minus) / (S(1) + e);
  const column<S> rates = V.gap_rates(w);
  const column<S> mismatch = metric.covector(column<S>(v_plus - v_minus)) - normal_covector(V, P);
  return {.momentum = largest_entry(mismatch),
          .sign = negative_part(P),
          .admissibility = negative_part(rates),
          .complementarity = S(abs(P.dot(rates)))};
}

/// Left side minus right side of (5).
template <scalar S>
S energy_defect(const kinetic_metric<S>& metric, const S& e, const column<S>& v_minus, const column<S>& v_plus) {
  return metric.energy(v_plus) - metric.energy(v_minus) +
         (S(1) - e) / (S(2) * (S(1) + e)) * metric.squared_norm(v_plus - v_minus);
}

}  // namespace unilateral
