#pragma once
/// The sweeping scheme of Dzonou, Monteiro Marques and Paoli.
///
/// Solved: u of bounded variation, q = q_0 + ∫u, with p = M(t, q)u and V(t, q) = {v : G v + ∂Φ/∂t ≥ 0 for every α with
/// Φ_α(t, q) ≤ 0},
///
///     f(t, q, p) dt − M(t, q) du ∈ ∂I_V((u⁺ + e u⁻)/(1 + e))   [dzonou-monteiro-marques-paoli]
///
/// (theirs is one fixed constraint, g = −Φ ≤ 0, and V = {v : ∇g·v ≤ 0}). Over the step from t_k to t_{k+1} = t_k + h
/// put u_k for u⁻, u_{k+1} for u⁺ and M, V, f at the new position, the only one at hand that an explicit rule knows.
/// With w = (u_{k+1} + e u_k)/(1 + e), so u_{k+1} − u_k = (1 + e)(w − u_k), the inclusion reads
/// h f − (1 + e) M (w − u_k) ∈ N_V(w); the normal cone may be divided by 1 + e, and what is left says that w is a
/// projection in the metric M. The step:
///
///   (1)  q_{k+1} = q_k + h u_k
///   (2)  M = M(t_{k+1}, q_{k+1}),  f = f(t_{k+1}, q_{k+1}, p) with p = M u_k, whose velocity is u_k;
///        z = u_k + h/(1 + e) M⁻¹f
///   (3)  the active constraints: Φ_α(t_{k+1}, q_{k+1}) ≤ 0
///   (4)  w = Proj_M(V(t_{k+1}, q_{k+1}), z) = z + M⁻¹Gᵀλ,   0 ≤ λ ⊥ G w + ∂Φ/∂t ≥ 0   (projection.hpp)
///   (5)  u_{k+1} = (1 + e) w − e u_k,   so that M (u_{k+1} − u_k) = h f + Gᵀ P with P = (1 + e) λ
///   (6)  the energy of the step balances exactly: checked at every impact   (energy_balance.hpp)
///
/// The answer has v = u_k on [t_k, t_{k+1}), an atom at t_{k+1} wherever some P_α > 0. A contact at rest is seen as a
/// train of impulses with penetration O(h²); a constraint is violated by no more than its gap closes in a step, O(h),
/// and by the drift of a slide along a curve, ½ h times what turns its normal (penetration.hpp). With several
/// constraints the scheme converges where their gradients make no acute angle in the kinetic metric [Paoli 2004, (5)];
/// a run that meets an impact where they do warns that its outcome is not continuous in the data.

#include "problems/language/many_digits.hpp"
#include "problems/language/parts_of_run.hpp"
#include "problems/language/solver.hpp"
#include "solvers/sweeping/stepper.hpp"

namespace unilateral::sweeping {

inline const method declaration{
    .name = "sweeping",
    .title = "Sweeping scheme of Dzonou, Monteiro Marques and Paoli",
    .citation = "[dzonou-monteiro-marques-paoli]",
    .applies_to = {.systems = true, .step = step_use::required},
    .orders = {
        {distance_kind::sup_position, 1,
         "finitely many transversal impacts, one constraint or Paoli's condition (5); generic steps"},
        {distance_kind::l1_velocity, 1,
         "finitely many transversal impacts, one constraint or Paoli's condition (5); generic steps"},
        {distance_kind::l2_velocity, 0.5,
         "finitely many transversal impacts, at least one; one constraint or Paoli's condition (5); generic steps"},
        {distance_kind::hausdorff_velocity, 1,
         "finitely many transversal impacts, one constraint or Paoli's condition (5); generic steps"},
        {distance_kind::bounded_lipschitz_impulse, 1,
         "finitely many transversal impacts, one constraint or Paoli's condition (5); generic steps"}}};

/// Answers a bound statement with the step `asked.step` (default: horizon/1000); the last step is shortened to end at
/// `asked.until`. `status` is "stopped: …" when a coordinate, its velocity, a gap or an active gradient is no finite
/// number, M loses positive definiteness, V is empty, a gap has no gradient where it is hit, a constraint is violated
/// by more than the steps explain or with no admissible position near, or (6) fails.
/// Throws input_error on a step or final time that is not positive and finite, or on data without a value.
template <scalar S>
solution<S> solve(const statement& bound, const request& asked);
/// The same, handed over in parts.
template <scalar S>
solution<S> solve(const statement& bound, const request& asked, const parts_of_run<S>& parts);

extern template class stepper<double>;
extern template class stepper<real50>;
extern template solution<double> solve<double>(const statement&, const request&);
extern template solution<double> solve<double>(const statement&, const request&, const parts_of_run<double>&);
extern template solution<real50> solve<real50>(const statement&, const request&);
extern template solution<real50> solve<real50>(const statement&, const request&, const parts_of_run<real50>&);

}  // namespace unilateral::sweeping
