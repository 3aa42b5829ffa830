#pragma once
/// Constraints in a row: an order in which A = G M⁻¹ Gᵀ is tridiagonal when M is diagonal.
///
/// Two constraints are neighbours when a coordinate occurs in both. Where the graph of neighbours is a union of paths,
/// listing each path from one end to the other leaves only consecutive constraints coupled; so do all its subsets, the
/// contacts of a step.

#include "problems/language/evaluated_system.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace unilateral::moreau_time_stepping {

/// The constraints in such an order, or nothing where the graph is no union of paths.
template <scalar S>
std::optional<std::vector<int>> order_in_rows(const evaluated_system<S>& system) {
  using size = std::size_t;
  std::vector<std::vector<int>> constraints_of(static_cast<size>(system.degrees_of_freedom()));
  for (const sparse_entry& e : system.gradient_entries()) constraints_of[static_cast<size>(e.column)].push_back(e.row);

  std::vector<std::vector<int>> neighbours(static_cast<size>(system.constraints()));
  for (const std::vector<int>& together : constraints_of) {
    if (together.size() > 3) return {};  // each would have three neighbours
    for (const int a : together)
      for (const int b : together)
        if (a != b) {
          std::vector<int>& of_a = neighbours[static_cast<size>(a)];
          if (std::find(of_a.begin(), of_a.end(), b) != of_a.end()) continue;
          of_a.push_back(b);
          if (of_a.size() > 2) return {};
        }
  }

  std::vector<int> order;
  std::vector<bool> listed(neighbours.size(), false);
  for (int end = 0; end < system.constraints(); ++end) {
    if (listed[static_cast<size>(end)] || neighbours[static_cast<size>(end)].size() > 1) continue;
    for (int a = end; a >= 0;) {
      order.push_back(a);
      listed[static_cast<size>(a)] = true;
      int next = -1;
      for (const int b : neighbours[static_cast<size>(a)])
        if (!listed[static_cast<size>(b)]) next = b;
      a = next;
    }
  }
  if (order.size() < neighbours.size()) return {};  // a cycle has no end
  return order;
}

}  // namespace unilateral::moreau_time_stepping
