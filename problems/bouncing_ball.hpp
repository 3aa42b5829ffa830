#pragma once
/// A ball on a floor: the simplest one-sided constraint, and the simplest accumulation of impacts.

#include "problems/language/problem.hpp"

namespace unilateral::problems {

inline std::vector<problem> bouncing_ball() {
  statement ball;
  ball.system.coordinates = {"x"};
  ball.system.mass = diagonal_mass({1});
  ball.system.force = {-parameter("g")};
  ball.system.gap = {coordinate(0)};
  ball.system.restitution = parameter("e");
  ball.parameters = {{"g", 2}, {"h0", 1}, {"e", 0.5_x}};
  ball.position = {parameter("h0")};
  ball.velocity = {0};
  ball.horizon = 4;
  return {{.name = "bouncing_ball", .title = "", .source = "", .description = "", .figure = "", .question = ball, .answer = {}, .difficulties = {difficulty::accumulation}}};
}

}  // namespace unilateral::problems
