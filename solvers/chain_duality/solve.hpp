#pragma once
/// `solve`, for the translation units that instantiate it.

#include "problems/language/input_error.hpp"
#include "solvers/chain_duality/chain_duality.hpp"
#include "solvers/chain_duality/evolution.hpp"

namespace unilateral::chain_duality {

/// Throws input_error unless the question can be asked of this solver.
inline void check(const chain_statement& bound, const request& asked) {
  const auto constant = [](const expression& x, const std::string& where) {
    if (!variables_of(x).none()) throw input_error("chain: " + where + ": expected a number, found " + to_text(x, {}));
  };
  if (bound.bars() < 1)
    throw input_error("chain: nodes: expected at least 2, found " + std::to_string(bound.nodes.size()));
  for (std::size_t i = 0; i < bound.nodes.size(); ++i)
    for (const expression& x : bound.nodes[i])
      if (!x.is_constant()) constant(x, "nodes[" + std::to_string(i) + "]");
  if (!bound.evolves) {
    for (const expression& x : bound.velocity) constant(x, "drive.velocity");
    if (asked.step) throw input_error("request: step: expected none for one instant, found " + to_text(*asked.step));
    if (asked.until) throw input_error("request: until: expected none for one instant, found " + to_text(*asked.until));
    return;
  }
  constant(bound.horizon, "horizon");
  for (const expression& x : bound.path)
    if (const variables used = variables_of(x);
        !used.coordinates.empty() || !used.velocities.empty() || !used.parameters.empty())
      throw input_error("chain: drive.path: expected a formula in t, found " + to_text(x, {}));
  if (asked.step && *asked.step <= 0)
    throw input_error("request: step: expected more than 0, found " + to_text(*asked.step));
  if (asked.until && *asked.until <= 0)
    throw input_error("request: until: expected more than 0, found " + to_text(*asked.until));
}

/// Empty, or why a rounded chain cannot be solved.
template <scalar S>
std::string fault(const rounded_chain<S>& chain) {
  using std::isfinite;
  for (std::size_t i = 0; i < chain.node.size(); ++i)
    if (!isfinite(chain.node[i][0]) || !isfinite(chain.node[i][1]))
      return "node " + std::to_string(i) + " has a coordinate that is not a number";
  for (std::size_t i = 0; i < chain.length.size(); ++i)
    if (!(chain.length[i] > S(0))) return "bar " + std::to_string(i + 1) + " has length zero";
  return {};
}

template <scalar S>
chain_solution<S> solve_one_instant(const chain_statement& bound, const rounded_chain<S>& chain) {
  using std::abs;
  using W = wide_t<S>;
  const auto narrow = [](const W& x) { return narrowed<S>(x); };
  // T_1·U in twice the digits: an exact right angle is seen as one.
  const W d[2] = {constant_value<W>(bound.nodes[1][0]) - constant_value<W>(bound.nodes[0][0]),
                  constant_value<W>(bound.nodes[1][1]) - constant_value<W>(bound.nodes[0][1])};
  const W U[2] = {constant_value<W>(bound.velocity[0]), constant_value<W>(bound.velocity[1])};
  const W product = d[0] * U[0] + d[1] * U[1], size = abs(d[0] * U[0]) + abs(d[1] * U[1]);
  const S T1_U =
      abs(product) <= W(8) * epsilon<W>() * size ? S(0) : narrow(W(product / sqrt(W(d[0] * d[0] + d[1] * d[1]))));

  chain_solution<S> result;
  instant<S> now(chain.shape.bars());
  find_feasible_tensions(chain.shape, now);
  drive(chain.shape, plane_vector<S>(narrow(U[0]), narrow(U[1])), T1_U, now);
  store(std::move(now), result);
  result.counts.force_evaluations = 1;
  result.end_position.resize(2 * static_cast<Eigen::Index>(chain.node.size()));
  for (std::size_t i = 0; i < chain.node.size(); ++i)
    result.end_position.template segment<2>(2 * static_cast<Eigen::Index>(i)) = chain.node[i];
  return result;
}

template <scalar S>
chain_solution<S> solve(const chain_statement& bound, const request& asked) {
  using std::isfinite;
  check(bound, asked);
  const rounded_chain<S> chain = [&] {
    if constexpr (std::is_same_v<S, double>)
      if (!bound.evolves) return rounded_at_one_instant(bound);
    return rounded<S>(bound);
  }();
  chain_solution<S> result;
  if (const std::string reason = fault(chain); !reason.empty()) {
    result.status = "stopped: " + reason;
    return result;
  }
  result = bound.evolves ? evolution<S>(bound, chain, asked).run() : solve_one_instant<S>(bound, chain);
  if (result.completed() && !isfinite(result.dissipation))
    result.status = "stopped: the drive of node 0 is not a number";
  return result;
}

}  // namespace unilateral::chain_duality
