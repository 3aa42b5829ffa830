#pragma once
/// A force that is infinitely smooth, under which a body at rest on the floor may stay there or take off [Schatzman
/// 1978], [Ballard 2000].
///
///     u ≥ 0,   u'' = f(t) + λ,   u = u' = 0 at t = 0,   e ∈ (0, 1]
///
/// t_n = 2^(−n), d_n = t_n − t_(n+1), w_n = 2^(−n²), I_n = w_(n+1) + w_n/e, r_n = d_n w_(n+1)/I_n, s_n = t_n − r_n, and
///
///     f = −Σ I_n φ((t − s_n)/r_n)/r_n ≤ 0,     φ = A'',     A(x) = ½ (x + √(x² + g(x))),
///     g = exp(−1/(1 − x²)) on (−1, 1), 0 beyond.
///
///   (1)  A is C^∞ (x² + g > 0), 0 before −1, x after 1, and A(x) − A(−x) = x: φ is even, of mass A'(1) − A'(−1) = 1.
///   (2)  With D = 1 − x², u = x² + g, h = g'/g = −2x/D², k = g''/g = h² − 2/D² − 8x²/D³:
///            A' = ½ (1 + (2x + g')/(2√u)),     φ = g (4 + 2k (x² + g) − 4x h − g h²)/(8 u √u),
///        positive in (−1, 1). For x > 0, A(x) = x + A(−x), and A(−x) = ½ g/(√u + x): nothing cancels.
///   (3)  Bump n lives on [t_n − 2 r_n, t_n] ⊂ [t_(n+1), t_n], for w_n/e ≥ w_(n+1).
///   (4)  w_n falls faster than any power of t_n, and r_n ~ d_n e w_(n+1)/w_n: I_n/r_n^(k+1) → 0, so all derivatives of
///        f vanish at 0, and f is C^∞ on [0, ∞).
///   (5)  u = 0 solves, with λ = −f; bump n costs the reaction an impulse I_n.
///   (6)  So does the motion that leaves t_(n+1) at speed w_(n+1): u = w_(n+1) (t − t_(n+1)) − I_n r_n A((t − s_n)/r_n)
///        comes to t_n with u = w_(n+1) d_n − I_n r_n = 0 and u' = w_(n+1) − I_n = −w_n/e, and leaves at w_n. After t_0
///        = 1 it flies at speed 1.
///
/// The clock starts at t_N, where the two solutions differ by a speed of 2^(−N²), and what is left of f is a finite
/// sum. At the ends of its bumps f is not analytic: all its derivatives vanish there.

#include "problems/answers/known_motion.hpp"
#include "problems/answers/problem.hpp"

#include <cmath>
#include <type_traits>

namespace unilateral::problems {

/// t_n, w_n, w_(n+1), d_n, I_n, r_n: formulas in that of e, or numbers.
template <class Number>
struct smooth_bump {
  Number t, w, w_before, d, I, r;
  smooth_bump(int n, const Number& e)
      : t(power_of_half(n)),
        w(power_of_half(n * n)),
        w_before(power_of_half((n + 1) * (n + 1))),
        d(power_of_half(n + 1)),
        I(w_before + w / e),
        r(d * w_before / I) {}

  static Number power_of_half(int n) {
    const rational x(mpz_class(1), mpz_class(1) << static_cast<unsigned>(n));
    if constexpr (std::is_same_v<Number, expression>)
      return x;
    else
      return exact<Number>(x);
  }
  /// u in the bump, by (2), at the time `after` its beginning, `before` its end.
  Number height(const Number& e, const Number& after, const Number& before) const {
    using std::exp;
    using std::sqrt;
    using S = Number;
    const bool first_half = after < before;
    const S y = (first_half ? after : before) / r, x = S(1) - y, D = y * (S(2) - y);  // x, D at |x|
    const S g = D > S(0) ? S(exp(S(S(-1) / D))) : S(0);
    const S tail = I * r * g / (S(2) * (S(sqrt(S(x * x + g))) + x));  // I r A(−|x|)
    return S(first_half ? S(w_before * (d - S(2) * r + after)) : S(w / e * before)) - tail;
  }
};

/// f of its first N bumps, t counted from t_N: one formula (2), in the x of the bump that t is in. A bump is written
/// where D > 1/700: beyond, it is below 10^(−290), and no number of up to 100 digits knows. So no formula divides by a
/// smaller D.
inline expression force_in_bumps(int N, const expression& e) {
  expression x = 0, strength = 0, inside = 0;
  for (int n = 0; n < N; ++n) {
    const smooth_bump<expression> b(n, e);
    const expression x_n = (time() - (b.t - smooth_bump<expression>::power_of_half(N)) + b.r) / b.r;
    const expression side = apply(operation::sign, 1 - x_n * x_n - rational(1, 700)),
                     inside_n = side * (1 + side) / 2;  // 1 in the bump, else 0
    x = x + inside_n * x_n;
    strength = strength + inside_n * (b.I / b.r);
    inside = inside + inside_n;
  }
  const expression D = inside * (1 - x * x) + (1 - inside), g = exp(-1 / D), u = x * x + g;  // D = 1 in no bump
  const expression h = -2 * x / (D * D), k = h * h - 2 / (D * D) - 8 * x * x / (D * D * D);
  return -strength * g * (4 + 2 * k * u - 4 * x * h - g * h * h) / (8 * u * sqrt(u));
}

template <scalar S>
S restitution_of_smooth_force(const bound_values<S>& p) {
  const S e = p("e");
  if (!(e > S(0) && e <= S(1)))
    throw input_error("reference of the smooth force: expected 0 < e <= 1, found e = " + to_text(e));
  return e;
}

/// The start at t_N, at speed 0 or w_N, under N bumps.
inline statement under_smooth_force(int N, bool moving) {
  statement s;
  s.parameters = {{"e", 0.5_x}};
  s.system.coordinates = {"u"};
  s.system.mass = diagonal_mass({1});
  s.system.force = {force_in_bumps(N, parameter("e"))};
  s.system.gap = {coordinate(0)};
  s.system.restitution = parameter("e");
  s.position = {0};
  s.velocity = {moving ? smooth_bump<expression>::power_of_half(N * N) : expression(0)};
  s.horizon = 1;
  return s;
}

inline reference_family resting_under_smooth_force(int N) {
  return [N]<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    const S e = restitution_of_smooth_force<S>(p), t_N = smooth_bump<S>::power_of_half(N);
    known_motion<S> known(1, until);
    known.contact(0, S(0));
    S impulse(0);
    bool whole = true;  // no bump is cut by the end
    for (int n = N - 1; n >= 0; --n) {
      const smooth_bump<S> b(n, e);
      if (b.t - t_N <= until)
        impulse += b.I;
      else
        whole = whole && b.t - S(2) * b.r - t_N >= until;
    }
    if (whole) known.value("total_impulse[0]", impulse);
    known.line(until, column_of<S>(0), column_of<S>(0));
    return std::move(known).reference_from("at rest; the reaction is the force, and each bump has its impulse (5)");
  };
}

