/// event_driven in the archetype: its Taylor series, bounds, events and impacts.
#include "solvers/event_driven/event_loop.hpp"
#include "tests/support/archetype.hpp"

namespace unilateral::event_driven {

template solution<archetype> solve<archetype>(const statement&, const request&);

}  // namespace unilateral::event_driven
