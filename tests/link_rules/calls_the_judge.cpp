/// A solver that measures its own error. Links with the judge, and not alone.
#include "problems/judge/distance.hpp"

namespace unilateral {

double solver_that_judges(const trajectory<double>& mine, const trajectory<double>& another, double until) {
  return sup_position(mine, another, until);
}

}  // namespace unilateral
