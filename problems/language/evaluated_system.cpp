#include "problems/language/evaluated_system.hpp"

#include "problems/language/partial_derivatives.hpp"

namespace unilateral {

gradient_formulas gradient_of_gaps(const mechanical_system& system) {
  gradient_formulas g;
  for (int a = 0; a < system.constraints(); ++a) {
    g.row_begin.push_back(static_cast<int>(g.entries.size()));
    const expression& gap = system.gap[static_cast<std::size_t>(a)];
    partial_derivatives slope_of(gap);
    for (const int i : variables_of(gap).coordinates) {
      const expression slope = slope_of(coordinate(i));
      if (slope.is(0)) continue;
      g.entries.push_back({a, i, static_cast<int>(g.formulas.size())});
      g.formulas.push_back(slope);
    }
  }
  g.row_begin.push_back(static_cast<int>(g.entries.size()));
  return g;
}

}  // namespace unilateral
