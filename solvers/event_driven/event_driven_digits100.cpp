#include "problems/language/many_digits.hpp"
#include "solvers/event_driven/event_loop.hpp"

namespace unilateral::event_driven {

template solution<real100> solve(const statement&, const request&);

}  // namespace unilateral::event_driven
