#pragma once
/// A ball that a spring pulls to the floor, besides its weight: harmonic flights, and an accumulation that is a sum of
/// arcs.
///
///     gap = x ≥ 0,   x'' = −g − k x + λ,   x(0) = h_0,  x'(0) = 0,   g, k > 0
///
/// With ω = √k and ℓ = g/k, so that x + ℓ is harmonic:
///   (1)  x = (h_0 + ℓ) cos ωt − ℓ; lands at ω t_1 = arccos(ℓ/(h_0 + ℓ)) = 2 arctan √(h_0/(h_0 + 2ℓ)), at speed w_0 =
///        √(2 g h_0 + k h_0²)
///   (2)  impact j = 1, 2, … turns −w_(j−1) into w_j = e^j w_0 (between impacts energy is kept)
///   (3)  then x = (w_j/ω) sin ωτ − 2ℓ sin² (ωτ/2), back at 0 after τ_j = (2/ω) arctan(w_j/(ω ℓ))
///   (4)  e < 1: τ_j < 2 w_j/g, so the impacts accumulate at T_Z = t_1 + Σ τ_j, added up until a flight no longer
///        changes it; the rest of the sum is below (2/g) Σ w_j, a rounding. Rest afterwards, the floor carrying g.

#include "problems/answers/known_motion.hpp"
#include "problems/answers/problem.hpp"

#include <cmath>

namespace unilateral::problems {

inline std::vector<problem> ball_with_spring() {
  statement ball;
  ball.system.coordinates = {"x"};
  ball.system.mass = diagonal_mass({1});
  ball.system.force = {-parameter("g") - parameter("k") * coordinate(0)};
  ball.system.gap = {coordinate(0)};
  ball.system.restitution = parameter("e");
  ball.parameters = {{"g", 1}, {"h0", 1}, {"k", 4}, {"e", 0.5_x}};
  ball.position = {parameter("h0")};
  ball.velocity = {0};
  ball.horizon = 6;

  const auto answer = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::atan;
    using std::cos;
    using std::sin;
    using std::sqrt;
    const S g = p("g"), h_0 = p("h0"), k = p("k"), e = p("e");
    if (!(g > S(0) && h_0 > S(0) && k > S(0)))
      throw input_error("reference of a ball with a spring: expected g, h0, k > 0, found " + to_text(g) + ", " +
                        to_text(h_0) + ", " + to_text(k));
    const S ω = sqrt(k), ℓ = g / k;
    const column<S> floor = column_of<S>(0);
    known_motion<S> known(1, until);
    S t = S(2) * atan(sqrt(h_0 / (h_0 + S(2) * ℓ))) / ω, w = sqrt(S(2) * g * h_0 + k * h_0 * h_0);  // (1)
    known.curve(t, [&](const S& at) { return S((h_0 + ℓ) * cos(ω * at) - ℓ); });
    for (;;) {
      const S begin = t;
      known.shock(begin, floor, column_of<S>(-w), column_of<S>(e * w), column_of<S>((S(1) + e) * w));  // (2)
      w *= e;
      if (known.complete()) break;
      const S τ = S(2) / ω * atan(w / (ω * ℓ));  // (3)
      t = begin + τ;
      if (!(t > begin + S(64) * epsilon<S>() * begin)) {  // (4); e = 0 comes here at once, and is no accumulation
        const S rest = w == S(0) ? begin : S(begin + S(2) * w / g / (S(1) - e));
        if (w > S(0)) known.accumulation(rest, floor);
        known.contact(0, rest);
        known.line(until, floor, floor);
        break;
      }
      known.curve(t, [&](const S& at) {
        const S half = ω * (at - begin) / S(2);
        return S(S(2) * sin(half) * (w / ω * cos(half) - ℓ * sin(half)));
      });
    }
    return std::move(known).reference_from("harmonic arcs");
  };

  return {{.name = "ball_with_spring",
           .title = "A ball that a spring pulls to the floor",
           .source = "[Schatzman 1978]",
           .description = "The first flights hardly feel the weight and take half a period of the spring each; the "
                          "last ones hardly feel the spring, and accumulate.",
           .figure = R"(
      x
      |   (o)  x(0) = h0
      |    <               weight g, spring k x
      |    >
      |    <
   ---+----+------
      ////////////
)",
           .question = ball,
           .answer = answer,
           .difficulties = {difficulty::accumulation}}};
}

}  // namespace unilateral::problems
