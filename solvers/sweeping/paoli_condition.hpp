#pragma once
/// When several contacts act at once the outcome depends continuously on the data if their gradients make no acute
/// angle in the kinetic metric [Paoli 2004, (5)]:
///
///     ⟨∇Φ_i, M⁻¹∇Φ_j⟩ ≤ 0  if e = 0,      = 0  if e ≠ 0,      for all active i ≠ j.
///
/// It is enough for continuity, not needed: in a plane corner of angle π/(2k) with e = 1 the outcome is continuous all
/// the same. Gradients in one direction are one constraint said twice: V is what it is with one of them, and nothing is
/// discontinuous.

#include "problems/language/scalar.hpp"

#include <cmath>
#include <string>

namespace unilateral::sweeping {

/// Two active constraints, one of them pushing, that violate the condition.
template <scalar S>
struct multiple_impact {
  int i, j;
  S product;  ///< ⟨∇Φ_i, M⁻¹∇Φ_j⟩
};

/// The condition for one pair, given the products ij, ii and jj of their gradients, up to the rounding of sums of n
/// terms.
template <scalar S>
bool satisfies_paoli(const S& ij, const S& ii, const S& jj, const S& e, int n) {
  using std::abs;
  using std::sqrt;
  const S lengths = sqrt(ii) * sqrt(jj), rounding = S(16 * n) * epsilon<S>() * lengths;
  return ij >= lengths - rounding || (e == S(0) ? ij <= rounding : abs(ij) <= rounding);
}

template <scalar S>
std::string warning_of(const multiple_impact<S>& m, const S& t, const S& e) {
  const std::string i = std::to_string(m.i), j = std::to_string(m.j);
  return "t = " + to_text(t) + ": constraints " + i + " and " + j + " act together with ⟨∇Φ_" + i + ", M⁻¹∇Φ_" + j +
         "⟩ = " + to_text(m.product) + (e == S(0) ? " > 0" : " ≠ 0") +
         ": condition (5) for continuity in the data does not hold [Paoli 2004, (5)]";
}

}  // namespace unilateral::sweeping
