#pragma once
/// Time as t + t_low, unevaluated: twice the digits, so that the sum of millions of flights keeps its last one.

#include "problems/language/scalar.hpp"

namespace unilateral::event_driven {

template <scalar S>
class clock {
 public:
  const S& now() const { return t_; }
  /// The instant that S tells from no other, τ from now.
  S after(const S& τ) const { return t_ + (t_low_ + τ); }
  S left_until(const S& end) const { return (end - t_) - t_low_; }

  /// [Knuth, §4.2.2]: the rounding of t + τ, exactly, goes to t_low.
  void advance(const S& τ) {
    const S sum = t_ + τ, added = sum - t_;
    t_low_ += (t_ - (sum - added)) + (τ - added);
    t_ = sum + t_low_;
    t_low_ -= t_ - sum;
  }
  void set(const S& t) {
    t_ = t;
    t_low_ = S(0);
  }

 private:
  S t_{}, t_low_{};
};

}  // namespace unilateral::event_driven
