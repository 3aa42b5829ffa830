#pragma once
/// What Taylor series leave out on a step [0, h]. With x = X + ξ, X the terms up to order K, each operation's
/// recurrence (taylor_tape.hpp) cancels the terms up to order K of an equation for z, and what is left of that equation
/// is a sum of known terms. A term is |x_k| h^k here, Σ_{>K} x y those products of terms whose orders add up to more
/// than K, ρ(x, y) = Σ_{>K} i x_i y_j / (K + 1) a bound of ∫|x' y| beyond order K, and V = Σ_{k≥1} |X_k| h^k.
///
///     (1)  z = x y:      ζ = Σ_{>K} X Y + |X| η + |Y| ξ + ξ η
///     (2)  z = x / y:    ζ = (ξ + Σ_{>K} Y Z + η |Z|) / |y|                         from x − y Z
///     (3)  z = √x:       ζ = (ξ + Σ_{>K} Z Z) / (√x + Z)                            from x − Z²
///     (4)  z = exp x:    ζ = ρ(X, Z) e^V + exp(X) (e^ξ − 1)                         from Z' − X' Z, for w = Z − exp X
///                        (what underflows in the terms of Z grows by e^V as well), but no more than |Z| + exp(X + ξ)
///                        where that has underflowed too
///     (5)  sin, cos:     ζ = ρ(X, S) + ρ(X, C) + ξ: turned instead of grown         sinh, cosh:  as (4)
///     (6)  z = log x:    ζ = (ρ(Z, X) + ξ) / x
///          z = x^p:      ζ = (ρ(Z, X) + |p| ρ(X, Z)) / x (x_max/x_min)^|p| + |p| x^(p−1) ξ
///     (7)  z = tanh x:   ζ = (ρ(X, W) + V Σ_{>K} Z Z) e^(V (1 + |Z|)) + ξ
///                        but no more than |Z| less its first term and 2 e^(−2 |x|) where both have underflowed
///          z = log cosh x:  ζ = ρ(X, T) + V τ + ξ,   T + τ = tanh x
///          z = atan x:   ζ = ρ(Z, W) + |Z'| Σ_{>K} X X + ξ
///     (8)  asin, acos:   ζ = ρ(Z, W) / W + V E / (w W (w + W)) + ξ / w,   w = √(1 − x²),
///                        E = 2 (|X| ρ(Z, W) + |W| ρ(Z, X)) for W² − (1 − X²)
///     (9)  atan2(x, y):  ζ = (ρ(Z, W) + ρ(X, Y) + ρ(Y, X) + |Z'| (Σ_{>K} X X + Σ_{>K} Y Y)) / r² + (ξ + η) / r
///
/// All of these, what underflows left aside, grow at least like h^(K+1), so that what is left out at s < h is below ζ
/// (s/h)^(K+1). The motion is followed on real times only: singularities beside them count as far as the terms know
/// them. Rounding of the terms is not counted here; it is that of the series itself.

#include "solvers/event_driven/sums_of_products.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unilateral::event_driven {

/// A formula on [0, h].
template <class R>
struct truncated {
  const R* term = nullptr;  ///< |x_k| h^k
  const R* rest = nullptr;  ///< Σ_{j ≥ k} of these, k ≤ top + 1
  int top = -1;             ///< order of the last term; −1: there is none
  R lowest{}, highest{};    ///< of the sum of the terms
  R left_out{};             ///< at most, beyond them

  R size() const { return rest[0] + left_out; }
  /// What orders beyond k are worth.
  R beyond(int k) const { return rest[std::min(k, top) + 1] + left_out; }
  R variation() const { return rest[std::min(1, top + 1)]; }
};

template <class R>
class remainder_rules {
 public:
  using series = truncated<R>;

  /// Results are known to order K.
  explicit remainder_rules(int K) : K_(K) {}

