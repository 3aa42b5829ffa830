#pragma once
/// The swings of a pendulum that hits a stop where it would hang, at every half swing: large oscillations in closed
/// form.
///
///     θ'' = −Ω² sin θ,   gap = θ ≥ 0,   θ(0) = θ_0 ∈ (0, π),  θ'(0) = 0
///
/// With k_0 = sin(θ_0/2):
///   (1)  energy: sin² (θ/2) + (θ'/2Ω)² = k_0²;  θ = 2 arcsin(k_0 sn(K(k_0) − Ωt, k_0)) = 2 arcsin(k_0 cd(Ωt, k_0)) up
///        to t_1 = K(k_0)/Ω
///   (2)  impact j = 1, 2, … arrives at θ' = −2Ω k_(j−1) and leaves at 2Ω k_j, k_j = e^j k_0
///        k_j'² = 1 − k_j² = cos² (θ_0/2) + (k_0 − k_j)(k_0 + k_j), free of cancellation
///   (3)  then θ = 2 arcsin(k_j sn(Ω(t − t_j), k_j)), back at 0 after 2K(k_j)/Ω: the swings shrink, and their duration
///        tends to π/Ω; no accumulation

#include "problems/answers/elliptic.hpp"
#include "problems/answers/known_motion.hpp"

#include <algorithm>
#include <cmath>

namespace unilateral {

/// (1) to (3) up to `until`: released at the angle θ_0 from a stop at the angle `at`, where it would hang; of this
/// moment of inertia.
template <scalar S>
known_motion<S> swings_against_a_stop(const S& Ω, const S& θ_0, const S& e, const S& inertia, const S& at,
                                      const S& until) {
  using std::asin;
  using std::cos;
  using std::sin;
  using std::sqrt;
  const S k_0 = sin(θ_0 / S(2)), k_0_prime = cos(θ_0 / S(2));
  const column<S> stop = column_of<S>(at);
  known_motion<S> known(1, until);
  S k = k_0, t = elliptic::quarter_period(k_0_prime) / Ω;
  known.curve(t, [&](const S& now) {  // (1)
    const auto value = elliptic::jacobi(S(Ω * now), k_0_prime);
    return S(S(2) * asin(S(k_0 * value.cn / value.dn)) + at);
  });
  for (;;) {
    const S arriving = S(2) * Ω * k;
    k *= e;
    known.shock(t, stop, column_of<S>(-arriving), column_of<S>(e * arriving),
                column_of<S>((S(1) + e) * arriving * inertia));  // (2)
    if (known.complete()) return known;
    if (k == S(0)) {
      known.line(until, stop, column_of<S>(0));
      return known;
    }
    const S begin = t, k_prime = sqrt(k_0_prime * k_0_prime + (k_0 - k) * (k_0 + k)),
            swing = S(2) * elliptic::quarter_period(k_prime);
    t = begin + swing / Ω;
    known.curve(t, [&](const S& now) {  // (3); the swing back mirrors the swing out
      const S u = Ω * (now - begin);
      return S(S(2) * asin(S(k * elliptic::jacobi(std::min(u, S(swing - u)), k_prime).sn)) + at);
    });
  }
}

}  // namespace unilateral
