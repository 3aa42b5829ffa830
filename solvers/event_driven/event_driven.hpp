#pragma once
/// Event-driven integration: the motion as it is, from event to event, to working precision.
///
///     M(q) q'' = f(t, q, q') + Gᵀ λ,   Φ ≥ 0,  λ ≥ 0,  λ·Φ = 0                                  [Moreau 1983, (1)]
///     at an impact    v⁺ = (1 + e) Proj(V, v⁻) − e v⁻,   V = {v : G v + ∂Φ/∂t ≥ 0 on the active constraints}     [Moreau 1983, (7)], [Paoli 2004, (2)]
///     after it        q'' is the projection of M⁻¹ f on {a : G a + s ≥ 0 on the contacts at rate 0}            [Moreau 1963, (P)]
///
/// A step (event_loop.hpp)
///     (1)  expands q and the reactions of the closed contacts in Taylor series of high order (smooth_motion.hpp, present_state.hpp);
///     (2)  is as long as the last coefficients allow, unbounded where the motion is a polynomial, and no longer than the series solves the equation of motion
///          (equation_check.hpp): of a force that is smooth, but not analytic, the coefficients alone tell nothing;
///     (3)  ends at the first event on those polynomials, all roots isolated (event_search.hpp, roots.hpp): an open gap falls to 0, the reaction of a closed contact falls
///          to 0, the argument of an |x| changes sign. A gap that touches 0 within its rounding is no event: it is reported as undecided.
/// At an event
///     (4)  an approaching contact brings an impact on all contacts at once (impact_rule.hpp, projection.hpp);
///     (5)  contacts left at rate 0 stay or leave by (P), where that is degenerate by (P) for the next derivatives (contact_decision.hpp);
///     (6)  impacts accumulate where cycles of flights, on one contact or several in turn, fall geometrically: once the next is below the spacing of S around
///          t, the rest of the series is summed; or where all that is left of a motion under pressing forces is below rounding
///          (accumulation_rule.hpp, flight_history.hpp). The contacts are then at rate 0, and (5) decides how the motion goes on.
///
/// Dependent contacts: any λ ≥ 0 with the right Gᵀλ is an answer; the one given has independent support.

#include "problems/language/solver.hpp"

namespace unilateral::event_driven {

inline const method declaration{
    .name = "event_driven",
    .title = "Event-driven Taylor integration with Moreau's impact law",
    .citation = "[Moreau 1983, (7)]",
    .applies_to = {.systems = true, .accepts_step = true},
    .orders = {{distance_kind::sup_position, 8, "smooth pieces, events isolated on the polynomial"},
               {distance_kind::l1_velocity, 8, "smooth pieces, events isolated on the polynomial"}},
    .reference_engine = true,
};

/// Without a step: order and steps fit the scalar's precision. With `asked.step`: fixed steps of that length and order 8.
template <scalar S>
solution<S> solve(const statement& given, const request& asked);

extern template solution<double> solve(const statement&, const request&);

}  // namespace unilateral::event_driven
