#pragma once
/// Balls on a line, radii taken off: x_1 ≤ x_2 ≤ … ≤ x_n, masses m_i, and in some instances a wall or floor 0 ≤ x_1.
/// Shocks that reach many constraints at once, or come by the thousand.
///
/// Touching balls, V = {v_1 ≤ … ≤ v_n}:
///   (1)  Proj_V v⁻ minimises Σ m_i (w_i − v_i⁻)² over nondecreasing w: the isotonic regression. Pooling adjacent
///        violators finds it: blocks of neighbours, each with its mean Σ m v/Σ m, are merged while one is faster than
///        the next. P_i = Σ_{j ≤ i} m_j (v_j⁻ − v_j⁺), momentum on the left.
///   (2)  Three equal balls, v⁻ = (1, 0, 0): w = 1/3, v⁺ = (1 + e) w − e v⁻ = ((1 − 2e)/3, (1 + e)/3, (1 + e)/3). Here
///        ⟨∇Φ_1, M⁻¹∇Φ_2⟩ = −1/m: for e > 0 the outcome isn't continuous in the data [Paoli 2004, (5)]; gaps that tend
///        to 0 give (0, 0, 1) at e = 1.
///
/// Two balls and a wall, e = 1 [Galperin 2003]: big M from 2 at −u, small m at rest at 1.
///   (3)  In X = √m x_1, Y = √M x_2 the motion is a light ray in the angle γ = arctan √(m/M) between wall (X = 0) and
///        contact (x_1 = x_2). Unfolded it is the line X = √m downwards at speed √M u; in polar angle ψ from the Y axis
///        it runs to π and crosses the rays ψ = kγ, k = 1, 2, …:
///            as many as kγ < π:  ⌈π/γ⌉ − 1 impacts;   t_k = (2 − √(m/M) cot kγ)/u,   at distance √m/sin kγ
///   (4)  folded back: before the first crossing v = (0, −u); after crossing k,
///            for even k (at the wall)   v = u (√(M/m) sin kγ, −cos kγ),
///            for odd k (of the balls)   v = u (−√(M/m) sin (k+1)γ, −cos (k+1)γ).
///
/// A column on a floor under gravity g, e = 0:
///   (5)  ball i falls from i h on those at rest below: t_i = √(2 i h/g), w_i = √(2 g i h). −v⁻ ∈ N(q): all rest, and
///        its momentum m w_i passes through every contact below it.
///   (6)  At rest the reaction in contact i carries what is above: λ_i = (n − i) m g for i = 0 … n − 1 (0 the floor).

#include "problems/answers/known_motion.hpp"
#include "problems/answers/problem.hpp"

#include <cmath>

namespace unilateral::problems {

/// Coordinates x1 … xn with the gaps x_(i+1) − x_i, preceded by x_1 where there is a wall.
inline statement row_of_balls(const std::vector<expression>& mass, bool wall) {
  statement row;
  const int n = static_cast<int>(mass.size());
  for (int i = 0; i < n; ++i) row.system.coordinates.push_back("x" + std::to_string(i + 1));
  row.system.mass = diagonal_mass(mass);
  row.system.force.assign(mass.size(), 0);
  if (wall) row.system.gap.push_back(coordinate(0));
  for (int i = 0; i + 1 < n; ++i) row.system.gap.push_back(coordinate(i + 1) - coordinate(i));
  return row;
}

inline problem three_touching_balls() {
  statement three = row_of_balls({1, 1, 1}, false);
  three.parameters = {{"e", 1}};
  three.system.restitution = parameter("e");
  three.position = {-1, 0, 0};
  three.velocity = {1, 0, 0};
  three.horizon = 3;
  const auto answer = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    const S e = p("e"), slow = (S(1) - S(2) * e) / S(3), fast = (S(1) + e) / S(3);
    known_motion<S> known(3, until);
    const column<S> before = column_of<S>(1, 0, 0), after = column_of<S>(slow, fast, fast),
                    meeting = column_of<S>(0, 0, 0);
    known.line(S(1), column_of<S>(-1, 0, 0), before);
    known.shock(S(1), meeting, before, after, column_of<S>(S(2) * fast, fast));  // (2)
    known.line(until, meeting, after);
    return std::move(known).reference_from("isotonic regression of (1, 0, 0)");
  };
  return {.name = "three_touching_balls",
          .title = "A ball hits two balls that touch",
          .source = "[Moreau 1988]",
          .description =
              "Moreau's law treats the double contact as one shock: (-1/3, 2/3, 2/3) at e = 1. A gap between the "
              "struck balls, however small, gives (0, 0, 1) instead, by two shocks.",
          .figure = R"(
      v = 1
     (1)-->            (2)(3)
   ---+-----------------+--+--------> x
)",
          .question = three,
          .answer = answer,
          .difficulties = {difficulty::simultaneous, difficulty::discontinuous_data}};
}

