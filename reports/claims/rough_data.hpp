#pragma once
/// Problems that are exactly as smooth as [Dzonou, Monteiro Marques, Paoli] ask and no more: g ∈ C^{1,1/2}, M locally
/// Lipschitz, f continuous in t and Lipschitz in q and p = M(q) q'. Their motions in closed form.
///
///     M(q) q'' = f(t, q, p), nothing derived: a Coriolis term of a metric with a kink would jump.

#include "problems/language/many_digits.hpp"
#include "problems/language/statement.hpp"
#include "problems/language/trajectory.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace unilateral::claims {

struct rough_problem {
  std::string name, lacks;  ///< what it is, and what has no more than the least regularity
  statement question;
  rational until;
  /// What the errors in sup q of a scheme of order 1 are of: h, or where more regularity than there is would be needed,
  /// what the kink or the unbounded curvature leaves of it.
  enum class rate { h, h_log_h, root_h } errors = rate::h;
  std::function<trajectory<double>()> path;
  column<real50> end_position, end_velocity;  ///< at `until`
  /// When a contact or an impact is at a point where the gap has no second derivative: a solver by series or
  /// collocation may stop then, if it has said that there is such a place.
  std::optional<rational> without_second_derivative{};
};

/// Seven problems.
const std::vector<rough_problem>& rough_problems();

}  // namespace unilateral::claims
