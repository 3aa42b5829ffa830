#pragma once
/// Gaps in units of their own. W = G M⁻¹ Gᵀ has the square of a gap's unit, which leaves the range of double where the
/// gap does not (10^(−200) x). A gap 2^k Φ says the same as Φ; its impulses and reactions are 2^(−k) times as large.

#include "problems/language/solver.hpp"

#include <cmath>
#include <cstdlib>
#include <vector>

namespace unilateral::event_driven {

/// The powers k, by constraint.
using gap_powers = std::vector<int>;

/// `given` with gaps 2^k Φ.
inline statement in_gap_units(statement given, const gap_powers& k) {
  for (std::size_t a = 0; a < k.size(); ++a) {
    const rational power(mpz_class(1) << static_cast<unsigned long>(std::abs(k[a])));
    given.system.gap[a] = given.system.gap[a] * expression(k[a] > 0 ? power : rational(1 / power));
  }
  return given;
}

/// The answer to `in_gap_units(given, k)` as one to `given`.
template <class S>
solution<S> from_gap_units(solution<S> answer, const gap_powers& k) {
  using std::ldexp;
  for (impact<S>& one : answer.impacts)
    for (std::size_t a = 0; a < k.size(); ++a) {
      S& P = one.impulse[static_cast<Eigen::Index>(a)];
      P = S(ldexp(P, k[a]));
    }
  for (reaction_density<S>& λ : answer.reactions)
    for (S& c : λ.coefficients) c = S(ldexp(c, k[static_cast<std::size_t>(λ.constraint)]));
  return answer;
}

}  // namespace unilateral::event_driven
