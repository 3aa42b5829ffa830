#pragma once
/// What a ladder of orders that fail leaves open, whoever's they are: "can't tell" in place of "fails". Everything here
/// is known from the reference, not from the scheme, and shows at the finest steps of all.
///
///   steps are long       two impacts are nearer than a few steps: both are taken for one
///   a graph is far       Hausdorff v alone: its errors are not small beside the lowest half jump, or the shortest time
///                        from one to the next: graphs are near each other by chance
///   impacts are hidden   the order found is higher than the declared one, which is that of impacts that come late (or
///                        errors seem to stall, no higher than these), but errors are as large as such impacts make
///                        them: what falls faster, of the smooth motion, is still above them. A scheme that has them
///                        smaller does not owe them, and fails
///   motions have parted  errors of the finest steps are as large as the motion before its end: how far apart motions
///                        are that have nothing in common has no order. It is no excuse where runs of coarser steps
///                        part from the reference at the same time: they have a limit, and it is another one. Else the
///                        order is measured up to an earlier time, until which all are near it
///
/// Errors are medians over the finest eighth of a ladder's window.

#include "reports/study/record/record.hpp"
#include "reports/study/reference/motion.hpp"

#include <array>
#include <functional>
#include <optional>

namespace unilateral::study {

/// The distance that a record is of, or that one at rows is like; none: of `rows v`, where errors near impacts are left
/// out.
std::optional<distance_kind> kind_of(const record& r);

/// The first three. finest: the finest step.
template <scalar S>
void withhold(results& records, const motion<S>& known, const S& end, double finest);

/// Of the motion, from where it begins, in velocities from rest.
template <scalar S>
double size_of_motion(distance_kind kind, const motion<S>& known, const S& end);

/// Errors are small in these up to a time where each is at most `largest_part` of the motion's size: as much as that
/// may be missing to a slope, of first order in the errors.
inline constexpr double largest_part = 1.0 / 8;
inline constexpr std::array distances_of_nearness{distance_kind::sup_position, distance_kind::l1_velocity,
                                                  distance_kind::hausdorff_velocity};
using near_until = std::function<bool(const rational& until)>;

/// Where motions have parted.
struct parting {
  double fine = 0;   ///< when those of the finest steps do
  rational until{};  ///< in the middle of a flight, before the coarse ones do
};
/// None where the fine ones are near up to the end, where the coarse ones part at the same time, or from the beginning:
/// steps are short beside that, and are not the reason.
template <scalar S>
std::optional<parting> parting_of(const motion<S>& known, const S& end, const near_until& coarse,
                                  const near_until& fine);

bool any_failed(const results& records);

/// Up to `until`: without later reactions.
template <scalar S>
motion<S> part_of(const motion<S>& known, const S& until);

/// Where r fails: what the same ladder says up to an earlier time, `part`, decides between "fails" and "can't tell".
void enter_part(record& r, const record& part, const parting& where);
/// Records that did.
bool has_failed(const record& r);

}  // namespace unilateral::study
