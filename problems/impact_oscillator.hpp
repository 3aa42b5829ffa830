#pragma once
/// A forced linear oscillator and a wall, x ≤ s: periodic motions with one impact a period in closed form, and grazing.
///
///     x'' + x = γ cos(ωt + φ) − λ,   gap = s − x ≥ 0
///
/// One impact a period T = 2πn/ω, at t = 0, arriving at speed u > 0 [Shaw Holmes 1983]. With G = γ/(1 − ω²):
///   (1)  x = C_1 cos t + C_2 sin t + G cos(ωt + φ) on [0, T],   x(0) = x(T) = s,  x'(0) = −e u,  x'(T) = u
///   (2)  x(T) = x(0):            C_2 = C_1 (1 − cos T)/sin T = C_1 tan(T/2)
///   (3)  x'(T) − x'(0):          −2 C_1 tan(T/2) = (1 + e) u, so C_1 = −κ u, C_2 = −(1 + e) u/2 with κ = (1 + e)/(2
///        tan(T/2))
///   (4)  x(0), x'(0):            cos φ = (s + κ u)/G,  sin φ = −ν u/G with ν = (1 − e)/(2ω)
///   (5)  cos² φ + sin² φ = 1:    (κ² + ν²) u² + 2 s κ u + s² − G² = 0, u = (−s κ + √(G² (κ² + ν²) − s² ν²))/(κ² + ν²)
///   (6)  x < s inside (0, T) has to be checked. Near the ends by |x''| ≤ A = |C_1| + |C_2| + |G| ω²: x(t) ≤ s − e u t
///        + A t²/2, and likewise from T. Between, by bisection: s − x at the middle of [a, b] exceeds (b − a)/2 · max
///        |x'|, or both halves are checked.
///
/// By hand: e = 4/5, x'' + x = −sin 2t, x ≤ 0: x = −6 sin t + ⅓ sin 2t on [0, π], u = 20/3, −e u = −16/3.
///
/// Grazing [Nordmark 1991], γ = 0, from x = 0 at speed s (1 + d):
///   (7)  x = s (1 + d) sin t: for d < 0 the wall isn't reached, for d = 0 it is touched at velocity 0 (at π/2 + 2πj):
///        no shock.
///   (8)  d > 0: first impact at t_1, sin t_1 = 1/(1 + d), tan t_1 = 1/√(2d + d²), at speed w = s √(2d + d²): a square
///        root of the data.
///   (9)  Impact k leaves at w_k = e^k w: x = s cos τ − w_k sin τ, which comes back to s, at speed w_k, after τ = 2π −
///        2 arctan(w_k/s).

#include "problems/answers/known_motion.hpp"
#include "problems/answers/problem.hpp"

#include <cmath>

