#pragma once
/// A polygon as the instantaneous problem sees it: directions T_i of the bars and, at each joint, c_i = T_i·T_{i+1} and
/// s_i = T_i × T_{i+1}. Lengths do not matter.

#include "problems/language/chain.hpp"
#include "solvers/chain_duality/wide.hpp"

#include <cmath>

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
  std::vector<S> length, angle;       ///< L_{i+1} and the polar angle φ_{i+1} of T_{i+1} at [i]
};

/// Evaluates the nodes of a bound statement in twice the digits, then rounds. A bar of length zero is left with
/// directions that are not numbers.
template <scalar S>
rounded_chain<S> rounded(const chain_statement& bound) {
  using std::atan2;
  using std::sqrt;
  using W = wide_t<S>;
  const std::size_t n = static_cast<std::size_t>(bound.bars());
  const auto narrow = [](const W& x) { return narrowed<S>(x); };
  rounded_chain<S> result;
  W x[2] = {}, T[2] = {};
  for (std::size_t i = 0; i <= n; ++i) {
    const W next[2] = {constant_value<W>(bound.nodes[i][0]), constant_value<W>(bound.nodes[i][1])};
    result.node.emplace_back(narrow(next[0]), narrow(next[1]));
    if (i > 0) {
      const W d[2] = {next[0] - x[0], next[1] - x[1]};
      const W L = sqrt(d[0] * d[0] + d[1] * d[1]), T_next[2] = {d[0] / L, d[1] / L};
      result.length.push_back(narrow(L));
      result.angle.push_back(narrow(atan2(d[1], d[0])));
      result.shape.direction.emplace_back(narrow(T_next[0]), narrow(T_next[1]));
      if (i > 1) {
        result.shape.cosine.push_back(narrow(T[0] * T_next[0] + T[1] * T_next[1]));
        result.shape.sine.push_back(narrow(T[0] * T_next[1] - T[1] * T_next[0]));
      }
      T[0] = T_next[0], T[1] = T_next[1];
    }
    x[0] = next[0], x[1] = next[1];
  }
  return result;
}

}  // namespace unilateral::chain_duality
