#pragma once
/// Scalars with guard digits: a run in S computes in `working<S>` and rounds once, at the end; `wider<S>` carries the conversion of
/// polynomials from Legendre's basis to powers, whose condition grows like (3 + 2√2)^s.

#include "problems/language/real50.hpp"

#include <cstdio>

namespace unilateral::gauss_collocation {

template <unsigned Digits>
using mpfr_of = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<Digits, boost::multiprecision::allocate_stack>, boost::multiprecision::et_off>;
using real56 = mpfr_of<56>;
using real110 = mpfr_of<110>;

template <class S>
struct guard_digits;
template <>
struct guard_digits<double> {
  using working = long double;
  using wider = real56;
};
template <>
struct guard_digits<real50> {
  using working = real56;
  using wider = real110;
};
template <class S>
using working = typename guard_digits<S>::working;
template <class S>
using wider = typename guard_digits<S>::wider;

/// Rounds between any two of these scalars.
template <class To, class From>
To rounded(const From& x) {
  if constexpr (std::is_arithmetic_v<From> || std::is_same_v<To, From>)
    return To(x);
  else
    return x.template convert_to<To>();
}

template <class W>
struct mpfr_traits {
  static W from(const rational& value) {
    W result;
    mpfr_set_q(result.backend().data(), value.get_mpq_t(), MPFR_RNDN);
    return result;
  }
  static W pi() {
    W result;
    mpfr_const_pi(result.backend().data(), MPFR_RNDN);
    return result;
  }
  static double to_double(const W& x) { return x.template convert_to<double>(); }
  static std::string text(const W& x) { return x.str(0, std::ios_base::fmtflags{}); }
};

}  // namespace unilateral::gauss_collocation

namespace unilateral {

template <>
struct scalar_traits<gauss_collocation::real56> : gauss_collocation::mpfr_traits<gauss_collocation::real56> {
  static constexpr int digits = 56;
};
template <>
struct scalar_traits<gauss_collocation::real110> : gauss_collocation::mpfr_traits<gauss_collocation::real110> {
  static constexpr int digits = 110;
};
template <>
struct scalar_traits<long double> {
  static constexpr int digits = 18;
  static long double from(const rational& value) { return scalar_traits<gauss_collocation::real56>::from(value).convert_to<long double>(); }
  static long double pi() { return std::numbers::pi_v<long double>; }
  static double to_double(long double x) { return static_cast<double>(x); }
  static std::string text(long double x) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.21Lg", x);
    return buffer;
  }
};

}  // namespace unilateral

namespace Eigen {
template <>
struct NumTraits<unilateral::gauss_collocation::real56> : GenericNumTraits<unilateral::gauss_collocation::real56> {
  using Real = unilateral::gauss_collocation::real56;
  using NonInteger = Real;
  using Literal = double;
  using Nested = Real;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 1, ReadCost = 20, AddCost = 30, MulCost = 60 };
  static Real epsilon() { return std::numeric_limits<Real>::epsilon(); }
  static Real dummy_precision() { return epsilon() * 1000; }
  static Real highest() { return (std::numeric_limits<Real>::max)(); }
  static Real lowest() { return (std::numeric_limits<Real>::lowest)(); }
  static Real infinity() { return std::numeric_limits<Real>::infinity(); }
  static Real quiet_NaN() { return std::numeric_limits<Real>::quiet_NaN(); }
  static int digits10() { return std::numeric_limits<Real>::digits10; }
};
}  // namespace Eigen
