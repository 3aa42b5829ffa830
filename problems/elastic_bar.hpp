#pragma once
/// An elastic bar and a rigid wall at its left end: N equal masses and springs, of which every phase of motion is a
/// finite sum of modes.
///
///     m u_i'' = κ (u_(i+1) − 2u_i + u_(i−1)) + δ_i0 λ,   gap = u_0 ≥ 0,   e = 0
///     m = 1/N, κ = N: length, density and sound speed 1
///
/// The right end is free (no spring beyond u_(N−1)) or clamped (u_N = 0). The limit N → ∞ is exact by d'Alembert's
/// formula:
///   free bar, arriving at −v_0:  in contact for a time 2 under the pressure v_0, then away at v_0, undeformed,
///   whatever the restitution of the nodes. clamped, u = (1 − x)/2 at rest: of period 3; u(0, t) = (1 − t)/2 on [0, 1],
///   0 on [1, 2] under the pressure ½, (t − 2)/2 on [2, 3].
/// N masses follow it up to dispersion.
///
/// With φ_j(i), ω_j = 2N sin(ϑ_j/2), where the left end is
///   (1)  free, right end free:     φ_j = cos(ϑ_j (i + ½)),  ϑ_j = jπ/N,              j = 0 … N − 1
///   (2)  held, right end free:     φ_j = sin(ϑ_j i),        ϑ_j = (2j − 1)π/(2N − 1), j = 1 … N − 1
///   (3)  free, right end clamped:  φ_j = sin(ϑ_j (N − i)),  ϑ_j = (2j − 1)π/(2N + 1), j = 1 … N
///   (4)  held, right end clamped:  φ_j = sin(ϑ_j i),        ϑ_j = jπ/N,              j = 1 … N − 1
/// the modes are orthogonal, and u(t) = Σ (A_j cos ω_j t + B_j sin(ω_j t)/ω_j) φ_j.
///
/// A free phase lasts while f = u_0 > 0, a held one while f = λ = −κ u_1 > 0. f is such a sum too, |f^(p)| ≤ M_p = Σ
/// ω_j^p (…), and its first zero is found by bounds, so that none is missed:
///   (5)  at the begin, f^(p) is the first derivative that does not vanish; where it is > 0, f > 0 up to (p + 1)
///        f^(p)/M_(p+1). Where it is < 0, a held end is let go at once.
///   (6)  from t on, f(t + s) ≥ f + f' s − ½ M_2 s²: positive up to s = (f' + √(f'² + 2 M_2 f))/M_2. Repeated, this
///        comes from the left to the first zero, and quadratically to a simple one.
/// The end of a free phase is a shock: P = −m u_0', and the end is held (e = 0).

#include "problems/answers/known_motion.hpp"
#include "problems/answers/problem.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace unilateral::problems {

/// One phase: (1)–(4) from the state at its begin.
template <scalar S>
class bar_modes {
 public:
  bar_modes(bool held, bool clamped, const column<S>& u, const column<S>& v)
      : N_(static_cast<int>(u.size())), first_(held ? 1 : 0) {
    using std::cos;
    using std::sin;
    const S π = scalar_traits<S>::pi();
    const int modes = N_ - first_;
    for (int j = 0; j < modes; ++j) {
      const S ϑ =
          held == clamped ? S(S(j + first_) * π / S(N_)) : S(S(2 * j + 1) * π / S(held ? 2 * N_ - 1 : 2 * N_ + 1));
      column<S> φ = column<S>::Zero(N_);
      for (int i = first_; i < N_; ++i)
        φ[i] = held ? S(sin(ϑ * S(i))) : clamped ? S(sin(ϑ * S(N_ - i))) : S(cos(ϑ * S(2 * i + 1) / S(2)));
      const S norm = φ.dot(φ);
      ω_.push_back(S(2 * N_) * sin(ϑ / S(2)));
      shape_.push_back(φ);
      A_.push_back(φ.dot(u) / norm);
      B_.push_back(φ.dot(v) / norm);
    }
  }

