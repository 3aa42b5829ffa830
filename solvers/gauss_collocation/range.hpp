#pragma once
/// Intervals of long double, rounded outward: a formula run on them encloses its value at every point of a box. What is
/// undefined on a part of the box (√ of what may be negative) encloses the values on the rest; what has a pole there is
/// the whole line.
///
/// +, −, ·, / are rounded to half a unit of the last place, the functions of glibc's libm to a few: one unit and eight
/// are added.

#include "problems/language/exponentials.hpp"
#include "problems/language/tape.hpp"
#include "solvers/gauss_collocation/guard_digits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unilateral::gauss_collocation {

struct range {
  using R = long double;
  R low = 0, high = 0;

  static constexpr R infinite = std::numeric_limits<R>::infinity();
  static range whole() { return {-infinite, infinite}; }
  /// [low, high] and `units` of the last place around it.
  static range outward(R low, R high, int units = 1) {
    if (std::isnan(low) || std::isnan(high)) return whole();
    // What has overflowed is a number all the same.
    constexpr R most = std::numeric_limits<R>::max();
    low = std::min(low, most);
    high = std::max(high, -most);
    const R unit = static_cast<R>(units) * std::numeric_limits<R>::epsilon(),
            least = std::numeric_limits<R>::denorm_min();
    return {low - std::abs(low) * unit - least, high + std::abs(high) * unit + least};
  }
  /// Value ± radius.
  static range around(R value, R radius) { return outward(value - radius, value + radius, 2); }

  R size() const { return std::max(std::abs(low), std::abs(high)); }
  R middle() const { return low / 2 + high / 2; }
  bool is_finite() const { return std::isfinite(low) && std::isfinite(high); }
  bool contains(R x) const { return low <= x && x <= high; }
};

inline range operator-(const range& x) { return {-x.high, -x.low}; }
inline range operator+(const range& x, const range& y) { return range::outward(x.low + y.low, x.high + y.high); }
inline range operator-(const range& x, const range& y) { return range::outward(x.low - y.high, x.high - y.low); }
inline range operator*(const range& x, const range& y) {
  // 0 · ∞ = 0 here: a bound that is infinite is no value.
  const auto times = [](long double a, long double b) { return a == 0 || b == 0 ? 0.0L : a * b; };
  const long double p[] = {times(x.low, y.low), times(x.low, y.high), times(x.high, y.low), times(x.high, y.high)};
  return range::outward(*std::min_element(p, p + 4), *std::max_element(p, p + 4));
}
inline range operator/(const range& x, const range& y) {
  if (y.low > 0 || y.high < 0) return x * range::outward(1 / y.high, 1 / y.low);
  if (y.low == 0 && y.high > 0) return x * range{range::outward(1 / y.high, 1 / y.high).low, range::infinite};
  if (y.high == 0 && y.low < 0) return x * range{-range::infinite, range::outward(1 / y.low, 1 / y.low).high};
  return range::whole();
}

