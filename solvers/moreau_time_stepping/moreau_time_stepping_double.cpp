#include "solvers/moreau_time_stepping/solve.hpp"

namespace unilateral::moreau_time_stepping {

template class stepper<double>;
template solution<double> solve<double>(const statement&, const request&);
template solution<double> solve<double>(const statement&, const request&, const parts_of_run<double>&);

}  // namespace unilateral::moreau_time_stepping
