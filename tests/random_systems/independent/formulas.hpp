#pragma once
/// Formulas, evaluated in any kind of dual number. Kinks (of |x|, min, max, sign, √(x²)) have a side each, on which the
/// formula is smooth.

#include "problems/language/expression.hpp"
#include "tests/random_systems/independent/dual.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <stdexcept>
#include <vector>

namespace unilateral::random_systems::independent {

/// Where a formula is evaluated. An absent derivative direction is 0.
struct point {
  double t;
  const double *q, *v;
};

/// Formulas as one list of nodes, operands first.
class formulas {
 public:
  int add(const expression& x) {
    const expression::node* key = &x.root();
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    kept_.push_back(x.pointer());
    node made{x.op(), 0, x.root().index, -1, -1, -1};
    if (x.op() == operation::constant) made.value = x.root().value.get_d();
    const int operands = arity(x.op());
    if (operands >= 1) made.left = add(x.left());
    if (operands == 2) made.right = add(x.right());
    // √(f²) is |f|: its kink is where f is 0.
    if (x.op() == operation::sqrt) {
      const expression inner = x.left();
      const bool square = (inner.op() == operation::power && inner.right().is(2)) ||
                          (inner.op() == operation::multiply && inner.left().pointer() == inner.right().pointer());
      if (square) {
        made.op = operation::abs;
        made.left = add(inner.left());
      }
    }
    switch (made.op) {
      case operation::abs:
      case operation::sign:
      case operation::min:
      case operation::max:
        made.kink = static_cast<int>(kinks_.size());
        kinks_.push_back(static_cast<int>(nodes_.size()));
        side_.push_back(1);
        break;
      default:
        break;
    }
    nodes_.push_back(made);
    const int index = static_cast<int>(nodes_.size()) - 1;
    known_.emplace(key, index);
    return index;
  }

  int kinks() const { return static_cast<int>(kinks_.size()); }
  double side(int k) const { return side_[static_cast<std::size_t>(k)]; }
  void set_side(int k, double s) { side_[static_cast<std::size_t>(k)] = s; }

  /// Nodes that a formula needs, operands first.
  std::vector<int> needed(const std::vector<int>& roots) const {
    std::vector<bool> marked(nodes_.size(), false);
    for (const int r : roots) marked[static_cast<std::size_t>(r)] = true;
    for (std::size_t i = nodes_.size(); i-- > 0;)
      if (marked[i]) {
        if (nodes_[i].left >= 0) marked[static_cast<std::size_t>(nodes_[i].left)] = true;
        if (nodes_[i].right >= 0) marked[static_cast<std::size_t>(nodes_[i].right)] = true;
      }
    std::vector<int> order;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (marked[i]) order.push_back(static_cast<int>(i));
    return order;
  }
  /// Nodes that the argument of kink k needs.
  std::vector<int> needed_by_kink(int k) const {
    const node& x = nodes_[static_cast<std::size_t>(kinks_[static_cast<std::size_t>(k)])];
    return needed(x.right >= 0 ? std::vector<int>{x.left, x.right} : std::vector<int>{x.left});
  }
  bool contains_kink(const std::vector<int>& order, int k) const {
    return std::find(order.begin(), order.end(), kinks_[static_cast<std::size_t>(k)]) != order.end();
  }

  /// Evaluates the nodes of `order` into `slots` (one a node); `leaf(op, index)` has the derivatives of t, q_i and v_i.
  template <class Dual, class Leaf>
  void evaluate(const std::vector<int>& order, const point& at, const Leaf& leaf, std::vector<Dual>& slots) const {
    slots.resize(nodes_.size());
    for (const int i : order)
      slots[static_cast<std::size_t>(i)] = value(nodes_[static_cast<std::size_t>(i)], at, leaf, slots);
  }
  /// The argument of kink k, its operands being evaluated.
  template <class Dual>
  Dual argument(int k, const std::vector<Dual>& slots) const {
    const node& x = nodes_[static_cast<std::size_t>(kinks_[static_cast<std::size_t>(k)])];
    return x.right >= 0 ? slots[static_cast<std::size_t>(x.left)] - slots[static_cast<std::size_t>(x.right)]
                        : slots[static_cast<std::size_t>(x.left)];
  }

 private:
  struct node {
    operation op;
    double value;
    int index, left, right, kink;
  };

