#pragma once
/// An enclosure as the theorem it is, for a reader.

#include "proofs/enclosures/enclosure.hpp"

namespace unilateral::enclosures {

/// Statement, brackets and trusted base; where something is undecided it says what was proved nevertheless, and why no
/// more.
std::string theorem_text(const std::string& problem, const statement& bound, engine with, const enclosure& found);

}  // namespace unilateral::enclosures
