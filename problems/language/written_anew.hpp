#pragma once
/// Formulas written in another way, operation by operation (exponentials.hpp, secants.hpp).

#include "problems/language/expression.hpp"

#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace unilateral {

inline bool has_constant_power(const expression& x) { return x.op() == operation::power && x.right().is_constant(); }
inline const rational& number_in(const expression& x) { return x.root().value; }

/// A graph from its leaves up, each node once.
class written_anew {
 public:
  /// What stands for an operation of two operands, which are written anew already; nothing: the same operation of them.
  using rule = std::function<std::optional<expression>(operation, const expression& left, const expression& right)>;

  explicit written_anew(rule of) : rule_(std::move(of)) {}

  expression operator()(const expression& x) {
    if (arity(x.op()) == 0) return x;
    if (const auto known = done_.find(x.pointer().get()); known != done_.end()) return known->second;
    const expression result = made(x);
    done_.emplace(x.pointer().get(), result);
    return result;
  }
  std::vector<expression> operator()(const std::vector<expression>& formulas) {
    std::vector<expression> result;
    for (const expression& x : formulas) result.push_back((*this)(x));
    return result;
  }

 private:
  expression made(const expression& x) {
    const expression left = (*this)(x.left());
    const bool same = left.pointer() == x.left().pointer();
    if (arity(x.op()) == 1) return same ? x : apply(x.op(), left);
    const expression right = (*this)(x.right());
    if (auto other = rule_(x.op(), left, right)) return *std::move(other);
    return same && right.pointer() == x.right().pointer() ? x : apply(x.op(), left, right);
  }

  rule rule_;
  std::unordered_map<const expression::node*, expression> done_;
};

}  // namespace unilateral
