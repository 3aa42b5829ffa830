#include "reports/command/arguments.hpp"

#include "problems/language/input_error.hpp"
#include "problems/text/formula.hpp"
#include "problems/text/near_name.hpp"
#include "problems/text/problem_file.hpp"

#include <algorithm>

namespace unilateral::command {

problem problem_named(const std::string& name) {
  if (name.ends_with(".toml")) return text::read_problem(name);
  if (const problem* found = problem_in_catalogue(name)) return *found;
  std::vector<std::string> names;
  for (const problem& p : catalogue()) names.push_back(p.name);
  throw input_error("problem: expected a file ending in .toml or a name listed by `unilateral problems`, found \"" +
                    name + "\"" + text::suggestion(name, names));
}

const study::listed_solver& solver_named(const std::string& name) {
  std::vector<std::string> names;
  for (const study::listed_solver& s : study::solver_list()) {
    if (s.declaration.name == name) return s;
    names.push_back(s.declaration.name);
  }
  throw input_error("--solver: expected one of " + text::joined(names) + ", found \"" + name + "\"" +
                    text::suggestion(name, names));
}

parameter_list overrides_from(const std::vector<std::string>& settings) {
  parameter_list overrides;
  for (const std::string& setting : settings) {
    const auto equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
      throw input_error("--set: expected key=value, found \"" + setting + "\"");
    const std::string key = setting.substr(0, equals), value = setting.substr(equals + 1);
    try {
      overrides.emplace_back(key, text::parse_formula(value, {.time = false, .positions = false, .velocities = false},
                                                      text::places_in(value)));
    } catch (const text::formula_error& error) {
      throw input_error("--set: " + key + ": column " + std::to_string(error.at.column) + " of \"" + value +
                        "\": " + error.what());
    }
  }
  return overrides;
}

rational positive_number(const std::string& option, const std::string& text) {
  const auto refuse = [&] {
    return input_error(option + ": expected a decimal or a fraction > 0 such as 0.01 or 1/100, found \"" + text + "\"");
  };
  rational value;
  try {
    value = exact_rational(text);
  } catch (const input_error&) {
    throw refuse();
  }
  if (value <= 0) throw refuse();
  return value;
}

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return text;
}

}  // namespace unilateral::command
