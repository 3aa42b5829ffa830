#pragma once
/// A scalar with at least twice the digits of S. Exact data become directions in it, so that c = T_i·T_{i+1} and s =
/// T_i × T_{i+1} reach S with one rounding each, however far the nodes are from the origin and however near the bars
/// are to straight, folded or square.

#include "problems/language/many_digits.hpp"

#include <type_traits>

namespace unilateral::chain_duality {

template <scalar S>
struct wide;
template <>
struct wide<double> {
  using type = real50;
};
template <unsigned Digits>
struct wide<mpfr_number<Digits>> {
  using type = mpfr_number<2 * Digits>;
};
template <scalar S>
using wide_t = typename wide<S>::type;

/// Rounds once.
template <scalar S>
S narrowed(const wide_t<S>& x) {
  if constexpr (std::is_same_v<S, wide_t<S>>)
    return x;
  else
    return x.template convert_to<S>();
}

}  // namespace unilateral::chain_duality
