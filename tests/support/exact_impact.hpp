#pragma once
/// The impact law in rational arithmetic by enumeration: the oracle of impact tests. It shares nothing with a solver.
///
///     v⁺ = v⁻ + M⁻¹ Gᵀ P,   0 ≤ P ⊥ G v⁺ + e G v⁻ ≥ 0
///
/// v⁺ is unique; P need not be. Some solution has independent active rows [Carathéodory], so among the subsets W with
/// A_WW regular one gives P_W = −A_WW⁻¹ (1 + e) G_W v⁻ ≥ 0 and w ≥ 0; all are tried, comparisons are exact.

#include "problems/language/rational.hpp"

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <vector>

namespace unilateral::exact_impact {

using row = std::vector<rational>;
using matrix = std::vector<row>;

/// A⁻¹ x by Gauss–Jordan elimination; nothing where A is singular.
inline std::optional<row> solve(matrix A, row x) {
  const std::size_t n = x.size();
  for (std::size_t j = 0; j < n; ++j) {
    std::size_t pivot = j;
    while (pivot < n && sgn(A[pivot][j]) == 0) ++pivot;
    if (pivot == n) return {};
    std::swap(A[j], A[pivot]);
    std::swap(x[j], x[pivot]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == j || sgn(A[i][j]) == 0) continue;
      const rational f = A[i][j] / A[j][j];
      for (std::size_t k = j; k < n; ++k) A[i][k] -= f * A[j][k];
      x[i] -= f * x[j];
    }
  }
  for (std::size_t j = 0; j < n; ++j) x[j] /= A[j][j];
  return x;
}

inline rational dot(const row& x, const row& y) {
  rational sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

/// v⁺ of the impact law.
inline row velocity_after(const matrix& M, const matrix& G, const row& v, const rational& e) {
  const std::size_t m = G.size();
  matrix B;  // rows M⁻¹ G_iᵀ
  for (const row& g : G) B.push_back(solve(M, g).value());
  for (unsigned set = 0; set < 1u << m; ++set) {
    std::vector<std::size_t> W;
    for (std::size_t i = 0; i < m; ++i)
      if (set >> i & 1u) W.push_back(i);
    matrix A(W.size(), row(W.size()));
    row b(W.size());
    for (std::size_t i = 0; i < W.size(); ++i) {
      b[i] = -(1 + e) * dot(G[W[i]], v);
      for (std::size_t j = 0; j < W.size(); ++j) A[i][j] = dot(G[W[i]], B[W[j]]);
    }
    const auto P = solve(A, b);
    if (!P) continue;
    bool holds = true;
    row v_plus = v;
    for (std::size_t i = 0; i < W.size(); ++i) {
      holds = holds && sgn((*P)[i]) >= 0;
      for (std::size_t k = 0; k < v.size(); ++k) v_plus[k] += (*P)[i] * B[W[i]][k];
    }
    for (const row& g : G) holds = holds && dot(g, v_plus) + e * dot(g, v) >= 0;
    if (holds) return v_plus;
  }
  throw std::logic_error("exact_impact: the impact law has a solution for every v");
}

}  // namespace unilateral::exact_impact
