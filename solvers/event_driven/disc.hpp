#pragma once
/// Bounds of formulas on a complex disc |s| ≤ ρ around a point of the motion. A disc {z : |z − c| ≤ r} has a real
/// centre, so it costs what a ball costs. The centre is the value of the formula in the scalar of the motion, told to
/// as few digits as R has, for what counts is the range of r; every operation adds the scalar's rounding to it:
///
///     (1)  x ± y:  r = r_x + r_y          x y:  r = |c_x| r_y + |c_y| r_x + r_x r_y          x / y:  r = (r_x |c_y| +
///          |c_x| r_y) / (|c_y| (|c_y| − r_y)),  |c_y| > r_y
///     (2)  exp:  e^c (e^r − 1)            log:  −log(1 − r/c)            √:  √c − √(c − r)            x^p:  c^p ((1 −
///          r/c)^−|p| − 1);     these three for c > r
///     (3)  sin:  |sin c| (cosh r − 1) + |cos c| sinh r,  cos, sinh, cosh alike            tanh:  by its theorem of
///          addition, and by e^(−2z)            log cosh:  r max |tanh|, and r − 2 log(1 − e^(−2 (|c| − r)))
///     (4)  atan:  −log(1 − r/√(1 + c²)), for ±i are its singularities            asin, acos:  r max |f'|
///
/// from the Taylor series at c with all signs positive. Where no bound is known r = ∞. What is not analytic on the
/// disc, but bounded for real τ (√x where x may fall to 0), says so: it still bounds the values of the motion on [0,
/// ρ], but not the coefficients of their series.
///
/// An exponential keeps a lower bound e^floor of its modulus as well: 2/(e^x + 1) is small where e^x is large, though
/// its disc contains 0, and where it overflows.

#include <algorithm>
#include <cmath>
#include <limits>

namespace unilateral::event_driven {

template <class R>
struct disc {
  R centre{}, radius{};
  bool analytic = true;
  bool is_value = true;  ///< the centre is what the formula gives at the centres of its operands, and not just the
                         ///< middle of a bound
  R floor = -std::numeric_limits<R>::infinity();

  bool is_bounded() const { return std::isfinite(radius); }
  bool has_floor() const { return floor > -std::numeric_limits<R>::infinity(); }
  R least() const { return centre - radius; }
  R largest_modulus() const { return std::abs(centre) + radius; }
};

template <class R>
class disc_arithmetic {
 public:
  using value = disc<R>;

  /// `rounding`: that of one operation of the scalar, relative.
  explicit disc_arithmetic(const R& rounding) : rounding_(rounding) {}

  static value unbounded() { return {R(0), std::numeric_limits<R>::infinity(), false, false}; }

  static value exactly(const R& x) { return {x, R(0)}; }
  /// A constant, rounded to R and to the arithmetic.
  value number(const R& x) const { return x == R(0) ? exactly(x) : made(x, rounding_ * std::abs(x), true); }

  /// x/T, T a power of two.
  static value scaled(const value& x, const R& T) { return {x.centre / T, x.radius / T, x.analytic, x.is_value}; }
  value widened(const value& x, const R& radius) const { return made(x.centre, x.radius + radius, x.analytic); }

  value add(const value& x, const value& y) const {
    value z = made(x.centre + y.centre, x.radius + y.radius, x.analytic && y.analytic);
    if (x.has_floor() || y.has_floor())
      keep_floor(z, x, y, x.has_floor() ? x.floor - above(y) : y.floor - above(x), x.has_floor() ? x.floor : y.floor);
    return z;
  }
  value subtract(const value& x, const value& y) const { return add(x, negate(y)); }
  static value negate(const value& x) { return {-x.centre, x.radius, x.analytic, x.is_value, x.floor}; }

  value multiply(const value& x, const value& y) const {
    if (is_zero(x) || is_zero(y)) return {};
    value z = made(x.centre * y.centre,
                   std::abs(x.centre) * y.radius + std::abs(y.centre) * x.radius + x.radius * y.radius + tiny(),
                   x.analytic && y.analytic);
    if (x.has_floor() || y.has_floor()) keep_floor(z, x, y, R(2), below(x) + below(y) + R(1));
    return z;
  }

