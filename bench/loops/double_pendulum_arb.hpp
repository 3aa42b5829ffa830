#pragma once
/// The loop of double_pendulum.hpp on Arb's dot products: midpoints alone, a whole sum of products rounded once.

#include "bench/loops/double_pendulum.hpp"

#include <arb.h>

namespace unilateral::loops {

/// A series of numbers of Arb, whose radii stay 0.
class arb_series {
 public:
  explicit arb_series(int length) : length_(length), x_(_arb_vec_init(length)) {}
  ~arb_series() { _arb_vec_clear(x_, length_); }
  arb_series(const arb_series&) = delete;
  arb_series& operator=(const arb_series&) = delete;
  arb_ptr operator[](int k) const { return x_ + k; }

 private:
  int length_;
  arb_ptr x_;
};

class arb_taylor_pendulum {
 public:
  /// Bits of the numbers, order, and −log₂ of the tolerance.
  arb_taylor_pendulum(int order, slong bits, slong tolerance_bits)
      : order_(order), bits_(bits), tolerance_bits_(tolerance_bits) {}

  /// From rest at a = b = −π/3 to time 4; a and b are then in `end`.
  void run() {
    arb_const_pi(t(0), bits_);
    arb_div_si(t(0), t(0), -3, bits_);
    set(a_[0], t(0)), set(b_[0], t(0));
    arb_zero(u_[0]), arb_zero(w_[0]);
    arb_zero(time_[0]);
    impacts = steps = 0;
    for (bool at_end = false; !at_end;) {
      expand();
      ++steps;
      arb_set_d(h_[0], step_length());
      arb_sub_si(t(0), time_[0], 4, bits_), arb_neg(t(0), t(0));
      at_end = arf_cmp(arb_midref(h_[0]), arb_midref(t(0))) >= 0;
      if (at_end) set(h_[0], t(0));
      const bool hits = first_root();
      if (hits) at_end = false;
      for (const arb_series* x : {&a_, &b_, &u_, &w_}) at(*x, h_[0], next_[0]), set((*x)[0], next_[0]);
      add(time_[0], time_[0], h_[0]);
      if (hits) hit(), ++impacts;
    }
  }
  arb_srcptr angle_a() const { return a_[0]; }
  arb_srcptr angle_b() const { return b_[0]; }

  int impacts = 0, steps = 0;

 private:
  static constexpr int temporaries = 12;
  arb_ptr t(int k) const { return t_[k]; }

  void set(arb_ptr to, arb_srcptr from) const {
    arf_set_round(arb_midref(to), arb_midref(from), bits_, ARF_RND_NEAR);
    mag_zero(arb_radref(to));
  }
  void dot(arb_ptr to, const arb_series& x, const arb_series& y, int k, int from = 0) const {
    arb_approx_dot(to, nullptr, 0, x[from], 1, y[k - from], -1, k - from + 1, bits_);
  }
  void add(arb_ptr to, arb_srcptr x, arb_srcptr y) const {
    arf_add(arb_midref(to), arb_midref(x), arb_midref(y), bits_, ARF_RND_NEAR);
  }
  void sub(arb_ptr to, arb_srcptr x, arb_srcptr y) const {
    arf_sub(arb_midref(to), arb_midref(x), arb_midref(y), bits_, ARF_RND_NEAR);
  }
  void mul(arb_ptr to, arb_srcptr x, arb_srcptr y) const {
    arf_mul(arb_midref(to), arb_midref(x), arb_midref(y), bits_, ARF_RND_NEAR);
  }
  void mul(arb_ptr to, arb_srcptr x, slong k) const {
    arf_mul_si(arb_midref(to), arb_midref(x), k, bits_, ARF_RND_NEAR);
  }
  void div(arb_ptr to, arb_srcptr x, arb_srcptr y) const {
    arf_div(arb_midref(to), arb_midref(x), arb_midref(y), bits_, ARF_RND_NEAR);
  }
  void div(arb_ptr to, arb_srcptr x, slong k) const {
    arf_div_si(arb_midref(to), arb_midref(x), k, bits_, ARF_RND_NEAR);
  }
  static void neg(arb_ptr x) { arf_neg(arb_midref(x), arb_midref(x)); }
  void sin_cos(arb_ptr s, arb_ptr c, arb_srcptr x) const {
    arb_sin_cos(s, c, x, bits_);
    mag_zero(arb_radref(s)), mag_zero(arb_radref(c));
  }

