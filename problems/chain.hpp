#pragma once
/// Sayah's chain on a plane with dry friction: one instant of straight chains and of arcs, and quasi-static evolutions
/// that are known in closed form.
///
/// (1) Straight chain: θ_i = −sgn(T·U)(n + 1 − i), u_i = (T·U) T.
/// (2) Arc: bars at equal angles β, U along T_1, p = −T_1·U > 0. The interval of feasible tensions of bar i reaches a_i
///     = sin((n + 1 − i)β)/sin β while (n + 1 − i) β ≤ π/2 [since sin(kβ) cos β + cos(kβ) sin β = sin((k + 1)β)], and
///     from the first greater one on 1/sin β. Hence
///       n β < π/2:  θ_i = a_i,  |u_i| = p cos(nβ)/(cos((n + 1 − i)β) cos((n − i)β)),  dissipation p sin(nβ)/sin β;
///       n β ≥ π/2:  θ_1 = 1/sin β, θ_2 = cot β, |u_1| = p/sin β, nodes beyond rest, dissipation p/sin β.
///     Both agree at n β = π/2, where |u_i| = 0 for i ≥ 2 and yet θ_i = a_i for all i. [Sayah 2004, 3.2] prints (n − 1)
///     β < π/2. For β = S/(n R) the bars tend to a string on an arc of radius R, length S < πR/2: with weights S/n a
///     node, θ_1 S/n = R sin(S/R) (1 + S²/(6 n² R²) + …).
/// (3) One bar, x_0 = (U t, 0), T_1 = (−cos φ, sin φ): L φ' = −U sin φ, the tractrix: tan(φ/2) = tan(φ_0/2) e^(−U t/L).
/// (4) One bar, x_0 on a circle of radius R = ρ L > L at unit angular speed, T_1 at the angle χ from the radius: χ' =
///     −1 − ρ cos χ. With v = tan(χ/2), 2 v' = (ρ − 1) v² − (ρ + 1),  v = −κ tanh(½ √(ρ² − 1) t + artanh(−v_0/κ)),  κ =
///     √((ρ + 1)/(ρ − 1)); the tail tends to the circle √(R² − L²).
/// (5) Two bars of length 1 at a right angle, the first pulled along its own line, x_0 = (−t, 0), x_2 = (1, 1): node 2
///     rests while the angle β between the bars has tan β > 1, and x_1 is the apex of an isosceles triangle on x_0 x_2.
///     With D = |x_2 − x_0|, D² = 2 + 2 cos β: node 2 starts at D² = 2 + √2, t = √(1 + √2) − 1.
/// (6) Two bars of length 1 towed round a circle, all turning together at unit angular speed, nodes at the radii R,
///     r_1, r. Node 2 is pulled along its velocity: θ_2 = 1, bar 2 touches the circle of radius r, r_1² = 1 + r². Node
///     1, radial and tangential: θ_1 (x_0 − x_1) = (1/r_1, 1 + r/r_1), hence θ_1² = 2 (1 + r/r_1) and R² = r_1² + 1 +
///     2/θ_1. (R = 2: r = 0.955182733606…)
/// (7) n bars of length L trail behind x_0 = (U t, 0), all but straight: y_i small, bar i under the tension n + 1 − i.
///     Across, y_i'/U = (n + 1 − i)(y_{i−1} − y_i)/L − (n − i)(y_i − y_{i+1})/L, and y_i = a L_{n−i}(λ) e^(−λ U t/L)
///     solves where L_n(λ) = 0, by the recurrence λ L_j = (2j + 1) L_j − (j + 1) L_{j+1} − j L_{j−1} of Laguerre's
///     polynomials. Terms left out are of third order in y/L, so y is good to a³ or so; along, x is good to a⁴. n = 2:
///     λ = 2 − √2, L_1(λ) = √2 − 1.

#include "problems/answers/closed_form.hpp"
#include "problems/answers/problem.hpp"

#include <optional>

