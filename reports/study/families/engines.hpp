#pragma once
/// Two reference engines on one problem (reports/study/reference/engines.hpp), as cells.

#include "problems/answers/problem.hpp"
#include "reports/study/record/record.hpp"
#include "reports/study/reference/engines.hpp"
#include "reports/study/run/options.hpp"

#include <string>
#include <vector>

namespace unilateral::study {

/// Impacts of the first engine's run in double up to which the quick grid compares engines; more are left to the full
/// grid (collocation: a millisecond an impact, and more).
inline constexpr int impacts_of_the_quick_grid = 2000;
/// And components of forces up to which it does: where they take so many Taylor coefficients, collocation takes
/// seconds.
inline constexpr int forces_of_the_quick_grid = 6000;

/// Cells "engines/<problem>/<first>+<second>/<agreement>"; the last of `agreements` only where numbers are known. Empty
/// for a chain.
results engines_of(const problem& of, const listed_solver& first, const listed_solver& second, const options& how);

/// The same for answers at hand. `known`: may be empty.
results engines_compared(const std::string& problem, const std::string& first, const solution<real50>& a,
                         const std::string& second, const solution<real50>& b,
                         const std::vector<known_value<real50>>& known);

}  // namespace unilateral::study
