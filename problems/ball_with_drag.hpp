#pragma once
/// A ball that bounces in a viscous medium: flights without symmetry, whose length is a root of a transcendental
/// equation.
///
///     gap = x ≥ 0,   x'' = −g − c x' + λ,   x(0) = h_0,  x'(0) = 0,   c > 0
///
/// With s = c τ for the time since a flight began, and R(s) = s − 1 + e^(−s) ≥ 0:
///   (1)  dropped from h_0:            x = h_0 − (g/c²) R(s),                     x' = −(g/c)(1 − e^(−s));  lands where
///        R(s) = c² h_0/g
///   (2)  thrown up from 0 at speed w: x = (g/c²)(b (1 − e^(−s)) − R(s)),  b = c w/g;  lands where
///        R(s)/(1 − e^(−s)) = b, at speed (g/c)((1 − e^(−s)) − b e^(−s)).
///        (s = 1 + b + W_0(−(1 + b) e^(−1−b)), Lambert's function; that form cancels as b → 0.)
///   (3)  Newton's method from the right of the root is monotone: R is convex; b (1 − e^(−s)) − R(s) is concave, and
///        its positive root lies below 1 + b (as s = (1 + b)(1 − e^(−s))) and below 2b (as R(s) > ½ s (1 − e^(−s)), by
///        s − 2 + (s + 2) e^(−s) > 0).
///   (4)  Landing speeds u < w, so e < 1 gives w_(k+1) < e w_k: flights shorten geometrically and accumulate, at a time
///        that is a sum without closed form. It is added up until a flight no longer changes it; what is left out is
///        below its last term times 1/(1 − e), a rounding. Then rest.

#include "problems/answers/known_motion.hpp"
#include "problems/answers/problem.hpp"

#include <cmath>

namespace unilateral::problems {

/// R(s) = e^(−s) − 1 + s to full relative precision: by its series where the sum would cancel.
template <scalar S>
S second_remainder(const S& s) {
  using std::exp;
  if (s > S(1)) return s - S(1) + exp(-s);
  S term = s * s / S(2), sum = term;
  for (int k = 3; sum + term != sum || k < 4; ++k) {
    term *= -s / S(k);
    sum += term;
  }
  return sum;
}

/// The root to which Newton's method descends from the right: stops where it no longer does.
template <scalar S, class Function, class Slope>
S descended_root(S s, const Function& f, const Slope& slope) {
  for (;;) {
    const S next = s - f(s) / slope(s);
    if (!(next < s)) return s;
    s = next;
  }
}

inline std::vector<problem> ball_with_drag() {
  statement ball;
  ball.system.coordinates = {"x"};
  ball.system.mass = diagonal_mass({1});
  ball.system.force = {-parameter("g") - parameter("c") * velocity(0)};
  ball.system.gap = {coordinate(0)};
  ball.system.restitution = parameter("e");
  ball.parameters = {{"g", 2}, {"h0", 1}, {"c", 0.5_x}, {"e", 0.5_x}};
  ball.position = {parameter("h0")};
  ball.velocity = {0};
  ball.horizon = 4;

  const auto answer = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    using std::exp;
    using std::expm1;
    const S g = p("g"), h_0 = p("h0"), c = p("c"), e = p("e");
    if (!(g > S(0) && h_0 > S(0) && c > S(0) && e < S(1)))
      throw input_error("reference of a ball with drag: expected g, h0, c > 0 and e < 1, found " + to_text(g) + ", " +
                        to_text(h_0) + ", " + to_text(c) + ", " + to_text(e));
    const auto lost = [](const S& s) { return S(-expm1(S(-s))); };  // 1 − e^(−s)
    const auto fall = [](const S& s) { return second_remainder<S>(s); };
    const column<S> floor = column_of<S>(0);
    known_motion<S> known(1, until);

    const S κ = c * c * h_0 / g;
    const S s_1 = descended_root<S>(κ + S(1), [&](const S& s) { return S(fall(s) - κ); }, lost);  // (1), (3)
    S t = s_1 / c, u = g / c * lost(s_1);
    known.curve(t, [&](const S& at) { return S(h_0 - g / (c * c) * fall(S(c * at))); });
    for (;;) {
      const S w = e * u, b = c * w / g, begin = t;
      known.shock(begin, floor, column_of<S>(-u), column_of<S>(w), column_of<S>((S(1) + e) * u));
      if (known.complete()) break;
      if (w == S(0)) {
        known.contact(0, begin);
        known.line(until, floor, floor);
        break;
      }
      const S s = descended_root<S>(
          std::min(S(2) * b, S(S(1) + b)), [&](const S& x) { return S(fall(x) - b * lost(x)); },
          [&](const S& x) { return S(lost(x) - b * exp(-x)); });  // (2), (3)
      t = begin + s / c;
      if (!(t > begin + S(64) * epsilon<S>() * begin)) {  // (4)
        const S T_Z = begin + s / c / (S(1) - e);
        known.accumulation(T_Z, floor);
        known.contact(0, T_Z);
        known.line(until, floor, floor);
        break;
      }
      known.curve(t, [&](const S& at) {
        const S x = c * (at - begin);
        return S(g / (c * c) * (b * lost(x) - fall(x)));
      });
      u = g / c * (lost(s) - b * exp(-s));
    }
    return std::move(known).reference_from(
        "flights in closed form, their ends by Newton's method on a convex function");
  };

  return {{.name = "ball_with_drag",
           .title = "A ball that bounces in a viscous medium",
           .source = "[Corless 1996]",
           .description = "It rises faster than it falls: each flight ends at a value of Lambert's function, at less "
                          "than the speed it began with. Impacts accumulate although no geometric sequence is left.",
           .figure = R"(
      x
      |    o  x(0) = h0
      |    |        .-.          drag  -c x'
      |    v       /   '.  .-.
   ---+-----------'-----'-'--'-'-'----> t
      ///////////////////////////////
)",
           .question = ball,
           .answer = answer,
           .difficulties = {difficulty::accumulation}}};
}

}  // namespace unilateral::problems
