#pragma once
/// Ladders of steps, jittered each within its rung, so that no event sits on a grid point by design (dyadic steps put
/// every impact of the rational ball on the grid, and flatter every scheme).
///
///     h_i ≈ T coarsest (finest/coarsest)^((i + u_i)/count),    i = 0 … count − 1
///
/// Equal rungs in log h, and not too many: an impact at t falls at the place t/h mod 1 of its step, and neighbours on
/// the ladder place it independently only if t/h changes by about 1 from one to the next, Δh ≥ h²/T. With rungs equal
/// in log h that is
///
///     count ≤ log(coarsest/finest) / coarsest
///
/// More rungs at the coarse end would be the same numbers again: noise that is no noise from step to step, an interval
/// that more runs don't narrow.
///
/// u_i ∈ [0, 1) = the top 53 bits of mt19937_64 (seeded) divided by 2^53; h_i is then cut to six significant decimal
/// digits, an exact rational that `--step` takes as it stands.

#include "reports/study/order/fit.hpp"
#include "reports/study/reference/reference_path.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "reports/study/run/options.hpp"

namespace unilateral::study {

struct grid {
  double coarsest, finest;  ///< as fractions of the final time
  int count;
  /// The two distances that cost ten times what the others cost together: every how many steps they are taken.
  std::size_t hausdorff_every = 1, impulses_every = 1;

  std::size_t every(distance_kind kind) const {
    return kind == distance_kind::hausdorff_velocity          ? hausdorff_every
           : kind == distance_kind::bounded_lipschitz_impulse ? impulses_every
                                                              : 1;
  }
};

/// Ladders of different seeds are independent.
inline constexpr unsigned first_seed = 1983, second_seed = 2004;
std::vector<rational> jittered_steps(double final_time, const grid& of, unsigned seed = first_seed);

/// The runs of a ladder that did not reach the end.
struct stopped_runs {
  int count = 0;
  std::string why{};  ///< "3 of 40 runs did not reach the end, the first: step 1/100 stopped: …"; empty where all did
};
/// why_not: an entry a run, empty for one that did reach it.
stopped_runs runs_that_stopped(const std::vector<std::string>& why_not);

/// How large a motion is in a distance, its positions are, and the velocities that its forces would give it from the
/// start to the end, were it free: where it rests, each step gives and takes a part of them.
template <scalar S>
struct sizes_of_motion {
  S from_rest{}, place{}, pushed{};
};
template <scalar S, class Question>
sizes_of_motion<S> sizes_of(distance_kind kind, const motion<S>& known, const S& end, const Question& question);

/// What a run of steps h up to `end` owes to rounding: one a step of a number as large as the distance of the motion
/// from rest, ε from_rest T/h. Where the motion is smaller than what rounding makes of velocities that are differences
/// of positions, ε place/h all along, that is added: where nothing moves there is no other but that of the forces, ε
/// pushed. Where it is larger it is not, for no scheme owes that to arithmetic but one, and far from the origin a wrong
/// law would be as small.
template <scalar S>
S rounding_of_a_run(distance_kind kind, const sizes_of_motion<S>& of, const S& end, const S& h);

/// Errors of one solver at the steps of a grid, in the wanted distances from one solve. The rounding level of a sample
/// is that of its run, plus five times the error bound of the distance itself (chords for arcs, atoms for densities):
/// that is no noise but a bias, always of one sign, and an error ten times this level is then off by 2 % at most.
struct error_ladder {
  std::vector<std::vector<error_sample>>
      errors;  ///< one ladder a wanted distance; empty where that is not to be had (no reactions)
  stopped_runs stopped;
};

template <scalar S, class Question>
error_ladder errors_of(const instance_of<Question>& of, const listed_solver& solver, const reference_motion<S>& against,
                       const std::vector<distance_kind>& wanted, const std::vector<rational>& steps,
                       const grid& of_steps, const options& how);

}  // namespace unilateral::study
