#pragma once
/// Statements that tests and benchmarks share.

#include "problems/language/statement.hpp"

#include <string>
#include <vector>

namespace unilateral::statements {

/// Bodies with these masses, forces and gaps in the coordinates x0, x1, … (of one body, x)
inline statement bodies(const std::vector<expression>& masses, const std::vector<expression>& force,
                        const std::vector<expression>& gaps, const expression& e, const std::vector<expression>& q,
                        const std::vector<expression>& v, const expression& horizon) {
  statement s;
  for (std::size_t i = 0; i < masses.size(); ++i)
    s.system.coordinates.push_back(masses.size() == 1 ? "x" : "x" + std::to_string(i));
  s.system.mass = diagonal_mass(masses);
  s.system.force = force;
  s.system.gap = gaps;
  s.system.restitution = e;
  s.position = q;
  s.velocity = v;
  s.horizon = horizon;
  return s;
}

/// The same without forces.
inline statement free_bodies(const std::vector<expression>& masses, const std::vector<expression>& gaps,
                             const expression& e, const std::vector<expression>& q, const std::vector<expression>& v,
                             const expression& horizon) {
  return bodies(masses, std::vector<expression>(masses.size(), 0), gaps, e, q, v, horizon);
}

/// Unit mass above the floor x ≥ 0, dropped from height 1.
inline statement dropped_ball(const rational& g, const rational& e, const expression& horizon) {
  return bodies({1}, {-expression(g)}, {coordinate(0)}, e, {1}, {0}, horizon);
}

/// Rods and bobs of unit length and mass, g = 10, a wall at x = 3/10, angles from the downward vertical [Dzonou
/// Monteiro Marques Paoli].
inline statement double_pendulum(const rational& e) {
  const expression a = coordinate(0), b = coordinate(1), u = velocity(0), w = velocity(1);
  statement p = free_bodies({1, 1}, {rational(3, 10) - sin(a) - sin(b)}, e, {-pi() / 3, -pi() / 3}, {0, 0}, 4);
  set_energies(p.system, u * u + w * w / 2 + u * w * cos(a - b), -10 * (2 * cos(a) + cos(b)));
  return p;
}

/// n unit balls of diameter 1 above each other and a floor, ball i at height i + (i + 1)·space, at rest under gravity
/// g.
inline statement column_of_balls(int n, const rational& g, const rational& space, const expression& e,
                                 const expression& horizon) {
  std::vector<expression> gaps = {coordinate(0)}, q;
  for (int i = 0; i < n; ++i) {
    if (i > 0) gaps.push_back(coordinate(i) - coordinate(i - 1) - 1);
    q.push_back(rational(i + rational(i + 1) * space));
  }
  const auto all = [n](const expression& x) { return std::vector<expression>(static_cast<std::size_t>(n), x); };
  return bodies(all(1), all(-expression(g)), gaps, e, q, all(0), horizon);
}

/// Free particle of unit mass in the plane, kept by the gaps.
inline statement particle(const std::vector<expression>& gap, const expression& e, const std::vector<expression>& q,
                          const std::vector<expression>& v) {
  statement s = free_bodies({1, 1}, gap, e, q, v, 4);
  s.system.coordinates = {"x", "y"};
  return s;
}

/// Balls of a diameter in a row, each touching the next, without forces; the first on a floor if there is one.
inline statement touching_balls(const std::vector<rational>& masses, const rational& diameter, bool floor,
                                const expression& e) {
  std::vector<expression> m(masses.begin(), masses.end()), gaps, q, v(masses.size(), 0);
  for (int i = 0; i < static_cast<int>(masses.size()); ++i) {
    q.push_back(rational(diameter * i));
    if (i > 0) gaps.push_back(coordinate(i) - coordinate(i - 1) - diameter);
    if (i == 0 && floor) gaps.push_back(coordinate(0));
  }
  return free_bodies(m, gaps, e, q, v, 1);
}

/// Rigid block of half-width b, half-height a, unit mass over a frictionless floor; its centre (x0, x1), its angle x2,
/// inertia (a² + b²)/3, corner heights x1 ± b sin x2 − a cos x2.
inline statement block(const expression& a, const expression& b, const expression& e) {
  const expression y = coordinate(1), p = coordinate(2);
  return free_bodies({1, 1, (a * a + b * b) / 3}, {y + b * sin(p) - a * cos(p), y - b * sin(p) - a * cos(p)}, e,
                     {0, a, 0}, {0, 0, 0}, 1);
}

}  // namespace unilateral::statements