  value divide(const value& x, const value& y) const {
    if (is_zero(x)) return {};
    const R c = std::abs(y.centre), rest = c - y.radius;
    const bool analytic = x.analytic && y.analytic;
    value z = rest > R(0)
                  ? made(x.centre / y.centre, (x.radius + std::abs(x.centre) / c * y.radius) / rest + tiny(), analytic)
                  : unbounded();
    if (rest > R(0) &&
        y.radius >
            c / R(16)) {  // the disc that 1/y is, about its own middle: nearer by (c + r)/c, and on the right side of 0
      const R square = rest * (c + y.radius);
      value about_middle = multiply(x, middle(y.centre / square, y.radius / square, y.analytic));
      about_middle.is_value = false;
      if (about_middle.radius < z.radius) z = about_middle;
    }
    if (!y.has_floor()) return z;
    const value small = middle(R(0), x.largest_modulus() * std::exp(-y.floor) + tiny(), analytic);
    return small.radius < z.radius ? small : z;
  }

  value exp(const value& x) const {
    if (!x.is_bounded()) return unbounded();
    value z =
        made(std::exp(x.centre),
             (x.radius > R(1) ? std::exp(x.centre + x.radius) : std::exp(x.centre) * std::expm1(x.radius)) + tiny(),
             x.analytic);
    z.analytic = x.analytic;
    z.floor = x.least() - R(1) / R(64);
    return z;
  }

  value log(const value& x) const {
    if (!is_right_of_zero(x)) return unbounded();
    return made(std::log(x.centre), -std::log1p(-x.radius / x.centre), x.analytic);
  }

  value sqrt(const value& x) const {
    if (x.centre > x.radius) {
      const R root = std::sqrt(x.centre);
      return made(root, x.radius / (root + std::sqrt(x.centre - x.radius)), x.analytic);
    }
    if (is_zero(x)) return {};
    const R half = std::sqrt(std::max(R(0), x.centre + x.radius)) / R(2);  // of real values ≥ 0
    return middle(half, half, false);
  }

  /// x^p.
  value power(const value& x, const R& p) const {
    if (is_right_of_zero(x)) {
      const R z = std::pow(x.centre, p);
      return made(z, z * std::expm1(-std::abs(p) * std::log1p(-x.radius / x.centre)) + tiny(), x.analytic);
    }
    if (!x.is_bounded() || !(p > R(0))) return unbounded();
    if (is_zero(x)) return {};
    const R half = std::pow(std::max(R(0), x.centre + x.radius), p) / R(2);
    return middle(half, half, false);
  }

