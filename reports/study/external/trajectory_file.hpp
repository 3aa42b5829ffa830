#pragma once
/// Another code's trajectory, as a table of numbers (number_table.hpp): a header, then one row an instant; times never
/// decrease.
///
///     t, q_1 … q_n, v_1 … v_n [, P_1 … P_m]     columns by their names, or in this order (trajectory_columns.hpp)
///     # key: value                              velocity, force_evaluations, projections, seconds
///
/// Times that differ by no more than 2^10 ε of the last are one, and so are those that go back by less than 1e-6 of the
/// mean distance of rows: sums of steps are rounded. A row that says the same as the one before, impulse included, was
/// written twice and counts once.
///
/// P, where the file has it, is the impulse of each constraint from the row before to this one (of the jump, in the
/// second of two rows of one time).
///
/// Two rows of one time mark a jump: the first holds v⁻, the second v⁺ (with the same q; what they differ by counts as
/// q that is not the integral of v). Between rows of different times, of h = t_1 − t_0, v is what the reading says:
///
///     linear   v_0 + (v_1 − v_0) τ/h
///     left     v_0
///     right    v_1, as semi-implicit Euler moves q
///     mid      v_0 up to the middle, then v_1, as Moreau's scheme moves q
///     smooth   the derivative of the quintic through q, v and the question's own acceleration at both rows
///              (row_accelerations.hpp); linear where v changes as by an impact
///
/// and q its integral plus d τ/h, with d what q_1 differs by from q_0 + that integral (smooth: from the quintic's,
/// which goes through both; there it counts q_1 − q_0 − h (v_0 + v_1)/2 − h² (a_0 − a_1)/12, and where that is no more
/// than rounding v is not bent to follow it). So velocities are judged as given, and q goes through the rows.
///
/// A jump that is not marked is smeared over its row, as the file smears it; so is P, spread evenly; or both stand
/// where v jumps: at the row's begin (right), middle (mid), end (left).

#include "problems/language/solution.hpp"
#include "problems/language/statement.hpp"
#include "reports/study/external/trajectory_columns.hpp"
#include "reports/study/record/record.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unilateral::study {

/// What the run cost, by its own word.
struct stated_costs {
  std::optional<double> force_evaluations{}, projections{};
  std::optional<double> seconds{};  ///< its own time, without start-up
};

/// A row of the file: its line, its time, and numbers in the problem's order.
struct file_row {
  int line;
  double t;
  column<double> q, v, P;
};

struct trajectory_rows {
  std::vector<file_row> rows;  ///< times that are the same but for rounding made the same, repeated rows left out
  bool has_impulses = false;
  bool has_velocities = true;  ///< a chain's file may have none: then v is what moves q, by the row that it moves over
  std::vector<std::string> not_read{};  ///< names of columns that are none of these
  std::optional<velocity_reading> stated{};
  stated_costs costs{};
  /// Half a unit of the last digit that numbers of the file are written with: the larger of an absolute and a relative
  /// one.
  double unit = 0, relative_unit = 0;

  double last() const { return rows.back().t; }
  /// Rows beyond t say nothing of the motion up to there; the first at t or later stays, with all of its time.
  void forget_after(double t);
  /// The largest distance of two rows.
  double largest_step() const;
  /// Of the largest number of the file: as written, and as made, one rounding a step.
  double rounding_of_all() const;
  /// What rounding alone may make of q_1 − q_0 − h v on the row from k to k + 1, for each coordinate.
  column<double> rounding(std::size_t k) const;
};

/// Throws input_error (file, line, column, expected, found). The first row must be t = 0.
trajectory_rows read_rows(const std::string& path, const std::vector<std::string>& coordinates, int constraints);
/// The same of a table that is read, and columns that are found.
trajectory_rows rows_of(const number_table& table, const trajectory_columns& columns, int constraints);

/// What was asked for; else what the file says; else left or right where nine tenths of the rows that can tell move q
/// so, to the rounding of the file; else linear. A file without velocities moves q by `right`.
reading_facts reading_of(const trajectory_rows& file, std::optional<velocity_reading> asked);

/// v from one row to the next: where a jump is marked, or may be.
struct change_of_velocity {
  std::size_t row;  ///< from this one
  double t;         ///< where v jumps, or the middle
};

struct foreign_trajectory {
  velocity_reading how = velocity_reading::linear;
  trajectory<double> positions;                     ///< q as above
  trajectory<double> velocities;                    ///< its velocity is v as above; its position means nothing
  std::vector<change_of_velocity> changes;          ///< in order of time; one a row but the last
  std::vector<impact<double>> atoms;                ///< those of them whose impulses act at one instant; no active sets
  std::vector<reaction_density<double>> reactions;  ///< the impulses of the others, spread evenly
  double drift = 0;               ///< sup over the rows of max_i |q_i − q_i(0) − ∫ v_i|, from the sum of the d
  column<double> begin_velocity;  ///< v⁻ of a jump at t = 0
  column<double> end_position, end_velocity;
};

/// The system is asked for accelerations by the smooth reading alone.
foreign_trajectory motion_of_rows(const trajectory_rows& file, velocity_reading how, const mechanical_system& bound);

/// A change as an impact: q there, v at its rows; no active set, the impulse where the file has it.
impact<double> impact_at(const trajectory_rows& file, velocity_reading how, const change_of_velocity& here);

}  // namespace unilateral::study