inline problem three_separate_balls() {
  statement three = row_of_balls({1, 1, 1}, false);
  three.parameters = {{"d", rational(1, 1000)}};
  three.system.restitution = 1;
  three.position = {-1, 0, parameter("d")};
  three.velocity = {1, 0, 0};
  three.horizon = 3;
  const auto answer = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    const S d = p("d");
    if (!(d > S(0))) throw input_error("reference of three separate balls: expected d > 0, found d = " + to_text(d));
    known_motion<S> known(3, until);
    const column<S> first = column_of<S>(1, 0, 0), second = column_of<S>(0, 1, 0), third = column_of<S>(0, 0, 1);
    const column<S> meeting = column_of<S>(0, 0, d), passing_on = column_of<S>(0, d, d);
    known.line(S(1), column_of<S>(-1, 0, d), first);
    known.shock(S(1), meeting, first, second, column_of<S>(1, 0));
    known.line(S(1) + d, meeting, second);
    known.shock(S(1) + d, passing_on, second, third, column_of<S>(0, 1));
    known.line(until, passing_on, third);
    return std::move(known).reference_from("equal masses exchange their velocities");
  };
  return {.name = "three_separate_balls",
          .title = "A ball hits two balls that all but touch",
          .source = "[Paoli 2004, (5)]",
          .description =
              "The speed is handed on ball by ball, whatever the gap d > 0: (0, 0, 1). Beside three_touching_balls, "
              "(-1/3, 2/3, 2/3) at e = 1, this is the jump in the data.",
          .figure = R"(
      v = 1              d
     (1)-->            (2) (3)
   ---+-----------------+---+-------> x
)",
          .question = three,
          .answer = answer,
          .difficulties = {}};
}

inline problem touching_balls_inelastic() {
  const std::vector<rational> mass = {1, 2, 3, 1, 2}, speed = {3, 0, 2, 4, 0.5_x};
  statement five = row_of_balls({mass.begin(), mass.end()}, false);
  five.position.assign(mass.size(), 0);
  five.velocity.assign(speed.begin(), speed.end());
  five.horizon = 2;
  const auto answer = [mass, speed]<scalar S>(const bound_values<S>&, const S& until) -> reference<S> {
    struct block {
      rational mass, momentum;
      Eigen::Index balls;
      rational velocity() const { return momentum / mass; }
    };
    std::vector<block> blocks;  // (1)
    for (std::size_t i = 0; i < mass.size(); ++i) {
      blocks.push_back({mass[i], mass[i] * speed[i], 1});
      while (blocks.size() > 1 && blocks[blocks.size() - 2].velocity() > blocks.back().velocity()) {
        const block right = blocks.back();
        blocks.pop_back();
        block& left = blocks.back();
        left = {left.mass + right.mass, left.momentum + right.momentum, left.balls + right.balls};
      }
    }
    const auto n = static_cast<Eigen::Index>(mass.size());
    column<S> before(n), after(n), impulse(n - 1);
    Eigen::Index i = 0;
    rational passed = 0;
    for (const block& b : blocks)
      for (Eigen::Index k = 0; k < b.balls; ++k, ++i) {
        const auto ball = static_cast<std::size_t>(i);
        before[i] = exact<S>(speed[ball]);
        after[i] = exact<S>(b.velocity());
        passed += mass[ball] * (speed[ball] - b.velocity());
        if (i < n - 1) impulse[i] = exact<S>(passed);
      }
    known_motion<S> known(static_cast<int>(n), until);
    const column<S> origin = column<S>::Zero(n);
    known.shock(S(0), origin, before, after, impulse);
    known.line(until, origin, after);
    return std::move(known).reference_from("isotonic regression in rationals, by pooling adjacent violators");
  };
  return {.name = "touching_balls_inelastic",
          .title = "Five touching balls of different masses",
          .source = "[Moreau 1983, (7)]",
          .description =
              "All touch at t = 0 and want to pass each other: the standard inelastic shock pools neighbours into "
              "blocks of one velocity, the mass-weighted isotonic regression of the velocities.",
          .figure = R"(
   m = 1  2  3  1   2
      (1)(2)(3)(4) (5)        v = 3  0  2  4  1/2   becomes
   ----+--+--+--+--+-----> x      1  1  11/6  11/6  11/6
)",
          .question = five,
          .answer = answer,
          .difficulties = {difficulty::simultaneous}};
}