  R same(const series& x) const { return x.beyond(K_); }
  R sum(const series& x, const series& y) const { return x.beyond(K_) + y.beyond(K_); }
  R product(const series& x, const series& y) const {
    if (x.size() == R(0) || y.size() == R(0)) return R(0);
    return overflow(x, y) + x.rest[0] * y.left_out + x.beyond(K_) * y.size();
  }
  R quotient(const series& x, const series& y, const series& z) const {
    if (x.size() == R(0)) return R(0);
    return (x.beyond(K_) + overflow(y, z) + y.beyond(K_) * z.rest[0]) /
           std::max({R(0), y.lowest - y.left_out, -y.highest - y.left_out});
  }
  R sqrt(const series& x, const series& z) const {
    const R left = x.beyond(K_) + overflow(z, z), least = x.lowest - x.left_out;
    if (x.size() == R(0)) return R(0);
    return least > R(0) && z.lowest >= R(0) ? left / (std::sqrt(least) + z.lowest) : infinite;
  }
  R exp(const series& x, const series& z) const {
    constexpr R least = std::numeric_limits<R>::min();
    const R most = std::exp(x.highest + x.left_out);
    if (const R whole = z.rest[0] + most * std::exp(x.beyond(K_)); whole < least) return whole;
    return (integral(x, z) + least * (R(1) + x.variation())) * std::exp(x.variation()) +
           most * std::expm1(x.beyond(K_));
  }
  R log(const series& x, const series& z) const {
    const R ξ = x.beyond(K_), least = x.lowest - x.left_out - ξ;
    return least > R(0) ? (integral(z, x) + ξ) / least : infinite;
  }
  /// Of both.
  R sin_cos(const series& x, const series& s, const series& c) const { return integral(x, s, c) + x.beyond(K_); }
  R sinh_cosh(const series& x, const series& s, const series& c) const {
    return integral(x, s, c) * std::exp(x.variation()) + x.beyond(K_) * std::cosh(x.size());
  }
  R power(const series& x, const R& p, const series& z) const {
    const R ξ = x.beyond(K_), least = x.lowest - x.left_out - ξ, most = x.highest + x.left_out + ξ, size = std::abs(p);
    if (!(least > R(0))) return x.size() == R(0) && p > R(0) ? R(0) : infinite;
    return (integral(z, x) + size * integral(x, z)) / least * std::pow(most / least, size) +
           size * ξ * std::max(std::pow(least, p - R(1)), std::pow(most, p - R(1)));
  }
  R tanh(const series& x, const series& z, const series& w) const {
    const R V = x.variation(), ξ = x.left_out, least = std::max(x.lowest, -x.highest) - ξ;
    if (const R whole = z.variation() + R(2) * std::exp(-R(2) * least); whole < std::numeric_limits<R>::min())
      return whole;
    return (integral(x, w) + V * overflow(z, z)) * std::exp(V * (R(1) + z.rest[0])) + x.beyond(K_);
  }
  R log_cosh(const series& x, const series& tangent) const {
    return integral(x, tangent) + x.variation() * tangent.left_out + x.beyond(K_);
  }
  R atan(const series& x, const series& z, const series& w) const {
    return integral(z, w) + overflow(x, x) * z.variation() + x.beyond(K_);
  }

  R arc(const series& x, const series& z, const series& w) const {
    const R ξ = x.beyond(K_), most = std::max(x.highest, -x.lowest) + x.left_out + ξ,
            square = (R(1) - most) * (R(1) + most), W = w.lowest;
    if (!(square > R(0) && W > R(0))) return infinite;
    const R least = std::sqrt(square), ρ = integral(z, w), E = R(2) * (x.rest[0] * ρ + w.rest[0] * integral(z, x));
    return ρ / W + x.variation() * E / (least * W * (least + W)) + ξ / least;
  }
  R angle(const series& x, const series& y, const series& z, const series& w) const {
    const R of_squares = overflow(x, x) + overflow(y, y), ξ = x.beyond(K_) + y.beyond(K_),
            square = w.lowest - of_squares;
    if (!(square > R(0)) || !(std::sqrt(square) > ξ)) return infinite;
    return (integral(z, w) + integral(x, y) + integral(y, x) + z.variation() * of_squares) / square +
           ξ / (std::sqrt(square) - ξ);
  }

  static constexpr R infinite = std::numeric_limits<R>::infinity();

 private:
  /// Σ_{>K} x y of the terms there are.
  R overflow(const series& x, const series& y) const {
    const int first = std::max(0, K_ + 1 - y.top);
    return sum_of_products(x.term + first, y.rest + (K_ + 1 - first), std::min(K_, x.top) - first + 1);
  }
  /// ρ(x, y).
  R integral(const series& x, const series& y) const {
    R sum(0);
    for (int i = std::max(1, K_ + 1 - y.top), last = std::min(K_, x.top); i <= last; ++i)
      sum += R(i) * x.term[i] * y.rest[K_ + 1 - i];
    return sum / R(K_ + 1);
  }
  /// ρ(x, y) + ρ(x, z) of a pair y, z of x.
  R integral(const series& x, const series& y, const series& z) const {
    R sum(0);
    for (int i = std::max(1, K_ + 1 - y.top), last = std::min(K_, x.top); i <= last; ++i)
      sum += R(i) * x.term[i] * (y.rest[K_ + 1 - i] + z.rest[K_ + 1 - i]);
    return sum / R(K_ + 1);
  }

  int K_;
};

}  // namespace unilateral::event_driven
