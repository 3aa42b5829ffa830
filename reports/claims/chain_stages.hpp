#pragma once
/// Sayah's algorithm by stages, with its restart corrected, for chains whose neighbouring bars make acute angles: a
/// second opinion on the O(n) recursion.
///
/// Stage j = n, n − 1, …, 1 supposes that nodes 1 … j move and the others rest:
///     θ_{n+1} = 0  (j = n)   or   θ_{j+1} = cot β_j  (j < n, where u_j·T_{j+1} = 0),
///     θ_i = θ_{i+1} cos β_i + √(1 − θ_{i+1}² sin² β_i),   i = j … 1,
///     [Sayah 2004, (R_j)]
///     α_i = θ_{i+1} T_{i+1} − θ_i T_i,   |u_i| = T_i·u_{i−1}/(T_i·α_i)
///                                        [Sayah 2004, (11)]
/// and is refused when a root is not real or some |u_i| is not positive. T_1·U < 0.

#include "problems/language/chain.hpp"
#include "problems/language/many_digits.hpp"

#include <string>
#include <vector>

namespace unilateral::claims {

struct stage {
  bool real_roots = true;
  std::vector<real50> tension;                 ///< θ_{i+1} at [i], i < j (and θ_{j+1} at [j] where j < n)
  std::vector<real50> speed;                   ///< |u_{i+1}| at [i]: signed, as (11) gives it
  std::vector<plane_vector<real50>> velocity;  ///< u_{i+1} at [i], i < j
  bool accepted() const;
};
/// The stage j for unit vectors T_1 … T_n and the velocity U of node 0.
stage stage_of(const std::vector<plane_vector<real50>>& T, const plane_vector<real50>& U, int j);

}  // namespace unilateral::claims