namespace ranges {

template <class F>
range increasing(const range& x, F f) {
  return range::outward(f(x.low), f(x.high), 8);
}
inline range square(const range& x) {
  const long double a = x.low * x.low, b = x.high * x.high;
  return {x.contains(0) ? 0 : std::max(0.0L, range::outward(std::min(a, b), 0).low),
          range::outward(0, std::max(a, b)).high};
}
/// x with what lies outside of [low, high] cut off, where a function is not defined.
inline range within(const range& x, long double low, long double high) {
  if (x.high < low || x.low > high)
    return {std::numeric_limits<long double>::quiet_NaN(), std::numeric_limits<long double>::quiet_NaN()};
  return {std::max(x.low, low), std::min(x.high, high)};
}
/// cos; it is 1 at the even multiples of π, −1 at the odd ones.
inline range cosine(const range& x) {
  constexpr long double π = std::numbers::pi_v<long double>;
  if (!(x.size() < 0x1p40L) || x.high - x.low >= 2 * π) return {-1, 1};
  const long double hair = 0x1p-60L * (1 + x.size());
  const auto reaches = [&](long double from) {
    return std::ceil((x.low - hair - from) / (2 * π)) * (2 * π) + from <= x.high + hair;
  };
  const long double a = std::cos(x.low), b = std::cos(x.high);
  const range ends = range::outward(std::min(a, b), std::max(a, b), 8);
  return {reaches(π) ? -1 : std::max(-1.0L, ends.low), reaches(0) ? 1 : std::min(1.0L, ends.high)};
}
inline range shifted_cosine(const range& x) {  // sin x = cos(x − π/2)
  constexpr long double half = std::numbers::pi_v<long double> / 2;
  return cosine(x - range::outward(half, half));
}
inline range power(const range& x, const range& y) {
  const bool whole_exponent = y.low == y.high && std::floor(y.low) == y.low;
  if (x.low < 0 && whole_exponent) {
    const long double a = std::pow(x.low, y.low), b = std::pow(x.high, y.low);
    if (!x.contains(0)) return range::outward(std::min(a, b), std::max(a, b), 8);
    if (y.low < 0) return range::whole();
    const bool odd = std::fmod(y.low, 2) != 0;
    return range::outward(odd ? a : 0, std::max(a, b), 8);
  }
  const range base = within(x, 0, range::infinite);
  const long double p[] = {std::pow(base.low, y.low), std::pow(base.low, y.high), std::pow(base.high, y.low),
                           std::pow(base.high, y.high)};
  return range::outward(std::max(0.0L, range::outward(*std::min_element(p, p + 4), 0, 8).low),
                        *std::max_element(p, p + 4), 8);
}

/// One operation; `same`: both operands are one and the same number.
inline range evaluate(operation op, const range& x, const range& y, bool same) {
  constexpr long double π = std::numbers::pi_v<long double>;
  using R = long double;
  switch (op) {
    case operation::add:
      return x + y;
    case operation::subtract:
      return same ? range{0, 0} : x - y;
    case operation::multiply:
      return same ? square(x) : x * y;
    case operation::divide:
      return x / y;
    case operation::power:
      return power(x, y);
    case operation::negate:
      return -x;
    case operation::sin:
      return shifted_cosine(x);
    case operation::cos:
      return cosine(x);
    case operation::tan:
      return cosine(x).contains(0) ? range::whole() : increasing(x, [](R z) { return std::tan(z); });
    case operation::asin:
      return increasing(within(x, -1, 1), [](R z) { return std::asin(z); });
    case operation::acos:
      return -increasing(within(x, -1, 1), [](R z) { return -std::acos(z); });
    case operation::atan:
      return increasing(x, [](R z) { return std::atan(z); });
    case operation::atan2: {
      if (y.low <= 0 && x.contains(0)) return range::outward(-π, π);
      const R a[] = {std::atan2(x.low, y.low), std::atan2(x.low, y.high), std::atan2(x.high, y.low),
                     std::atan2(x.high, y.high)};
      return range::outward(*std::min_element(a, a + 4), *std::max_element(a, a + 4), 8);
    }
    case operation::sinh:
      return increasing(x, [](R z) { return std::sinh(z); });
    case operation::cosh: {
      const R a = std::cosh(x.low), b = std::cosh(x.high);
      return range::outward(x.contains(0) ? 1 : std::min(a, b), std::max(a, b), 8);
    }
    case operation::tanh:
      return increasing(x, [](R z) { return std::tanh(z); });
    case operation::exp:
      return increasing(x, [](R z) { return std::exp(z); });
    case operation::log:
      return increasing(within(x, 0, range::infinite), [](R z) { return std::log(z); });
    case operation::sqrt: {
      const range r = increasing(within(x, 0, range::infinite), [](R z) { return std::sqrt(z); });
      return {std::max(0.0L, r.low), r.high};
    }
    case operation::abs:
      return x.low >= 0 ? x : x.high <= 0 ? -x : range{0, x.size()};
    case operation::sign:
      return {x.low > 0 ? 1.0L : x.low < 0 ? -1.0L : 0.0L, x.high > 0 ? 1.0L : x.high < 0 ? -1.0L : 0.0L};
    case operation::step:
      return {x.low > 0 ? 1.0L : x.low < 0 ? 0.0L : 0.5L, x.high > 0 ? 1.0L : x.high < 0 ? 0.0L : 0.5L};
    case operation::min:
      return {std::min(x.low, y.low), std::min(x.high, y.high)};
    case operation::max:
      return {std::max(x.low, y.low), std::max(x.high, y.high)};
    default:
      return x;
  }
}

}  // namespace ranges

/// The value of a variable-free formula; in long double rounded from more digits.
template <class R>
R rounded_constant(const expression& x) {
  if constexpr (std::is_same_v<R, long double>)
    return rounded<long double>(constant_value<wider<double>>(x));
  else
    return constant_value<R>(x);
}

/// Formulas run on ranges.
class range_tape {
 public:
  range_tape() = default;
  range_tape(const std::vector<expression>& outputs, int variables)
      : order_(order_evaluation(without_overflow(outputs), variables)), slot_(static_cast<std::size_t>(order_.slots)) {
    for (std::size_t k = 0; k < order_.constants.size(); ++k) {
      const long double c = rounded_constant<long double>(order_.constants[k]);
      const bool exact =
          order_.constants[k].is_constant() && scalar_traits<double>::from(order_.constants[k].root().value) == c &&
          rational(scalar_traits<double>::from(order_.constants[k].root().value)) == order_.constants[k].root().value;
      slot_[k] = exact ? range{c, c} : range::outward(c, c);
    }
  }
  void run(const range& t, const range* q, const range* v) {
    if (order_.uses_time) slot_[static_cast<std::size_t>(order_.time_slot)] = t;
    for (int i = 0; i < order_.degrees_of_freedom; ++i) {
      if (order_.uses_position) slot_[static_cast<std::size_t>(order_.position_slot + i)] = q[i];
      if (order_.uses_velocity) slot_[static_cast<std::size_t>(order_.velocity_slot + i)] = v[i];
    }
    for (const instruction& c : order_.code) {
      range& result = slot_[static_cast<std::size_t>(c.result)];
      result = ranges::evaluate(c.op, slot_[static_cast<std::size_t>(c.left)], slot_[static_cast<std::size_t>(c.right)],
                                c.left == c.right);
      if (std::isnan(result.low) || std::isnan(result.high)) result = range::whole();
    }
  }
  const range& operator[](int k) const {
    return slot_[static_cast<std::size_t>(order_.outputs[static_cast<std::size_t>(k)])];
  }

 private:
  evaluation_order order_;
  std::vector<range> slot_;
};

}  // namespace unilateral::gauss_collocation
