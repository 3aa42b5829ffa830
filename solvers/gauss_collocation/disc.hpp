#pragma once
/// Discs of the complex plane around real centres: a formula run on them encloses its analytic continuation, or finds that there may be none.
///
/// Formulas are real on the real axis, so centres stay real. What has a pole or a branch point in the disc gets the radius ∞.
/// Bounds of size only, for Cauchy's estimate of what a step cannot have seen (unseen.hpp): rounding is not followed.

#include "solvers/gauss_collocation/range.hpp"

namespace unilateral::gauss_collocation {

struct disc {
  using R = long double;
  R centre = 0, radius = 0;

  static disc nowhere() { return {0, range::infinite}; }
  R size() const { return std::abs(centre) + radius; }
  /// The least |z|.
  R distance() const { return std::abs(centre) - radius; }
  bool is_finite() const { return std::isfinite(centre) && std::isfinite(radius); }
};

namespace discs {

inline disc inverse(const disc& x) {
  if (!(x.distance() > 0)) return disc::nowhere();
  const long double d = x.distance() * x.size();
  return {x.centre / d, x.radius / d};
}
inline disc times(const disc& x, const disc& y) {
  if (x.size() == 0 || y.size() == 0) return {};  // a reaction that does not act, whatever its direction
  return {x.centre * y.centre, std::abs(x.centre) * y.radius + x.radius * std::abs(y.centre) + x.radius * y.radius};
}
inline disc exponential(const disc& x) {
  const long double c = std::exp(x.centre);
  return {c, x.radius == 0 ? 0 : std::exp(x.centre + x.radius) - c};
}
/// log and √ continue from the positive axis to every disc without 0.
inline disc logarithm(const disc& x) {
  if (!(x.centre > x.radius)) return disc::nowhere();
  return {std::log(x.centre), -std::log1p(-x.radius / x.centre)};
}
inline disc root(const disc& x) {
  if (x.radius == 0 && x.centre >= 0) return {std::sqrt(x.centre), 0};
  if (!(x.centre > x.radius)) return disc::nowhere();
  return {std::sqrt(x.centre), std::sqrt(x.centre) - std::sqrt(x.centre - x.radius)};
}
/// f(centre) and, by the mean value theorem, radius · max |f'|.
inline disc by_slope(const disc& x, long double value, const disc& slope) {
  return {value, x.radius == 0 ? 0 : x.radius * slope.size()};
}

inline disc turned(long double value, long double slope, long double r) {
  const long double half = std::sinh(r / 2);
  return {value, r == 0 ? 0 : std::abs(value) * 2 * half * half + std::abs(slope) * std::sinh(r)};
}

inline disc evaluate(operation op, const disc& x, const disc& y, bool same) {
  using R = long double;
  const auto shifted = [](const disc& z, R by) { return disc{z.centre + by, z.radius}; };
  const disc one{1, 0};
  switch (op) {
    case operation::add: return {x.centre + y.centre, x.radius + y.radius};
    case operation::subtract: return same ? disc{0, 0} : disc{x.centre - y.centre, x.radius + y.radius};
    case operation::multiply: return times(x, y);
    case operation::divide: return times(x, inverse(y));
    case operation::power:
      if (x.radius == 0 && y.radius == 0) return {std::pow(x.centre, y.centre), 0};
      if (y.radius == 0 && std::floor(y.centre) == y.centre && std::abs(y.centre) < 1024) {
        disc result = one;
        for (int k = 0; k < static_cast<int>(std::abs(y.centre)); ++k) result = times(result, x);
        return y.centre < 0 ? inverse(result) : result;
      }
      return exponential(times(y, logarithm(x)));
    case operation::negate: return {-x.centre, x.radius};
    // sin(c + w) − sin c = sin c (cos w − 1) + cos c sin w, |cos w − 1| ≤ cosh r − 1, |sin w| ≤ sinh r; cos, sinh and cosh likewise.
    case operation::sin: return turned(std::sin(x.centre), std::cos(x.centre), x.radius);
    case operation::cos: return turned(std::cos(x.centre), std::sin(x.centre), x.radius);
    case operation::tan: {
      const disc c = evaluate(operation::cos, x, x, false);
      return by_slope(x, std::tan(x.centre), inverse(times(c, c)));
    }
    case operation::asin:
    case operation::acos: {
      const disc square = times(x, x), slope = inverse(root({1 - square.centre, square.radius}));
      return by_slope(x, op == operation::asin ? std::asin(x.centre) : std::acos(x.centre), slope);
    }
    case operation::atan: return by_slope(x, std::atan(x.centre), inverse(shifted(times(x, x), 1)));
    case operation::atan2: {  // the angle of (y, x) from that of the centres: atan of (x c_y − y c_x)/(y c_y + x c_x)
      const disc across{0, x.radius * std::abs(y.centre) + y.radius * std::abs(x.centre)};
      const disc along{y.centre * y.centre + x.centre * x.centre, y.radius * std::abs(y.centre) + x.radius * std::abs(x.centre)};
      const disc turned = evaluate(operation::atan, times(across, inverse(along)), one, false);
      return {std::atan2(x.centre, y.centre), turned.size()};
    }
    case operation::sinh: return turned(std::sinh(x.centre), std::cosh(x.centre), x.radius);
    case operation::cosh: return turned(std::cosh(x.centre), std::sinh(x.centre), x.radius);
    case operation::tanh: {  // of |z|, by exp(−2|z|), which does not overflow
      const disc e = exponential({-2 * std::abs(x.centre), 2 * x.radius}), d = inverse(shifted(e, 1));
      const disc slope = times({4, 0}, times(e, times(d, d)));
      return by_slope(x, std::tanh(x.centre), slope);
    }
    case operation::exp: return exponential(x);
    case operation::log: return logarithm(x);
    case operation::sqrt: return root(x);
    default: return x.radius == 0 ? disc{unilateral::evaluate<R>(op, x.centre, y.centre), 0} : disc::nowhere();  // a switch
  }
}

}  // namespace discs

/// Formulas run on discs.
class disc_tape {
 public:
  disc_tape() = default;
  disc_tape(const std::vector<expression>& outputs, int variables) : order_(order_evaluation(outputs, variables)), slot_(static_cast<std::size_t>(order_.slots)) {
    for (std::size_t k = 0; k < order_.constants.size(); ++k) slot_[k] = {rounded_constant(order_.constants[k]), 0};
  }
  void run(const disc& t, const disc* q, const disc* v) {
    if (order_.uses_time) slot_[static_cast<std::size_t>(order_.time_slot)] = t;
    for (int i = 0; i < order_.degrees_of_freedom; ++i) {
      if (order_.uses_position) slot_[static_cast<std::size_t>(order_.position_slot + i)] = q[i];
      if (order_.uses_velocity) slot_[static_cast<std::size_t>(order_.velocity_slot + i)] = v[i];
    }
    for (const instruction& c : order_.code)
      slot_[static_cast<std::size_t>(c.result)] = discs::evaluate(c.op, slot_[static_cast<std::size_t>(c.left)], slot_[static_cast<std::size_t>(c.right)], c.left == c.right);
  }
  const disc& operator[](int k) const { return slot_[static_cast<std::size_t>(order_.outputs[static_cast<std::size_t>(k)])]; }

 private:
  evaluation_order order_;
  std::vector<disc> slot_;
};

}  // namespace unilateral::gauss_collocation
