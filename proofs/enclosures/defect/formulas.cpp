#include "proofs/enclosures/defect/formulas.hpp"

#include "problems/language/input_error.hpp"
#include "proofs/enclosures/allowance.hpp"

#include <map>
#include <tuple>
#include <unordered_map>

namespace unilateral::enclosures::defect {

/// Walks the graph of a formula once, leaves first.
class formula_walk {
 public:
  explicit formula_walk(formulas& into) : into_(into) {}

  int visit(const expression& x) {
    if (const auto known = done_.find(x.pointer().get()); known != done_.end()) return known->second;
    const int found = made_of(x);
    done_.emplace(x.pointer().get(), found);
    return found;
  }

 private:
  using node = formulas::node;

  int made_of(const expression& x) {
    const int n = into_.state_size_ / 2;
    switch (x.op()) {
      case operation::constant:
        return number(x.root().value);
      case operation::pi:
        return add({.op = operation::pi});
      case operation::time:
        return add({.op = operation::time});
      case operation::coordinate:
      case operation::velocity:
        if (x.root().index < 0 || x.root().index >= n)
          throw input_error("formula: expected a coordinate number below " + std::to_string(n) + ", found " +
                            std::to_string(x.root().index));
        return add({.op = operation::coordinate, .index = x.root().index + (x.op() == operation::velocity ? n : 0)});
      case operation::parameter:
        throw input_error("formula: expected a value for parameter \"" + x.root().name + "\", found none");
      default:
        break;
    }
    const int left = visit(x.left());
    if (x.op() == operation::power) return power(left, x.right());
    if (x.op() == operation::atan2) return angle(left, visit(x.right()));
    if (arity(x.op()) == 2) {
      const int right = visit(x.right());
      return is_switch(x.op()) && left == right ? left : binary(x.op(), left, right);  // min and max of one number
    }
    return unary(x.op(), left);
  }

  int add(node made) {
    made.constant = made.op == operation::constant || made.op == operation::pi ||
                    (made.left >= 0 && is_constant(made.left) && is_constant(made.right));
    const auto [found, is_new] = numbered_.emplace(made.key(), static_cast<int>(into_.nodes_.size()));
    if (is_new) into_.nodes_.push_back(std::move(made));
    return found->second;
  }
  bool is_constant(int i) const { return i < 0 || into_.nodes_[static_cast<std::size_t>(i)].constant; }
  void weigh(int i) { into_.nodes_[static_cast<std::size_t>(i)].weighted = true; }
  void pair(int i, int companion) { into_.nodes_[static_cast<std::size_t>(i)].right = companion; }

  int number(const rational& value) { return add({.op = operation::constant, .value = value}); }
  int binary(operation op, int left, int right) { return add({.op = op, .left = left, .right = right}); }

  int square_of(int x) { return binary(operation::multiply, x, x); }

  /// The angle of the point (x, y).
  int angle(int y, int x) {
    weigh(x);
    weigh(y);
    const int made = add(
        {.op = operation::atan2, .left = y, .right = x, .index = binary(operation::add, square_of(y), square_of(x))});
    weigh(made);
    return made;
  }

  int unary(operation op, int x) {
    const auto both = [&](operation first, operation second) {
      weigh(x);
      const int a = add({.op = first, .left = x}), b = add({.op = second, .left = x});
      pair(a, b);
      pair(b, a);
      return op == first ? a : b;
    };
    switch (op) {
      case operation::sin:
      case operation::cos:
        return both(operation::sin, operation::cos);
      case operation::sinh:
      case operation::cosh:
        return both(operation::sinh, operation::cosh);
      case operation::tan:
      case operation::tanh: {
        weigh(x);
        const int T = add({.op = op, .left = x});
        pair(T, binary(op == operation::tan ? operation::add : operation::subtract, number(1), square_of(T)));
        return T;
      }
      case operation::asin:
      case operation::acos:
      case operation::atan: {
        const int inside =
            binary(op == operation::atan ? operation::add : operation::subtract, number(1), square_of(x));
        const int made =
            add({.op = op, .left = x, .right = op == operation::atan ? inside : unary(operation::sqrt, inside)});
        weigh(made);
        return made;
      }
      case operation::exp:
        weigh(x);
        break;
      default:
        break;
    }
    const int made = add({.op = op, .left = x});
    if (op == operation::log) weigh(made);
    return made;
  }

