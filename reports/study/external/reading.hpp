#pragma once
/// A run of another code, read from its file and measured against the reference: the five distances of the whole
/// motion, with v between rows as the reading says (trajectory_file.hpp), and two that no reading enters:
///
///   rows q   the largest |q_i − r_i| at the file's rows, which must cover [0, end] with a spacing of at most two steps
///   rows v   the largest |v_i − w_i| at rows with |t − t_k| > max(2 steps, twice the error of that impact's time) for
///            every impact k of the reference; none where more than a tenth of the rows is left out by that
///
/// The time of an impact in the file is that of the change of velocity that matches it (impacts_of_file.hpp); of an
/// impact that none matches two steps alone are left out.
///
/// A reading has an order of its own between rows, in smooth motion:
///
///                  sup q   L¹, L², Hausdorff v   BL impulse
///   linear           3              2                 2        (q: the integral of v, through the rows)
///   left, right      2              1                 1
///   mid              2              1                 1
///   smooth           6              5                 2
///
/// and an order measured by it can be no higher. That is `limit` of reading_facts.

#include "reports/study/external/trajectory_file.hpp"
#include "reports/study/reference/reference_path.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace unilateral::study {

struct reading_request {
  std::optional<velocity_reading> velocity{};  ///< none: `auto`
  std::optional<double> step{};                ///< of the run that made the file; none: the largest distance of rows
};

struct row_distance {
  std::optional<double> value{};  ///< none: no verdict
  double left_out = 0;            ///< the fraction of the rows that lie too near an impact; of rows q 0
  std::string why_not{};          ///< where there is no verdict
};

struct foreign_run {
  double last = 0;  ///< time of the last row; distances reach to it, or to the end of the instance where that is before
  double step = 0;  ///< as asked, or found
  reading_facts reading{};  ///< without limit and left_out, which belong to a distance
  std::array<std::optional<bounded<double>>, all_distances.size()>
      distances{};  ///< in the order of all_distances; no impulses: none of them
  row_distance rows_q{}, rows_v{};
  row_distance tensions{};  ///< of one instant of a chain: the largest error of those that are determined
  /// What the digits that the file is written with may contribute to each; to rows q and rows v as to sup q and
  /// Hausdorff v. A shift of all times by δ changes q by max |v| δ, v by (a typical |a|) δ where it is smooth, its L¹
  /// norm by its variation times δ, the square of its L² norm by at most 2 max |v| times that, impulses by their sum
  /// times δ.
  std::array<double, all_distances.size()> written{};
  stated_costs costs{};
  bool has_impulses = false;
  std::vector<std::string> not_read{};  ///< names of columns that are not read
};

/// The file of one run. Throws input_error (file, line, column, expected, found) for a bad file. `against` reaches to
/// the end of the instance, a file may end before or after it.
foreign_run measured(const instance& of, const reference_motion<double>& against, const std::string& csv_path,
                     const reading_request& how = {});
/// Of a chain that evolves: columns x0, y0, …, xn, yn (chain_file.hpp); no impulses. Of one instant: rows_v is the
/// largest error of a velocity, and there is no other distance but that of tensions.
foreign_run measured(const chain_instance& of, const reference_motion<double>& against, const std::string& csv_path,
                     const reading_request& how = {});

/// The table above.
double order_of_reading(velocity_reading how, distance_kind kind);

/// "right (its positions move so)", …: for a reader.
std::string text_of(const reading_facts& how);

/// Where the interval of an order reaches the limit of the reading: "v between rows is read as linear, which shows no
/// order above 2". Empty elsewhere.
std::string text_of_limit(const reading_facts& how, const fitted_order& fit);

/// "linear", "left", …; "auto" is none. Throws input_error that begins with `where` otherwise.
std::optional<velocity_reading> reading_named(const std::string& name, const std::string& where);

}  // namespace unilateral::study
