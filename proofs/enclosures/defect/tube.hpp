#pragma once
/// A tube that holds a motion, by a polynomial's defect and a logarithmic norm.
///
/// y' = F(t, y). Let p be any polynomial on [0, h], |p' − F(t_0 + τ, p)| ≤ δ there, |y(0) − p(0)| ≤ r_0, and μ an upper
/// bound of the logarithmic norm of DF on a convex set that holds p(τ) + {|x| ≤ R} for all τ. For e = y − p, the mean
/// value theorem gives e' = A(τ) e + d(τ) with A in the hull of DF and |d| ≤ δ, so the right derivative of |e| is at
/// most μ|e| + δ, and
///
///   (1)  |y(τ) − p(τ)| ≤ r_0 e^{μτ} + δ (e^{μτ} − 1)/μ                  [Dahlquist 1958], as long as the right side
///        stays below R
///
/// Norm: |x|² = Σ (w_i x_i)². Its logarithmic norm is the largest eigenvalue of the symmetric part of W A W⁻¹.
/// δ: the Taylor coefficients of p' − F∘p below order N, bounded one by one, and coefficient N over all of [0, h] for
/// the rest. Nobody has to trust p, N, h, R or w.
///
/// A set's members start at times of their own: the one that starts Δt after its middle obeys F(t_0 + τ + Δt, y), which
/// adds |∂F/∂t| |Δt| to δ. p starts at the middle of the set and at the middle of its times; for that one motion r_0 =
/// Δt = 0. How the others lie around it is the derivative of the flow, by the same means: for a direction (η_0, η_t) of
/// the set any polynomial η̃ has a defect |DF(y(τ)) η̃ + ∂F/∂t η_t − η̃'| ≤ ε along all motions of the tube, and
///
///   (2)  |η(τ) − η̃(τ)| ≤ ε (e^{μτ} − 1)/μ
///   (3)  y(τ; m + B z) ∈ y(τ; m) + (η_1(τ) … η_k(τ)) z,  η_j(0) = B_j               mean value theorem

#include "proofs/enclosures/defect/dynamics.hpp"
#include "proofs/enclosures/defect/set.hpp"

namespace unilateral::enclosures::defect {

/// Weights w_i > 0 of the norm, exact.
using weights = std::vector<ball>;
/// A bound of the norm of anything in the box.
ball norm_bound(const vector& box, const weights& w);
/// A bound of the logarithmic norm of all matrices in A, after scaling; not finite where none was found.
ball logarithmic_norm_bound(const matrix& A, const weights& w);

/// Decimal order: how many digits are aimed at, and what follows from it.
struct effort {
  int digits;
  int order() const { return digits + digits / 6 + 6; }  ///< N: cost N² 10^(digits/N) is least near 1.15 digits
  slong bits() const { return static_cast<slong>(digits) * 10 / 3 + 48; }
  static constexpr slong rough_bits = 64;       ///< for what is multiplied by something tiny
  static constexpr int order_of_tangents = 16;  ///< of η̃: what it leaves out is relative to the width of the set
};

/// The piece of a motion from t_0 on.
class tube {
 public:
  /// All motions that start in a set, each at its own time, for a time of the engine's choice, at most `longest`, times
  /// `shorten`. Check `proved()`. Times τ below count from each motion's own start.
  tube(const smooth_motion& motion, const set& start, const weights& w, const ball& longest, double shorten,
       const effort& how);

  bool proved() const { return proved_; }
  const std::string& failure() const { return failure_; }
  const ball& length() const { return h_; }
  /// Whether the piece reaches the end it was allowed.
  bool complete() const { return complete_; }
  /// Of all motions, at the instants τ ⊂ [0, h].
  ball times(const ball& τ) const { return t_0_ + τ; }
  vector states(const ball& τ) const { return around_polynomial(τ, r_0_, δ_); }
  /// Of the motion from the middle of the set.
  ball middle_time(const ball& τ) const { return t_m_ + τ; }
  vector middle_states(const ball& τ) const { return around_polynomial(τ, ball(0), δ_m_); }
  /// Taylor coefficients 0 … orders − 1 of the watched functions along all motions of the tube, or the one from the
  /// middle, at all instants of τ: [watch][order].
  matrix watched(const ball& τ, int orders) const;
  matrix watched_from_middle(const ball& τ, int orders) const;
  /// (3) at all instants of τ: rows q, v, t, a column an edge of the set.
  matrix edges(const ball& τ) const;
  /// All states at h, as a set.
  set end() const;

 private:
  void expand();
  void choose_length(const ball& longest, double shorten);
  void bound_low_defects();
  ball defect_bound() const;
  vector polynomial(const ball& τ) const;
  vector around_polynomial(const ball& τ, const ball& r_0, const ball& δ) const;
  void expand_edges() const;

  const smooth_motion* motion_;
  set start_;
  ball t_0_, t_m_, h_;  ///< times of the start: of all, of the middle; length
  weights w_;
  effort how_;
  int n_, N_;
  matrix p_;            ///< [order][component], exact; positions one order higher
  matrix low_;          ///< sizes of the defect's coefficients below N: [order][component]
  ball r_0_, δ_, δ_m_;  ///< of all motions; of the one from the middle
  ball at_most_;        ///< e^{μτ} ≤
  bool proved_ = false, complete_ = false;
  std::string failure_;
  mutable std::vector<matrix> edge_polynomials_;  ///< η̃: [edge][order][component], where asked for
  mutable vector edge_defects_;                   ///< ε of (2)
};

/// Taylor coefficients of the motions through a box, 0 … orders − 1: [order][component], and of the watched functions
/// [watch][order].
struct expansion {
  matrix state, watched;
};
expansion expand(const smooth_motion& motion, const ball& t, const vector& y, int orders);

}  // namespace unilateral::enclosures::defect
