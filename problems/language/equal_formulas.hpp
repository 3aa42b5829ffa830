#pragma once
/// Whether two formulas are one function, decided by evaluation.

#include "problems/language/expression.hpp"

#include <array>
#include <vector>

namespace unilateral {

/// For each pair, whether the two formulas have equal values wherever both have one. Pairs that are written alike have;
/// the others are evaluated at random states, every variable and parameter random, in fifty digits and in a hundred. A
/// difference of values that is only rounding shrinks with the rounding; one that both agree on within a factor of two
/// is there, whatever its size: the formulas differ. So a difference is missed only if it is below the rounding of
/// fifty digits, or 0 at all the states tried, or if the formulas have finite values at none of them. States lie around
/// the origin and, where `about` gives one, around a position.
std::vector<bool> are_equal(const std::vector<std::array<expression, 2>>& pairs,
                            const std::vector<expression>& about = {});
bool are_equal(const expression& x, const expression& y);

}  // namespace unilateral
