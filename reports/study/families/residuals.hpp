#pragma once
/// How far a solver's answers are from solving the statement itself, by the judge of problems/judge/residual.hpp.
///
/// A time-stepping scheme of order p in sup q: every residual falls like h^p or faster, over a ladder of steps.
/// A solver without step: every residual is at rounding, in double and at 50 digits,
///
///     residual ≤ (pieces + 16) ε(S) · size,     one rounding a piece of the path,
///
/// size: the largest number of the residual's kind along the path (gap, momentum, velocity, and their products).

#include "reports/study/record/record.hpp"
#include "reports/study/reference/instance.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "reports/study/run/options.hpp"

#include <array>

namespace unilateral::study {

inline constexpr std::array residual_names{
    "penetration",          "momentum balance",       "reaction sign",    "complementarity", "impact momentum",
    "impact admissibility", "impact complementarity", "initial position", "initial velocity"};

/// One record a residual, in the order of residual_names.
results residuals_of(const instance& of, const listed_solver& solver, const options& how);

}  // namespace unilateral::study
