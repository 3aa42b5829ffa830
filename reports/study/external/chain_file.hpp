#pragma once
/// Another code's chain, as a table of numbers (trajectory_columns.hpp).
///
///   an evolution   t, x0, y0, …, xn, yn [, x0', y0', …]           a row an instant, as a trajectory's; without
///                  velocities they are those that move the nodes from row to row
///   one instant    x0', y0', …, xn', yn' [, theta1 … thetan]      one row; t and x0, y0, … may be there

#include "problems/language/chain.hpp"
#include "reports/study/external/trajectory_file.hpp"

namespace unilateral::study {

/// Of a chain that evolves; tensions are not read. Throws input_error (file, line, column, expected, found).
trajectory_rows read_nodes(const std::string& path, const chain_statement& bound);
/// Throws input_error for the smooth reading: a chain has no accelerations.
foreign_trajectory motion_of_nodes(const trajectory_rows& file, velocity_reading how);

struct chain_instant {
  std::vector<plane_vector<double>> velocities;  ///< of nodes 0 … n
  std::vector<double> tensions;                  ///< of bars 1 … n; empty where the file has none
  std::vector<std::string> not_read{};
  stated_costs costs{};
  double written = 0;  ///< half a unit of the last digit of its largest number
};
chain_instant read_instant(const std::string& path, const chain_statement& bound);

}  // namespace unilateral::study
