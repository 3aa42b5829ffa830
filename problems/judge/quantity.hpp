#pragma once
/// Numbers of an answer by name: the names of problems/answers/reference.hpp (`known_value`).

#include "problems/language/chain.hpp"
#include "problems/language/solution.hpp"

#include <string_view>

namespace unilateral {

/// "impacts[0].t", "end.q[1]", "total_impulse[0]", … Throws input_error for an unknown name or a number out of range.
template <scalar S>
S quantity(const solution<S>& answer, std::string_view name);

/// "chain.tensions[0]", "chain.dissipation", "end.q[3]", …
template <scalar S>
S quantity(const chain_solution<S>& answer, std::string_view name);

}  // namespace unilateral
