#pragma once
/// Small statements that the tests of the sweeping scheme share.

#include "problems/language/solver.hpp"

#include <string>
#include <vector>

namespace unilateral::sweeping_test {

/// Up to the horizon with step h.
inline request with_step(const rational& h, keep record = keep::everything) {
  return {.step = h, .until = {}, .record = record};
}

/// Unit mass above a floor, dropped from height 1 under gravity g.
inline statement ball(const rational& e, const rational& g, const rational& horizon) {
  statement s;
  s.system.coordinates = {"x"};
  s.system.mass = diagonal_mass({1});
  s.system.force = {-expression(g)};
  s.system.gap = {coordinate(0)};
  s.system.restitution = e;
  s.position = {1};
  s.velocity = {0};
  s.horizon = horizon;
  return s;
}

/// x'' + x = −sin 2t, x ≤ 0, e = 4/5: x = −6 sin t + ⅓ sin 2t on [0, π], then the same again, period π.
inline statement impact_oscillator() {
  statement s;
  s.system.coordinates = {"x"};
  s.system.mass = diagonal_mass({1});
  s.system.force = {-coordinate(0) - sin(2 * time())};
  s.system.gap = {-coordinate(0)};
  s.system.restitution = rational(4, 5);
  s.position = {0};
  s.velocity = {rational(-16, 3)};
  s.horizon = 8;
  return s;
}

/// Two unit rods and unit masses under gravity 10, angles a and b from the downward vertical, a wall at sin a + sin b =
/// 3/10.
inline statement double_pendulum(const rational& e) {
  const expression a = coordinate(0), b = coordinate(1), va = velocity(0), vb = velocity(1);
  statement s;
  s.system.coordinates = {"a", "b"};
  set_energies(s.system, va * va + vb * vb / 2 + va * vb * cos(a - b), -10 * (2 * cos(a) + cos(b)));
  s.system.gap = {rational(3, 10) - sin(a) - sin(b)};
  s.system.restitution = e;
  s.position = {-pi() / 3, -pi() / 3};
  s.velocity = {0, 0};
  s.horizon = 4;
  return s;
}

/// Free particle of unit mass in the plane, kept by the gaps.
inline statement particle(const std::vector<expression>& gap, const rational& e,
                          const std::vector<expression>& position, const std::vector<expression>& velocity) {
  statement s;
  s.system.coordinates = {"x", "y"};
  s.system.mass = diagonal_mass({1, 1});
  s.system.force = {0, 0};
  s.system.gap = gap;
  s.system.restitution = e;
  s.position = position;
  s.velocity = velocity;
  s.horizon = 4;
  return s;
}

/// Paoli's wedge of angle θ: f1 = y, f2 = −x sin θ − y cos θ.
inline statement wedge(const expression& θ, const rational& e, const std::vector<expression>& position,
                       const std::vector<expression>& velocity) {
  return particle({coordinate(1), -coordinate(0) * sin(θ) - coordinate(1) * cos(θ)}, e, position, velocity);
}

/// n unit balls of diameter 1 in a row, each touching the next, without forces.
inline statement balls_in_a_row(int n, const rational& e, const std::vector<expression>& velocity) {
  statement s;
  for (int i = 0; i < n; ++i) {
    s.system.coordinates.push_back("x" + std::to_string(i));
    s.system.force.emplace_back(0);
    s.position.emplace_back(i);
    if (i > 0) s.system.gap.push_back(coordinate(i) - coordinate(i - 1) - 1);
  }
  s.system.mass = diagonal_mass(std::vector<expression>(static_cast<std::size_t>(n), expression(1)));
  s.system.restitution = e;
  s.velocity = velocity;
  return s;
}

/// Rectangular block of unit mass on a floor, half-width b, half-height 1: coordinates of its centre and its angle; the
/// gaps are those of its two bottom corners.
inline statement block(const expression& b, const rational& e, const std::vector<expression>& position,
                       const std::vector<expression>& velocity) {
  const expression y = coordinate(1), θ = coordinate(2);
  statement s;
  s.system.coordinates = {"x", "y", "angle"};
  s.system.mass = diagonal_mass({1, 1, (1 + b * b) / 3});
  s.system.force = {0, -10, 0};
  s.system.gap = {y - cos(θ) - b * sin(θ), y - cos(θ) + b * sin(θ)};
  s.system.restitution = e;
  s.position = position;
  s.velocity = velocity;
  s.horizon = 1;
  return s;
}

}  // namespace unilateral::sweeping_test
