#pragma once
/// One random system, and all who answer: do they say the same?
///
///     event_driven, gauss_collocation     in 16 and in 50 digits
///     independent                         CVODE with root finding (independent.hpp), three runs: as it stands, with a
///                                         looser tolerance, with the data changed by 10^−9. The second gives its
///                                         error; the third the condition κ of the motion, and how long it is one: up
///                                         to the first instant at which the changed motion is another by 10^−3
///                                         (`trusted_until`)
///     moreau_time_stepping, sweeping, paoli_schatzman      in 16 digits at three steps
///     defect, lohner                      theorems
///
/// Two answers are the same if they differ, relative to the sizes of times, positions and velocities, by no more than
///
///     50 digits and 50                    κ 10^−44: 10^6 roundings of 10^−50, amplified;  10^−25 where κ is not known
///     16 digits and 50                    κ 10^−12: 10^4 roundings of 10^−16, amplified, up to `trusted_until`
///     independent and 50                  ten times its error and κ 10^−12, up to `trusted_until`
///     50 digits and a theorem             not at all outside of its brackets, but for κ 10^−44
///
/// A scheme is apart if its error at the finest step is above a tenth of the motion and has not fallen to half of that
/// at the coarsest.

#include "tests/random_systems/answer.hpp"
#include "tests/random_systems/generator.hpp"
#include "tests/random_systems/parting.hpp"

#include <functional>
#include <string>
#include <vector>

namespace unilateral::random_systems {

struct trial_options {
  double limit = 20;  ///< seconds of work, for each contender
  bool engines_at_50 = true, independent = true, schemes = true, theorems = true;
  int theorem_digits = 20;
  /// The two engines in 16 digits alone first, held against each other with an assumed κ; all the others are asked too
  /// where these part, refuse or are slow, and of each system whose seed is a multiple of this. 1: of every system.
  std::uint64_t thorough_every = 1;
  /// For controls: what a contender ("event_driven/50") is asked in place of the system's question. Empty: the same.
  std::function<statement(const std::string& contender, const statement& question)> planted{};
};

enum class verdict {
  agree,
  ill_conditioned,  ///< they agree as long as the data determine the motion in double precision; after that only the
                    ///< 50-digit runs were compared
  no_motion,        ///< of `closing`: all refused, as they must
  refused_by_all,
  refused_by_one,
  broken,  ///< one crashed, or did not keep its limit
  slow,    ///< one did not finish within the limit, and said so
  disagree
};
std::string name_of(verdict v);

struct contender_record {
  std::string name, status;
  double seconds = 0;
  int impacts = 0;
  int warnings = 0;
};

struct parting_record {
  std::string first, second;
  double t = 0;
  std::string what;
  bool silent = false;  ///< both completed, and no one warned
};

struct trial {
  std::string kind;
  std::uint64_t seed = 0;
  verdict outcome = verdict::agree;
  double condition = 1, trusted_until = 0, horizon = 0;
  std::vector<contender_record> contenders;
  std::vector<parting_record> partings;
  std::vector<std::string> remarks;  ///< schemes apart, theorems undecided …
  std::string answers;               ///< of all, for a reader: what is kept beside a case
  double seconds = 0;
};

trial try_system(const random_system& system, const trial_options& how = {});

/// A message without its numbers: "stopped: … at t = #".
std::string without_numbers(const std::string& message);

}  // namespace unilateral::random_systems
