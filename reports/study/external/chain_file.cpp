#include "reports/study/external/chain_file.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/external/stated.hpp"

#include <algorithm>
#include <cmath>

namespace unilateral::study {
namespace {

/// "t,x0,y0,…,xn,yn", "x0',y0',…,xn',yn',theta1,…,thetan".
std::string header_of_nodes(const chain_statement& bound) {
  std::string header = bound.evolves ? "t" : "";
  for (const std::string& x : coordinates_of_nodes(bound.bars()))
    header += (header.empty() ? "" : ",") + x + (bound.evolves ? "" : "'");
  if (!bound.evolves)
    for (int i = 1; i <= bound.bars(); ++i) header += ",theta" + std::to_string(i);
  return header;
}

bool is_any(const std::vector<std::string>& names) { return !names.empty(); }

}  // namespace

trajectory_rows read_nodes(const std::string& path, const chain_statement& bound) {
  const std::string wanted = header_of_nodes(bound);
  const number_table table = read_number_table(path, wanted, has_time);
  trajectory_columns columns = columns_of_chain(table, bound.bars());
  if (columns.position.empty())
    table.refuse(table.header_line, "expected a header \"" + wanted + "\", found no positions of nodes");
  for (const std::size_t c : columns.impulse) columns.not_read.push_back(table.names[c]);
  columns.impulse.clear();
  return rows_of(table, columns, 0);
}

foreign_trajectory motion_of_nodes(const trajectory_rows& file, velocity_reading how) {
  if (how == velocity_reading::smooth)
    throw input_error(
        "velocity: expected linear, left, right or mid for a chain, which has no accelerations, found smooth");
  return motion_of_rows(file, how, {});
}

chain_instant read_instant(const std::string& path, const chain_statement& bound) {
  const std::string wanted = header_of_nodes(bound);
  const number_table table = read_number_table(path, wanted, is_any);
  const trajectory_columns columns = columns_of_chain(table, bound.bars());
  if (columns.velocity.empty())
    table.refuse(table.header_line, "expected a header \"" + wanted + "\", found no velocities of nodes");
  if (table.rows.size() != 1)
    table.refuse(table.rows.empty() ? table.header_line : table.rows[1].line,
                 "expected one row, the instant, found " + std::to_string(table.rows.size()));
  const std::vector<double>& cells = table.rows.front().cells;
  chain_instant found{.velocities = {}, .tensions = {}, .not_read = columns.not_read, .costs = stated_in(table).costs};
  for (std::size_t k = 0; k < columns.velocity.size(); k += 2)
    found.velocities.emplace_back(cells[columns.velocity[k]], cells[columns.velocity[k + 1]]);
  for (const std::size_t c : columns.impulse) found.tensions.push_back(cells[c]);
  const digits_written digits = digits_of(table);
  for (const double x : cells)
    found.written = std::max({found.written, digits.unit, digits.relative_unit * std::abs(x)});
  return found;
}

}  // namespace unilateral::study
