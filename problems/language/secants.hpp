#pragma once
/// Powers of 1/cosh u written so that nothing overflows:
///
///     1/coshᵖ u = e^(−p log cosh u),     sinhᵏ u/coshᵖ u = tanhᵏ u e^(−(p − k) log cosh u),   k ≤ p whole
///
/// For those who have log cosh u as one function (event_driven's series): that is |u| − log 2 where cosh u is beyond
/// all numbers, and small where its square would be beyond them.

#include "problems/language/expression.hpp"

#include <vector>

namespace unilateral {

/// The formulas with cosh moved out of denominators; those without one are left as they are.
std::vector<expression> with_bounded_secants(const std::vector<expression>& formulas);

}  // namespace unilateral
