#pragma once
/// Chains that claims are tried on.

#include "reports/claims/exact.hpp"
#include "reports/claims/runs.hpp"

#include <array>
#include <vector>

namespace unilateral::claims {

/// A chain from its bars, driven at U = (−1, 0).
chain_statement chain_of(const std::vector<std::array<expression, 2>>& bars);
/// n bars, each turned by β against the one before; the first along the drive.
chain_statement arc(int n, const expression& beta);
expression degrees(int d);
real50 radians(int d);

/// Unit vectors T_1 … T_n.
std::vector<plane_vector<real50>> directions(const chain_statement& chain);

/// Rational polygons of 2 to 8 bars: neighbouring bars turn by 2 arctan t, |t| < 1/2, the first bar looks away from the
/// drive.
std::vector<chain_statement> polygons(int count, unsigned seed, bool other_lengths = false);

/// cos β = 15/17, sin β = 8/17, n = 4: every number rational.
struct rational_arc {
  exact::rows T{{1, 0},
                {rational(15, 17), rational(8, 17)},
                {rational(161, 289), rational(240, 289)},
                {rational(495, 4913), rational(4888, 4913)}};
  exact::vector U{-1, 0};
  exact::space E = exact::euclidean(2);
  /// Force at node i (1 … 4) of these tensions.
  exact::vector force(const exact::vector& tau, std::size_t i) const {
    return exact::sum(exact::sum(exact::zero(2), i < 4 ? tau[i] : rational(0), i < 4 ? T[i] : T[0]), -tau[i - 1],
                      T[i - 1]);
  }
  bool feasible(const exact::vector& tau) const {
    for (std::size_t i = 1; i <= 4; ++i)
      if (E.squared(force(tau, i)) > 1) return false;
    return true;
  }
};

}  // namespace unilateral::claims
