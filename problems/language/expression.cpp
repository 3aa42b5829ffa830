#include "problems/language/expression.hpp"

#include "problems/language/exponentials.hpp"
#include "problems/language/input_error.hpp"
#include "problems/language/partial_derivatives.hpp"

#include <set>
#include <unordered_map>
#include <unordered_set>

namespace unilateral {
namespace {

using node = expression::node;

expression make(operation op, const expression& x, const expression* y = nullptr) {
  auto made = std::make_shared<node>();
  made->op = op;
  made->left = x.pointer();
  if (y != nullptr) made->right = y->pointer();
  switch (op) {
    case operation::exp:
    case operation::sinh:
    case operation::cosh:
      made->grows = true;
      break;
    case operation::add:
    case operation::subtract:
      made->grows = x.root().grows || y->root().grows;
      break;
    case operation::multiply:
      made->grows = x.root().grows || y->root().grows;
      made->sinks = x.root().sinks || y->root().sinks;
      break;
    case operation::divide:
      made->grows = x.root().grows;
      made->sinks = x.root().sinks || y->root().grows;
      break;
    case operation::power:
      if (y->is_constant()) (sgn(y->root().value) > 0 ? made->grows : made->sinks) = x.root().grows;
      break;
    case operation::negate:
      made->sinks = x.root().sinks;
      [[fallthrough]];
    case operation::sqrt:
      made->grows = x.root().grows;
      break;
    default:
      break;
  }
  return expression(made);
}

expression make_leaf(operation op, int index = -1, const std::string& name = {}) {
  auto made = std::make_shared<node>();
  made->op = op;
  made->index = index;
  made->name = name;
  return expression(made);
}

const rational& value_of(const expression& x) { return x.root().value; }

/// Exact square root of a rational square; false where there is none.
bool rational_root(const rational& x, rational& root) {
  if (sgn(x) < 0 || !mpz_perfect_square_p(x.get_num_mpz_t()) || !mpz_perfect_square_p(x.get_den_mpz_t())) return false;
  root = rational(sqrt(x.get_num()), sqrt(x.get_den()));
  return true;
}

/// Constants are folded exactly: parameters that square one another, or powers of powers, would exhaust memory. 2^17
/// bits hold 10^±10000, the largest literal, with room to spare.
constexpr std::size_t longest_constant = std::size_t{1} << 17;

/// Exponents up to here are folded exactly on constants.
constexpr long largest_folded_exponent = 64;

bool small_integer(const expression& x, long& value) {
  if (!x.is_constant() || value_of(x).get_den() != 1 || !value_of(x).get_num().fits_slong_p()) return false;
  value = value_of(x).get_num().get_si();
  return value >= -largest_folded_exponent && value <= largest_folded_exponent;
}

rational integer_power(const rational& base, long exponent) {
  rational result = 1;
  for (long k = 0; k < (exponent < 0 ? -exponent : exponent); ++k) result *= base;
  return exponent < 0 ? rational(1 / result) : result;
}

expression power(const expression& base, const expression& exponent) {
  long e = 0;
  if (small_integer(exponent, e)) {
    if (e == 0) return 1;
    if (e == 1) return base;
    if (base.is_constant() && (e > 0 || sgn(value_of(base)) != 0)) return integer_power(value_of(base), e);
  }
  if (base.is(0) && exponent.is_constant() && sgn(value_of(exponent)) < 0)
    throw input_error("expression: expected a nonzero base of a negative power, found 0");
  if (exponent.is(rational(1, 2))) return sqrt(base);
  return make(operation::power, base, &exponent);
}

bool same_leaf(const expression& x, const expression& y) {
  return x.op() == y.op() && x.root().index == y.root().index && x.root().name == y.root().name;
}

/// Operations compared before two trees count as different: enough for what people write, and trees grown from shared
/// graphs cost no more.
constexpr int longest_comparison = 500;

bool alike(const expression& x, const expression& y, int& left) {
  if (x.pointer() == y.pointer()) return true;
  if (--left < 0 || x.op() != y.op()) return false;
  switch (arity(x.op())) {
    case 0:
      return same_leaf(x, y) && value_of(x) == value_of(y);
    case 1:
      return alike(x.left(), y.left(), left);
    default:
      return alike(x.left(), y.left(), left) && alike(x.right(), y.right(), left);
  }
}

/// Whether x is y² as written, y·y or y^(2k); then fills y.
bool is_square(const expression& x, expression& y) {
  if (x.op() == operation::multiply && are_written_alike(x.left(), x.right())) {
    y = x.left();
    return true;
  }
  long e = 0;
  if (x.op() != operation::power || !small_integer(x.right(), e) || e <= 0 || e % 2 != 0) return false;
  y = power(x.left(), rational(e / 2));
  return true;
}

}  // namespace

bool are_written_alike(const expression& x, const expression& y) {
  int left = longest_comparison;
  return alike(x, y, left);
}

int arity(operation op) {
  switch (op) {
    case operation::constant:
    case operation::pi:
    case operation::time:
    case operation::coordinate:
    case operation::velocity:
    case operation::parameter:
      return 0;
    case operation::add:
    case operation::subtract:
    case operation::multiply:
    case operation::divide:
    case operation::power:
    case operation::atan2:
    case operation::min:
    case operation::max:
      return 2;
    default:
      return 1;
  }
}

bool is_switch(operation op) {
  switch (op) {
    case operation::abs:
    case operation::sign:
    case operation::step:
    case operation::min:
    case operation::max:
      return true;
    default:
      return false;
  }
}

expression::expression(int value) : expression(rational(value)) {}
expression::expression(const rational& value) {
  auto made = std::make_shared<node>();
  made->op = operation::constant;
  made->value = value;
  made->value.canonicalize();  // rational(3, 12) is no canonical fraction, and GMP compares none but those
  if (mpz_sizeinbase(made->value.get_num_mpz_t(), 2) + mpz_sizeinbase(made->value.get_den_mpz_t(), 2) >
      longest_constant)
    throw input_error("expression: expected an exact number of at most " + std::to_string(longest_constant) +
                      " bits, found a longer one");
  root_ = made;
}

expression time() { return make_leaf(operation::time); }
expression pi() { return make_leaf(operation::pi); }
expression coordinate(int i) { return make_leaf(operation::coordinate, i); }
expression velocity(int i) { return make_leaf(operation::velocity, i); }
expression parameter(const std::string& name) { return make_leaf(operation::parameter, -1, name); }

expression operator+(const expression& x, const expression& y) {
  if (x.is_constant() && y.is_constant()) return rational(value_of(x) + value_of(y));
  if (x.is(0)) return y;
  if (y.is(0)) return x;
  if (y.op() == operation::negate) return x - y.left();
  if (x.is_constant() || y.is_constant())
    if (const auto tangent = as_hyperbolic_tangent(value_of(x.is_constant() ? x : y), x.is_constant() ? y : x))
      return *tangent;
  return make(operation::add, x, &y);
}

expression operator-(const expression& x, const expression& y) {
  if (x.is_constant() && y.is_constant()) return rational(value_of(x) - value_of(y));
  if (x.is(0)) return -y;
  if (y.is(0)) return x;
  if (x.pointer() == y.pointer()) return 0;
  if (y.op() == operation::negate) return x + y.left();
  if (x.is_constant())
    if (const auto tangent = as_hyperbolic_tangent(-value_of(x), y)) return -*tangent;
  if (y.is_constant())
    if (const auto tangent = as_hyperbolic_tangent(-value_of(y), x)) return *tangent;
  return make(operation::subtract, x, &y);
}

expression operator*(const expression& x, const expression& y) {
  if (x.is_constant() && y.is_constant()) return rational(value_of(x) * value_of(y));
  if (x.is(0) || y.is(0)) return 0;
  if (x.is(1)) return y;
  if (y.is(1)) return x;
  if (x.is(-1)) return -y;
  if (y.is(-1)) return -x;
  if (x.is(rational(1, 2)) && y.op() == operation::add && y.left().is(1) && y.right().op() == operation::sign)
    return step(y.right().left());
  if (x.op() == operation::negate) return -(x.left() * y);
  if (y.op() == operation::negate) return -(x * y.left());
  return make(operation::multiply, x, &y);
}

expression operator/(const expression& x, const expression& y) {
  if (y.is(0)) throw input_error("expression: expected a nonzero divisor, found 0");
  if (x.is_constant() && y.is_constant()) return rational(value_of(x) / value_of(y));
  if (x.is(0)) return 0;
  if (y.is(1)) return x;
  if (y.is_constant()) return expression(rational(1 / value_of(y))) * x;
  if (x.op() == operation::negate) return -(x.left() / y);
  if (const auto tangent = as_hyperbolic_tangent(x, y)) return *tangent;
  return make(operation::divide, x, &y);
}

expression operator-(const expression& x) {
  if (x.is_constant()) return rational(-value_of(x));
  if (x.op() == operation::negate) return x.left();
  return make(operation::negate, x);
}

expression pow(const expression& base, const expression& exponent) { return power(base, exponent); }
expression sin(const expression& x) { return x.is(0) ? expression(0) : make(operation::sin, x); }
expression cos(const expression& x) { return x.is(0) ? expression(1) : make(operation::cos, x); }
expression tan(const expression& x) { return x.is(0) ? expression(0) : make(operation::tan, x); }
namespace {
void check_sine(const expression& x, const char* of) {
  if (x.is_constant() && abs(value_of(x)) > 1) {
    throw input_error(std::string("expression: expected an argument between -1 and 1 of ") + of + ", found " +
                      to_text(value_of(x)));
  }
}
}  // namespace
expression asin(const expression& x) {
  check_sine(x, "asin");
  return x.is(0) ? expression(0) : make(operation::asin, x);
}
expression acos(const expression& x) {
  check_sine(x, "acos");
  return x.is(1) ? expression(0) : make(operation::acos, x);
}
expression atan(const expression& x) { return x.is(0) ? expression(0) : make(operation::atan, x); }
expression atan2(const expression& y, const expression& x) {
  if (y.is(0) && x.is(0))
    throw input_error("expression: expected a point other than the origin for atan2, found (0, 0)");
  return make(operation::atan2, y, &x);
}
expression sinh(const expression& x) { return x.is(0) ? expression(0) : make(operation::sinh, x); }
expression cosh(const expression& x) { return x.is(0) ? expression(1) : make(operation::cosh, x); }
expression tanh(const expression& x) { return x.is(0) ? expression(0) : make(operation::tanh, x); }
expression exp(const expression& x) { return x.is(0) ? expression(1) : make(operation::exp, x); }
expression log(const expression& x) {
  if (x.is_constant() && sgn(value_of(x)) <= 0)
    throw input_error("expression: expected a positive argument of log, found " + to_text(value_of(x)));
  return x.is(1) ? expression(0) : make(operation::log, x);
}
expression sqrt(const expression& x) {
  if (x.is_constant() && sgn(value_of(x)) < 0)
    throw input_error("expression: expected an argument >= 0 of sqrt, found " + to_text(value_of(x)));
  rational root;
  if (x.is_constant() && rational_root(value_of(x), root)) return root;
  if (expression base; is_square(x, base)) return abs(base);
  return make(operation::sqrt, x);
}
expression abs(const expression& x) {
  if (x.is_constant()) return rational(abs(value_of(x)));
  if (x.op() == operation::negate) return abs(x.left());
  return x.op() == operation::abs ? x : make(operation::abs, x);
}
expression sign(const expression& x) {
  return x.is_constant() ? expression(sgn(value_of(x))) : make(operation::sign, x);
}
expression step(const expression& x) {
  return x.is_constant() ? expression(rational(1 + sgn(value_of(x))) / 2) : make(operation::step, x);
}
expression min(const expression& x, const expression& y) {
  if (x.is_constant() && y.is_constant()) return value_of(x) < value_of(y) ? x : y;
  return x.pointer() == y.pointer() ? x : make(operation::min, x, &y);
}
expression max(const expression& x, const expression& y) {
  if (x.is_constant() && y.is_constant()) return value_of(x) < value_of(y) ? y : x;
  return x.pointer() == y.pointer() ? x : make(operation::max, x, &y);
}

expression apply(operation op, const expression& x) {
  switch (op) {
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
      return sign(x);
    case operation::step:
      return step(x);
    default:
      throw std::logic_error("apply: not a unary operation");
  }
}

expression apply(operation op, const expression& x, const expression& y) {
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
      return power(x, y);
    case operation::atan2:
      return atan2(x, y);
    case operation::min:
      return min(x, y);
    case operation::max:
      return max(x, y);
    default:
      throw std::logic_error("apply: not a binary operation");
  }
}

