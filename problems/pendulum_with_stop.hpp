#pragma once
/// A pendulum that hits a stop where it hangs straight down, at every half swing: large oscillations in closed form.
///
///     l² θ'' = −g l sin θ + λ,   gap = θ ≥ 0,   θ(0) = θ_0 ∈ (0, π),  θ'(0) = 0
///
/// With Ω = √(g/l): the swings of problems/answers/swings.hpp, impacts at the velocities ∓2Ω k_j; no accumulation.

#include "problems/answers/problem.hpp"
#include "problems/answers/swings.hpp"

#include <cmath>

namespace unilateral::problems {

inline std::vector<problem> pendulum_with_stop() {
  statement pendulum;
  pendulum.system.coordinates = {"theta"};
  const expression length = parameter("l"), θ = coordinate(0);
  set_energies(pendulum.system, length * length * velocity(0) * velocity(0) / 2, -parameter("g") * length * cos(θ));
  pendulum.system.gap = {θ};
  pendulum.system.restitution = parameter("e");
  pendulum.parameters = {{"g", 10}, {"l", 1}, {"theta0", pi() / 3}, {"e", 0.5_x}};
  pendulum.position = {parameter("theta0")};
  pendulum.velocity = {0};
  pendulum.horizon = 4;

  const auto answer = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::sqrt;
    const S g = p("g"), l = p("l"), θ_0 = p("theta0"), e = p("e");
    if (!(g > S(0) && l > S(0) && θ_0 > S(0) && θ_0 < scalar_traits<S>::pi()))
      throw input_error("reference of the pendulum: expected g, l > 0 and theta0 in (0, pi), found " + to_text(g) +
                        ", " + to_text(l) + ", " + to_text(θ_0));
    known_motion<S> known = swings_against_a_stop(S(sqrt(g / l)), θ_0, e, S(l * l), S(0), until);
    return std::move(known).reference_from("Jacobi's elliptic functions, one modulus a swing");
  };
  return {{.name = "pendulum_with_stop",
           .title = "A pendulum and a stop below its pivot",
           .source = "[Moreau 1988]",
           .description =
               "Large swings against a stop: nonlinear between impacts, and every instant known by elliptic integrals.",
           .figure = R"(
      |+
      ||\
      || \  theta
      ||  \
      ||   o
      |
)",
           .question = pendulum,
           .answer = answer,
           .convergence_study = true}};
}

}  // namespace unilateral::problems
