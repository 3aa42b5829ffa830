#include "proofs/enclosures/lohner/system.hpp"

#include "proofs/enclosures/allowance.hpp"
#include "proofs/enclosures/vanishing.hpp"

#include <algorithm>

namespace unilateral::enclosures::lohner {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }
using row = std::vector<expression>;

std::vector<row> mass_of(const statement& bound) {
  const auto n = at(bound.system.degrees_of_freedom());
  std::vector<row> M(n, row(n, expression(0)));
  for (const mass_entry& m : bound.system.mass) M[at(m.row)][at(m.column)] = m.value;
  return M;
}

/// Solves A X = B for the columns of B: rows [A | B] to [1 | X]. No pivoting: leading minors of a metric are positive,
/// and the bordered system is eliminated metric first.
std::vector<row> eliminated(std::vector<row> rows) {
  const std::size_t n = rows.size();
  for (std::size_t k = 0; k < n; ++k) {
    const expression pivot = rows[k][k];
    for (std::size_t j = k; j < rows[k].size(); ++j) rows[k][j] = j == k ? expression(1) : rows[k][j] / pivot;
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const expression factor = rows[i][k];
      for (std::size_t j = k; j < rows[i].size(); ++j)
        rows[i][j] = j == k ? expression(0) : rows[i][j] - factor * rows[k][j];
    }
  }
  return rows;
}

row no_acceleration(const statement& bound) { return row(at(bound.system.degrees_of_freedom()), expression(0)); }
expression rate_of(const statement& bound, const expression& gap) {
  return total_derivative(gap, no_acceleration(bound));
}
row gradient_of(const statement& bound, const expression& gap) {
  row G;
  for (int i = 0; i < bound.system.degrees_of_freedom(); ++i) G.push_back(derivative(gap, coordinate(i)));
  return G;
}

/// Rows [M  −Gᵀ | upper; G  0 | lower], G of some constraints: what q'' (or v⁺ − v⁻) and λ (or P) solve.
std::vector<row> border(const statement& bound, const contacts& of, const row& upper, const row& lower) {
  std::vector<row> rows = mass_of(bound);
  std::vector<row> G;
  for (const int k : of) G.push_back(gradient_of(bound, bound.system.gap[at(k)]));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const row& g : G) rows[i].push_back(-g[i]);
    rows[i].push_back(upper[i]);
  }
  for (std::size_t k = 0; k < of.size(); ++k) {
    row last = G[k];
    last.resize(last.size() + of.size(), expression(0));
    last.push_back(lower[k]);
    rows.push_back(std::move(last));
  }
  return rows;
}
row accelerations_needed(const statement& bound, const contacts& of) {
  row lower;
  for (const int k : of)
    lower.push_back(-total_derivative(rate_of(bound, bound.system.gap[at(k)]), no_acceleration(bound)));
  return lower;
}

/// What the making of a formula counts, in products of coefficients.
constexpr int operations_of_a_formula = 1000;

/// By minors of the last row, then the one before, …
expression determinant(const std::vector<row>& A) {
  if (A.empty()) return 1;
  expression total = 0;
  const row& last = A.back();
  for (std::size_t j = 0; j < last.size(); ++j) {
    if (last[j].is(0)) continue;
    allowance::spend(operations_of_a_formula);
    std::vector<row> rest(A.begin(), A.end() - 1);
    for (row& r : rest) r.erase(r.begin() + static_cast<std::ptrdiff_t>(j));
    const expression term = last[j] * determinant(rest);
    total = (last.size() - 1 + j) % 2 == 0 ? total + term : total - term;
  }
  return total;
}

/// Component j of (q, v, t).
expression variable_of(int j, int n) { return j < n ? coordinate(j) : j < 2 * n ? velocity(j - n) : time(); }

