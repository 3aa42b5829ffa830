#pragma once
/// Known numbers against computed ones, in double, at 50 digits and where asked for at 100. The tolerance is derived,
/// not chosen. Every number a solver stores is rounded, and every rounding is a small change of a datum of the rest of
/// the motion; so to first order
///
///   (1)  |computed − x|  ≤  k ε(S) (size + P + Σ_m σ_m)  +  (what is unknown of x)
///   (2)  P = Σ_j |p_j ∂x/∂p_j|                       p: parameters and final time
///   (3)  σ_m = Σ_i |s_i| |∂x/∂s_i(τ_m)|               s = (q, v) between events m and m + 1 (impacts, contacts that
///        begin or end), τ_m in the middle, for the τ_m before x
///
/// k = `roundings`; size: the largest known or initial number of x's kind (positions, velocities, impulses, times),
/// which is what x is a difference of where it vanishes; |s_i|: the largest on that stretch. (3) is what impacts
/// amplify: one at speed w turns an error of position δ into one of time δ/w. The number of steps does not enter.
/// Derivatives in p are differences at 50 digits of the reference itself where it is a closed form, and of the solver's
/// 50-digit run where digits are all that is known; those in s are of that run.
/// (3) takes a run for each datum of the state, (2) one for each parameter: P is counted only where a number of the
///     problem does not hold without it, then (3).

#include "reports/study/record/record.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "reports/study/run/options.hpp"

#include "problems/answers/problem.hpp"

#include <vector>

namespace unilateral::study {

/// k: of the sum of a Taylor series, of a root and of an impact law between two events, so many roundings in a row.
inline constexpr int roundings = 16;

/// Every known value of the problem, in double and at 50 digits, and above 50 `digits` at 100, which the solver must
/// bring; none where the problem has no reference, or one made by this very solver.
results values_of_solver(const problem& of, const parameter_list& overrides, const listed_solver& solver,
                         int digits = scalar_traits<real50>::digits);

/// Names of the problem's known values, for its own parameters; "reference" where making it fails.
std::vector<std::string> known_quantities(const problem& of);

}  // namespace unilateral::study
