#include "reports/claims/wedge_routes.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace unilateral::claims {
namespace {

using corner_velocity = plane_vector<real50>;

real50 tiny() { return pow(real50(10), -40); }

/// Corner {y ≥ 0, −x sin θ − y cos θ ≥ 0}.
struct corner {
  real50 e;
  std::array<corner_velocity, 2> normal, edge;  ///< edge[i] lies on wall i
  corner(const real50& theta, const real50& restitution) : e(restitution) {
    const real50 c = cos(theta), s = sin(theta);
    normal = {corner_velocity(0, 1), corner_velocity(-s, -c)};
    edge = {corner_velocity(-1, 0), corner_velocity(-c, s)};
  }

  /// v⁺ = (1 + e) Proj v⁻ − e v⁻, the nearest of v itself, its shares along the edges, and 0.
  corner_velocity in_the_tip(const corner_velocity& v) const {
    corner_velocity nearest(0, 0);
    if (normal[0].dot(v) >= 0 && normal[1].dot(v) >= 0) {
      nearest = v;
    } else {
      for (const corner_velocity& along : edge) {
        const real50 share = v.dot(along);
        if (share > 0 && share * share > nearest.dot(nearest)) nearest = share * along;
      }
    }
    return (1 + e) * nearest - e * v;
  }

  corner_velocity one_after_the_other(corner_velocity v, std::size_t first) const {
    const real50 small = tiny() * v.dot(v);
    for (std::size_t i = first; v.dot(v) > small; i = 1 - i) {  // where the impacts accumulate, v tends to 0
      const real50 rate = normal[i].dot(v);
      if (rate >= 0) {
        if (i != first || normal[1 - i].dot(v) >= 0) return v;
        continue;  // it does not meet the wall that was to be the first
      }
      v -= (1 + e) * rate * normal[i];
      if (e == 0 && normal[1 - i].dot(v) < 0) return in_the_tip(v);  // it slides along the wall into the tip
    }
    return corner_velocity(0, 0);
  }
};

}  // namespace

real50 largest_jump(const real50& theta, const real50& e, int directions) {
  const corner at(theta, e);
  real50 largest(0);
  for (int k = 1; k < directions; ++k) {
    const real50 turned = theta * k / directions;  // from inside: −v lies between the edges
    const corner_velocity v(cos(turned), -sin(turned));
    const std::array<corner_velocity, 3> outcomes{at.in_the_tip(v), at.one_after_the_other(v, 0),
                                                  at.one_after_the_other(v, 1)};
    for (const corner_velocity& x : outcomes)
      for (const corner_velocity& y : outcomes) largest = std::max(largest, real50(sqrt(real50((x - y).dot(x - y)))));
  }
  return largest;
}

bool continuous_by_closed_form(const real50& theta, const real50& e) {
  const real50 pi = scalar_traits<real50>::pi(), ratio = pi / (2 * theta), k = floor(real50(ratio + real50(1) / 2));
  const bool right_angle = abs(real50(ratio - 1)) < tiny();
  if (e == 0) return right_angle || ratio > 1;
  if (e < 1) return right_angle;
  return k >= 1 && abs(real50(ratio - k)) < tiny();
}

}  // namespace unilateral::claims
