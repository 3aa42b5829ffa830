#pragma once
/// The position scheme of Paoli and Schatzman [Paoli Schatzman 1993] (convex K, M = 1), [Paoli Schatzman 2002] (one
/// smooth constraint, M(q)): impacts are neither searched for nor resolved; positions alone are projected. With F = M⁻¹
/// f and the normal cone N_K in the metric M(t_n, U^n),
///
///     (U^{n+1} − 2 U^n + U^{n−1})/h² + (1/h²) N_K(Z) ∋ F^n,    Z = (U^{n+1} + e U^{n−1})/(1 + e).
///
/// 2 U^n − U^{n−1} + h² F^n − U^{n+1} ∈ N_K(Z) says, divided by 1 + e, that W − Z ∈ N_K(Z) with W as in (2): Z =
/// P_K(W). One step:
///
///   (1)  start     U^{−1} = U^0 − h v_0 + ½ h² F^0, so that U^1 = U^0 + h v_0 + ½ h² F^0 in free flight. Where this
///                  U^1 ∉ K, U^{−1} is projected on K, for the motion came from there, and (2)–(4) are made for n = 0.
///                  But where v_0 parts a contact (while others collide) no motion in K has led to U^0: then
///                  U^{−1} = U^0 − h v_0, which keeps v_0. For linear gaps and F = 0 that gives the law of impact at
///                  once: with w = P(v_0) on the cone of U^0, P(e v_0 + (1 − e) w) = w, so that
///                  v^1 = e v_0 + (1 − e) w,  v^2 = 2 w − v^1 = (1 + e) w − e v_0.
///   (2)  predict   F^n = M(t_n, U^n)⁻¹ f(t_n, U^n, v^n),   v^n = (U^n − U^{n−1})/h;
///                  W = (2 U^n − (1 − e) U^{n−1} + h² F^n)/(1 + e)
///                    = U^n + h (1 − e)/(1 + e) v^n + h² F^n/(1 + e)
///   (3)  project   M(t_n, U^n)(Z − W) = G(Z)ᵀ μ,  0 ≤ μ ⊥ Φ(t*, Z) ≥ 0,
///                  t* = (t_{n+1} + e t_{n−1})/(1 + e)   (projection.hpp)
///   (4)  move      U^{n+1} = −e U^{n−1} + (1 + e) Z; as velocities, without cancellation:
///                  M(t_n, U^n)(v^{n+1} − v^n) = h f^n + G(Z)ᵀ P,  P = (1 + e) μ/h,   U^{n+1} = U^n + h v^{n+1}
///
/// Constraints that move and metrics that depend on t are not in the papers: M is that of F^n, at t_n, where F^n has
/// −(∂M/∂t) v^n in it. Z is the motion's average at t_{n+1} and t_{n−1} with weights 1 and e,
/// and t* the same average of the times: a table of constant velocity is then met as one at rest is, in its own frame,
/// whatever e.
///
/// The law of impact comes from a memory of two steps. Without force, in one dimension, K = {x ≥ 0}, with δ = −h v > 0
/// the way made in a step and a = U^{n−1}, U^n = a − δ at the first step n with μ > 0: step n − 1 had W ≥ 0, so a/δ ≥
/// (1 − e)/(1 + e), and W < 0 means a/δ < 2/(1 + e). Then
///
///     U^{n+1} = −e U^{n−1} = −e a,   and W = −(1 + e) a + (1 − e) δ ≤ 0 again (times 1 + e),
///     so U^{n+2} = −e U^n:  v^{n+2} = −e v^n,   and v^{n+1} lies between v^n and −e v^n;
///     the next W is e (2δ/(1 + e) − a) > 0: the shock is over after two steps.
///
/// So a shock is two impulses, one step apart; the second one `continues` the first. (Contacts that begin in turn make
/// a longer chain.) The incoming and the outgoing line meet at x = −2 e δ/(1 + e), wherever in its step the impact
/// falls: the motion goes too far, returns too late by 2 h, and lags behind by 2 e δ. Hence order 1 in position, and no
/// more, for e > 0.
///
/// How deep. Each step projects anew, so that nothing accumulates: U^{n+1} = Z + e (Z − U^{n−1}) with Z ∈ K violates a
/// constraint by at most e times what its gap changes from U^{n−1} to Z, O(e h). And W lies no deeper than U^n by more
/// than its gap changes on the way from U^n:
///
///     −Φ(t*, W) ≤ max(0, −Φ(t_n, U^n)) + 2 (Σ |G_i (W − U^n)_i| + |∂Φ/∂t| |t* − t_n|),    G and ∂Φ/∂t at W,
///
/// unless they change by more than their own size on it. A run that breaks this is stopped, for the projection would
/// carry the motion any way: the gap jumps, or is steeper than the step can see. So is one that finds no Z (walls that
/// have closed on each other; also asked at the end), or a Z at which G, in the metric, is O(√ε) of what it is at U^n
/// and W: there a gap like x³ has no gradient. None of this depends on units.
///
/// The path reported joins U^n by straight lines; its velocity jumps at t_n, where the impulses P stand.

#include "problems/language/parts_of_run.hpp"
#include "problems/language/solver.hpp"
#include "solvers/paoli_schatzman/stepper.hpp"

namespace unilateral::paoli_schatzman {

inline const std::string hypotheses =
    "M and f Lipschitz, gaps C^3, nonzero gradients, finitely many isolated impacts at nonzero normal speed, one "
    "constraint at each; convergence itself (without rate) is proved "
    "for one constraint [Paoli Schatzman 2002]";

/// Orders are those of the expansion above: before and after an impact the error is a smooth O(h), at an impact the
/// velocity is wrong by its jump over a time O(h).
inline const method declaration{.name = "paoli_schatzman",
                                .title = "The position scheme of Paoli and Schatzman",
                                .citation = "[Paoli Schatzman 2002]",
                                .applies_to = {.systems = true, .step = step_use::required},
                                .orders = {{distance_kind::sup_position, 1, hypotheses},
                                           {distance_kind::l1_velocity, 1, hypotheses},
                                           {distance_kind::l2_velocity, 0.5, hypotheses},
                                           {distance_kind::hausdorff_velocity, 1, hypotheses},
                                           {distance_kind::bounded_lipschitz_impulse, 1, hypotheses}}};

template <scalar S>
solution<S> solve(const statement& bound, const request& asked);
/// The same, handed over in parts.
template <scalar S>
solution<S> solve(const statement& bound, const request& asked, const parts_of_run<S>& parts);

}  // namespace unilateral::paoli_schatzman
