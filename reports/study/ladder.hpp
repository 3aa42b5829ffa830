#pragma once
/// Ladders of steps: geometric, each step jittered within its rung, so that no event sits on a grid point by design
/// (dyadic steps put every impact of the rational ball on the grid, and flatter every scheme).
///
///     h_i ≈ T · coarsest · (finest / coarsest)^((i + u_i)/count),    i = 0 … count − 1,
///
/// u_i ∈ [0, 1) = the top 53 bits of mt19937_64 (seed 1983) divided by 2^53; h_i is then cut to six significant decimal
/// digits, an exact rational that `--step` takes as it stands.

#include "reports/study/fit.hpp"
#include "reports/study/reference_path.hpp"
#include "reports/study/solver_list.hpp"

namespace unilateral::study {

struct grid {
  double coarsest, finest;  ///< as fractions of the final time
  int count;
};

std::vector<rational> jittered_steps(double final_time, const grid& of);

/// Errors of one solver at each step, in all distances from one solve. The rounding level of a sample is one rounding a
/// step of a number as large as the distance of the reference from rest: ε · distance(reference, 0) · T/h.
struct error_ladder {
  std::array<std::vector<error_sample>, all_distances.size()> errors;  ///< empty for the impulse where the reference has no reactions
  std::string stopped;                                                 ///< why a run did not reach the end, with its step; else empty
};

template <scalar S>
error_ladder errors_of(const instance& of, const listed_solver& solver, const reference_motion<S>& against, const std::vector<rational>& steps, int jobs);

}  // namespace unilateral::study
