#pragma once
/// How a formula changes when the motion that it is expanded along is left: the leading terms, as time goes to 0 from
/// the point of expansion,
///
///     base   a s^k,  k ∈ ℕ, the first term of the series x(s) of the formula along the motion; a = 0: it is 0 all
///     along germ   c s^m,  m ≥ 0 real, of what is added to it beside the motion
///
/// Rules, the lowest power counting where several terms add up (terms that cancel are none):
///
///     (1)  x y:            x δy + y δx + δx δy
///     (2)  x / y:          (δx − (x/y) δy) / y, where y is not 0 all along
///     (3)  φ(x), smooth:   φ'(x) δx, and φ''(x) δx²/2 of sin and cos, whose derivatives may be 0 all along
///     (4)  x^r, √x:        where x is 0 all along c^r s^(rm): the power falls below m for r < 1. Else r x^(r−1) δx
///     (5)  |x|, sign x, …: by the sign of base and germ together, whichever has the lower power. Of x that is 0
///                          all along sign x changes by sign(c) s^0
///
/// What these do not know has no number for its coefficient.

#include "problems/language/scalar.hpp"
#include "solvers/event_driven/polynomial_values.hpp"

#include <cmath>
#include <limits>

namespace unilateral::event_driven {

template <class S>
struct germ {
  double order = 0;
  S c{};  ///< 0: there is none

  bool is_none() const { return c == S(0); }
  bool is_known() const { return c == c; }
  static germ unknown() { return {0, std::numeric_limits<S>::quiet_NaN()}; }

  friend germ operator-(germ x) {
    x.c = -x.c;
    return x;
  }
  friend germ operator+(const germ& x, const germ& y) {
    using std::abs;
    if (x.is_none() || !y.is_known()) return y;
    if (y.is_none() || !x.is_known()) return x;
    if (abs(x.order - y.order) > tolerance) return x.order < y.order ? x : y;
    const S sum = x.c + y.c;
    return {x.order, abs(sum) > roundings<S, 64>() * (abs(x.c) + abs(y.c)) ? sum : S(0)};
  }
  friend germ operator-(const germ& x, const germ& y) { return x + -y; }
  friend germ operator*(const germ& x, const germ& y) { return {x.order + y.order, x.c * y.c}; }
  friend germ operator*(const S& factor, const germ& x) { return {x.order, factor * x.c}; }
  /// Of a germ that is not 0.
  friend germ operator/(const germ& x, const germ& y) {
    return y.is_none() ? unknown() : germ{x.order - y.order, x.c / y.c};
  }
  /// c^r s^(r m); no number where that is none.
  friend germ power(const germ& x, const S& r) {
    using std::pow;
    if (!(x.c > S(0))) return unknown();
    return {x.order * to_double(r), S(pow(x.c, r))};
  }
  /// −1, 0, 1.
  friend S sign_of(const germ& x) { return x.c > S(0) ? S(1) : x.c < S(0) ? S(-1) : S(x.c - x.c); }

  static constexpr double tolerance = 1e-9;  ///< of orders that are the same: they are rounded sums of rounded powers
};

/// (1)
template <class S>
germ<S> product_change(const germ<S>& x, const germ<S>& δx, const germ<S>& y, const germ<S>& δy) {
  return x * δy + y * δx + δx * δy;
}
/// (2)
template <class S>
germ<S> quotient_change(const germ<S>& x, const germ<S>& δx, const germ<S>& y, const germ<S>& δy) {
  if (y.is_none() || (!δy.is_none() && !(δy.order > y.order))) return germ<S>::unknown();
  return (δx - x / y * δy) / y;
}
/// (4)
template <class S>
germ<S> power_change(const germ<S>& x, const germ<S>& δx, const S& r) {
  if (δx.is_none()) return {};
  if (x.is_none()) return r > S(0) ? power(δx, r) : germ<S>::unknown();
  if (x.order > 0 || !(δx.order > 0)) return germ<S>::unknown();
  return r * (power(x, S(r - S(1))) * δx);
}
/// (5) of |x| and of sign x.
template <class S>
germ<S> size_change(const germ<S>& x, const germ<S>& δx) {
  const germ<S> both = x + δx;
  return δx.is_none() ? germ<S>{}
                      : (x.is_none() || !(sign_of(both) == sign_of(x)) ? sign_of(both) * both - sign_of(x) * x
                                                                       : sign_of(x) * δx);
}
template <class S>
germ<S> sign_change(const germ<S>& x, const germ<S>& δx) {
  return {0, δx.is_none() ? S(0) : S(sign_of(x + δx) - sign_of(x))};
}

}  // namespace unilateral::event_driven
