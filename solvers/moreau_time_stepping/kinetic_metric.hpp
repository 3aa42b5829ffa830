#pragma once
/// The kinetic metric M at one configuration, factored: x ↦ M⁻¹ x. One class for each shape of M; all have
///
///     using vector                     generalised velocities
///     bool factor(system)              takes M from the last values of `system`; false unless M is positive definite
///     void solve(x) const              x ← M⁻¹ x

#include "problems/language/evaluated_system.hpp"
#include "problems/language/trajectory.hpp"

#include <Eigen/Core>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include <vector>

namespace unilateral::moreau_time_stepping {

/// M = L D Lᵀ with L unit lower triangular; positive definite iff every pivot D_j > 0 (false for NaN). N: number of
/// degrees of freedom, or Eigen::Dynamic.
template <scalar S, int N>
class dense_metric {
 public:
  using vector = Eigen::Matrix<S, N, 1>;
  static constexpr bool is_diagonal = false;

  explicit dense_metric(int n) : LD_(n, n) {}

  bool factor(const evaluated_system<S>& system) {
    system.copy_mass(LD_);
    const Eigen::Index n = LD_.rows();
    for (Eigen::Index j = 0; j < n; ++j) {
      if (!(LD_(j, j) > S(0))) return false;
      for (Eigen::Index i = j + 1; i < n; ++i) {
        const S l = LD_(i, j) / LD_(j, j);
        for (Eigen::Index k = j + 1; k <= i; ++k)
          LD_(i, k) -= l * LD_(k, j);  // column j still holds L_kj D_j for k ≤ i …
      }
      for (Eigen::Index i = j + 1; i < n; ++i) LD_(i, j) /= LD_(j, j);  // … and L_kj from here on
    }
    return true;
  }

  template <class Vector>
  void solve(Vector&& x) const {
    const Eigen::Index n = LD_.rows();
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < i; ++j) x[i] -= LD_(i, j) * x[j];
    for (Eigen::Index i = n; i-- > 0;) {
      x[i] /= LD_(i, i);
      for (Eigen::Index j = i + 1; j < n; ++j) x[i] -= LD_(j, i) * x[j];
    }
  }

 private:
  Eigen::Matrix<S, N, N> LD_;  ///< D on the diagonal, L below
};

/// M diagonal: positive definite iff every mass > 0.
template <scalar S>
class diagonal_metric {
 public:
  using vector = column<S>;
  static constexpr bool is_diagonal = true;

  explicit diagonal_metric(int n) : mass_(n) {}

  bool factor(const evaluated_system<S>& system) {
    mass_.setZero();
    for (const sparse_entry& e : system.mass_entries()) mass_[e.row] = system.mass(e);
    for (const S& m : mass_)
      if (!(m > S(0))) return false;
    return true;
  }

  template <class Vector>
  void solve(Vector&& x) const {
    for (Eigen::Index i = 0; i < mass_.size(); ++i) x[i] /= mass_[i];
  }

  const S& mass(int i) const { return mass_[i]; }

 private:
  vector mass_;
};

/// M large and sparse: Eigen's L D Lᵀ with a fill-reducing order.
template <scalar S>
class sparse_metric {
 public:
  using vector = column<S>;
  static constexpr bool is_diagonal = false;

  explicit sparse_metric(int n) : M_(n, n) {}

  bool factor(const evaluated_system<S>& system) {
    entries_.clear();
    for (const sparse_entry& e : system.mass_entries()) entries_.emplace_back(e.row, e.column, system.mass(e));
    M_.setFromTriplets(entries_.begin(), entries_.end());
    LD_.compute(M_);
    if (LD_.info() != Eigen::Success) return false;
    const vector D = LD_.vectorD();
    for (const S& d : D)
      if (!(d > S(0))) return false;
    return true;
  }

  template <class Vector>
  void solve(Vector&& x) const {
    x = LD_.solve(x).eval();
  }

 private:
  std::vector<Eigen::Triplet<S>> entries_;
  Eigen::SparseMatrix<S> M_;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<S>> LD_;
};

}  // namespace unilateral::moreau_time_stepping
