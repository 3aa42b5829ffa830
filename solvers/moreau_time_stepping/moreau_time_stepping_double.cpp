#include "solvers/moreau_time_stepping/solve.hpp"

namespace unilateral::moreau_time_stepping {

template class stepper<double>;
template solution<double> solve<double>(const statement&, const request&);

}  // namespace unilateral::moreau_time_stepping