inline problem galperin(const std::string& name, const expression& ratio, const std::string& count) {
  statement two = row_of_balls({1, parameter("ratio")}, true);
  two.parameters = {{"ratio", ratio}, {"u", 1}};
  two.system.restitution = 1;
  two.position = {1, 2};
  two.velocity = {0, -parameter("u")};
  two.horizon = 10;
  const auto answer = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::atan;
    using std::cos;
    using std::sin;
    using std::sqrt;
    const S u = p("u"), root = sqrt(p("ratio"));  // √(M/m), m = 1
    if (!(u > S(0) && root > S(0)))
      throw input_error("reference of two balls and a wall: expected u > 0 and ratio > 0, found u = " + to_text(u) +
                        ", ratio = " + to_text(p("ratio")));
    // Near the end kγ comes close to π, where its cotangent magnifies rounding by 1/(π − kγ)²: angles are taken in
    // twice the digits of any S.
    using wide = mpfr_number<2 * scalar_traits<real100>::digits>;
    const wide γ = atan(wide(1) / sqrt(wide(p("ratio")))), π = wide(4) * atan(wide(1));
    struct ray {
      S sine, cosine;
    };
    const auto angle = [&](int k) {
      const wide kγ = wide(k) * γ, rest = π - kγ;
      const bool obtuse = rest < kγ;
      const S acute = static_cast<S>(obtuse ? rest : kγ);
      return ray{sin(acute), obtuse ? S(-cos(acute)) : S(cos(acute))};
    };
    const auto t = [&](int k) { return S((S(2) - angle(k).cosine / (root * angle(k).sine)) / u); };  // (3)
    const auto position = [&](int k) {
      const S r = S(1) / angle(k).sine;
      return k % 2 == 0 ? column_of<S>(0, r / root) : column_of<S>(r * angle(1).sine, r * angle(1).sine);
    };
    const auto velocity = [&](int k) {  // (4)
      return k % 2 == 0 ? column_of<S>(u * root * angle(k).sine, -u * angle(k).cosine)
                        : column_of<S>(-u * root * angle(k + 1).sine, -u * angle(k + 1).cosine);
    };
    const auto happens = [&](int k) { return wide(k) * γ < π && t(k) < until; };

    // Beyond so many impacts the motion isn't tabulated: their number says it all.
    constexpr int most_pieces = 100000;
    if (happens(most_pieces)) {
      int low = most_pieces, high = 2 * most_pieces;  // `happens` is true up to the last impact and false from there on
      while (happens(high)) low = high, high *= 2;
      while (high - low > 1) (happens((low + high) / 2) ? low : high) = (low + high) / 2;
      return {.from = {.from = origin::closed_form, .source = "a straight line, folded", .maker = {}},
              .values = {{"counts.impacts", S(low), S(0)}},
              .path = {}};
    }
    known_motion<S> known(2, until);
    column<S> q = column_of<S>(1, 2);
    for (int k = 0;; ++k) {
      const bool goes_on = happens(k + 1);
      const S next = goes_on ? t(k + 1) : until;
      known.line(next, q, velocity(k));
      if (!goes_on) break;
      q = position(k + 1);
      const column<S> jump = velocity(k + 1) - velocity(k);
      known.shock(next, q, velocity(k), velocity(k + 1),
                  (k + 1) % 2 == 0 ? column_of<S>(jump[0], 0) : column_of<S>(0, -jump[0]));
    }
    return std::move(known).reference_from("a straight line, folded into the angle arctan(1/sqrt(ratio))");
  };
  return {.name = name,
          .title = "Two balls and a wall that count the digits of pi: " + count + " impacts",
          .source = "[Galperin 2003]",
          .description =
              "Elastic impacts, whose number is an integer answer to any precision: one impact missed or invented and "
              "it is wrong. With ratio = 100^k they spell pi.",
          .figure = R"(
   |
   |      m            M = ratio m
   |     (1)    <--u---( 2 )
   +------+--------------+--------> x
   wall   1              2
)",
          .question = two,
          .answer = answer};
}

