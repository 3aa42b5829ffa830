#pragma once
/// Any finite set of constraints: Goldfarb and Idnani's dual active-set method [Goldfarb & Idnani 1983], for
///
///     min ½|y|²  subject to  s_i + b_i·y ≥ 0,   i = 0 … k − 1,
///     whose answer is  y = Σ λ_i b_i,   0 ≤ λ ⊥ s + Bᵀy ≥ 0.
///
/// It holds a working set W of linearly independent columns, B_W = Q R, with λ ≥ 0 and equality on W, and
///
///   (1)  picks the most violated constraint p; none: y is the answer;
///   (2)  splits b_p = Q d + z, z ⟂ Q, and r = R⁻¹ d: moving y by t z and λ_W by −t r keeps equality on W;
///   (3)  goes as far as λ_W ≥ 0 allows, t₁ = min λ_j / r_j over r_j > 0, or to equality for p, t₂ = −(s_p +
///        b_p·y)/|z|²  (∞ if z = 0);
///   (4)  if t₂ ≤ t₁ takes p into W; else drops the blocking j and repeats (2). With neither, no y is feasible.
///
/// Every visit to (1) finds a larger value of the dual, so no W comes twice: finite, also for redundant or dependent
/// gradients.
///   (5)  At the end λ_W and y from W alone: Rᵀc = −s_W, λ_W = R⁻¹ c, y = Q c: nearly opposite gradients make λ huge,
///        but not y.

#include "problems/language/scalar.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace unilateral::sweeping {

template <scalar S>
class dual_active_set {
 public:
  /// Storage for problems up to this size, so that none is taken while solving them.
  void reserve(int n, int k) {
    start(n, k);
    working_.reserve(size(rank_));
    mu_.reserve(size(rank_) + 1);
  }

  /// Begins a problem with k constraints in n unknowns.
  void start(int n, int k) {
    n_ = n, k_ = k, rank_ = std::min(n, k);
    b_.resize(size(n) * size(k));
    for (std::vector<S>* v : {&slack_, &magnitude_, &norm_}) v->resize(size(k));
    q_.resize(size(n) * size(rank_));
    r_.resize(size(rank_) * size(rank_));
    for (std::vector<S>* v : {&d_, &step_}) v->resize(size(rank_));
    for (std::vector<S>* v : {&y_, &z_}) v->resize(size(n));
    settled_.resize(size(k));
    working_.clear();
    mu_.clear();
  }
  S* column(int i) { return b_.data() + size(i) * size(n_); }
  /// s_i, and the sum of absolute values it was added up from.
  void set_slack(int i, const S& s, const S& magnitude) { slack_[size(i)] = s, magnitude_[size(i)] = magnitude; }

  /// Finds y, and λ (k numbers). False when no y is feasible, as far as working precision can tell.
  bool solve(S* lambda) {
    using std::sqrt;
    for (int i = 0; i < k_; ++i) {
      norm_[size(i)] = sqrt(dot(column(i), column(i)));
      settled_[size(i)] = false;
    }
    std::fill(y_.begin(), y_.end(), S(0));
    // Far beyond the number of exchanges ever needed: stands only against a loop among sets that rounding cannot tell
    // apart.
    int exchanges_left = 100 * (k_ + n_);
    for (int p = most_violated(); p >= 0; p = most_violated()) {  // (1)
      S λ_p(0);
      for (bool taken = false; !taken;) {
        if (--exchanges_left < 0) return false;
        const S ρ = split(p);  // (2)
        const int blocking = blocking_constraint(p);
        const bool independent = static_cast<int>(working_.size()) < rank_ && ρ > dependent() * norm_[size(p)];
        const S violation = slack(p);
        if (!independent && blocking < 0) {
          if (is_infeasible(p, violation)) return false;
          settled_[size(p)] = true;  // an equality of the others, up to rounding
          break;
        }
        const S t1 = blocking < 0 ? S(0) : S(mu_[size(blocking)] / step_[size(blocking)]);  // (3)
        const S t2 = independent ? S(-violation / (ρ * ρ)) : S(0);
        taken = independent && (blocking < 0 || t2 <= t1);
        const S t = taken ? t2 : t1;
        for (std::size_t j = 0; j < working_.size(); ++j) mu_[j] -= t * step_[j];
        λ_p += t;
        if (independent)
          for (int i = 0; i < n_; ++i) y_[size(i)] += t * z_[size(i)];
        if (taken)  // (4)
          take(p, ρ, λ_p);
        else
          drop(blocking);
      }
    }
    finish(lambda);
    return true;
  }

  /// The minimiser (n numbers).
  const S* y() const { return y_.data(); }

 private:
  static std::size_t size(int i) { return static_cast<std::size_t>(i); }
  S& q(int i, int j) { return q_[size(i) + size(j) * size(n_)]; }
  S& r(int i, int j) { return r_[size(i) + size(j) * size(rank_)]; }
  S dot(const S* x, const S* y) const {
    S sum(0);
    for (int i = 0; i < n_; ++i) sum += x[i] * y[i];
    return sum;
  }
  S slack(int i) { return slack_[size(i)] + dot(column(i), y_.data()); }
  /// Relative length of z below which b_p is a combination of the working columns.
  S dependent() const { return S(32 * n_) * epsilon<S>(); }
  S rounding(int i, const S& length) const {
    return S(8 * n_) * epsilon<S>() * (magnitude_[size(i)] + norm_[size(i)] * length);
  }

