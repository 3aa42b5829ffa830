#pragma once
/// How far formulas change by where their operands do, x + δx for x, for δ many orders below the digits of x, or beside
/// x = 0:
///
///     (1)  x y:            x δy + y δx + δx δy
///     (2)  x / y:          (δx − (x/y) δy) / (y + δy)
///     (3)  φ(x), smooth:   φ'(x) δx, or what has no cancelling terms; sin and cos, whose derivatives may be 0, whole
///     (4)  x^r:            x^r ((1 + δx/x)^r − 1), and δx^r where x = 0; asin and acos at ±1 as √(2 |δx|)
///     (5)  |x|, sign x, …: by the signs of x and x + δx; of x = 0, sign x changes by sign δx
///
/// What these do not know is no number, and so is what comes of it.

#include "problems/language/scalar.hpp"

#include <cmath>
#include <limits>

namespace unilateral::event_driven {

/// Rounded: range is what counts here.
template <class R, class S>
R to_number(const S& x) {
  if constexpr (requires { static_cast<R>(x); })
    return static_cast<R>(x);
  else
    return to_double(x);
}

/// (1)
template <class R>
R product_change(const R& x, const R& δx, const R& y, const R& δy) {
  return x * δy + y * δx + δx * δy;
}
/// (2)
template <class R>
R quotient_change(const R& x, const R& δx, const R& y, const R& δy) {
  return (δx - x / y * δy) / (y + δy);
}
/// (4)
template <class R>
R power_change(const R& x, const R& δx, const R& r) {
  using std::abs;
  using std::expm1;
  using std::log1p;
  using std::pow;
  using std::sqrt;
  const auto power = [&](const R& y) { return r == R(1) / R(2) ? R(sqrt(y)) : R(pow(y, r)); };
  if (δx == R(0)) return R(0);
  if (x == R(0)) return r > R(0) ? power(δx) : std::numeric_limits<R>::quiet_NaN();
  if (abs(δx) < abs(x) / R(2)) return power(x) * expm1(R(r * log1p(R(δx / x))));
  return power(R(x + δx)) - power(x);
}
/// (3), (4) of asin x.
template <class R>
R arc_change(const R& x, const R& δx) {
  using std::abs;
  using std::sqrt;
  if (abs(x) == R(1)) return -x * sqrt(R(-R(2) * x * δx));
  return δx / sqrt(R((R(1) - x) * (R(1) + x)));
}
/// (3), (5) of the angle of the point (x, y).
template <class R>
R angle_change(const R& x, const R& δx, const R& y, const R& δy) {
  using std::atan2;
  if (x == R(0) && y == R(0)) return atan2(δy, δx);
  if (y == R(0) && x < R(0) && δy < R(0)) return -R(2) * R(atan2(R(0), R(-1)));
  return (x * δy - y * δx) / (x * x + y * y);
}
/// (5)
template <class R>
R sign_of(const R& x) {
  return x > R(0) ? R(1) : x < R(0) ? R(-1) : R(x - x);
}
template <class R>
R size_change(const R& x, const R& δx) {
  using std::abs;
  const R sum = x + δx;
  return sign_of(sum) == sign_of(x) ? R(sign_of(x) * δx) : R(abs(sum) - abs(x));
}
template <class R>
R sign_change(const R& x, const R& δx) {
  return sign_of(R(x + δx)) - sign_of(x);
}

}  // namespace unilateral::event_driven
