#include "reports/study/external/trajectory_columns.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/external/words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>

namespace unilateral::study {
namespace {

enum class column_kind { time, position, velocity, impulse };

struct column_role {
  column_kind what;
  std::size_t number;  ///< of the coordinate or the constraint
  bool operator==(const column_role&) const = default;
};

/// "v_12", "v[12]", "v(12)", "v12", "v12'" → 12, where the rest is one of these words (case aside).
std::optional<int> index_in(const std::string& name, const std::vector<std::string>& words) {
  const auto digit = name.find_first_of("0123456789");
  if (digit == std::string::npos) return {};
  int number = 0;
  const auto [end, error] = std::from_chars(name.data() + digit, name.data() + name.size(), number);
  if (error != std::errc()) return {};
  std::string before = name.substr(0, digit), after(end, static_cast<std::size_t>(name.data() + name.size() - end));
  if (!before.empty() && (before.back() == '[' || before.back() == '(')) {
    if (after.empty() || after.front() != (before.back() == '[' ? ']' : ')')) return {};
    before.pop_back();
    after.erase(0, 1);
  } else if (!before.empty() && before.back() == '_') {
    before.pop_back();
  }
  const std::string word = lower(before + after);
  return std::find(words.begin(), words.end(), word) != words.end() ? std::optional(number) : std::nullopt;
}

const std::vector<std::string> of_position{"q", "pos", "position"},
    of_velocity{"v", "u", "vel", "velocity", "dq", "qdot", "q_dot", "qd", "q'", "dq/dt", "dqdt"},
    of_impulse{"p", "impulse", "lambda", "λ", "reaction", "r", "i", "j"},
    of_tension{"theta", "θ", "tension", "lambda", "λ"};

/// Names of the velocity of a coordinate.
std::vector<std::string> velocities_of(const std::string& x) {
  return {x + "'",    "v" + x,         "v_" + x,        "v(" + x + ")", "vel" + x,       "vel_" + x, "velocity_" + x,
          x + "_vel", x + "_velocity", x + "_dot",      x + "dot",      "dot_" + x,      x + "_v",   "d" + x,
          "u" + x,    "d_" + x,        "d" + x + "/dt", "d" + x + "dt", "d" + x + "_dt", "D" + x,    x + "_t"};
}
std::vector<std::string> positions_of(const std::string& x) {
  return {x, "q_" + x, "pos_" + x, "position_" + x, x + "_pos", x + "_position"};
}

class reader_of_names {
 public:
  /// Of `others` columns whose names are these words with a number: impulses, or tensions.
  reader_of_names(const std::vector<std::string>& names, const std::vector<std::string>& coordinates,
                  std::size_t others, const std::vector<std::string>& of_others)
      : coordinates_(coordinates),
        others_(others),
        of_others_(of_others),
        first_{first_number(names, of_position, coordinates.size()),
               first_number(names, of_velocity, coordinates.size()), first_number(names, of_others, others)} {}

  /// What a name says; nothing where it says nothing, or two things.
  std::optional<column_role> operator()(const std::string& name) const {
    const std::vector<column_role> exactly = matches(name, [](const std::string& x) { return x; });
    if (exactly.size() == 1) return exactly.front();
    if (!exactly.empty()) return {};
    const std::vector<column_role> about = matches(name, [](const std::string& x) { return lower(x); });
    return about.size() == 1 ? std::optional(about.front()) : std::nullopt;
  }

 private:
  static constexpr int none = -1;

  /// Numbers of a family of names begin with 0, or else with 1.
  static int first_number(const std::vector<std::string>& names, const std::vector<std::string>& words,
                          std::size_t count) {
    std::set<int> found;
    for (const std::string& name : names)
      if (const auto k = index_in(name, words)) found.insert(*k);
    if (found.empty()) return none;
    const int first = std::min(*found.begin(), 1);
    return *found.rbegin() < first + static_cast<int>(count) ? first : none;
  }

