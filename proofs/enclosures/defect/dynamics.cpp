#include "proofs/enclosures/defect/dynamics.hpp"

#include "proofs/enclosures/allowance.hpp"
#include "proofs/enclosures/vanishing.hpp"

#include <algorithm>
#include <map>

namespace unilateral::enclosures::defect {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

expression dot(const std::vector<expression>& x, const std::vector<expression>& y) {
  expression sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum = sum + x[i] * y[i];
  return sum;
}

/// A = L D Lᵀ, symmetric.
struct factors {
  std::vector<std::vector<expression>> L;
  std::vector<expression> D;
};
factors factorised(const std::vector<std::vector<expression>>& A) {
  const std::size_t n = A.size();
  factors f{std::vector<std::vector<expression>>(n, std::vector<expression>(n, expression(0))), {}};
  for (std::size_t j = 0; j < n; ++j) {
    expression pivot = A[j][j];
    for (std::size_t k = 0; k < j; ++k) pivot = pivot - f.L[j][k] * f.L[j][k] * f.D[k];
    f.D.push_back(pivot);
    for (std::size_t i = j + 1; i < n; ++i) {
      expression rest = A[i][j];
      for (std::size_t k = 0; k < j; ++k) rest = rest - f.L[i][k] * f.L[j][k] * f.D[k];
      f.L[i][j] = rest / pivot;
    }
  }
  return f;
}
std::vector<expression> solved(const factors& f, std::vector<expression> x) {
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < i; ++k) x[i] = x[i] - f.L[i][k] * x[k];
  for (std::size_t i = 0; i < n; ++i) x[i] = x[i] / f.D[i];
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t k = i + 1; k < n; ++k) x[i] = x[i] - f.L[k][i] * x[k];
  return x;
}
/// What the making of a formula counts, in products of coefficients.
constexpr int operations_of_a_formula = 1000;

/// By expansion along the rows, each minor once.
expression determinant(const std::vector<std::vector<expression>>& A) {
  using columns_taken = std::vector<bool>;
  std::map<columns_taken, expression> minors{{columns_taken(A.size()), 1}};  // of the first rows
  for (const auto& row : A) {
    std::map<columns_taken, expression> next;
    for (const auto& [columns, minor] : minors) {
      int sign = 1;
      for (std::size_t j = A.size(); j-- > 0;) {  // columns to the right of j that are taken change the sign
        if (columns[j]) {
          sign = -sign;
          continue;
        }
        if (row[j].is(0)) continue;
        allowance::spend(operations_of_a_formula);
        const expression term = sign * row[j] * minor;
        columns_taken with_j = columns;
        with_j[j] = true;
        const auto [found, is_new] = next.emplace(std::move(with_j), term);
        if (!is_new) found->second = found->second + term;
      }
    }
    minors = std::move(next);
  }
  return minors.empty() ? expression(0) : minors.begin()->second;
}

bool has(const contact_list& list, int constraint) {
  return std::find(list.begin(), list.end(), constraint) != list.end();
}

}  // namespace

dynamics::dynamics(const statement& bound)
    : n_(bound.system.degrees_of_freedom()),
      restitution_(bound.system.restitution),
      position_(bound.position),
      velocity_(bound.velocity) {
  const mechanical_system& system = bound.system;
  std::vector<std::vector<expression>> M(at(n_), std::vector<expression>(at(n_), expression(0)));
  for (const mass_entry& m : system.mass) M[at(m.row)][at(m.column)] = m.value;

  metric_ = M;
  force_ = system.force;
  factors metric = factorised(M);
  lower_ = std::move(metric.L);
  pivots_ = std::move(metric.D);
  free_ = solve(system.force);

  const std::vector<expression> no_acceleration(at(n_), expression(0));
  for (const expression& gap : system.gap) {
    has_kinks_.push_back(enclosures::has_kinks(gap));
    std::vector<expression> gradient;
    for (int i = 0; i < n_; ++i) gradient.push_back(derivative(gap, coordinate(i)));
    vanishes_in_time_.push_back(vanishes(derivative(gap, time())));
    const expression rate = total_derivative(gap, no_acceleration);  // a gap has no v: no acceleration enters
    const std::vector<expression> response = solve(gradient);
    contacts_.push_back({gap, rate, total_derivative(rate, no_acceleration), gradient, response, dot(gradient, free_)});
  }
}

dynamics::row dynamics::solve(const row& right_side) const { return solved({lower_, pivots_}, right_side); }

bool dynamics::determinant_vanishes(const contact_list& rows, const contact_list& columns, bool with_forces) const {
  std::vector<row> A = metric_;
  for (int i = 0; i < n_; ++i) {
    for (const int j : columns) A[at(i)].push_back(contacts_[at(j)].gradient[at(i)]);
    if (with_forces) A[at(i)].push_back(force_[at(i)]);
  }
  for (const int k : rows) {
    A.push_back(contacts_[at(k)].gradient);
    A.back().resize(A.front().size(), expression(0));
    if (with_forces) A.back().back() = -contacts_[at(k)].curvature;
  }
  return vanishes(determinant(A));
}
/// Of a single one it is what A > 0 says.
bool dynamics::independent(const contact_list& list) const {
  return list.size() < 2 || !determinant_vanishes(list, list, false);
}

