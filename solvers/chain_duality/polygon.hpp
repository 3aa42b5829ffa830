#pragma once
/// A polygon as the instantaneous problem sees it: directions T_i of the bars and, at each joint, c_i = T_i·T_{i+1} and
/// s_i = T_i × T_{i+1}. Lengths do not matter.

#include "problems/language/chain.hpp"
#include "problems/language/tape.hpp"
#include "solvers/chain_duality/twofold.hpp"
#include "solvers/chain_duality/wide.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace unilateral::chain_duality {

template <scalar S>
struct polygon {
  std::vector<plane_vector<S>> direction;  ///< T_{i+1} at [i], i = 0 … n − 1
  std::vector<S> cosine, sine;             ///< c_{i+1}, s_{i+1} at [i], i = 0 … n − 2

  int bars() const { return static_cast<int>(direction.size()); }
};

/// Joints from given unit vectors: each c and s within 2 ε of that of the vectors.
template <scalar S>
polygon<S> polygon_of_directions(std::vector<plane_vector<S>> direction) {
  polygon<S> p;
  p.direction = std::move(direction);
  for (std::size_t i = 0; i + 1 < p.direction.size(); ++i) {
    const plane_vector<S>&T = p.direction[i], &T_next = p.direction[i + 1];
    p.cosine.push_back(T[0] * T_next[0] + T[1] * T_next[1]);
    p.sine.push_back(T[0] * T_next[1] - T[1] * T_next[0]);
  }
  return p;
}

/// What exact data amount to in S: every number rounded once.
template <scalar S>
struct rounded_chain {
  polygon<S> shape;
  std::vector<plane_vector<S>> node;  ///< M_0 … M_n
  std::vector<S> length;              ///< L_{i+1} at [i]
  std::vector<S> angle;               ///< the polar angle φ_{i+1} of T_{i+1} at [i]; of a chain that moves
};

/// The bar that ends at node i, from exact data in W.
template <class W>
struct wide_bar {
  std::array<W, 2> d, direction;
  W length;

  wide_bar(const chain_statement& bound, std::size_t i) {
    using std::sqrt;
    for (std::size_t k = 0; k < 2; ++k) {
      const expression &from = bound.nodes[i - 1][k], &to = bound.nodes[i][k];
      d[k] = from.is_constant() && to.is_constant() ? exact<W>(rational(to.root().value - from.root().value))
                                                    : W(constant_value<W>(to) - constant_value<W>(from));
    }
    length = sqrt(W(d[0] * d[0] + d[1] * d[1]));
    for (std::size_t k = 0; k < 2; ++k) direction[k] = d[k] / length;
  }
};

/// c and s of the joint at node i between two bars. Fractions give both exactly but for the lengths, so that a right
/// angle and a straight line are seen, and what is near them to the last digit.
template <class W>
std::array<W, 2> joint(const chain_statement& bound, std::size_t i, const wide_bar<W>& before,
                       const wide_bar<W>& after) {
  using std::abs;
  using std::min;
  const auto &x = before.direction, &y = after.direction;
  const std::array<W, 2> by_directions{W(x[0] * y[0] + x[1] * y[1]), W(x[0] * y[1] - x[1] * y[0])};
  if (min(W(abs(by_directions[0])), W(abs(by_directions[1]))) > W(1) / W(1 << 20)) return by_directions;
  std::array<std::array<rational, 2>, 2> d;
  for (std::size_t bar = 0; bar < 2; ++bar)
    for (std::size_t k = 0; k < 2; ++k) {
      const expression &from = bound.nodes[i - 1 + bar][k], &to = bound.nodes[i + bar][k];
      if (!from.is_constant() || !to.is_constant()) return by_directions;
      d[bar][k] = to.root().value - from.root().value;
    }
  const W lengths = before.length * after.length;
  return {exact<W>(rational(d[0][0] * d[1][0] + d[0][1] * d[1][1])) / lengths,
          exact<W>(rational(d[0][0] * d[1][1] - d[0][1] * d[1][0])) / lengths};
}

/// Evaluates the nodes of a bound statement in twice the digits, then rounds. A bar of length zero is left with
/// directions that are not numbers.
template <scalar S>
rounded_chain<S> rounded(const chain_statement& bound) {
  using std::atan2;
  using W = wide_t<S>;
  const std::size_t n = static_cast<std::size_t>(bound.bars());
  const auto narrow = [](const W& x) { return narrowed<S>(x); };
  rounded_chain<S> result;
  for (const auto& node : bound.nodes)
    result.node.emplace_back(narrow(constant_value<W>(node[0])), narrow(constant_value<W>(node[1])));
  std::optional<wide_bar<W>> last;
  for (std::size_t i = 1; i <= n; ++i) {
    wide_bar<W> bar(bound, i);
    result.length.push_back(narrow(bar.length));
    result.angle.push_back(narrow(atan2(bar.d[1], bar.d[0])));
    result.shape.direction.emplace_back(narrow(bar.direction[0]), narrow(bar.direction[1]));
    if (last) {
      const auto [c, s] = joint(bound, i - 1, *last, bar);
      result.shape.cosine.push_back(narrow(c));
      result.shape.sine.push_back(narrow(s));
    }
    last = std::move(bar);
  }
  return result;
}

