#include "solvers/paoli_schatzman/solve.hpp"

namespace unilateral::paoli_schatzman {
template class stepper<double>;
template solution<double> solve<double>(const statement&, const request&);
template solution<double> solve<double>(const statement&, const request&, const parts_of_run<double>&);
}  // namespace unilateral::paoli_schatzman
