#pragma once
/// An infinitely smooth force for which rest is not the only solution [Schatzman 1978], [Ballard 2000].
///
///     u ≥ 0,   u'' = f(t) + λ,   u = u' = 0 at t = 0,   e ∈ (0, 1]
///
/// t_n = 2^(−n), d_n = t_n − t_(n+1), w_n = 2^(−n²), I_n = w_(n+1) + w_n/e, r_n = d_n w_(n+1)/I_n, s_n = t_n − r_n, and
///
///     f = −Σ I_n φ((t − s_n)/r_n)/r_n ≤ 0,     φ = Ψ',   Ψ(x) = 1/(1 + exp(−2x/(1 − x²))) on (−1, 1), 0 before, 1 after.
///
///   (1)  Ψ is C^∞, Ψ(x) + Ψ(−x) = 1: φ is even, of mass 1, and the integral of Ψ over [−1, 1] is 1. With y = x/(1 − x²): φ = 2 y'(x)/(e^y + e^(−y))², y' = (1 + x²)/(1 − x²)².
///   (2)  Bump n lives on [t_n − 2 r_n, t_n] ⊂ (t_(n+1), t_n], for w_n/e > w_(n+1).
///   (3)  As w_n falls faster than any power of t_n and r_n ~ d_n e w_(n+1)/w_n, all derivatives of f are small near 0: I_n/r_n^(k+1) → 0. So f is C^∞ on [0, ∞).
///   (4)  u = 0 solves, with λ = −f ≥ 0.
///   (5)  So does the motion that leaves t_(n+1) at speed w_(n+1): u' = w_(n+1) − I_n Ψ((t − s_n)/r_n) arrives in t_n at −w_n/e; by the symmetry of Ψ it arrives at
///        u = w_(n+1) d_n − I_n r_n = 0, and leaves at w_n. After t_0 = 1 it flies at speed 1.
///
/// Here the clock starts at t_N, N = 3: the two solutions are there at speed 0 and at speed w_N = 2^(−9), and what is left of f is a finite sum.

#include "problems/language/known_motion.hpp"
#include "problems/language/problem.hpp"

namespace unilateral::problems {

/// 2^(−n), and 2^(−n²).
inline rational power_of_half(int n) { return rational(1, 1) / rational(mpz_class(1) << static_cast<unsigned>(n)); }

/// f with its bumps 0 … N − 1, t counted from t_N.
inline expression bumps(int N, const expression& e) {
  const expression z = parameter("z");
  const expression sign = derivative(abs(z), z);
  expression f = 0;
  for (int n = 0; n < N; ++n) {
    const expression t_n = power_of_half(n) - power_of_half(N), d = power_of_half(n + 1), w = power_of_half(n * n), w_next = power_of_half((n + 1) * (n + 1));
    const expression I = w_next + w / e, r = d * w_next / I, x = (time() - (t_n - r)) / r;
    const expression side = substitute(sign, {{"z", 1 - x * x}}), inside = side * (1 + side) / 2;  // 1 in (−1, 1), else 0
    const expression depth = inside * (1 - x * x) + (1 - inside);                                  // 1 outside: nothing divides by 0
    const expression y = inside * x / depth, cosh_2 = exp(y) + exp(-y);
    f = f - inside * (I / r) * 2 * (1 + x * x) / (depth * depth * cosh_2 * cosh_2);
  }
  return f;
}

inline std::vector<problem> smooth_nonuniqueness() {
  constexpr int N = 3;
  statement rest;
  rest.system.coordinates = {"u"};
  rest.system.mass = diagonal_mass({1});
  rest.system.force = {bumps(N, parameter("e"))};
  rest.system.gap = {coordinate(0)};
  rest.system.restitution = parameter("e");
  rest.parameters = {{"e", 0.5_x}};
  rest.position = {0};
  rest.velocity = {0};
  rest.horizon = 1;
  const auto lying = []<scalar S>(const bound_values<S>&, const S& until) -> reference<S> {
    known_motion<S> story(1, until);
    story.line(until, column_of<S>(0), column_of<S>(0));
    return std::move(story).told("rest, held down by f <= 0");
  };

  statement bouncing = rest;
  bouncing.velocity = {power_of_half(N * N)};
  const auto hopping = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    const S e = p("e");
    if (!(e > S(0))) throw input_error("reference of the second solution: expected e > 0, found " + to_text(e));
    reference<S> r{.from = {.from = origin::closed_form, .source = "each bump turns the speed it is met with into the next one", .maker = {}}, .values = {}, .path = {}};
    int shocks = 0;
    for (int n = N - 1; n >= 0; --n) {
      const S t = exact<S>(power_of_half(n) - power_of_half(N)), w = exact<S>(power_of_half(n * n));
      if (!(t < until)) return r;
      const std::string name = "impacts[" + std::to_string(shocks++) + "].";
      r.values.insert(
          r.values.end(),
          {{name + "t", t, S(0)}, {name + "q[0]", S(0), S(0)}, {name + "v_minus[0]", S(-w / e), S(0)}, {name + "v_plus[0]", w, S(0)}, {name + "impulse[0]", S(w + w / e), S(0)}});
    }
    r.values.insert(r.values.end(), {{"counts.impacts", S(shocks), S(0)}, {"end.q[0]", S(until - exact<S>(rational(1 - power_of_half(N)))), S(0)}, {"end.v[0]", S(1), S(0)}});
    return r;
  };

  const std::string figure = R"(
   u |                               .'  speed w_0 = 1
     |                             .'
     |                   .--._   .'
     |          .-._   .'     \ '
   --+-.-._.-._'____\_'________v---------> t      or u = 0
     t_N  ..   t_2    t_1      t_0
)";
  return {{.name = "nonunique_rest",
           .title = "A smooth force and two motions: the one that rests",
           .source = "[Schatzman 1978]",
           .description = "The force is C-infinity and never pulls away from the floor; still, from rest at t = 0 there are two motions. This is the one that rests.",
           .figure = figure,
           .question = rest,
           .answer = lying},
          {.name = "nonunique_bounce",
           .title = "A smooth force and two motions: the one that bounces",
           .source = "[Schatzman 1978]",
           .description = "The same force; at t_3 = 1/8 this motion has the speed 1/512, and every smaller one before. The bumps are narrow, flat to all orders at their ends, and "
                          "must not be stepped over.",
           .figure = figure,
           .question = bouncing,
           .answer = hopping}};
}

}  // namespace unilateral::problems
