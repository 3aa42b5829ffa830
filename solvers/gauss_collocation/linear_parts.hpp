#pragma once
/// Sums of multiples of variables in formulas, as x − y: each becomes a variable of its own. On a step its polynomial
/// is known; what the ranges of x and y, each by itself, tell of a small difference is nothing.

#include "problems/language/statement.hpp"

#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace unilateral::gauss_collocation {

class linear_parts {
 public:
  /// constant + Σ coefficient · variable; coefficients without variables, variables t, coordinates and velocities.
  struct sum {
    std::map<std::pair<operation, int>, expression> terms;
    expression constant = 0;
  };

  /// New variables are the coordinates from `first` on.
  linear_parts(const std::vector<expression>& formulas, int first) : first_(first) {
    for (const expression& x : formulas) formulas_.push_back(replaced(x));
  }

  const std::vector<expression>& formulas() const { return formulas_; }
  const std::vector<sum>& sums() const { return sums_; }

 private:
  expression replaced(const expression& x) {
    if (arity(x.op()) == 0) return x;
    if (const auto known = replaced_.find(x.pointer().get()); known != replaced_.end()) return known->second;
    expression made = x;
    if (const auto linear = linear_in(x); linear && linear->terms.size() > 1) {
      made = coordinate(first_ + static_cast<int>(sums_.size()));
      sums_.push_back(*linear);
    } else if (!linear) {
      made = arity(x.op()) == 1 ? apply(x.op(), replaced(x.left()))
                                : apply(x.op(), replaced(x.left()), replaced(x.right()));
    }
    replaced_.emplace(x.pointer().get(), made);
    return made;
  }

  /// Nothing where x is no such sum.
  std::optional<sum> linear_in(const expression& x) {
    if (x.is_constant() || x.op() == operation::pi) return sum{{}, x};
    if (arity(x.op()) == 0) return sum{{{{x.op(), x.op() == operation::time ? 0 : x.root().index}, 1}}, 0};
    if (const auto known = linear_.find(x.pointer().get()); known != linear_.end()) return known->second;
    const std::optional<sum> left = linear_in(x.left()),
                             right = arity(x.op()) == 2 ? linear_in(x.right()) : std::optional<sum>(sum{});
    return linear_.emplace(x.pointer().get(), left && right ? combined(x, *left, *right) : std::nullopt).first->second;
  }
  static std::optional<sum> combined(const expression& x, const sum& left, const sum& right) {
    if (left.terms.empty() && right.terms.empty()) return sum{{}, x};
    switch (x.op()) {
      case operation::negate:
        return multiple(left, -1);
      case operation::add:
        return added(left, right);
      case operation::subtract:
        return added(left, multiple(right, -1));
      case operation::multiply:
        if (left.terms.empty()) return multiple(right, x.left());
        if (right.terms.empty()) return multiple(left, x.right());
        return {};
      case operation::divide:
        if (right.terms.empty()) return multiple(left, 1 / x.right());
        return {};
      default:
        return {};
    }
  }
  static sum added(sum a, const sum& b) {
    a.constant = a.constant + b.constant;
    for (const auto& [variable, coefficient] : b.terms) {
      const auto [place, is_new] = a.terms.try_emplace(variable, coefficient);
      if (!is_new) place->second = place->second + coefficient;
    }
    return a;
  }
  static sum multiple(sum a, const expression& factor) {
    a.constant = factor * a.constant;
    for (auto& [variable, coefficient] : a.terms) coefficient = factor * coefficient;
    return a;
  }

  int first_;
  std::vector<expression> formulas_;
  std::vector<sum> sums_;
  std::unordered_map<const expression::node*, expression> replaced_;
  std::unordered_map<const expression::node*, std::optional<sum>> linear_;
};

}  // namespace unilateral::gauss_collocation