namespace unilateral::problems {

/// Nodes from the origin on, bars given as vectors.
inline std::vector<std::array<expression, 2>> nodes_along(const std::vector<std::array<expression, 2>>& bars) {
  std::vector<std::array<expression, 2>> nodes{{0, 0}};
  for (const auto& bar : bars) nodes.push_back({nodes.back()[0] + bar[0], nodes.back()[1] + bar[1]});
  return nodes;
}

template <scalar S>
reference<S> in_closed_form(const std::string& formula) {
  reference<S> known;
  known.from.source = formula + " of problems/chain.hpp";
  return known;
}

/// Adds the last instant of a chain of which only node 1 moves, or all: |u_i|, θ_i and their consequences. Without a
/// number where rounding decides which nodes move.
template <scalar S>
void add_instant(reference<S>& known, const std::vector<S>& speeds, const std::vector<S>& tensions,
                 std::optional<int> moving) {
  S dissipation(0);
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    known.values.push_back({"chain.speeds[" + std::to_string(i + 1) + "]", speeds[i]});
    dissipation += speeds[i];
  }
  for (std::size_t i = 0; i < tensions.size(); ++i)
    known.values.push_back({"chain.tensions[" + std::to_string(i) + "]", tensions[i]});
  if (moving) known.values.push_back({"chain.moving", S(*moving)});
  known.values.push_back({"chain.dissipation", dissipation});
}

/// Adds the end, where `accuracy(i)` says how far q_i is known.
template <scalar S, class Accuracy>
void add_end(reference<S>& known, const column<S>& q, const Accuracy& accuracy) {
  for (int i = 0; i < q.size(); ++i) known.values.push_back({"end.q[" + std::to_string(i) + "]", q[i], accuracy(i)});
}

/// Adds the path and its end.
template <scalar S, class Nodes>
void add_motion(reference<S>& known, int nodes, const S& until, const Nodes& q) {
  trajectory<S> path(2 * nodes);
  append_closed_form(path, until, q);
  known.path = std::move(path);
  add_end<S>(known, q(until), [](int) { return S(0); });
}

/// A chain whose node 0 moves along a path.
inline chain_statement dragged(const parameter_list& parameters, std::vector<std::array<expression, 2>> nodes,
                               std::array<expression, 2> path, const expression& horizon) {
  chain_statement chain;
  chain.parameters = parameters;
  chain.nodes = std::move(nodes);
  chain.evolves = true;
  chain.path = std::move(path);
  chain.horizon = horizon;
  return chain;
}

inline problem straight_chain() {
  static constexpr int n = 5;
  chain_statement chain;
  chain.nodes = nodes_along(std::vector<std::array<expression, 2>>(n, {rational(3, 5), rational(4, 5)}));
  chain.velocity = {-1, 0};
  return {.name = "chain_straight",
          .title = "A straight chain pulled at an angle",
          .source = "[Sayah 2004, (5)–(8)]",
          .description =
              "Every node takes the component of the drive along the chain; the tensions count the nodes behind. No "
              "node is near rest, all angles are degenerate (sine 0).",
          .figure = R"(
      U <--- M0
              \
               o
                \  ...
                 o M5
)",
          .question = chain,
          .answer =
              []<scalar S>(const bound_values<S>&, const S&) {
                reference<S> known = in_closed_form<S>("(1)");
                std::vector<S> tensions;
                for (int i = 1; i <= n; ++i) tensions.push_back(S(n + 1 - i));
                add_instant(known, std::vector<S>(n, S(3) / S(5)), tensions, n);
                return known;
              },
          .difficulties = {}};
}

