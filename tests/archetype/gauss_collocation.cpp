/// gauss_collocation in the archetype. Guard digits are its own request to a scalar: here there are none more.
#include "solvers/gauss_collocation/guard_digits.hpp"
#include "tests/support/archetype.hpp"

namespace unilateral::gauss_collocation {

template <>
struct guard_digits<archetype> {
  using working = archetype;
  using wider = archetype;
};

}  // namespace unilateral::gauss_collocation

#include "solvers/gauss_collocation/event_loop.hpp"

namespace unilateral::gauss_collocation {

template solution<archetype> solve<archetype>(const statement&, const request&);

}  // namespace unilateral::gauss_collocation