dynamics::row dynamics::reactions_to(const contact_list& of, const row& x) const {
  std::vector<row> A;
  for (const int i : of) {
    A.emplace_back();
    for (const int j : of) A.back().push_back(dot(contacts_[at(i)].gradient, contacts_[at(j)].response));
  }
  row found = solved(factorised(A), x);
  for (expression& λ : found) λ = -λ;
  return found;
}

dynamics::row dynamics::accelerations(const contact_list& closed, row* reactions) const {
  row curvatures;
  for (const int i : closed) curvatures.push_back(contacts_[at(i)].gradient_dot_free + contacts_[at(i)].curvature);
  const row λ = reactions_to(closed, curvatures);
  row found = free_;
  for (std::size_t k = 0; k < closed.size(); ++k)
    for (int i = 0; i < n_; ++i) found[at(i)] = found[at(i)] + contacts_[at(closed[k])].response[at(i)] * λ[k];
  if (reactions != nullptr) *reactions = λ;
  return found;
}

expression dynamics::at_start(const expression& x) const {
  switch (x.op()) {
    case operation::time:
      return 0;
    case operation::coordinate:
      return position_[at(x.root().index)];
    case operation::velocity:
      return velocity_[at(x.root().index)];
    default:
      break;
  }
  if (arity(x.op()) == 0) return x;
  return arity(x.op()) == 1 ? apply(x.op(), at_start(x.left()))
                            : apply(x.op(), at_start(x.left()), at_start(x.right()));
}
bool dynamics::starts_on(int constraint) const { return vanishes(at_start(contacts_[at(constraint)].gap)); }
bool dynamics::starts_at_rest_on(int constraint) const { return vanishes(at_start(contacts_[at(constraint)].rate)); }

smooth_motion dynamics::motion(const mode& with) const {
  row reactions;
  row outputs = accelerations(with.closed, &reactions);
  std::vector<watch> watched;
  for (const int a : with.closed) watched.push_back({watch::kind::reaction, a});
  outputs.insert(outputs.end(), reactions.begin(), reactions.end());
  for (int a = 0; a < constraints(); ++a)
    if (!has(with.closed, a) && !has(with.idle, a)) {
      watched.push_back({watch::kind::gap, a});
      outputs.push_back(contacts_[at(a)].gap);
    }
  return {watched, formulas(outputs, n_)};
}

formulas dynamics::shock(const contact_list& active, const contact_list& others) const {
  row rates;
  for (const int j : active) rates.push_back(contacts_[at(j)].rate);
  const row P = reactions_to(active, rates);  // of a soft shock; 1 + e times that
  row outputs;
  for (int i = 0; i < n_; ++i) {
    expression v = velocity(i);
    for (std::size_t k = 0; k < active.size(); ++k)
      v = v + (1 + restitution_) * contacts_[at(active[k])].response[at(i)] * P[k];
    outputs.push_back(v);
  }
  for (const expression& p : P) outputs.push_back((1 + restitution_) * p);
  row soft;
  for (const int i : others) soft.push_back(rate_after(i, active, P));
  outputs.insert(outputs.end(), soft.begin(), soft.end());
  for (std::size_t k = 0; k < others.size(); ++k)
    outputs.push_back((1 + restitution_) * soft[k] - restitution_ * contacts_[at(others[k])].rate);
  return formulas(outputs, n_);
}

expression dynamics::rate_after(int i, const contact_list& active, const row& P) const {
  expression r = contacts_[at(i)].rate;
  for (std::size_t k = 0; k < active.size(); ++k)
    r = r + dot(contacts_[at(i)].gradient, contacts_[at(active[k])].response) * P[k];
  return r;
}
expression dynamics::rate_halfway(int other, const contact_list& active) const {
  row rates;
  for (const int j : active) rates.push_back(contacts_[at(j)].rate);
  return rate_after(other, active, reactions_to(active, rates));
}

/// G_i M⁻¹ G_jᵀ = −det [M, G_jᵀ; G_i, 0]/det M
bool dynamics::unmoved(int constraint, const contact_list& active) const {
  return std::all_of(active.begin(), active.end(),
                     [&](int j) { return determinant_vanishes({constraint}, {j}, false); });
}
/// With M a = f + Gᵀλ and G a + γ = 0 eliminated, what is left of the row of G_i a + γ_i.
bool dynamics::idle(int constraint, const contact_list& closed) const {
  contact_list rows = closed;
  rows.push_back(constraint);
  return determinant_vanishes(rows, closed, true);
}

formulas dynamics::normal(int constraint) const {
  const contact& c = contacts_[at(constraint)];
  std::vector<expression> outputs{c.rate};
  outputs.insert(outputs.end(), c.gradient.begin(), c.gradient.end());
  outputs.insert(outputs.end(), c.response.begin(), c.response.end());
  return formulas(outputs, n_);
}

}  // namespace unilateral::enclosures::defect
