#pragma once
/// Runs at 50 digits, and what stands at one of their states: metric, gradients, forces.

#include "problems/answers/problem.hpp"
#include "problems/judge/kinetic_metric.hpp"
#include "reports/claims/claim.hpp"

namespace unilateral::claims {

/// A problem of the catalogue with these parameter values.
statement bound(const std::string& name, const parameter_list& overrides = {});
chain_statement bound_chain(const std::string& name, const parameter_list& overrides = {});

/// By a solver of the instruments; throws input_error where it stops before the end.
solution<real50> run(const instruments& with, const statement& question, const std::string& solver = "event_driven",
                     const request& asked = {});
chain_solution<real50> run(const instruments& with, const chain_statement& question);

/// M, G of the given constraints, ∂Φ/∂t of these, f at (t, q, v).
struct state {
  matrix<real50> M, G;
  column<real50> rate, force;
  column<real50> by_M(const column<real50>& covector) const;  ///< M⁻¹ covector, by elimination
};
state state_at(const statement& question, const real50& t, const column<real50>& q, const column<real50>& v,
               const std::vector<int>& constraints);

/// Every gap at (t, q).
column<real50> gaps_at(const statement& question, const real50& t, const column<real50>& q);

/// Second derivative of the path on piece k at τ after its begin.
column<real50> acceleration(const trajectory<real50>& path, int k, const real50& tau);

/// ess sup over [begin, until] of max_i |v_i − w_i| of motions that are parabolas: at the ends of their common pieces.
real50 sup_velocity(const trajectory<real50>& a, const trajectory<real50>& b, const real50& until);

/// Every problem of the catalogue with constraints and restitution 0 (or > 0), up to its study's final time where it
/// has one, at most five coordinates, and so many constraints.
std::vector<const problem*> systems(bool inelastic, int most_constraints);
/// The final time of a problem's studies, or its horizon.
std::optional<rational> until_of(const problem& p);

/// 10^−k.
real50 tenth(int k);

}  // namespace unilateral::claims
