#include "solvers/moreau_time_stepping/solve.hpp"

namespace unilateral::moreau_time_stepping {

template class stepper<real50>;
template solution<real50> solve<real50>(const statement&, const request&);
template solution<real50> solve<real50>(const statement&, const request&, const parts_of_run<real50>&);

}  // namespace unilateral::moreau_time_stepping
