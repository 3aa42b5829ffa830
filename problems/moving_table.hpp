#pragma once
/// A ball on a table that shakes: a constraint that depends on time, and contact that is lost without a shock.
///
///     gap = x − a sin ωt ≥ 0,   x'' = −g + λ,   x(0) = 0,  x'(0) = a ω: at rest on the table
///
///   (1)  On the table λ = g − a ω² sin ωt: it is left when sin ωt = s, s = g/(a ω²), unless s ≥ 1.
///        [Moreau 1963]
///   (2)  With c = √(1 − s²), θ = ω (t − t_left): gap/a = F(θ) = c (θ − sin θ) − s (θ²/2 + cos θ − 1).
///   (3)  The flight lasts as long as F > 0, that is c/s > B/A with A = θ − sin θ, B = θ²/2 + cos θ − 1. As B' = A,
///        (B/A)' = (A² − A'B)/A² = (θ cos(θ/2) − 2 sin(θ/2))²/A² ≥ 0: F(θ) > 0 proves that there is no landing up to θ.
///   (4)  c/s = π: F(2π) = 0. The ball lands after one period, in the phase in which it left, at the velocity −v_left
///        (for c − 2πs = −c); with e = 0 it has the table's velocity and leaves at once: the motion is periodic from
///        t_left on.

#include "problems/answers/known_motion.hpp"
#include "problems/answers/problem.hpp"

#include <cmath>

namespace unilateral::problems {

inline std::vector<problem> moving_table() {
  const auto table = [&](const expression& amplitude) {
    statement shaken;
    shaken.system.coordinates = {"x"};
    shaken.system.mass = diagonal_mass({1});
    shaken.system.force = {-parameter("g")};
    shaken.system.gap = {coordinate(0) - amplitude * sin(parameter("omega") * time())};
    shaken.position = {0};
    shaken.velocity = {amplitude * parameter("omega")};
    return shaken;
  };
  const std::string figure = R"(
        x     o  leaves when the table's acceleration is -g
        |   .-|-.           .---.
        |  /     \         /     \
     ---+-'-------\-------/-------\----> t      table: a sin(omega t)
                   '-----'
)";

  statement leaving = table(parameter("a"));
  leaving.parameters = {{"g", 1}, {"a", 2}, {"omega", 1}, {"e", 0.5_x}};
  leaving.system.restitution = parameter("e");
  leaving.horizon = 4;
  const auto until_landing = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::asin;
    using std::cos;
    using std::sin;
    using std::sqrt;
    const S g = p("g"), a = p("a"), ω = p("omega"), s = g / (a * ω * ω);
    if (!(g > S(0) && a > S(0) && ω > S(0)))
      throw input_error("reference of a ball on a table: expected g, a, omega > 0, found " + to_text(g) + ", " +
                        to_text(a) + ", " + to_text(ω));
    const auto sticking = [&](const S& t) { return S(a * sin(ω * t)); };
    known_motion<S> known(1, until);
    const std::string derivation = "acceleration -g of the table, then free flight";
    if (s >= S(1)) {
      known.contact(0, S(0));
      known.curve(until, sticking);
      return std::move(known).reference_from(derivation);
    }
    const S t_left = asin(s) / ω, c = sqrt(S(1) - s * s), θ = ω * (until - t_left);  // (1)
    known.contact(0, S(0), t_left);
    known.curve(t_left, sticking);
    if (θ > S(0) && !(c * (θ - sin(θ)) > s * (θ * θ / S(2) + cos(θ) - S(1)))) {  // (2), (3)
      reference<S> leaving_only{
          .from = {.from = origin::closed_form, .source = derivation, .maker = {}}, .values = {}, .path = {}};
      leaving_only.values = {{"contacts[0].from", S(0), S(0)}, {"contacts[0].to", t_left, S(0)}};
      return leaving_only;
    }
    known.parabola(until, column_of<S>(a * s), column_of<S>(a * ω * c), column_of<S>(-g));
    return std::move(known).reference_from(derivation);
  };

  statement in_step = table(sqrt(1 + pi() * pi()) * parameter("g") / pow(parameter("omega"), 2));
  in_step.parameters = {{"g", 1}, {"omega", 1}};
  in_step.horizon = 20;
  const auto periodic = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::atan;
    using std::sin;
    using std::sqrt;
    const S g = p("g"), ω = p("omega"), π = scalar_traits<S>::pi();
    if (!(g > S(0) && ω > S(0)))
      throw input_error("reference of a ball in step with its table: expected g, omega > 0, found " + to_text(g) +
                        ", " + to_text(ω));
    const S a = sqrt(S(1) + π * π) * g / (ω * ω), t_left = atan(S(1) / π) / ω, x = g / (ω * ω),
            v = π * g / ω;  // c/s = π: a s = g/ω², a ω c = π g/ω
    known_motion<S> known(1, until);
    known.contact(0, S(0), t_left);
    known.curve(t_left, [&](const S& t) { return S(a * sin(ω * t)); });
    for (int k = 1; !known.complete(); ++k) {  // (4)
      const S t = t_left + S(2 * k) * π / ω;
      known.parabola(t, column_of<S>(x), column_of<S>(v), column_of<S>(-g));
      known.shock(t, column_of<S>(x), column_of<S>(-v), column_of<S>(v), column_of<S>(S(2) * v));
    }
    return std::move(known).reference_from(
        "the amplitude at which a flight lasts one period: tan(omega t_left) = 1/pi");
  };

  return {{.name = "ball_on_moving_table",
           .title = "A ball that a shaking table throws up",
           .source = "[Moreau 1963]",
           .description = "The ball sticks to the table until the table accelerates downwards faster than gravity: a "
                          "contact that ends without a shock, decided by the second time derivative of the gap.",
           .figure = figure,
           .question = leaving,
           .answer = until_landing,
           .difficulties = {difficulty::moving_constraint}},
          {.name = "ball_in_step_with_table",
           .title = "A ball that lands where it can leave again",
           .source = "[Moreau 1963]",
           .description = "At this amplitude the ball lands exactly one period after it left. It takes over the "
                          "table's velocity (e = 0), and at this very instant the table accelerates at -g: the gap and "
                          "its first two derivatives vanish together, and the third one opens it.",
           .figure = figure,
           .question = in_step,
           .answer = periodic,
           .difficulties = {difficulty::moving_constraint, difficulty::grazing}}};
}

}  // namespace unilateral::problems
