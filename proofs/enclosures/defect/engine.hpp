#pragma once
/// The engine of balls: tubes one after the other, and the events between them.
///
///   1. the next tube                                                    tube.hpp, (1)
///   2. a sign change of a watched function w is guessed at τ* on the polynomial
///   3. bracket [a, b] ∋ τ*: w(a) > 0 > w(b) for all states of the tube, and w' < 0 on [a, b]: the event is there,
///      once, transversally
///   4. before it: w > 0 on (0, a], every other watched function > 0 on (0, b]
///   5. the jump on the box of states at [a, b]; then free or closed, whichever is proved, and on from b
///
/// A function is positive on [a, b] if it is so by its range, or if it increases from a positive value or decreases to
/// one; right after an event at which w, …, w^(k−1) are known to be ≥ 0, if w^(k) > 0. Otherwise the interval is
/// halved; what is left at the end is undecided.

#include "proofs/enclosures/enclosure.hpp"

namespace unilateral::enclosures::defect {

enclosure enclose(const statement& bound, const request& how);
std::string library_version();

}  // namespace unilateral::enclosures::defect
