#pragma once
/// The judge: how far an answer is from solving its statement, whoever made it. With R the reaction it reports (atoms
/// in `impacts`, densities in `reactions`):
///
///   (1)  Φ(t, q(t)) ≥ 0
///   (2)  M(t, q) dv = f(t, q, v) dt + Gᵀ dR       an equality of measures, judged by its integrals over [begin, t]
///   (3)  dR ≥ 0
///   (4)  ∫ Φ dR = 0
///   (5)  at each impact it reports, the law of problems/judge/impact_law.hpp for its own t, q and active set. Parts of
///        one shock (impact::continues) are judged together: v⁻, t and q of the first, v⁺ of the last, the sum of
///        impulses, the union of active sets
///   (6)  q(begin) = q_0, v⁻(begin) = v_0
///
/// An exact answer has all of them at rounding; a time-stepping scheme's fall with its step, (2) because integrals over
/// [begin, t] do not mind that a force arrives as one atom a step.
///
/// Integrals are taken piece by piece by Gauss's rule with degree + 2 points (exact for integrands of degree 2·degree +
/// 3); suprema over the ends of pieces and, for (1), (3), those points.
///
/// No number, no residual: where anything in the answer is no finite number, all are ∞; where a gap, a force or a mass
/// along it is none, those that need it.

#include "problems/language/solution.hpp"
#include "problems/language/statement.hpp"

namespace unilateral {

template <scalar S>
struct residual {
  S penetration{};      ///< (1): sup max(0, −Φ_α)
  S momentum{};         ///< (2): sup over t of max_i |∫ over [begin, t] of (M dv − f dt − Gᵀ dR)_i|
  S reaction_sign{};    ///< (3): the largest negative impulse or density, as a positive number
  S complementarity{};  ///< (4): max_α ∫ |Φ_α| d|R_α|
  S impact_momentum{}, impact_admissibility{}, impact_complementarity{};  ///< (5): the largest over all impacts
  S initial_position{}, initial_velocity{};                               ///< (6)

  /// The largest of all.
  S largest() const {
    S most(0);
    for (const S& x : {penetration, momentum, reaction_sign, complementarity, impact_momentum, impact_admissibility,
                       impact_complementarity, initial_position, initial_velocity})
      most = larger(most, x);
    return most;
  }
};

/// Of a bound statement and an answer with its path. Throws input_error where dimensions disagree.
template <scalar S>
residual<S> residual_of(const statement& bound, const solution<S>& answer);

}  // namespace unilateral