inline std::vector<problem> columns_of_balls() {
  static constexpr int n = 5;
  statement column_of_balls = row_of_balls(std::vector<expression>(n, 1), true);
  column_of_balls.system.force.assign(n, -parameter("g"));
  column_of_balls.velocity.assign(n, 0);
  column_of_balls.system.restitution = 0;

  statement falling = column_of_balls;
  falling.parameters = {{"g", 2}, {"h", 1}};
  for (int i = 1; i <= n; ++i) falling.position.push_back(i * parameter("h"));
  falling.horizon = 3;
  const auto landing = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::sqrt;
    const S g = p("g"), h = p("h");
    if (!(g > S(0) && h > S(0)))
      throw input_error("reference of a column: expected g, h > 0, found " + to_text(g) + ", " + to_text(h));
    known_motion<S> known(n, until);
    column<S> q(n), v = column<S>::Zero(n), a = column<S>::Constant(n, -g), total = column<S>::Zero(n);
    for (int i = 0; i < n; ++i) q[i] = S(i + 1) * h;
    for (int i = 0; i < n; ++i) {  // (5); balls count from 0 here
      const S t = sqrt(S(2 * (i + 1)) * h / g);
      known.parabola(t, q, v, a);
      // State at t: balls up to i lie on the floor, the others still fall.
      for (int j = 0; j < n; ++j) q[j] = j <= i ? S(0) : S(j - i) * h, v[j] = j < i ? S(0) : S(-g * t);
      const column<S> v_minus = v;
      v[i] = a[i] = S(0);
      column<S> impulse = column<S>::Zero(n);
      for (int j = 0; j <= i; ++j) impulse[j] = g * t;
      known.shock(t, q, v_minus, v, impulse);
      known.contact(i, t);
      if (t < until)
        for (int j = 0; j <= i; ++j)
          total[j] += g * t + g * (until - t);  // (6): from then on it weighs on all contacts below
    }
    known.parabola(until, q, v, a);
    if (!known.ends_in_shock())
      for (int i = 0; i < n; ++i) known.value("total_impulse[" + std::to_string(i) + "]", total[i]);
    return std::move(known).reference_from("free fall, each ball from its own height");
  };

  statement resting = column_of_balls;
  resting.parameters = {{"g", 10}};
  resting.position.assign(n, 0);
  resting.horizon = 1;
  const auto weights = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    if (p("g") < S(0)) throw input_error("reference of a column at rest: expected g >= 0, found " + to_text(p("g")));
    known_motion<S> known(n, until);
    const column<S> zero = column<S>::Zero(n);
    known.line(until, zero, zero);
    for (int i = 0; i < n; ++i)
      known.value("total_impulse[" + std::to_string(i) + "]", S(n - i) * p("g") * until);  // (6)
    return std::move(known).reference_from("each contact carries the weight above it");
  };

  const std::string figure = R"(
     x ^   (5)
       |   (4)
       |   (3)      contact i is the one below ball i + 1,
       |   (2)      contact 0 the floor
       |   (1)
     --+-///////---
)";
  return {{.name = "falling_column",
           .title = "Five balls fall and pile up",
           .source = "[Moreau 1983, (7)]",
           .description = "Ball after ball lands on those that lie below it; the shock passes through every contact of "
                          "the pile at once.",
           .figure = figure,
           .question = falling,
           .answer = landing,
           .difficulties = {difficulty::simultaneous},
           .convergence_study = true},
          {.name = "column_at_rest",
           .title = "Five balls on each other",
           .source = "[Moreau 1963]",
           .description = "Nothing moves; the reactions are the weights above, five unknowns in five contacts.",
           .figure = figure,
           .question = resting,
           .answer = weights,
           .difficulties = {difficulty::simultaneous}}};
}

inline std::vector<problem> balls_in_a_row() {
  std::vector<problem> all = {three_touching_balls(),
                              three_separate_balls(),
                              touching_balls_inelastic(),
                              galperin("galperin_0", 1, "3"),
                              galperin("galperin_1", 100, "31"),
                              galperin("galperin_2", 10000, "314"),
                              galperin("galperin_3", 1000000, "3141")};
  for (problem& p : columns_of_balls()) all.push_back(std::move(p));
  return all;
}

}  // namespace unilateral::problems
