#pragma once
/// Sayah's chain by duality: the instantaneous problem exactly, in O(n); on top of it the quasi-static evolution by
/// Taylor polynomials.
///
/// Velocities compatible with the bars form E = {v : v_0 = U, T_i·(v_i − v_{i−1}) = 0}. Friction of unit strength at
/// nodes 1 … n and workless bars, (5)–(8) of [Sayah 2004], say that u ∈ E is a motion exactly when the power it
/// dissipates is least:
///     (P)   min Σ_{i ≥ 1} |v_i|  over v ∈ E.
/// For v ∈ E and tensions τ with τ_{n+1} = 0, summation by parts gives  Σ_{i ≥ 1} (τ_{i+1} T_{i+1} − τ_i T_i)·v_i =
/// −τ_1 T_1·U, because each bar's own terms cancel but for T_1·v_0. If every force |τ_{i+1} T_{i+1} − τ_i T_i| ≤ 1, the
/// left side is at most Σ |v_i|. Hence the dual
///     (D)   max −τ_1 T_1·U  over τ with |τ_{i+1} T_{i+1} − τ_i T_i| ≤ 1, i = 1 … n, τ_{n+1} = 0,
/// never exceeds (P), and a pair (u, θ) with equal values is optimal in both: then the force is u_i/|u_i| wherever u_i
/// ≠ 0, which is (5). (D) asks only for the largest |τ_1|, and feasible tensions of each bar form an interval:
///   1. a_n = 1; from the free end inwards the interval [−a_i, a_i] and the saturated nodes            instant.hpp (a)
///   2. θ_1 = ∓a_1, outwards the tensions up to the first saturated node                               instant.hpp (b)
///   3. u_i along its force, |u_i| from the bar's length; beyond the first saturated node all rests    instant.hpp (c)
/// and an evolution: x_0 = path, x_i' = u_i(x_0 … x_n, x_0')                                            evolution.hpp
///
/// Where this departs from [Sayah 2004] as printed:
///   - Min P1 = Min P2 counts |U| at node 0 in P1 only: equality holds for the sums over i ≥ 1 (for n = 1, U along the
///     bar: both are |U|).
///   - The restart value is θ_{j+1} = cot β_j with β_j the angle between bars j and j + 1; the printed β_{j+1} is not
///     one of the data for j = n − 1.
///   - The recursion must also be abandoned where its root is real but leads to a velocity that breaks (11): that is
///     |s_i| a_{i+1} > |c_i|. A test of the root alone moves nodes that rest.
///   - On an arc of n bars at angles β all nodes move exactly when n β < π/2, not (n − 1) β < π/2: the free end counts.

#include "problems/language/solver.hpp"
#include "solvers/chain_duality/instant.hpp"

namespace unilateral::chain_duality {

inline const method declaration{
    .name = "chain_duality",
    .title = "Least dissipation of a chain with dry friction, by its dual in O(n); Taylor polynomials in time",
    .citation = "[Sayah 2004, (5)–(8)]",
    .applies_to = {.chains = true, .step = step_use::optional},
    .orders = {{distance_kind::sup_position, 4, "fixed step; path analytic between corners"}},
};

/// Solves a bound chain for one instant or, when it evolves, from t = 0 to its horizon. Without a step the evolution is
/// accurate to working precision. Throws input_error on a request or a statement that cannot be used.
template <scalar S>
chain_solution<S> solve(const chain_statement& bound, const request& asked);

extern template chain_solution<double> solve(const chain_statement&, const request&);
extern template chain_solution<real50> solve(const chain_statement&, const request&);
extern template chain_solution<real100> solve(const chain_statement&, const request&);

}  // namespace unilateral::chain_duality
