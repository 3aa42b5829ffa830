#pragma once
/// The judge's root finder.

#include "problems/language/scalar.hpp"

#include <vector>

namespace unilateral::polynomial {

/// All distinct real zeros in [lo, hi], in increasing order, to working precision; none for the zero polynomial, nor
/// where a coefficient is no finite number. A multiple zero appears once, and so does a near-zero that rounding cannot
/// tell from one. (A zero of multiplicity m is known to ε^(1/m), as it must.)
template <class S>
std::vector<S> zeros(const std::vector<S>& c, const S& lo, const S& hi);

}  // namespace unilateral::polynomial