  /// The p-th derivative of u at t.
  column<S> derivative(int p, const S& t) const {
    using std::cos;
    using std::sin;
    column<S> sum = column<S>::Zero(N_);
    for (std::size_t j = 0; j < ω_.size(); ++j) {
      const S& ω = ω_[j];
      if (ω == S(0)) {  // the bar as a whole
        sum += (p == 0 ? S(A_[j] + B_[j] * t) : p == 1 ? B_[j] : S(0)) * shape_[j];
        continue;
      }
      // cos and sin of ωt, p times differentiated: (c, s) → ω (−s, c)
      S c = cos(ω * t), s = sin(ω * t), power(1);
      for (int k = 0; k < p; ++k) {
        const S turned = -s;
        s = c;
        c = turned;
        power *= ω;
      }
      sum += power * (A_[j] * c + B_[j] / ω * s) * shape_[j];
    }
    return sum;
  }

  /// M_p for u_i, p ≥ 2.
  S bound(int p, int i) const {
    using std::abs;
    S sum(0);
    for (std::size_t j = 0; j < ω_.size(); ++j) {
      S power(1);
      for (int k = 1; k < p; ++k) power *= ω_[j];
      sum += abs(S(power * ω_[j] * A_[j] * shape_[j][i])) + abs(S(power * B_[j] * shape_[j][i]));
    }
    return sum;
  }

  /// First t > 0 at which sign·u_i, not negative at first, becomes so; `most` if not before. 0 where it does at once.
  S first_zero(int i, int sign, const S& most) const {
    using std::abs;
    using std::sqrt;
    const S negligible = sqrt(epsilon<S>());
    const auto f = [&](int p, const S& t) { return S(S(sign) * derivative(p, t)[i]); };
    int p = 0;  // (5)
    while (p < 8 && abs(f(p, S(0))) <= negligible * bound(std::max(p, 2), i)) ++p;
    if (p == 8) throw input_error("reference of a bar: expected a contact that is left or kept, found neither");
    const S slope = f(p, S(0));
    if (slope < S(0)) return S(0);
    S t = S(p + 1) * slope / bound(std::max(p + 1, 2), i) / S(2);
    if (p == 0) t = S(0);
    const S M_2 = bound(2, i);
    while (t < most) {  // (6)
      const S value = f(0, t), rate = f(1, t);
      if (!(value > S(0))) return t;
      const S step = rate < S(0) ? S(S(2) * value / (sqrt(rate * rate + S(2) * M_2 * value) - rate))
                                 : S((rate + sqrt(rate * rate + S(2) * M_2 * value)) / M_2);
      if (!(t + step > t)) return t;
      t += step;
    }
    return most;
  }

 private:
  int N_, first_;
  std::vector<S> ω_, A_, B_;
  std::vector<column<S>> shape_;
};

inline statement bar_of_masses(int N, bool clamped) {
  statement s;
  const expression κ = N;
  for (int i = 0; i < N; ++i) {
    s.system.coordinates.push_back("u" + std::to_string(i));
    expression f = 0;
    if (i > 0) f = f + κ * (coordinate(i - 1) - coordinate(i));
    if (i + 1 < N)
      f = f + κ * (coordinate(i + 1) - coordinate(i));
    else if (clamped)
      f = f - κ * coordinate(i);
    s.system.force.push_back(f);
  }
  s.system.mass = diagonal_mass(std::vector<expression>(static_cast<std::size_t>(N), expression(rational(1, N))));
  s.system.gap = {coordinate(0)};
  s.system.restitution = 0;
  s.horizon = 3;
  return s;
}