namespace {

/// Rewrites a graph from its leaves up, each node once.
class rewriting {
 public:
  explicit rewriting(std::function<expression(const expression&)> leaf) : leaf_(std::move(leaf)) {}
  expression operator()(const expression& x) {
    if (const auto known = done_.find(x.pointer().get()); known != done_.end()) return known->second;
    const int n = arity(x.op());
    const expression result = n == 0   ? leaf_(x)
                              : n == 1 ? apply(x.op(), (*this)(x.left()))
                                       : apply(x.op(), (*this)(x.left()), (*this)(x.right()));
    done_.emplace(x.pointer().get(), result);
    return result;
  }

 private:
  std::function<expression(const expression&)> leaf_;
  std::unordered_map<const node*, expression> done_;
};

/// The derivation of the algebra of formulas that has given values on the leaves; each node once.
class derivation {
 public:
  explicit derivation(std::function<expression(const expression&)> leaf) : leaf_(std::move(leaf)) {}
  expression operator()(const expression& x) {
    if (const auto known = done_.find(x.pointer().get()); known != done_.end()) return known->second;
    const expression result = rule(x);
    done_.emplace(x.pointer().get(), result);
    return result;
  }

 private:
  expression rule(const expression& x) {
    const int operands = arity(x.op());
    if (operands == 0) return leaf_(x);
    const expression df = (*this)(x.left());
    return chain_rule(x, df, operands == 1 ? df : (*this)(x.right()));
  }

