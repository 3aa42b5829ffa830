#pragma once
/// Event-driven integration by Gauss–Legendre collocation. It shares no idea with Taylor series: accelerations are
/// found at s Gauss points of a step together, by Newton's method, and the motion between them is the polynomial
/// through them.
///
///   (1)  On a step of length h with closed contacts J:  q'' = a(t) of degree s − 1,  q, v its integrals, and at the
///        Gauss points t_j
///            M(t_j, q_j) a_j = f(t_j, q_j, v_j) + G_Jᵀ λ_j,   d²/dt² Φ_α(t_j, q_j) = 0 (α ∈ J)
///        [van der Houwen, Sommeijer, Cong 1991]. Order 2s at the end of the step; s and h are such that the polynomial
///        itself is exact to working precision (collocation_step.hpp).
///   (2)  Gaps and arguments of switches are followed by enclosures of their formulas on the range of the motion
///        (first_zero.hpp), reactions as polynomials (first_root.hpp); the first zero is then found as the length of a
///        collocation step that ends in it (step_events.hpp).
///   (3)  Impact: v⁺ = (1 + e) Proj_V v⁻ − e v⁻ in the metric M(t, q), all contacts at once (shock.hpp).
///        [Moreau 1983, (7)]
///   (4)  After it, and wherever a contact may change: accelerations by the projection (P); what (P) leaves open (no
///        reaction, no acceleration of the gap) is decided by trial steps: reactions ≥ 0 where held, gaps ≥ 0 where let
///        go (step_choice.hpp).  [Moreau 1963, (P)]
///   (5)  Impacts whose intervals shrink geometrically are summed where the answer's digits do not tell the next one
///        from their limit and their ratio stands to rounding, and passed with contacts closed (accumulation.hpp),
///        unless another contact closes before: then one by one. Up to there gaps are counted from their last contacts
///        (contacts.hpp), for positions tell them apart no more. Flights that no step resolves, the last of sequences
///        of sequences, are contact at rest.
///   (6)  Formulas with kinks and jumps are families of smooth ones, one for each choice of the signs of their switches
///        (branches.hpp). A step is made with one choice, and ends where the argument of a switch changes its sign: a
///        kink is an event like any other. Where an argument rests at 0, or the motion starts there, trial steps tell
///        the side: of a jump all of them, for where more than one leads away the motion is not unique
///        (event_loop.hpp), and exact data where the motion starts beside it (exact_start.hpp). A jump that holds the
///        motion is watched for the instant when it no longer does (sliding.hpp). A rest where a force is not Lipschitz
///        continuous, as √|x| at 0, is looked at for motions that leave it (other_motions.hpp), one on several jumps
///        for swings that grow (jump_swings.hpp).
///
/// What is excluded, and how. On a step that is accepted
///   - accelerations and reactions are resolved: their last Legendre coefficients are rounding;
///   - what the equations do between the Gauss points is bounded, by Cauchy's estimate in an ellipse around the step
///     (unseen.hpp): no pulse of a force that counts is missed, however narrow;
///   - an open gap is positive, and a switch keeps its sign, up to the event that is found: by bounds of the formula
///     and of its first two derivatives on every part of the step. In any precision no dip of a gap below 0 is missed,
///     however narrow, but two: parts of 2^-44 of a step on which the formula is undefined or unbounded, and the first
///     2^-12 of a step on which a gap opens from rest, are judged by values of theirs;
///   - forces below 1e-380 of the run's units are 0.
/// At the begin of each step every gap is looked at, and a run with one below 0 beyond rounding stops. A run stops as
/// well, and says why, where a gap has no gradient where it is hit, where a gap jumps below 0, where no motion goes on
/// (walls that meet, a jump that the motion would have to slide along), where several do (a jump or a root that repels
/// it), where a number is none, and where counted work no longer brings it forward (work_limit.hpp). Contacts at rest
/// stay so by decision, not by the rounding of their gaps and rates (contacts.hpp). Arithmetic carries a few digits
/// more than the scalar asked for (guard_digits.hpp).

#include "problems/language/solver.hpp"

namespace unilateral::gauss_collocation {

/// It takes no step: its error is a matter of precision, so there is no order in the step to declare.
inline const method declaration{.name = "gauss_collocation",
                                .title = "Event-driven Gauss-Legendre collocation with Moreau's impact law",
                                .citation = "[van der Houwen, Sommeijer, Cong 1991], [Moreau 1983, (7)]",
                                .applies_to = {.systems = true},
                                .orders = {},
                                .reference_engine = true};

/// Throws input_error when a step is asked for. A second opinion has a sixth fewer stages, and other steps.
template <scalar S>
solution<S> solve(const statement& question, const request& asked);

}  // namespace unilateral::gauss_collocation