  template <class Spelt>
  std::vector<column_role> matches(const std::string& name, const Spelt& spelt) const {
    const std::string here = spelt(name);
    for (std::size_t i = 0; i < coordinates_.size(); ++i)  // a coordinate's own name goes before all others
      if (here == spelt(coordinates_[i])) return {{column_kind::position, i}};
    const auto in = [&](const std::vector<std::string>& names) {
      return std::any_of(names.begin(), names.end(), [&](const std::string& x) { return here == spelt(x); });
    };
    std::vector<column_role> found;
    const auto add = [&](const column_role& r) {
      if (std::find(found.begin(), found.end(), r) == found.end()) found.push_back(r);
    };
    if (in({"t", "time", "T", "Time"})) add({column_kind::time, 0});
    for (std::size_t i = 0; i < coordinates_.size(); ++i) {
      if (in(positions_of(coordinates_[i]))) add({column_kind::position, i});
      if (in(velocities_of(coordinates_[i]))) add({column_kind::velocity, i});
    }
    if (!found.empty()) return found;
    const auto of_a_family = [&](column_kind what, const std::vector<std::string>& words, std::size_t count,
                                 int first) {
      if (count == 1 && std::find(words.begin(), words.end(), lower(name)) != words.end()) add({what, 0});
      const auto k = index_in(name, words);
      if (k && first != none && *k >= first && *k < first + static_cast<int>(count))
        add({what, static_cast<std::size_t>(*k - first)});
    };
    of_a_family(column_kind::position, of_position, coordinates_.size(), first_[0]);
    of_a_family(column_kind::velocity, of_velocity, coordinates_.size(), first_[1]);
    of_a_family(column_kind::impulse, of_others_, others_, first_[2]);
    return found;
  }

  const std::vector<std::string>& coordinates_;
  std::size_t others_;
  const std::vector<std::string>& of_others_;
  std::array<int, 3> first_;
};

}  // namespace

std::string header_of(const std::vector<std::string>& coordinates) {
  std::string header = "t";
  for (const std::string& c : coordinates) header += "," + c;
  for (const std::string& c : coordinates) header += "," + c + "'";
  return header;
}

bool has_time(const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return lower(name) == "t" || lower(name) == "time"; });
}

trajectory_columns columns_of(const number_table& table, const std::vector<std::string>& coordinates, int constraints) {
  const std::size_t n = coordinates.size(), m = static_cast<std::size_t>(constraints), without = 2 * n + 1,
                    with = without + m;
  const reader_of_names read(table.names, coordinates, m, of_impulse);
  const std::string wanted = header_of(coordinates);
  const auto name_of_role = [&](const column_role& r) -> std::string {
    switch (r.what) {
      case column_kind::time:
        return "t";
      case column_kind::position:
        return coordinates[r.number];
      case column_kind::velocity:
        return coordinates[r.number] + "'";
      default:
        return m == 1 ? "P" : "P" + std::to_string(r.number);
    }
  };
  const auto refuse = [&](std::size_t column, const std::string& expected) {
    table.refuse(table.header_line, "column " + std::to_string(column + 1) + ": expected " + expected + ", found \"" +
                                        table.names[column] + "\"");
  };

  // By name.
  constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::size_t time = none;
  std::vector<std::size_t> position(n, none), velocity(n, none), impulse(m, none), unknown;
  const auto column_of = [&](const column_role& r) -> std::size_t& {
    return r.what == column_kind::time       ? time
           : r.what == column_kind::position ? position[r.number]
           : r.what == column_kind::velocity ? velocity[r.number]
                                             : impulse[r.number];
  };
  std::vector<std::optional<column_role>> roles;
  for (std::size_t c = 0; c < table.names.size(); ++c) {
    roles.push_back(read(table.names[c]));
    if (!roles.back()) {
      unknown.push_back(c);
      continue;
    }
    std::size_t& column = column_of(*roles.back());
    if (column != none)
      refuse(c,
             "one column of " + name_of_role(*roles.back()) + ", which column " + std::to_string(column + 1) + " is");
    column = c;
  }
  if (time == none) refuse(0, "a header \"" + wanted + "\" with a column of time");
  const auto are_named = [&](const std::vector<std::size_t>& columns) {
    return std::find(columns.begin(), columns.end(), none) == columns.end();
  };
  const bool some_impulse = std::any_of(impulse.begin(), impulse.end(), [&](std::size_t c) { return c != none; });
  if (!are_named(position) || !are_named(velocity)) {
    // In the problem's order.
    if (table.names.size() != without && table.names.size() != with)
      table.refuse(table.header_line,
                   "expected " + std::to_string(without) + " columns (" + wanted + "), found " +
                       std::to_string(table.names.size()) +
                       (m == 0 ? "" : "; " + std::to_string(with) + " with the impulses of the constraints"));
    std::size_t next = 0;
    for (std::size_t c = 0; c < table.names.size(); ++c) {
      if (c == time) continue;
      const column_role here = next < n       ? column_role{column_kind::position, next}
                               : next < 2 * n ? column_role{column_kind::velocity, next - n}
                                              : column_role{column_kind::impulse, next - 2 * n};
      ++next;
      if (roles[c] ? *roles[c] != here : here.what == column_kind::impulse)
        refuse(c, name_of_role(here) + " in a header like \"" + wanted + "\"");
      column_of(here) = c;
    }
    unknown.clear();
  } else if (some_impulse && !are_named(impulse)) {
    const std::size_t missing =
        static_cast<std::size_t>(std::find(impulse.begin(), impulse.end(), none) - impulse.begin());
    table.refuse(table.header_line, "expected the impulses of all " + std::to_string(m) +
                                        " constraints or of none, found no column " +
                                        name_of_role({column_kind::impulse, missing}));
  }
  if (!are_named(impulse)) impulse.clear();
  trajectory_columns found{.time = time,
                           .position = std::move(position),
                           .velocity = std::move(velocity),
                           .impulse = std::move(impulse),
                           .not_read = {}};
  for (const std::size_t c : unknown) found.not_read.push_back(table.names[c]);
  return found;
}

