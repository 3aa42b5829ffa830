#pragma once
/// Formulas as data. A problem's mass matrix, forces and gaps are written once, as expressions in time, coordinates and
/// velocities with exact constants; the same formula is then evaluated in any scalar, differentiated, expanded in
/// Taylor series, enclosed in intervals, printed.
///
///     const auto a = coordinate(0), b = coordinate(1);
///     const expression gap = 0.3_x - sin(a) - sin(b);

#include "problems/language/rational.hpp"

#include <concepts>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace unilateral {

enum class operation : unsigned char {
  constant,  ///< node::value
  pi,
  time,        ///< t
  coordinate,  ///< q_i, i = node::index
  velocity,    ///< v_i, i = node::index
  parameter,   ///< named, to be substituted before evaluation
  add,
  subtract,
  multiply,
  divide,  ///< of left and right
  power,   ///< left ^ right
  atan2,   ///< angle of the point (right, left), in ]−π, π]
  min,
  max,  ///< of left and right
  negate,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  sqrt,
  abs,
  sign,  ///< −1, 0 or 1: derivative of abs away from 0
  step   ///< 0, ½ or 1, the half of 1 + sign: what min and max take of either side's derivative
};

/// Whether a formula has a kink or a jump where an operand of this operation (abs, sign, step), or the difference of
/// the two (min, max), is 0.
bool is_switch(operation op);

/// Number of operands: 0, 1 (left) or 2 (left, right).
int arity(operation op);

/// An immutable formula; copies share their nodes, so formulas are directed acyclic graphs.
/// Constructors simplify what is exact (0·x, 1·x, x + 0, arithmetic of rationals, √ of rational squares, sin 0, tanh
/// written with exponentials …).
class expression {
 public:
  struct node {
    operation op;
    rational value;    ///< of a constant
    int index = -1;    ///< of a coordinate or velocity
    std::string name;  ///< of a parameter
    std::shared_ptr<const node> left, right;
    bool grows =
        false;  ///< a term, or a factor of one, is an exponential, sinh or cosh (problems/language/exponentials.hpp)
    bool sinks = false;  ///< a factor divides by what grows
  };

  expression(int value = 0);          // NOLINT: a number is a formula
  expression(const rational& value);  // NOLINT
  /// No formula from a floating number: it would be cut to an integer, say in an `abs(x)` that misses its `using
  /// std::abs;`.
  template <std::floating_point T>
  expression(T) = delete;
  explicit expression(std::shared_ptr<const node> root) : root_(std::move(root)) {}

  const node& root() const { return *root_; }
  const std::shared_ptr<const node>& pointer() const { return root_; }
  operation op() const { return root_->op; }
  expression left() const { return expression(root_->left); }
  expression right() const { return expression(root_->right); }

  bool is_constant() const { return op() == operation::constant; }
  bool is(const rational& value) const { return is_constant() && root_->value == value; }

 private:
  std::shared_ptr<const node> root_;
};

expression time();
expression pi();
expression coordinate(int i);
expression velocity(int i);
expression parameter(const std::string& name);

/// `apply(op, x)` and `apply(op, x, y)` build any operation with the simplifications of the operators below.
expression apply(operation op, const expression& x);
expression apply(operation op, const expression& x, const expression& y);

expression operator+(const expression& x, const expression& y);
expression operator-(const expression& x, const expression& y);
expression operator*(const expression& x, const expression& y);
/// Throws input_error when y is the constant 0.
expression operator/(const expression& x, const expression& y);
expression operator-(const expression& x);
expression pow(const expression& base, const expression& exponent);
expression sin(const expression& x);
expression cos(const expression& x);
expression tan(const expression& x);
/// asin and acos throw input_error on a constant outside [−1, 1].
expression asin(const expression& x);
expression acos(const expression& x);
expression atan(const expression& x);
expression atan2(const expression& y, const expression& x);
expression sinh(const expression& x);
expression cosh(const expression& x);
expression tanh(const expression& x);
expression exp(const expression& x);
expression log(const expression& x);
/// √(y²) is |y|.
expression sqrt(const expression& x);
expression abs(const expression& x);
expression sign(const expression& x);
expression step(const expression& x);
expression min(const expression& x, const expression& y);
expression max(const expression& x, const expression& y);

/// One node, or two trees of the same operations on the same leaves. Two large trees that share no node may count as
/// different.
bool are_written_alike(const expression& x, const expression& y);

/// ∂x/∂variable, where variable is time(), a coordinate, a velocity or a parameter (all others held fixed).
expression derivative(const expression& x, const expression& variable);

/// Total derivative along a motion: ∂/∂t + Σ v_i ∂/∂q_i + Σ acceleration_i ∂/∂v_i.
expression total_derivative(const expression& x, const std::vector<expression>& acceleration);

using parameter_values = std::map<std::string, expression>;
/// Replaces parameters by formulas. Unknown names stay.
expression substitute(const expression& x, const parameter_values& values);

/// Which variables a formula contains, each list sorted and without repetition.
struct variables {
  bool time = false;
  std::vector<int> coordinates, velocities;
  std::vector<std::string> parameters;
  bool none() const { return !time && coordinates.empty() && velocities.empty() && parameters.empty(); }
};
variables variables_of(const expression& x);

/// Infix text as problem files write it; coordinates by name, velocities with a prime.
std::string to_text(const expression& x, const std::vector<std::string>& coordinate_names);

}  // namespace unilateral
