#pragma once
/// A ball on a floor: the simplest one-sided constraint, and the simplest accumulation of impacts. Its motion in closed
/// form, (1)–(4) of problems/answers/known_bounces.hpp, holds for every g > 0, h_0 ≥ 0, v_0 and e.
///
///     gap = x ≥ 0,   x'' = −g + λ,   x(0) = h_0,  x'(0) = v_0
///
/// Whole reaction over [0, t]: the momentum balance, v(t) − v_0 + g t.

#include "problems/answers/known_bounces.hpp"
#include "problems/answers/problem.hpp"

namespace unilateral::problems {

inline std::vector<problem> bouncing_ball() {
  statement ball;
  ball.system.coordinates = {"x"};
  ball.system.mass = diagonal_mass({1});
  ball.system.force = {-parameter("g")};
  ball.system.gap = {coordinate(0)};
  ball.system.restitution = parameter("e");
  ball.position = {parameter("h0")};
  ball.velocity = {parameter("v0")};

  const auto answer = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    const bounces<S> ball_on_floor{.x_0 = p("h0"), .v_0 = p("v0"), .g = p("g"), .e = p("e")};
    if (!(ball_on_floor.g > S(0)) || ball_on_floor.x_0 < S(0))
      throw input_error("reference of a ball: expected g > 0 and h0 >= 0, found g = " + to_text(ball_on_floor.g) +
                        ", h0 = " + to_text(ball_on_floor.x_0));
    known_motion<S> known(1, until);
    append_bounces(known, ball_on_floor, column_of<S>(1), column_of<S>(1));
    reference<S> r = std::move(known).reference_from("free flights and Newton's law, a geometric sequence");
    for (const known_value<S>& number : r.values)
      if (number.quantity == "end.v[0]") {
        r.values.push_back({"total_impulse[0]", number.value - ball_on_floor.v_0 + ball_on_floor.g * until, S(0)});
        break;
      }
    return r;
  };

  const std::string figure = R"(
      x
      |    o  x(0) = h0
      |    |         .-.
      |    v        /   \    .-.
   ---+------------'-----'--'---'-'-'''----> t
      ////////////////////////////////////
)";
  const auto instance = [&](const std::string& name, const std::string& title, const std::string& description,
                            const parameter_list& data, const expression& horizon) {
    problem p{.name = name,
              .title = title,
              .source = "[Moreau 1988]",
              .description = description,
              .figure = figure,
              .question = ball,
              .answer = answer};
    std::get<statement>(p.question).parameters = data;
    std::get<statement>(p.question).horizon = horizon;
    return p;
  };

  problem rational = instance("ball_rational", "A ball whose impacts are rational",
                              "Impacts at 1, 2, 5/2, 11/4, … accumulate at 3; the ball rests afterwards. Steps that "
                              "are powers of 1/2 put every impact on the grid and flatter every scheme.",
                              {{"g", 2}, {"h0", 1}, {"v0", 0}, {"e", 0.5_x}}, 4);
  rational.difficulties = {difficulty::accumulation};
  rational.convergence_study = true;
  rational.study_until = "9/4";

  problem earth = instance("ball_earth", "A ball on the Earth",
                           "Forty-four impacts before t = 8.5, infinitely many before T_Z = 8.5789…, then rest.",
                           {{"g", 9.81_x}, {"h0", 1}, {"v0", 0}, {"e", 0.9_x}}, 9);
  earth.difficulties = {difficulty::accumulation};
  earth.convergence_study = true;
  earth.study_until = "3";

  problem inelastic =
      instance("ball_inelastic", "A ball that lands and stays", "One impact, at t = 1, and contact from then on.",
               {{"g", 2}, {"h0", 1}, {"v0", 0}, {"e", 0}}, 2);
  inelastic.convergence_study = true;

  problem elastic =
      instance("ball_elastic", "A ball that bounces for ever",
               "Every apex is as high as the first one: whatever energy a scheme loses or gains is seen at once.",
               {{"g", 2}, {"h0", 1}, {"v0", 0}, {"e", 1}}, 10);
  elastic.convergence_study = true;

  const problem at_rest = instance("ball_at_rest", "A ball that lies on the floor",
                                   "In contact from the start, at rest, for ever. No impact: a solver that reports one "
                                   "has mistaken contact for a shock.",
                                   {{"g", 2}, {"h0", 0}, {"v0", 0}, {"e", 0.5_x}}, 2);
  problem pushed_down =
      instance("ball_pushed_down", "A ball thrown at the floor from the floor",
               "It starts in contact, at a velocity that is not admissible: the first impact is at t = 0.",
               {{"g", 2}, {"h0", 0}, {"v0", -2}, {"e", 0.5_x}}, 3);
  pushed_down.difficulties = {difficulty::accumulation};

  return {rational, earth, inelastic, elastic, at_rest, pushed_down};
}

}  // namespace unilateral::problems
