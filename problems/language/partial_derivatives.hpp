#pragma once
/// All partial derivatives of one formula, each at the cost of what depends on its variable: the energy of n bodies, as
/// a sum by halves, has n of them in O(n log n), where n walks over the whole would take n².

#include "problems/language/expression.hpp"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace unilateral {

/// The derivative of an operation from its operands f, g and their derivatives df, dg; of one operand only df counts.
expression chain_rule(const expression& x, const expression& df, const expression& dg);

class partial_derivatives {
 public:
  explicit partial_derivatives(const expression& x);

  /// ∂x/∂variable as `derivative(x, variable)` writes it.
  expression operator()(const expression& variable);

 private:
  /// A node of the graph; operands come before what is made of them.
  struct vertex {
    expression x;
    int left = -1, right = -1;  ///< places of the operands
    std::vector<int> above{};   ///< places of what is made of it
    expression slope;           ///< its derivative by the last variable
    bool depends = false;       ///< on the last variable
  };
  using name = std::tuple<operation, int, std::string>;
  static name name_of(const expression& leaf) { return {leaf.op(), leaf.root().index, leaf.root().name}; }
  const expression& slope(int at) const;

  std::vector<vertex> graph_;
  std::map<name, std::vector<int>> leaves_;
  std::vector<int> cone_;  ///< what depends on the last variable
};

}  // namespace unilateral
