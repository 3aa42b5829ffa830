#include "problems/language/many_digits.hpp"
#include "solvers/paoli_schatzman/solve.hpp"

namespace unilateral::paoli_schatzman {
template class stepper<real50>;
template solution<real50> solve<real50>(const statement&, const request&);
template solution<real50> solve<real50>(const statement&, const request&, const parts_of_run<real50>&);
}  // namespace unilateral::paoli_schatzman