  /// The constraint violated by the longest way; −1 if all hold up to rounding.
  int most_violated() {
    using std::sqrt;
    const S length = sqrt(dot(y_.data(), y_.data()));
    int worst = -1;
    S depth(0);
    for (int i = 0; i < k_; ++i) {
      if (settled_[size(i)]) continue;
      const S s = slack(i);
      if (!(s < -rounding(i, length))) continue;
      const S way = norm_[size(i)] > S(0) ? S(-s / norm_[size(i)]) : S(-s);
      if (worst < 0 || way > depth) worst = i, depth = way;
    }
    return worst;
  }

  /// d, z and r of (2), orthogonalised twice; returns |z|.
  S split(int p) {
    using std::sqrt;
    const int w = static_cast<int>(working_.size());
    std::copy(column(p), column(p) + n_, z_.begin());
    std::fill(d_.begin(), d_.end(), S(0));
    for (int pass = 0; pass < 2; ++pass)
      for (int j = 0; j < w; ++j) {
        const S part = dot(&q(0, j), z_.data());
        d_[size(j)] += part;
        for (int i = 0; i < n_; ++i) z_[size(i)] -= part * q(i, j);
      }
    for (int i = w - 1; i >= 0; --i) {
      S sum = d_[size(i)];
      for (int j = i + 1; j < w; ++j) sum -= r(i, j) * step_[size(j)];
      step_[size(i)] = sum / r(i, i);
    }
    return sqrt(dot(z_.data(), z_.data()));
  }

  /// The j whose λ_j vanishes first; −1 if none does.
  int blocking_constraint(int p) {
    int first = -1;
    for (int j = 0; j < static_cast<int>(working_.size()); ++j) {
      if (!(step_[size(j)] * norm_[size(working_[size(j)])] > dependent() * norm_[size(p)])) continue;
      if (first < 0 || mu_[size(j)] * step_[size(first)] < mu_[size(first)] * step_[size(j)]) first = j;
    }
    return first;
  }

  /// b_p = Σ r_j b_j with every r_j ≤ 0, so s_p + Σ |r_j| s_j cannot be changed by any y: negative beyond rounding?
  bool is_infeasible(int p, const S& violation) {
    using std::abs;
    using std::sqrt;
    const S length = sqrt(dot(y_.data(), y_.data()));
    S allowed = rounding(p, length);
    for (std::size_t j = 0; j < working_.size(); ++j) allowed += abs(step_[j]) * rounding(working_[j], length);
    return violation < S(-4) * allowed;
  }

  void take(int p, const S& ρ, const S& λ_p) {
    const int w = static_cast<int>(working_.size());
    for (int i = 0; i < n_; ++i) q(i, w) = z_[size(i)] / ρ;
    for (int i = 0; i < w; ++i) r(i, w) = d_[size(i)];
    r(w, w) = ρ;
    working_.push_back(p);
    mu_.push_back(λ_p);
    settled_[size(p)] = true;
  }

  /// Removes column j of R; plane rotations of rows i, i + 1 make the rest triangular again.
  void drop(int j) {
    using std::sqrt;
    settled_[size(working_[size(j)])] = false;
    working_.erase(working_.begin() + j);
    mu_.erase(mu_.begin() + j);
    const int w = static_cast<int>(working_.size());
    for (int c = j; c < w; ++c)
      for (int i = 0; i <= c + 1; ++i) r(i, c) = r(i, c + 1);
    for (int i = j; i < w; ++i) {
      const S length = sqrt(r(i, i) * r(i, i) + r(i + 1, i) * r(i + 1, i)), cosine = r(i, i) / length,
              sine = r(i + 1, i) / length;
      const auto rotate = [&](S& upper, S& lower) {
        const S rotated = cosine * upper + sine * lower;
        lower = cosine * lower - sine * upper;
        upper = rotated;
      };
      for (int c = i; c < w; ++c) rotate(r(i, c), r(i + 1, c));
      for (int row = 0; row < n_; ++row) rotate(q(row, i), q(row, i + 1));
    }
  }

  /// (5). In W every λ is positive; rounding may put a vanishing one below.
  void finish(S* lambda) {
    const int w = static_cast<int>(working_.size());
    std::fill(lambda, lambda + k_, S(0));
    for (int i = 0; i < w; ++i) {
      S sum = -slack_[size(working_[size(i)])];
      for (int j = 0; j < i; ++j) sum -= r(j, i) * d_[size(j)];
      d_[size(i)] = sum / r(i, i);
    }
    std::fill(y_.begin(), y_.end(), S(0));
    for (int j = 0; j < w; ++j)
      for (int i = 0; i < n_; ++i) y_[size(i)] += d_[size(j)] * q(i, j);
    for (int i = w - 1; i >= 0; --i) {
      S sum = d_[size(i)];
      for (int j = i + 1; j < w; ++j) sum -= r(i, j) * step_[size(j)];
      step_[size(i)] = sum / r(i, i);
      lambda[working_[size(i)]] = std::max(step_[size(i)], S(0));
    }
  }

  int n_ = 0, k_ = 0, rank_ = 0;
  std::vector<S> b_, slack_, magnitude_, norm_;  ///< the problem
  std::vector<S> q_, r_;                         ///< B_W = Q R
  std::vector<int> working_;                     ///< W
  std::vector<S> mu_;                            ///< λ_W
  std::vector<S> y_, d_, z_, step_;              ///< step_ is r of (2)
  std::vector<char> settled_;                    ///< in W, or implied by W
};

}  // namespace unilateral::sweeping
