#pragma once
/// Sums x = high + low of two doubles, |low| at most half a unit of the last place of high: 106 bits, and some 2^-103
/// for the relative error of an operation, as long as nothing leaves the range of double [Joldes Muller Popescu 2017].
/// What a chain of a million bars can afford; where it does not do, polygon.hpp takes the wide numbers of wide.hpp.

#include "problems/language/expression.hpp"
#include "problems/language/tape.hpp"
#include "solvers/chain_duality/wide.hpp"

#include <gmp.h>

#include <bit>
#include <cmath>
#include <cstdint>

namespace unilateral::chain_duality {

/// Bounds the relative error of an operation.
inline constexpr double twofold_rounding = 0x1p-103;

struct twofold {
  double high = 0, low = 0;

  /// Of x + y with |x| ≥ |y|, or x = 0; of any x + y; of x y: exact.
  static twofold quick_sum(double x, double y) {
    const double sum = x + y;
    return {sum, y - (sum - x)};
  }
  static twofold sum(double x, double y) {
    const double sum = x + y, seen = sum - x;
    return {sum, (x - (sum - seen)) + (y - seen)};
  }
  static twofold product(double x, double y) {
    const double product = x * y;
    return {product, std::fma(x, y, -product)};
  }

  twofold operator-() const { return {-high, -low}; }
  friend twofold operator+(const twofold& x, const twofold& y) {
    const twofold high = sum(x.high, y.high), low = sum(x.low, y.low), once = quick_sum(high.high, high.low + low.high);
    return quick_sum(once.high, once.low + low.low);
  }
  friend twofold operator-(const twofold& x, const twofold& y) { return x + -y; }
  friend twofold operator*(const twofold& x, const twofold& y) {
    const twofold high = product(x.high, y.high);
    return quick_sum(high.high, high.low + std::fma(x.high, y.low, x.low * y.high));
  }
  friend twofold operator/(const twofold& x, const twofold& y) {
    const double first = x.high / y.high;
    const twofold rest = x - y * twofold{first, 0};
    const double second = rest.high / y.high, third = (rest - y * twofold{second, 0}).high / y.high;
    return quick_sum(first, second) + twofold{third, 0};
  }
  /// One step of Newton's.
  friend twofold reciprocal(const twofold& x) {
    const double once = 1 / x.high;
    return quick_sum(once, once * (std::fma(-x.high, once, 1.0) - x.low * once));
  }
  /// x > 0.
  friend twofold sqrt(const twofold& x) {
    const double root = std::sqrt(x.high);
    return quick_sum(root, (x - product(root, root)).high / (2 * root));
  }
};

/// Times a power of two.
inline twofold scaled(const twofold& x, double power) { return {x.high * power, x.low * power}; }

/// The size of an integer of two limbs.
struct short_integer {
  std::uint64_t low, high;
  bool is_short;  ///< two limbs at most, and below 2^126

  explicit short_integer(mpz_srcptr n)
      : low(mpz_getlimbn(n, 0)), high(mpz_getlimbn(n, 1)), is_short(mpz_size(n) <= 2 && high >> 62 == 0) {}
  bool is_power_of_two() const {
    return high == 0 ? (low & (low - 1)) == 0 : low == 0 && (high & (high - 1)) == 0;  // it is not 0
  }
  bool is_double() const { return high == 0 && low <= std::uint64_t(1) << 53; }
  int trailing_zeros() const { return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high); }
  twofold value() const {
    constexpr double limb = 0x1p64, half = 0x1p32;
    const twofold below{static_cast<double>(low >> 32) * half, static_cast<double>(low & 0xffffffff)};
    const auto above = static_cast<std::int64_t>(high);
    const auto nearest = static_cast<double>(above);
    const auto rest = static_cast<double>(above - static_cast<std::int64_t>(nearest));
    return twofold{nearest * limb, rest * limb} + below;
  }
};

/// A number's formula.
inline twofold twofold_of(const expression& x) {
  static_assert(GMP_NUMB_BITS == 64);
  if (x.is_constant()) {
    const mpq_srcptr q = x.root().value.get_mpq_t();
    if (mpq_sgn(q) == 0) return {};
    const short_integer above(mpq_numref(q)), below(mpq_denref(q));
    if (above.is_short && below.is_short) {
      const double sign = mpq_sgn(q);
      if (above.is_double() && below.is_double()) {
        const double n = sign * static_cast<double>(above.low), d = static_cast<double>(below.low), quotient = n / d;
        return {quotient, std::fma(-quotient, d, n) / d};
      }
      const twofold size = above.value(), n = sign < 0 ? -size : size;
      // Every double is an integer over a power of two.
      if (below.is_power_of_two()) return scaled(n, std::ldexp(1.0, -below.trailing_zeros()));
      return n / below.value();
    }
  }
  const auto value = constant_value<wide_t<double>>(x);
  const auto high = value.convert_to<double>();
  return {high, wide_t<double>(value - high).convert_to<double>()};
}

}  // namespace unilateral::chain_duality
