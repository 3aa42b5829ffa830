#pragma once
/// What a solver is given: a mechanical system with one-sided constraints, initial data and a horizon. Nothing else;
/// in particular no answer.
///
///     M(t, q) q'' = f(t, q, q') + Gᵀ λ,   Φ(t, q) ≥ 0,  λ ≥ 0,  λ·Φ = 0,   G = ∂Φ/∂q,
///     at a shock                     v⁺ = (1 + e) Proj_V v⁻ − e v⁻      (problems/judge/impact_law.hpp)
///
/// f contains every force that is not a reaction, Coriolis and centrifugal terms and −(∂M/∂t) v included. The metric of
/// Proj_V is M at the instant of the shock: the momentum M v jumps by Gᵀ P there, and M does not.

#include "problems/language/expression.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace unilateral {

/// One nonzero entry of the kinetic metric; both triangles are listed.
struct mass_entry {
  int row, column;
  expression value;  ///< in t and the coordinates
};

/// Named constants with their formulas, in order of declaration; a later one may use earlier ones.
using parameter_list = std::vector<std::pair<std::string, expression>>;

struct mechanical_system {
  std::vector<std::string> coordinates;  ///< n names
  std::vector<mass_entry>
      mass;  ///< symmetric, positive definite; ½ v·Mv is the kinetic energy but for terms of lower degree in v
  std::vector<expression> force;  ///< n, in t, q, v
  std::vector<expression> gap;    ///< one a constraint, in t, q; admissible where ≥ 0
  expression restitution = 0;     ///< e ∈ [0, 1]

  int degrees_of_freedom() const { return static_cast<int>(coordinates.size()); }
  int constraints() const { return static_cast<int>(gap.size()); }
};

struct statement {
  mechanical_system system;
  parameter_list parameters;
  std::vector<expression> position, velocity;  ///< at t = 0; n each
  expression horizon = 1;                      ///< final time
};

/// A diagonal kinetic metric.
std::vector<mass_entry> diagonal_mass(const std::vector<expression>& diagonal);
/// A full kinetic metric from its rows; zero entries are left out.
std::vector<mass_entry> full_mass(const std::vector<std::vector<expression>>& rows);

/// The first part of an energy that jumps where the coordinates pass a value: sign or step of them, u/|u|, |u|/u, or
/// atan of what has poles of tan. Wherever it has a derivative that one knows nothing of the jump, and Lagrange's
/// equations would go over it as if it were not there.
std::optional<expression> jump_in_position(const expression& energy);
/// The same where the coordinates or t pass a value, of what has to be continuous in both: momenta, a mass matrix.
std::optional<expression> jump_in_time(const expression& x);

/// Lagrange's equations of T = ½ v·M(t, q)v + b(t, q)·v + c(t, q), with t as it comes in coordinates and frames that
/// move [Moreau 1963]:
///
///     M = ∂²T/∂v∂v,   f = ∂T/∂q − (d/dt ∂T/∂v)|_{v' = 0} − ∂U/∂q + extra:
///     f_i = ½ v·(∂M/∂q_i)v − Σ_jk (∂M_ij/∂q_k) v_j v_k − Σ_j (∂M_ij/∂t) v_j
///     + Σ_j (∂b_j/∂q_i − ∂b_i/∂q_j) v_j − ∂b_i/∂t + ∂c/∂q_i − ∂U/∂q_i + extra_i
///
/// An impact sees M alone, at its instant: M and b are as they were before. An entry of M that is no function of t
/// (cos² t + sin² t) is written without it. Throws input_error unless T is of second degree in the velocities with an
/// M that depends on t and q only (as a function, however it is written), and U a function of t and q; and where an
/// energy has a `jump_in_position`, or a momentum ∂T/∂v a `jump_in_time`: axes or masses that jump.
void set_energies(mechanical_system& system, const expression& kinetic_energy, const expression& potential_energy,
                  const std::vector<expression>& extra_force = {});

/// The statement with every parameter replaced by its value; `overrides` win over the statement's own values.
/// Throws input_error on an override whose name is no parameter.
statement with_values(const statement& general, const parameter_list& overrides = {});

}  // namespace unilateral
