#include "solvers/gauss_collocation/event_loop.hpp"

namespace unilateral::gauss_collocation {

template solution<real50> solve<real50>(const statement&, const request&);

}  // namespace unilateral::gauss_collocation
