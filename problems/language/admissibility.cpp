#include "problems/language/admissibility.hpp"

#include "problems/language/equal_formulas.hpp"
#include "problems/language/evaluated_system.hpp"
#include "problems/language/input_error.hpp"
#include "problems/language/many_digits.hpp"
#include "problems/language/tape.hpp"

#include <array>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

/// Everything is evaluated in fifty digits. Data that mean equality (a start in contact at −π/3) miss it by rounding
/// there. A gap is evaluated in a hundred digits too: rounding shrinks with theirs, and what both agree on within a
/// factor of two is there, in any units. The path of a chain is compared up to 2^20 ε ≈ 10^(−44) of its size.

namespace unilateral {
namespace {

using real = real50;

real tolerance_for(const real& size) { return real(1 << 20) * epsilon<real>() * (size > real(1) ? size : real(1)); }

/// A number as a user would write it: few digits where few say all.
std::string shown(const real& x) {
  std::ostringstream text;
  text.precision(12);
  text << x;
  return text.str();
}

/// Rationals are shown as they are.
std::string shown(const expression& x, const real& value) {
  return x.is_constant() ? to_text(x.root().value) : shown(value);
}

/// ", apart by 0.5 at t = 2, x = 1"; nothing of constants.
std::string shown(const seen_apart& seen, const std::array<expression, 2>& formulas,
                  const std::vector<std::string>& names) {
  const variables of = variables_of(formulas[0] - formulas[1]);
  if (of.coordinates.empty() && !of.time) return "";
  std::ostringstream text;
  text.precision(4);
  text << ", apart by " << seen.difference;
  const char* before = " at ";
  if (of.time) text << std::exchange(before, ", ") << "t = " << seen.time;
  for (const int k : of.coordinates) {
    const auto i = static_cast<std::size_t>(k);
    text << std::exchange(before, ", ") << names[i] << " = " << seen.coordinates[i];
  }
  return text.str();
}

[[noreturn]] void refuse(const std::string& where, const std::string& expected, const std::string& found) {
  throw input_error(where + ": expected " + expected + ", found " + found);
}

real finite_constant(const expression& x, const std::string& where) {
  const variables of = variables_of(x);
  if (!of.parameters.empty())
    refuse(where, "a value for every parameter", "none for \"" + of.parameters.front() + "\"");
  if (!of.none()) refuse(where, "a number", "a formula in " + std::string(of.time ? "t" : "the coordinates"));
  const real value = constant_value<real>(x);
  using boost::multiprecision::isfinite;
  if (!isfinite(value)) refuse(where, "a finite number", shown(value));
  return value;
}

/// Of a number: −1, 0 or 1. Exact where it is a rational; else 0 where it is only rounding in a hundred digits.
int sign_of(const expression& x) {
  if (x.is_constant()) return sgn(x.root().value);
  const real100 fewer = constant_value<real100>(x);
  const auto more = constant_value<mpfr_number<200>>(x);
  return abs(mpfr_number<200>(mpfr_number<200>(fewer) - more)) < abs(more) / 2 ? more.sign() : 0;
}

/// The formula has values for its parameters, and contains no more than it may; coordinates exist.
void check_formula(const expression& x, const std::string& where, int n, bool may_use_velocity) {
  const variables of = variables_of(x);
  if (!of.parameters.empty())
    refuse(where, "a value for every parameter", "none for \"" + of.parameters.front() + "\"");
  if (!of.velocities.empty() && !may_use_velocity) refuse(where, "a formula in t and the coordinates", "a velocity");
  for (const auto* list : {&of.coordinates, &of.velocities})
    for (const int i : *list)
      if (i < 0 || i >= n) refuse(where, "a coordinate number below " + std::to_string(n), std::to_string(i));
}

void check_count(const std::string& where, std::size_t found, int n) {
  if (found != static_cast<std::size_t>(n))
    refuse(where, std::to_string(n) + (n == 1 ? " value" : " values") + " (one a coordinate)", std::to_string(found));
}

std::string entry_name(int row, int column) {
  return "mass entry (" + std::to_string(row + 1) + ", " + std::to_string(column + 1) + ")";
}

/// M(t, q) = M(t, q)ᵀ as formulas, not at the start only.
void check_symmetric(const statement& bound) {
  const mechanical_system& system = bound.system;
  std::map<std::pair<int, int>, expression> M;
  for (const mass_entry& m : system.mass)
    if (!M.emplace(std::pair(m.row, m.column), m.value).second)
      refuse("mass", "every entry once",
             "(" + std::to_string(m.row + 1) + ", " + std::to_string(m.column + 1) + ") twice");
  std::vector<std::array<expression, 2>> pairs;
  std::vector<std::pair<int, int>> places;
  for (const auto& [at, value] : M) {
    const auto transposed = M.find({at.second, at.first});
    if (at.first == at.second || (transposed != M.end() && at.first > at.second)) continue;
    pairs.push_back({value, transposed == M.end() ? expression(0) : transposed->second});
    places.push_back(at);
  }
  const std::vector<std::optional<seen_apart>> apart = differences(pairs, bound.position);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const auto& [i, j] = places[k];
    if (apart[k])
      refuse(entry_name(i, j), "a symmetric matrix",
             to_text(pairs[k][0], system.coordinates) + " where " + entry_name(j, i) + " is " +
                 to_text(pairs[k][1], system.coordinates) + shown(*apart[k], pairs[k], system.coordinates));
  }
}

/// Pivots of L D Lᵀ, for M of any size in blocks: rows that no off-diagonal entry couples are pivots by themselves, and
/// the coupled ones are eliminated in order, within their band of nonzeros, so that bars and chains cost no more than
/// they must.
void check_positive_definite(std::map<std::pair<int, int>, real> M, int n) {
  std::vector<std::map<int, real>> row(static_cast<std::size_t>(n));  // entries (i, j), j ≥ i
  for (const auto& [at, value] : M) {
    const auto& [i, j] = at;
    if (j >= i) row[static_cast<std::size_t>(i)][j] = value;
  }
  for (int i = 0; i < n; ++i) {
    auto& pivot_row = row[static_cast<std::size_t>(i)];
    const real pivot = pivot_row.count(i) ? pivot_row[i] : real(0);
    const auto diagonal = M.find({i, i});
    const real size = diagonal == M.end() ? real(0) : real(abs(diagonal->second));
    if (!(pivot > tolerance_for(real(0)) * size))
      refuse("mass", "a positive definite matrix at the start",
             "a pivot " + shown(pivot) + " at row " + std::to_string(i + 1));
    for (auto j = pivot_row.upper_bound(i); j != pivot_row.end(); ++j)
      for (auto k = j; k != pivot_row.end(); ++k)
        row[static_cast<std::size_t>(j->first)][k->first] -= j->second * k->second / pivot;
  }
}

/// All gaps at t = 0, in a hundred digits.
tape<real100> gaps_at_start(const statement& bound) {
  std::vector<real100> q;
  for (const expression& x : bound.position) q.push_back(constant_value<real100>(x));
  tape<real100> gaps(bound.system.gap, bound.system.degrees_of_freedom());
  gaps.run(real100(0), q.data(), nullptr);
  return gaps;
}

/// A value known in fifty and in a hundred digits: 0 where the first is only rounding.
real without_rounding(const real& fifty, const real100& hundred) {
  const bool agree = abs(real100(real100(fifty) - hundred)) < abs(hundred) / 2;
  return agree ? real(hundred) : real(0);
}

}  // namespace

