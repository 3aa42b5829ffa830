#include "problems/language/statement.hpp"

#include "problems/language/input_error.hpp"

namespace unilateral {
namespace {

/// x with all velocities 0.
expression at_rest(const expression& x) {
  if (arity(x.op()) == 0) return x.op() == operation::velocity ? expression(0) : x;
  return arity(x.op()) == 1 ? apply(x.op(), at_rest(x.left())) : apply(x.op(), at_rest(x.left()), at_rest(x.right()));
}

std::string joined(const parameter_list& list) {
  std::string names;
  for (const auto& [name, value] : list) names += (names.empty() ? "" : ", ") + name;
  return names.empty() ? "none" : names;
}

}  // namespace

std::vector<mass_entry> diagonal_mass(const std::vector<expression>& diagonal) {
  std::vector<mass_entry> mass;
  for (std::size_t i = 0; i < diagonal.size(); ++i) mass.push_back({static_cast<int>(i), static_cast<int>(i), diagonal[i]});
  return mass;
}

std::vector<mass_entry> full_mass(const std::vector<std::vector<expression>>& rows) {
  std::vector<mass_entry> mass;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows[i].size(); ++j)
      if (!rows[i][j].is(0)) mass.push_back({static_cast<int>(i), static_cast<int>(j), rows[i][j]});
  return mass;
}

void set_energies(mechanical_system& system, const expression& T, const expression& U, const std::vector<expression>& extra) {
  const int n = system.degrees_of_freedom();
  if (!variables_of(U).velocities.empty()) throw input_error("potential_energy: expected a function of t and the coordinates, found a velocity in " + to_text(U, system.coordinates));
  if (variables_of(T).time) throw input_error("kinetic_energy: expected coefficients in the coordinates only, found t");
  const std::vector<expression> no_acceleration(static_cast<std::size_t>(n), expression(0));
  std::vector<std::vector<expression>> M(static_cast<std::size_t>(n));
  system.force.clear();
  const auto not_quadratic = [&](const std::string& found) {
    return input_error("kinetic_energy: expected a quadratic form in the velocities, found " + found);
  };
  if (!at_rest(T).is(0)) throw not_quadratic("the value " + to_text(at_rest(T), system.coordinates) + " at rest");
  for (int i = 0; i < n; ++i) {
    const expression momentum = derivative(T, velocity(i));
    if (!at_rest(momentum).is(0)) throw not_quadratic("a linear term in " + system.coordinates[static_cast<std::size_t>(i)] + "'");
    for (int j = 0; j < n; ++j) {
      M[static_cast<std::size_t>(i)].push_back(derivative(momentum, velocity(j)));
      if (!variables_of(M[static_cast<std::size_t>(i)].back()).velocities.empty())
        throw not_quadratic("a term of another degree in " + system.coordinates[static_cast<std::size_t>(i)] + "'");
    }
    system.force.push_back(derivative(T, coordinate(i)) - total_derivative(momentum, no_acceleration) - derivative(U, coordinate(i)) +
                           (extra.empty() ? expression(0) : extra.at(static_cast<std::size_t>(i))));
  }
  system.mass = full_mass(M);
}

statement with_values(const statement& general, const parameter_list& overrides) {
  parameter_values values;
  for (const auto& [name, value] : overrides) {
    bool known = false;
    for (const auto& declared : general.parameters) known = known || declared.first == name;
    if (!known) throw input_error("parameter: expected one of " + joined(general.parameters) + ", found \"" + name + "\"");
  }
  statement bound;
  for (const auto& [name, value] : general.parameters) {
    expression chosen = value;
    for (const auto& [other, replacement] : overrides)
      if (other == name) chosen = replacement;
    chosen = substitute(chosen, values);
    values.insert_or_assign(name, chosen);
    bound.parameters.emplace_back(name, chosen);
  }
  const auto all = [&](const std::vector<expression>& list) {
    std::vector<expression> result;
    for (const expression& x : list) result.push_back(substitute(x, values));
    return result;
  };
  bound.system.coordinates = general.system.coordinates;
  for (const mass_entry& m : general.system.mass) bound.system.mass.push_back({m.row, m.column, substitute(m.value, values)});
  bound.system.force = all(general.system.force);
  bound.system.gap = all(general.system.gap);
  bound.system.restitution = substitute(general.system.restitution, values);
  bound.position = all(general.position);
  bound.velocity = all(general.velocity);
  bound.horizon = substitute(general.horizon, values);
  return bound;
}

}  // namespace unilateral
