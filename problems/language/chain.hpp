#pragma once
/// Sayah's chain: n rigid bars on a plane with dry friction (unit friction force a node), node 0 driven at U.
/// T_i: unit vector of bar i from node i−1 to node i; θ_i: its tension, θ_{n+1} = 0; u_i: velocity of node i.
///
///     θ_{i+1} T_{i+1} − θ_i T_i ∈ ∂|·|(u_i)       i = 1 … n     (friction)
///     T_i · (u_i − u_{i−1}) = 0,   u_0 = U                       (bars keep their length)
///
/// ∂|·|(u) is u/|u| where u ≠ 0, at rest the unit disc. [Sayah 2004, (5)–(8)].

#include "problems/language/solution.hpp"
#include "problems/language/statement.hpp"

#include <array>

namespace unilateral {

struct chain_statement {
  std::vector<std::array<expression, 2>> nodes;  ///< M_0 … M_n
  parameter_list parameters;
  /// Drive of node 0: either its velocity U (one instant is asked for) …
  std::array<expression, 2> velocity{0, 0};
  /// … or, when `evolves`, its path x_0(t), y_0(t) from t = 0 (where it must start in nodes[0]) to the horizon.
  bool evolves = false;
  std::array<expression, 2> path{0, 0};
  expression horizon = 0;

  int bars() const { return static_cast<int>(nodes.size()) - 1; }
};

/// The statement with every parameter replaced by its value. Throws input_error on an override whose name is no
/// parameter.
chain_statement with_values(const chain_statement& general, const parameter_list& overrides = {});

template <scalar S>
using plane_vector = Eigen::Matrix<S, 2, 1>;

/// The moving part changed at t: node numbers of the last moving node before and after.
template <scalar S>
struct moving_part_change {
  S t;
  int before, after;
};

/// Answer to a `chain_statement`: one instant, or the last instant of an evolution with its path.
template <scalar S>
struct chain_solution {
  std::string status = "completed";
  std::vector<plane_vector<S>> velocities;  ///< of nodes 0 … n
  std::vector<S> tensions;                  ///< θ of bars 1 … n
  int moving = 0;                           ///< number of the last moving node; 0: only the driven one
  S dissipation{};                          ///< Σ_{i ≥ 1} |u_i|, the power lost to friction at the dragged nodes
  S dual_value{};                           ///< −θ_1 T_1·U: equals the dissipation at the optimum
  S end_time{};
  column<S> end_position;  ///< nodes at the end: x_0, y_0, …, x_n, y_n
  trajectory<S> path;      ///< evolution: coordinates x_0, y_0, …, x_n, y_n
  std::vector<moving_part_change<S>> changes;
  std::vector<std::string> warnings;
  work_counts counts;

  bool completed() const { return status == "completed"; }
};

}  // namespace unilateral
