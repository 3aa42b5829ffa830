#include "solvers/sweeping/solve.hpp"

namespace unilateral::sweeping {

template class stepper<real50>;
template solution<real50> solve<real50>(const statement&, const request&);
template solution<real50> solve<real50>(const statement&, const request&, const parts_of_run<real50>&);

}  // namespace unilateral::sweeping
