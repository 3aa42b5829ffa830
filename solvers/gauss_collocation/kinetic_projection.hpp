#pragma once
/// Multipliers of a projection in a kinetic metric: for W = G M⁻¹ Gᵀ (positive semidefinite, rows may depend on each
/// other) and b,
///
///     λ ≥ 0,   W λ + b ≥ 0,   λ·(W λ + b) = 0
///
/// by the passive sets of [Lawson, Hanson 1974, ch. 23] on the normal equations: the most violated row joins; the
/// equations of the joined rows are solved; if that makes multipliers negative, the first that reaches 0 on the way
/// leaves. A row that depends on the joined ones has no equation to solve: then the multipliers move along the
/// dependence, W d = 0, b·d < 0, until one reaches 0. b: G v⁻ + r for the impact law, G M⁻¹f + γ for accelerations.

#include "solvers/gauss_collocation/legendre.hpp"
#include "solvers/gauss_collocation/patience.hpp"

#include <algorithm>
#include <optional>

namespace unilateral::gauss_collocation {

/// L D Lᵀ of a symmetric positive semidefinite matrix, row by row; stops at a row that depends on those before. Of a
/// row of L only what follows its leading zeros is kept, which are those of A: a band costs no more than a band.
template <class W>
class symmetric_factor {
 public:
  /// Adds the row (a_0 … a_k) below those already in; false, and nothing added, if its pivot is at most `smallest`.
  bool add(const std::vector<W>& a, const W& smallest) {
    const std::size_t k = rows_.size();
    std::size_t first = 0;
    while (first < k && a[first] == W(0)) ++first;
    row l{first, std::vector<W>(a.begin() + static_cast<std::ptrdiff_t>(first), a.end() - 1), k};
    W pivot = a[k];
    for (std::size_t i = first; i < k; ++i)  // l_i d_i for the moment
      for (std::size_t j = std::max(first, rows_[i].first); j < i; ++j) l.at(i) -= l.at(j) * rows_[i].at(j);
    for (std::size_t i = first; i < k; ++i) {
      const W unit = l.at(i) / d_[i];
      pivot -= unit * l.at(i);
      l.at(i) = unit;
    }
    if (!(pivot > smallest)) return false;
    for (std::size_t i = first; i < k; ++i) rows_[i].last_below = k;
    rows_.push_back(std::move(l));
    d_.push_back(pivot);
    return true;
  }
  template <class Vector>
  void solve_in_place(Vector& x) const {
    const int n = size();
    for (int i = 0; i < n; ++i) {
      const row& l = rows_[static_cast<std::size_t>(i)];
      for (int j = static_cast<int>(l.first); j < i; ++j) x[i] -= l.at(static_cast<std::size_t>(j)) * x[j];
    }
    for (int i = 0; i < n; ++i) x[i] /= d_[static_cast<std::size_t>(i)];
    for (int i = n - 1; i >= 0; --i) {
      const auto column = static_cast<std::size_t>(i);
      for (std::size_t j = column + 1; j <= rows_[column].last_below; ++j)
        if (rows_[j].first <= column) x[i] -= rows_[j].at(column) * x[static_cast<int>(j)];
    }
  }
  int size() const { return static_cast<int>(d_.size()); }

 private:
  struct row {
    std::size_t first;  ///< column of the first entry
    std::vector<W> entry;
    std::size_t last_below;  ///< last row with an entry in the column of this one's number
    W& at(std::size_t j) { return entry[j - first]; }
    const W& at(std::size_t j) const { return entry[j - first]; }
  };
  std::vector<row> rows_;
  std::vector<W> d_;
};

/// A pivot this small beside its diagonal is rounding.
template <class W>
W dependent(const W& diagonal) {
  return W(4096) * epsilon<W>() * diagonal;
}

/// `scale`: size of the terms b was made of, a row; what is below 64 ε of it is 0. Empty when there is no solution
/// (rows that contradict each other). Many rows may take long: the clock is asked.
template <class W>
std::optional<vector_of<W>> complementary_multipliers(const matrix_of<W>& A, const vector_of<W>& b,
                                                      const vector_of<W>& scale, patience& clock) {
  using std::abs;
  const int m = static_cast<int>(b.size());
  vector_of<W> λ = vector_of<W>::Zero(m);
  std::vector<int> joined;
  const auto factored = [&](const std::vector<int>& rows) {
    symmetric_factor<W> factor;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::vector<W> row;
      for (std::size_t j = 0; j <= i; ++j) row.push_back(A(rows[i], rows[j]));
      if (!factor.add(row, dependent(row.back()))) break;
    }
    return factor;
  };
  for (int round = 0; round < 100 * (m + 1); ++round) {
    clock.ask();
    const vector_of<W> w = A * λ + b;
    int entering = -1;
    W worst(0);
    for (int α = 0; α < m; ++α) {
      if (std::find(joined.begin(), joined.end(), α) != joined.end()) continue;
      W size = scale[α];
      for (int β = 0; β < m; ++β) size += abs(A(α, β) * λ[β]);
      if (!(w[α] < -W(64) * epsilon<W>() * size)) continue;
      const W violation = -w[α] / size;
      if (entering < 0 || violation > worst) {
        entering = α;
        worst = violation;
      }
    }
    if (entering < 0) return λ;
    joined.push_back(entering);
    for (;;) {
      const symmetric_factor<W> factor = factored(joined);
      const int n = static_cast<int>(joined.size());
      vector_of<W> target(n);
      const bool free = factor.size() == n;
      if (free) {
        for (int i = 0; i < n; ++i) target[i] = -b[joined[static_cast<std::size_t>(i)]];
        factor.solve_in_place(target);
      } else {  // only the row that joined last can depend on the others
        vector_of<W> d(n - 1);
        for (int i = 0; i < n - 1; ++i) d[i] = -A(joined[static_cast<std::size_t>(i)], entering);
        factor.solve_in_place(d);
        for (int i = 0; i < n - 1; ++i) target[i] = d[i];
        target[n - 1] = W(1);
      }
      // From λ towards the target (along it, if it is a direction): who reaches 0 first?
      int blocking = -1;
      W reach = free ? W(1) : W(-1);
      for (int i = 0; i < n; ++i) {
        const W& now = λ[joined[static_cast<std::size_t>(i)]];
        const W change = free ? W(target[i] - now) : target[i];
        if ((free && target[i] > W(0)) || !(change < W(0))) continue;
        const W at = -now / change;
        if (blocking < 0 ? (!free || at <= reach) : at < reach) {
          blocking = i;
          reach = at;
        }
      }
      if (!free && blocking < 0) return {};
      for (int i = 0; i < n; ++i) {
        W& now = λ[joined[static_cast<std::size_t>(i)]];
        now = free ? (blocking < 0 ? target[i] : W(now + reach * (target[i] - now))) : W(now + reach * target[i]);
      }
      if (blocking < 0) break;
      λ[joined[static_cast<std::size_t>(blocking)]] = W(0);
      const bool last = joined[static_cast<std::size_t>(blocking)] == entering;
      joined.erase(joined.begin() + blocking);
      if (last || joined.empty()) break;
    }
  }
  return {};
}

}  // namespace unilateral::gauss_collocation
