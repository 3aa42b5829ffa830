#pragma once
/// The double pendulum against a wall (problems/double_pendulum.hpp) by hand, as one writes it for this question alone:
/// no formulas read, no statement, no checks, no estimate. What such a loop costs is the limit that
/// solvers are held against; none of it is used elsewhere.
///
///     M = [2 c; c 1],  c = cos(a − b),  s = sin(a − b)
///     2 a'' + c b'' = −2 g sin a − s b'^2 = f_1
///     c a'' +   b'' =   −g sin b + s a'^2 = f_2         a'' = (f_1 − c f_2)/(2 − c²),  b'' = (2 f_2 − c f_1)/(2 − c²)
///
/// At the wall, with n = −(cos a, cos b) the gradient of the gap and r = n·v: v⁺ = v⁻ − (1 + e) r M⁻¹n/(n·M⁻¹n).

#include <array>
#include <cmath>
#include <vector>

namespace unilateral::loops {

inline constexpr int gravity = 10;

template <class S>
struct pendulum_state {
  S a, b, u, w;  ///< angles and their rates
};

template <class S>
S gap_of(const pendulum_state<S>& x) {
  using std::sin;
  return S(3) / 10 - sin(x.a) - sin(x.b);
}

template <class S>
void hit_wall(pendulum_state<S>& x) {
  using std::cos;
  const S n1 = -cos(x.a), n2 = -cos(x.b), c = cos(x.a - x.b), det = 2 - c * c, m1 = (n1 - c * n2) / det,
          m2 = (2 * n2 - c * n1) / det, k = S(3) / 2 * (n1 * x.u + n2 * x.w) / (n1 * m1 + n2 * m2);
  x.u -= k * m1, x.w -= k * m2;
}

/// Σ x_j y_{k−j}, j from `from` to k.
template <class S>
S dot_of_series(const S* x, const S* y, int from, int k) {
  S sum = x[from] * y[k - from];
  for (int j = from + 1; j <= k; ++j) sum += x[j] * y[k - j];
  return sum;
}

/// Taylor's method with a fixed order and steps by the last two coefficients [Jorba, Zou 2005].
template <class S>
class taylor_pendulum {
 public:
  taylor_pendulum(int order, S tolerance) : order_(order), tolerance_(std::move(tolerance)) {
    for (auto* x : {&a_,  &b_,  &u_,  &w_,  &sa_,  &ca_, &sb_, &cb_, &s_, &c_,  &d_,
                    &uu_, &ww_, &f1_, &f2_, &det_, &n1_, &n2_, &x_,  &y_, &gap_})
      x->assign(static_cast<std::size_t>(order) + 1, S(0));
  }

  /// From `start` at 0 to `end`.
  pendulum_state<S> run(pendulum_state<S> x, const S& end) {
    S t = 0;
    impacts = steps = 0;
    while (t < end) {
      expand(x);
      ++steps;
      S h = step_length();
      if (h > end - t) h = end - t;
      const bool hits = first_root(h);
      x = {at(a_, h), at(b_, h), at(u_, h), at(w_, h)};
      if (hits) {
        hit_wall(x);
        ++impacts;
      }
      t += h;
    }
    return x;
  }

  int impacts = 0, steps = 0;

 private:
  using series = std::vector<S>;

