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
/// The clock starts at t_N: the two solutions are there at speed 0 and at speed w_N, and what is left of f is a finite sum. Not in the catalogue, for
/// at the ends of its bumps f is not analytic: all its derivatives vanish, and a solver by Taylor series must give up.

#include "problems/language/statement.hpp"

namespace unilateral::smooth_nonuniqueness {

/// 2^(−n), and 2^(−n²).
inline rational power_of_half(int n) { return rational(1, 1) / rational(mpz_class(1) << static_cast<unsigned>(n)); }

/// f with its bumps 0 … N − 1, t counted from t_N.
inline expression bumps(int N, const expression& e) {
  const expression z = parameter("z");
  const expression sign = derivative(abs(z), z);
  expression f = 0;
  for (int n = 0; n < N; ++n) {
    const expression t_n = rational(power_of_half(n) - power_of_half(N)), d = power_of_half(n + 1), w = power_of_half(n * n), w_next = power_of_half((n + 1) * (n + 1));
    const expression I = w_next + w / e, r = d * w_next / I, x = (time() - (t_n - r)) / r;
    const expression side = substitute(sign, {{"z", 1 - x * x}}), inside = side * (1 + side) / 2;  // 1 in (−1, 1), else 0
    const expression depth = inside * (1 - x * x) + (1 - inside);                                  // 1 outside: nothing divides by 0
    const expression y = inside * x / depth, cosh_2 = exp(y) + exp(-y);
    f = f - inside * (I / r) * 2 * (1 + x * x) / (depth * depth * cosh_2 * cosh_2);
  }
  return f;
}

/// From t_N on, over a time of 1: at rest, or at speed w_N.
inline statement from(int N, bool bouncing, const rational& e) {
  statement s;
  s.system.coordinates = {"u"};
  s.system.mass = diagonal_mass({1});
  s.system.force = {bumps(N, e)};
  s.system.gap = {coordinate(0)};
  s.system.restitution = e;
  s.position = {0};
  s.velocity = {bouncing ? power_of_half(N * N) : rational(0)};
  s.horizon = 1;
  return s;
}

}  // namespace unilateral::smooth_nonuniqueness
