#pragma once
/// Real numbers known up to an error: the balls of Arb [Johansson 2017], at the precision of the innermost
/// `working_precision`.
///
/// No comparison operators: a ball that is undecided, or not a number, must not read as an answer. `proved_…` is true
/// only when it is so for every number of the ball.

#include "problems/language/rational.hpp"

#include <arb.h>
#include <flint/fmpq.h>

#include <utility>

namespace unilateral::enclosures::defect {

/// Bits of the results of all operations below, for this thread, while the object lives.
class working_precision {
 public:
  explicit working_precision(slong bits) : before_(std::exchange(bits_, bits)) {}
  ~working_precision() { bits_ = before_; }
  working_precision(const working_precision&) = delete;
  working_precision& operator=(const working_precision&) = delete;
  static slong bits() { return bits_; }

 private:
  static inline thread_local slong bits_ = 64;
  slong before_;
};

class ball {
 public:
  ball() { arb_init(x_); }
  ball(long value) : ball() { arb_set_si(x_, value); }  // NOLINT: a whole number is a ball
  ball(const ball& other) : ball() { arb_set(x_, other.x_); }
  ball(ball&& other) noexcept : ball() { arb_swap(x_, other.x_); }
  ball& operator=(const ball& other) {
    arb_set(x_, other.x_);
    return *this;
  }
  ball& operator=(ball&& other) noexcept {
    arb_swap(x_, other.x_);
    return *this;
  }
  ~ball() { arb_clear(x_); }

  explicit ball(const rational& value) : ball() {
    fmpq_t exact;
    fmpq_init(exact);
    fmpq_set_mpq(exact, value.get_mpq_t());
    arb_set_fmpq(x_, exact, working_precision::bits());
    fmpq_clear(exact);
  }

  arb_ptr raw() { return x_; }
  arb_srcptr raw() const { return x_; }

 private:
  arb_t x_;
};

inline ball operator+(const ball& x, const ball& y) {
  ball z;
  arb_add(z.raw(), x.raw(), y.raw(), working_precision::bits());
  return z;
}
inline ball operator-(const ball& x, const ball& y) {
  ball z;
  arb_sub(z.raw(), x.raw(), y.raw(), working_precision::bits());
  return z;
}
inline ball operator*(const ball& x, const ball& y) {
  ball z;
  arb_mul(z.raw(), x.raw(), y.raw(), working_precision::bits());
  return z;
}
inline ball operator/(const ball& x, const ball& y) {
  ball z;
  arb_div(z.raw(), x.raw(), y.raw(), working_precision::bits());
  return z;
}
inline ball operator-(const ball& x) {
  ball z;
  arb_neg(z.raw(), x.raw());
  return z;
}
inline ball exp(const ball& x) {
  ball z;
  arb_exp(z.raw(), x.raw(), working_precision::bits());
  return z;
}
inline ball sqrt(const ball& x) {
  ball z;
  arb_sqrt(z.raw(), x.raw(), working_precision::bits());
  return z;
}
inline ball pi() {
  ball z;
  arb_const_pi(z.raw(), working_precision::bits());
  return z;
}
inline ball not_a_number() {
  ball z;
  arb_indeterminate(z.raw());
  return z;
}

inline bool proved_positive(const ball& x) { return arb_is_positive(x.raw()) != 0; }
inline bool proved_negative(const ball& x) { return arb_is_negative(x.raw()) != 0; }
inline bool proved_nonnegative(const ball& x) { return arb_is_nonnegative(x.raw()) != 0; }
inline bool proved_zero(const ball& x) { return arb_is_zero(x.raw()) != 0; }
inline bool proved_less(const ball& x, const ball& y) { return arb_lt(x.raw(), y.raw()) != 0; }
inline bool is_finite(const ball& x) { return arb_is_finite(x.raw()) != 0; }

/// The middle of the ball, exactly.
inline ball middle(const ball& x) {
  ball z;
  arb_get_mid_arb(z.raw(), x.raw());
  return z;
}
/// The radius, exactly.
inline ball radius(const ball& x) {
  ball z;
  arb_get_rad_arb(z.raw(), x.raw());
  return z;
}
/// A number that no member of the ball exceeds in size, exactly.
inline ball size(const ball& x) {
  arf_t bound;
  arf_init(bound);
  arb_get_abs_ubound_arf(bound, x.raw(), working_precision::bits());
  ball z;
  arb_set_arf(z.raw(), bound);
  arf_clear(bound);
  return z;
}
/// Every number between a member of x and a member of y.
inline ball hull(const ball& x, const ball& y) {
  ball z;
  arb_union(z.raw(), x.raw(), y.raw(), working_precision::bits());
  return z;
}
/// x ± error, error ≥ 0.
inline ball widened(const ball& x, const ball& error) {
  ball z(x);
  arb_add_error(z.raw(), error.raw());
  return z;
}
/// The larger of two sizes.
inline ball larger(const ball& x, const ball& y) {
  ball z;
  arb_max(z.raw(), x.raw(), y.raw(), working_precision::bits());
  return z;
}
inline bool inside(const ball& x, const ball& y) {
  return is_finite(y) && arb_contains_interior(y.raw(), x.raw()) != 0;
}

/// Not rigorous: for choices that the proof does not depend on.
inline double guess(const ball& x) { return arf_get_d(arb_midref(x.raw()), ARF_RND_NEAR); }
inline ball from_guess(double x) {
  ball z;
  arb_set_d(z.raw(), x);
  return z;
}

/// Lower and upper end of a finite ball as exact rationals, outside by less than a unit of the last of
/// `working_precision` bits.
inline std::pair<rational, rational> ends(const ball& x) {
  arf_t end;
  arf_init(end);
  fmpq_t exact;
  fmpq_init(exact);
  rational lower, upper;
  arb_get_lbound_arf(end, x.raw(), working_precision::bits());
  arf_get_fmpq(exact, end);
  fmpq_get_mpq(lower.get_mpq_t(), exact);
  arb_get_ubound_arf(end, x.raw(), working_precision::bits());
  arf_get_fmpq(exact, end);
  fmpq_get_mpq(upper.get_mpq_t(), exact);
  fmpq_clear(exact);
  arf_clear(end);
  return {lower, upper};
}

}  // namespace unilateral::enclosures::defect
