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

#include "proofs/enclosures/defect/dynamics.hpp"

namespace unilateral::enclosures::defect {

/// Weights w_i > 0 of the norm, exact.
using weights = std::vector<ball>;
/// All states no farther from a point of the box `centre` than `distance`. Passed on as it is: a box around it would be
/// twice as large, each time.
struct set {
  std::vector<ball> centre;
  ball distance;
};
std::vector<ball> boxed(const set& of, const weights& w);
/// A bound of the norm of anything in the box.
ball norm_bound(const std::vector<ball>& box, const weights& w);
/// A bound of the logarithmic norm of all matrices in A, after scaling; not finite where none was found.
ball logarithmic_norm_bound(const std::vector<std::vector<ball>>& A, const weights& w);

/// Decimal order: how many digits are aimed at, and what follows from it.
struct effort {
  int digits;
  int order() const { return digits + digits / 6 + 6; }  ///< N: cost N² 10^(digits/N) is least near 1.15 digits
  slong bits() const { return static_cast<slong>(digits) * 10 / 3 + 48; }
  static constexpr slong rough_bits = 64;  ///< for what is multiplied by something tiny
};

/// The piece of a motion from t_0 on.
class tube {
 public:
  /// All motions that start in a set at t_0, for a time of the engine's choice, at most `longest`, times `shorten`.
  /// Check `proved()`.
  tube(const smooth_motion& motion, const ball& t_0, const set& start, const weights& w, const ball& longest,
       double shorten, const effort& how);

  bool proved() const { return proved_; }
  const std::string& failure() const { return failure_; }
  const ball& begin() const { return t_0_; }
  const ball& length() const { return h_; }
  /// Whether the piece reaches the end it was allowed.
  bool complete() const { return complete_; }
  /// All states at the instants τ ⊂ [0, h].
  std::vector<ball> states(const ball& τ) const;
  /// All states at h, with the error of the end instead of the largest.
  set end() const;
  /// Taylor coefficients 0 … orders − 1 of the watched functions along all motions of the tube at all instants of τ:
  /// [watch][order].
  std::vector<std::vector<ball>> watched(const ball& τ, int orders) const;

 private:
  void expand(const std::vector<ball>& y_0);
  void choose_length(const ball& longest, double shorten);
  void bound_low_defects();
  ball defect_bound() const;
  std::vector<ball> polynomial(const ball& τ) const;

  const smooth_motion* motion_;
  ball t_0_, h_;
  weights w_;
  effort how_;
  int n_, N_;
  std::vector<std::vector<ball>> p_;    ///< [order][component], exact; positions one order higher
  std::vector<std::vector<ball>> low_;  ///< sizes of the defect's coefficients below N: [order][component]
  ball r_largest_, r_end_;
  bool proved_ = false, complete_ = false;
  std::string failure_;
};

/// Taylor coefficients of the motions through a box, 0 … orders − 1: [order][component], and of the watched functions
/// [watch][order].
struct expansion {
  std::vector<std::vector<ball>> state, watched;
};
expansion expand(const smooth_motion& motion, const ball& t, const std::vector<ball>& y, int orders);

}  // namespace unilateral::enclosures::defect
