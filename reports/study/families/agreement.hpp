#pragma once
/// Independent solvers on one instance, two by two. Each is given an error bound of its own, which knows neither the
/// other solver nor the reference:
///
///   a time-stepping scheme of declared order p, runs q_h at jittered steps h_1 … h_m around T/500 and at h_f ≈ T/4000:
///       e(h) ≤ max_j d(q_{h_j}, q_{h_f}) (h/h_j)^p / (1 − (h_f/h_j)^p)
///       (Richardson's argument, with the worst j)
///   a solver without step: the distance of its double run from its 50-digit run, plus the rounding of that to double.
///
/// They agree iff d(first, second) ≤ bound + bound and the residuals of both behave as declared (residuals.hpp): two
/// solvers that share a mistake in the law would agree with each other, but not with the judge. Where the bounds are as
/// large as a motion that moves, a body at rest would agree too: that is measured, and not said to hold.

#include "reports/study/record/record.hpp"
#include "reports/study/reference/instance.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "reports/study/run/options.hpp"

namespace unilateral::study {

/// Every pair first < second, in the order of the list; one record a distance in which both have a bound, in the order
/// of all_distances.
results agreements_of(const instance& of, const std::vector<const listed_solver*>& solvers, const options& how);

}  // namespace unilateral::study