/// The whole motion from (u, v); a held end first if it starts on the wall.
template <scalar S>
reference<S> motion_of_bar(bool clamped, column<S> u, column<S> v, const S& until) {
  const auto N = static_cast<int>(u.size());
  known_motion<S> known(N, until);
  S now(0), rounding(0);
  int contacts = 0;
  bool held = false;
  const auto strike = [&] {
    const column<S> before = v;
    v[0] = S(0);
    u[0] = S(0);
    known.shock(now, u, before, v, column_of<S>(-before[0] / S(N)));
    held = true;
  };
  if (u[0] == S(0) && v[0] < S(0)) strike();
  while (now < until) {
    const bar_modes<S> modes(held, clamped, u, v);
    // Arguments ω t are rounded (twice, with ω), which moves the state by as much as a time 2 ε t would: velocities by
    // M_2 times that, in every phase.
    S largest(0);
    for (int i = 0; i < N; ++i) largest = std::max(largest, modes.bound(2, i));
    rounding += S(2) * epsilon<S>() * (until - now) * largest;
    known.accurate_to(rounding);
    const S lasts = held ? modes.first_zero(1, -1, S(until - now)) : modes.first_zero(0, 1, S(until - now)),
            begin = now;
    now = begin + lasts < until ? S(begin + lasts) : until;
    if (lasts > S(0)) {
      if (held) known.contact(contacts++, begin, now);
      known.curve(now, [&](const S& t) { return modes.derivative(0, S(t - begin)); });
      u = modes.derivative(0, lasts);
      v = modes.derivative(1, lasts);
    }
    if (!(now < until)) break;
    // The zero of a function known to `rounding` is known to rounding/|rate|, and the state there to M_2 times that.
    using std::abs;
    if (const S rate = abs(v[held ? 1 : 0]); rate > S(0)) rounding += largest * rounding / rate;
    known.accurate_to(rounding);
    if (held)
      held = false;
    else
      strike();
  }
  return std::move(known).reference_from(
      "sums of modes, phase by phase; the ends of phases by Newton's method from below");
}

inline std::vector<problem> elastic_bar() {
  static constexpr int N = 6;
  statement flying = bar_of_masses(N, false);
  flying.parameters = {{"v0", 1}};
  flying.position.assign(N, 0);
  flying.velocity.assign(N, -parameter("v0"));
  const auto rebounding = []<scalar S>(const bound_values<S>& p, const S& until) -> reference<S> {
    const S v_0 = p("v0");
    if (!(v_0 > S(0))) throw input_error("reference of a bar: expected v0 > 0, found " + to_text(v_0));
    return motion_of_bar<S>(false, column<S>::Zero(N), column<S>::Constant(N, S(-v_0)), until);
  };

  statement stretched = bar_of_masses(N, true);
  for (int i = 0; i < N; ++i) stretched.position.emplace_back(rational(N - i, 2 * N));
  stretched.velocity.assign(N, 0);
  const auto released = []<scalar S>(const bound_values<S>&, const S& until) -> reference<S> {
    column<S> u(N);
    for (int i = 0; i < N; ++i) u[i] = S(N - i) / S(2 * N);
    return motion_of_bar<S>(true, u, column<S>::Zero(N), until);
  };

  return {
      {.name = "elastic_bar_rebound",
       .title = "An elastic bar flies against a wall",
       .source = "[Schatzman 1978]",
       .description =
           "Six masses, five springs: the first mass is stopped dead, the others arrive and turn back, and the bar "
           "leaves when its compression has run to the far end and back. No nodal restitution is needed for a rebound.",
       .figure = R"(
   //|
   //|  o-/\/-o-/\/-o-/\/-o-/\/-o    <- v0
   //|  u_0   u_1   ...
)",
       .question = flying,
       .answer = rebounding},
      {.name = "elastic_bar_clamped",
       .title = "A clamped elastic bar beside an obstacle",
       .source = "[Schatzman 1978]",
       .description = "Released stretched, its free end runs into the obstacle, is pressed against it, and leaves "
                      "again; the limit of many masses is periodic with period 3.",
       .figure = R"(
   //|                            |//
   //| <- o-/\/-o-/\/-o-/\/-o-/\/-|//
   //|   u_0                      |//  clamped
)",
       .question = stretched,
       .answer = released}};
}

}  // namespace unilateral::problems
