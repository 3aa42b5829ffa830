#pragma once
/// Lemke's method for the linear complementarity problem of a few contacts,
///
///     w = A μ + d,   0 ≤ μ ⊥ w ≥ 0,      A = G M⁻¹ Gᵀ symmetric, positive semidefinite.
///
///   (1)  scale rows and columns to A_αα = 1 and d to least −1, and pass to w = A μ + d + z_0 (1, …, 1)
///   (2)  z_0 enters and just makes w ≥ 0: the row that needs it most leaves
///   (3)  the complement of what has left enters; the row whose variable reaches 0 first leaves; again, until z_0
///        leaves.
///
/// Ties are broken lexicographically, as if d were perturbed by (ε, ε², …), so that no basis returns [Cottle Pang Stone
/// 1992, 4.9]. A ray in (3) means that no point satisfies the linearised constraints, for A is positive semidefinite
/// [ibid., 4.4.12]. Dependent contacts are allowed: their μ is one of many, A μ and the projection are unique.

#include "problems/language/scalar.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace unilateral::paoli_schatzman {

template <class S>
class lemke {
 public:
  /// Beyond so many contacts block_pivoting.hpp takes over.
  static constexpr int most = 8;

  /// A: m × m by entry(i, j), d and μ: m numbers. False if there is no solution.
  template <class Entry, class Vector>
  bool solve(int m, const Entry& entry, const Vector& d, Vector& mu) {
    using std::sqrt;
    m_ = m;
    bool satisfied = true;
    for (int i = 0; i < m; ++i) {
      mu[i] = S(0);
      satisfied = satisfied && d[i] >= S(0);
    }
    if (satisfied) return true;

    std::array<S, most> scale;
    for (int i = 0; i < m; ++i) scale[index(i)] = entry(i, i) > S(0) ? S(sqrt(entry(i, i))) : S(1);
    for (int i = 0; i < m; ++i) {  // (1)
      for (int j = 0; j < m; ++j) {
        at(i, j) = S(i == j ? 1 : 0);
        at(i, m + j) = -entry(i, j) / (scale[index(i)] * scale[index(j)]);
      }
      at(i, z_0()) = S(-1);
      at(i, right()) = d[i] / scale[index(i)];
      basic_[index(i)] = i;
    }

    largest_ = S(0);
    for (int i = 0; i < m; ++i) largest_ = std::max(largest_, S(-at(i, right())));
    for (int i = 0; i < m; ++i) at(i, right()) /= largest_;

    int row = 0;
    for (int i = 1; i < m; ++i)
      if (order(i, S(1), row, S(1)) < 0) row = i;
    int entering = z_0();
    // A basis never returns; more of them than this have not been met, and would be a sign of rounding.
    for (int pivots = 0; pivots < 64 * most; ++pivots) {
      const int leaving = basic_[index(row)];  // (2), (3)
      exchange(row, entering);
      if (leaving == z_0()) {
        for (int i = 0; i < m; ++i)
          if (const int k = basic_[index(i)]; k >= m && k < z_0())
            mu[k - m] = largest_ * std::max(S(0), at(i, right())) / scale[index(k - m)];
        return true;
      }
      entering = leaving < m ? leaving + m : leaving - m;
      row = -1;
      int row_of_z_0 = -1;
      for (int i = 0; i < m; ++i) {
        if (basic_[index(i)] == z_0()) row_of_z_0 = i;
        if (!(at(i, entering) > zero())) continue;
        if (row < 0 || order(i, at(i, entering), row, at(row, entering)) < 0) row = i;
      }
      if (row < 0) return false;
      // z_0 leaves as soon as it may.
      if (row_of_z_0 >= 0 && at(row_of_z_0, entering) > zero() &&
          tied(at(row_of_z_0, right()) / at(row_of_z_0, entering), at(row, right()) / at(row, entering)))
        row = row_of_z_0;
    }
    return false;
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  int z_0() const { return 2 * m_; }
  int right() const { return 2 * m_ + 1; }
  S& at(int i, int j) { return row_[index(i)][index(j)]; }

  /// Below this a number of the scaled tableau is the rounding of a zero: some hundred pivots' worth.
  static S zero() { return S(1 << 14) * epsilon<S>(); }
  static bool tied(const S& x, const S& y) {
    using std::abs;
    return abs(S(x - y)) <= zero() * std::max({S(1), S(abs(x)), S(abs(y))});
  }

  /// < 0 if row i, over its slope, comes lexicographically before row k over its own: first the right side, then the
  /// columns of w.
  int order(int i, const S& slope_i, int k, const S& slope_k) {
    for (int c = -1; c < m_; ++c) {
      const int j = c < 0 ? right() : c;
      const S x = at(i, j) / slope_i, y = at(k, j) / slope_k;
      if (!tied(x, y)) return x < y ? -1 : 1;
    }
    return 0;
  }

  void exchange(int row, int entering) {
    const S pivot = at(row, entering);
    for (int j = 0; j <= right(); ++j) at(row, j) /= pivot;
    for (int i = 0; i < m_; ++i) {
      if (i == row) continue;
      const S factor = at(i, entering);
      if (factor == S(0)) continue;
      for (int j = 0; j <= right(); ++j) at(i, j) -= factor * at(row, j);
      at(i, entering) = S(0);
    }
    basic_[index(row)] = entering;
  }

  int m_ = 0;
  S largest_{};
  std::array<std::array<S, 2 * most + 2>, most> row_;
  std::array<int, most> basic_;
};

}  // namespace unilateral::paoli_schatzman
