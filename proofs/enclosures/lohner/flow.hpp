#pragma once
/// Sets of states carried by a flow [Lohner 1987].
///
/// A set is {m + B z : z ∈ box}, 0 ∈ box, of components (q, v, t): every member has its own time, so that a set can lie
/// on the surface of an event, where one member is earlier than the other. One step of length τ for all of them, each
/// from its own time, with E ∋ y(σ) for all σ ∈ [0, τ] (Picard: Y + [0, τ] F(E) ⊂ E):
///
///   (1)  y(τ; m) ∈ Σ_{k<K} m_k τ^k + E_K τ^K                                    Taylor coefficients at m, and over E
///   (2)  Y(τ) ∈ Σ_{k<K'} Y_k τ^k + W_K' τ^K'                                    the variational equation over the set,
///        and over E × W W ∋ Y(σ): every entry of Y(σ) − 1 is at most e^{Lτ} − 1, L ≥ max-row-sum of DF(E)
///   (3)  y(τ; m + B z) ∈ y(τ; m) + Y(τ) B z                                     mean value theorem
///        (the row of t: times pass alike)
///   (4)  = m' + Q z',  z' = (Q⁻¹ Y B) z + Q⁻¹ (y(τ; m) − m')                    Q: about orthogonal, from a QR
///        factorisation of Y B
///
/// Nobody has to trust Q or m': Q⁻¹ is enclosed by interval elimination.

#include "proofs/enclosures/lohner/system.hpp"

namespace unilateral::enclosures::lohner {

struct parallelepiped {
  vector m;  ///< points
  matrix B;  ///< points
  vector z;
  vector box() const;
};
parallelepiped around(const vector& box);
/// (4) of c + A z, c in a box.
parallelepiped framed(const vector& c, const matrix& A, const vector& z);
/// The box of c + A z.
vector box_of(const vector& c, const matrix& A, const vector& z);
/// (row) A
vector product(const vector& row, const matrix& A);

/// y + [0, span] F maps a box into itself: the box, or nothing.
struct early_motion {
  vector box;  ///< all states on the way
  vector end;  ///< states after a time in `span`
};
std::optional<early_motion> picard(const phase& with, const interval& t, const vector& y, const interval& span);

class flow_step {
 public:
  /// From a set, for a time of its own choice, at most `longest`, times `shorten`. Check `enclosed()`. Times τ below
  /// count from each member's own start.
  flow_step(const phase& with, const parallelepiped& from, const interval& longest, double shorten, int digits);

  bool enclosed() const { return enclosed_; }
  bool complete() const { return complete_; }
  const interval& length() const { return h_; }
  /// The times of all members.
  interval times(const interval& τ) const { return t_ + τ; }
  /// (4) after the time τ, a point of [0, h] or the whole length.
  parallelepiped at(const interval& τ) const { return framed(middle_at(τ), edges(τ), from_.z); }
  /// (1), with its time: the member m at the instants of τ ⊂ [0, h].
  vector middle_at(const interval& τ) const;
  /// Y(τ) B at the instants of τ ⊂ [0, h].
  matrix edges(const interval& τ) const;
  /// A box that holds all states at the instants of τ ⊂ [0, h].
  vector range(const interval& τ) const;

 private:
  void choose_length(const interval& longest, double shorten);
  bool enclose_motion();

  const phase* phase_;
  interval t_, t_m_, h_;  ///< times of the start, of all and of m; length
  parallelepiped from_;
  int digits_, K_;
  bool enclosed_ = false, complete_ = false;
  std::vector<vector> point_;           ///< m_k
  std::vector<vector> over_;            ///< E_k
  phase::with_matrix set_, remainder_;  ///< over the set; over E × W
};

}  // namespace unilateral::enclosures::lohner
