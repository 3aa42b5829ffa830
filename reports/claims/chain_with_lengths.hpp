#pragma once
/// The instantaneous problem of the chain with the lengths of its bars in its unknowns: a second opinion that knows
/// nothing of tensions, unit vectors' recursions or nodes at rest.
///
/// Unknowns are the angular velocities ω_i of the bars: u_i = u_{i−1} + l_i ω_i N_i, N_i ⟂ bar i, and Σ |u_i| is least.
/// It is smoothed, Σ √(|u_i|² + ε²), and followed by Newton's method with halved steps as ε falls to 1e-13: smooth and
/// strictly convex for each ε.

#include "problems/language/chain.hpp"

#include <vector>

namespace unilateral::claims {

/// Velocities of the nodes 1 … n; nodes: positions of 0 … n, U the velocity of node 0.
std::vector<plane_vector<double>> velocities_by_angles(const std::vector<plane_vector<double>>& nodes,
                                                       const plane_vector<double>& U);

}  // namespace unilateral::claims
