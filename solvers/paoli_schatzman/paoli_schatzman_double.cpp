#include "solvers/paoli_schatzman/solve.hpp"

namespace unilateral::paoli_schatzman {
template class stepper<double>;
template solution<double> solve<double>(const statement&, const request&);
}  // namespace unilateral::paoli_schatzman
