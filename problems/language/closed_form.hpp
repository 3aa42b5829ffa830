#pragma once
/// Pieces of a trajectory from a formula q(t): a reference that is known in closed form, as piecewise polynomials to working precision.
/// No solver includes this file.

#include "problems/language/trajectory.hpp"

namespace unilateral {

/// Appends q(t) from the present end of `path` up to `end`. `q` is smooth there and returns anything with entries [i], or one S
/// where the dimension is 1. Throws std::domain_error where q resists interpolation (it is not smooth).
template <scalar S, class Function>
void append_closed_form(trajectory<S>& path, const S& end, const Function& q);

}  // namespace unilateral