  std::function<expression(const expression&)> leaf_;
  std::unordered_map<const node*, expression> done_;
};

}  // namespace

expression derivative(const expression& x, const expression& variable) {
  return derivation([&](const expression& leaf) { return expression(same_leaf(leaf, variable) ? 1 : 0); })(x);
}

expression total_derivative(const expression& x, const std::vector<expression>& acceleration) {
  return derivation([&](const expression& leaf) -> expression {
    switch (leaf.op()) {
      case operation::time:
        return 1;
      case operation::coordinate:
        return velocity(leaf.root().index);
      case operation::velocity:
        return acceleration.at(static_cast<std::size_t>(leaf.root().index));
      default:
        return 0;
    }
  })(x);
}

expression substitute(const expression& x, const parameter_values& values) {
  return rewriting([&](const expression& leaf) {
    if (leaf.op() != operation::parameter) return leaf;
    const auto found = values.find(leaf.root().name);
    return found == values.end() ? leaf : found->second;
  })(x);
}

variables variables_of(const expression& x) {
  variables found;
  std::set<int> coordinates, velocities;
  std::set<std::string> parameters;
  std::unordered_set<const node*> seen;
  std::vector<const node*> todo{x.pointer().get()};
  while (!todo.empty()) {
    const node* at = todo.back();
    todo.pop_back();
    if (at == nullptr || !seen.insert(at).second) continue;
    switch (at->op) {
      case operation::time:
        found.time = true;
        break;
      case operation::coordinate:
        coordinates.insert(at->index);
        break;
      case operation::velocity:
        velocities.insert(at->index);
        break;
      case operation::parameter:
        parameters.insert(at->name);
        break;
      default:
        break;
    }
    todo.push_back(at->left.get());
    todo.push_back(at->right.get());
  }
  found.coordinates.assign(coordinates.begin(), coordinates.end());
  found.velocities.assign(velocities.begin(), velocities.end());
  found.parameters.assign(parameters.begin(), parameters.end());
  return found;
}

