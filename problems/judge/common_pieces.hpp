#pragma once
/// Two motions on their common refinement: on each cell, a polynomial in x ∈ [−1, 1], t = middle + half·x.

#include "problems/language/input_error.hpp"
#include "problems/language/polynomial.hpp"
#include "problems/language/trajectory.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace unilateral {

/// q_i of a motion, expanded about the middle of a cell that lies in one of its pieces.
///
/// Expansion costs (degree kept)·degree. Where a cell is much shorter than its piece, high powers are below rounding
/// and are not computed: the coefficient of x^j is at most b_j half^j with b_j = Σ_l binomial(l, j) |c_l| w^(l−j), w
/// the width of the piece.
template <scalar S>
class local_expansion {
 public:
  explicit local_expansion(const trajectory<S>& path) : path_(&path) {}

  /// Coefficients 0 … degree; valid until the next call.
  const std::vector<S>& operator()(int piece, int i, const S& middle, const S& half) {
    if (piece != piece_) {
      piece_ = piece;
      degree_ = path_->degree(piece);
      coefficients_ = path_->coefficients(piece, 0);
    }
    const int degree = degree_;
    const S* const c = coefficients_ + static_cast<std::ptrdiff_t>(i) * (degree + 1);
    const int kept = degree <= 3 ? degree : kept_degree(piece, i, half);
    const S s = middle - path_->begin(piece);
    // Horner's scheme for the polynomial and its derivatives, a coefficient of the piece at a time: the sums of one
    // round don't wait for each other.
    work_.assign(static_cast<std::size_t>(kept) + 1, S(0));
    S* const r = work_.data();
    for (int l = degree; l >= 0; --l) {
      for (int j = std::min(kept, degree - l); j >= 1; --j) r[j] = r[j] * s + r[j - 1];
      r[0] = r[0] * s + c[l];
    }
    polynomial::stretch(r, kept, half);
    return work_;
  }

 private:
  int kept_degree(int piece, int i, const S& half) {
    const int degree = degree_;
    if (piece != bounded_piece_) {
      bounds_.assign(static_cast<std::size_t>(path_->dimension()), {});
      last_.assign(static_cast<std::size_t>(path_->dimension()), {S(0), 0});
      bounded_piece_ = piece;
    }
    // What is enough for one cell is enough for a narrower one; cells of one step differ by rounding only, hence the
    // margin.
    auto& [last_half, last_kept] = last_[static_cast<std::size_t>(i)];
    if (half <= last_half && last_half <= S(2) * half) return last_kept;
    const S wider = half * (S(1) + S(1) / S(1024));
    std::vector<S>& b = bounds_[static_cast<std::size_t>(i)];
    if (b.empty()) {
      using std::abs;
      const S w = path_->end(piece) - path_->begin(piece);
      const S* const c = path_->coefficients(piece, i);
      for (int j = 0; j <= degree; ++j) b.push_back(abs(c[j]));
      polynomial::shift(b.data(), degree, w);
    }
    // Both Σ b_j half^j and Σ j b_j half^(j−1) beyond `kept` below rounding of the same sums over the piece's own
    // width.
    using std::abs;
    S power(1), position = b[0] * epsilon<S>(), velocity = b[1] * epsilon<S>();
    tail_.assign(b.size(), S(0));
    for (int j = 1; j <= degree; ++j) {
      tail_[static_cast<std::size_t>(j)] = S(j) * b[static_cast<std::size_t>(j)] * power;  // of the velocity
      power *= wider;
    }
    int kept = degree;
    for (S sum(0); kept > 3; --kept) {
      sum += tail_[static_cast<std::size_t>(kept)];
      if (!(sum <= velocity && sum * wider <= position)) break;
    }
    last_half = wider;
    last_kept = kept;
    return kept;
  }

  const trajectory<S>* path_;
  int piece_ = -1, degree_ = 0;  ///< of the last call, with its coefficients
  const S* coefficients_ = nullptr;
  std::vector<S> work_, tail_;
  std::vector<std::vector<S>> bounds_;
  std::vector<std::pair<S, int>> last_;  ///< half width and degree kept of a cell of this piece
  int bounded_piece_ = -1;
};

/// Calls cell(piece of a, piece of b, from, to) for each cell of the common refinement of [begin, until], in order.
template <scalar S, class Cell>
void for_common_pieces(const trajectory<S>& a, const trajectory<S>& b, const S& until, Cell cell) {
  S from = std::max(a.begin(), b.begin());
  for (int k = 0, l = 0; from < until;) {
    while (k + 1 < a.pieces() && !(a.end(k) > from)) ++k;
    while (l + 1 < b.pieces() && !(b.end(l) > from)) ++l;
    S to = until;
    if (k + 1 < a.pieces()) to = std::min(to, a.end(k));
    if (l + 1 < b.pieces()) to = std::min(to, b.end(l));
    cell(k, l, from, to);
    from = to;
  }
}

/// Throws input_error for motions of different dimensions, or without a piece.
template <scalar S>
void check_comparable(const trajectory<S>& a, const trajectory<S>& b) {
  if (a.dimension() != b.dimension())
    throw input_error("distance: expected motions of one dimension, found " + std::to_string(a.dimension()) + " and " +
                      std::to_string(b.dimension()) + " coordinates");
  if (a.pieces() == 0 || b.pieces() == 0)
    throw input_error("distance: expected two motions, found one without a piece");
}

/// The last instant compared: `until`, or a little earlier where rounding ended a motion there. Throws input_error for
/// motions that do not compare.
template <scalar S>
S last_common_instant(const trajectory<S>& a, const trajectory<S>& b, const S& until) {
  using std::abs;
  check_comparable(a, b);
  const S rounding = S(1 << 10) * epsilon<S>() * std::max({S(abs(until)), S(abs(a.begin())), S(abs(b.begin()))});
  if (!(abs(S(a.begin() - b.begin())) <= rounding))
    throw input_error("distance: expected motions that begin together, found " + to_text(a.begin()) + " and " +
                      to_text(b.begin()));
  for (const trajectory<S>* path : {&a, &b})
    if (!(path->end() >= until - rounding))
      throw input_error("distance: expected motions up to t = " + to_text(until) +
                        ", found one that ends at t = " + to_text(path->end()));
  return std::min({until, a.end(), b.end()});
}

}  // namespace unilateral