vector run(const program& p, const std::vector<int>& places, const interval& t, const vector& y) {
  taylor values(p);
  values.next(t, y);
  vector found;
  for (const int place : places) found.push_back(values(place, 0));
  return found;
}

}  // namespace

phase::phase(const statement& bound, const touching& with)
    : n_(bound.system.degrees_of_freedom()), field_(n_), varied_(n_) {
  const mechanical_system& system = bound.system;
  const auto solved = eliminated(border(bound, with.pressed, system.force, accelerations_needed(bound, with.pressed)));
  row acceleration;
  for (int i = 0; i < n_; ++i) acceleration.push_back(solved[at(i)].back());
  for (std::size_t k = 0; k < with.pressed.size(); ++k)
    guards_.push_back({false, with.pressed[k], solved[at(n_) + k].back(), {}, {}});
  const auto lasts = [&](int a) {
    return std::count(with.pressed.begin(), with.pressed.end(), a) +
           std::count(with.loose.begin(), with.loose.end(), a);
  };
  for (int a = 0; a < system.constraints(); ++a)
    if (lasts(a) == 0) guards_.push_back({true, a, system.gap[at(a)], {}, {}});

  for (guard& g : guards_) {
    expression x = g.value;
    for (int k = 0; k < (g.is_gap ? 3 : 1); ++k) g.derivatives.push_back(x = total_derivative(x, acceleration));
    for (int j = 0; j <= 2 * n_; ++j) g.gradient.push_back(unilateral::derivative(g.value, variable_of(j, n_)));
    // One program for each order: the higher derivatives are long, and seldom asked for.
    std::vector<int> places;
    measures_.emplace_back();
    for (std::size_t k = 0; k <= g.derivatives.size(); ++k) {
      measures_.back().emplace_back(n_);
      places.push_back(measures_.back().back().of(k == 0 ? g.value : g.derivatives[k - 1]));
    }
    measure_places_.push_back(places);
    gradients_.emplace_back(n_);
    places.clear();
    for (const expression& partial : g.gradient) places.push_back(gradients_.back().of(partial));
    gradient_places_.push_back(places);
  }

  for (const expression& a : acceleration) {
    acceleration_.push_back(field_.of(a));
    varied_acceleration_.push_back(varied_.of(a));
    std::vector<int> partials;
    for (int j = 0; j <= 2 * n_; ++j) partials.push_back(varied_.of(unilateral::derivative(a, variable_of(j, n_))));
    jacobian_.push_back(partials);
  }
  // Y_{kj} is variable 2n + (2n + 1) k + j.
  const auto Y = [&](int k, int j) { return varied_.variable(2 * n_ + (2 * n_ + 1) * k + j); };
  for (int i = 0; i < n_; ++i) {
    std::vector<int> places;
    for (int j = 0; j <= 2 * n_; ++j) {
      int sum = j < 2 * n_ || varied_.is_zero(jacobian_[at(i)][at(j)]) ? -1 : jacobian_[at(i)][at(j)];
      for (int k = 0; k < 2 * n_; ++k) {
        if (varied_.is_zero(jacobian_[at(i)][at(k)])) continue;
        const int product = varied_.times(jacobian_[at(i)][at(k)], Y(k, j));
        sum = sum < 0 ? product : varied_.plus(sum, product);
      }
      places.push_back(sum < 0 ? varied_.of(expression(0)) : sum);
    }
    varied_rows_.push_back(places);
  }
}

std::vector<vector> phase::coefficients(const interval& t, const vector& y, int orders) const {
  taylor a(field_);
  std::vector<vector> found{y};
  for (int k = 0; k < orders; ++k) {
    a.next(t, found[at(k)]);
    vector next;
    for (int i = 0; i < n_; ++i) next.push_back(found[at(k)][at(n_ + i)] / interval(k + 1));
    for (int i = 0; i < n_; ++i) next.push_back(a(acceleration_[at(i)], k) / interval(k + 1));
    found.push_back(std::move(next));
  }
  return found;
}

