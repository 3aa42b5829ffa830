#pragma once
/// On which side of a jump a motion starts, from the exact initial data: 1e-60 beside it no double tells, and the
/// motion may lead the other way.

#include "problems/language/input_error.hpp"
#include "problems/language/many_digits.hpp"
#include "problems/language/statement.hpp"
#include "problems/language/tape.hpp"

#include <optional>
#include <unordered_map>

namespace unilateral::gauss_collocation {

class exact_start {
 public:
  explicit exact_start(const statement& question) : position_(question.position), velocity_(question.velocity) {}

  /// The sign of g just after t = 0: that of its value, or where that is 0 and g no function of velocities, of its
  /// rate; 0 where both are. Nothing where digits don't tell.
  std::optional<int> side(const expression& g) {
    const std::optional<int> now = sign_of(g);
    if (!now || *now != 0 || !variables_of(g).velocities.empty()) return now;
    return sign_of(total_derivative(g, std::vector<expression>(position_.size(), 0)));
  }

 private:
  using fine = mpfr_number<400>;
  using finer = mpfr_number<800>;

  /// Of rational data exactly. Else a value on which both precisions agree within a factor of two is there; a smaller
  /// one may be the rounding of 0.
  std::optional<int> sign_of(const expression& g) {
    try {
      const expression value = at_start(g);
      if (value.is_constant()) return sgn(value.root().value);
      const auto coarse = constant_value<fine>(value).convert_to<finer>(), x = constant_value<finer>(value);
      if (x != 0 && abs(finer(x - coarse)) <= abs(x) / 2) return x > 0 ? 1 : -1;
      return {};
    } catch (const input_error&) {  // it has no value there
      return {};
    }
  }
  /// g with the initial data put in, which makes constants of what is rational.
  expression at_start(const expression& g) {
    switch (g.op()) {
      case operation::time:
        return 0;
      case operation::coordinate:
        return position_[static_cast<std::size_t>(g.root().index)];
      case operation::velocity:
        return velocity_[static_cast<std::size_t>(g.root().index)];
      default:
        break;
    }
    if (arity(g.op()) == 0) return g;
    if (const auto known = done_.find(g.pointer().get()); known != done_.end()) return known->second.made;
    const expression left = at_start(g.left());
    const expression made = arity(g.op()) == 1 ? apply(g.op(), left) : apply(g.op(), left, at_start(g.right()));
    done_.emplace(g.pointer().get(), formula{g, made});
    return made;
  }

  struct formula {
    expression of, made;  ///< the first keeps its address taken
  };
  std::vector<expression> position_, velocity_;
  std::unordered_map<const expression::node*, formula> done_;
};

}  // namespace unilateral::gauss_collocation
