#pragma once
/// The complementarity problem of contacts in a row, exactly and in time linear in their number: pool adjacent
/// violators.
///
///     0 ≤ P ⊥ w = A P + b ≥ 0,    A tridiagonal, positive definite, c_i = A_{i,i+1} ≤ 0
///
/// (balls in a row: A_ii = 1/m_i + 1/m_{i+1}, c_i = −1/m_{i+1}; for e = 0 the velocities are then the mass-weighted
/// isotonic regression, and what follows is its classical algorithm [Ayer Brunk Ewing Reid Silverman 1955] written for
/// general rows of G.)
///
/// A is an M-matrix: A_WW⁻¹ ≥ 0 for every set W. With P^W defined by w_W = 0, P = 0 outside W, this gives two facts:
///   (i)  If W lies in the support of the solution P*, then P^W ≤ P*:  P*_W = P^W_W − A_WW⁻¹ A_W,out P*_out.
///   (ii) If moreover w_j < 0 at P^W for a j outside W, then P*_j > 0: with P*_j = 0 we had w*_j = b_j + Σ c P* ≤ b_j +
///        Σ c P^W < 0.
/// So contacts only ever join. They come in one by one from the left:
///
///   1.  Contact k, last so far: violated given the P left of it? If not, next k.
///   2.  It joins, and forms a block of adjacent contacts of W with the block that ends at k − 1, if one does.
///   3.  Is the contact left of the block violated now? It joins in turn; blocks that become adjacent merge; repeat 3.
///
/// By (ii) every join is right, and at the end w ≥ 0 outside W: the solution. Each contact joins once and each merge
/// takes a block away: at most m joins and m merges. To do them in O(1), a block l…r is known by its ends alone: with
/// loads s_l, s_r added to −b at its ends,  P_l = p_l + x_l s_l + y s_r,  P_r = p_r + y s_l + x_r s_r,  where x_l, y,
/// x_r are corners of A_block⁻¹. Two blocks with coupling γ = −c ≥ 0 between them load each other by γ P; eliminating
/// gives the formulas in `merge`.
///
/// Bodies at rest bear the same contacts step after step, with the same A. Then W of the step before, whose factors are
/// known, is tried first: P > 0 in it and w ≥ 0 outside say that it is that of the solution again.

#include "problems/language/scalar.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unilateral::moreau_time_stepping {

template <scalar S>
class pooling {
 public:
  /// Input: diagonal of A, couplings c_i ≤ 0 (contact i to i + 1), b. Output: P. All of the size given to `resize`.
  std::vector<S> a, c, b, P;

  /// Room for so many contacts, once and for all.
  void reserve(int contacts) {
    for (std::vector<S>* x : {&a, &c, &b, &P, &d_, &f_}) x->reserve(static_cast<std::size_t>(contacts));
    blocks_.reserve(static_cast<std::size_t>(contacts));
  }
  void resize(int contacts) {
    for (std::vector<S>* x : {&a, &c, &b, &P, &d_, &f_}) x->resize(static_cast<std::size_t>(contacts));
  }

  /// `same_matrix`: a and c are those of the call before. False: A is not positive definite to working precision
  /// (contacts that depend on each other).
  bool solve(bool same_matrix = false) {
    if (same_matrix && is_solved_ && holds_again()) return true;
    is_solved_ = pool();
    return is_solved_;
  }

  /// Joins and merges so far: the work, at most two a contact.
  std::int64_t operations() const { return operations_; }

 private:
  struct block {
    std::size_t l, r;
    S p_l, p_r, x_l, x_r, y;
  };

  /// W of the call before, with this b.
  bool holds_again() {
    const std::size_t m = a.size();
    std::size_t outside = 0;  // first contact that is not looked at yet
    const auto stay_open = [&](std::size_t end) {
      for (; outside < end; ++outside) {
        P[outside] = S(0);
        S w = b[outside];
        if (outside > 0) w += c[outside - 1] * P[outside - 1];
        if (outside + 1 < m) w += c[outside] * P[outside + 1];
        if (!(w >= S(0))) return false;
      }
      return true;
    };
    for (const block& x : blocks_) {
      solve_factored(x.l, x.r);
      for (std::size_t i = x.l; i <= x.r; ++i)
        if (!(P[i] > S(0))) return false;
      if (!stay_open(x.l)) return false;
      outside = x.r + 1;
    }
    return stay_open(m);
  }

