#include "solvers/sweeping/solve.hpp"

namespace unilateral::sweeping {

template class stepper<double>;
template solution<double> solve<double>(const statement&, const request&);

}  // namespace unilateral::sweeping