phase::with_matrix phase::variational_coefficients(const interval& t, const vector& y, const matrix& Y,
                                                   int orders) const {
  const int N = 2 * n_;
  taylor s(varied_);
  with_matrix found{{y}, {Y}};
  for (int k = 0; k < orders; ++k) {
    vector variables = found.y[at(k)];
    for (const vector& r : found.Y[at(k)]) variables.insert(variables.end(), r.begin(), r.end());
    s.next(t, variables);
    vector next;
    for (int i = 0; i < n_; ++i) next.push_back(found.y[at(k)][at(n_ + i)] / interval(k + 1));
    for (int i = 0; i < n_; ++i) next.push_back(s(varied_acceleration_[at(i)], k) / interval(k + 1));
    matrix next_Y(at(N), vector(at(N + 1)));
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j <= N; ++j) {
        next_Y[at(i)][at(j)] = found.Y[at(k)][at(n_ + i)][at(j)] / interval(k + 1);
        next_Y[at(n_ + i)][at(j)] = s(varied_rows_[at(i)][at(j)], k) / interval(k + 1);
      }
    found.y.push_back(std::move(next));
    found.Y.push_back(std::move(next_Y));
  }
  return found;
}

vector phase::field(const interval& t, const vector& y) const {
  vector F(y.begin() + n_, y.end());
  for (interval& a : run(field_, acceleration_, t, y)) F.push_back(std::move(a));
  return F;
}

matrix phase::jacobian(const interval& t, const vector& y) const {
  vector variables = y;
  variables.resize(y.size() + y.size() * (y.size() + 1));  // Y = 0: only the partial derivatives are looked at
  taylor s(varied_);
  s.next(t, variables);
  matrix J(at(2 * n_), vector(at(2 * n_ + 1)));
  for (int i = 0; i < n_; ++i) {
    J[at(i)][at(n_ + i)] = 1;
    for (int j = 0; j <= 2 * n_; ++j) J[at(n_ + i)][at(j)] = s(jacobian_[at(i)][at(j)], 0);
  }
  return J;
}

interval phase::derivative(std::size_t g, int order, const interval& t, const vector& y) const {
  return run(measures_[g][at(order)], {measure_places_[g][at(order)]}, t, y)[0];
}
vector phase::gradient(std::size_t g, const interval& t, const vector& y) const {
  return run(gradients_[g], gradient_places_[g], t, y);
}

std::vector<expression> shock_formulas(const statement& bound, const contacts& active, const contacts& others) {
  const auto n = at(bound.system.degrees_of_freedom());
  const expression& e = bound.system.restitution;
  row lower;
  for (const int k : active) lower.push_back(-rate_of(bound, bound.system.gap[at(k)]));
  const auto halfway = eliminated(border(bound, active, no_acceleration(bound), lower));  // P/(1 + e)
  std::vector<expression> found;
  for (std::size_t i = 0; i < n; ++i) found.push_back(velocity(static_cast<int>(i)) + (1 + e) * halfway[i].back());
  for (std::size_t k = 0; k < active.size(); ++k) found.push_back((1 + e) * halfway[n + k].back());
  for (const int other : others) {
    const expression& gap = bound.system.gap[at(other)];
    const row G = gradient_of(bound, gap);
    expression change = 0;
    for (std::size_t i = 0; i < n; ++i) change = change + G[i] * halfway[i].back();
    found.push_back(rate_of(bound, gap) + change);
    found.push_back(rate_of(bound, gap) + (1 + e) * change);
  }
  return found;
}