  bool pool() {
    blocks_.clear();
    const std::size_t m = a.size();
    for (std::size_t k = 0; k < m; ++k) {
      if (k == 0 ? b[0] >= S(0) : b[k] + c[k - 1] * last_before(k) >= S(0)) continue;
      block now = single(k);
      for (;;) {
        if (!blocks_.empty() && blocks_.back().r + 1 == now.l) {
          if (!merge(blocks_.back(), now)) return false;
          blocks_.pop_back();
          continue;
        }
        if (now.l == 0) break;
        const std::size_t j = now.l - 1;
        const S w = b[j] + c[j] * now.p_l + (j == 0 ? S(0) : c[j - 1] * last_before(j));
        if (w >= S(0)) break;
        if (!merge(single(j), now)) return false;
      }
      blocks_.push_back(now);
    }
    for (S& p : P) p = S(0);
    for (const block& x : blocks_)
      if (!solve_block(x.l, x.r)) return false;
    return true;
  }

  block single(std::size_t k) {
    ++operations_;
    const S x = S(1) / a[k], p = -b[k] / a[k];
    return {k, k, p, p, x, x, x};
  }

  /// P_{k−1}, when all blocks lie left of k.
  S last_before(std::size_t k) const {
    return !blocks_.empty() && blocks_.back().r + 1 == k ? blocks_.back().p_r : S(0);
  }

  /// right ← left ∪ right.
  bool merge(const block& left, block& right) {
    ++operations_;
    const S gamma = -c[left.r];
    // γ x is a pure number; γ² alone, in units of mass^−2, may leave the range of S.
    const S from_left = gamma * left.x_r, from_right = gamma * right.x_l, over_left = left.y * gamma,
            over_right = right.y * gamma;
    const S D = S(1) - from_left * from_right;
    if (!(D > S(0))) return false;
    const S P_left = (left.p_r + from_left * right.p_l) / D;    // P at the right end of the left block
    const S P_right = (right.p_l + from_right * left.p_r) / D;  // P at the left end of the right block
    right = {left.l,
             right.r,
             left.p_l + over_left * P_right,
             right.p_r + over_right * P_left,
             left.x_l + over_left * over_left * right.x_l / D,
             right.x_r + over_right * over_right * left.x_r / D,
             over_left * right.y / D};
    return true;
  }

  /// A_block P_block = −b_block by elimination; stable, A_block being an M-matrix. What is negative is so by rounding.
  bool solve_block(std::size_t l, std::size_t r) {
    d_[l] = a[l];
    for (std::size_t i = l; i < r; ++i) {
      if (!(d_[i] > S(0))) return false;
      f_[i] = c[i] / d_[i];
      d_[i + 1] = a[i + 1] - f_[i] * c[i];
    }
    if (!(d_[r] > S(0))) return false;
    solve_factored(l, r);
    for (std::size_t i = l; i <= r; ++i)
      if (P[i] < S(0)) P[i] = S(0);
    return true;
  }
  void solve_factored(std::size_t l, std::size_t r) {
    P[l] = -b[l];
    for (std::size_t i = l; i < r; ++i) P[i + 1] = -b[i + 1] - f_[i] * P[i];
    P[r] /= d_[r];
    for (std::size_t i = r; i-- > l;) P[i] = (P[i] - c[i] * P[i + 1]) / d_[i];
  }

  std::vector<block> blocks_;  ///< W
  std::vector<S> d_, f_;       ///< of each block = L D Lᵀ: D, and L below its diagonal
  bool is_solved_ = false;
  std::int64_t operations_ = 0;
};

}  // namespace unilateral::moreau_time_stepping
