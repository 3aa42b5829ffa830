#pragma once
/// Series in powers of s = τ/T (smooth_motion.hpp), written in powers of τ, as paths are. c_k/T^k may leave the range
/// of S although the motion does not. Then a piece is halved, and expanded anew about its begin, until
///
///     (1)  the terms that leave the range, and are left out, are below rounding:  Σ |c_k| w^k ≤ ε max_k |c_k| w^k  and
///          Σ k |c_k| w^k ≤ ε max_k k |c_k| w^k  on its width w.

#include "problems/language/scalar.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace unilateral::event_driven {

template <scalar S>
class path_pieces {
 public:
  /// `members` series of that degree, one after the other; `per_unit` is 1/T. Calls write(begin, end, degree,
  /// coefficients), times in T from the begin, once or more; false: not even 2^12 pieces are short enough.
  template <class Write>
  bool operator()(const std::vector<S>& c, int members, int degree, const S& width, const S& T, const S& per_unit,
                  const Write& write) {
    members_ = members;
    if (fits(c, degree, per_unit)) {
      write(S(0), width, degree, static_cast<const S*>(written_.data()));
      return true;
    }
    using std::frexp;
    int exponent = 0;
    frexp(T, &exponent);
    unit_exponent_ = exponent - 1;
    return part(c, degree, S(0), width, 0, write);
  }

 private:
  static constexpr int most_halvings = 12;
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  /// Whether nothing leaves the range: c_k/T^k is in `written_`.
  bool fits(const std::vector<S>& c, int degree, const S& per_unit) {
    using limits = std::numeric_limits<S>;
    written_ = c;
    S power(1);
    for (int k = 1; k <= degree; ++k) {
      power = k == 1 ? per_unit : S(power * per_unit);
      for (int i = 0; i < members_; ++i) {
        S& x = written_[index(i) * (index(degree) + 1) + index(k)];
        if (x == S(0)) continue;
        x = x * power;
        const S size = x < S(0) ? S(-x) : x;
        if (!(size >= (limits::min)() && size <= (limits::max)())) return false;
      }
    }
    return true;
  }

  template <class Write>
  bool part(const std::vector<S>& c, int degree, const S& begin, const S& width, int halvings, const Write& write) {
    if (leaves_out_rounding(c, degree, width)) {
      written_.clear();
      int kept = 1;
      for (int i = 0; i < members_; ++i)
        for (int k = 0; k <= degree; ++k) {
          const S& x = c[index(i) * (index(degree) + 1) + index(k)];
          const bool is_kept = is_in_range(x, k);
          if (is_kept && x != S(0)) kept = std::max(kept, k);
          written_.push_back(is_kept ? in_time(x, k) : S(0));
        }
      kept = std::min(kept, degree);
      for (int i = 1; i < members_; ++i)
        std::copy_n(written_.begin() + i * (degree + 1), kept + 1, written_.begin() + i * (kept + 1));
      write(begin, S(begin + width), kept, static_cast<const S*>(written_.data()));
      return true;
    }
    if (halvings == most_halvings) return false;
    const S half = width / S(2);
    std::vector<S> behind = c;
    for (int i = 0; i < members_; ++i) {
      S* const x = behind.data() + index(i) * (index(degree) + 1);
      for (int from = 0; from < degree; ++from)  // Horner's rule, again and again: Σ c_k (s + half)^k
        for (int k = degree - 1; k >= from; --k) x[k] += x[k + 1] * half;
    }
    return part(c, degree, begin, half, halvings + 1, write) &&
           part(behind, degree, S(begin + half), half, halvings + 1, write);
  }

  S in_time(const S& c, int k) const {
    using std::ldexp;
    return k == 0 || unit_exponent_ == 0 ? c : S(ldexp(c, -k * unit_exponent_));
  }
  bool is_in_range(const S& c, int k) const {
    using std::frexp;
    using limits = std::numeric_limits<S>;
    if (c == S(0) || unit_exponent_ == 0 || k == 0) return true;
    int exponent = 0;
    frexp(c, &exponent);
    const long long e = exponent - static_cast<long long>(k) * unit_exponent_;
    return e > limits::min_exponent && e < limits::max_exponent;
  }
  /// (1)
  bool leaves_out_rounding(const std::vector<S>& c, int degree, const S& width) const {
    using std::abs;
    const S least = S(4) * (std::numeric_limits<S>::min)();  // a motion next to underflow is none
    for (int i = 0; i < members_; ++i) {
      const S* const x = c.data() + index(i) * (index(degree) + 1);
      S most(0), left(0), most_of_rate(0), left_of_rate(0), power(1);
      for (int k = 0; k <= degree; ++k) {
        const S term = abs(x[k]) * power, of_rate = S(k) * term;
        most = std::max(most, term);
        most_of_rate = std::max(most_of_rate, of_rate);
        if (k > 0 && !is_in_range(x[k], k)) {
          left += term;
          left_of_rate += of_rate;
        }
        power = power * width;
      }
      if (left > epsilon<S>() * most + least || left_of_rate > epsilon<S>() * most_of_rate + least) return false;
    }
    return true;
  }

  int members_ = 0, unit_exponent_ = 0;
  std::vector<S> written_;
};

}  // namespace unilateral::event_driven
