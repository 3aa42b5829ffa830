#include "reports/study/external/trajectory_file.hpp"

#include "problems/judge/kinetic_metric.hpp"
#include "problems/language/input_error.hpp"
#include "reports/study/external/row_accelerations.hpp"
#include "reports/study/external/stated.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace unilateral::study {
namespace {

/// Times that differ by no more than this are one: roundings of sums of steps.
constexpr double roundings_of_time = 1 << 10;
/// A row that goes back by less than this part of the mean distance of rows does so by rounding.
constexpr double back_by_rounding = 1e-6;

/// Rows in the problem's order, times that are the same but for rounding made the same, repeated rows left out.
std::vector<file_row> merged_rows(const number_table& table, const trajectory_columns& columns, int constraints) {
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
  rows.reserve(table.rows.size());
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

/// v of a row: what moved q over the row before; of the first row over the first that has a length.
void give_velocities(std::vector<file_row>& rows) {
  rows.front().v = column<double>::Zero(rows.front().q.size());
  for (std::size_t k = 1; k < rows.size(); ++k) {
    const double h = rows[k].t - rows[k - 1].t;
    rows[k].v = h > 0 ? column<double>((rows[k].q - rows[k - 1].q) / h) : rows[k - 1].v;
  }
  rows.front().v = std::find_if(rows.begin(), rows.end(), [](const file_row& row) { return row.t > 0; })->v;
}

/// Two rows of different times, and what is between them.
struct row_pair {
  const file_row &x, &y;
  double t, h;
  column<double> d;  ///< what q_1 − q_0 is beside the integral of v
};

/// Appends pieces of degree j to positions and velocities: coefficients of q, a column a power.
class pieces {
 public:
  explicit pieces(foreign_trajectory& of) : of_(of) {}

  template <std::size_t Powers>
  void append(double end, const std::array<column<double>, Powers>& q, const std::array<column<double>, Powers>& v) {
    append_to(of_.positions, end, q);
    append_to(of_.velocities, end, v);
  }

 private:
  foreign_trajectory& of_;
  std::vector<double> coefficients_;

  template <std::size_t Powers>
  void append_to(trajectory<double>& path, double end, const std::array<column<double>, Powers>& powers) {
    coefficients_.clear();
    for (int i = 0; i < path.dimension(); ++i)
      for (const column<double>& power : powers) coefficients_.push_back(power[i]);
    path.append(end, static_cast<int>(Powers) - 1, coefficients_.data());
  }
};

void append_linear(pieces& to, const row_pair& r) {
  const column<double> bend = (r.y.v - r.x.v) / (2 * r.h);
  to.append<3>(r.y.t, {r.x.q, r.x.v + r.d / r.h, bend}, {r.x.q, r.x.v, bend});
}

/// v before and after `at`; an end of the row is no place to change.
void append_steps(pieces& to, const row_pair& r, const column<double>& v, double at) {
  const column<double> drift = r.d / r.h;
  if (at <= r.t || at >= r.y.t) return to.append<2>(r.y.t, {r.x.q, v + drift}, {r.x.q, v});
  const column<double> middle = r.x.q + (at - r.t) * (r.x.v + drift);
  to.append<2>(at, {r.x.q, r.x.v + drift}, {r.x.q, r.x.v});
  to.append<2>(r.y.t, {middle, r.y.v + drift}, {middle, r.y.v});
}

/// The quintic through q, v, a at both rows; where d is no more than rounding it goes through q_1 − d, as q is in the
/// linear reading, for 1/h of a rounding would be an error of v.
void append_quintic(pieces& to, const row_pair& r, const std::array<column<double>, 2>& a,
                    const column<double>& rounding) {
  const double h = r.h;
  const column<double> noise = (r.d.cwiseAbs().array() <= rounding.array()).select(r.d, 0),
                       Δq = r.y.q - noise - r.x.q - h * r.x.v - h * h / 2 * a[0], Δv = r.y.v - r.x.v - h * a[0],
                       Δa = a[1] - a[0];
  std::array<column<double>, 6> q{r.x.q,
                                  r.x.v,
                                  a[0] / 2,
                                  (10 * Δq - 4 * h * Δv + h * h / 2 * Δa) / (h * h * h),
                                  (-15 * Δq + 7 * h * Δv - h * h * Δa) / (h * h * h * h),
                                  (6 * Δq - 3 * h * Δv + h * h / 2 * Δa) / (h * h * h * h * h)};
  const auto v = q;
  q[1] += noise / h;
  to.append(r.y.t, q, v);
}

}  // namespace

void trajectory_rows::forget_after(double t) {
  const auto earlier = [](const file_row& row, double when) { return row.t < when; };
  const auto first = std::lower_bound(rows.begin(), rows.end(), t, earlier);
  if (first == rows.end()) return;
  const double kept = first->t;
  rows.erase(std::find_if(first, rows.end(), [&](const file_row& row) { return row.t > kept; }), rows.end());
}

double trajectory_rows::largest_step() const {
  double largest = 0;
  for (std::size_t k = 0; k + 1 < rows.size(); ++k) largest = std::max(largest, rows[k + 1].t - rows[k].t);
  return largest;
}

double trajectory_rows::rounding_of_all() const {
  double largest = 0;
  for (const file_row& row : rows) largest = larger(largest, larger(largest_entry(row.q), largest_entry(row.v)));
  return std::max(unit, relative_unit * largest) + epsilon<double>() * largest * last() / largest_step();
}

column<double> trajectory_rows::rounding(std::size_t k) const {
  const file_row &x = rows[k], &y = rows[k + 1];
  // As written, and 2^3 roundings of what made them.
  const auto of = [&](double size) { return std::max(unit, relative_unit * size) + 8 * epsilon<double>() * size; };
  const double of_h = of(std::abs(x.t)) + of(std::abs(y.t));
  column<double> bound(x.q.size());
  for (Eigen::Index i = 0; i < bound.size(); ++i) {
    const double v = std::max(std::abs(x.v[i]), std::abs(y.v[i]));
    bound[i] = of(std::abs(x.q[i])) + of(std::abs(y.q[i])) + (y.t - x.t) * of(v) + v * of_h;
  }
  return bound;
}

trajectory_rows read_rows(const std::string& path, const std::vector<std::string>& coordinates, int constraints) {
  const number_table table = read_number_table(path, header_of(coordinates), has_time);
  return rows_of(table, columns_of(table, coordinates, constraints), constraints);
}

trajectory_rows rows_of(const number_table& table, const trajectory_columns& columns, int constraints) {
  const stated said = stated_in(table);
  const digits_written digits = digits_of(table);
  std::vector<file_row> rows = merged_rows(table, columns, constraints);
  if (columns.velocity.empty()) give_velocities(rows);
  return {.rows = std::move(rows),
          .has_impulses = !columns.impulse.empty(),
          .has_velocities = !columns.velocity.empty(),
          .not_read = columns.not_read,
          .stated = said.velocity,
          .costs = said.costs,
          .unit = digits.unit,
          .relative_unit = digits.relative_unit};
}

reading_facts reading_of(const trajectory_rows& file, std::optional<velocity_reading> asked) {
  if (!file.has_velocities) return {velocity_reading::right, reading_origin::positions};
  if (asked) return {*asked, reading_origin::option};
  if (file.stated) return {*file.stated, reading_origin::file};
  std::size_t tell = 0, left = 0, right = 0;
  for (std::size_t k = 0; k + 1 < file.rows.size(); ++k) {
    const file_row &x = file.rows[k], &y = file.rows[k + 1];
    const double h = y.t - x.t;
    if (h == 0) continue;
    const column<double> rounding = file.rounding(k);
    const auto moves_by = [&](const column<double>& v) {
      return ((y.q - x.q - h * v).cwiseAbs().array() <= rounding.array()).all();
    };
    // Rounding might make one of a step halfway between them.
    if ((h * (y.v - x.v).cwiseAbs().array() <= 4 * rounding.array()).all()) continue;
    ++tell;
    left += moves_by(x.v);
    right += moves_by(y.v);
  }
  const auto nearly_all = [&](std::size_t rows) { return tell > 0 && 10 * rows >= 9 * tell; };
  if (nearly_all(left)) return {velocity_reading::left, reading_origin::positions};
  if (nearly_all(right)) return {velocity_reading::right, reading_origin::positions};
  return {velocity_reading::linear, reading_origin::nobody};
}

foreign_trajectory motion_of_rows(const trajectory_rows& file, velocity_reading how, const mechanical_system& bound) {
  const std::vector<file_row>& rows = file.rows;
  const auto n = static_cast<int>(rows.front().q.size());
  foreign_trajectory result{.how = how,
                            .positions = trajectory<double>(n),
                            .velocities = trajectory<double>(n),
                            .changes = {},
                            .atoms = {},
                            .reactions = {},
                            .drift = 0,
                            .begin_velocity = rows.front().v,
                            .end_position = rows.back().q,
                            .end_velocity = rows.back().v};
  std::optional<row_accelerations> accelerations;
  if (how == velocity_reading::smooth) accelerations.emplace(bound);
  const bool steps = how == velocity_reading::left || how == velocity_reading::right || how == velocity_reading::mid;
  pieces to(result);
  column<double> drift = column<double>::Zero(n);
  for (std::size_t k = 0; k + 1 < rows.size(); ++k) {
    const file_row &x = rows[k], &y = rows[k + 1];
    const double h = y.t - x.t;
    row_pair r{x, y, x.t, h, y.q - x.q - h / 2 * (x.v + y.v)};
    change_of_velocity change{k, x.t + h / 2};
    if (h == 0) {
      change.t = x.t;
    } else if (how == velocity_reading::left) {
      r.d = y.q - x.q - h * x.v;
      append_steps(to, r, x.v, y.t);
      change.t = y.t;
    } else if (how == velocity_reading::right) {
      r.d = y.q - x.q - h * y.v;
      append_steps(to, r, y.v, x.t);
      change.t = x.t;
    } else if (how == velocity_reading::mid) {
      append_steps(to, r, x.v, change.t);
    } else if (const auto a = accelerations ? accelerations->over(x, y, file.has_impulses) : std::nullopt) {
      r.d -= h * h / 12 * ((*a)[0] - (*a)[1]);
      append_quintic(to, r, *a, file.rounding(k));
    } else {
      append_linear(to, r);
    }
    drift += r.d;
    result.drift = larger(result.drift, largest_entry(drift));
    result.changes.push_back(change);
    if (!y.P.any()) continue;
    if (h == 0 || steps) {
      result.atoms.push_back(impact_at(file, how, change));
      continue;
    }
    for (Eigen::Index c = 0; c < y.P.size(); ++c)
      if (y.P[c] != 0)
        result.reactions.push_back(
            {.constraint = static_cast<int>(c), .from = x.t, .to = y.t, .coefficients = {y.P[c] / h}});
  }
  return result;
}

impact<double> impact_at(const trajectory_rows& file, velocity_reading how, const change_of_velocity& here) {
  const file_row &x = file.rows[here.row], &y = file.rows[here.row + 1];
  impact<double> found{.t = here.t, .q = (x.q + y.q) / 2, .v_minus = x.v, .v_plus = y.v, .impulse = y.P, .active = {}};
  if (here.t == x.t)
    found.q = x.q;
  else if (here.t == y.t)
    found.q = y.q;
  else if (how == velocity_reading::mid)  // as far from the rows as each of the two goes
    found.q += (y.t - x.t) / 4 * (x.v - y.v);
  return found;
}

}  // namespace unilateral::study
