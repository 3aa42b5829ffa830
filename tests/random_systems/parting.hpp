#pragma once
/// Where two answers part: the first instant at which they say different things.
///
/// Compared are impacts one by one (time, position, velocities before and after), positions at the sampled times and
/// the state at the end, each relative to the size of its kind: times to the horizon, positions and velocities to the
/// largest of either answer; those of a weak impact to that size over its jump's part of the largest velocity (an error
/// δ of the position moves its time by δ/v_normal). Not compared, for they are matters of resolution:
///
///   impacts whose jump is below `unfelt` of the largest velocity (a contact that closes without a blow is told as an
///   impact by some); impacts that one of the two no longer resolves before an accumulation: as many are compared as
///   both tell before that limit; an impact within the tolerance of the end, and the velocity there;
///   two impacts of different contacts within the tolerance of each other, told as one by some.

#include "tests/random_systems/answer.hpp"

#include <optional>

namespace unilateral::random_systems {

inline constexpr double unfelt = 1e-7;

struct parting {
  double t;
  std::string what;        ///< with both numbers
  bool of_events = false;  ///< one tells an impact that the other doesn't
};

struct comparison {
  std::optional<parting> first;  ///< the earliest difference above the tolerance
  double largest = 0;            ///< relative difference of what was compared before that (and up to `until`)
  int compared = 0;              ///< numbers
};

/// Both are read up to `until`, and to where the first of them ends.
struct unit_sizes {
  real horizon = 1,
       length = 1;  ///< `length`: the unit that the data are stated in; what stays far below it is as good as 0
};
comparison compare(const answer& a, const answer& b, const unit_sizes& of, const real& tolerance, const real& until);

}  // namespace unilateral::random_systems
