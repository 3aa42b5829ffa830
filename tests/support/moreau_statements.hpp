#pragma once
/// Statements that the tests of Moreau's scheme share.

#include "tests/support/statements.hpp"

#include <vector>

namespace unilateral::moreau_tests {

/// Unit mass above the floor x ≥ 0 under gravity 2, dropped from height 1: impacts at t_1 = 1 and then after flights of
/// length 2 e^k, with v_plus = 2 e^k at impact k.
inline statement ball(const rational& e) { return statements::dropped_ball(2, e, 4); }

inline statement double_pendulum() { return statements::double_pendulum(rational(1, 2)); }

/// Balls of diameter 0 in a row, the first on a floor if there is one; all touch at x = 0. No force.
inline statement touching_balls(const std::vector<rational>& masses, bool floor, const rational& e) {
  return statements::touching_balls(masses, 0, floor, e);
}

using statements::block;

/// The state moved back by half a step of length h, so that the first midpoint q_m is the state given: its contacts are
/// those of the first step.
inline statement met_at_midpoint(statement s, const rational& h) {
  for (std::size_t i = 0; i < s.position.size(); ++i) s.position[i] = s.position[i] - rational(h / 2) * s.velocity[i];
  return s;
}

}  // namespace unilateral::moreau_tests