inline problem arc(const std::string& name, int n, const expression& beta, const std::string& title,
                   const std::string& source, const std::string& description) {
  chain_statement chain;
  chain.parameters = {{"beta", beta}, {"p", 1}};
  std::vector<std::array<expression, 2>> bars;
  for (int i = 0; i < n; ++i) bars.push_back({cos(i * parameter("beta")), sin(i * parameter("beta"))});
  chain.nodes = nodes_along(bars);
  chain.velocity = {-parameter("p"), 0};
  return {.name = name,
          .title = title,
          .source = source,
          .description = description,
          .figure = R"(
      U <--- M0 -------- M1   T1
                            \  beta
                             \
                              M2  T2
                               |   beta
                               |
                               M3  T3 ...
)",
          .question = chain,
          .answer =
              [n]<scalar S>(const bound_values<S>& p, const S&) {
                using std::cos;
                using std::sin;
                const S angle = p("beta"), pull = p("p"), quarter = scalar_traits<S>::pi() / S(2),
                        excess = S(n) * angle - quarter;
                if (!(angle > S(0) && angle < quarter && pull > S(0)))
                  throw input_error("reference of an arc: expected 0 < beta < pi/2 and p > 0, found beta = " +
                                    to_text(angle) + ", p = " + to_text(pull));
                reference<S> known = in_closed_form<S>("(2)");
                std::vector<S> speeds(static_cast<std::size_t>(n), S(0)), tensions;
                const bool first_alone = n > 1 && excess > -S(8) * epsilon<S>(),
                           all = n == 1 || excess < S(8) * epsilon<S>();  // both within rounding of n β = π/2
                if (all)
                  for (int i = 1; i <= n; ++i) tensions.push_back(S(sin(S(n + 1 - i) * angle)) / S(sin(angle)));
                else
                  tensions = {S(1) / S(sin(angle)), S(cos(angle)) / S(sin(angle))};
                if (first_alone)
                  speeds[0] = pull / sin(angle);
                else
                  for (int i = 1; i <= n; ++i)
                    speeds[static_cast<std::size_t>(i - 1)] =
                        pull * S(cos(S(n) * angle)) / (S(cos(S(n + 1 - i) * angle)) * S(cos(S(n - i) * angle)));
                add_instant(known, speeds, tensions, first_alone && all ? std::nullopt : std::optional(all ? n : 1));
                return known;
              },
          .difficulties = {}};
}

inline problem rational_counterexample() {
  const rational c(15, 17), s(8, 17);
  std::vector<std::array<expression, 2>> bars{{1, 0}};
  rational T_x = 1, T_y = 0;
  for (int i = 1; i < 4; ++i) {
    const rational x = T_x * c - T_y * s, y = T_x * s + T_y * c;
    T_x = x, T_y = y;
    bars.push_back({T_x, T_y});
  }
  chain_statement chain;
  chain.nodes = nodes_along(bars);
  chain.velocity = {-1, 0};
  return {.name = "chain_rational_counterexample",
          .title = "Four bars that turn less than a right angle, of which three joints rest",
          .source = "against [Sayah 2004, 3.2 (i)]",
          .description =
              "cos(beta) = 15/17, sin(beta) = 8/17: (n - 1) beta = 84.2 degrees, and yet nodes 2, 3, 4 rest. Nodes, "
              "velocities and the least dissipation 17/8 are all rational.",
          .figure = R"(
      U <--- M0 ------ M1
                         `-. M2      M2, M3, M4 rest
                            `\
                              M3
                               |
                               M4
)",
          .question = chain,
          .answer =
              []<scalar S>(const bound_values<S>&, const S&) {
                reference<S> known = in_closed_form<S>("(2)");
                add_instant(known, {S(17) / S(8), S(0), S(0), S(0)}, {S(17) / S(8), S(15) / S(8)}, 1);
                return known;
              },
          .difficulties = {}};
}

