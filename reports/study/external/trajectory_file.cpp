#include "reports/study/external/trajectory_file.hpp"

#include "problems/judge/kinetic_metric.hpp"
#include "problems/language/input_error.hpp"
#include "reports/study/external/trajectory_columns.hpp"

#include <algorithm>
#include <cmath>

namespace unilateral::study {
namespace {

/// A row of the file: its line, its time, and numbers in the problem's order.
struct file_row {
  int line;
  double t;
  column<double> q, v, P;
};

/// Times that differ by no more than this are one: roundings of sums of steps.
constexpr double roundings_of_time = 1 << 10;
/// A row that goes back by less than this part of the mean distance of rows does so by rounding.
constexpr double back_by_rounding = 1e-6;

/// Rows in the problem's order, times that are the same but for rounding made the same, repeated rows left out.
std::vector<file_row> rows_of(const number_table& table, const trajectory_columns& columns, int constraints) {
  const auto picked = [](const std::vector<double>& cells, const std::vector<std::size_t>& from) {
    column<double> x(static_cast<Eigen::Index>(from.size()));
    for (std::size_t k = 0; k < from.size(); ++k) x[static_cast<Eigen::Index>(k)] = cells[from[k]];
    return x;
  };
  const auto place = [&](std::size_t c) { return "column " + std::to_string(c + 1) + ": "; };
  double last = 0;
  for (const number_table::row& row : table.rows) last = std::max(last, row.cells[columns.time]);
  const double same = roundings_of_time * epsilon<double>() * last,
               back = std::max(same, back_by_rounding * last / static_cast<double>(table.rows.size()));

  std::vector<file_row> rows;
  for (const number_table::row& row : table.rows) {
    file_row here{row.line, row.cells[columns.time], picked(row.cells, columns.position),
                  picked(row.cells, columns.velocity), picked(row.cells, columns.impulse)};
    if (columns.impulse.empty()) here.P = column<double>::Zero(constraints);
    if (rows.empty()) {
      if (std::abs(here.t) > same)
        table.refuse(row.line,
                     place(columns.time) + "expected the first time to be 0, found \"" + to_text(here.t) + "\"");
      for (std::size_t a = 0; a < columns.impulse.size(); ++a)
        if (here.P[static_cast<Eigen::Index>(a)] != 0)
          table.refuse(row.line, place(columns.impulse[a]) + "expected no impulse before the first row, found \"" +
                                     to_text(here.P[static_cast<Eigen::Index>(a)]) + "\"");
      here.t = 0;
    } else {
      const file_row& before = rows.back();
      if (here.t < before.t - back)
        table.refuse(row.line, place(columns.time) + "expected a time not before the last row's, " + to_text(before.t) +
                                   ", found \"" + to_text(here.t) + "\"");
      if (here.t <= before.t + same) here.t = before.t;
      if (here.t == before.t && here.q == before.q && here.v == before.v && here.P == before.P) continue;
    }
    rows.push_back(std::move(here));
  }
  if (rows.size() < 2 || !(rows.back().t > rows.front().t))
    table.refuse(
        table.rows.empty() ? table.header_line : table.rows.back().line,
        "expected at least two rows of different times, found " + std::to_string(table.rows.size()) + " row(s)");
  return rows;
}

}  // namespace

foreign_trajectory read_trajectory(const std::string& path, const std::vector<std::string>& coordinates,
                                   int constraints) {
  const std::size_t n = coordinates.size();
  const number_table table = read_number_table(path, header_of(coordinates), has_time);
  const trajectory_columns columns = columns_of(table, coordinates, constraints);
  const std::vector<file_row> rows = rows_of(table, columns, constraints);
  const bool has_impulses = !columns.impulse.empty();

  foreign_trajectory result{.positions = trajectory<double>(static_cast<int>(n)),
                            .velocities = trajectory<double>(static_cast<int>(n)),
                            .jumps = {},
                            .rows = {},
                            .reactions = {},
                            .has_impulses = has_impulses,
                            .drift = 0,
                            .begin_velocity = rows.front().v,
                            .end_position = rows.back().q,
                            .end_velocity = rows.back().v,
                            .not_read = columns.not_read};
  column<double> drift = column<double>::Zero(static_cast<Eigen::Index>(n));
  std::vector<double> q(3 * n), v(3 * n);
  for (std::size_t k = 0; k + 1 < rows.size(); ++k) {
    const double t = rows[k].t, h = rows[k + 1].t - t;
    const column<double>&q_0 = rows[k].q, &q_1 = rows[k + 1].q, &v_0 = rows[k].v, &v_1 = rows[k + 1].v,
          &P = rows[k + 1].P;
    const column<double> d = q_1 - q_0 - h * (v_0 + v_1) / 2;
    drift += d;
    result.drift = larger(result.drift, largest_entry(drift));
    if (h == 0) {
      result.jumps.push_back({.t = t, .q = q_0, .v_minus = v_0, .v_plus = v_1, .impulse = P, .active = {}});
      continue;
    }
    result.rows.push_back(
        {.t = t + h / 2, .q = (q_0 + q_1) / 2, .v_minus = v_0, .v_plus = v_1, .impulse = P, .active = {}});
    for (Eigen::Index c = 0; c < P.size(); ++c)
      if (P[c] != 0)
        result.reactions.push_back(
            {.constraint = static_cast<int>(c), .from = t, .to = rows[k + 1].t, .coefficients = {P[c] / h}});
    for (std::size_t i = 0; i < n; ++i) {
      const auto e = static_cast<Eigen::Index>(i);
      const double bend = (v_1[e] - v_0[e]) / (2 * h);
      q[3 * i] = v[3 * i] = q_0[e];
      q[3 * i + 1] = v_0[e] + d[e] / h;
      v[3 * i + 1] = v_0[e];
      q[3 * i + 2] = v[3 * i + 2] = bend;
    }
    result.positions.append(rows[k + 1].t, 2, q.data());
    result.velocities.append(rows[k + 1].t, 2, v.data());
  }
  return result;
}

}  // namespace unilateral::study
