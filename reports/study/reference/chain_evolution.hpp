#pragma once
/// The reference of a chain that evolves: its closed form, else what chain_duality finds at 50 digits, where a second
/// route that shares no code with it finds the same.
///
/// The second route, in double, from the statement (problems/language/chain.hpp) alone. Angles φ_i of the bars, u_i =
/// U + Σ_{j ≤ i} s_j N_j with N_j = (−sin φ_j, cos φ_j), so that bars keep their length whatever the s_j = L_j φ_j'.
///
///   (1)  s minimises Σ_{i ≥ 1} √(|u_i|² + δ²), by Newton's method, δ falling from |U| to 10⁻¹¹ |U|. The sum is convex,
///        and lies above the dissipation Σ |u_i| by at most n δ: what is at rest creeps by some δ
///   (2)  φ_i' = s_i/L_i, by the embedded pair of orders 5 and 4 of [Dormand Prince 1980]; a corner of the path, or a
///        node that begins or ends to move, makes its steps short, and is not looked for
///
/// The first has tensions, saturated nodes, Taylor polynomials and events; the second none of these. How far they are
/// apart, as a part of the motion's size, is what the reference is confirmed to: no error below that is measured.

#include "reports/study/reference/reference_path.hpp"

namespace unilateral::study {

/// Parts of the size of the motion that the two may differ by; with (1) and tolerances of 10⁻¹¹ a step (2) they differ
/// by some 10⁻¹⁰.
inline constexpr double least_agreement = 1e-7;

/// How far a motion of the nodes is apart from what the second route finds, in parts of its size: positions at every
/// step of that, velocities in the mean. Throws reference_in_doubt where that does not get to the end.
double apart_from_second_route(const chain_instance& of, const trajectory<double>& path, const time_limit& limit);

/// On [0, end of the instance]. Throws reference_in_doubt where the motion is computed and a route stopped, or the two
/// part, or the limit passed before that was settled.
reference_motion<double> evolution_to_measure_against(const chain_instance& of, const reference_request& how = {});

}  // namespace unilateral::study
