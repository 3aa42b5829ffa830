#include "problems/language/many_digits.hpp"
#include "tests/added/solvers/gauss_seidel/gauss_seidel.hpp"

namespace unilateral::gauss_seidel {

template solution<real50> solve<real50>(const statement&, const request&);

}  // namespace unilateral::gauss_seidel