bool independent(const statement& bound, const contacts& of) {
  auto rows = border(bound, of, no_acceleration(bound), row(of.size(), expression(0)));
  for (row& r : rows) r.pop_back();
  return !vanishes(determinant(rows));
}
bool uncoupled(const statement& bound, int one, int other) {
  // [M  G_oneᵀ; G_other  0]
  auto rows = border(bound, {one}, no_acceleration(bound), {0});
  for (row& r : rows) r.pop_back();
  rows.back() = gradient_of(bound, bound.system.gap[at(other)]);
  rows.back().push_back(0);
  return vanishes(determinant(rows));
}
bool has_no_curvature(const statement& bound, int constraint, const contacts& pressed) {
  auto rows = border(bound, pressed, bound.system.force, accelerations_needed(bound, pressed));
  row last = gradient_of(bound, bound.system.gap[at(constraint)]);
  last.resize(last.size() + pressed.size(), expression(0));
  last.push_back(accelerations_needed(bound, {constraint})[0]);
  rows.push_back(std::move(last));
  return vanishes(determinant(rows));
}
bool moves(const statement& bound, int constraint) {
  return !vanishes(unilateral::derivative(bound.system.gap[at(constraint)], time()));
}

std::vector<expression> response_formulas(const statement& bound, int constraint) {
  const row G = gradient_of(bound, bound.system.gap[at(constraint)]);
  auto rows = mass_of(bound);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(G[i]);
  std::vector<expression> found{rate_of(bound, bound.system.gap[at(constraint)]), bound.system.restitution};
  for (const row& r : eliminated(std::move(rows))) found.push_back(r.back());
  return found;
}

bool certainly_definite(const statement& bound, const interval& t, const vector& y) {
  std::vector<expression> entries;
  for (const row& r : mass_of(bound)) entries.insert(entries.end(), r.begin(), r.end());
  const std::size_t n = at(bound.system.degrees_of_freedom());
  const vector M = evaluate(entries, static_cast<int>(n), t, y);
  matrix A;
  for (std::size_t i = 0; i < n; ++i)
    A.emplace_back(M.begin() + static_cast<std::ptrdiff_t>(i * n),
                   M.begin() + static_cast<std::ptrdiff_t>((i + 1) * n));
  for (std::size_t k = 0; k < n; ++k) {
    if (!certainly_positive(A[k][k])) return false;
    for (std::size_t i = k + 1; i < n; ++i) {
      const interval factor = A[i][k] / A[k][k];
      for (std::size_t j = k; j < n; ++j) A[i][j] = A[i][j] - factor * A[k][j];
    }
  }
  return true;
}

formula_list::formula_list(const std::vector<expression>& of, int n) : values_(n), partials_(n) {
  for (const expression& x : of) {
    value_places_.push_back(values_.of(x));
    partial_places_.emplace_back();
    for (int j = 0; j <= 2 * n; ++j)
      partial_places_.back().push_back(partials_.of(unilateral::derivative(x, variable_of(j, n))));
  }
}
vector formula_list::values(const interval& t, const vector& y) const { return run(values_, value_places_, t, y); }
matrix formula_list::jacobian(const interval& t, const vector& y) const {
  taylor s(partials_);
  s.next(t, y);
  matrix J;
  for (const auto& places : partial_places_) {
    J.emplace_back();
    for (const int place : places) J.back().push_back(s(place, 0));
  }
  return J;
}

vector evaluate(const std::vector<expression>& formulas, int n, const interval& t, const vector& y) {
  program p(n);
  std::vector<int> places;
  for (const expression& x : formulas) places.push_back(p.of(x));
  return run(p, places, t, y);
}

expression at_the_start(const expression& x, const statement& bound) {
  switch (arity(x.op())) {
    case 1:
      return apply(x.op(), at_the_start(x.left(), bound));
    case 2:
      return apply(x.op(), at_the_start(x.left(), bound), at_the_start(x.right(), bound));
    default:
      break;
  }
  if (x.op() == operation::time) return 0;
  if (x.op() == operation::coordinate) return bound.position[at(x.root().index)];
  return x.op() == operation::velocity ? bound.velocity[at(x.root().index)] : x;
}

}  // namespace unilateral::enclosures::lohner