/// A bar in the quick numbers of twofold.hpp, and bounds of its relative errors: of T as a vector, and of each
/// component.
struct quick_bar {
  std::array<twofold, 2> T;
  double length = 0, rounding = 0, rounding_of_components = 0;

  quick_bar() = default;
  quick_bar(const chain_statement& bound, std::size_t i, const std::array<twofold, 2>& from,
            const std::array<twofold, 2>& to) {
    // Over a power of two near its length, so that no square leaves the range.
    std::array<twofold, 2> d{to[0] - from[0], to[1] - from[1]};
    const double size = std::max(std::abs(d[0].high), std::abs(d[1].high));
    int power = 0;
    std::frexp(size, &power);
    for (twofold& x : d) x = {std::ldexp(x.high, -power), std::ldexp(x.low, -power)};
    const twofold L = sqrt(d[0] * d[0] + d[1] * d[1]), over_L = reciprocal(L);
    length = std::ldexp(L.high, power);
    double far = 0, least = 1;
    for (std::size_t k = 0; k < 2; ++k) {
      T[k] = d[k] * over_L;
      far = std::max({far, std::abs(from[k].high), std::abs(to[k].high)});
      const expression &x = bound.nodes[i - 1][k], &y = bound.nodes[i][k];
      const bool is_0 = d[k].high == 0 && x.is_constant() && y.is_constant() && x.root().value == y.root().value;
      if (!is_0) least = std::min(least, std::abs(T[k].high));
    }
    // Below 2^-900 what is left of `low` is subnormal.
    rounding = size > 0x1p-900 && far < 0x1p1000 ? twofold_rounding * (8 + 2 * far / size) : 1;
    rounding_of_components = rounding / least;
  }
};

/// Formulas lie all over the memory: those of nodes to come are called for while others are worked on.
inline void prefetch_nodes_after(const chain_statement& bound, std::size_t i) {
  constexpr std::size_t to_formula = 16, to_digits = 8;
  if (i + to_formula >= bound.nodes.size()) return;
  for (const expression& x : bound.nodes[i + to_formula]) __builtin_prefetch(&x.root());
  for (const expression& x : bound.nodes[i + to_digits])
    if (x.is_constant()) {
      __builtin_prefetch(mpq_numref(x.root().value.get_mpq_t())->_mp_d);
      __builtin_prefetch(mpq_denref(x.root().value.get_mpq_t())->_mp_d);
    }
}

/// The same for one instant, which needs no angles, in the quick numbers of twofold.hpp; in the wide ones where those
/// do not do: bars far from the origin or along an axis but for little, joints that are nearly straight, folded or
/// square.
inline rounded_chain<double> rounded_at_one_instant(const chain_statement& bound) {
  constexpr double part_of_a_rounding = 0x1p-60;
  using W = wide_t<double>;
  const std::size_t n = static_cast<std::size_t>(bound.bars());
  rounded_chain<double> result;
  result.node.reserve(n + 1);
  for (std::vector<double>* x : {&result.length, &result.shape.cosine, &result.shape.sine}) x->reserve(n);
  result.shape.direction.reserve(n);
  quick_bar last;
  std::array<twofold, 2> from;
  for (std::size_t i = 0; i <= n; ++i) {
    prefetch_nodes_after(bound, i);
    const std::array<twofold, 2> node{twofold_of(bound.nodes[i][0]), twofold_of(bound.nodes[i][1])};
    result.node.emplace_back(node[0].high, node[1].high);
    if (i > 0) {
      const quick_bar bar(bound, i, from, node);
      if (bar.rounding_of_components <= part_of_a_rounding) {
        result.length.push_back(bar.length);
        result.shape.direction.emplace_back(bar.T[0].high, bar.T[1].high);
      } else {
        const wide_bar<W> exact(bound, i);
        result.length.push_back(narrowed<double>(exact.length));
        result.shape.direction.emplace_back(narrowed<double>(exact.direction[0]), narrowed<double>(exact.direction[1]));
      }
      if (i > 1) {
        double c = (last.T[0] * bar.T[0] + last.T[1] * bar.T[1]).high,
               s = (last.T[0] * bar.T[1] - last.T[1] * bar.T[0]).high;
        if (!(last.rounding + bar.rounding <= part_of_a_rounding * std::min(std::abs(c), std::abs(s)))) {
          const auto exact = joint(bound, i - 1, wide_bar<W>(bound, i - 1), wide_bar<W>(bound, i));
          c = narrowed<double>(exact[0]), s = narrowed<double>(exact[1]);
        }
        result.shape.cosine.push_back(c);
        result.shape.sine.push_back(s);
      }
      last = bar;
    }
    from = node;
  }
  return result;
}

}  // namespace unilateral::chain_duality
