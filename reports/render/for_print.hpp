#pragma once
/// Formulas as a reader would write them. Only what is printed goes through here: what is computed stays as it is.

#include "problems/language/expression.hpp"

namespace unilateral::render {

/// The same function, like terms of sums collected and equal factors of products as powers, products of sums
/// multiplied out, where that is shorter:
/// ½(l l + l l) becomes l². Nothing is cancelled between a numerator and a denominator, so that it is defined where x
/// is. A formula too long to read is left as it is.
expression for_print(const expression& x);

}  // namespace unilateral::render
