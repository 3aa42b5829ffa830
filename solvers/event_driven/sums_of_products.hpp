#pragma once
/// Σ_{i<n} x_i y_{−i}, of which the recurrences of series are made (taylor_tape.hpp).
///
/// In double there are four partial sums, so that no addition waits for the one before. With many digits the sum is
/// rounded once: products are added up in fixed point below 2^E, E the largest sum of two exponents, in as many limbs
/// as a number has, N of 64 bits.
///
///     (1)  A product loses less than 3 · 2^(E − 64 N) in the limbs that are left away, and the largest one is at least
///          2^(E − 2). Where N limbs have 16 bits more than the digits of S, 2⁷ products lose less than ε/32 of the
///          largest together.

#include "problems/language/scalar.hpp"

#include <gmp.h>
#include <mpfr.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

namespace unilateral::event_driven {

/// A number of MPFR's whose limbs have the room for (1).
template <class S>
concept in_limbs = requires(const S& x) {
  { x.backend().data() } -> std::convertible_to<mpfr_srcptr>;
} && GMP_NUMB_BITS == 64 && (std::numeric_limits<S>::digits + 63) / 64 * 64 - std::numeric_limits<S>::digits >= 16;

/// A sum of products of numbers of N limbs, in fixed point.
template <int N>
class limb_sum {
 public:
  /// All products are below 2^E.
  explicit limb_sum(long E) : E_(E) {}

  void add(mpfr_srcptr x, mpfr_srcptr y) {
    const long shift = E_ - (mpfr_get_exp(x) + mpfr_get_exp(y));
    if (shift >= 64 * N) return;
    mp_limb_t product[2 * N + 2] = {};
    multiply(static_cast<const mp_limb_t*>(mpfr_custom_get_significand(x)),
             static_cast<const mp_limb_t*>(mpfr_custom_get_significand(y)), product);
    const mp_limb_t* const from = product + 1 + shift / 64;
    const int bits = static_cast<int>(shift % 64);
    const mp_limb_t flip = (mpfr_signbit(x) != 0) != (mpfr_signbit(y) != 0) ? ~mp_limb_t(0) : 0;  // −p is ~p + 1
    mp_limb_t carry = flip & 1;
#pragma GCC unroll 8
    for (int i = 0; i < N; ++i)
      put(limb_[i], wide(limb_[i]) + (((from[i] >> bits) | ((from[i + 1] << 1) << (63 - bits))) ^ flip) + carry, carry);
    limb_[N] += flip + carry;
  }

  /// x ← the sum, rounded.
  void round_to(mpfr_ptr x) {
    const bool is_negative = limb_[N] >> 63 != 0;
    if (is_negative) {
      mp_limb_t carry = 1;
      for (mp_limb_t& l : limb_) put(l, wide(~l) + carry, carry);
    }
    int top = N;
    while (top > 0 && limb_[top] == 0) --top;
    if (limb_[top] == 0) {
      mpfr_set_ui(x, 0, MPFR_RNDN);
      return;
    }
    const int zeros = __builtin_clzll(limb_[top]);
    mp_limb_t digits[N + 1] = {};
    for (int i = top; i >= 0; --i)
      digits[N - top + i] = (limb_[i] << zeros) | (i > 0 && zeros > 0 ? limb_[i - 1] >> (64 - zeros) : 0);
    mpfr_t all;
    mpfr_custom_init_set(all, is_negative ? -MPFR_REGULAR_KIND : MPFR_REGULAR_KIND, E_ + 64L * (top + 1 - N) - zeros,
                         64 * (N + 1), digits);
    mpfr_check_range(x, mpfr_set(x, all, MPFR_RNDN), MPFR_RNDN);
  }

 private:
  __extension__ using wide = unsigned __int128;
  static void put(mp_limb_t& limb, const wide& x, mp_limb_t& carry) {
    limb = static_cast<mp_limb_t>(x);
    carry = static_cast<mp_limb_t>(x >> 64);
  }

