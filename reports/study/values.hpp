#pragma once
/// Known numbers against computed ones, in double and at 50 digits. The tolerance is derived, not chosen: a result x(p) of
/// data p = (parameters, final time) computed with care is the exact result of data off by a few roundings, so
///
///     |computed − x|  ≤  k N ε(S) (size + Σ_j |p_j ∂x/∂p_j|)  +  (what is unknown of x)
///
/// k = `roundings`; N: the solver's steps, each of which rounds the state anew; size: the largest known or initial number of x's kind (positions, velocities, impulses, times), which
/// is what x is a difference of where it vanishes. The derivatives are differences at 50 digits of the reference itself where
/// it is a closed form, and of the solver's 50-digit run where digits are all that is known.

#include "reports/study/options.hpp"
#include "reports/study/record.hpp"
#include "reports/study/solver_list.hpp"

#include "problems/language/problem.hpp"

#include <vector>

namespace unilateral::study {

/// Of the error model above: how many roundings each datum may suffer in a step.
inline constexpr int roundings = 16;

/// Every known value of the problem; none where the problem has no reference, or one made by this very solver.
std::vector<value_record> values_of_solver(const problem& of, const parameter_list& overrides, const listed_solver& solver);

}  // namespace unilateral::study