  void expand(const pendulum_state<S>& x) {
    using std::cos;
    using std::sin;
    a_[0] = x.a, b_[0] = x.b, u_[0] = x.u, w_[0] = x.w;
    sa_[0] = sin(x.a), ca_[0] = cos(x.a), sb_[0] = sin(x.b), cb_[0] = cos(x.b);
    for (int k = 0; k < order_; ++k) {
      // Series of what the rates need, up to degree k.
      if (k > 0) {  // j a_j = u_{j−1}
        sa_[k] = dot_of_series(u_.data(), ca_.data(), 0, k - 1) / k;
        ca_[k] = -dot_of_series(u_.data(), sa_.data(), 0, k - 1) / k;
        sb_[k] = dot_of_series(w_.data(), cb_.data(), 0, k - 1) / k;
        cb_[k] = -dot_of_series(w_.data(), sb_.data(), 0, k - 1) / k;
        s_[k] = dot_of_series(d_.data(), c_.data(), 0, k - 1) / k;
        c_[k] = -dot_of_series(d_.data(), s_.data(), 0, k - 1) / k;
      } else {
        s_[0] = sa_[0] * cb_[0] - ca_[0] * sb_[0];
        c_[0] = ca_[0] * cb_[0] + sa_[0] * sb_[0];
      }
      d_[k] = u_[k] - w_[k];
      uu_[k] = dot_of_series(u_.data(), u_.data(), 0, k);
      ww_[k] = dot_of_series(w_.data(), w_.data(), 0, k);
      f1_[k] = -2 * gravity * sa_[k] - dot_of_series(s_.data(), ww_.data(), 0, k);
      f2_[k] = -gravity * sb_[k] + dot_of_series(s_.data(), uu_.data(), 0, k);
      det_[k] = -dot_of_series(c_.data(), c_.data(), 0, k);
      if (k == 0) det_[0] += 2;
      n1_[k] = f1_[k] - dot_of_series(c_.data(), f2_.data(), 0, k);
      n2_[k] = 2 * f2_[k] - dot_of_series(c_.data(), f1_.data(), 0, k);
      x_[k] = n1_[k], y_[k] = n2_[k];
      if (k > 0) {
        x_[k] -= dot_of_series(det_.data(), x_.data(), 1, k);
        y_[k] -= dot_of_series(det_.data(), y_.data(), 1, k);
      }
      x_[k] /= det_[0], y_[k] /= det_[0];
      a_[k + 1] = u_[k] / (k + 1), b_[k + 1] = w_[k] / (k + 1);
      u_[k + 1] = x_[k] / (k + 1), w_[k + 1] = y_[k] / (k + 1);
    }
    sa_[order_] = sb_[order_] = 0;  // one degree less than the rest
    for (int k = 0; k <= order_; ++k) gap_[k] = -sa_[k] - sb_[k];
    gap_[0] += S(3) / 10;
  }

  S step_length() const {
    using std::abs;
    using std::pow;
    double least = 1e300;
    for (const int k : {order_ - 1, order_})
      for (const auto* x : {&a_, &b_, &u_, &w_}) {
        const double c = static_cast<double>(S(abs((*x)[k]) / tolerance_));
        if (c > 0) least = std::min(least, std::pow(c, -1.0 / k));
      }
    return S(least);
  }

  static S at(const series& x, const S& h) {
    S value = x.back();
    for (auto k = static_cast<int>(x.size()) - 2; k >= 0; --k) value = value * h + x[k];
    return value;
  }
  S rate_of_gap(const S& h) const {
    S value = order_ * gap_[order_];
    for (int k = order_ - 1; k >= 1; --k) value = value * h + k * gap_[k];
    return value;
  }

  /// Where the gap comes to 0 within h, by its sign at sixteenths and Newton's method; h is set to it.
  bool first_root(S& h) const {
    using std::abs;
    for (int part = 1; part <= 16; ++part) {
      S root = h * part / 16;
      if (at(gap_, root) >= 0) continue;
      for (int iteration = 0; iteration < 60; ++iteration) {
        const S change = at(gap_, root) / rate_of_gap(root);
        root -= change;
        if (abs(change) <= tolerance_ * abs(root)) break;
      }
      h = root;
      return true;
    }
    return false;
  }

  int order_;
  S tolerance_;
  series a_, b_, u_, w_, sa_, ca_, sb_, cb_, s_, c_, d_, uu_, ww_, f1_, f2_, det_, n1_, n2_, x_, y_, gap_;
};

}  // namespace unilateral::loops
