#pragma once
/// What a solver answers. The solver fills it in; nobody here trusts it.

#include "problems/language/trajectory.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace unilateral {

/// A velocity jump, as the solver saw it (a time-stepping scheme: a step in which it applied an impulse).
template <scalar S>
struct impact {
  S t;
  column<S> q, v_minus, v_plus;
  column<S> impulse;        ///< P_α ≥ 0, one a constraint: M (v⁺ − v⁻) = Gᵀ P
  std::vector<int> active;  ///< constraints in contact at t
  /// One part more of the shock in the impact before it: a scheme may spread a shock over several steps. The law of
  /// impact is a matter of the whole, from v⁻ of the first part to v⁺ of the last.
  bool continues = false;
};

/// A constraint stayed in contact over [from, to].
template <scalar S>
struct contact_interval {
  int constraint;
  S from, to;
};

/// Infinitely many impacts accumulated at t; the state just after.
template <scalar S>
struct accumulation {
  S t;
  column<S> q, v;
};

/// Reaction λ_α of a contact on [from, to], polynomial in τ = t − from (constant term first).
template <scalar S>
struct reaction_density {
  int constraint;
  S from, to;
  std::vector<S> coefficients;
};

/// Work done: counted, never timed.
struct work_counts {
  std::int64_t impacts = 0, steps = 0, force_evaluations = 0, projections = 0;
};

/// What to keep of a run: everything, or only the end, the counts, accumulations and warnings.
enum class keep { everything, summary };

/// Answer to a `statement`.
template <scalar S>
struct solution {
  std::string status = "completed";  ///< or "stopped: <reason>"
  trajectory<S> path;                ///< empty (no pieces) when only a summary was asked for
  std::vector<impact<S>>
      impacts;  ///< in order of time; every one before an accumulation that working precision resolves
  std::vector<contact_interval<S>> contacts;
  std::vector<accumulation<S>> accumulations;
  std::vector<reaction_density<S>> reactions;  ///< the part of the reaction that has a density (empty for time-stepping
                                               ///< schemes: theirs is all in `impacts`)
  S end_time{};
  column<S> end_position, end_velocity;
  std::vector<std::string> warnings;
  /// Some impact met several contacts at angles at which [Paoli 2004, (5)] does not hold, so that its outcome may be
  /// discontinuous in the data; a warning says which, and of a plane wedge whether it is.
  bool discontinuous_in_data = false;
  work_counts counts;

  bool completed() const { return status == "completed"; }
};

}  // namespace unilateral
