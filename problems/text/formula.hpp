#pragma once
/// Formulas in text.
///
///     formula = sum end
///     sum     = product { ("+" | "-") product }
///     product = unary { ("*" | "/") unary }
///     unary   = "-" unary | power                      so −x^2 = −(x^2)
///     power   = atom [ "^" unary ]                     so 2^3^2 = 2^(3^2), and 2^-x needs no parentheses
///     atom    = number | "pi" | "t" | coordinate | coordinate "'" | parameter | "(" sum ")"
///             | function "(" sum { "," sum } ")"       one operand, of atan2 two, of min and max two or more
///
/// Numbers are exact: "9.81" is 981/100, "1e-3" is 1/1000.

#include "problems/language/expression.hpp"
#include "problems/language/input_error.hpp"
#include "problems/text/name_list.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace unilateral::text {

/// The names a formula may use, of lists that outlive it.
struct vocabulary {
  const name_list& coordinates = no_names();
  const name_list& parameters = no_names();
  bool time = true;        ///< t may stand in it
  bool positions = true;   ///< coordinates may
  bool velocities = true;  ///< coordinates with a prime may
};

/// Where a character stands, both counted from 1; columns in characters, not bytes.
struct place {
  int line = 1, column = 1;
};
/// Place of the character at a byte of a formula's text.
using locator = std::function<place(std::size_t offset)>;
/// For a text that stands alone.
locator places_in(std::string_view text);

/// A mistake in a formula; `what()` says what was expected and found, `at` where.
class formula_error : public input_error {
 public:
  formula_error(const place& where, const std::string& line) : input_error(line), at(where) {}
  place at;
};

/// Operations of a formula that stand in each other, at most: formulas are walked recursively, and deeper ones would
/// exhaust the stack.
inline constexpr int deepest_formula = 1000;

/// Throws formula_error, with all places as `locate` tells them.
expression parse_formula(std::string_view text, const vocabulary& names, const locator& locate);

/// Names that a formula gives a meaning of its own: t, pi and the functions.
const std::vector<std::string>& reserved_names();
/// A letter or underscore, then letters, digits, underscores.
bool is_name(std::string_view text);

}  // namespace unilateral::text
