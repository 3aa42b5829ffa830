#include "problems/language/scalar.hpp"

#include "problems/language/many_digits.hpp"

#include <mpfr.h>

namespace unilateral {
namespace {

/// Boost 1.74 fills the limits of a number where they are first asked for: it notes that they are there, then makes
/// them. A second thread meanwhile takes 1 for ε. What Boost itself asks for at the start are limits of numbers with
/// expression templates; ours have none. So each is asked for here, before there are threads.
template <class Number>
void fill_limits() {
  using limits = std::numeric_limits<Number>;
  limits::epsilon();
  limits::round_error();
  (limits::min)();
  (limits::max)();
  limits::infinity();
  limits::quiet_NaN();
}
template <unsigned... Digits>
bool fill_limits_of() {
  (fill_limits<mpfr_number<Digits>>(), ...);
  return true;
}
/// The numbers of this tree: what questions are asked in, and what solvers and judge compute in between.
[[maybe_unused]] const bool limits_are_there = fill_limits_of<50, 56, 100, 106, 110, 200, 210>();

}  // namespace

double scalar_traits<double>::from(const rational& value) {
  mpfr_t nearest;
  mpfr_init2(nearest, 53);
  mpfr_set_q(nearest, value.get_mpq_t(), MPFR_RNDN);
  const double result = mpfr_get_d(nearest, MPFR_RNDN);
  mpfr_clear(nearest);
  return result;
}

}  // namespace unilateral
