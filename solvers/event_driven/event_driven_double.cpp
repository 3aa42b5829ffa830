#include "solvers/event_driven/event_loop.hpp"

namespace unilateral::event_driven {

template solution<double> solve(const statement&, const request&);

}  // namespace unilateral::event_driven
