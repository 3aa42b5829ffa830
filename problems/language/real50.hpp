#pragma once
/// Fifty decimal digits: Boost.Multiprecision over MPFR, on the stack, without expression templates
/// (lazy expressions dangle behind `auto`; dynamic precision is shared between threads).

#include "problems/language/scalar.hpp"

#include <Eigen/Core>
#include <boost/multiprecision/mpfr.hpp>

namespace unilateral {

using real50 = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<50, boost::multiprecision::allocate_stack>,
                                             boost::multiprecision::et_off>;

template <>
struct scalar_traits<real50> {
  static constexpr int digits = 50;
  static real50 from(const rational& value) {
    real50 result;
    mpfr_set_q(result.backend().data(), value.get_mpq_t(), MPFR_RNDN);
    return result;
  }
  static real50 pi() {
    real50 result;
    mpfr_const_pi(result.backend().data(), MPFR_RNDN);
    return result;
  }
  static double to_double(const real50& x) { return x.convert_to<double>(); }
  static std::string text(const real50& x) { return x.str(std::numeric_limits<real50>::max_digits10, std::ios_base::fmtflags{}); }
};

}  // namespace unilateral

namespace Eigen {
/// Boost 1.74's own traits lack infinity(), which Eigen 3.4 asks for.
template <>
struct NumTraits<unilateral::real50> : GenericNumTraits<unilateral::real50> {
  using Real = unilateral::real50;
  using NonInteger = unilateral::real50;
  using Literal = double;
  using Nested = unilateral::real50;
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
