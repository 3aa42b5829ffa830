#pragma once
/// Impacts at one constraint that accumulate, followed to their limit in one step.
///
/// Right after an impact the gap w is 0 and its rate r > 0. As long as the motion stays in a box E where its free
/// motion has w'' ∈ −[l, h], l > 0: a flight from rate r is over after a time in 2r/[l, h], at a rate between −r √(h/l)
/// and −r √(l/h) (multiply w'' by w' and integrate, up and down). Restitution e: the next flight begins at e times
/// that. If x = e √(h/l) < 1, times and rates are bounded by geometric series:
///
///   T − t ∈ [2r/(h (1 − e √(l/h))), 2r/(l (1 − x))],   Σ impulses ≤ (1 + e) √(h/l) r/((1 − x) G M⁻¹Gᵀ)
///
/// E is found as Picard's box is: what these bounds make of it must lie inside. At T the gap and its rate vanish, which
/// gives the sum of the impulses once more, and closely.
/// Then w'' < 0 keeps the contact closed.

#include "proofs/enclosures/lohner/system.hpp"

namespace unilateral::enclosures::lohner {

struct impact_limit {
  int constraint;
  vector y;  ///< q, v, t at the limit
};

/// After an impact that leaves the system in the box `after` (q, v, t). Nothing where the inequalities are not certain.
std::optional<impact_limit> limit_of_impacts(const statement& bound, const phase& free, int constraint,
                                             const vector& after);

}  // namespace unilateral::enclosures::lohner
