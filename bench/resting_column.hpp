#pragma once
/// n touching balls at rest, the lowest on the floor: every contact pushes in every step.

#include "problems/language/statement.hpp"

#include <string>

namespace unilateral {

/// Gravity of the column.
constexpr int column_gravity = 10;

/// Mass of ball i; the masses are no dyadic numbers, so the reactions do not come out even.
inline rational column_mass(int i) { return rational(1 + i % 7) / 3; }

/// Balls of diameter 1, so that the gaps are 0 and no rounding opens one.
inline statement resting_column(int n) {
  statement s;
  std::vector<expression> masses;
  for (int i = 0; i < n; ++i) {
    s.system.coordinates.push_back("x" + std::to_string(i));
    masses.emplace_back(column_mass(i));
    s.system.force.push_back(-column_gravity * masses.back());
    s.system.gap.push_back(i == 0 ? coordinate(0) : coordinate(i) - coordinate(i - 1) - 1);
    s.position.emplace_back(i);
    s.velocity.emplace_back(0);
  }
  s.system.mass = diagonal_mass(masses);
  s.horizon = 1;
  return s;
}

}  // namespace unilateral