inline problem one_bar() {
  const expression L = parameter("L"), U = parameter("U"), phi0 = parameter("phi0");
  const chain_statement chain = dragged({{"L", 1}, {"U", 1}, {"phi0", 2 * pi() / 3}},
                                        {{0, 0}, {-L * cos(phi0), L * sin(phi0)}}, {U * time(), 0}, 2);
  problem towed{.name = "chain_one_bar",
                .title = "One bar towed along a line: the tractrix",
                .source = "[Sayah 2004, (5)–(8)], n = 1",
                .description =
                    "The bar is pushed at first (it points 30 degrees ahead of the perpendicular), turns and trails. "
                    "Its tension jumps from -1 to 1 on the way; its motion is analytic.",
                .figure = R"(
             o M1
              \
               \   phi (from the trailing position)
     - - - - - - M0 ---> U
)",
                .question = chain,
                .answer =
                    []<scalar S>(const bound_values<S>& p, const S& until) {
                      using std::abs;
                      using std::exp;
                      using std::tan;
                      const S length = p("L"), speed = p("U"), start = tan(S(p("phi0") / S(2)));
                      if (!(length > S(0)))
                        throw input_error("reference of the tractrix: expected L > 0, found L = " + to_text(length));
                      const auto direction = [=](const S& t) {  // (cos φ, sin φ)
                        const S v = start * S(exp(S(-speed * t / length))), size = S(1) + v * v;
                        return std::array<S, 2>{S(1) - S(2) * v * v / size, S(2) * v / size};
                      };
                      reference<S> known = in_closed_form<S>("(3)");
                      const S along = direction(until)[0];
                      add_instant(known, {S(abs(S(speed * along)))}, {S(speed * along < S(0) ? -1 : 1)}, 1);
                      add_motion(known, 2, until, [=](const S& t) {
                        const auto e = direction(t);
                        column<S> q(4);
                        q << speed * t, S(0), speed * t - length * e[0], length * e[1];
                        return q;
                      });
                      return known;
                    },
                .difficulties = {}};
  towed.convergence_study = true;
  return towed;
}

