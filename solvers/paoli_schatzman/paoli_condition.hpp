#pragma once
/// When several contacts share an impact, the motion depends continuously on the data under [Paoli 2004, (5)]:
/// ⟨∇Φ_α, M⁻¹ ∇Φ_β⟩ ≤ 0 where e = 0, and = 0 where e > 0, for any two of them. Otherwise the outcome of the limit h → 0
/// may depend on how the steps fall. Contacts whose gradients have one direction are the same half-space for every
/// position, and no two.

#include "solvers/paoli_schatzman/kinetic_metric.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace unilateral::paoli_schatzman {

/// Two of the active contacts that break the condition beyond rounding, or (−1, −1).
template <scalar S>
std::pair<int, int> breaking_pair(const kinetic_metric<S>& metric, const std::vector<int>& active, const S& e) {
  using std::abs;
  using std::sqrt;
  for (std::size_t k = 0; k < active.size(); ++k)
    for (std::size_t l = k + 1; l < active.size() && active[l] - active[k] <= metric.contact_width(); ++l) {
      const S& product = metric.contact(active[k], active[l]);
      const S lengths = sqrt(metric.contact(active[k], active[k])) * sqrt(metric.contact(active[l], active[l]));
      const S rounding = S(1 << 10) * epsilon<S>() * lengths;
      if (product >= lengths - rounding) continue;
      if (e > S(0) ? abs(product) > rounding : product > rounding) return {active[k], active[l]};
    }
  return {-1, -1};
}

}  // namespace unilateral::paoli_schatzman
