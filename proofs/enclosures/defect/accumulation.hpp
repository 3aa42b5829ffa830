#pragma once
/// Infinitely many impacts at one constraint in a finite time, all at once.
///
/// Let the gap w be 0 and its rate u > 0, right after an impact, and let −hi ≤ w'' ≤ −lo < 0 for the free motion in a
/// neighbourhood U that the motion does not leave. With ρ = e √(hi/lo):
///
///   (1)  a flight that begins at rate u lasts from 2u/hi to 2u/lo, for u τ − hi τ²/2 ≤ w ≤ u τ − lo τ²/2
///   (2)  it ends at the rate −s, √(lo/hi) u ≤ s ≤ √(hi/lo) u, for its height H is as many times ½ u² as its descent's
///        ½ s²: between 1/hi and 1/lo
///   (3)  so rates after impacts fall at least as fast as ρ^k u, not faster than (e √(lo/hi))^k u; and where ρ < 1
///        T∞ − t ∈ [2u/(hi (1 − e √(lo/hi))), 2u/(lo (1 − ρ))]
///   (4)  their impulses, (1 + e) s/(G M⁻¹Gᵀ), add up to at most (1 + e) √(hi/lo) u/((1 − ρ) min G M⁻¹Gᵀ)
///   (5)  U is not left before T∞: a box whose image by the motion that (3) and (4) allow lies in its interior
///   (6)  at T∞ gap and rate are 0. With D the bracket of T∞ − t: q ∈ q_0 + D V(U), v ∈ v_0 + D a(U) + (M⁻¹Gᵀ)(U) P,
///        and that the rate is 0 gives P
///
/// From T∞ on w'' < 0 holds the contact closed. What is unknown of (6) is of second order in u.   [Ballard 2000]

#include "proofs/enclosures/defect/dynamics.hpp"

#include <optional>

namespace unilateral::enclosures::defect {

struct accumulation {
  int constraint;
  ball t;
  std::vector<ball> y;  ///< at t
};

/// That of the impacts at a constraint after one, at which the state and the time lie in a box (q, v⁺, t); nothing
/// where it isn't proved.
std::optional<accumulation> accumulation_after(const dynamics& of, const smooth_motion& free, int constraint,
                                               const std::vector<ball>& box);

}  // namespace unilateral::enclosures::defect
