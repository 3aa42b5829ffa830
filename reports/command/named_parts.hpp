#pragma once
/// Formulas as lines of code: what several formulas share is computed once, under a name, and so is what would make a
/// line too long to read.

#include "problems/language/expression.hpp"

#include <functional>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace unilateral::command {

/// Text of a formula and how strongly its outermost operation binds: sums 1, products 2, minus 3, powers 4, atoms 5.
struct code_text {
  std::string text;
  int strength;
};

/// `x` in parentheses unless it binds at least so strongly.
inline std::string enclosed(const code_text& x, int least) { return x.strength >= least ? x.text : "(" + x.text + ")"; }

/// How a language writes a leaf (constant, variable, parameter), and any other operation of texts.
struct notation {
  std::function<code_text(const expression::node& leaf)> leaf;
  std::function<code_text(operation op, const code_text& x, const code_text& y, const expression::node& right)> applied;
};

/// Lines that name the shared parts, in order, and the outputs in terms of these names.
struct named_parts {
  std::vector<std::pair<std::string, std::string>> parts;  ///< name, formula
  std::vector<std::string> outputs;
};

/// `new_name` makes the name of a part.
named_parts with_named_parts(const std::vector<expression>& outputs, const notation& how,
                             const std::function<std::string()>& new_name);

}  // namespace unilateral::command
