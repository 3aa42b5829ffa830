#pragma once
/// The engine of intervals: sets carried by the flow (flow.hpp), and the events between them.
///
///   1. the next step of the flow
///   2. a sign change of a guard w is guessed on the motion from the middle; a set A just before it
///   3. w(A) > 0, w' < 0 on all states of [a, a + s], and Newton's operator N = −w(A)/w' lies inside [0, s]: w has one
///      zero there, it is
///      simple, and it lies in a + N
///      [Moore 1966]
///   4. all guards are marched over (0, a]: from one instant where a guard is positive to the next
///   5. the jump on the states at a + N, and on from the end of the bracket

#include "proofs/enclosures/enclosure.hpp"

namespace unilateral::enclosures::lohner {

enclosure enclose(const statement& bound, const request& how);
std::string library_version();

}  // namespace unilateral::enclosures::lohner