  /// Limbs N − 1 … 2 N − 1 of x y, but for what the lower ones carry into the first of them.
  static void multiply(const mp_limb_t* x, const mp_limb_t* y, mp_limb_t* product) {
#pragma GCC unroll 8
    for (int i = 0; i < N; ++i) {
      mp_limb_t carry = 0;
#pragma GCC unroll 8
      for (int j = N - 1 - i; j < N; ++j) {
        mp_limb_t& limb = product[i + j - (N - 1)];
        put(limb, wide(x[i]) * y[j] + limb + carry, carry);
      }
      product[i + 1] = carry;
    }
  }

  long E_;
  mp_limb_t limb_[N + 1] = {};  ///< the last: what is carried beyond 2^E, and the sign
};

/// Σ_{i<n} x[i] y[−i].
template <class S>
S sum_of_products(const S* x, const S* y, int n) {
  S sum(0);
  for (int i = 0; i < n; ++i) sum += x[i] * y[-i];
  return sum;
}

template <in_limbs S>
S sum_of_products(const S* x, const S* y, int n) {
  constexpr long none = std::numeric_limits<long>::min();
  const auto data = [](const S& z) -> mpfr_srcptr { return z.backend().data(); };
  long E = none;
  for (int i = 0; i < n; ++i) {
    const mpfr_srcptr u = data(x[i]), w = data(y[-i]);
    if (mpfr_regular_p(u) && mpfr_regular_p(w)) {
      E = std::max(E, mpfr_get_exp(u) + mpfr_get_exp(w));
    } else if (!mpfr_number_p(u) || !mpfr_number_p(w)) {
      S sum(0);
      for (int j = 0; j < n; ++j) sum += x[j] * y[-j];
      return sum;
    }
  }
  S result;
  if (E == none) return result;
  limb_sum<(std::numeric_limits<S>::digits + 63) / 64> sum(E);
  for (int i = 0; i < n; ++i)
    if (mpfr_regular_p(data(x[i])) && mpfr_regular_p(data(y[-i]))) sum.add(data(x[i]), data(y[-i]));
  sum.round_to(result.backend().data());
  return result;
}

/// Two numbers at a time; n may be negative, and then there are none.
namespace pairs {

using pair = double __attribute__((vector_size(16)));

/// x[0], x[1].
inline pair forward(const double* x) {
  pair result;
  std::memcpy(&result, x, sizeof result);
  return result;
}
/// y[0], y[−1].
inline pair backward(const double* y) { return __builtin_shufflevector(forward(y - 1), forward(y - 1), 1, 0); }

}  // namespace pairs

[[gnu::always_inline]] inline double sum_of_products(const double* x, const double* y, int n) {
  using namespace pairs;
  pair even = {0, 0}, odd = {0, 0};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    even += forward(x + i) * backward(y - i);
    odd += forward(x + i + 2) * backward(y - i - 2);
  }
  if (i + 2 <= n) {
    even += forward(x + i) * backward(y - i);
    i += 2;
  }
  even += odd;
  double sum = even[0] + even[1];
  if (i < n) sum += x[i] * y[-i];
  return sum;
}

/// Σ_{i<n} x[i] y[−i] and Σ_{i<n} x[i] z[−i].
template <class S>
std::pair<S, S> sums_of_products(const S* x, const S* y, const S* z, int n) {
  return {sum_of_products(x, y, n), sum_of_products(x, z, n)};
}
[[gnu::always_inline]] inline std::pair<double, double> sums_of_products(const double* x, const double* y,
                                                                         const double* z, int n) {
  using namespace pairs;
  pair of_y = {0, 0}, of_z = {0, 0};
  int i = 0;
  for (; i + 2 <= n; i += 2) {
    const pair u = forward(x + i);
    of_y += u * backward(y - i);
    of_z += u * backward(z - i);
  }
  double with_y = of_y[0] + of_y[1], with_z = of_z[0] + of_z[1];
  if (i < n) {
    with_y += x[i] * y[-i];
    with_z += x[i] * z[-i];
  }
  return {with_y, with_z};
}

}  // namespace unilateral::event_driven