namespace unilateral::problems {

/// Whether f > 0 on [a, b], |f'| ≤ slope, by (6); gives up on what is narrower than `least`.
template <scalar S, class Function>
bool positive_between(const Function& f, const S& a, const S& b, const S& slope, const S& least) {
  const S middle = (a + b) / S(2);
  if (f(middle) > slope * (b - a) / S(2)) return true;
  if (b - a < least) return false;
  return positive_between(f, a, middle, slope, least) && positive_between(f, middle, b, slope, least);
}

/// (1)–(5) as formulas in the parameters s, gamma, omega, e, n: the same text gives the statement its data.
struct periodic_impact {
  expression s = parameter("s"), ω = parameter("omega"), e = parameter("e");
  expression T = 2 * pi() * parameter("n") / ω;
  expression G = parameter("gamma") / (1 - ω * ω);
  expression κ = (1 + e) * cos(T / 2) / (2 * sin(T / 2));
  expression ν = (1 - e) / (2 * ω);
  expression u = (-s * κ + sqrt(G * G * (κ * κ + ν * ν) - s * s * ν * ν)) / (κ * κ + ν * ν);
  expression cos_φ = (s + κ * u) / G;
  expression sin_φ = -ν * u / G;
};

inline problem oscillator_family() {
  const periodic_impact orbit;
  statement forced;
  forced.system.coordinates = {"x"};
  forced.system.mass = diagonal_mass({1});
  forced.system.force = {
      parameter("gamma") * (orbit.cos_φ * cos(orbit.ω * time()) - orbit.sin_φ * sin(orbit.ω * time())) - coordinate(0)};
  forced.system.gap = {orbit.s - coordinate(0)};
  forced.system.restitution = orbit.e;
  forced.parameters = {{"s", 1}, {"gamma", 5}, {"omega", 2.2_x}, {"e", 0.8_x}, {"n", 1}};
  forced.position = {orbit.s};
  forced.velocity = {-orbit.e * orbit.u};
  forced.horizon = 10;

  const auto answer = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::abs;
    using std::cos;
    using std::round;
    using std::sin;
    using std::sqrt;
    const S s = p("s"), γ = p("gamma"), ω = p("omega"), e = p("e"), π = scalar_traits<S>::pi();
    const S T = S(2) * π * p("n") / ω, G = γ / (S(1) - ω * ω), κ = (S(1) + e) * cos(T / S(2)) / (S(2) * sin(T / S(2))),
            ν = (S(1) - e) / (S(2) * ω);
    const S square = κ * κ + ν * ν, discriminant = G * G * square - s * s * ν * ν;
    const auto refuse = [&](const std::string& found) {
      return input_error("reference of the impact oscillator: expected an orbit with one impact a period, found " +
                         found);
    };
    if (p("n") != round(p("n")) || p("n") < S(1)) throw refuse("n = " + to_text(p("n")) + " periods of the force");
    if (!(discriminant >= S(0) && square > S(0))) throw refuse("no real impact speed");
    const S u = (-s * κ + sqrt(discriminant)) / square;  // (5)
    if (!(u > S(0) && e > S(0))) throw refuse("impact speed u = " + to_text(u) + ", e = " + to_text(e));
    const S C_1 = -κ * u, C_2 = -(S(1) + e) * u / S(2), cos_φ = (s + κ * u) / G, sin_φ = -ν * u / G;  // (3), (4)
    const auto x = [&](const S& t) {
      return S(C_1 * cos(t) + C_2 * sin(t) + G * (cos_φ * cos(ω * t) - sin_φ * sin(ω * t)));
    };

    const S A = abs(C_1) + abs(C_2) + abs(G) * ω * ω, slope = abs(C_1) + abs(C_2) + abs(G * ω);  // (6)
    const S inside_from = e * u / A, inside_to = T - u / A, least = sqrt(epsilon<S>());
    if (inside_from < inside_to &&
        !positive_between<S>([&](const S& t) { return S(s - x(t)); }, inside_from, inside_to, slope, least))
      throw refuse("another contact inside the period");

    known_motion<S> known(1, until);
    const column<S> wall = column_of<S>(s), arriving = column_of<S>(u), leaving = column_of<S>(-e * u);
    for (int k = 1; !known.complete(); ++k) {
      const S begin = S(k - 1) * T, end = S(k) * T;
      known.curve(end, [&](const S& t) { return x(t - begin); });
      known.shock(end, wall, arriving, leaving, column_of<S>((S(1) + e) * u));
    }
    return std::move(known).reference_from("a harmonic motion on one period, repeated");
  };
  return {.name = "oscillator_family",
          .title = "Impact oscillator: one impact a period",
          .source = "[Shaw Holmes 1983]",
          .description =
              "The phase of the force is chosen so that the motion that starts at the wall is periodic; any s, gamma, "
              "omega, e, n for which such a motion exists.",
          .figure = R"(
                     |/
     /\/\/\/\/\-(m)  |/   x <= s,  force gamma cos(omega t + phi)
   --------------+---+-----> x
                 0   s
)",
          .question = forced,
          .answer = answer,
          .convergence_study = true};
}

