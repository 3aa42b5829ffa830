#pragma once
/// Formulas that are 0 wherever they have a value, decided on the formula: what no enclosure of positive width could
/// tell. Both engines ask it whether a gap or a rate is 0 at the start, and whether a reaction or an acceleration of a
/// gap is 0 whatever the state.

#include "problems/language/expression.hpp"

namespace unilateral::enclosures {

/// Proved: the formula is 0. It is written as a quotient of polynomials with rational coefficients, in atoms:
/// variables, and functions by the text of their operands, with sin² = 1 − cos². A numerator without terms is 0.
/// Nothing is claimed of others.
bool vanishes(const expression& x);

/// Whether |f|, sgn f, min, max, atan2 or √(f²) of something that is no constant stands in a formula. Its derivatives,
/// as formulas, know nothing of its kinks and jumps: where the formula itself is not evaluated, nothing would tell of
/// them.
bool has_kinks(const expression& x);

}  // namespace unilateral::enclosures
