#pragma once
/// Decimal numbers of many digits: Boost.Multiprecision over MPFR, on the stack, without expression templates
/// (lazy expressions dangle behind `auto`; dynamic precision is shared between threads). Traits of any number of
/// digits.

#include "problems/language/scalar.hpp"

#include <Eigen/Core>
#include <boost/multiprecision/mpfr.hpp>

namespace unilateral {

template <unsigned Digits>
using mpfr_number = boost::multiprecision::number<
    boost::multiprecision::mpfr_float_backend<Digits, boost::multiprecision::allocate_stack>,
    boost::multiprecision::et_off>;
using real50 = mpfr_number<50>;
using real100 = mpfr_number<100>;

/// Boost 1.74 fills the limits of a number where they are first asked for: it notes that they are there, then makes
/// them. A second thread meanwhile takes 1 for ε. (What Boost itself asks for at the start are limits of numbers with
/// expression templates; ours have none.) So a number that is used has its limits filled before there are threads.
template <class Number>
bool fill_limits() {
  using limits = std::numeric_limits<Number>;
  limits::epsilon();
  limits::round_error();
  (limits::min)();
  (limits::max)();
  limits::infinity();
  limits::quiet_NaN();
  return true;
}

template <unsigned Digits>
struct scalar_traits<mpfr_number<Digits>> {
  using number = mpfr_number<Digits>;
  static constexpr int digits = Digits;
  /// Made at the start of a program that makes such a number, or asks for its limits, by these traits or Eigen's.
  static inline const bool limits_are_there = fill_limits<number>();
  static number from(const rational& value) {
    static_cast<void>(&limits_are_there);
    number result;
    mpfr_set_q(result.backend().data(), value.get_mpq_t(), MPFR_RNDN);
    return result;
  }
  static number pi() {
    static_cast<void>(&limits_are_there);
    number result;
    mpfr_const_pi(result.backend().data(), MPFR_RNDN);
    return result;
  }
  static double to_double(const number& x) { return x.template convert_to<double>(); }
  static std::string text(const number& x) {
    return x.str(std::numeric_limits<number>::max_digits10, std::ios_base::fmtflags{});
  }
};

}  // namespace unilateral

namespace Eigen {
/// Boost 1.74's own traits lack infinity(), which Eigen 3.4 asks for; they are for numbers with any backend, these for
/// MPFR's on the stack.
template <unsigned Digits>
struct NumTraits<unilateral::mpfr_number<Digits>> : GenericNumTraits<unilateral::mpfr_number<Digits>> {
  using Real = unilateral::mpfr_number<Digits>;
  using NonInteger = Real;
  using Literal = double;
  using Nested = Real;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 20,
    AddCost = 30,
    MulCost = 60
  };
  static Real epsilon() {
    static_cast<void>(&unilateral::scalar_traits<Real>::limits_are_there);
    return std::numeric_limits<Real>::epsilon();
  }
  static Real dummy_precision() { return epsilon() * 1000; }
  static Real highest() { return (std::numeric_limits<Real>::max)(); }
  static Real lowest() { return (std::numeric_limits<Real>::lowest)(); }
  static Real infinity() { return std::numeric_limits<Real>::infinity(); }
  static Real quiet_NaN() { return std::numeric_limits<Real>::quiet_NaN(); }
  static int digits10() { return std::numeric_limits<Real>::digits10; }
};
}  // namespace Eigen
