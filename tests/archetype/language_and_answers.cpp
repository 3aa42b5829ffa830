/// The vocabulary, and what known answers are made of, in the archetype; not Carlson's integral, which is Boost's.
#include "problems/answers/closed_form.hpp"
#include "problems/answers/elliptic.hpp"
#include "problems/answers/known_bounces.hpp"
#include "problems/answers/known_motion.hpp"
#include "problems/language/admissibility.hpp"
#include "problems/language/evaluated_system.hpp"
#include "problems/language/polynomial.hpp"
#include "tests/support/archetype.hpp"

namespace unilateral {

using S = archetype;
static_assert(scalar<S>);
template class trajectory<S>;
template class tape<S>;
template class evaluated_system<S>;
template class known_motion<S>;
template struct solution<S>;
template struct chain_solution<S>;
template struct elliptic::functions<S>;
template void append_bounces(known_motion<S>&, const bounces<S>&, const column<S>&, const column<S>&);

namespace polynomial {
template S value(const S*, int, const S&);
template S slope(const S*, int, const S&);
template S curvature(const S*, int, const S&);
template void shift(S*, int, const S&);
template void stretch(S*, int, const S&);
template std::vector<S> derivative(const std::vector<S>&);
template S bound_of_derivative(const S*, int, int, const S&);
}  // namespace polynomial

}  // namespace unilateral
