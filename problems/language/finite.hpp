#pragma once
/// No number, no verdict. What is not finite (NaN, ±∞) compares with nothing, and a largest value taken over it by
/// std::max may be any of the others: a motion without numbers would be as good as exact. So who judges asks first, and
/// takes ∞ where he would have to ask.

#include <limits>

namespace unilateral {

/// x is a number: neither NaN nor ±∞.
template <class S>
bool is_finite(const S& x) {
  return x - x == S(0);
}

template <class S>
S infinity() {
  return std::numeric_limits<S>::infinity();
}

/// max(a, b), and ∞ where b is no finite number, −∞ included, or a is NaN.
template <class S>
S larger(const S& a, const S& b) {
  if (b > a) return b;
  return a == a && is_finite(b) ? a : infinity<S>();
}

/// x, and ∞ in place of NaN (of sums, of which one term was too large for S).
template <class S>
S number_or_infinity(const S& x) {
  return x == x ? x : infinity<S>();
}

}  // namespace unilateral
