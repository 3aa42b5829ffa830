#include "solvers/sweeping/solve.hpp"

namespace unilateral::sweeping {

template class stepper<double>;
template solution<double> solve<double>(const statement&, const request&);
template solution<double> solve<double>(const statement&, const request&, const parts_of_run<double>&);

}  // namespace unilateral::sweeping
