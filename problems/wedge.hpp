#pragma once
/// Paoli's wedge: a free particle in an angle θ of the plane. Where it meets the corner, or nearly so, decides whether
/// the motion depends continuously on its data.
///
///     f_1 = y ≥ 0,   f_2 = −x sin θ − y cos θ ≥ 0,   M = 1,  f = 0;   ⟨∇f_1, ∇f_2⟩ = −cos θ   [Paoli 2004, § 1]
///
/// With s = sin θ, c = cos θ, unit normals n_1 = (0, 1), n_2 = (−s, −c).
///
/// Falling, θ ∈ (π/2, π), from (x_0, 1) at (0, −1); admissible: x_0 s ≤ −c.
///   (1)  x_0 ≤ 0: floor at t = 1. At x_0 = 0 in the corner too, but −v⁻ = n_1 lies in N(q): Proj_V v⁻ = 0, P = (1 + e,
///        0), and v⁺ = −e v⁻ = (0, e) in either case; afterwards f_2' = −c e ≥ 0.
///   (2)  x_0 > 0: wall 2 at height y_1 = −x_0 s/c, t_1 = 1 − y_1; n_2·v⁻ = c < 0 and v⁺ = v⁻ − (1 + e) c n_2 = ((1 +
///        e) s c, −1 + (1 + e) c²).
///   (3)  If (1 + e) c² ≥ 1 the particle never comes back. Else it reaches the floor at t_2 = t_1 + y_1/(1 − (1 + e)
///        c²), for e > 0 left of the corner, for e = 0 in it, sliding down wall 2. In both cases P = ((1 + e)(1 − (1 +
///        e) c²), 0), v⁺ = ((1 + e) s c, e (1 − (1 + e) c²)), n_2·v⁺ > 0: it leaves wall 2 for good.
///   So v⁺ → (sin 2θ/2, 0) for e = 0 as x_0 → 0+, but 0 at x_0 = 0 [Paoli 2004, fig. 1]; (sin 2θ, |cos 2θ|) for e = 1,
///   but (0, 1) [ibid., fig. 2].
///
/// Arriving along the floor, θ ∈ (0, π/2], from (−1, y_0) at (1, 0); admissible: y_0 c ≤ s.
///   (4)  y_0 = 0: corner at t = 1; −v⁻ = (c/s) n_1 + (1/s) n_2 lies in N(q), so v⁺ = −e v⁻, P = (1 + e) (c/s, 1/s).
///   (5)  y_0 > 0, e = 0: wall 2 at t_1 = 1 − y_0 c/s; n_2·v⁻ = −s, v⁺ = v⁻ + s n_2 = (c², −s c) = −c (−c, s): it
///        slides down.
///   (6)  It reaches the corner at t_2 = t_1 + y_0/(s c) (never for c = 0); −v⁻ = (c/s) n_1 + (c²/s) n_2 lies in N(q):
///        v⁺ = 0, P = (c/s, c²/s).
///   As y_0 → 0 the motion of (5), (6) tends to that of (4) [Paoli 2004, fig. 3].

#include "problems/answers/known_motion.hpp"
#include "problems/answers/problem.hpp"

#include <cmath>

