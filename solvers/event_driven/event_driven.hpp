#pragma once
/// Event-driven integration: the motion as it is, from event to event, to working precision.
///
///     M(t, q) q'' = f(t, q, q') + Gᵀ λ,   Φ ≥ 0,  λ ≥ 0,  λ·Φ = 0                               [Moreau 1983, (1)]
///     at an impact    v⁺ = (1 + e) Proj(V, v⁻) − e v⁻,   V = {v : G v + ∂Φ/∂t ≥ 0 on the active constraints}
///                     [Moreau 1983, (7)], [Paoli 2004, (2)]
///     after it        q'' is the projection of M⁻¹ f on {a : G a + s ≥ 0 on the contacts at rate 0}            [Moreau
///                     1963, (P)]
///
/// A step (event_loop.hpp)
///     (1)  expands q and the reactions of the closed contacts in Taylor series of high order (smooth_motion.hpp,
///          present_state.hpp), in powers of time over a unit near the step's length: a power of two, which rounding
///          does not see, so that units of length, time and mass are seen only where forces, states or coefficients of
///          the path leave the range of S;
///     (2)  is as long as the last coefficients allow, unbounded where the motion is a polynomial, and no longer than
///          the series solves the equation of motion (equation_check.hpp), at two points and in between;
///     (3)  ends at the first event on those polynomials, all roots isolated (event_search.hpp, roots.hpp): an open gap
///          falls to 0, the reaction of a closed contact falls to 0, the argument of an |x|, sign, min, max, … changes
///          sign (branches.hpp). A gap that touches 0 within its rounding is no event: it is reported as undecided.
/// At an event
///     (4)  an approaching contact brings an impact on all contacts at once (impact_rule.hpp, projection.hpp);
///     (5)  contacts left at rate 0 stay or leave by (P), where that is degenerate by (P) for the next derivatives
///          (contact_decision.hpp);
///     (6)  impacts accumulate where cycles of flights, on one contact or several in turn, fall geometrically: once the
///          next is below the spacing of S around t, the rest of the series is summed; or where all that is left of a
///          motion under pressing forces is below rounding (accumulation_rule.hpp, flight_history.hpp). The contacts
///          are then at rate 0, and (5) decides how the motion goes on.
///
/// What is excluded on a step, and by what. What the series of every gap, of every argument of a kink and of what the
/// equation of motion lacks leave out along the polynomial motion is bounded on real times by what is left of the
/// recurrences that made them (remainder.hpp), and where that is infinite by Cauchy, on complex discs |τ|/T ≤ ρ
/// (disc.hpp); both in series_tails.hpp, in double as with more digits:
///     (a)  a gap that is relied on leaves out less than its own rounding; any other one is above 0 on the step by a
///          bound. Gaps held stay 0, and arguments of kinks keep their sign, to the same. No impact and no change of
///          branch is missed by a polynomial that has not converged, however narrow the bump;
///     (b)  the equation of motion holds to 2¹⁶ ε of the forces and of M v/τ in between its two points as well. A force
///          below that (or, from rest, below what underflows in double, and 10^(−700) with more digits) counts as none:
///          no pulse that adds more to a velocity is missed;
///     (c)  beside a singularity, where no disc bounds anything, steps shrink, geometrically, to √ε of those before
///          (ε^¾ where the bounds are only too large). There the equation at four points decides, on a step that hardly
///          changes the velocity; what happens between them in so short a time is the one thing that can be missed;
///     (d)  exact polynomials need none of this; with fixed steps none of it is done.
/// These bound the gaps of the polynomial motion; that this is near the motion itself is (b). A gap below 0 by more
/// than rounding at the end of a step stops the run.
///
/// A run ends. It is stopped, with the reason and the instant, where the motion has no continuation or more than one
/// (branches.hpp; departure.hpp, where the force is not Lipschitz), where a gap has no gradient where it is hit, or
/// jumps below 0, where constraints leave no velocity or close on each other, where numbers leave the range of S, and
/// where many steps take no time (progress_guard.hpp).
///
/// Dependent contacts: any λ ≥ 0 with the right Gᵀλ is an answer; the one given has independent support.

#include "problems/language/solver.hpp"

namespace unilateral::event_driven {

inline const method declaration{
    .name = "event_driven",
    .title = "Event-driven Taylor integration with Moreau's impact law",
    .citation = "[Moreau 1983, (7)]",
    .applies_to = {.systems = true, .step = step_use::optional},
    .orders = {{distance_kind::sup_position, 8, "smooth pieces, events isolated on the polynomial"},
               {distance_kind::l1_velocity, 8, "smooth pieces, events isolated on the polynomial"}},
    .reference_engine = true,
};

/// Without a step: order and steps fit the scalar's precision. With `asked.step`: fixed steps of that length and order
/// 8. A second opinion takes a degree lower by a sixth, and steps of 7/10 of what their series allow. In double, a run
/// that stops where formulas have exponentials is made again in 50 digits, with its answer rounded (wider_range.hpp).
template <scalar S>
solution<S> solve(const statement& given, const request& asked);

template <>
solution<double> solve(const statement& given, const request& asked);

}  // namespace unilateral::event_driven
