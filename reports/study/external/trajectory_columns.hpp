#pragma once
/// Which column of another code's trajectory is what. By its name where it has one that is known, in any order; of a
/// problem with coordinates x, y and m constraints
///
///   time         t, time
///   position     x, y;  q0, q1 or q1, q2;  pos_x, x_pos;  of one coordinate also q, pos, position
///   velocity     x', vx, v_x, x_dot, xdot, dx, dx/dt, …;  v0, v1 or v1, v2, also u, dq, qdot;  of one coordinate also
///                v, u, velocity, …
///   impulse      P0, P1 or P1, P2, also p, impulse, lambda, reaction, R, I, J;  of one constraint also without a
///                number
///
/// upper and lower case alike where that is no clash; a coordinate's own name goes before all others. Where every
/// position and velocity has a column, others of unknown names are not read. Where some has none, names that are not
/// known stand for the problem's own order: t, positions, velocities, impulses, and every name that is known must stand
/// where it belongs in it. An impulse is never guessed. What is left in doubt is refused.

#include "reports/study/external/number_table.hpp"

namespace unilateral::study {

struct trajectory_columns {
  std::size_t time;
  std::vector<std::size_t> position, velocity;  ///< a column a coordinate
  std::vector<std::size_t> impulse;             ///< a column a constraint; empty where the file has none
  std::vector<std::string> not_read;            ///< names of the other columns
};

/// "t,x,y,x',y'".
std::string header_of(const std::vector<std::string>& coordinates);

/// Whether one of these names is a column of time.
bool has_time(const std::vector<std::string>& names);

/// Throws input_error (file, line of the header, column, expected, found).
trajectory_columns columns_of(const number_table& table, const std::vector<std::string>& coordinates, int constraints);

/// Of a chain of n bars, by names alone: coordinates x0, y0, …, xn, yn as above (x_0 and x[0] are x0; velocities also
/// ux0), tensions theta1 … thetan, also tension, lambda. Each of the three is there whole or not at all; where there is
/// no column of time, `time` is none. A column of a node or a bar that the chain does not have is refused.
inline constexpr std::size_t no_column = static_cast<std::size_t>(-1);
std::vector<std::string> coordinates_of_nodes(int bars);
trajectory_columns columns_of_chain(const number_table& table, int bars);

}  // namespace unilateral::study
