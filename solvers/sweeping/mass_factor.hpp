#pragma once
/// M = L D Lᵀ inside the envelope of M: L unit lower triangular with L_ij = 0 left of the first entry of row i of M.
///
///   (1)  c_ij = M_ij − Σ_{k<j} c_ik L_jk,   L_ij = c_ij / d_j        (j < i)
///   (2)  d_i  = M_ii − Σ_{j<i} c_ij L_ij;   M is positive definite if and only if every d_i > 0
///   (3)  M⁻¹x:  y_i = x_i − Σ_{j<i} L_ij y_j,   then  x_j = y_j / d_j − Σ_{i>j} L_ij x_i
///
/// Elimination fills nothing outside the envelope: a diagonal or banded M costs O(n), a full one O(n³).

#include "problems/language/evaluated_system.hpp"
#include "problems/language/trajectory.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace unilateral::sweeping {

template <scalar S>
class mass_factor {
 public:
  explicit mass_factor(const evaluated_system<S>& system)
      : n_(system.degrees_of_freedom()), first_(static_cast<std::size_t>(n_)), d_(n_) {
    for (int i = 0; i < n_; ++i) first_[static_cast<std::size_t>(i)] = i;
    for (const sparse_entry& e : system.mass_entries()) first(e.row) = std::min(first(e.row), e.column);
    std::size_t size = 0;
    for (int i = 0; i < n_; ++i) {
      row_.push_back(size);
      size += static_cast<std::size_t>(i - first(i));
    }
    l_.assign(size, S(0));
  }

  /// Factorises the last evaluated M; false unless it is positive definite.
  bool factorise(const evaluated_system<S>& system) {
    std::fill(l_.begin(), l_.end(), S(0));
    d_.setZero();
    for (const sparse_entry& e : system.mass_entries())
      if (e.column <= e.row) (e.column == e.row ? d_[e.row] : row(e.row)[e.column - first(e.row)]) += system.mass(e);
    for (int i = 0; i < n_; ++i) {
      S* const c = row(i);
      const int i0 = first(i);
      for (int j = i0; j < i; ++j) {  // (1), c_ij in the place of L_ij
        const int j0 = first(j);
        for (int k = std::max(i0, j0); k < j; ++k) c[j - i0] -= c[k - i0] * row(j)[k - j0];
      }
      for (int j = i0; j < i; ++j) {  // (2)
        const S l = c[j - i0] / d_[j];
        d_[i] -= c[j - i0] * l;
        c[j - i0] = l;
      }
      if (!(d_[i] > S(0))) return false;
    }
    return true;
  }

  /// x ← L⁻¹ x.
  void solve_lower(S* x) const {
    if (l_.empty()) return;
    for (int i = 0; i < n_; ++i)
      for (int j = first(i); j < i; ++j) x[i] -= row(i)[j - first(i)] * x[j];
  }
  /// x ← M⁻¹ x.                                                                                                     (3)
  void solve(S* x) const {
    solve_lower(x);
    for (int i = 0; i < n_; ++i) x[i] /= d_[i];
    solve_upper(x);
  }
  /// x ← L⁻ᵀ x.
  void solve_upper(S* x) const {
    if (l_.empty()) return;
    for (int i = n_ - 1; i >= 0; --i)
      for (int j = first(i); j < i; ++j) x[j] -= row(i)[j - first(i)] * x[i];
  }
  /// x ← D^{−½} L⁻¹ x: then x·y is the inner product of the columns ⟨x, M⁻¹y⟩.
  void whiten(S* x) const {
    using std::sqrt;
    solve_lower(x);
    for (int i = 0; i < n_; ++i) x[i] /= sqrt(d_[i]);
  }
  /// x ← L⁻ᵀ D^{−½} x: takes the whitened velocity D^{½} Lᵀ v back to v.
  void unwhiten(S* x) const {
    using std::sqrt;
    for (int i = 0; i < n_; ++i) x[i] /= sqrt(d_[i]);
    solve_upper(x);
  }

  bool is_diagonal() const { return l_.empty(); }
  const S& d(int i) const { return d_[i]; }

 private:
  int& first(int i) { return first_[static_cast<std::size_t>(i)]; }
  int first(int i) const { return first_[static_cast<std::size_t>(i)]; }
  S* row(int i) { return l_.data() + row_[static_cast<std::size_t>(i)]; }
  const S* row(int i) const { return l_.data() + row_[static_cast<std::size_t>(i)]; }

  int n_;
  std::vector<int> first_;        ///< first column of row i
  std::vector<std::size_t> row_;  ///< where row i of L begins: columns first(i) … i − 1
  std::vector<S> l_;
  column<S> d_;
};

}  // namespace unilateral::sweeping
