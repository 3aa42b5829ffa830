#pragma once
/// Gaps that close at once, decided on formulas: what no enclosure of positive width could tell. Both engines ask it.
///
/// Let the motion be free from exact initial data, and the equation of motion have one solution.
///
///   (1)  Where q_I and v_I are 0 at the start, and M a = f at q_I = v_I = 0 has a solution with a_I = 0, q_I stays 0.
///   (2)  Where D = Φ_b Φ_a(0) − Φ_a Φ_b(0) is 0 at q_I = v_I = 0, or D(0) = D'(0) = 0 and D'' = 0 there along M a = f,
///        Φ_b is a multiple of Φ_a for as long as nothing is touched.

#include "problems/language/statement.hpp"

#include <vector>

namespace unilateral::enclosures {

/// What is known of the motion up to the first event, where it is free.
struct coincidence {
  /// For each gap the first one of which it is such a multiple by (2), −1 where there is none. Where both are > 0 at
  /// the start, which is for the caller to see, so is the factor: they close at one instant.
  std::vector<int> followed{};
  std::vector<bool> rests{};  ///< of each coordinate, whether it stays 0 by (1)

  /// Proved: the formula is 0 on that motion, and just before a shock at its end, for q_I = v_I = 0.
  bool vanishes(const expression& x) const;
};
coincidence coincidence_of(const statement& bound);

}  // namespace unilateral::enclosures
