#pragma once
/// Distances between two motions on [begin, until], in which convergence is measured.
///
///   sup q         max_i sup_t |q_i − r_i|
///   L¹ v, L² v    ∫ Σ_i |v_i − w_i| dt,   (∫ Σ_i (v_i − w_i)² dt)^½
///   Hausdorff v   max_i of the Hausdorff distance, in the norm max(|t|, |v|), of the filled-in graphs of v_i and w_i
///                 (the graph with its jumps joined up: a jump a little too late is then a small error; one at the
///                 begin belongs to it where v before it is given)
///   BL impulse    max_α sup { ∫ φ d(μ_α − ν_α) : |φ| ≤ 1, |φ'| ≤ 1 }  for the reactions μ_α, ν_α as measures in time
///
/// Positions and velocities are compared piece by piece on the common refinement, exactly up to rounding, never by
/// sampling. Both motions begin at the same time; each reaches `until` (up to rounding) or input_error is thrown.
///
/// No number, no distance: where a time, a coefficient, an impulse or anything else of one of the two is no finite
/// number (also beyond `until`), or the distance itself is too large for S, it is ∞, with the error bound 0.

#include "problems/language/solution.hpp"
#include "problems/language/solver.hpp"

#include <optional>
#include <vector>

namespace unilateral {

/// A number known up to a bound: |true − value| ≤ error_bound (rounding apart).
template <scalar S>
struct bounded {
  S value, error_bound;
};

template <scalar S>
S sup_position(const trajectory<S>& a, const trajectory<S>& b, const S& until);
template <scalar S>
S l1_velocity(const trajectory<S>& a, const trajectory<S>& b, const S& until);
template <scalar S>
S l2_velocity(const trajectory<S>& a, const trajectory<S>& b, const S& until);
/// Arcs are flattened to chords; the bound contains their deviation. before: v at the begin, as the data have it, from
/// which both graphs start; empty: from their right limits.
template <scalar S>
bounded<S> hausdorff_velocity(const trajectory<S>& a, const trajectory<S>& b, const S& until,
                              const column<S>& before = {});

/// A signed measure in time: finitely many atoms, and how much of its density was moved to make them.
template <scalar S>
struct impulse_measure {
  struct atom {
    S t, p;
  };
  std::vector<atom> atoms;  ///< in increasing order of t
  S error_bound{};   ///< of the bounded-Lipschitz distance to the measure meant: ∫ |t − (atom it went to)| d|density|
  S at_centroids{};  ///< of error_bound, what is owed to cells of a density ≥ 0 that lie each at its centroid
  S largest_cell{};  ///< and the most that one of these owes

  bool is_finite() const {
    bool all = unilateral::is_finite(error_bound) && unilateral::is_finite(at_centroids) &&
               unilateral::is_finite(largest_cell);
    for (const atom& x : atoms) all = all && unilateral::is_finite(x.t) && unilateral::is_finite(x.p);
    return all;
  }
};

/// In place of a measure that is not known in finite numbers: infinitely far from every other.
template <scalar S>
impulse_measure<S> no_measure() {
  return {.atoms = {}, .error_bound = infinity<S>()};
}

/// Cells into which all densities of one reaction are lumped together.
constexpr int default_cells = 1 << 13;

/// Reaction of one constraint on [begin, until]: impulses and densities, these lumped into atoms at the centroids of
/// cells.
template <scalar S>
impulse_measure<S> reaction_measure(const solution<S>& answer, int constraint, const S& until,
                                    int cells = default_cells);
/// All of them; constraints = statement.system.constraints().
template <scalar S>
std::vector<impulse_measure<S>> reaction_measures(const solution<S>& answer, int constraints, const S& until,
                                                  int cells = default_cells);

/// Reactions that a motion needs to satisfy a bound statement, its velocity at the begin included, from M dv − f dt =
/// Gᵀ dR, where at most one gap vanishes at a time (then the reaction is the component of the left side along ∇Φ_α;
/// empty otherwise). For references that are known as a path only.
template <scalar S>
std::optional<std::vector<impulse_measure<S>>> reaction_measures(const statement& bound, const trajectory<S>& path,
                                                                 const S& until, int cells = default_cells);

/// sup { ∫ φ d(μ − ν) : |φ| ≤ 1, |φ'| ≤ 1 }, exact for atoms. Cells of a density against few atoms owe little,
/// O(cells⁻²): impulse_measure.cpp, (3).
template <scalar S>
bounded<S> bounded_lipschitz(const impulse_measure<S>& mu, const impulse_measure<S>& nu);

/// ∫ |F_μ − F_ν| dt over [first atom, until], F the cumulated masses; the Kantorovich distance where total masses
/// agree. With μ = dv_i it is L¹ of v_i.
template <scalar S>
S kantorovich(const impulse_measure<S>& mu, const impulse_measure<S>& nu, const S& until);

/// max_α of bounded_lipschitz; the lists have one measure a constraint.
template <scalar S>
bounded<S> impulse_distance(const std::vector<impulse_measure<S>>& a, const std::vector<impulse_measure<S>>& b);

/// Any distance of paths by its name; throws input_error for bounded_lipschitz_impulse, which needs reactions. before:
/// as of hausdorff_velocity.
template <scalar S>
bounded<S> distance(distance_kind kind, const trajectory<S>& a, const trajectory<S>& b, const S& until,
                    const column<S>& before = {});
/// Several distances of paths, in the order of their names: the differences on the common pieces, which cost most, are
/// found once.
template <scalar S>
std::vector<bounded<S>> distances(const std::vector<distance_kind>& kinds, const trajectory<S>& a,
                                  const trajectory<S>& b, const S& until, const column<S>& before = {});
/// Any distance of answers.
template <scalar S>
bounded<S> distance(distance_kind kind, const solution<S>& a, const solution<S>& b, const S& until);

}  // namespace unilateral
