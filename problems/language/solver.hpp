#pragma once
/// What every solver declares about itself and what it can be asked. A solver is a folder solvers/<name>/ whose header
/// <name>.hpp declares, in namespace unilateral::<name>,
///
///     inline const method declaration;                                       its claims, as values
///     template <scalar S> solution<S> solve(const statement&, const request&);         and/or
///     template <scalar S> chain_solution<S> solve(const chain_statement&, const request&);
///
/// with explicit instantiations for double, real50 and where it gives references real100, each in its file (CMake reads
/// which there are from their names): <name>_double.cpp, <name>_digits50.cpp, <name>_digits100.cpp. Nothing else is
/// public but what its benchmark needs.

#include "problems/language/chain.hpp"
#include "problems/language/solution.hpp"
#include "problems/language/statement.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace unilateral {

/// The distances in which orders are declared and measured (problems/judge/distance.hpp).
enum class distance_kind {
  sup_position,              ///< sup over t of max_i |q_i − r_i|
  l1_velocity,               ///< ∫ Σ_i |v_i − w_i| dt
  l2_velocity,               ///< (∫ Σ_i (v_i − w_i)² dt)^½
  hausdorff_velocity,        ///< max_i of the Hausdorff distance of the filled-in graphs of v_i and w_i
  bounded_lipschitz_impulse  ///< max_α of the bounded-Lipschitz distance of the reaction measures
};
/// "sup q", "L1 v", "L2 v", "Hausdorff v", "BL impulse".
std::string name_of(distance_kind kind);

/// error = O(h^order) in this distance, under the hypotheses named.
struct declared_order {
  distance_kind distance;
  double order;
  std::string hypotheses;
};

enum class step_use {
  none,
  optional,  ///< fixed steps of a fixed order, to measure that order; without one the solver chooses its own
  required   ///< a time-stepping scheme: its error is a function of the step
};
std::string name_of(step_use use);  // "none", "optional", "required"

/// What a solver can be applied to, and whether with a step.
struct applicability {
  bool systems = false, chains = false;
  step_use step = step_use::none;

  bool needs_step() const { return step == step_use::required; }
  bool takes_step() const { return step != step_use::none; }
};

struct method {
  std::string name;      ///< of the folder and the namespace
  std::string title;     ///< for a reader
  std::string citation;  ///< "[Moreau 1983, (7)]", key in docs/bibliography.bib
  applicability applies_to;
  std::vector<declared_order> orders;  ///< in the step
  bool reference_engine = false;       ///< its 50-digit answers are good for references: `verify` holds every two such
                                       ///< engines against each other
};

/// A question to a solver. The statement must be bound (no free parameters) and admissible
/// (problems/language/admissibility.hpp).
struct request {
  std::optional<rational> step{};   ///< h > 0, in units of time; default: the solver's own choice (a scheme:
                                    ///< horizon/1000, whatever the motion; `unilateral solve` chooses from the problem)
  std::optional<rational> until{};  ///< final time > 0; default: the statement's horizon
  keep record = keep::everything;
  std::optional<double> seconds{};  ///< wall-clock time after which the run is given up; default: none. Studies set
                                    ///< none: their bytes repeat
  std::function<void(double part)> progress{};  ///< told now and then which part of [0, until] is done
  /// The same answer once more by another order and other steps, of a solver that chooses these: the difference
  /// estimates the error of the first.
  bool second_opinion = false;
};

}  // namespace unilateral
