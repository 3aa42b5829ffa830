#pragma once
/// Statements that the tests of Paoli and Schatzman's scheme share.

#include "problems/language/solver.hpp"

#include <string>
#include <vector>

namespace unilateral::paoli_schatzman_tests {

/// Unit mass at x_0 ≥ 0 over a floor, thrown at v_0, force −g.
inline statement ball(const expression& e, const expression& g, const expression& x_0, const expression& v_0) {
  statement s;
  s.system.coordinates = {"x"};
  s.system.mass = diagonal_mass({1});
  s.system.force = {-g};
  s.system.gap = {coordinate(0)};
  s.system.restitution = e;
  s.position = {x_0};
  s.velocity = {v_0};
  s.horizon = 4;
  return s;
}

/// A particle of unit mass in the plane, without force.
inline statement particle(const std::vector<expression>& gap, const expression& e, const std::vector<expression>& q,
                          const std::vector<expression>& v) {
  statement s;
  s.system.coordinates = {"x", "y"};
  s.system.mass = diagonal_mass({1, 1});
  s.system.force = {0, 0};
  s.system.gap = gap;
  s.system.restitution = e;
  s.position = q;
  s.velocity = v;
  s.horizon = 4;
  return s;
}

/// A particle that slides and bounces inside the ellipse x²/4 + y² ≤ 1 under gravity, with a coupled metric.
inline statement in_an_ellipse(const expression& e) {
  const expression x = coordinate(0), y = coordinate(1);
  statement s = particle({1 - x * x / 4 - y * y}, e, {0.5_x, 0.25_x}, {1, 0.5_x});
  s.system.mass = full_mass({{2 + y * y, 0.5_x}, {0.5_x, 1}});
  s.system.force = {x / 3, -4};
  return s;
}

/// n unit masses over a floor, each resting on the one below, pressed by gravity 1.
inline statement pile(int n, const expression& e) {
  statement s;
  for (int i = 0; i < n; ++i) {
    s.system.coordinates.push_back("x" + std::to_string(i));
    s.system.force.emplace_back(-1);
    s.system.gap.push_back(i == 0 ? coordinate(0) : coordinate(i) - coordinate(i - 1) - 1);
    s.position.emplace_back(i);
    s.velocity.emplace_back(0);
  }
  s.system.mass = diagonal_mass(std::vector<expression>(static_cast<std::size_t>(n), expression(1)));
  s.system.restitution = e;
  return s;
}

}  // namespace unilateral::paoli_schatzman_tests
