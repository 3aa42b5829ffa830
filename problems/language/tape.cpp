#include "problems/language/tape.hpp"

#include "problems/language/input_error.hpp"

#include <map>
#include <tuple>
#include <unordered_map>

namespace unilateral {
namespace {

/// Where a value lives while slots are not numbered yet.
enum class place : unsigned char { constant, time, position, velocity, result };
struct location {
  place where;
  int number;
  auto operator<=>(const location&) const = default;
};

class builder {
 public:
  explicit builder(int n) { order_.degrees_of_freedom = n; }

  location visit(const expression& x) {
    if (const auto known = done_.find(x.pointer().get()); known != done_.end()) return known->second;
    const location at = place_of(x);
    done_.emplace(x.pointer().get(), at);
    return at;
  }

  evaluation_order finish(const std::vector<location>& outputs) {
    const int n = order_.degrees_of_freedom;
    order_.time_slot = static_cast<int>(order_.constants.size());
    order_.position_slot = order_.time_slot + 1;
    order_.velocity_slot = order_.position_slot + n;
    const int first_result = order_.velocity_slot + n;
    const auto slot = [&](const location& l) {
      switch (l.where) {
        case place::constant:
          return l.number;
        case place::time:
          return order_.time_slot;
        case place::position:
          return order_.position_slot + l.number;
        case place::velocity:
          return order_.velocity_slot + l.number;
        default:
          return first_result + l.number;
      }
    };
    for (std::size_t k = 0; k < work_.size(); ++k) {
      const auto& [op, left, right] = work_[k];
      order_.code.push_back({op, first_result + static_cast<int>(k), slot(left), slot(right)});
    }
    for (const location& l : outputs) order_.outputs.push_back(slot(l));
    order_.slots = first_result + static_cast<int>(work_.size());
    return std::move(order_);
  }

 private:
  location place_of(const expression& x) {
    const int n = order_.degrees_of_freedom;
    switch (x.op()) {
      case operation::constant:
      case operation::pi:
        return constant(x);
      case operation::time:
        order_.uses_time = true;
        return {place::time, 0};
      case operation::coordinate:
      case operation::velocity:
        if (x.root().index < 0 || x.root().index >= n)
          throw input_error("formula: expected a coordinate number below " + std::to_string(n) + ", found " +
                            std::to_string(x.root().index));
        (x.op() == operation::coordinate ? order_.uses_position : order_.uses_velocity) = true;
        return {x.op() == operation::coordinate ? place::position : place::velocity, x.root().index};
      case operation::parameter:
        throw input_error("formula: parameter \"" + x.root().name + "\" has no value");
      default:
        break;
    }
    const location left = visit(x.left());
    if (arity(x.op()) == 1)
      return left.where == place::constant ? constant(x, left.number) : result(x.op(), left, left);
    const location right = visit(x.right());
    if (left.where == place::constant && right.where == place::constant) return constant(x, left.number, right.number);
    if (x.op() == operation::power && x.right().is_constant() && x.right().root().value.get_den() == 1 &&
        x.right().root().value.get_num().fits_slong_p())
      return integer_power(left, x.right().root().value.get_num().get_si());
    return result(x.op(), left, right);
  }

  /// The same constant once: a number by its value, an operation by its operands, which are constants that stand
  /// already.
  location constant(const expression& x, int left = -1, int right = -1) {
    const auto [found, is_new] =
        constants_.emplace(std::tuple(x.op(), x.root().value, left, right), static_cast<int>(order_.constants.size()));
    if (is_new) order_.constants.push_back(x);
    return {place::constant, found->second};
  }

  location result(operation op, const location& left, const location& right) {
    const auto [found, is_new] = results_.emplace(std::tuple(op, left, right), static_cast<int>(work_.size()));
    if (is_new) work_.push_back({op, left, right});
    return {place::result, found->second};
  }

  location integer_power(const location& base, long exponent) {
    const location one = constant(expression(1));
    unsigned long left = static_cast<unsigned long>(exponent < 0 ? -exponent : exponent);
    location product = one, square = base;
    for (bool first = true; left != 0; left >>= 1) {
      if (left & 1u) {
        product = first ? square : result(operation::multiply, product, square);
        first = false;
      }
      if (left > 1) square = result(operation::multiply, square, square);
    }
    return exponent < 0 ? result(operation::divide, one, product) : product;
  }

  evaluation_order order_;
  std::unordered_map<const expression::node*, location> done_;
  std::map<std::tuple<operation, rational, int, int>, int> constants_;
  std::map<std::tuple<operation, location, location>, int> results_;
  std::vector<std::tuple<operation, location, location>> work_;
};

}  // namespace

evaluation_order order_evaluation(const std::vector<expression>& outputs, int degrees_of_freedom) {
  builder b(degrees_of_freedom);
  std::vector<location> places;
  for (const expression& x : outputs) places.push_back(b.visit(x));
  return b.finish(places);
}

}  // namespace unilateral
