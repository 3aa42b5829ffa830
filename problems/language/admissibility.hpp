#pragma once
/// Whether a question can be asked at all: the hypotheses that every solver relies on.

#include "problems/language/chain.hpp"
#include "problems/language/statement.hpp"

namespace unilateral {

/// Checks a bound statement: dimensions agree; all values are finite; 0 ≤ e ≤ 1; M(t, q) is symmetric as formulas, and
/// M(0, q_0) positive definite; Φ(0, q_0) ≥ 0 up to rounding (no penetrating start), with a gradient where Φ(0, q_0) =
/// 0; horizon > 0. Throws input_error, one line: what, where, expected, found.
void check_admissible(const statement& bound);

/// Checks a bound chain: at least one bar, bars of positive length, finite values; an evolution has a positive horizon
/// and its path starts in node 0.
void check_admissible(const chain_statement& bound);

}  // namespace unilateral
