#pragma once
/// Formulas in t, q, v as a list of operations in order of evaluation, and what can be had of them in balls: Taylor
/// coefficients along a motion, and partial derivatives.

#include "problems/language/expression.hpp"
#include "proofs/enclosures/defect/ball.hpp"

#include <tuple>
#include <vector>

namespace unilateral::enclosures::defect {

/// The state is y = (q_0 … q_{n−1}, v_0 … v_{n−1}).
class formulas {
 public:
  struct node {
    operation op;
    int left = -1, right = -1;  ///< operands; of a function of one operand u, `right` is its companion c: z' = c u' of
                                ///< sin, cos, tan, sinh, cosh and tanh, c z' = u' of asin, acos and atan
    int index = -1;             ///< of a leaf: number in y; of atan2: its companion left² + right²
    rational value{};           ///< of a constant; of a power, its exponent
    bool constant = false;      ///< no variable below
    bool weighted = false;      ///< somebody needs k x_k
    auto key() const { return std::tuple(op, left, right, index, value.get_str()); }
  };

  /// n: degrees of freedom. Throws input_error for a parameter without value.
  formulas(const std::vector<expression>& outputs, int n);

  const std::vector<node>& nodes() const { return nodes_; }
  int output(std::size_t k) const { return outputs_[k]; }
  std::size_t outputs() const { return outputs_.size(); }
  int state_size() const { return state_size_; }

 private:
  friend class formula_walk;
  std::vector<node> nodes_;
  std::vector<int> outputs_;
  int state_size_;
};

/// Taylor coefficients of every node, order by order: coefficient k of a node needs those of the inputs up to k only,
/// so the motion of a differential equation can be expanded as it goes [Moore 1966]. On balls that hold all states of a
/// tube, coefficient k holds the coefficients of all motions at all instants of the tube.
class series {
 public:
  /// Room for the coefficients 0 … orders − 1. Constants are evaluated at the precision in force here.
  series(const formulas& of, int orders);
  ~series() { _arb_vec_clear(x_, static_cast<slong>(2 * of_->nodes().size() * static_cast<std::size_t>(orders_))); }
  series(const series&) = delete;
  series& operator=(const series&) = delete;

  /// Coefficient k along the motion handed in: time is t + τ; y_k holds the coefficients of the
  /// components.
  void run(int k, const ball& t, const std::vector<ball>& y_k);
  /// Coefficient k of an output.
  ball operator()(std::size_t output, int k) const;

 private:
  friend class tangents;
  arb_ptr at(int node, int k) const { return x_ + static_cast<std::ptrdiff_t>(node) * orders_ + k; }
  arb_ptr weighted(int node, int k) const {
    return x_ + (static_cast<std::ptrdiff_t>(of_->nodes().size()) + node) * orders_ + k;
  }
  void start(int i);
  void advance(int i, int k);

  const formulas* of_;
  int orders_;
  arb_ptr x_;
};

/// The derivative of a series in a direction (η, η_t) of the states and of the time: coefficient k of a node x is that
/// of Dx(t + τ, y(τ)) (η(τ), η_t). z = g(u) has ż = g'(u) u̇, a product of series or a quotient.
class tangents {
 public:
  /// `along` has run up to every order that is asked for here.
  explicit tangents(const series& along)
      : of_(along.of_),
        along_(&along),
        orders_(along.orders_),
        x_(_arb_vec_init(static_cast<slong>(of_->nodes().size() * static_cast<std::size_t>(orders_)))) {}
  ~tangents() { _arb_vec_clear(x_, static_cast<slong>(of_->nodes().size() * static_cast<std::size_t>(orders_))); }
  tangents(const tangents&) = delete;
  tangents& operator=(const tangents&) = delete;

  /// η_k: coefficients of η; η_t does not change.
  void run(int k, const std::vector<ball>& η_k, const ball& η_t);
  ball operator()(std::size_t output, int k) const;

 private:
  arb_ptr at(int node, int k) const { return x_ + static_cast<std::ptrdiff_t>(node) * orders_ + k; }
  void product(arb_ptr z, int factor, int of, int k) const;
  void divide(int i, int divisor, int k) const;

  const formulas* of_;
  const series* along_;
  int orders_;
  arb_ptr x_;
};

/// ∂(output i)/∂y_j for the outputs first … first + count − 1, on all of the box; in the last column ∂/∂t.
std::vector<std::vector<ball>> partial_derivatives(const formulas& of, std::size_t first, std::size_t count,
                                                   const ball& t, const std::vector<ball>& y);

/// All outputs on a box.
std::vector<ball> values(const formulas& of, const ball& t, const std::vector<ball>& y);

}  // namespace unilateral::enclosures::defect
