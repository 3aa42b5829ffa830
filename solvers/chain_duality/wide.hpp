#pragma once
/// A scalar with at least twice the digits of S. Exact data become directions in it, so that c = T_i·T_{i+1} and s = T_i × T_{i+1} reach S
/// with one rounding each, however far the nodes are from the origin and however near the bars are to straight, folded or square.

#include "problems/language/many_digits.hpp"

namespace unilateral::chain_duality {

using real100 = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<100, boost::multiprecision::allocate_stack>, boost::multiprecision::et_off>;

template <scalar S>
struct wide;
template <>
struct wide<double> {
  using type = real50;
};
template <>
struct wide<real50> {
  using type = real100;
};
template <scalar S>
using wide_t = typename wide<S>::type;

}  // namespace unilateral::chain_duality

namespace unilateral {

/// What `constant_value` asks of a scalar.
template <>
struct scalar_traits<chain_duality::real100> {
  static constexpr int digits = 100;
  static chain_duality::real100 from(const rational& value) {
    chain_duality::real100 result;
    mpfr_set_q(result.backend().data(), value.get_mpq_t(), MPFR_RNDN);
    return result;
  }
  static chain_duality::real100 pi() {
    chain_duality::real100 result;
    mpfr_const_pi(result.backend().data(), MPFR_RNDN);
    return result;
  }
  static double to_double(const chain_duality::real100& x) { return x.convert_to<double>(); }
  static std::string text(const chain_duality::real100& x) { return x.str(std::numeric_limits<chain_duality::real100>::max_digits10, std::ios_base::fmtflags{}); }
};

}  // namespace unilateral