  void expand() {
    sin_cos(sa_[0], ca_[0], a_[0]), sin_cos(sb_[0], cb_[0], b_[0]);
    for (int k = 0; k < order_; ++k) {
      if (k > 0) {
        dot(sa_[k], u_, ca_, k - 1), div(sa_[k], sa_[k], k);
        dot(ca_[k], u_, sa_, k - 1), div(ca_[k], ca_[k], -k);
        dot(sb_[k], w_, cb_, k - 1), div(sb_[k], sb_[k], k);
        dot(cb_[k], w_, sb_, k - 1), div(cb_[k], cb_[k], -k);
        dot(s_[k], d_, c_, k - 1), div(s_[k], s_[k], k);
        dot(c_[k], d_, s_, k - 1), div(c_[k], c_[k], -k);
      } else {
        mul(s_[0], sa_[0], cb_[0]), mul(t(0), ca_[0], sb_[0]), sub(s_[0], s_[0], t(0));
        mul(c_[0], ca_[0], cb_[0]), mul(t(0), sa_[0], sb_[0]), add(c_[0], c_[0], t(0));
      }
      sub(d_[k], u_[k], w_[k]);
      dot(uu_[k], u_, u_, k), dot(ww_[k], w_, w_, k);
      dot(f1_[k], s_, ww_, k), mul(t(0), sa_[k], 2 * gravity), add(f1_[k], f1_[k], t(0)), neg(f1_[k]);
      dot(f2_[k], s_, uu_, k), mul(t(0), sb_[k], gravity), sub(f2_[k], f2_[k], t(0));
      dot(det_[k], c_, c_, k), neg(det_[k]);
      if (k == 0) arb_add_si(det_[0], det_[0], 2, bits_), mag_zero(arb_radref(det_[0]));
      dot(t(0), c_, f2_, k), sub(x_[k], f1_[k], t(0));
      dot(t(0), c_, f1_, k), mul(y_[k], f2_[k], 2), sub(y_[k], y_[k], t(0));
      if (k > 0) {
        dot(t(0), det_, x_, k, 1), sub(x_[k], x_[k], t(0));
        dot(t(0), det_, y_, k, 1), sub(y_[k], y_[k], t(0));
      }
      div(x_[k], x_[k], det_[0]), div(y_[k], y_[k], det_[0]);
      div(a_[k + 1], u_[k], k + 1), div(b_[k + 1], w_[k], k + 1);
      div(u_[k + 1], x_[k], k + 1), div(w_[k + 1], y_[k], k + 1);
      add(gap_[k], sa_[k], sb_[k]), neg(gap_[k]);
    }
    arb_zero(gap_[order_]);
    arb_set_si(t(0), 3), div(t(0), t(0), 10), add(gap_[0], gap_[0], t(0));
  }

  double step_length() const {
    double least = 1e300;
    for (const int k : {order_ - 1, order_})
      for (const arb_series* x : {&a_, &b_, &u_, &w_}) {
        if (arf_is_zero(arb_midref((*x)[k]))) continue;
        fmpz_t exponent;
        fmpz_init(exponent);
        arf_t mantissa;
        arf_init(mantissa);
        arf_frexp(mantissa, exponent, arb_midref((*x)[k]));
        const double log2 = std::log2(std::abs(arf_get_d(mantissa, ARF_RND_NEAR))) +
                            static_cast<double>(fmpz_get_si(exponent)) + static_cast<double>(tolerance_bits_);
        least = std::min(least, std::exp2(-log2 / k));
        arf_clear(mantissa);
        fmpz_clear(exponent);
      }
    return least;
  }

  void at(const arb_series& x, arb_srcptr h, arb_ptr value) const {
    set(value, x[order_]);
    for (int k = order_ - 1; k >= 0; --k) mul(value, value, h), add(value, value, x[k]);
  }
  void rate_of_gap(arb_srcptr h, arb_ptr value) const {
    mul(value, gap_[order_], order_);
    for (int k = order_ - 1; k >= 1; --k) mul(value, value, h), mul(t(9), gap_[k], k), add(value, value, t(9));
  }
  bool first_root() {
    for (int part = 1; part <= 16; ++part) {
      mul(t(1), h_[0], part), div(t(1), t(1), 16);
      at(gap_, t(1), t(2));
      if (arf_sgn(arb_midref(t(2))) >= 0) continue;
      for (int iteration = 0; iteration < 60; ++iteration) {
        at(gap_, t(1), t(2)), rate_of_gap(t(1), t(3)), div(t(2), t(2), t(3)), sub(t(1), t(1), t(2));
        if (arf_is_zero(arb_midref(t(2))) ||
            arf_abs_bound_lt_2exp_si(arb_midref(t(2))) < arf_abs_bound_lt_2exp_si(arb_midref(t(1))) - tolerance_bits_)
          break;
      }
      set(h_[0], t(1));
      return true;
    }
    return false;
  }

  void hit() {
    sin_cos(t(0), t(1), a_[0]), sin_cos(t(2), t(3), b_[0]), neg(t(1)), neg(t(3));             // n = t1, t3
    sub(t(4), a_[0], b_[0]), sin_cos(t(5), t(4), t(4));                                       // c = t4
    mul(t(5), t(4), t(4)), neg(t(5)), arb_add_si(t(5), t(5), 2, bits_);                       // det
    mul(t(6), t(4), t(3)), sub(t(6), t(1), t(6)), div(t(6), t(6), t(5));                      // m1
    mul(t(7), t(4), t(1)), mul(t(8), t(3), 2), sub(t(7), t(8), t(7)), div(t(7), t(7), t(5));  // m2
    mul(t(8), t(1), u_[0]), mul(t(9), t(3), w_[0]), add(t(8), t(8), t(9));
    mul(t(10), t(1), t(6)), mul(t(11), t(3), t(7)), add(t(10), t(10), t(11));
    div(t(8), t(8), t(10)), mul(t(8), t(8), 3), div(t(8), t(8), 2);
    mul(t(6), t(6), t(8)), mul(t(7), t(7), t(8)), sub(u_[0], u_[0], t(6)), sub(w_[0], w_[0], t(7));
  }

  int order_;
  slong bits_, tolerance_bits_;
  arb_series a_{order_ + 1}, b_{order_ + 1}, u_{order_ + 1}, w_{order_ + 1}, sa_{order_ + 1}, ca_{order_ + 1},
      sb_{order_ + 1}, cb_{order_ + 1}, s_{order_ + 1}, c_{order_ + 1}, d_{order_ + 1}, uu_{order_ + 1},
      ww_{order_ + 1}, f1_{order_ + 1}, f2_{order_ + 1}, det_{order_ + 1}, x_{order_ + 1}, y_{order_ + 1},
      gap_{order_ + 1}, t_{temporaries}, time_{1}, h_{1}, next_{1};
};

}  // namespace unilateral::loops
