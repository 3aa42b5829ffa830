#include "reports/study/trajectory_file.hpp"

#include "problems/language/input_error.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <string_view>

namespace unilateral::study {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\""), last = text.find_last_not_of(" \t\r\"");
  return first == std::string_view::npos ? std::string_view{} : text.substr(first, last - first + 1);
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  while (true) {
    const auto comma = line.find(',');
    cells.push_back(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

}  // namespace

foreign_trajectory read_trajectory(const std::string& path, const std::vector<std::string>& coordinates, int constraints) {
  const std::size_t n = coordinates.size(), m = static_cast<std::size_t>(constraints), without = 2 * n + 1, with = without + m;
  const auto fail = [&](int line, const std::string& what) { throw input_error(path + ":" + std::to_string(line) + ": " + what); };
  std::ifstream file(path);
  if (!file) throw input_error(path + ": expected a readable file, found none");

  std::string header_wanted = "t";
  for (const std::string& c : coordinates) header_wanted += "," + c;
  for (const std::string& c : coordinates) header_wanted += "," + c + "'";

  std::string line;
  int number = 0;
  std::vector<std::vector<double>> rows;
  bool header = false;
  std::size_t columns = without;
  while (std::getline(file, line)) {
    ++number;
    if (trimmed(line).empty() || trimmed(line).front() == '#') continue;
    const auto cells = cells_of(line);
    if (!header && cells.size() == with) columns = with;
    if (cells.size() != columns)
      fail(number, "expected " + std::to_string(columns) + " columns (" + header_wanted + "), found " + std::to_string(cells.size()) +
                       (header || m == 0 ? "" : "; " + std::to_string(with) + " with the impulses of the constraints"));
    if (!header) {
      if (cells[0] != "t") fail(number, "column 1: expected a header \"" + header_wanted + "\", found \"" + std::string(cells[0]) + "\"");
      header = true;
      continue;
    }
    std::vector<double> row(columns);
    for (std::size_t c = 0; c < columns; ++c) {
      const char* const last = cells[c].data() + cells[c].size();
      const auto [rest, error] = std::from_chars(cells[c].data() + (cells[c].starts_with('+') ? 1 : 0), last, row[c]);
      if (error != std::errc() || rest != last || !std::isfinite(row[c])) fail(number, "column " + std::to_string(c + 1) + ": expected a finite number, found \"" + std::string(cells[c]) + "\"");
    }
    if (rows.empty() && row[0] != 0) fail(number, "column 1: expected the first time to be 0, found \"" + std::string(cells[0]) + "\"");
    if (rows.empty())
      for (std::size_t c = without; c < columns; ++c)
        if (row[c] != 0) fail(number, "column " + std::to_string(c + 1) + ": expected no impulse before the first row, found \"" + std::string(cells[c]) + "\"");
    if (!rows.empty() && row[0] < rows.back()[0]) fail(number, "column 1: expected a time not before the last row's, found \"" + std::string(cells[0]) + "\"");
    rows.push_back(std::move(row));
  }
  if (!header) throw input_error(path + ":1: expected a header \"" + header_wanted + "\", found an empty file");
  if (rows.size() < 2 || !(rows.back()[0] > rows.front()[0])) fail(number, "expected at least two rows of different times, found " + std::to_string(rows.size()) + " row(s)");

  const auto dimension = static_cast<Eigen::Index>(n);
  const auto position = [&](const std::vector<double>& row) { return column<double>(Eigen::Map<const column<double>>(row.data() + 1, dimension)); };
  const auto velocity = [&](const std::vector<double>& row) { return column<double>(Eigen::Map<const column<double>>(row.data() + 1 + n, dimension)); };

  const bool has_impulses = columns > without;
  const auto impulse = [&](const std::vector<double>& row) {
    return has_impulses ? column<double>(Eigen::Map<const column<double>>(row.data() + without, static_cast<Eigen::Index>(m))) : column<double>(column<double>::Zero(static_cast<Eigen::Index>(m)));
  };

  foreign_trajectory result{.positions = trajectory<double>(static_cast<int>(n)), .velocities = trajectory<double>(static_cast<int>(n)), .jumps = {}, .rows = {}, .reactions = {},
                            .has_impulses = has_impulses, .drift = 0, .begin_velocity = velocity(rows.front()), .end_position = position(rows.back()), .end_velocity = velocity(rows.back())};
  column<double> drift = column<double>::Zero(dimension);
  std::vector<double> q(3 * n), v(3 * n);
  for (std::size_t k = 0; k + 1 < rows.size(); ++k) {
    const double t = rows[k][0], h = rows[k + 1][0] - t;
    const column<double> q_0 = position(rows[k]), q_1 = position(rows[k + 1]), v_0 = velocity(rows[k]), v_1 = velocity(rows[k + 1]), P = impulse(rows[k + 1]);
    if (h == 0) {
      result.jumps.push_back({.t = t, .q = q_0, .v_minus = v_0, .v_plus = v_1, .impulse = P, .active = {}});
      continue;
    }
    const column<double> d = q_1 - q_0 - h * (v_0 + v_1) / 2;
    drift += d;
    result.drift = std::max(result.drift, drift.lpNorm<Eigen::Infinity>());
    result.rows.push_back({.t = t + h / 2, .q = (q_0 + q_1) / 2, .v_minus = v_0, .v_plus = v_1, .impulse = P, .active = {}});
    for (Eigen::Index c = 0; c < P.size(); ++c)
      if (P[c] != 0) result.reactions.push_back({.constraint = static_cast<int>(c), .from = t, .to = rows[k + 1][0], .coefficients = {P[c] / h}});
    for (std::size_t i = 0; i < n; ++i) {
      const auto e = static_cast<Eigen::Index>(i);
      const double bend = (v_1[e] - v_0[e]) / (2 * h);
      q[3 * i] = v[3 * i] = q_0[e];
      q[3 * i + 1] = v_0[e] + d[e] / h;
      v[3 * i + 1] = v_0[e];
      q[3 * i + 2] = v[3 * i + 2] = bend;
    }
    result.positions.append(rows[k + 1][0], 2, q.data());
    result.velocities.append(rows[k + 1][0], 2, v.data());
  }
  return result;
}

}  // namespace unilateral::study