namespace unilateral::problems {

inline std::vector<problem> wedge() {
  const expression θ = parameter("theta"), x = coordinate(0), y = coordinate(1);
  statement particle;
  particle.system.coordinates = {"x", "y"};
  particle.system.mass = diagonal_mass({1, 1});
  particle.system.force = {0, 0};
  particle.system.gap = {y, -x * sin(θ) - y * cos(θ)};
  particle.system.restitution = parameter("e");
  particle.horizon = 3;

  const auto falling = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::cos;
    using std::sin;
    const S x_0 = p("x0"), e = p("e"), s = sin(p("theta")), c = cos(p("theta"));
    if (!(c < S(0) && s > S(0) && x_0 * s <= -c))
      throw input_error("reference of the wedge: expected theta in (pi/2, pi) and x0 <= -1/tan(theta), found theta = " +
                        to_text(p("theta")) + ", x0 = " + to_text(x_0));
    known_motion<S> known(2, until);
    const column<S> start = column_of<S>(x_0, 1), down = column_of<S>(0, -1);
    if (x_0 <= S(0)) {  // (1)
      const column<S> corner = column_of<S>(x_0, 0), up = column_of<S>(0, e);
      known.line(S(1), start, down);
      known.shock(S(1), corner, down, up, column_of<S>(S(1) + e, 0));
      known.line(until, corner, up);
    } else {
      const S y_1 = -x_0 * s / c, t_1 = S(1) - y_1;  // (2)
      const column<S> hit = column_of<S>(x_0, y_1),
                      after = column_of<S>((S(1) + e) * s * c, -S(1) + (S(1) + e) * c * c);
      known.line(t_1, start, down);
      known.shock(t_1, hit, down, after, column_of<S>(0, -(S(1) + e) * c));
      if (after[1] < S(0)) {  // (3)
        const S t_2 = t_1 - y_1 / after[1];
        const column<S> landing = column_of<S>(e > S(0) ? S(x_0 + (t_2 - t_1) * after[0]) : S(0), 0),
                        last = column_of<S>(after[0], -e * after[1]);
        known.line(t_2, hit, after);
        known.shock(t_2, landing, after, last, column_of<S>(-(S(1) + e) * after[1], 0));
        known.line(until, landing, last);
      }
      known.line(until, hit, after);
    }
    return std::move(known).reference_from("straight lines, reflected by the law of impact");
  };

