#pragma once
/// A double pendulum and a wall: one constraint, a kinetic metric that depends on the position. It illustrates the
/// sweeping scheme in [Dzonou, Monteiro Marques, Paoli]. No closed form.
///
///     a, b: angles of the two rods (length 1, masses 1 at their ends) from the downward vertical
///     T = a'² + ½ b'² + a' b' cos(a − b),   U = −g (2 cos a + cos b),
///     gap = w − sin a − sin b ≥ 0 (the tip stays left of the wall)
///
/// The digits below are computed by two methods that share no code, Taylor series and collocation at Gauss points,
/// which agree to more than they (tests/reference_engines.cpp); tests/catalogue_double_pendulum.cpp computes them
/// afresh by a third, extrapolation, that no solver here uses.

#include "problems/answers/problem.hpp"

#include <string>
#include <utility>
#include <vector>

namespace unilateral::problems {

inline std::vector<problem> double_pendulum() {
  statement pendulum;
  pendulum.system.coordinates = {"a", "b"};
  const expression a = coordinate(0), b = coordinate(1), a_rate = velocity(0), b_rate = velocity(1);
  set_energies(pendulum.system, a_rate * a_rate + b_rate * b_rate / 2 + a_rate * b_rate * cos(a - b),
               -parameter("g") * (2 * cos(a) + cos(b)));
  pendulum.system.gap = {parameter("wall") - sin(a) - sin(b)};
  pendulum.system.restitution = parameter("e");
  pendulum.parameters = {{"g", 10}, {"wall", 0.3_x}, {"e", 0.5_x}};
  pendulum.position = {-pi() / 3, -pi() / 3};
  pendulum.velocity = {0, 0};
  pendulum.horizon = 4;

  const auto answer = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    if (p("g") != S(10) || p("wall") != exact<S>("3/10") || p("e") != exact<S>("1/2"))
      throw input_error("reference of the double pendulum: expected g = 10, wall = 3/10, e = 1/2, found " +
                        to_text(p("g")) + ", " + to_text(p("wall")) + ", " + to_text(p("e")));
    // The last digit is rounded: half a unit of it is the accuracy.
    const auto known = [](const std::string& quantity, const std::string& digits) {
      const int decimals = static_cast<int>(digits.size() - digits.find('.')) - 1;
      return known_value<S>{quantity, exact<S>(digits), exact<S>("0.5e-" + std::to_string(decimals))};
    };
    reference<S> r{.from = {.from = origin::computed,
                            .source = "extrapolation of the modified midpoint rule",
                            .maker = "extrapolation",
                            .confirmed_by = {"event_driven", "gauss_collocation"}},
                   .digits = std::min(scalar_traits<S>::digits, 40),
                   .values = {},
                   .path = {}};
    const known_value<S> first = known("impacts[0].t", "0.7454322729059887814823393642454252018824"),
                         second = known("impacts[1].t", "2.3524413629626299762061577106045406068127");
    if (first.value < until)
      r.values.insert(r.values.end(),
                      {first, known("impacts[0].impulse[0]", "8.1909923920680181034113484808930878102569")});
    if (second.value < until)
      r.values.insert(r.values.end(),
                      {second, known("impacts[1].impulse[0]", "3.6041619713222995829187275903855501776299")});
    if (until == S(4))
      r.values.insert(r.values.end(), {{"counts.impacts", S(2), S(0)},
                                       known("end.q[0]", "-0.1435964352164879265765833346672160599245"),
                                       known("end.q[1]", "0.2610618777561586716457380688517910504087"),
                                       known("end.v[0]", "-0.3259058113285661683575607460904842439372"),
                                       known("end.v[1]", "2.0904456132887855839938360029777077279988")});
    return r;
  };
  return {{.name = "double_pendulum_wall",
           .title = "Double pendulum against a wall",
           .source = "[Dzonou, Monteiro Marques, Paoli]",
           .description =
               "Released at rest, both rods at -60 degrees; the tip hits the wall at 0.745 and at 2.352. "
               "The metric of the shock changes with the position. Masses, lengths, wall and start are ours, not "
               "the paper's.",
           .figure = R"(
     ------+------
            \        |/
           a \       |/
              o      |/  wall at 3/10
               \     |/
              b \    |/
                 o   |/
)",
           .question = pendulum,
           .answer = answer,
           .difficulties = {difficulty::general_metric},
           .convergence_study = true}};
}

}  // namespace unilateral::problems
