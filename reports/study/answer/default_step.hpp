#pragma once
/// The step of a time-stepping scheme where none is asked for, and what a step is too long for: from the problem, by
/// two runs of the scheme in double.
///
/// With d(h) the distance of the runs with h and h/2, an error of order p is about d/(1 − 2⁻ᵖ): 2 d for order 1. In sup
/// q and L¹ of v, beside the size of the motion itself (how far q goes from where it starts; ∫ |v|):
///
///   (1)  seen(h) = max over the two distances of 2 d(h)/size
///
///   h = horizon/1000, and half of it, and half of that, … until seen(h) ≤ 1/100, or it falls no more (two halvings
///   have not made it a fifth smaller), or half of it again would be more than 2^17 steps, or 2^22 numbers to keep.
///
/// A step of which seen(h) > 1/2 shows another motion than half of it does: it is too long. Where a run with it would
/// be more than 2^20 numbers to keep, a step twice, four times, … as long is looked at first: if that is short enough,
/// so is the step.

#include "problems/language/statement.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "reports/study/reference/time_limit.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace unilateral::study {

/// (1) of a step, with the shortest flight between two impacts that change v by more than a hundredth of its size, as
///     the run with half the step has them.
struct step_check {
  double seen = 0;  ///< ∞ where a run did not reach the end, or nothing can be compared
  std::optional<double> shortest_flight{};
};

/// horizon/1000 · 2^−halvings, in S; exactly where the horizon is rational.
template <scalar S>
rational step_of(const statement& bound, int halvings);

/// For runs on [0, until] (none: the horizon). `check` is empty where the limit passed before a second run ended.
struct chosen_step {
  int halvings = 0;
  std::int64_t parts() const;  ///< of the horizon
  std::optional<step_check> check{};
};
chosen_step default_step(const statement& bound, const listed_solver& solver, const std::optional<rational>& until,
                         const time_limit& limit);

/// (1) of runs at hand, with the step and with half of it, that keep their paths.
template <scalar S>
step_check check_between(const statement& bound, const solution<S>& with_step, const solution<S>& with_half);

/// Nothing where the limit passed before both runs ended.
std::optional<step_check> check_of(const statement& bound, const listed_solver& solver,
                                   const std::optional<rational>& until, const rational& step, const time_limit& limit);

/// "the step 1/100 is longer than …: the answer may have no correct digit"; empty for a step that is short enough.
std::string warning_of(const rational& step, const step_check& check);

}  // namespace unilateral::study
