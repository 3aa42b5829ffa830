#pragma once
/// Where no order is declared, whatever the scheme.
///
///   all distances   infinitely many impacts are not a step apart; and whether a scheme sees an impact at the final
///                   time itself is decided by rounding
///   BL impulse      where contacts act together whose gradients depend on each other, the reactions of each are not
///                   unique: only their sum is
///   BL impulse      its test functions have |φ'| ≤ 1, |φ| ≤ 1: it tells times apart as far as 1, in the unit of the
///                   problem, and impulses moved by more are simply elsewhere
///   Hausdorff v     with time beside velocity in one norm, a jump too late by more than half its height is as good as
///                   none
///
/// The last two show where steps are not small beside 1, or beside the largest jump: of a quarter and more.

#include "reports/study/order/ladder.hpp"
#include "reports/study/reference/instance.hpp"
#include "reports/study/reference/motion.hpp"

#include <optional>
#include <string>

namespace unilateral::study {

/// Why, or "". kind: none, of a distance at rows. step: a middle one of the ladder, in units of time; none: of an
/// adaptive code.
template <scalar S>
std::string undeclared_because(const instance& of, std::optional<distance_kind> kind, const motion<S>& known,
                               std::optional<double> step);
template <scalar S>
std::string undeclared_because(const chain_instance& of, std::optional<distance_kind> kind, const motion<S>& known,
                               std::optional<double> step);

/// Beyond which errors in Hausdorff v say nothing: half the lowest jump of a component, or the shortest time from one
/// jump to the next, from the begin or to the end. With time beside velocity in one norm, a graph finds all velocities
/// of a jump where that is. ∞ where there is no jump.
template <scalar S>
double saturation_of_hausdorff(const motion<S>& known, const S& end);

/// The shortest time from one jump to the next, ∞ where there are fewer than two: steps that are not short beside it
/// take both for one. Jumps that only rounding tells apart are one.
template <scalar S>
double shortest_flight(const motion<S>& known, const S& end);

}  // namespace unilateral::study
