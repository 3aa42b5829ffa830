#pragma once
/// Event-driven integration by Gauss–Legendre collocation. It shares no idea with Taylor series: accelerations are found at s Gauss points of
/// a step together, by Newton's method, and the motion between them is the polynomial through them.
///
///   (1)  On a step of length h with closed contacts J:  q'' = a(t) of degree s − 1,  q, v its integrals, and at the Gauss points t_j
///            M(q_j) a_j = f(t_j, q_j, v_j) + G_Jᵀ λ_j,   d²/dt² Φ_α(t_j, q_j) = 0 (α ∈ J)      [van der Houwen, Sommeijer, Cong 1991]
///        Order 2s at the end of the step; s and h are such that the polynomial itself is exact to working precision (collocation_step.hpp).
///   (2)  An open gap or a reaction is a polynomial on the step, in Legendre's basis; the first root is isolated by bisection of that basis
///        (first_root.hpp), and then found as the length of a collocation step that ends in it (event_loop.hpp).
///   (3)  Impact: v⁺ = (1 + e) Proj_V v⁻ − e v⁻ in the metric M(q), all contacts at once.                            [Moreau 1983, (7)]
///   (4)  After it, and wherever a contact may change: accelerations by the projection (P); what (P) leaves open (no reaction, no
///        acceleration of the gap) is decided by trial steps: reactions ≥ 0 where held, gaps ≥ 0 where let go.       [Moreau 1963, (P)]
///   (5)  Impacts whose intervals shrink geometrically below what working precision resolves are summed, and passed with contacts closed.
///
/// A step ends where the argument of an |x| changes its sign. Between events and such changes forces, metric and gaps have to be analytic along the motion: a step sees
/// them at its Gauss points, and a bump that lies between two of them, flat at its ends, not at all.
/// Arithmetic carries a few digits more than the scalar asked for (guard_digits.hpp).

#include "problems/language/solver.hpp"

namespace unilateral::gauss_collocation {

/// It takes no step: its error is a matter of precision, so there is no order in the step to declare.
inline const method declaration{.name = "gauss_collocation",
                                .title = "Event-driven Gauss-Legendre collocation with Moreau's impact law",
                                .citation = "[van der Houwen, Sommeijer, Cong 1991], [Moreau 1983, (7)]",
                                .applies_to = {.systems = true},
                                .orders = {},
                                .reference_engine = true};

/// Throws input_error when a step is asked for.
template <scalar S>
solution<S> solve(const statement& question, const request& asked);

}  // namespace unilateral::gauss_collocation