void check_admissible(const statement& bound) {
  using boost::multiprecision::isfinite;
  const mechanical_system& system = bound.system;
  const int n = system.degrees_of_freedom();
  if (n == 0) refuse("coordinates", "at least one", "none");
  check_count("system.force", system.force.size(), n);
  check_count("initial.position", bound.position.size(), n);
  check_count("initial.velocity", bound.velocity.size(), n);
  const auto numbered = [](const char* what, std::size_t i) { return std::string(what) + " " + std::to_string(i + 1); };
  for (const mass_entry& m : system.mass) {
    const std::string where = entry_name(m.row, m.column);
    if (m.row < 0 || m.row >= n || m.column < 0 || m.column >= n)
      refuse(where, "rows and columns 1 to " + std::to_string(n), "one beyond");
    check_formula(m.value, where, n, false);
  }
  for (std::size_t i = 0; i < system.force.size(); ++i)
    check_formula(system.force[i], numbered("system.force", i), n, true);
  for (std::size_t a = 0; a < system.gap.size(); ++a)
    check_formula(system.gap[a], numbered("constraint.gap", a), n, false);

  const expression& e = system.restitution;
  finite_constant(e, "restitution");
  const auto found = [](const expression& x) { return shown(x, real(constant_value<real100>(x))); };
  if (sign_of(e) < 0) refuse("restitution", "0 <= e <= 1", found(e));
  if (sign_of(e - 1) > 0) refuse("restitution", "0 <= e <= 1", e.is_constant() ? found(e) : "1 + " + found(e - 1));
  const real horizon = finite_constant(bound.horizon, "horizon");
  if (sign_of(bound.horizon) <= 0) refuse("horizon", "a time > 0", shown(bound.horizon, horizon));

  std::vector<real> q, v;
  for (const expression& x : bound.position) q.push_back(finite_constant(x, numbered("initial.position", q.size())));
  for (const expression& x : bound.velocity) v.push_back(finite_constant(x, numbered("initial.velocity", v.size())));

  check_symmetric(bound);
  evaluated_system<real> at_start(system);
  at_start.evaluate_mass(real(0), q.data());
  std::map<std::pair<int, int>, real> M;
  for (const sparse_entry& m : at_start.mass_entries()) {
    if (!isfinite(at_start.mass(m))) refuse("mass", "finite entries at the start", shown(at_start.mass(m)));
    M.emplace(std::pair(m.row, m.column), at_start.mass(m));
  }
  check_positive_definite(std::move(M), n);

  at_start.evaluate_force(real(0), q.data(), v.data());
  for (int i = 0; i < n; ++i)
    if (!isfinite(at_start.force(i)))
      refuse(numbered("system.force", static_cast<std::size_t>(i)), "a finite force at the start",
             shown(at_start.force(i)));

  at_start.evaluate_gap(real(0), q.data());
  at_start.evaluate_gradient(real(0), q.data());
  const tape<real100> gaps = gaps_at_start(bound);
  for (int a = 0; a < system.constraints(); ++a) {
    const std::string where = numbered("constraint.gap", static_cast<std::size_t>(a));
    if (!isfinite(at_start.gap(a))) refuse(where, "a finite gap at the start", shown(at_start.gap(a)));
    const real gap = without_rounding(at_start.gap(a), gaps[a]);
    if (gap < real(0)) {
      refuse("initial.position", "every gap >= 0 (admissible start)",
             "gap " + std::to_string(a + 1) + " = " + shown(gap) + " at t = 0");
    }
    if (gap > real(0)) continue;  // away from contact a gap needs no gradient: √(x² + y²) has none at the centre
    real slope(0);
    for (int k = at_start.gradient_row_begin(a); k < at_start.gradient_row_begin(a + 1); ++k) {
      const real& entry = at_start.gradient(at_start.gradient_entries()[static_cast<std::size_t>(k)]);
      if (!isfinite(entry)) refuse(where, "a finite gradient where the gap vanishes", shown(entry) + " at the start");
      slope += abs(entry);
    }
    if (slope == real(0)) refuse(where, "a nonzero gradient where the gap vanishes", "gradient 0 at the start");
  }
}

