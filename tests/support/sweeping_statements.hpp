#pragma once
/// Small statements that the tests of the sweeping scheme share.

#include "problems/language/solver.hpp"
#include "tests/support/statements.hpp"

#include <utility>
#include <vector>

namespace unilateral::sweeping_test {

/// Up to the horizon with step h.
inline request with_step(const rational& h, keep record = keep::everything) {
  return {.step = h, .until = {}, .record = record};
}

/// Unit mass above a floor, dropped from height 1 under gravity g.
inline statement ball(const rational& e, const rational& g, const rational& horizon) {
  return statements::dropped_ball(g, e, horizon);
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

using statements::double_pendulum;
using statements::particle;

/// Paoli's wedge of angle θ: f1 = y, f2 = −x sin θ − y cos θ.
inline statement wedge(const expression& θ, const rational& e, const std::vector<expression>& position,
                       const std::vector<expression>& velocity) {
  return particle({coordinate(1), -coordinate(0) * sin(θ) - coordinate(1) * cos(θ)}, e, position, velocity);
}

/// n unit balls of diameter 1 in a row, each touching the next, without forces.
inline statement balls_in_a_row(int n, const rational& e, const std::vector<expression>& velocity) {
  statement s = statements::touching_balls(std::vector<rational>(static_cast<std::size_t>(n), 1), 1, false, e);
  s.velocity = velocity;
  return s;
}

/// Rectangular block of unit mass on a floor under gravity 10, half-width b, half-height 1: the gaps are those of its
/// two bottom corners.
inline statement block(const expression& b, const rational& e, const std::vector<expression>& position,
                       const std::vector<expression>& velocity) {
  statement s = statements::block(1, b, e);
  std::swap(s.system.gap[0], s.system.gap[1]);
  s.system.force = {0, -10, 0};
  s.position = position;
  s.velocity = velocity;
  return s;
}

}  // namespace unilateral::sweeping_test