  void sin_cos(const value& x, value& sine, value& cosine) const {
    if (!(x.radius < R(32))) {  // of real values
      sine = cosine = middle(R(0), R(1), false);
      return;
    }
    const R s = std::sin(x.centre), c = std::cos(x.centre), a = less_one(x.radius), b = std::sinh(x.radius);
    sine = made(s, std::abs(s) * a + std::abs(c) * b, x.analytic);
    cosine = made(c, std::abs(c) * a + std::abs(s) * b, x.analytic);
  }
  void sinh_cosh(const value& x, value& sine, value& cosine) const {
    const R s = std::sinh(x.centre), c = std::cosh(x.centre), a = less_one(x.radius), b = std::sinh(x.radius);
    sine = made(s, std::abs(s) * a + c * b, x.analytic);
    cosine = made(c, c * a + std::abs(s) * b, x.analytic);
  }
  value tanh(const value& x) const {
    const R T = std::tanh(x.centre), rest = R(1) / (std::cosh(x.centre) * std::cosh(x.centre)),
            far = std::exp(-R(2) * (std::abs(x.centre) - x.radius));
    R radius = std::numeric_limits<R>::infinity();
    if (x.radius < R(1.5) && std::abs(T) * std::tan(x.radius) < R(1))
      radius = rest * std::tan(x.radius) / (R(1) - std::abs(T) * std::tan(x.radius)) + tiny();
    if (far < R(1)) radius = std::min(radius, R(2) * far / (R(1) - far) + rest + tiny());
    return std::isfinite(radius) ? made(T, radius, x.analytic) : middle(R(0), R(1), false);
  }
  /// `tangent`: tanh x.
  value log_cosh(const value& x, const value& tangent) const {
    const R size = std::abs(x.centre), c = size + (std::log1p(std::exp(-R(2) * size)) - std::log(R(2))),
            far = std::exp(-R(2) * (size - x.radius));
    const value near = made(c, x.radius * tangent.largest_modulus() + tiny(), x.analytic && tangent.analytic);
    if (!(far < R(1))) return near;
    const value away = made(c, x.radius - R(2) * std::log1p(-far), x.analytic);
    return near.analytic && near.radius < away.radius ? near : away;
  }
  value atan(const value& x) const {
    const R distance = std::hypot(R(1), x.centre);
    return x.radius < distance ? made(std::atan(x.centre), -std::log1p(-x.radius / distance), x.analytic)
                               : middle(R(0), R(1.6), false);
  }
  /// `w` = √(1 − c²), which R may know less well than the motion's scalar.
  value asin(const value& x, const R& w) const {
    return inside(x, w, std::asin(x.centre), [](const R& y) { return std::asin(y); });
  }
  value acos(const value& x, const R& w) const {
    return inside(x, w, std::acos(x.centre), [](const R& y) { return std::acos(y); });
  }
  /// The angle of (x, y), away from its jump.
  value atan2(const value& y, const value& x) const {
    const value angle = std::abs(x.centre) > std::abs(y.centre) ? atan(divide(y, x)) : atan(divide(x, y));
    return made(std::atan2(y.centre, x.centre), angle.radius, angle.analytic);
  }

 private:
  static R tiny() { return std::numeric_limits<R>::min(); }
  static bool is_zero(const value& x) { return x.centre == R(0) && x.radius == R(0); }
  static bool is_right_of_zero(const value& x) { return x.centre > x.radius; }
  static R less_one(const R& r) {
    const R s = std::sinh(r / R(2));
    return R(2) * s * s;
  }

  value made(const R& centre, const R& radius, bool analytic) const {
    const R r = (radius + R(2) * rounding_ * std::abs(centre)) * (R(1) + R(16) * std::numeric_limits<R>::epsilon());
    if (std::isfinite(centre) && std::isfinite(r)) return {centre, r, analytic};
    value z = unbounded();  // it overflows, or an operand did
    z.analytic = analytic;
    return z;
  }

  value middle(const R& centre, const R& radius, bool analytic) const {
    value z = made(centre, radius, analytic);
    z.is_value = false;
    return z;
  }

  /// Logarithms of bounds of the modulus.
  static R above(const value& x) { return std::log(x.largest_modulus()); }
  static R below(const value& x) {
    const R rest = std::abs(x.centre) - x.radius;
    return std::max(x.floor, rest > R(0) ? std::log(rest) : -std::numeric_limits<R>::infinity());
  }
  /// The result of two operands keeps a floor, lowered by a factor e, where `margin` (logarithmic) is at least that
  /// much.
  static void keep_floor(value& z, const value& x, const value& y, const R& margin, const R& floor) {
    if (!(margin > R(1)) || !(floor - floor == R(0))) return;
    z.analytic = x.analytic && y.analytic;
    z.floor = floor - R(1);
  }

  /// asin and acos: |f'(z)| = |1 − z²|^(−1/2).
  template <class Function>
  value inside(const value& x, const R& w, const R& centre, Function&& f) const {
    const R far = w * w / (R(1) + std::abs(x.centre)) - x.radius;
    if (far > R(0)) return made(centre, x.radius / std::sqrt(far * (R(1) + std::abs(x.centre) - x.radius)), x.analytic);
    if (!x.is_bounded()) return unbounded();
    const R one = f(std::clamp(x.centre - x.radius, R(-1), R(1))),
            other = f(std::clamp(x.centre + x.radius, R(-1), R(1)));  // of real values
    return middle((one + other) / R(2), std::abs(one - other) / R(2), false);
  }

  R rounding_;
};

}  // namespace unilateral::event_driven
