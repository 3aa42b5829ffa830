#pragma once
/// Motions: q continuous, v = q' of bounded variation. A trajectory is a list of pieces; on each, q is a polynomial in
/// τ = t − (begin of the piece) and v its derivative, so that q is exactly the integral of v. Velocity jumps stand at
/// piece ends; accumulation points (limits of infinitely many jumps) are named.

#include "problems/language/finite.hpp"
#include "problems/language/scalar.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

namespace unilateral {

template <class S>
using column = Eigen::Matrix<S, Eigen::Dynamic, 1>;

template <scalar S>
class trajectory {
 public:
  trajectory() = default;
  explicit trajectory(int dimension, const S& begin = S(0)) : n_(dimension), knot_{begin}, offset_{0} {}

  int dimension() const { return n_; }
  int pieces() const { return offset_.empty() ? 0 : static_cast<int>(offset_.size()) - 1; }
  const S& begin() const { return knot_.front(); }
  const S& end() const { return knot_.back(); }
  const S& begin(int k) const { return knot_[static_cast<std::size_t>(k)]; }
  const S& end(int k) const { return knot_[static_cast<std::size_t>(k) + 1]; }

  /// Degree in τ of the positions on piece k.
  int degree(int k) const {
    return static_cast<int>((offset_[static_cast<std::size_t>(k) + 1] - offset_[static_cast<std::size_t>(k)]) /
                            static_cast<std::size_t>(n_)) -
           1;
  }
  /// Coefficients of q_i on piece k: degree(k) + 1 numbers, constant term first.
  const S* coefficients(int k, int i) const {
    return coefficient_.data() + offset_[static_cast<std::size_t>(k)] +
           static_cast<std::size_t>(i) * static_cast<std::size_t>(degree(k) + 1);
  }

  /// Appends a piece up to time `end` (> the present end; no number is taken as it is: is_finite() tells). Coefficients
  /// of q_0 first, then q_1, …: n·(degree + 1) numbers.
  void append(const S& end, int degree, const S* coefficients) {
    assert(end > knot_.back() || !unilateral::is_finite(end) || !unilateral::is_finite(knot_.back()));
    knot_.push_back(end);
    coefficient_.insert(coefficient_.end(), coefficients,
                        coefficients + static_cast<std::ptrdiff_t>(n_) * (degree + 1));
    offset_.push_back(coefficient_.size());
  }
  /// Appends motion at constant velocity: q(τ) = q + τ v.
  template <class Vector>
  void append_linear(const S& end, const Vector& q, const Vector& v) {
    assert(end > knot_.back() || !unilateral::is_finite(end) || !unilateral::is_finite(knot_.back()));
    knot_.push_back(end);
    for (int i = 0; i < n_; ++i) {
      coefficient_.push_back(q[i]);
      coefficient_.push_back(v[i]);
    }
    offset_.push_back(coefficient_.size());
  }

  S position(int k, int i, const S& tau) const {
    const S* c = coefficients(k, i);
    S sum = c[degree(k)];
    for (int j = degree(k) - 1; j >= 0; --j) sum = sum * tau + c[j];
    return sum;
  }
  S velocity(int k, int i, const S& tau) const {
    const S* c = coefficients(k, i);
    S sum(0);
    for (int j = degree(k); j >= 1; --j) sum = sum * tau + S(j) * c[j];
    return sum;
  }

  /// Piece whose half-open interval [begin, end) holds t (the last piece for t = end()).
  int piece_at(const S& t) const {
    const auto above = std::upper_bound(knot_.begin() + 1, knot_.end() - 1, t);
    return static_cast<int>(above - knot_.begin()) - 1;
  }
  column<S> position(const S& t) const {
    const int k = piece_at(t);
    column<S> q(n_);
    for (int i = 0; i < n_; ++i) q[i] = position(k, i, t - begin(k));
    return q;
  }
  /// Right limit of the velocity (left limit at the end of the trajectory).
  column<S> velocity_right(const S& t) const { return velocity_on(piece_at(t), t); }
  /// Left limit of the velocity (right limit at the begin).
  column<S> velocity_left(const S& t) const {
    int k = piece_at(t);
    if (k > 0 && t == begin(k)) --k;
    return velocity_on(k, t);
  }

  /// Every time and every coefficient is a finite number.
  bool is_finite() const {
    bool all = true;  // no early way out: there is nearly never one, and the loop is the faster for it
    for (const std::vector<S>* list : {&knot_, &coefficient_, &accumulation_points})
      for (const S& x : *list) all = all & unilateral::is_finite(x);
    return all;
  }

  /// Limits of infinitely many jumps, in increasing order.
  std::vector<S> accumulation_points;

 private:
  column<S> velocity_on(int k, const S& t) const {
    column<S> v(n_);
    for (int i = 0; i < n_; ++i) v[i] = velocity(k, i, t - begin(k));
    return v;
  }

  int n_ = 0;
  std::vector<S> knot_;
  std::vector<std::size_t> offset_;
  std::vector<S> coefficient_;
};

/// The same trajectory in another scalar (rounded where that is narrower). What is no finite number there stays none.
template <scalar To, scalar From>
trajectory<To> converted(const trajectory<From>& from, To (*convert)(const From&)) {
  trajectory<To> result(from.dimension(), convert(from.begin()));
  std::vector<To> c;
  for (int k = 0; k < from.pieces(); ++k) {
    const To end = convert(from.end(k));
    const int count = from.dimension() * (from.degree(k) + 1);
    c.clear();
    for (int j = 0; j < count; ++j) c.push_back(convert(from.coefficients(k, 0)[j]));
    const bool finite = is_finite(end) && std::all_of(c.begin(), c.end(), [](const To& x) { return is_finite(x); });
    if (!(end > result.end()) && finite) continue;  // shorter than the spacing of To: nothing of it can be seen there
    result.append(finite ? end : infinity<To>(), from.degree(k), c.data());
  }
  for (const From& t : from.accumulation_points) result.accumulation_points.push_back(convert(t));
  return result;
}

}  // namespace unilateral
