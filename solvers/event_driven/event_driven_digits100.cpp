#include "problems/language/many_digits.hpp"
#include "solvers/event_driven/event_driven.hpp"
#include "solvers/event_driven/event_loop.hpp"

namespace unilateral::event_driven {

template <scalar S>
solution<S> solve(const statement& given, const request& asked) {
  return event_loop<S>(given, asked).run();
}

template solution<real100> solve(const statement&, const request&);

}  // namespace unilateral::event_driven
