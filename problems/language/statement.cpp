#include "problems/language/statement.hpp"

#include "problems/language/equal_formulas.hpp"
#include "problems/language/input_error.hpp"
#include "problems/language/partial_derivatives.hpp"

#include <unordered_set>

namespace unilateral {
namespace {

/// x with all velocities 0, and at t = 0 if wanted.
expression at_rest(const expression& x, bool at_first = false) {
  if (arity(x.op()) == 0)
    return x.op() == operation::velocity || (at_first && x.op() == operation::time) ? expression(0) : x;
  return arity(x.op()) == 1 ? apply(x.op(), at_rest(x.left(), at_first))
                            : apply(x.op(), at_rest(x.left(), at_first), at_rest(x.right(), at_first));
}

/// Whether |v|, sign v, or the smaller or larger of velocities stands in x: ∂²/∂v² does not see them.
bool has_switch_of_velocities(const expression& x) {
  if (arity(x.op()) == 0) return false;
  if (is_switch(x.op()) && !variables_of(x).velocities.empty()) return true;
  return has_switch_of_velocities(x.left()) || (arity(x.op()) == 2 && has_switch_of_velocities(x.right()));
}

/// What passes a jump: the coordinates, or t as well.
enum class passing { coordinates, time_too };

bool moves(const expression& x, passing what) {
  const variables of = variables_of(x);
  return !of.coordinates.empty() || (what == passing::time_too && of.time);
}

bool has_poles_of_tan(const expression& x, passing what) {
  if (arity(x.op()) == 0) return false;
  if (x.op() == operation::tan && moves(x.left(), what)) return true;
  return has_poles_of_tan(x.left(), what) || (arity(x.op()) == 2 && has_poles_of_tan(x.right(), what));
}

std::optional<expression> jump_within(const expression& x, passing what,
                                      std::unordered_set<const expression::node*>& seen) {
  if (arity(x.op()) == 0 || !seen.insert(x.pointer().get()).second) return {};
  if ((x.op() == operation::sign || x.op() == operation::step) && moves(x.left(), what)) return x;
  if (x.op() == operation::atan && has_poles_of_tan(x.left(), what)) return x;
  if (x.op() == operation::divide) {
    const expression above = x.left(), below = x.right();
    const auto is_size_of = [](const expression& size, const expression& of) {
      return size.op() == operation::abs && are_written_alike(size.left(), of);
    };
    if ((is_size_of(above, below) || is_size_of(below, above)) && moves(x, what)) return x;
  }
  if (const auto found = jump_within(x.left(), what, seen)) return found;
  return arity(x.op()) == 2 ? jump_within(x.right(), what, seen) : std::nullopt;
}

std::optional<expression> jump_of(const expression& x, passing what) {
  std::unordered_set<const expression::node*> seen;
  return jump_within(x, what, seen);
}

void expect_no_jump(const std::string& energy, const expression& x, const std::vector<std::string>& coordinates) {
  if (const auto jump = jump_in_position(x))
    throw input_error(energy + ": expected an energy that is continuous in the coordinates, found " +
                      to_text(*jump, coordinates));
}

/// Whether x has a kink or a jump that depends on t, or what is flat to all digits but for an instant, as tanh(1000 (t
/// − 1)) is: no instant that is tried tells that it changes.
bool may_change_unseen(const expression& x, std::unordered_set<const expression::node*>& seen) {
  if (arity(x.op()) == 0 || !seen.insert(x.pointer().get()).second) return false;
  const bool hides = is_switch(x.op()) || x.op() == operation::tanh || x.op() == operation::exp ||
                     x.op() == operation::cosh || x.op() == operation::sinh;
  if (hides && variables_of(x).time) return true;
  return may_change_unseen(x.left(), seen) || (arity(x.op()) == 2 && may_change_unseen(x.right(), seen));
}

/// Whether x, in which t stands, changes with it: cos(t)² + sin(t)² does not.
bool changes_in_time(const expression& x) {
  std::unordered_set<const expression::node*> seen;
  return may_change_unseen(x, seen) || !are_equal(derivative(x, time()), 0);
}

std::string joined(const parameter_list& list) {
  std::string names;
  for (const auto& [name, value] : list) names += (names.empty() ? "" : ", ") + name;
  return names.empty() ? "none" : names;
}

}  // namespace

std::vector<mass_entry> diagonal_mass(const std::vector<expression>& diagonal) {
  std::vector<mass_entry> mass;
  for (std::size_t i = 0; i < diagonal.size(); ++i)
    mass.push_back({static_cast<int>(i), static_cast<int>(i), diagonal[i]});
  return mass;
}

std::vector<mass_entry> full_mass(const std::vector<std::vector<expression>>& rows) {
  std::vector<mass_entry> mass;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows[i].size(); ++j)
      if (!rows[i][j].is(0)) mass.push_back({static_cast<int>(i), static_cast<int>(j), rows[i][j]});
  return mass;
}

