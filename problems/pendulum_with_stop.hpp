#pragma once
/// A pendulum that hits a stop where it hangs straight down, at every half swing: large oscillations in closed form.
///
///     l² θ'' = −g l sin θ + λ,   gap = θ ≥ 0,   θ(0) = θ_0 ∈ (0, π),  θ'(0) = 0
///
/// With Ω = √(g/l), k_0 = sin(θ_0/2):
///   (1)  energy: sin² (θ/2) + (θ'/2Ω)² = k_0²;  θ = 2 arcsin(k_0 sn(K(k_0) − Ωt, k_0)) = 2 arcsin(k_0 cd(Ωt, k_0)) up
///        to t_1 = K(k_0)/Ω
///   (2)  impact j = 1, 2, … arrives at θ' = −2Ω k_(j−1) and leaves at 2Ω k_j, k_j = e^j k_0
///        k_j'² = 1 − k_j² = cos² (θ_0/2) + (k_0 − k_j)(k_0 + k_j), free of cancellation
///   (3)  then θ = 2 arcsin(k_j sn(Ω(t − t_j), k_j)), back at 0 after 2K(k_j)/Ω: the swings shrink, and their duration
///        tends to π/Ω; no accumulation

#include "problems/answers/elliptic.hpp"
#include "problems/answers/known_motion.hpp"
#include "problems/answers/problem.hpp"

#include <cmath>

namespace unilateral::problems {

/// (1) to (3) up to `until`: released at the angle θ_0 from a stop at the angle `at`, where it would hang; of this
/// moment of inertia.
template <scalar S>
known_motion<S> swings_against_a_stop(const S& Ω, const S& θ_0, const S& e, const S& inertia, const S& at,
                                      const S& until) {
  using std::asin;
  using std::cos;
  using std::sin;
  using std::sqrt;
  const S k_0 = sin(θ_0 / S(2)), k_0_prime = cos(θ_0 / S(2));
  const column<S> stop = column_of<S>(at);
  known_motion<S> known(1, until);
  S k = k_0, t = elliptic::quarter_period(k_0_prime) / Ω;
  known.curve(t, [&](const S& now) {  // (1)
    const auto value = elliptic::jacobi(S(Ω * now), k_0_prime);
    return S(S(2) * asin(S(k_0 * value.cn / value.dn)) + at);
  });
  for (;;) {
    const S arriving = S(2) * Ω * k;
    k *= e;
    known.shock(t, stop, column_of<S>(-arriving), column_of<S>(e * arriving),
                column_of<S>((S(1) + e) * arriving * inertia));  // (2)
    if (known.complete()) return known;
    if (k == S(0)) {
      known.line(until, stop, column_of<S>(0));
      return known;
    }
    const S begin = t, k_prime = sqrt(k_0_prime * k_0_prime + (k_0 - k) * (k_0 + k)),
            swing = S(2) * elliptic::quarter_period(k_prime);
    t = begin + swing / Ω;
    known.curve(t, [&](const S& now) {  // (3); the swing back mirrors the swing out
      const S u = Ω * (now - begin);
      return S(S(2) * asin(S(k * elliptic::jacobi(std::min(u, S(swing - u)), k_prime).sn)) + at);
    });
  }
}

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
