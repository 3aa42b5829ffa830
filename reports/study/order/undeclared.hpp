#pragma once
/// Where no order is declared, whatever the scheme.
///
///   all distances   infinitely many impacts are not a step apart; and whether a scheme sees an impact at the final
///                   time itself is decided by rounding
///   L¹ v, Hausdorff v, BL impulse
///                   where contact is kept and e = 1: the speed with which a scheme leaves it, at most of order h, is
///                   given back by the next impact and by all that follow, each off by a part of a step: √h was
///                   measured
///   BL impulse      where contacts act together whose gradients depend on each other, the reactions of each are not
///                   unique: only their sum is
///   BL impulse      its test functions have |φ'| ≤ 1, |φ| ≤ 1: it tells times apart as far as 1, in the unit of the
///                   problem, and impulses moved by more are simply elsewhere
///   Hausdorff v     with time beside velocity in one norm, a jump too late by more than half its height is as good as
///                   none
///
/// The last two of these show where steps are not small beside 1, or beside the largest jump: of a quarter and more.

#include "reports/study/order/ladder.hpp"
#include "reports/study/reference/instance.hpp"
#include "reports/study/reference/motion.hpp"

#include <optional>
#include <string>
#include <vector>

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

/// What impacts contribute to a distance where they come a step h late, J their jumps, P the impulses of a reaction: h
/// max J to sup q, h Σ J to L¹ v, √(h Σ J²) to L² v, h to Hausdorff v, h Σ P to BL impulse; 0 where there is none. A
/// scheme that looks for impacts once a step owes a part of it, another one at each step: what order 1, and ½ in L² v,
/// come from.
template <scalar S>
double of_late_impacts(distance_kind kind, const motion<S>& known, const S& end, double step);
double order_of_late_impacts(distance_kind kind);

/// When the velocity jumps in (0, until], in order; jumps that only rounding tells apart are one.
template <scalar S>
std::vector<double> jump_times(const motion<S>& known, double until);

/// The shortest time from one jump to the next, ∞ where there are fewer than two: steps that are not short beside it
/// take both for one. Jumps that only rounding tells apart are one.
template <scalar S>
double shortest_flight(const motion<S>& known, const S& end);

}  // namespace unilateral::study