namespace {

/// Binding strengths of the infix grammar: sums 1, products 2, unary minus 3, powers 4, atoms 5.
struct printed {
  std::string text;
  int strength;
};

std::string enclosed(const printed& x, int least) { return x.strength >= least ? x.text : "(" + x.text + ")"; }

printed print(const expression& x, const std::vector<std::string>& names) {
  const auto name = [&](int i) {
    return i < static_cast<int>(names.size()) ? names[static_cast<std::size_t>(i)] : "q" + std::to_string(i);
  };
  const auto l = [&] { return print(x.left(), names); };
  const auto r = [&] { return print(x.right(), names); };
  const auto call = [&](const char* f) {
    return printed{std::string(f) + "(" + l().text + (arity(x.op()) == 2 ? ", " + r().text : "") + ")", 5};
  };
  switch (x.op()) {
    case operation::constant:
      return {to_text(value_of(x)), value_of(x).get_den() != 1 ? 2 : sgn(value_of(x)) < 0 ? 3 : 5};
    case operation::pi:
      return {"pi", 5};
    case operation::time:
      return {"t", 5};
    case operation::coordinate:
      return {name(x.root().index), 5};
    case operation::velocity:
      return {name(x.root().index) + "'", 5};
    case operation::parameter:
      return {x.root().name, 5};
    case operation::add:
      return {enclosed(l(), 1) + " + " + enclosed(r(), 2), 1};
    case operation::subtract:
      return {enclosed(l(), 1) + " - " + enclosed(r(), 2), 1};
    case operation::multiply:
      return {enclosed(l(), 2) + "*" + enclosed(r(), 3), 2};
    case operation::divide:
      return {enclosed(l(), 2) + "/" + enclosed(r(), 4), 2};
    case operation::negate:
      return {"-" + enclosed(l(), 3), 3};
    case operation::power:
      return {enclosed(l(), 5) + "^" + enclosed(r(), 5), 4};
    case operation::sin:
      return call("sin");
    case operation::cos:
      return call("cos");
    case operation::tan:
      return call("tan");
    case operation::asin:
      return call("asin");
    case operation::acos:
      return call("acos");
    case operation::atan:
      return call("atan");
    case operation::atan2:
      return call("atan2");
    case operation::min:
      return call("min");
    case operation::max:
      return call("max");
    case operation::sinh:
      return call("sinh");
    case operation::cosh:
      return call("cosh");
    case operation::tanh:
      return call("tanh");
    case operation::exp:
      return call("exp");
    case operation::log:
      return call("log");
    case operation::sqrt:
      return call("sqrt");
    case operation::abs:
      return call("abs");
    case operation::sign:
      return call("sign");
    default:
      return {"(1 + sign(" + l().text + "))/2", 2};  // step, which problem files write like this
  }
}

}  // namespace

std::string to_text(const expression& x, const std::vector<std::string>& coordinate_names) {
  return print(x, coordinate_names).text;
}

}  // namespace unilateral
