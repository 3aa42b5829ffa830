#pragma once
/// Whether two formulas are one function, decided by evaluation.

#include "problems/language/expression.hpp"

#include <array>
#include <optional>
#include <vector>

namespace unilateral {

/// A state at which two formulas differ, and by how much; to double.
struct seen_apart {
  double time;
  std::vector<double> coordinates;
  double difference;
};

/// For each pair, a state at which the two formulas differ; none where they have equal values wherever both have one.
/// Pairs that are written alike have; the others are evaluated at random states, every variable and parameter random,
/// in fifty digits and in a hundred. A difference of values that is only rounding shrinks with the rounding; one that
/// both agree on within a factor of two is there, whatever its size: the formulas differ. So a difference is missed
/// only if it is below the rounding of fifty digits, or 0 at all the states tried, or if the formulas have finite
/// values at none of them. States lie around the origin, near it and up to 10^6 away; where `about` gives one, around a
/// position; and on both sides of every kink (abs, min, max, sign) that a line between two of them crosses, near to it
/// and away: what is 0 up to a kink need not be 0 beyond.
std::vector<std::optional<seen_apart>> differences(const std::vector<std::array<expression, 2>>& pairs,
                                                   const std::vector<expression>& about = {});

bool are_equal(const expression& x, const expression& y);

}  // namespace unilateral
