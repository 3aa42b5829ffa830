#pragma once
/// Brackets in decimals, rounded outwards: what is printed is true of whatever is proved. Exact arithmetic.

#include "proofs/enclosures/enclosure.hpp"

namespace unilateral::enclosures {

/// The largest decimal with so many places that is ≤ x; the least that is ≥ x.
std::string decimal_below(const rational& x, int places);
std::string decimal_above(const rational& x, int places);

/// Both ends, with as many places as the width deserves: the printed bracket is wider by a tenth at most.
struct decimal_bracket {
  std::string lower, upper;
};
decimal_bracket in_decimals(const bracket& x);

/// x ≥ 0 rounded up to two digits, "1.2e-49"; "0" for 0.
std::string magnitude_above(const rational& x);

}  // namespace unilateral::enclosures
