#pragma once
/// What enters the five distances: a path, and the reactions as measures in time.

#include "problems/judge/distance.hpp"
#include "problems/judge/finite_answer.hpp"
#include "problems/language/chain.hpp"
#include "problems/language/many_digits.hpp"

#include <array>
#include <optional>
#include <vector>

namespace unilateral::study {

inline constexpr std::array all_distances{distance_kind::sup_position, distance_kind::l1_velocity,
                                          distance_kind::l2_velocity, distance_kind::hausdorff_velocity,
                                          distance_kind::bounded_lipschitz_impulse};

template <scalar S>
struct motion {
  trajectory<S> path;
  std::optional<std::vector<impulse_measure<S>>> reactions{};  ///< one measure a constraint, where they are known
  bool finite =
      true;  ///< false: some number of the answer, told or not told here, is none; then no distance of it is one
  column<S> velocity_before{};  ///< at the begin, by the data: an impact there belongs to the motion; empty: not known
};

/// v(0⁻) of a question whose constants are bound.
template <scalar S>
column<S> velocity_before(const statement& bound);

template <scalar S>
motion<S> motion_of(solution<S> answer, const statement& question, const S& end, int cells = default_cells);
/// A chain has no unilateral reactions.
template <scalar S>
motion<S> motion_of(chain_solution<S> answer, const chain_statement&, const S&) {
  const bool finite = is_finite(answer);
  return {.path = std::move(answer.path), .finite = finite};
}

/// What enters a motion, in double: 10^4 cells of a density are lumped there, not in fifty digits. Powers that make
/// less than a rounding of a piece are left out: on a short piece, the sixtieth coefficient is beyond the range of
/// double. Where one that counts is, the pieces are cut.
solution<double> rounded(const solution<real50>& precise);

/// The same coordinates and constraints, without motion and reactions: distances from it are sizes.
template <scalar S>
motion<S> rest_like(const motion<S>& moving);

/// Empty for the impulse where one of the two does not know its reactions. An impact at the begin is part of both
/// velocities where both know the velocity before it: b's.
template <scalar S>
std::optional<bounded<S>> between(distance_kind kind, const motion<S>& a, const motion<S>& b, const S& end);
/// Several distances, in the order of their names, for less than one after the other.
template <scalar S>
std::vector<std::optional<bounded<S>>> between(const std::vector<distance_kind>& kinds, const motion<S>& a,
                                               const motion<S>& b, const S& end);

}  // namespace unilateral::study
