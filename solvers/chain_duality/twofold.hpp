#pragma once
/// Sums x = high + low of two doubles, |low| at most half a unit of the last place of high: 106 bits, and some 2^-103
/// for the relative error of an operation, as long as nothing leaves the range of double [Joldes Muller Popescu 2017].
/// What a chain of a million bars can afford; where it does not do, polygon.hpp takes the wide numbers of wide.hpp.

#include "problems/language/expression.hpp"
#include "problems/language/tape.hpp"
#include "solvers/chain_duality/wide.hpp"

#include <gmp.h>

#include <cmath>

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
  /// x > 0.
  friend twofold sqrt(const twofold& x) {
    const double root = std::sqrt(x.high);
    return quick_sum(root, (x - product(root, root)).high / (2 * root));
  }
};

/// Times a power of two.
inline twofold scaled(const twofold& x, double power) { return {x.high * power, x.low * power}; }

/// |n| below 2^127, in two limbs at most: its nearest double, and the double nearest to the rest.
inline twofold twofold_of(mpz_srcptr n) {
  __extension__ using whole = unsigned __int128;
  __extension__ using rest_of = __int128;
  const whole size = (whole(mpz_getlimbn(n, 1)) << 64) + mpz_getlimbn(n, 0);
  const auto high = static_cast<double>(size);
  const twofold value{high, static_cast<double>(static_cast<rest_of>(size - static_cast<whole>(high)))};
  return mpz_sgn(n) < 0 ? -value : value;
}

/// A number's formula.
inline twofold twofold_of(const expression& x) {
  static_assert(GMP_NUMB_BITS == 64);
  if (x.is_constant()) {
    const mpq_srcptr q = x.root().value.get_mpq_t();
    const auto above = mpq_numref(q), below = mpq_denref(q);
    constexpr std::size_t most_bits = 127;
    if (mpz_sgn(above) == 0) return {};
    if (mpz_sizeinbase(above, 2) <= most_bits && mpz_sizeinbase(below, 2) <= most_bits) {
      const twofold n = twofold_of(above);
      const mp_bitcnt_t power = mpz_scan1(below, 0);  // every double is an integer over a power of two
      if (mpz_sizeinbase(below, 2) == power + 1) return scaled(n, std::ldexp(1.0, -static_cast<int>(power)));
      return n / twofold_of(below);
    }
  }
  const auto value = constant_value<wide_t<double>>(x);
  const auto high = value.convert_to<double>();
  return {high, wide_t<double>(value - high).convert_to<double>()};
}

}  // namespace unilateral::chain_duality
