#pragma once
/// A corner of any angle θ and any restitution e, at 50 digits, for every direction of approach: the outcome in the
/// tip, and the outcomes beside it, one wall after the other. wedge_map.hpp does the same in exact rationals, along the
/// bisector, where cos θ and sin θ are rational.

#include "problems/language/chain.hpp"
#include "problems/language/many_digits.hpp"

namespace unilateral::claims {

/// The largest |difference| of two of the three outcomes, relative to |v⁻|, over so many directions that come from
/// inside the corner. 0 means that no jump was met.
real50 largest_jump(const real50& theta, const real50& e, int directions);

/// The closed form: the outcome in the tip is the limit of those beside it, from all directions, exactly where
///   e = 0 and θ ≤ π/2;   0 < e < 1 and θ = π/2;   e = 1 and θ = π/(2k), k = 1, 2, …
/// An impact with one wall has determinant −e as a linear map, the tip −e·1 where it turns a velocity back. k: π/θ =
/// 2k.
bool continuous_by_closed_form(const real50& theta, const real50& e);

}  // namespace unilateral::claims
