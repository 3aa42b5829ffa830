#pragma once
/// The complementarity problem of a few contacts, redundant ones included, by the dual active-set method.
///
///     0 ≤ P ⊥ w = A P + b ≥ 0,    A = G M⁻¹ Gᵀ symmetric, positive semidefinite
///
/// These are the optimality conditions of the projection in step 4; GᵀP is unique, P need not be. The method keeps a
/// set W of independent contacts with w_W = 0, P_W ≥ 0, P = 0 outside, and lets in one violated contact at a time
/// [Goldfarb Idnani 1983]:
///
///   1.  r: the most violated contact, w_r < 0. None: done.
///   2.  Raise P_r by τ keeping w_W = 0:  P_W falls by τ z, z = A_WW⁻¹ A_Wr;  w_r rises by τ σ, σ = A_rr − A_rW z ≥ 0.
///   3.  τ is the smaller of −w_r/σ (w_r reaches 0) and min P_i/z_i over z_i > 0 (P_i reaches 0). Neither is finite:
///       then w_r + Σ |z_i| w_i is the same for every P, and no velocity satisfies all contacts; unless it is negative
///       by rounding only: then r follows from W, and is passed over until W grows.
///   4.  w_r reached 0: r joins W, go to 1. Else i leaves W, go to 2.
///
/// The set W determines P, and the dual function −½ PᵀA P − b·P grows strictly from one visit of 1 to the next (σ > 0
/// when r joins, so the length τ of the way there is positive); so no W comes back and the method ends. Between two
/// visits W only shrinks. σ = 0 says that row r of G is a combination of the rows of W: then r can only enter in
/// exchange, so W stays independent.

#include "problems/language/scalar.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace unilateral::moreau_time_stepping {

template <scalar S>
class complementarity {
 public:
  using vector = Eigen::Matrix<S, Eigen::Dynamic, 1>;
  using matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

  /// Input, in the leading block of the size given to `solve`: A (both triangles), b, and the size of the terms that b
  /// was summed from, which bounds its rounding.
  matrix A;
  vector b, size_of_b;
  /// Output.
  vector P;

  /// Room for so many contacts. Allocates only where there was less.
  void reserve(int contacts) {
    if (contacts <= P.size()) return;
    A.resize(contacts, contacts);
    LD_.resize(contacts, contacts);
    for (vector* x : {&b, &size_of_b, &P, &w_, &z_}) x->resize(contacts);
    W_.reserve(static_cast<std::size_t>(contacts));
    implied_.resize(static_cast<std::size_t>(contacts));
  }

  /// Solves for the first m contacts. False: there is no solution, as far as working precision can tell.
  bool solve(int m) {
    W_.clear();
    P.head(m).setZero();
    std::fill_n(implied_.begin(), m, 0);
    exchanges_left_ =
        100 * (m + 1);  // far more than are ever needed: stands against sets that rounding cannot tell apart
    for (;;) {
      const int r = most_violated(m);
      if (r < 0) break;
      if (!let_in(r, m)) return false;
    }
    equalities();
    return true;
  }

 private:
  Eigen::Index active() const { return static_cast<Eigen::Index>(W_.size()); }
  int W(Eigen::Index k) const { return W_[static_cast<std::size_t>(k)]; }
  bool in_W(int i) const {
    for (const int k : W_)
      if (k == i) return true;
    return false;
  }
  /// Unit of relative rounding in a sum of m products of sums, with a margin for what A_WW⁻¹ amplifies.
  static S rounding(int m) { return S(64 * (m + 2)) * epsilon<S>(); }

  S gap_rate(int i, S& size) const {
    using std::abs;
    S w = b[i];
    size = size_of_b[i];
    for (const int k : W_) {
      w += A(i, k) * P[k];
      size += abs(A(i, k)) * P[k];
    }
    return w;
  }

  int most_violated(int m) {
    int worst = -1;
    for (int i = 0; i < m; ++i) {
      if (in_W(i) || implied_[static_cast<std::size_t>(i)]) continue;
      S size;
      w_[i] = gap_rate(i, size);
      if (w_[i] < -rounding(m) * size && (worst < 0 || w_[i] < w_[worst])) worst = i;
    }
    return worst;
  }

