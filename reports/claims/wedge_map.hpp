#pragma once
/// By how much the outcome of an impact in a corner jumps, over the angle θ of the corner and the restitution e, each
/// value exact.
///
/// Corner {n_1·q ≥ 0, n_2·q ≥ 0}, n_1 = (0, 1), n_2 = (−sin θ, −cos θ), M = 1, f = 0; the particle comes along the
/// bisector, v⁻ = −(n_1 + n_2). Into the corner itself it meets both constraints at once; beside it, one after the
/// other, in one order or in the other. These three outcomes are the limits of motions whose data tend to those of the
/// first; where they differ, the outcome is not continuous in the data.
///
/// One after the other, the approach speeds a_k at the walls obey a_{k+1} = (1 + e) cos θ · a_k − e a_{k−1}. They stay
/// positive for ever (the impacts accumulate, and v → 0 as both roots are less than 1) exactly where the roots of r² −
/// (1 + e) cos θ r + e are real and a_1/a_0 is at least the smaller one. With e = 0 a wall that was hit stays in
/// contact, and the next impact is with both.

#include "reports/claims/instruments.hpp"

#include <vector>

namespace unilateral::claims {

struct wedge_pixel {
  rational half_angle_tangent;  ///< tan(θ/2): cos θ and sin θ are rational
  rational e;
  bool condition;         ///< [Paoli 2004, (5)]
  rational squared_jump;  ///< the largest |difference|² of two outcomes, relative to |v⁻|²
};

/// θ = 2 arctan(k/angles) and its mirror image π − θ, k = 1 … angles; e = 0, 1/restitutions … 1.
std::vector<wedge_pixel> wedge_map(const instruments& with, int angles, int restitutions);

}  // namespace unilateral::claims
