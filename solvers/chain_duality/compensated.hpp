#pragma once
/// x = high + low, a sum whose rounding errors are carried along [Knuth, The Art of Computer Programming 2, 4.2.2,
/// theorem B]: n additions cost a few ε altogether instead of n ε.

#include "problems/language/scalar.hpp"

namespace unilateral::chain_duality {

template <scalar S>
struct compensated {
  S high{0}, low{0};

  void add(const S& y) {
    const S term = low + y, sum = high + term, seen = sum - high;
    low = (high - (sum - seen)) + (term - seen);
    high = sum;
  }
  S value() const { return high + low; }
};

}  // namespace unilateral::chain_duality