inline problem oscillator_by_hand() {
  statement forced;
  forced.system.coordinates = {"x"};
  forced.system.mass = diagonal_mass({1});
  forced.system.force = {-coordinate(0) - sin(2 * time())};
  forced.system.gap = {-coordinate(0)};
  forced.system.restitution = 0.8_x;
  forced.position = {0};
  forced.velocity = {expression(-16) / 3};
  forced.horizon = 10;
  const auto answer = []<scalar S>(const bound_values<S>&, const S& until) -> reference<S> {
    using std::sin;
    const S π = scalar_traits<S>::pi();
    known_motion<S> known(1, until);
    const column<S> wall = column_of<S>(0), arriving = column_of<S>(S(20) / S(3)),
                    leaving = column_of<S>(S(-16) / S(3));
    for (int k = 1; !known.complete(); ++k) {
      const S begin = S(k - 1) * π, end = S(k) * π;
      known.curve(end, [&](const S& t) { return S(sin(S(2) * (t - begin)) / S(3) - S(6) * sin(t - begin)); });
      known.shock(end, wall, arriving, leaving, column_of<S>(S(12)));
    }
    return std::move(known).reference_from("x = -6 sin t + sin(2t)/3 on [0, pi], repeated");
  };
  return {.name = "oscillator_by_hand",
          .title = "Impact oscillator whose orbit is found by hand",
          .source = "[Shaw Holmes 1983]",
          .description =
              "Impacts at every multiple of pi, arriving at 20/3 and leaving at -16/3; a disturbance shrinks by 4/5 a "
              "period.",
          .figure = R"(
                     |/
     /\/\/\/\/\-(m)  |/   x <= 0,  force -sin 2t,  e = 4/5
   ------------------+-----> x
                     0
)",
          .question = forced,
          .answer = answer,
          .convergence_study = true};
}

inline std::vector<problem> oscillators_that_graze() {
  statement free;
  free.system.coordinates = {"x"};
  free.system.mass = diagonal_mass({1});
  free.system.force = {-coordinate(0)};
  free.system.gap = {parameter("s") - coordinate(0)};
  free.system.restitution = parameter("e");
  free.position = {0};
  free.velocity = {parameter("s") * (1 + parameter("d"))};
  free.horizon = 10;
  const auto answer = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::atan;
    using std::cos;
    using std::sin;
    using std::sqrt;
    const S s = p("s"), d = p("d"), e = p("e"), π = scalar_traits<S>::pi();
    if (!(s > S(0) && d > S(-1)))
      throw input_error("reference of grazing: expected s > 0 and d > -1, found s = " + to_text(s) +
                        ", d = " + to_text(d));
    known_motion<S> known(1, until);
    const auto unhindered = [&](const S& t) { return S(s * (S(1) + d) * sin(t)); };
    if (d > S(0)) {
      const S root = sqrt(S(2) * d + d * d);  // (8)
      S t = atan(S(1) / root), w = s * root;
      known.curve(t, unhindered);
      while (!known.complete()) {  // (9)
        if (w > S(0))
          known.shock(t, column_of<S>(s), column_of<S>(w), column_of<S>(-e * w), column_of<S>((S(1) + e) * w));
        w *= e;
        const S begin = t;
        t = begin + S(2) * π - S(2) * atan(w / s);
        known.curve(t, [&](const S& at) { return S(s * cos(at - begin) - w * sin(at - begin)); });
      }
    }
    known.curve(until, unhindered);  // (7)
    return std::move(known).reference_from("harmonic arcs");
  };
  const auto instance = [&](const std::string& name, const std::string& title, const std::string& description,
                            const expression& d) {
    problem p{.name = name,
              .title = title,
              .source = "[Nordmark 1991]",
              .description = description,
              .figure = R"(
   s ----------.-----------.--------- x <= s
             .   .       .   .
   0 ------.-------.---.-------.----> t     amplitude s (1 + d)
         .           .           .
)",
              .question = free,
              .answer = answer,
              .difficulties = {difficulty::grazing}};
    std::get<statement>(p.question).parameters = {{"s", 1}, {"d", d}, {"e", 0.5_x}};
    return p;
  };
  problem above = instance("oscillator_grazing_above", "Impact oscillator, just hitting the wall",
                           "The speed of the first impact is a square root of the excess d.", 0.01_x);
  above.convergence_study = true;
  return {instance("oscillator_grazing", "Impact oscillator that touches the wall",
                   "Contact at velocity 0, once a period: no shock, and no solver should see one.", 0),
          above,
          instance("oscillator_grazing_below", "Impact oscillator, just missing the wall",
                   "A near miss: no event at all.", -expression(0.01_x))};
}

inline std::vector<problem> impact_oscillator() {
  std::vector<problem> all = {oscillator_by_hand(), oscillator_family()};
  for (problem& p : oscillators_that_graze()) all.push_back(std::move(p));
  return all;
}

}  // namespace unilateral::problems
