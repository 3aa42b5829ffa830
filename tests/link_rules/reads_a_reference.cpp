/// A solver that looks the answer up. Links with the problems, and not alone.
#include "problems/answers/problem.hpp"

namespace unilateral {

reference<double> solver_that_peeps(const std::string& name, const bound_values<double>& values, double until) {
  return find_problem(name).answer.at<double>(values, until);
}

}  // namespace unilateral
