#pragma once
/// Formulas compiled for evaluation in a scalar: common subformulas once, constants once, no allocation when run.

#include "problems/language/exponentials.hpp"
#include "problems/language/scalar.hpp"

#include <unordered_map>
#include <vector>

namespace unilateral {

/// One operation on numbered slots: slot[result] = op(slot[left], slot[right]).
struct instruction {
  operation op;
  int result, left, right;
};

/// The scalar-free part: slots and the order of evaluation.
/// Slot layout: constants, then t, then q, then v, then results in the order of `code`.
struct evaluation_order {
  std::vector<expression> constants;  ///< variable-free formulas, whose value fills slot 0, 1, …
  int time_slot = 0, position_slot = 0, velocity_slot = 0;
  int degrees_of_freedom = 0;
  bool uses_time = false, uses_position = false, uses_velocity = false;
  std::vector<instruction> code;
  std::vector<int> outputs;  ///< slot of each output
  int slots = 0;
};

/// Orders the evaluation of formulas in t, q (n coordinates) and v. Structurally equal subformulas share a slot;
/// constant integer powers become products. Throws input_error when a parameter has no value or an index is beyond n.
evaluation_order order_evaluation(const std::vector<expression>& outputs, int degrees_of_freedom);

/// Value of a variable-free formula.
template <scalar S>
S constant_value(const expression& x);

/// One operation in S.
template <class S>
S evaluate(operation op, const S& x, const S& y) {
  using std::abs;
  using std::acos;
  using std::asin;
  using std::atan;
  using std::atan2;
  using std::cos;
  using std::cosh;
  using std::exp;
  using std::log;
  using std::pow;
  using std::sin;
  using std::sinh;
  using std::sqrt;
  using std::tan;
  using std::tanh;
  switch (op) {
    case operation::add:
      return x + y;
    case operation::subtract:
      return x - y;
    case operation::multiply:
      return x * y;
    case operation::divide:
      return x / y;
    case operation::power:
      return pow(x, y);
    case operation::negate:
      return -x;
    case operation::sin:
      return sin(x);
    case operation::cos:
      return cos(x);
    case operation::tan:
      return tan(x);
    case operation::asin:
      return asin(x);
    case operation::acos:
      return acos(x);
    case operation::atan:
      return atan(x);
    case operation::atan2:
      return atan2(x, y);
    case operation::sinh:
      return sinh(x);
    case operation::cosh:
      return cosh(x);
    case operation::tanh:
      return tanh(x);
    case operation::exp:
      return exp(x);
    case operation::log:
      return log(x);
    case operation::sqrt:
      return sqrt(x);
    case operation::abs:
      return abs(x);
    case operation::sign:
      return x > S(0) ? S(1) : x < S(0) ? S(-1) : S(x - x);  // NaN has none
    case operation::step:
      return x > S(0) ? S(1) : x < S(0) ? S(0) : S(S(1) / S(2) + (x - x));
    case operation::min:
      return x < y ? x : y <= x ? y : S(x + y);  // NaN if either is
    case operation::max:
      return x < y ? y : y <= x ? x : S(x + y);
    default:
      return x;
  }
}

/// Values of variable-free formulas, each node once: a formula is a graph, which as a tree may be exponentially large.
template <scalar S>
class constant_values {
 public:
  S operator()(const expression& x) {
    const int operands = arity(x.op());
    if (operands == 0) return x.op() == operation::pi ? scalar_traits<S>::pi() : exact<S>(x.root().value);
    if (const auto known = done_.find(x.pointer().get()); known != done_.end()) return known->second;
    const S left = (*this)(x.left());
    return done_.emplace(x.pointer().get(), evaluate<S>(x.op(), left, operands == 1 ? S(0) : (*this)(x.right())))
        .first->second;
  }

 private:
  std::unordered_map<const expression::node*, S> done_;
};

template <scalar S>
S constant_value(const expression& x) {
  return constant_values<S>()(x);
}

/// Formulas ready to run in S. Not shared between threads (it owns its slots); copies are independent.
template <scalar S>
class tape {
 public:
  tape() = default;
  /// Exponentials in quotients are moved first (exponentials.hpp).
  tape(const std::vector<expression>& outputs, int degrees_of_freedom)
      : order_(order_evaluation(without_overflow(outputs), degrees_of_freedom)),
        slot_(static_cast<std::size_t>(order_.slots)) {
    constant_values<S> value;
    for (std::size_t k = 0; k < order_.constants.size(); ++k) slot_[k] = value(order_.constants[k]);
  }

  /// Evaluates all outputs at (t, q, v); q and v hold n numbers each and may be null where no formula uses them.
  void run(const S& t, const S* q, const S* v) {
    S* const slot = slot_.data();
    if (order_.uses_time) slot[order_.time_slot] = t;
    if (order_.uses_position)
      for (int i = 0; i < order_.degrees_of_freedom; ++i) slot[order_.position_slot + i] = q[i];
    if (order_.uses_velocity)
      for (int i = 0; i < order_.degrees_of_freedom; ++i) slot[order_.velocity_slot + i] = v[i];
    for (const instruction& c : order_.code) slot[c.result] = evaluate<S>(c.op, slot[c.left], slot[c.right]);
  }

  /// Output k of the last run.
  const S& operator[](int k) const {
    return slot_[static_cast<std::size_t>(order_.outputs[static_cast<std::size_t>(k)])];
  }
  int size() const { return static_cast<int>(order_.outputs.size()); }
  /// True when every output is a constant: then it holds its value without being run.
  bool is_constant() const {
    return order_.code.empty() && !order_.uses_time && !order_.uses_position && !order_.uses_velocity;
  }
  const evaluation_order& order() const { return order_; }

 private:
  evaluation_order order_;
  std::vector<S> slot_;
};

}  // namespace unilateral