  /// Whole exponents by products; rational ones by the differential equation x p' = c x' p; others as exp(g log f).
  int power(int base, const expression& exponent) {
    if (!exponent.is_constant())
      return unary(operation::exp, binary(operation::multiply, visit(exponent), unary(operation::log, base)));
    const rational& c = exponent.root().value;
    if (c.get_den() != 1 || !c.get_num().fits_sint_p()) {
      weigh(base);
      return add({.op = operation::power, .left = base, .value = c});
    }
    const int e = static_cast<int>(c.get_num().get_si());
    int product = -1, square = base;
    for (unsigned left = static_cast<unsigned>(e < 0 ? -e : e); left != 0; left >>= 1) {
      if (left & 1u) product = product < 0 ? square : binary(operation::multiply, product, square);
      if (left > 1) square = binary(operation::multiply, square, square);
    }
    if (product < 0) product = number(1);
    return e < 0 ? binary(operation::divide, number(1), product) : product;
  }

  formulas& into_;
  std::unordered_map<const expression::node*, int> done_;
  std::map<decltype(node{.op = operation::pi}.key()), int> numbered_;
};

formulas::formulas(const std::vector<expression>& outputs, int n) : state_size_(2 * n) {
  formula_walk walk(*this);
  for (const expression& x : outputs) outputs_.push_back(walk.visit(x));
}

series::series(const formulas& of, int orders)
    : of_(&of),
      orders_(orders),
      x_(_arb_vec_init(static_cast<slong>(2 * of.nodes().size() * static_cast<std::size_t>(orders)))) {
  for (std::size_t i = 0; i < of.nodes().size(); ++i)
    if (of.nodes()[i].constant) start(static_cast<int>(i));  // coefficients of higher order stay 0
}

ball series::operator()(std::size_t output, int k) const {
  ball x;
  arb_set(x.raw(), at(of_->output(output), k));
  return x;
}

void series::run(int k, const ball& t, const std::vector<ball>& y_k) {
  const auto& nodes = of_->nodes();
  const slong bits = working_precision::bits();
  allowance::spend(static_cast<std::int64_t>(nodes.size()) * (k + 1));
  for (int i = 0; i < static_cast<int>(nodes.size()); ++i) {
    const formulas::node& node = nodes[static_cast<std::size_t>(i)];
    if (node.constant) continue;
    if (node.op == operation::time) {
      if (k == 0)
        arb_set(at(i, 0), t.raw());
      else
        arb_set_si(at(i, k), k == 1 ? 1 : 0);
    } else if (node.op == operation::coordinate) {
      arb_set(at(i, k), y_k[static_cast<std::size_t>(node.index)].raw());
    } else if (k == 0) {
      start(i);
    } else {
      advance(i, k);
    }
    if (node.weighted) arb_mul_si(weighted(i, k), at(i, k), k, bits);
  }
}

/// Order 0: the operation itself.
void series::start(int i) {
  const formulas::node& node = of_->nodes()[static_cast<std::size_t>(i)];
  const slong bits = working_precision::bits();
  arb_struct *const z = at(i, 0), *const x = node.left < 0 ? nullptr : at(node.left, 0),
                    *const y = node.right < 0 ? nullptr : at(node.right, 0);
  switch (node.op) {
    case operation::constant:
      arb_set(z, ball(node.value).raw());
      break;
    case operation::pi:
      arb_const_pi(z, bits);
      break;
    case operation::add:
      arb_add(z, x, y, bits);
      break;
    case operation::subtract:
      arb_sub(z, x, y, bits);
      break;
    case operation::multiply:
      arb_mul(z, x, y, bits);
      break;
    case operation::divide:
      arb_div(z, x, y, bits);
      break;
    case operation::power:
      if (arb_is_positive(x))
        arb_pow(z, x, ball(node.value).raw(), bits);
      else
        arb_indeterminate(z);
      break;
    case operation::negate:
      arb_neg(z, x);
      break;
    case operation::sin:
      arb_sin(z, x, bits);
      break;
    case operation::cos:
      arb_cos(z, x, bits);
      break;
    case operation::tan:
      arb_tan(z, x, bits);
      break;
    // Angles are analytic where their argument is proved to be inside; atan2 off its cut, the ray x ≤ 0 of y = 0.
    case operation::asin:
    case operation::acos:
      if (!node.constant && !(arb_lt(x, ball(1).raw()) && arb_gt(x, ball(-1).raw())))
        arb_indeterminate(z);
      else if (node.op == operation::asin)
        arb_asin(z, x, bits);
      else
        arb_acos(z, x, bits);
      break;
    case operation::atan:
      arb_atan(z, x, bits);
      break;
    case operation::atan2:  // x is the left operand, the ordinate
      if (node.constant || arb_is_positive(y) || arb_is_positive(x) || arb_is_negative(x))
        arb_atan2(z, x, y, bits);
      else
        arb_indeterminate(z);
      break;
    case operation::sinh:
      arb_sinh(z, x, bits);
      break;
    case operation::cosh:
      arb_cosh(z, x, bits);
      break;
    case operation::tanh:
      arb_tanh(z, x, bits);
      break;
    case operation::exp:
      arb_exp(z, x, bits);
      break;
    case operation::log:
      arb_log(z, x, bits);
      break;
    case operation::sqrt:
      arb_sqrt(z, x, bits);
      break;
    // |x| and sgn x are analytic where the sign is proved; elsewhere nothing is claimed. A constant has no need to be
    // analytic.
    case operation::abs:
      if (node.constant || arb_is_positive(x) || arb_is_negative(x))
        arb_abs(z, x);
      else
        arb_indeterminate(z);
      break;
    case operation::sign:
      if (arb_is_positive(x) || arb_is_negative(x))
        arb_set_si(z, arb_is_positive(x) ? 1 : -1);
      else
        arb_indeterminate(z);
      break;
    case operation::step:
      if (arb_is_positive(x) || arb_is_negative(x))
        arb_set_si(z, arb_is_positive(x) ? 1 : 0);
      else
        arb_indeterminate(z);
      break;
    case operation::min:
    case operation::max:
      if (node.constant)
        node.op == operation::min ? arb_min(z, x, y, bits) : arb_max(z, x, y, bits);
      else if (arb_lt(x, y) || arb_gt(x, y))
        arb_set(z, (arb_gt(x, y) != 0) == (node.op == operation::max) ? x : y);
      else
        arb_indeterminate(z);
      break;
    default:
      arb_indeterminate(z);
      break;
  }
}

/// Order k ≥ 1: (uv)_k = Σ u_j v_{k−j}, and for the others the recurrence of the differential equation they solve.
void series::advance(int i, int k) {
  const formulas::node& node = of_->nodes()[static_cast<std::size_t>(i)];
  const slong bits = working_precision::bits();
  arb_struct* const z = at(i, k);
  const int u = node.left, v = node.right;
  // minus + Σ_{j = from}^{to} a_j b_{k−j}, or minus − Σ …
  const auto convolution = [&](arb_srcptr initial, bool subtract, arb_ptr a_from, arb_ptr b_at_k_minus_from,
                               int terms) {
    arb_dot(z, initial, subtract, a_from, 1, b_at_k_minus_from, -1, terms, bits);
  };
  const auto is_constant = [&](int node_number) {
    return of_->nodes()[static_cast<std::size_t>(node_number)].constant;
  };
  switch (node.op) {
    case operation::add:
      arb_add(z, at(u, k), at(v, k), bits);
      break;
    case operation::subtract:
      arb_sub(z, at(u, k), at(v, k), bits);
      break;
    case operation::negate:
      arb_neg(z, at(u, k));
      break;
    case operation::multiply:
      if (is_constant(u))
        arb_mul(z, at(u, 0), at(v, k), bits);
      else if (is_constant(v))
        arb_mul(z, at(u, k), at(v, 0), bits);
      else
        convolution(nullptr, false, at(u, 0), at(v, k), k + 1);
      break;
    case operation::divide:  // z v = u
      if (is_constant(v))
        arb_set(z, at(u, k));
      else
        convolution(at(u, k), true, at(v, 1), at(i, k - 1), k);
      arb_div(z, z, at(v, 0), bits);
      break;
    case operation::sqrt:  // z² = u
      convolution(at(u, k), true, at(i, 1), at(i, k - 1), k - 1);
      arb_div(z, z, at(i, 0), bits);
      arb_mul_2exp_si(z, z, -1);
      break;
    case operation::sin:
    case operation::sinh:
    case operation::cosh:
    case operation::tan:
    case operation::tanh:  // z' = companion · u'
      convolution(nullptr, false, weighted(u, 1), at(v, k - 1), k);
      arb_div_si(z, z, k, bits);
      break;
    case operation::cos:
      convolution(nullptr, true, weighted(u, 1), at(v, k - 1), k);
      arb_div_si(z, z, k, bits);
      break;
    case operation::exp:  // z' = z u'
      convolution(nullptr, false, weighted(u, 1), at(i, k - 1), k);
      arb_div_si(z, z, k, bits);
      break;
    case operation::log:
    case operation::asin:
    case operation::acos:
    case operation::atan: {  // companion · z' = ±u'; of log the companion is u
      const int c = node.op == operation::log ? u : v;
      convolution(nullptr, false, weighted(i, 1), at(c, k - 1), k - 1);
      arb_div_si(z, z, k, bits);
      if (node.op == operation::acos) {
        arb_add(z, at(u, k), z, bits);
        arb_neg(z, z);
      } else {
        arb_sub(z, at(u, k), z, bits);
      }
      arb_div(z, z, at(c, 0), bits);
      break;
    }
    case operation::atan2: {  // (u² + v²) z' = v u' − u v'
      ball turn;
      arb_dot(turn.raw(), nullptr, 0, weighted(u, 1), 1, at(v, k - 1), -1, k, bits);
      arb_dot(turn.raw(), turn.raw(), 1, weighted(v, 1), 1, at(u, k - 1), -1, k, bits);
      convolution(turn.raw(), true, weighted(i, 1), at(node.index, k - 1), k - 1);
      arb_div_si(z, z, k, bits);
      arb_div(z, z, at(node.index, 0), bits);
      break;
    }
    case operation::power: {  // u z' = c u' z:  k u_0 z_k = Σ_{j=1}^k ((c + 1) j − k) u_j z_{k−j}
      ball weighted_sum;
      arb_dot(weighted_sum.raw(), nullptr, 0, weighted(u, 1), 1, at(i, k - 1), -1, k, bits);
      convolution(nullptr, false, at(u, 1), at(i, k - 1), k);
      const ball factor = ball(rational(node.value + 1)) / ball(k);
      arb_mul(weighted_sum.raw(), weighted_sum.raw(), factor.raw(), bits);
      arb_sub(z, weighted_sum.raw(), z, bits);
      arb_div(z, z, at(u, 0), bits);
      break;
    }
    case operation::abs:
      if (arb_is_positive(at(u, 0)))
        arb_set(z, at(u, k));
      else if (arb_is_negative(at(u, 0)))
        arb_neg(z, at(u, k));
      else
        arb_indeterminate(z);
      break;
    case operation::min:
    case operation::max:
      if (arb_lt(at(u, 0), at(v, 0)) || arb_gt(at(u, 0), at(v, 0)))
        arb_set(z, at((arb_gt(at(u, 0), at(v, 0)) != 0) == (node.op == operation::max) ? u : v, k));
      else
        arb_indeterminate(z);
      break;
    case operation::sign:
    case operation::step:
      if (arb_is_finite(at(i, 0)))
        arb_zero(z);
      else
        arb_indeterminate(z);
      break;
    default:
      arb_indeterminate(z);
      break;
  }
}

std::vector<ball> values(const formulas& of, const ball& t, const std::vector<ball>& y) {
  series s(of, 1);
  s.run(0, t, y);
  std::vector<ball> found;
  for (std::size_t k = 0; k < of.outputs(); ++k) found.push_back(s(k, 0));
  return found;
}

ball tangents::operator()(std::size_t output, int k) const {
  ball x;
  arb_set(x.raw(), at(of_->output(output), k));
  return x;
}

/// z_k ← Σ_j (value of `factor`)_j (tangent of `of`)_{k−j}
void tangents::product(arb_ptr z, int factor, int of, int k) const {
  arb_dot(z, nullptr, 0, along_->at(factor, 0), 1, at(of, k), -1, k + 1, working_precision::bits());
}

/// Tangent k of node i, which holds coefficient k of (its tangent) × (value of `divisor`): divides by the latter.
void tangents::divide(int i, int divisor, int k) const {
  const slong bits = working_precision::bits();
  arb_struct* const z = at(i, k);
  if (k > 0) arb_dot(z, z, 1, along_->at(divisor, 1), 1, at(i, k - 1), -1, k, bits);
  arb_div(z, z, along_->at(divisor, 0), bits);
}

void tangents::run(int k, const std::vector<ball>& η_k, const ball& η_t) {
  const auto& nodes = of_->nodes();
  const slong bits = working_precision::bits();
  allowance::spend(static_cast<std::int64_t>(nodes.size()) * (k + 1));
  ball other;
  for (int i = 0; i < static_cast<int>(nodes.size()); ++i) {
    const formulas::node& node = nodes[static_cast<std::size_t>(i)];
    if (node.constant) continue;  // 0
    arb_struct* const z = at(i, k);
    const int u = node.left, v = node.right;
    switch (node.op) {
      case operation::time:
        if (k == 0) arb_set(z, η_t.raw());
        break;
      case operation::coordinate:
        arb_set(z, η_k[static_cast<std::size_t>(node.index)].raw());
        break;
      case operation::add:
        arb_add(z, at(u, k), at(v, k), bits);
        break;
      case operation::subtract:
        arb_sub(z, at(u, k), at(v, k), bits);
        break;
      case operation::negate:
        arb_neg(z, at(u, k));
        break;
      case operation::multiply:
        product(z, u, v, k);
        product(other.raw(), v, u, k);
        arb_add(z, z, other.raw(), bits);
        break;
      case operation::divide:  // v ż = u̇ − z v̇
        product(other.raw(), i, v, k);
        arb_sub(z, at(u, k), other.raw(), bits);
        divide(i, v, k);
        break;
      case operation::sin:
      case operation::sinh:
      case operation::cosh:
      case operation::tan:
      case operation::tanh:  // ż = companion · u̇
        product(z, v, u, k);
        break;
      case operation::cos:
        product(z, v, u, k);
        arb_neg(z, z);
        break;
      case operation::exp:
        product(z, i, u, k);
        break;
      case operation::sqrt:  // z ż = u̇/2
        arb_mul_2exp_si(z, at(u, k), -1);
        divide(i, i, k);
        break;
      case operation::log:
        arb_set(z, at(u, k));
        divide(i, u, k);
        break;
      case operation::acos:
        arb_neg(z, at(u, k));
        divide(i, v, k);
        break;
      case operation::asin:
      case operation::atan:
        arb_set(z, at(u, k));
        divide(i, v, k);
        break;
      case operation::atan2:  // (u² + v²) ż = v u̇ − u v̇
        product(z, v, u, k);
        product(other.raw(), u, v, k);
        arb_sub(z, z, other.raw(), bits);
        divide(i, node.index, k);
        break;
      case operation::power:  // u ż = c z u̇
        product(z, i, u, k);
        arb_mul(z, z, ball(node.value).raw(), bits);
        divide(i, u, k);
        break;
      case operation::abs:
        if (arb_is_positive(along_->at(u, 0)))
          arb_set(z, at(u, k));
        else if (arb_is_negative(along_->at(u, 0)))
          arb_neg(z, at(u, k));
        else
          arb_indeterminate(z);
        break;
      case operation::min:
      case operation::max: {
        arb_struct *const x = along_->at(u, 0), *const y = along_->at(v, 0);
        if (arb_lt(x, y) || arb_gt(x, y))
          arb_set(z, at((arb_gt(x, y) != 0) == (node.op == operation::max) ? u : v, k));
        else
          arb_indeterminate(z);
        break;
      }
      case operation::sign:
      case operation::step:
        if (!arb_is_finite(along_->at(i, 0))) arb_indeterminate(z);
        break;
      default:
        arb_indeterminate(z);
        break;
    }
  }
}

std::vector<std::vector<ball>> partial_derivatives(const formulas& of, std::size_t first, std::size_t count,
                                                   const ball& t, const std::vector<ball>& y) {
  std::vector<std::vector<ball>> found(count, std::vector<ball>(y.size() + 1));
  series s(of, 1);
  s.run(0, t, y);
  for (std::size_t j = 0; j <= y.size(); ++j) {
    std::vector<ball> direction(y.size());
    if (j < y.size()) direction[j] = 1;
    tangents along(s);
    along.run(0, direction, ball(j == y.size() ? 1 : 0));
    for (std::size_t i = 0; i < count; ++i) found[i][j] = along(first + i, 0);
  }
  return found;
}

}  // namespace unilateral::enclosures::defect
