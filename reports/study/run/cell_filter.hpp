#pragma once
/// Which cells are asked for, by a regular expression from outside: RE2's syntax (ECMAScript's without back references
/// and assertions about what follows), matched in time linear in the length of a name, whatever the expression.

#include <memory>
#include <string>

namespace unilateral::study {

class cell_filter {
 public:
  /// Longest expression in bytes, and nesting of parentheses, that are taken.
  static constexpr std::size_t longest = 10000, deepest = 500;

  /// Empty: every cell. Throws input_error, naming --filter, on an expression that cannot be used.
  explicit cell_filter(const std::string& expression);
  /// Whether the expression is found in the name of the cell. A claim is found by its id as well: "claims/" need not be
  /// written.
  bool admits(const std::string& cell) const;

 private:
  struct compiled;
  std::shared_ptr<const compiled> with_;
};

}  // namespace unilateral::study