/// (6). Where S does not resolve heights of the first flight beside 1, the numbers are told, but no path.
inline reference_family bouncing_under_smooth_force(int N) {
  return [N]<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    const S e = restitution_of_smooth_force<S>(p), t_N = smooth_bump<S>::power_of_half(N);
    known_motion<S> known(1, until);
    const column<S> floor = column_of<S>(0);
    S slowest(1);
    for (int n = N - 1; n >= 0; --n) {
      const smooth_bump<S> b(n, e);
      if (n == N - 1) slowest = b.w_before * b.r;
      const S end = b.t - t_N, begin = end - S(2) * b.r;
      known.line(begin, floor, column_of<S>(b.w_before));
      known.scale(b.w_before * b.d);
      known.curve(end, [&](const S& t) { return b.height(e, t - begin, end - t); });
      known.shock(end, floor, column_of<S>(-b.w / e), column_of<S>(b.w), column_of<S>(b.w + b.w / e));
    }
    known.line(until, floor, column_of<S>(1));
    reference<S> r =
        std::move(known).reference_from("every bump turns the flight round, by an antiderivative in closed form (6)");
    if (slowest < S(1000000) * epsilon<S>()) r.path.reset();
    return r;
  };
}

inline std::vector<problem> smooth_force() {
  const std::string figure = R"(
        u                        _         .
                     _          ' '      .'       leaves each t_n at speed 2^(-n^2),
     ___.-'-.___.-'   '-.____.-'   '-__.'         or stays at rest
    t_3    t_2           t_1           t_0
    f      v              V             V         bumps of a smooth force, downwards
)";
  const std::string source = "[Schatzman 1978], [Ballard 2000]";
  return {{.name = "smooth_force_at_rest",
           .title = "Rest under a smooth force that allows to take off",
           .source = source,
           .description = "From t = 1/4 on, at rest. The force presses in two bumps; the reaction equals it, and rest "
                          "is a solution. From t = 0 on there is another: smooth_force_from_almost_rest.",
           .figure = figure,
           .question = under_smooth_force(2, false),
           .answer = resting_under_smooth_force(2),
           .difficulties = {difficulty::non_uniqueness}},
          {.name = "smooth_force_bouncing",
           .title = "Bounces that grow under a smooth force",
           .source = source,
           .description = "From t = 1/4 on, at speed 1/16: one bump turns the body back to leave t = 1/2 at speed 1/2, "
                          "the next to leave t = 1 at speed 1.",
           .figure = figure,
           .question = under_smooth_force(2, true),
           .answer = bouncing_under_smooth_force(2),
           .difficulties = {}},
          {.name = "smooth_force_from_almost_rest",
           .title = "The other motion under a smooth force that allows rest",
           .source = source,
           .description = "From t = 1/128 on, at speed 2^(-49) = 1.8e-15, seven bounces, each faster than the one "
                          "before, end at speed 1. An instant earlier no number of 16 digits tells the start from "
                          "rest, and rest is a solution: smooth_force_at_rest.",
           .figure = figure,
           .question = under_smooth_force(7, true),
           .answer = bouncing_under_smooth_force(7),
           .difficulties = {difficulty::non_uniqueness}}};
}

}  // namespace unilateral::problems