inline problem towed_in_circle() {
  const expression R = parameter("R"), L = parameter("L");
  const chain_statement chain = dragged({{"R", 2}, {"L", 1}}, {{R, 0}, {R, -L}}, {R * cos(time()), R * sin(time())}, 6);
  problem towed{.name = "chain_towed_in_circle",
                .title = "One bar towed round a circle",
                .source = "[Sayah 2004, (5)–(8)], n = 1",
                .description =
                    "Node 0 goes round the circle of radius R; the tail spirals in to the circle of radius sqrt(R^2 - "
                    "L^2), to which the bar is then tangent.",
                .figure = R"(
             .--<--.  M0        R
            /       \/
           |    +    |
            \       /`o M1      tail: sqrt(R^2 - L^2)
             '-->--'
)",
                .question = chain,
                .answer =
                    []<scalar S>(const bound_values<S>& p, const S& until) {
                      using std::abs;
                      using std::atanh;
                      using std::cos;
                      using std::sin;
                      using std::sqrt;
                      using std::tanh;
                      const S radius = p("R"), length = p("L"), ratio = radius / length;
                      if (!(length > S(0) && ratio > S(1)))
                        throw input_error("reference of the towed bar: expected R > L > 0, found R = " +
                                          to_text(radius) + ", L = " + to_text(length));
                      const S kappa = sqrt(S((ratio + S(1)) / (ratio - S(1)))),
                              rate = S(sqrt(S(ratio * ratio - S(1)))) / S(2), start = atanh(S(S(1) / kappa));
                      const auto direction = [=](const S& t) {  // (cos χ, sin χ); χ(0) = −π/2
                        const S v = -kappa * S(tanh(S(rate * t + start))), size = S(1) + v * v;
                        return std::array<S, 2>{(S(1) - v * v) / size, S(2) * v / size};
                      };
                      reference<S> known = in_closed_form<S>("(4)");
                      const S across = direction(until)[1];  // T_1·U = R sin χ
                      add_instant(known, {S(radius * S(abs(across)))}, {S(across < S(0) ? 1 : -1)}, 1);
                      add_motion(known, 2, until, [=](const S& t) {
                        const auto e = direction(t);
                        const S c = cos(t), s = sin(t);
                        column<S> q(4);
                        q << radius * c, radius * s, radius * c + length * (e[0] * c - e[1] * s),
                            radius * s + length * (e[0] * s + e[1] * c);
                        return q;
                      });
                      return known;
                    },
                .difficulties = {}};
  towed.convergence_study = true;
  return towed;
}

inline problem two_bars_towed_in_circle() {
  // With x_1 on the first axis.
  const expression r = parameter("r"), r1 = sqrt(1 + r * r), tension = sqrt(2 * (1 + r / r1));
  const std::array<expression, 2> x0{r1 + 1 / (r1 * tension), (1 + r / r1) / tension};
  const chain_statement chain =
      dragged({{"r", 1}}, {x0, {r1, 0}, {r1 - 1 / r1, -r / r1}},
              {x0[0] * cos(time()) - x0[1] * sin(time()), x0[0] * sin(time()) + x0[1] * cos(time())}, 6);
  return {
      .name = "chain_two_bars_towed_in_circle",
      .title = "Two bars towed round a circle, turning as one",
      .source = "[Sayah 2004, (5)–(8)], n = 2",
      .description =
          "The steady state: node 0 goes round a circle of radius sqrt(2 + r^2 + 2/theta), theta the tension of bar 1, "
          "and the tail round one of radius r.",
      .figure = R"(
            .--<--.    M0
           /       \  /     R
          |    +    o M1
           \       /|
            '-->--'  o M2   r, bar 2 tangent to its circle
)",
      .question = chain,
      .answer =
          []<scalar S>(const bound_values<S>& p, const S& until) {
            using std::cos;
            using std::sin;
            using std::sqrt;
            const S tail = p("r");
            if (!(tail > S(0)))
              throw input_error("reference of two bars towed in a circle: expected r > 0, found r = " + to_text(tail));
            const S middle = sqrt(S(S(1) + tail * tail)), pull = sqrt(S(S(2) * (S(1) + tail / middle)));
            reference<S> known = in_closed_form<S>("(6)");
            add_instant(known, {middle, tail}, {pull, S(1)}, 2);
            add_motion(known, 3, until, [=](const S& t) {
              const S c = cos(t), s = sin(t);
              const std::array<S, 6> start{middle + S(1) / (middle * pull),
                                           (S(1) + tail / middle) / pull,
                                           middle,
                                           S(0),
                                           middle - S(1) / middle,
                                           -tail / middle};
              column<S> q(6);
              for (int i = 0; i < 6; i += 2) {
                q[i] = start[static_cast<std::size_t>(i)] * c - start[static_cast<std::size_t>(i + 1)] * s;
                q[i + 1] = start[static_cast<std::size_t>(i)] * s + start[static_cast<std::size_t>(i + 1)] * c;
              }
              return q;
            });
            return known;
          },
      .difficulties = {}};
}

inline problem trailing() {
  const expression a = parameter("a"), y1 = a * (sqrt(expression(2)) - 1);
  const expression x1 = -sqrt(1 - y1 * y1), x2 = x1 - sqrt(1 - (a - y1) * (a - y1));
  const chain_statement chain = dragged({{"a", exact_rational("1e-35")}}, {{0, 0}, {x1, y1}, {x2, a}}, {time(), 0}, 2);
  return {.name = "chain_trailing",
          .title = "Two bars that trail, all but straight",
          .source = "[Sayah 2004, (5)–(8)], n = 2",
          .description =
              "Small turns decay like e^(-lambda t), lambda a zero of Laguerre's polynomial L_2; started in the shape "
              "of the slower one, 2 - sqrt(2). Known to the cube of a, so to more than 100 digits; what is across "
              "shows in runs of 50 and 100.",
          .figure = R"(
                           _ - o M2     a
     <--- M0 -------- o - ~             a (sqrt(2) - 1)
                      M1
)",
          .question = chain,
          .answer =
              []<scalar S>(const bound_values<S>& p, const S& until) {
                using std::abs;
                using std::exp;
                using std::sqrt;
                const S amplitude = p("a"), size = abs(amplitude), root = sqrt(S(2));
                if (!(size <= S(1) / S(100)))
                  throw input_error("reference of the trailing bars: expected |a| <= 1/100, found a = " +
                                    to_text(amplitude));
                reference<S> known = in_closed_form<S>("(7)");
                const S tail = amplitude * S(exp(S(-(S(2) - root) * until))), middle = tail * (root - S(1)),
                        turn = tail - middle;
                const S along = until - S(sqrt(S(1) - middle * middle)), third = size * size * size;
                column<S> q(6);
                q << until, S(0), along, middle, S(along - S(sqrt(S(1) - turn * turn))), tail;
                add_end<S>(known, q, [&](int i) {
                  return i < 2 ? S(0) : i % 2 == 1 ? third : S(third * size);
                });  // node 0 exactly; across, along
                return known;
              },
          .difficulties = {}};
}

inline problem two_bars() {
  const chain_statement chain = dragged({}, {{0, 0}, {1, 0}, {1, 1}}, {-time(), 0}, 1);
  return {.name = "chain_two_bars",
          .title = "Two bars at a right angle: the tail rests, then starts",
          .source = "[Sayah 2004, prop. 2.1], n = 2",
          .description =
              "Node 1 swings about node 2, which rests until the angle between the bars has fallen to 45 degrees, at t "
              "= sqrt(1 + sqrt(2)) - 1. Velocities are continuous there, accelerations are not. The path is known in "
              "closed form up to that time.",
          .figure = R"(
                        o M2
                        |
                        |
     <--- M0 ---------- o M1
)",
          .question = chain,
          .answer =
              []<scalar S>(const bound_values<S>&, const S& until) {
                using std::sqrt;
                const S start = S(sqrt(S(S(1) + S(sqrt(S(2)))))) - S(1);
                const auto nodes = [](const S& t) {
                  // Half the base, the height of the triangle, and x_1 on the right of x_0 x_2.
                  const S base_x = S(1) + t, D_squared = base_x * base_x + S(1),
                          height_by_D = sqrt(S(S(1) / D_squared - S(1) / S(4)));
                  column<S> q(6);
                  q << -t, S(0), -t + base_x / S(2) + height_by_D, S(1) / S(2) - base_x * height_by_D, S(1), S(1);
                  return q;
                };
                reference<S> known = in_closed_form<S>("(5)");
                if (until <= start) {
                  // cos β = D²/2 − 1; T_1 = x_1 − x_0, U = (−1, 0): |u_1| = |T_1·U|/sin β
                  const column<S> q = nodes(until);
                  const S c = ((S(1) + until) * (S(1) + until) + S(1)) / S(2) - S(1),
                          s = sqrt(S((S(1) - c) * (S(1) + c)));
                  add_instant(known, {S((q[2] - q[0]) / s), S(0)}, {S(S(1) / s), S(c / s)}, 1);
                  add_motion(known, 3, until, nodes);
                } else {
                  known.values.push_back({"chain.moving", S(2)});
                  known.values.push_back({"chain.tensions[1]", S(1)});
                  known.path = trajectory<S>(6);
                  append_closed_form(*known.path, start, nodes);
                }
                return known;
              },
          .difficulties = {},
          .convergence_study = true,
          .study_until = "1/2"};
}

inline std::vector<problem> chain() {
  return {one_bar(),
          straight_chain(),
          arc("chain_arc_fig4", 4, pi() / 9, "Four bars on an arc of 20 degrees each: all nodes move",
              "[Sayah 2004, fig. 4]", "n beta = 80 degrees is below a right angle: the whole chain moves."),
          arc("chain_arc_fig5", 6, pi() / 9, "Six bars on an arc of 20 degrees each: only node 1 moves",
              "[Sayah 2004, fig. 5]", "n beta = 120 degrees: nodes 2 to 6 rest."),
          arc("chain_arc_n5", 5, pi() / 9, "Five bars on an arc of 20 degrees each: the printed criterion fails",
              "against [Sayah 2004, 3.2 (i)]",
              "(n - 1) beta = 80 degrees is below a right angle, n beta = 100 degrees is above: nodes 2 to 5 rest "
              "although the printed criterion moves them."),
          arc("chain_arc_right_angle", 4, pi() / 8, "Four bars on an arc that turns by a right angle exactly",
              "[Sayah 2004, 3.2 (i)]",
              "n beta = 90 degrees: nodes 2 to 4 are at rest and yet about to move, their tensions are those of the "
              "moving arc. Rounding decides which nodes count as moving."),
          arc("chain_fine_arc", 16, rational(1, 16), "Sixteen bars on an arc of one radian: nearly a string",
              "[Sayah 2004, (1)–(4)]",
              "The tension of the first bar over n is sin(1) (1 + 1/(6 n^2) + ...), the string's sin(1) in the limit; "
              "so for all nodes: the string is approached like 1/n^2."),
          rational_counterexample(),
          towed_in_circle(),
          two_bars_towed_in_circle(),
          trailing(),
          two_bars()};
}

}  // namespace unilateral::problems
