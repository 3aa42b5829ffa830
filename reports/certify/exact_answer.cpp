#include "reports/certify/exact_answer.hpp"

#include <cmath>
#include <stdexcept>

namespace unilateral::certify {

rational dyadic(double x) {
  if (!std::isfinite(x)) throw std::domain_error("certificate: expected finite numbers of the solver");
  return rational(x);
}

}  // namespace unilateral::certify
