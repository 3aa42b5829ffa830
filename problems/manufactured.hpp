#pragma once
/// Manufactured inclusions: points on floors of their own move as chosen, in coordinates that are bent; the force was
/// derived from the motion (problems/answers/manufacture.hpp).

#include "problems/answers/manufacture.hpp"

namespace unilateral::problems {

inline std::vector<problem> manufactured() {
  const std::string figure = R"(
      z0 | o        z1 |          z2 |    .'      z3 | o
         | |  .-.      |             |  .'           | |   .-.
      ---+-'-'---'  ---+-=====    ---+-=---------  --+-'--'---'     each on its floor; then q = bent z
)";
  const auto entry = [&](problem p, const std::string& name, const std::string& title, const std::string& description,
                         std::set<difficulty> difficulties) {
    p.name = name;
    p.title = title;
    p.source = "[Paoli 2004, (5)]";
    p.description = description;
    p.figure = figure;
    p.difficulties = std::move(difficulties);
    return p;
  };
  const expression t = time();
  const auto load = [&](const rational& b) { return expression(b) * (1 + sin(t) / 2); };
  const leaving at_half_pi{t - pi() / 2 + cos(t), pi() / 2};

  const std::vector<manufactured_point> four{
      {1.5_x, bouncing{.g = 1.75_x}},
      {2, resting{load(2)}},
      {2.5_x, at_half_pi},
      {3, bouncing{.g = 3.25_x, .h = 1.3_x}},
  };
  const std::vector<manufactured_point> five{
      four[0], four[1], four[2], four[3], {3.5_x, bouncing{.g = 3.75_x, .h = rational(67, 47)}}};

  // Accumulations at t = 0.822 and 1.060; the load of the third point vanishes at t = π/3 between them.
  const std::vector<manufactured_point> tails{
      {1, bouncing{.A = 1 + t / 4, .s = log(1 + t), .g = 2, .h = 0.04_x}},
      {2, bouncing{.A = exp(-t / 3), .s = t + t * t / 4, .g = 3, .h = 0.3_x}},
      {0.5_x, resting{1 + cos(3 * t)}},
  };

  std::vector<manufactured_point> many;
  for (int i = 0; i < 24; ++i) {
    const rational c = rational(2 + i) / 16, g = rational(7 + 2 * (i % 6)) / 4, h = g * (6 + i) / 40,
                   mass = rational(3 + i % 5) / 2;
    const expression t_left = rational(rational(9 + i) / 32), τ = t - t_left;
    switch (i % 8) {
      case 0:
        many.push_back({mass, bouncing{.g = g, .h = h}});
        break;
      case 2:
        many.push_back({mass, bouncing{.A = 1 + c * t, .s = log(1 + c * t) / c, .g = g, .h = h}});
        break;
      case 5:
        many.push_back({mass, bouncing{.A = cos(c * t / 2), .s = (exp(c * t) - 1) / c, .g = g, .h = h}});
        break;
      case 3:
        many.push_back({mass, leaving{τ - sin(τ), t_left}});
        break;
      case 6:
        many.push_back({mass, floating{sin(c * t)}});
        break;
      default:
        many.push_back({mass, resting{1 + cos(c * t)}});
    }
  }

  return {
      entry(manufacture(four, 0.5_x, 0.5_x, 2), "manufactured_4", "Four points in bent coordinates",
            "Two bounce, one rests under a load that varies, one rests and leaves when its chosen reaction vanishes; "
            "the metric couples all four.",
            {difficulty::general_metric, difficulty::simultaneous}),
      entry(manufacture(five, 0.5_x, 0, 3), "manufactured_inelastic",
            "Five points that land and stay, in bent coordinates",
            "Contacts close one after the other without bouncing; up to four are active at once, in a metric that is "
            "full of q.",
            {difficulty::general_metric, difficulty::simultaneous}),
      entry(manufacture(tails, 0.5_x, 0.5_x, 2), "manufactured_accumulations",
            "Two points whose bounces accumulate at times of their own",
            "Each bounces on a clock of its own, infinitely often, to a limit that was chosen, while the others move; "
            "then it rests under a reaction that was chosen. A third carries a load that vanishes for an instant and "
            "presses again.",
            {difficulty::general_metric, difficulty::simultaneous, difficulty::accumulation}),
      entry(manufacture(many, 0.5_x, 0.5_x, 1), "manufactured_24", "24 points of every kind in bent coordinates",
            "Nine bounce on straight and bent clocks, three rest and leave, nine stay at rest under loads that vary, "
            "three have no floor: six shocks, up to fifteen contacts at once, in a metric that couples all.",
            {difficulty::general_metric, difficulty::simultaneous}),
  };
}

}  // namespace unilateral::problems
