#pragma once
/// Formulas and questions typeset: MathML, which a browser shows without a script.

#include "problems/language/chain.hpp"
#include "problems/language/statement.hpp"

#include <string>
#include <vector>

namespace unilateral::render {

/// The inside of a <math>. Coordinates by name (a Greek letter by its letter, digits behind it as an index), velocities
/// with a dot; like terms collected (for_print.hpp).
std::string as_mathml(const expression& x, const std::vector<std::string>& coordinates);

/// What is asked: M(t, q) q̈ = f + Gᵀλ with its formulas, gaps, restitution, initial state, final time, parameters. A
/// formula too long for a reader is left out, and says so.
std::string as_html(const statement& question);
/// Nodes and drive.
std::string as_html(const chain_statement& question);

}  // namespace unilateral::render