  bool let_in(int r, int m) {
    S w_r = w_[r];
    while (--exchanges_left_ > 0) {
      for (Eigen::Index k = 0; k < active(); ++k) z_[k] = A(W(k), r);
      solve_factored(z_);
      S sigma = A(r, r);
      for (Eigen::Index k = 0; k < active(); ++k) sigma -= A(r, W(k)) * z_[k];
      const bool independent = sigma > rounding(m) * A(r, r);

      Eigen::Index leaving = -1;
      S tau(0);
      for (Eigen::Index k = 0; k < active(); ++k)
        if (z_[k] > S(0) && (leaving < 0 || P[W(k)] / z_[k] < tau)) {
          leaving = k;
          tau = P[W(k)] / z_[k];
        }
      const bool joins = independent && (leaving < 0 || -w_r / sigma <= tau);
      if (joins) tau = -w_r / sigma;
      if (!joins && leaving < 0) {
        if (is_contradiction(r, m)) return false;
        implied_[static_cast<std::size_t>(r)] = 1;
        P[r] = S(0);
        equalities();
        return true;
      }

      for (Eigen::Index k = 0; k < active(); ++k) P[W(k)] -= tau * z_[k];
      P[r] += tau;
      w_r += tau * sigma;
      if (joins) {
        W_.push_back(r);
        factor_row(active() - 1);
        std::fill_n(implied_.begin(), m, 0);
        return true;
      }
      P[W(leaving)] = S(0);
      leave(leaving);
    }
    return false;
  }

  /// Is w_r + Σ |z_i| w_i < 0 beyond rounding, for r that depends on W by z ≤ 0?
  bool is_contradiction(int r, int m) const {
    using std::abs;
    S size;
    S sum = gap_rate(r, size), of_all = size;
    for (Eigen::Index k = 0; k < active(); ++k) {
      sum += abs(z_[k]) * gap_rate(W(k), size);
      of_all += abs(z_[k]) * size;
    }
    return !(sum >= -rounding(m) * of_all);
  }

  /// P_W from A_WW P_W = −b_W once more, free of the rounding of the way there. What is not positive then is 0 up to
  /// rounding: it leaves, and the others are found without it.
  void equalities() {
    for (;;) {
      for (Eigen::Index k = 0; k < active(); ++k) z_[k] = -b[W(k)];
      solve_factored(z_);
      Eigen::Index leaving = active();
      for (Eigen::Index k = 0; k < active(); ++k) {
        P[W(k)] = z_[k] > S(0) ? z_[k] : S(0);
        if (!(z_[k] > S(0)) && leaving == active()) leaving = k;
      }
      if (leaving == active()) return;
      leave(leaving);
    }
  }
  void leave(Eigen::Index leaving) {
    W_.erase(W_.begin() + leaving);
    for (Eigen::Index k = leaving; k < active(); ++k) factor_row(k);
  }

  /// Row k of A_WW = L D Lᵀ from the rows above.
  void factor_row(Eigen::Index k) {
    for (Eigen::Index j = 0; j <= k; ++j) {
      LD_(k, j) = A(W(k), W(j));
      for (Eigen::Index i = 0; i < j; ++i) LD_(k, j) -= LD_(k, i) * LD_(j, i) * LD_(i, i);
      if (j < k) LD_(k, j) /= LD_(j, j);
    }
  }
  void solve_factored(vector& x) const {
    for (Eigen::Index i = 0; i < active(); ++i)
      for (Eigen::Index j = 0; j < i; ++j) x[i] -= LD_(i, j) * x[j];
    for (Eigen::Index i = active(); i-- > 0;) {
      x[i] /= LD_(i, i);
      for (Eigen::Index j = i + 1; j < active(); ++j) x[i] -= LD_(j, i) * x[j];
    }
  }

  std::vector<int> W_;
  std::vector<char> implied_;  ///< by W
  int exchanges_left_ = 0;
  matrix LD_;
  vector w_, z_;
};

}  // namespace unilateral::moreau_time_stepping
