#pragma once
/// Whether formulas may leave the range of a scalar on the way to values that do not.

#include "problems/language/statement.hpp"

namespace unilateral {

/// Whether a mass, force or gap has an exponential, a hyperbolic function or a power with a variable exponent.
bool has_exponentials(const mechanical_system& system);

}  // namespace unilateral
