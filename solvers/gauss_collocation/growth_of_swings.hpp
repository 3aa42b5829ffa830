#pragma once
/// By what swings grow (other_motions.hpp, jump_swings.hpp).

#include "problems/language/scalar.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace unilateral::gauss_collocation {

/// By what each speed is a multiple of the one before, on average of two: those to one side and to the other need not
/// be alike. Nothing where there are fewer speeds than `least`, or the last `ratios` of them to the second before
/// differ by more than `spread` of the largest.
template <class W, class Spread>
std::optional<double> growth_of_swings(const std::vector<W>& speeds, std::size_t least, std::size_t ratios,
                                       const Spread& spread) {
  if (speeds.size() < std::max(least, ratios + 2)) return {};
  double low = std::numeric_limits<double>::infinity(), high = 0;
  for (std::size_t k = speeds.size() - ratios; k < speeds.size(); ++k) {
    const double ratio = to_double(W(speeds[k] / speeds[k - 2]));
    low = std::min(low, ratio);
    high = std::max(high, ratio);
  }
  if (!(high - low <= spread(high))) return {};
  return std::sqrt(high);
}

}  // namespace unilateral::gauss_collocation
