#pragma once
/// Moreau's time-stepping scheme: the measure differential inclusion integrated over a step, one projection a step.
///
///     M(t, q) du = f(t, q, u) dt + Gᵀ dP,   Φ(t, q) ≥ 0,   dq = u dt,   G = ∂Φ/∂q     [Moreau 1983, (11)]
///     0 ≤ dP ⊥ (G u⁺ + ∂Φ/∂t) + e (G u⁻ + ∂Φ/∂t) ≥ 0   where Φ = 0                     [Moreau 1988]
///
/// Smooth reactions and shocks are not told apart: P is the total impulse of the contacts over the step, so any number
/// of impacts, an accumulation of them included, costs nothing special. One step h from (t_k, q_k, u_k), with t_m = t_k
/// + h/2:
///
///   1.  q_m = q_k + (h/2) u_k                                                               [Moreau 1988]
///   2.  û = u_k + h M(t_m, q_m)⁻¹ f(t_m, q_m, u_k)
///   3.  contacts: the constraints α with Φ_α(t_m, q_m) ≤ 0 (at rest: up to rounding, scheme.hpp); G, ∂Φ/∂t there
///   4.  0 ≤ P ⊥ A P + b ≥ 0,  A = G M⁻¹ Gᵀ,  b = (G û + ∂Φ/∂t) + e (G u_k + ∂Φ/∂t)          (complementarity.hpp,
///       pooling.hpp)
///   5.  u_{k+1} = û + M⁻¹ Gᵀ P,   q_{k+1} = q_m + (h/2) u_{k+1}
///
/// Step 4 is the impact law v⁺ = (1 + e) Proj_V v⁻ − e v⁻ in the kinetic metric at (t_m, q_m), with v⁻ = û in the
/// projection and u_k in the restitution; for f = 0 and fixed constraints it is that law to the letter. Hence:
///   - Free flight under a constant force is exact (the midpoint rule, θ = ½, integrates a linear velocity exactly); f
///     is taken at u_k, the velocity on the half step that leads to q_m, so forces in u cost one evaluation and leave
///     order 1.
///   - The energy of a step is balanced exactly: with |·| the kinetic norm at (t_m, q_m) and fixed constraints,
///     ½|u_{k+1}|² − ½|u_k|² = −(1−e)/(2(1+e)) |u_{k+1} − u_k|² + h f·(u_{k+1} + e u_k)/(1+e).
///   - What has come to rest in contact keeps u = 0, and the penetration that its approach has left, O(h²).
///   - A contact is penetrated by no more than its gap closes in one step, O(h) times its rate, and what the drift of
///     sliding along a curve adds, ½ h times the rate at which its normal turns. A run that goes deeper is stopped: (a)
///     to (d) of scheme.hpp.
///
/// The answer as a motion: v = u_k up to t_m and u_{k+1} from there, q its integral, linear between midpoints; q(t_m) =
/// q_m. An impact stands at t_m in every step with some P_α > 0, v_minus = u_k, v_plus = u_{k+1}, so that
/// M (v⁺ − v⁻) = Gᵀ P + h f there. A contact interval is a run of two or more such steps of one constraint.

#include "problems/language/many_digits.hpp"
#include "problems/language/parts_of_run.hpp"
#include "problems/language/solver.hpp"

namespace unilateral::moreau_time_stepping {

inline const method declaration{
    .name = "moreau_time_stepping",
    .title = "Moreau's time-stepping scheme",
    .citation = "[Moreau 1988]",
    .applies_to = {.systems = true, .step = step_use::required},
    .orders = {{distance_kind::sup_position, 1, "finitely many transversal impacts"},
               {distance_kind::l1_velocity, 1, "finitely many transversal impacts"},
               {distance_kind::l2_velocity, 0.5,
                "finitely many transversal impacts, at least one: the velocity is wrong by its jump over a time O(h)"},
               {distance_kind::hausdorff_velocity, 1, "finitely many transversal impacts"},
               {distance_kind::bounded_lipschitz_impulse, 1, "finitely many transversal impacts"}}};

/// Default step: a thousandth of the horizon. The last step is shortened so as to end at `until`.
/// Status "stopped: …" where a coordinate, its velocity, a gap or the gradient of a contact ceases to be finite, M to
/// be positive definite, moving constraints leave no admissible velocity, a gap has no gradient where it is hit, or a
/// constraint is penetrated deeper than steps of this length explain, or with no admissible position near. Throws
/// input_error unless step > 0 and until > 0.
template <scalar S>
solution<S> solve(const statement& bound, const request& asked);
/// The same, handed over in parts.
template <scalar S>
solution<S> solve(const statement& bound, const request& asked, const parts_of_run<S>& parts);

extern template solution<double> solve<double>(const statement&, const request&);
extern template solution<double> solve<double>(const statement&, const request&, const parts_of_run<double>&);
extern template solution<real50> solve<real50>(const statement&, const request&);
extern template solution<real50> solve<real50>(const statement&, const request&, const parts_of_run<real50>&);

}  // namespace unilateral::moreau_time_stepping
