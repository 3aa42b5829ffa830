#pragma once
/// Another code's trajectory, as a table of numbers (number_table.hpp): a header, then one row an instant; times never
/// decrease.
///
///     t, q_1 … q_n, v_1 … v_n [, P_1 … P_m]     columns by their names, or in this order (trajectory_columns.hpp)
///
/// Times that differ by no more than 2^10 ε of the last are one, and so are those that go back by less than 1e-6 of the
/// mean distance of rows: sums of steps are rounded. A row that says the same as the one before, impulse included, was
/// written twice and counts once.
///
/// P, where the file has it, is the impulse of each constraint from the row before to this one (of the jump, in the
/// second of two rows of one time). It is spread evenly over its row, as v is.
///
/// Two rows of one time mark a jump: the first holds v⁻, the second v⁺ (with the same q; what they differ by counts as
/// q that is not the integral of v). Between rows of different times
///
///     v(τ) = v_0 + (v_1 − v_0) τ/h,      q(τ) = q_0 + v_0 τ + (v_1 − v_0) τ²/(2h) + d τ/h,
///     d = q_1 − q_0 − h (v_0 + v_1)/2:
///
/// v is linear as given, q goes through the rows and is third-order accurate in smooth motion (d = O(h³) there). A jump
/// that is not marked is smeared over its row, as the file smears it. Where the file's q is not the integral of its v,
/// d takes it up, and velocities are judged as given.

#include "problems/language/solution.hpp"

#include <string>
#include <vector>

namespace unilateral::study {

struct foreign_trajectory {
  trajectory<double> positions;       ///< q as above
  trajectory<double> velocities;      ///< its velocity is v as above; its position means nothing
  std::vector<impact<double>> jumps;  ///< the marked ones; no active sets, impulses where the file has them
  std::vector<impact<double>>
      rows;  ///< every other row: t and q in its middle, v at its ends; where a jump that is not marked may be
  std::vector<reaction_density<double>> reactions;  ///< the impulses of these rows
  bool has_impulses = false;
  double drift = 0;               ///< sup over the rows of max_i |q_i − q_i(0) − ∫ v_i|, from the sum of the d
  column<double> begin_velocity;  ///< v⁻ of a jump at t = 0
  column<double> end_position, end_velocity;
  std::vector<std::string> not_read{};  ///< names of columns that are none of these
};

/// Throws input_error (file, line, column, expected, found). The first row must be t = 0.
foreign_trajectory read_trajectory(const std::string& path, const std::vector<std::string>& coordinates,
                                   int constraints);

}  // namespace unilateral::study
