#include "reports/claims/runs.hpp"

#include "problems/judge/common_pieces.hpp"
#include "problems/language/evaluated_system.hpp"

#include <utility>

namespace unilateral::claims {

statement bound(const std::string& name, const parameter_list& overrides) {
  return with_values(std::get<statement>(find_problem(name).question), overrides);
}
chain_statement bound_chain(const std::string& name, const parameter_list& overrides) {
  return with_values(std::get<chain_statement>(find_problem(name).question), overrides);
}

solution<real50> run(const instruments& with, const statement& question, const std::string& solver,
                     const request& asked) {
  solution<real50> answer = with.solver(solver).solve<real50>(question, asked);
  if (!answer.completed()) throw input_error(solver + ": expected a complete run, found it " + answer.status);
  return answer;
}

chain_solution<real50> run(const instruments& with, const chain_statement& question) {
  chain_solution<real50> answer = with.solver("chain_duality").solve<real50>(question, {});
  if (!answer.completed()) throw input_error("chain_duality: expected a complete run, found it " + answer.status);
  return answer;
}

column<real50> state::by_M(const column<real50>& covector) const {
  matrix<real50> A = M;
  column<real50> x = covector;
  const Eigen::Index n = x.size();
  for (Eigen::Index k = 0; k < n; ++k)  // M is positive definite: no pivots are needed
    for (Eigen::Index i = k + 1; i < n; ++i) {
      const real50 factor = A(i, k) / A(k, k);
      for (Eigen::Index j = k; j < n; ++j) A(i, j) -= factor * A(k, j);
      x[i] -= factor * x[k];
    }
  for (Eigen::Index k = n; k-- > 0;) {
    for (Eigen::Index j = k + 1; j < n; ++j) x[k] -= A(k, j) * x[j];
    x[k] /= A(k, k);
  }
  return x;
}

state state_at(const statement& question, const real50& t, const column<real50>& q, const column<real50>& v,
               const std::vector<int>& constraints) {
  evaluated_system<real50> system(question.system);
  const int n = system.degrees_of_freedom();
  system.evaluate_mass(t, q.data());
  system.evaluate_force(t, q.data(), v.data());
  system.evaluate_gradient(t, q.data());
  system.evaluate_gap_rate(t, q.data());
  state at{matrix<real50>(n, n), matrix<real50>::Zero(static_cast<Eigen::Index>(constraints.size()), n),
           column<real50>(static_cast<Eigen::Index>(constraints.size())), column<real50>(n)};
  system.copy_mass(at.M);
  for (int i = 0; i < n; ++i) at.force[i] = system.force(i);
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    const int a = constraints[k];
    at.rate[static_cast<Eigen::Index>(k)] = system.gap_rate(a);
    for (int l = system.gradient_row_begin(a); l < system.gradient_row_begin(a + 1); ++l) {
      const sparse_entry& entry = system.gradient_entries()[static_cast<std::size_t>(l)];
      at.G(static_cast<Eigen::Index>(k), entry.column) = system.gradient(entry);
    }
  }
  return at;
}

column<real50> gaps_at(const statement& question, const real50& t, const column<real50>& q) {
  evaluated_system<real50> system(question.system);
  system.evaluate_gap(t, q.data());
  column<real50> gaps(question.system.constraints());
  for (int a = 0; a < question.system.constraints(); ++a) gaps[a] = system.gap(a);
  return gaps;
}

column<real50> acceleration(const trajectory<real50>& path, int k, const real50& tau) {
  column<real50> a(path.dimension());
  for (int i = 0; i < path.dimension(); ++i) {
    const real50* c = path.coefficients(k, i);
    real50 sum(0);
    for (int j = path.degree(k); j >= 2; --j) sum = sum * tau + real50(j * (j - 1)) * c[j];
    a[i] = sum;
  }
  return a;
}

real50 sup_velocity(const trajectory<real50>& a, const trajectory<real50>& b, const real50& until) {
  real50 largest(0);
  for_common_pieces(a, b, last_common_instant(a, b, until), [&](int k, int l, const real50& from, const real50& to) {
    if (!(to - from > tenth(45))) return;  // no piece, but rounding of one instant
    for (int i = 0; i < a.dimension(); ++i)
      for (const real50& t : {from, to})
        largest = larger(largest, real50(abs(a.velocity(k, i, t - a.begin(k)) - b.velocity(l, i, t - b.begin(l)))));
  });
  return largest;
}

/// Larger ones take too long at 50 digits for a register that is read in a minute.
constexpr int most_coordinates = 5;

std::vector<const problem*> systems(bool inelastic, int most_constraints) {
  std::vector<const problem*> chosen;
  for (const problem& p : catalogue()) {
    if (p.is_chain()) continue;
    const statement s = with_values(std::get<statement>(p.question));
    const int m = s.system.constraints();
    const bool zero = constant_value<real50>(s.system.restitution) == 0;
    if (m >= 1 && m <= most_constraints && s.system.degrees_of_freedom() <= most_coordinates && zero == inelastic)
      chosen.push_back(&p);
  }
  return chosen;
}

std::optional<rational> until_of(const problem& p) {
  if (p.study_until.empty()) return {};
  return exact_rational(p.study_until);
}

real50 tenth(int k) { return pow(real50(10), -k); }

}  // namespace unilateral::claims
