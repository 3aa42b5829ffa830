#include "problems/language/scalar.hpp"

#include <mpfr.h>

namespace unilateral {

double scalar_traits<double>::from(const rational& value) {
  mpfr_t nearest;
  mpfr_init2(nearest, 53);
  mpfr_set_q(nearest, value.get_mpq_t(), MPFR_RNDN);
  const double result = mpfr_get_d(nearest, MPFR_RNDN);
  mpfr_clear(nearest);
  return result;
}

}  // namespace unilateral
