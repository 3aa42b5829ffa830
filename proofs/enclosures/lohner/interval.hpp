#pragma once
/// Real numbers between two others: the intervals of MPFI [Revol Rouillier 2005], by its C interface, at the precision
/// of the innermost `precision`.
///
/// No comparison operators: `certainly_…` is true only when it is so for every number of a finite interval. An interval
/// with an end that is not a number answers no question with yes.

#include "problems/language/rational.hpp"

#include <mpfi.h>

#include <utility>

namespace unilateral::enclosures::lohner {

/// Bits of the results of all operations below, for this thread, while the object lives.
class precision {
 public:
  explicit precision(int bits) : before_(std::exchange(bits_, bits)) {}
  ~precision() { bits_ = before_; }
  precision(const precision&) = delete;
  precision& operator=(const precision&) = delete;
  static int bits() { return bits_; }

 private:
  static inline thread_local int bits_ = 64;
  int before_;
};

class interval {
 public:
  interval(long value = 0) {  // NOLINT: a whole number is an interval
    mpfi_init2(x_, static_cast<mpfr_prec_t>(precision::bits()));
    mpfi_set_si(x_, value);
  }
  interval(const interval& other) {
    mpfi_init2(x_, mpfi_get_prec(other.x_));
    mpfi_set(x_, other.x_);
  }
  interval(interval&& other) noexcept : interval() { mpfi_swap(x_, other.x_); }
  interval& operator=(interval other) noexcept {
    mpfi_swap(x_, other.x_);
    return *this;
  }
  ~interval() { mpfi_clear(x_); }

  explicit interval(const rational& value) : interval() { mpfi_set_q(x_, value.get_mpq_t()); }

  mpfi_ptr raw() { return x_; }
  mpfi_srcptr raw() const { return x_; }

 private:
  mpfi_t x_;
};

inline interval operator+(const interval& x, const interval& y) {
  interval z;
  mpfi_add(z.raw(), x.raw(), y.raw());
  return z;
}
inline interval operator-(const interval& x, const interval& y) {
  interval z;
  mpfi_sub(z.raw(), x.raw(), y.raw());
  return z;
}
inline interval operator*(const interval& x, const interval& y) {
  interval z;
  mpfi_mul(z.raw(), x.raw(), y.raw());
  return z;
}
inline interval operator/(const interval& x, const interval& y) {
  interval z;
  mpfi_div(z.raw(), x.raw(), y.raw());
  return z;
}
inline interval operator-(const interval& x) {
  interval z;
  mpfi_neg(z.raw(), x.raw());
  return z;
}
inline interval exp(const interval& x) {
  interval z;
  mpfi_exp(z.raw(), x.raw());
  return z;
}

inline bool is_finite(const interval& x) {
  return mpfr_number_p(&x.raw()->left) != 0 && mpfr_number_p(&x.raw()->right) != 0;
}
inline bool certainly_positive(const interval& x) { return is_finite(x) && mpfr_sgn(&x.raw()->left) > 0; }
inline bool certainly_negative(const interval& x) { return is_finite(x) && mpfr_sgn(&x.raw()->right) < 0; }
inline bool certainly_zero(const interval& x) {
  return is_finite(x) && mpfr_zero_p(&x.raw()->left) != 0 && mpfr_zero_p(&x.raw()->right) != 0;
}
/// x lies in the interior of y.
inline bool certainly_inside(const interval& x, const interval& y) {
  return is_finite(x) && is_finite(y) && mpfr_less_p(&y.raw()->left, &x.raw()->left) != 0 &&
         mpfr_less_p(&x.raw()->right, &y.raw()->right) != 0;
}

/// The least interval that holds both.
inline interval hull(const interval& x, const interval& y) {
  interval z;
  mpfi_union(z.raw(), x.raw(), y.raw());
  return z;
}
/// A number about in the middle, as a point.
inline interval centre(const interval& x) {
  interval z;
  mpfr_t m;
  mpfr_init2(m, static_cast<mpfr_prec_t>(precision::bits()));
  mpfi_mid(m, x.raw());
  mpfi_set_fr(z.raw(), m);
  mpfr_clear(m);
  return z;
}
/// A bound of |x|, as a point.
inline interval largest_size(const interval& x) {
  interval z;
  mpfr_t m;
  mpfr_init2(m, static_cast<mpfr_prec_t>(precision::bits()));
  mpfi_mag(m, x.raw());
  mpfi_set_fr(z.raw(), m);
  mpfr_clear(m);
  return z;
}
/// [−1, 1] x for x ≥ 0.
inline interval plus_minus(const interval& x) { return hull(-x, x); }

/// Not rigorous: for choices that the proof does not depend on.
inline double rough(const interval& x) { return mpfi_get_d(x.raw()); }
inline interval point(double x) {
  interval z;
  mpfi_set_d(z.raw(), x);
  return z;
}

/// The ends, exactly. Only of a finite interval.
inline std::pair<rational, rational> ends(const interval& x) {
  rational lower, upper;
  mpfr_get_q(lower.get_mpq_t(), &x.raw()->left);
  mpfr_get_q(upper.get_mpq_t(), &x.raw()->right);
  return {lower, upper};
}

}  // namespace unilateral::enclosures::lohner