  template <class Dual, class Leaf>
  Dual value(const node& x, const point& at, const Leaf& leaf, const std::vector<Dual>& slots) const {
    const auto constant = [](double c) {
      Dual r;
      r.value = c;
      return r;
    };
    const auto l = [&]() -> const Dual& { return slots[static_cast<std::size_t>(x.left)]; };
    const auto r = [&]() -> const Dual& { return slots[static_cast<std::size_t>(x.right)]; };
    const double u = x.left >= 0 ? l().value : 0;
    switch (x.op) {
      case operation::constant:
        return constant(x.value);
      case operation::pi:
        return constant(3.14159265358979323846);
      case operation::time:
        return leaf(at.t, x.op, 0);
      case operation::coordinate:
        return leaf(at.q[x.index], x.op, x.index);
      case operation::velocity:
        return leaf(at.v[x.index], x.op, x.index);
      case operation::add:
        return l() + r();
      case operation::subtract:
        return l() - r();
      case operation::multiply:
        return l() * r();
      case operation::divide:
        return l() * r().inverse();
      case operation::negate:
        return l().times(-1);
      case operation::sin:
        return l().through(std::sin(u), std::cos(u), -std::sin(u));
      case operation::cos:
        return l().through(std::cos(u), -std::sin(u), -std::cos(u));
      case operation::tan: {
        const double f = std::tan(u);
        return l().through(f, 1 + f * f, 2 * f * (1 + f * f));
      }
      case operation::exp:
        return l().through(std::exp(u), std::exp(u), std::exp(u));
      case operation::log:
        return l().through(std::log(u), 1 / u, -1 / (u * u));
      case operation::sqrt: {
        const double f = std::sqrt(u);
        return l().through(f, 0.5 / f, -0.25 / (f * u));
      }
      case operation::asin: {
        const double w = 1 / std::sqrt((1 - u) * (1 + u));
        return l().through(std::asin(u), w, u * w * w * w);
      }
      case operation::acos: {
        const double w = 1 / std::sqrt((1 - u) * (1 + u));
        return l().through(std::acos(u), -w, -u * w * w * w);
      }
      case operation::atan:
        return arctangent(l());
      case operation::sinh:
        return l().through(std::sinh(u), std::cosh(u), std::sinh(u));
      case operation::cosh:
        return l().through(std::cosh(u), std::sinh(u), std::cosh(u));
      case operation::tanh: {
        const double f = std::tanh(u), slope = 1 / (std::cosh(u) * std::cosh(u));
        return l().through(f, slope, -2 * f * slope);
      }
      case operation::atan2: {
        Dual angle = std::abs(r().value) >= std::abs(u) ? arctangent(l() * r().inverse())
                                                        : arctangent(r() * l().inverse()).times(-1);
        angle.value = std::atan2(u, r().value);
        return angle;
      }
      case operation::abs:
        return l().times(side(x.kink));
      case operation::sign:
        return constant(side(x.kink));
      case operation::min:
        return side(x.kink) > 0 ? r() : l();
      case operation::max:
        return side(x.kink) > 0 ? l() : r();
      case operation::power:
        return power(x, l(), r());
      default:
        throw std::runtime_error("independent: a formula with an operation that it does not know");
    }
  }

  template <class Dual>
  static Dual arctangent(const Dual& x) {
    const double w = 1 / (1 + x.value * x.value);
    return x.through(std::atan(x.value), w, -2 * x.value * w * w);
  }

  template <class Dual>
  Dual power(const node& x, const Dual& base, const Dual& exponent) const {
    const double u = base.value, p = exponent.value;
    if (nodes_[static_cast<std::size_t>(x.right)].op == operation::constant) {
      // Past its end, where a step looks before the root is found, a power that is no integer goes on oddly.
      const auto raised = [&](double to) {
        return to == 0 ? 1.0 : u < 0 && to != std::floor(to) ? -std::pow(-u, to) : std::pow(u, to);
      };
      const double df = p == 0 ? 0 : p * raised(p - 1), ddf = p == 0 || p == 1 ? 0 : p * (p - 1) * raised(p - 2);
      return base.through(raised(p), df, ddf);
    }
    const Dual product = exponent * base.through(std::log(u), 1 / u, -1 / (u * u));
    const double f = std::exp(product.value);
    return product.through(f, f, f);
  }

  std::vector<node> nodes_;
  std::vector<int> kinks_;
  std::vector<double> side_;
  std::map<const expression::node*, int> known_;
  std::vector<std::shared_ptr<const expression::node>> kept_;
};

}  // namespace unilateral::random_systems::independent
