#include "solvers/gauss_collocation/event_loop.hpp"

namespace unilateral::gauss_collocation {

template solution<double> solve<double>(const statement&, const request&);

}  // namespace unilateral::gauss_collocation
