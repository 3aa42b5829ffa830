#include "reports/certify/exact_answer.hpp"

#include <cmath>
#include <stdexcept>

namespace unilateral::certify {

rational dyadic(double x) {
  if (!std::isfinite(x)) throw std::domain_error("certificate: expected finite numbers of the solver");
  return rational(x);
}

rational dyadic(const real50& x) {
  if (!mpfr_number_p(x.backend().data())) throw std::domain_error("certificate: expected finite numbers of the solver");
  rational value;
  mpfr_get_q(value.get_mpq_t(), x.backend().data());
  return value;
}

}  // namespace unilateral::certify
