#include "tests/added/solvers/gauss_seidel/gauss_seidel.hpp"

namespace unilateral::gauss_seidel {

template solution<double> solve<double>(const statement&, const request&);

}  // namespace unilateral::gauss_seidel
