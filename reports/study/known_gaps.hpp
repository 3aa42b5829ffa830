#pragma once
/// Expected failures, by name: cells of `verify` that are known not to hold, each with the reason. A cell listed here that
/// holds after all is reported too (all_hold is false), so that the table stays true.

#include <string>

namespace unilateral::study {

/// Why this cell is known not to hold on the full or the quick grid; empty for a cell that must.
std::string known_gap(const std::string& cell, bool quick);

}  // namespace unilateral::study