std::vector<std::string> coordinates_of_nodes(int bars) {
  std::vector<std::string> names;
  for (int i = 0; i <= bars; ++i)
    for (const char* const axis : {"x", "y"}) names.push_back(axis + std::to_string(i));
  return names;
}

namespace {

/// Refuses a column that speaks of a node or of a bar that the chain does not have: to leave it unread would measure
/// another chain than the file is of. Of a chain one bar longer, to which all numbers beyond are cut, it has a role.
void refuse_beyond(const number_table& table, std::vector<std::string> names, int bars) {
  for (std::string& name : names) {
    const auto digit = name.find_first_of("0123456789");
    if (digit == std::string::npos) continue;
    int number = 0;
    const auto [end, error] = std::from_chars(name.data() + digit, name.data() + name.size(), number);
    if (error != std::errc() || number > bars)
      name.replace(digit, static_cast<std::size_t>(end - name.data()) - digit, std::to_string(bars + 1));
  }
  const auto n = static_cast<std::size_t>(bars);
  const std::vector<std::string> coordinates = coordinates_of_nodes(bars + 1);
  const reader_of_names longer(names, coordinates, n + 1, of_tension);
  for (std::size_t c = 0; c < names.size(); ++c)
    if (const auto role = longer(names[c]);
        role && role->what != column_kind::time && role->number >= (role->what == column_kind::impulse ? n : 2 * n + 2))
      table.refuse(table.header_line, "column " + std::to_string(c + 1) + ": expected nodes 0 to " +
                                          std::to_string(bars) + " and " + std::to_string(bars) +
                                          (bars == 1 ? " bar" : " bars") + ", found \"" + table.names[c] + "\"");
}

}  // namespace

trajectory_columns columns_of_chain(const number_table& table, int bars) {
  const std::vector<std::string> coordinates = coordinates_of_nodes(bars);
  const auto n = static_cast<std::size_t>(bars);
  std::vector<std::string> names = table.names;  // x_0, x[0] → x0
  for (std::string& name : names)
    std::erase_if(name, [](char c) { return c == '_' || c == '[' || c == ']' || c == '(' || c == ')'; });
  refuse_beyond(table, names, bars);
  const reader_of_names read(names, coordinates, n, of_tension);
  trajectory_columns found{.time = no_column,
                           .position = std::vector<std::size_t>(coordinates.size(), no_column),
                           .velocity = std::vector<std::size_t>(coordinates.size(), no_column),
                           .impulse = std::vector<std::size_t>(n, no_column),
                           .not_read = {}};
  for (std::size_t c = 0; c < names.size(); ++c) {
    const std::optional<column_role> role = read(names[c]);
    if (!role) {
      found.not_read.push_back(table.names[c]);
      continue;
    }
    std::size_t& column = role->what == column_kind::time       ? found.time
                          : role->what == column_kind::position ? found.position[role->number]
                          : role->what == column_kind::velocity ? found.velocity[role->number]
                                                                : found.impulse[role->number];
    if (column != no_column)
      table.refuse(table.header_line, "column " + std::to_string(c + 1) + ": expected one column of \"" + names[c] +
                                          "\", which column " + std::to_string(column + 1) + " is, found \"" +
                                          table.names[c] + "\"");
    column = c;
  }
  const auto whole_or_none = [&](std::vector<std::size_t>& columns, const std::string& what, const auto& name) {
    const auto missing =
        static_cast<std::size_t>(std::find(columns.begin(), columns.end(), no_column) - columns.begin());
    if (missing == columns.size()) return;
    if (std::any_of(columns.begin(), columns.end(), [](std::size_t c) { return c != no_column; }))
      table.refuse(table.header_line, "expected " + what + " or none, found no column " + name(missing));
    columns.clear();
  };
  whole_or_none(found.position, "both coordinates of all nodes", [&](std::size_t k) { return coordinates[k]; });
  whole_or_none(found.velocity, "both velocities of all nodes", [&](std::size_t k) { return coordinates[k] + "'"; });
  whole_or_none(found.impulse, "the tensions of all bars",
                [](std::size_t k) { return "theta" + std::to_string(k + 1); });
  return found;
}

}  // namespace unilateral::study
