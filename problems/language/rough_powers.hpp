#pragma once
/// Where a formula has finitely many derivatives, and no Taylor series on either side: a power that is no whole number
/// of what vanishes at a kink or at a multiple zero. |x|^(3/2), √|t − 1|, max(0, −x)^(5/2), (x²)^(3/4): each goes like
/// |u|^r where its u is 0, and r is no integer. (|x| itself has a series on both sides; √(1 + x²) has one everywhere; a
/// root of what only reaches 0 at the end of its domain ends with that.)

#include "problems/language/statement.hpp"

#include <string>
#include <vector>

namespace unilateral {

struct rough_power {
  expression base;  ///< u, which vanishes and changes its sign there
  rational order;   ///< r: it has ⌈r⌉ − 1 derivatives where u = 0
};
std::vector<rough_power> rough_powers(const expression& x);

/// One sentence for each in a system: "gap 0 has 1 derivative and no series where x is 0, for it goes there like a
/// power 3/2". A solver by series or collocation says them before it starts.
std::vector<std::string> said_of_rough_powers(const mechanical_system& bound);

}  // namespace unilateral
