#pragma once
/// Cholesky's factorisation A = L Lᵀ of a symmetric positive definite matrix in a band, |i − j| ≤ w: O(n w²) operations
/// once, O(n w) a solution.

#include "problems/language/scalar.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace unilateral::paoli_schatzman {

template <class S>
class band_cholesky {
 public:
  /// Room for up to `size` unknowns and half-bandwidth w; nothing is allocated afterwards.
  void reserve(int size, int w) {
    w_ = w;
    entry_.assign(static_cast<std::size_t>(size) * static_cast<std::size_t>(w + 1), S(0));
    start(size);
  }
  /// Begins a matrix of n unknowns, all zero.
  void start(int n) {
    n_ = n;
    std::fill(entry_.begin(), entry_.begin() + static_cast<std::ptrdiff_t>(n) * (w_ + 1), S(0));
  }
  /// A_ij, later L_ij, for j ≤ i ≤ j + w.
  S& at(int i, int j) {
    return entry_[static_cast<std::size_t>(i) * static_cast<std::size_t>(w_ + 1) + static_cast<std::size_t>(i - j)];
  }

  /// False unless A is positive definite beyond rounding: a pivot must keep a share n ε of the diagonal it came from.
  bool factor() {
    for (int i = 0; i < n_; ++i)
      if (!factor_row(i)) return false;
    return true;
  }
  /// The same of one row below those that are factorised, L_ii apart where it is false.
  bool factor_row(int i) {
    using std::sqrt;
    const S diagonal = at(i, i);
    for (int j = std::max(0, i - w_); j <= i; ++j) {
      S sum = at(i, j);
      for (int k = std::max(0, i - w_); k < j; ++k)
        if (j - k <= w_) sum -= at(i, k) * at(j, k);
      if (j < i) {
        at(i, j) = sum / at(j, j);
      } else {
        if (!(sum > S(n_) * epsilon<S>() * diagonal)) return false;
        at(i, i) = sqrt(sum);
      }
    }
    return true;
  }

  /// x ← A⁻¹ x.
  template <class Vector>
  void solve(Vector& x) {
    for (int i = 0; i < n_; ++i) {
      for (int k = std::max(0, i - w_); k < i; ++k) x[i] -= at(i, k) * x[k];
      x[i] /= at(i, i);
    }
    for (int i = n_ - 1; i >= 0; --i) {
      for (int k = i + 1; k <= std::min(n_ - 1, i + w_); ++k) x[i] -= at(k, i) * x[k];
      x[i] /= at(i, i);
    }
  }

 private:
  int n_ = 0, w_ = 0;
  std::vector<S> entry_;
};

}  // namespace unilateral::paoli_schatzman
