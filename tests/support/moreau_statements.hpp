#pragma once
/// Statements that the tests of Moreau's scheme share.

#include "problems/language/statement.hpp"

#include <string>
#include <vector>

namespace unilateral::moreau_tests {

/// Unit mass above the floor x ≥ 0 under gravity 2, dropped from height 1: impacts at t_1 = 1 and then after flights of
/// length 2 e^k, with v_plus = 2 e^k at impact k.
inline statement ball(const rational& e) {
  statement s;
  s.system.coordinates = {"x"};
  s.system.mass = diagonal_mass({1});
  s.system.force = {-2};
  s.system.gap = {coordinate(0)};
  s.system.restitution = e;
  s.position = {1};
  s.velocity = {0};
  s.horizon = 4;
  return s;
}

/// Rods and bobs of unit length and mass, g = 10, a wall at x = 3/10, e = 1/2, angles from the downward vertical
/// [Dzonou Monteiro Marques Paoli].
inline statement double_pendulum() {
  const auto a = coordinate(0), b = coordinate(1), a_dot = velocity(0), b_dot = velocity(1);
  statement s;
  s.system.coordinates = {"a", "b"};
  set_energies(s.system, a_dot * a_dot + b_dot * b_dot / 2 + a_dot * b_dot * cos(a - b), -10 * (2 * cos(a) + cos(b)));
  s.system.gap = {0.3_x - sin(a) - sin(b)};
  s.system.restitution = 0.5_x;
  s.position = {-pi() / 3, -pi() / 3};
  s.velocity = {0, 0};
  s.horizon = 4;
  return s;
}

/// Balls of diameter 0 in a row, the first on a floor if there is one; all touch at x = 0. No force.
inline statement touching_balls(const std::vector<rational>& masses, bool floor, const rational& e) {
  statement s;
  std::vector<expression> diagonal;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const int k = static_cast<int>(i);
    s.system.coordinates.push_back("x" + std::to_string(k));
    diagonal.push_back(masses[i]);
    if (k > 0) s.system.gap.push_back(coordinate(k) - coordinate(k - 1));
    if (k == 0 && floor) s.system.gap.push_back(coordinate(0));
  }
  s.system.mass = diagonal_mass(diagonal);
  s.system.force.assign(masses.size(), 0);
  s.system.restitution = e;
  s.position.assign(masses.size(), 0);
  s.velocity.assign(masses.size(), 0);
  return s;
}

/// Rigid block of half-width b, half-height a, unit mass over a frictionless floor; (x, y) its centre, p its angle;
/// inertia (a² + b²)/3. Corner heights y ± b sin p − a cos p.
inline statement block(const expression& a, const expression& b, const rational& e) {
  const auto y = coordinate(1), p = coordinate(2);
  statement s;
  s.system.coordinates = {"x", "y", "p"};
  s.system.mass = diagonal_mass({1, 1, (a * a + b * b) / 3});
  s.system.force = {0, 0, 0};
  s.system.gap = {y + b * sin(p) - a * cos(p), y - b * sin(p) - a * cos(p)};
  s.system.restitution = e;
  s.position = {0, a, 0};
  s.velocity = {0, 0, 0};
  return s;
}

/// The state moved back by half a step of length h, so that the first midpoint q_m is the state given: its contacts are
/// those of the first step.
inline statement met_at_midpoint(statement s, const rational& h) {
  for (std::size_t i = 0; i < s.position.size(); ++i) s.position[i] = s.position[i] - rational(h / 2) * s.velocity[i];
  return s;
}

}  // namespace unilateral::moreau_tests