  const auto arriving = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::cos;
    using std::sin;
    const S y_0 = p("y0"), e = p("e"), s = sin(p("theta")), c = cos(p("theta"));
    if (!(c >= S(0) && s > S(0) && y_0 >= S(0) && y_0 * c <= s))
      throw input_error(
          "reference of the wedge: expected theta in (0, pi/2] and 0 <= y0 <= tan(theta), found theta = " +
          to_text(p("theta")) + ", y0 = " + to_text(y_0));
    if (y_0 > S(0) && e > S(0))
      throw input_error("reference of the wedge: expected e = 0 or y0 = 0, found e = " + to_text(e) +
                        ", y0 = " + to_text(y_0));
    known_motion<S> known(2, until);
    const column<S> start = column_of<S>(-1, y_0), right = column_of<S>(1, 0), corner = column_of<S>(0, 0);
    if (y_0 == S(0)) {  // (4)
      const column<S> back = column_of<S>(-e, 0);
      known.line(S(1), start, right);
      known.shock(S(1), corner, right, back, column_of<S>((S(1) + e) * c / s, (S(1) + e) / s));
      known.line(until, corner, back);
    } else {
      const S t_1 = S(1) - y_0 * c / s;  // (5)
      const column<S> hit = column_of<S>(-y_0 * c / s, y_0), sliding = column_of<S>(c * c, -s * c);
      known.line(t_1, start, right);
      known.shock(t_1, hit, right, sliding, column_of<S>(0, s));
      if (c > S(0)) {  // (6)
        const S t_2 = t_1 + y_0 / (s * c);
        known.line(t_2, hit, sliding);
        known.shock(t_2, corner, sliding, column_of<S>(0, 0), column_of<S>(c / s, c * c / s));
        known.line(until, corner, column_of<S>(0, 0));
      }
      known.line(until, hit, sliding);
    }
    return std::move(known).reference_from("straight lines, projected by the law of impact");
  };

  const std::string obtuse = R"(
         o (x0, 1)   f2 = 0
         |          /
         v         /         f2 = -x sin(theta) - y cos(theta) >= 0
                  /
      K          /  pi - theta
   -------------+- - - - - - > x
      f1 = y = 0
)",
                    acute = R"(
     \  f2 = 0
      \          theta: the angle at the corner
       \
   o--> \      (-1, y0), v = (1, 0)
      K  \
   -------+
     f1 = y = 0
)";
  const auto fall = [&](const std::string& name, const std::string& title, const std::string& description,
                        const std::string& source, const expression& angle, const expression& e,
                        const expression& x_0) {
    problem p{.name = name,
              .title = title,
              .source = source,
              .description = description,
              .figure = obtuse,
              .question = particle,
              .answer = falling};
    statement& q = std::get<statement>(p.question);
    q.parameters = {{"theta", angle}, {"e", e}, {"x0", x_0}};
    q.position = {parameter("x0"), 1};
    q.velocity = {0, -1};
    return p;
  };
  const auto arrive = [&](const std::string& name, const std::string& title, const std::string& description,
                          const expression& y_0) {
    problem p{.name = name,
              .title = title,
              .source = "[Paoli 2004, fig. 3]",
              .description = description,
              .figure = acute,
              .question = particle,
              .answer = arriving};
    statement& q = std::get<statement>(p.question);
    q.parameters = {{"theta", pi() / 3}, {"e", 0}, {"y0", y_0}};
    q.position = {-1, parameter("y0")};
    q.velocity = {1, 0};
    return p;
  };

  const std::string fig_1 = "[Paoli 2004, fig. 1]", fig_2 = "[Paoli 2004, fig. 2]";
  problem corner_1 = fall("wedge_fig1", "Into an obtuse corner, inelastic",
                          "The particle stops in the corner. Started anywhere to the right, however near, it doesn't.",
                          fig_1, 3 * pi() / 4, 0, 0);
  corner_1.difficulties = {difficulty::simultaneous, difficulty::discontinuous_data};
  problem right_1 = fall("wedge_fig1_right", "Right of an obtuse corner, inelastic",
                         "It meets the slope, slides down into the corner and leaves along the floor at (sin 2 "
                         "theta)/2, for every x0 > 0.",
                         fig_1, 3 * pi() / 4, 0, 0.1_x);
  right_1.difficulties = {difficulty::simultaneous, difficulty::discontinuous_data};
  right_1.convergence_study = true;
  const problem left_1 = fall("wedge_fig1_left", "Left of an obtuse corner, inelastic",
                              "It lands on the floor and stays there.", fig_1, 3 * pi() / 4, 0, -expression(0.1_x));
  problem corner_2 = fall("wedge_fig2", "Into an obtuse corner, elastic", "The particle comes back the way it came.",
                          fig_2, 2 * pi() / 3, 1, 0);
  corner_2.difficulties = {difficulty::simultaneous, difficulty::discontinuous_data};
  const problem right_2 =
      fall("wedge_fig2_right", "Right of an obtuse corner, elastic",
           "Reflected by the slope and by the floor, it leaves at (sin 2 theta, |cos 2 theta|), for every x0 > 0.",
           fig_2, 2 * pi() / 3, 1, 0.1_x);
  const problem left_2 =
      fall("wedge_fig2_left", "Left of an obtuse corner, elastic",
           "Reflected by the floor, it comes back the way it came.", fig_2, 2 * pi() / 3, 1, -expression(0.1_x));
  problem corner_3 =
      arrive("wedge_fig3", "Along the floor into an acute corner",
             "The particle slides into the corner and stops: the limit of all motions that start above the floor.", 0);
  corner_3.difficulties = {difficulty::simultaneous};
  corner_3.convergence_study = true;
  problem above_3 =
      arrive("wedge_fig3_above", "Above the floor into an acute corner",
             "It meets the slope, slides down and stops in the corner, where both constraints are active.", 0.1_x);
  above_3.difficulties = {difficulty::simultaneous};
  above_3.convergence_study = true;
  return {corner_1, right_1, left_1, corner_2, right_2, left_2, corner_3, above_3};
}

}  // namespace unilateral::problems
