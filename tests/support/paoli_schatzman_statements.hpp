#pragma once
/// Statements that the tests of Paoli and Schatzman's scheme share.

#include "tests/support/statements.hpp"

#include <vector>

namespace unilateral::paoli_schatzman_tests {

/// Unit mass at x_0 ≥ 0 over a floor, thrown at v_0, force −g.
inline statement ball(const expression& e, const expression& g, const expression& x_0, const expression& v_0) {
  return statements::bodies({1}, {-g}, {coordinate(0)}, e, {x_0}, {v_0}, 4);
}

using statements::particle;

/// A particle that slides and bounces inside the ellipse x²/4 + y² ≤ 1 under gravity, with a coupled metric.
inline statement in_an_ellipse(const expression& e) {
  const expression x = coordinate(0), y = coordinate(1);
  statement s = particle({1 - x * x / 4 - y * y}, e, {0.5_x, 0.25_x}, {1, 0.5_x});
  s.system.mass = full_mass({{2 + y * y, 0.5_x}, {0.5_x, 1}});
  s.system.force = {x / 3, -4};
  return s;
}

/// n unit masses over a floor, each resting on the one below, pressed by gravity 1.
inline statement pile(int n, const expression& e) { return statements::column_of_balls(n, 1, 0, e, 1); }

}  // namespace unilateral::paoli_schatzman_tests