std::optional<expression> jump_in_position(const expression& energy) { return jump_of(energy, passing::coordinates); }
std::optional<expression> jump_in_time(const expression& x) { return jump_of(x, passing::time_too); }

void set_energies(mechanical_system& system, const expression& T, const expression& U,
                  const std::vector<expression>& extra) {
  const int n = system.degrees_of_freedom();
  if (!variables_of(U).velocities.empty())
    throw input_error("potential_energy: expected a function of t and the coordinates, found a velocity in " +
                      to_text(U, system.coordinates));
  expect_no_jump("potential_energy", U, system.coordinates);
  expect_no_jump("kinetic_energy", T, system.coordinates);
  const std::vector<expression> no_acceleration(static_cast<std::size_t>(n), expression(0));
  partial_derivatives of_T(T), of_U(U);
  system.mass.clear();
  system.force.clear();
  const auto name = [&](int i) { return system.coordinates[static_cast<std::size_t>(i)] + "'"; };
  const auto other_degree = [&](int i) {
    return input_error(
        "kinetic_energy: expected terms of degree 0, 1 and 2 in the velocities, found one of another degree in " +
        name(i));
  };
  const bool has_switch = has_switch_of_velocities(T);
  for (int i = 0; i < n; ++i) {
    const expression momentum = of_T(velocity(i));
    if (const auto jump = jump_in_time(momentum))
      throw input_error("kinetic_energy: expected terms in the velocities that are continuous in t, found " +
                        to_text(*jump, system.coordinates));
    expression quadratic = 0;  // the part M v of it
    bool doubtful = has_switch;
    partial_derivatives of_momentum(momentum);
    for (const int j : variables_of(momentum).velocities) {  // of all others M_ij = 0
      expression entry = of_momentum(velocity(j));
      if (const variables of = variables_of(entry); of.time || !of.velocities.empty()) {
        for (const int k : of.velocities)
          if (!are_equal(derivative(entry, velocity(k)), 0)) throw other_degree(i);
        doubtful = true;
        entry = at_rest(entry, !(of.time && changes_in_time(entry)));
      }
      quadratic = quadratic + entry * velocity(j);
      if (!entry.is(0)) system.mass.push_back({i, j, entry});
    }
    if (doubtful && !are_equal(momentum, quadratic + at_rest(momentum))) throw other_degree(i);
    system.force.push_back(of_T(coordinate(i)) - total_derivative(momentum, no_acceleration) - of_U(coordinate(i)) +
                           (extra.empty() ? expression(0) : extra.at(static_cast<std::size_t>(i))));
  }
}

statement with_values(const statement& general, const parameter_list& overrides) {
  parameter_values values;
  for (const auto& [name, value] : overrides) {
    bool known = false;
    for (const auto& declared : general.parameters) known = known || declared.first == name;
    if (!known)
      throw input_error("parameter: expected one of " + joined(general.parameters) + ", found \"" + name + "\"");
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
  for (const mass_entry& m : general.system.mass)
    bound.system.mass.push_back({m.row, m.column, substitute(m.value, values)});
  bound.system.force = all(general.system.force);
  bound.system.gap = all(general.system.gap);
  bound.system.restitution = substitute(general.system.restitution, values);
  bound.position = all(general.position);
  bound.velocity = all(general.velocity);
  bound.horizon = substitute(general.horizon, values);
  return bound;
}

}  // namespace unilateral
