#pragma once
/// Continuity in the data where two straight walls meet in a plane [Paoli 2004, (5), figs. 1–3]. Condition (5) is
/// enough for it, not needed. In a plane wedge of the angle θ in the kinetic metric it is known for every θ and e:
/// outcomes are continuous exactly where
///
///     e = 0 and θ ≤ π/2,      0 < e < 1 and θ = π/2,      e = 1 and θ = π/(2k), k = 1, 2, …
///
/// (an impact on one wall has the determinant −e, the corner e²; 2k reflections turn by π).

#include "problems/language/statement.hpp"

#include <optional>
#include <string>

namespace unilateral {

struct plane_wedge {
  double degrees;      ///< of the angle between the walls, seen from inside, in the kinetic metric
  bool is_continuous;  ///< whether outcomes depend continuously on the data
};

/// The wedge of two gaps: two coordinates, a constant metric, gaps of degree 1 without t, walls that are not parallel.
/// Nothing where one of this is not so. In a hundred digits: angles nearer than 1e-80 to π/(2k) are that.
std::optional<plane_wedge> plane_wedge_of(const mechanical_system& bound, int first_gap, int second_gap);

/// For the end of a warning that (5) does not hold: "; in a plane wedge of 135° with this restitution outcomes are not
/// continuous in the data"; empty where the gaps make no plane wedge.
std::string said_of_plane_wedge(const mechanical_system& bound, int first_gap, int second_gap);

}  // namespace unilateral
