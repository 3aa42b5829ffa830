#include "solvers/gauss_collocation/event_loop.hpp"

namespace unilateral::gauss_collocation {

template solution<real100> solve<real100>(const statement&, const request&);

}  // namespace unilateral::gauss_collocation