void check_admissible(const chain_statement& bound) {
  const auto node = [&](std::size_t i) { return "chain.nodes " + std::to_string(i); };
  if (bound.bars() < 1) refuse("chain.nodes", "at least two nodes (one bar)", std::to_string(bound.nodes.size()));
  std::vector<std::array<real, 2>> at;
  for (std::size_t i = 0; i < bound.nodes.size(); ++i) {
    at.push_back({finite_constant(bound.nodes[i][0], node(i)), finite_constant(bound.nodes[i][1], node(i))});
    if (i > 0 && at[i] == at[i - 1])
      refuse("chain.nodes", "bars of positive length",
             "node " + std::to_string(i) + " where node " + std::to_string(i - 1) + " is");
  }
  if (!bound.evolves) {
    for (const expression& x : bound.velocity) finite_constant(x, "drive.velocity");
    return;
  }
  const real horizon = finite_constant(bound.horizon, "horizon");
  if (sign_of(bound.horizon) <= 0) refuse("horizon", "a time > 0", shown(bound.horizon, horizon));
  std::vector<expression> path(bound.path.begin(), bound.path.end());
  for (const expression& x : path) check_formula(x, "drive.path", 0, false);
  tape<real> drive(path, 0);
  drive.run(real(0), nullptr, nullptr);
  for (int i = 0; i < 2; ++i) {
    const real& first = at[0][static_cast<std::size_t>(i)];
    using boost::multiprecision::isfinite;
    if (!isfinite(drive[i]) || abs(real(drive[i] - first)) > tolerance_for(abs(first)))
      refuse("drive.path", "a path that starts in node 0, at (" + shown(at[0][0]) + ", " + shown(at[0][1]) + ")",
             "(" + shown(drive[0]) + ", " + shown(drive[1]) + ") at t = 0");
  }
}

}  // namespace unilateral
