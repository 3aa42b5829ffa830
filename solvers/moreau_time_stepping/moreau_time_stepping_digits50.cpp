#include "solvers/moreau_time_stepping/solve.hpp"

namespace unilateral::moreau_time_stepping {

template class stepper<real50>;
template solution<real50> solve<real50>(const statement&, const request&);

}  // namespace unilateral::moreau_time_stepping
