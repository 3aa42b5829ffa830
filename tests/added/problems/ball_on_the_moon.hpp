#pragma once
/// A problem as one file, to show that one file is enough: a ball on the Moon, which lands and stays.
///
///     x'' = −g + λ,   x ≥ 0,   e = 0:   x = h_0 − ½ g t² up to t_1 = √(2 h_0/g), then x = 0

#include "problems/answers/known_motion.hpp"
#include "problems/answers/problem.hpp"

#include <cmath>

namespace unilateral::problems {

inline std::vector<problem> ball_on_the_moon() {
  problem p{.name = "ball_on_the_moon",
            .title = "A ball on the Moon",
            .source = "[Moreau 1988]",
            .description = "One impact, and contact from then on.",
            .figure = R"(
   o
   |
   v
 //////
)",
            .question = {},
            .answer = {}};
  p.convergence_study = true;
  statement ball;
  ball.system.coordinates = {"x"};
  ball.system.mass = diagonal_mass({1});
  ball.system.force = {-parameter("g")};
  ball.system.gap = {coordinate(0)};
  ball.system.restitution = 0;
  ball.parameters = {{"g", 1.62_x}, {"h0", 2}};
  ball.position = {parameter("h0")};
  ball.velocity = {0};
  ball.horizon = 3;
  p.question = ball;
  p.answer = []<scalar S>(const bound_values<S>& values, const S& until) -> reference<S> {
    using std::sqrt;
    const S g = values("g"), h = values("h0"), landing = sqrt(S(S(2) * h / g));
    known_motion<S> known(1, until);
    const auto one = [](const S& x) { return column_of<S>(x); };
    known.parabola(landing, one(h), one(S(0)), one(S(-g)));
    known.shock(landing, one(S(0)), one(S(-g * landing)), one(S(0)), one(S(g * landing)));
    known.line(until, one(S(0)), one(S(0)));
    return std::move(known).reference_from("free fall, and rest");
  };
  return {p};
}

}  // namespace unilateral::problems
