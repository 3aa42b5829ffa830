#pragma once
/// M = L Lᵀ: the kinetic metric factored, the diagonal of L as its reciprocals, for it is solved for again and again;
/// M itself where it is diagonal. A computed y = M⁻¹ g solves (M + δM) y = g with |δM| ≤ (3 n + 1) ε |L| |Lᵀ|
/// [Higham 2002, 10.4], so that x·g, x = M⁻¹ f, is known as f·y to that many roundings of |x|·|L| |Lᵀ| |y|, whatever
/// the units of the coordinates.

#include "problems/language/scalar.hpp"

#include <cstddef>
#include <vector>

namespace unilateral::event_driven {

template <scalar S>
class kinetic_factor {
 public:
  kinetic_factor() = default;
  kinetic_factor(int n, bool diagonal)
      : n_(n), diagonal_(diagonal), entry_(static_cast<std::size_t>(diagonal ? n : n * n), S(0)) {}

  /// Entries of M on or below the diagonal; set all of them, then factor.
  void clear() { entry_.assign(entry_.size(), S(0)); }
  S& entry(int i, int j) { return entry_[static_cast<std::size_t>(diagonal_ ? i : i * n_ + j)]; }

  /// False: M is not positive definite.
  bool factor() {
    using std::sqrt;
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < i && !diagonal_; ++j) {
        S sum = entry(i, j);
        for (int k = 0; k < j; ++k) sum -= entry(i, k) * entry(j, k);
        entry(i, j) = sum * entry(j, j);
      }
      S pivot = entry(i, i);
      for (int k = 0; k < i && !diagonal_; ++k) pivot -= entry(i, k) * entry(i, k);
      if (!(pivot > epsilon<S>() * entry(i, i))) return false;
      entry(i, i) = diagonal_ ? pivot : S(S(1) / sqrt(pivot));
    }
    return true;
  }

  /// x ← M⁻¹ x.
  [[gnu::hot]] void solve(S* x) {
    if (diagonal_) {
      for (int i = 0; i < n_; ++i) x[i] = x[i] / entry(i, i);
      return;
    }
    const std::ptrdiff_t n = n_;
    const S* row = entry_.data();
    for (std::ptrdiff_t i = 0; i < n; ++i, row += n) {
      S sum = x[i];
      for (std::ptrdiff_t j = 0; j < i; ++j) sum -= row[j] * x[j];
      x[i] = sum * row[i];
    }
    for (std::ptrdiff_t i = n; i-- > 0;) {
      row -= n;
      S sum = x[i];
      for (std::ptrdiff_t j = i + 1; j < n; ++j) sum -= row[(j - i) * n + i] * x[j];
      x[i] = sum * row[i];
    }
  }

  bool is_diagonal() const { return diagonal_; }
  /// x / M_ii, of M that is diagonal.
  S divided(const S& x, int i) const { return x / entry(i, i); }
  /// x ← |Lᵀ| |x|, of whose products the roundings of M⁻¹ are multiples; of M that is not diagonal.
  void magnify(S* x) const {
    using std::abs;
    for (int j = 0; j < n_; ++j) {
      S sum = abs(x[j]) / entry(j, j);
      for (int i = j + 1; i < n_; ++i) sum += abs(entry(i, j) * x[i]);
      x[j] = sum;
    }
  }

 private:
  const S& entry(int i, int j) const { return entry_[static_cast<std::size_t>(diagonal_ ? i : i * n_ + j)]; }

  int n_ = 0;
  bool diagonal_ = true;
  std::vector<S> entry_;
};

}  // namespace unilateral::event_driven
