#include "reports/study/run/cell_list.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/run/data_folder.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <utility>

namespace unilateral::study {
namespace {

const std::string between_names = " | ", after_beginning = ": ";

}  // namespace

cell_list cells_of_run(const std::vector<std::string>& planned, const results& found) {
  cell_list cells;
  for (const std::string& name : planned) cells.emplace(name, cell_state::left_out);
  for (const record& r : found) cells.insert_or_assign(r.cell, cell_state::measured);
  return cells;
}

std::string text_of(const cell_list& cells) {
  std::map<std::pair<std::string, cell_state>, std::string> lines;
  for (const auto& [name, state] : cells) {
    const std::size_t cut = name.rfind('/') + 1;
    std::string& line = lines[{name.substr(0, cut), state}];
    line += (line.empty() ? "" : between_names) + name.substr(cut);
  }
  std::string text;
  for (const auto& [of, names] : lines)
    text += std::string(1, static_cast<char>(of.second)) + " " + of.first + after_beginning + names + "\n";
  return text;
}

cell_list read_cells(const std::string& path) {
  std::ifstream file(path);
  cell_list cells;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    const std::string where = path + ":" + std::to_string(number);
    const std::size_t colon = line.find(after_beginning);
    if (colon == std::string::npos || line[1] != ' ' || std::string("+-?").find(line[0]) == std::string::npos)
      throw input_error(where +
                        ": expected +, - or ? and cells of one beginning, as `unilateral verify --list` writes "
                        "them, found \"" +
                        line.substr(0, 60) + "\"");
    const std::string beginning = line.substr(2, colon - 2), names = line.substr(colon + after_beginning.size());
    for (std::size_t from = 0; from <= names.size();) {
      const std::size_t to = std::min(names.find(between_names, from), names.size());
      const std::string name = beginning + names.substr(from, to - from);
      if (!cells.emplace(name, static_cast<cell_state>(line[0])).second)
        throw input_error(where + ": expected each cell once, found " + name + " again");
      from = to + between_names.size();
    }
  }
  if (cells.empty())
    throw input_error(path + ": expected a list of cells, as `unilateral verify --list` writes, found none");
  return cells;
}

cell_list frozen_cells(bool quick) {
  return read_cells((data_folder() / "reports" / "cells" / (quick ? "quick.txt" : "full.txt")).string());
}

std::vector<std::string> differences(const cell_list& frozen, const std::vector<std::string>& planned,
                                     const results& found, const cell_filter& asked) {
  std::vector<std::string> lines;
  std::set<std::string> measured;
  for (const record& r : found)
    if (!measured.insert(r.cell).second) lines.push_back("twice: " + r.cell);
  const std::set<std::string> in_plan(planned.begin(), planned.end());
  for (const auto& [name, state] : frozen) {
    if (!asked.admits(name) || measured.contains(name)) continue;
    if (!in_plan.contains(name))
      lines.push_back("missing: " + name);
    else if (state == cell_state::measured)
      lines.push_back("missing: " + name + ", which was planned and not measured");
  }
  for (const std::string& name : measured) {
    const auto listed = frozen.find(name);
    if (listed == frozen.end() || listed->second == cell_state::left_out) lines.push_back("extra: " + name);
  }
  for (const std::string& name : in_plan)
    if (asked.admits(name) && !measured.contains(name) && !frozen.contains(name)) lines.push_back("extra: " + name);
  return lines;
}

}  // namespace unilateral::study
