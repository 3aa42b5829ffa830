#pragma once
/// The motion of a point that falls on a floor, x ≥ 0, x'' = −g, from x(0) = x_0 at speed x'(0) = v_0:
///
///   (1)  energy: the first impact arrives at speed w = √(v_0² + 2 g x_0), at t_1 = (v_0 + w)/g = 2 x_0/(w − v_0)
///   (2)  impact k = 1, 2, … turns −w e^(k−1) into w e^k
///   (3)  a flight that starts at speed v lasts 2v/g, so t_(k+1) = t_1 + (2w/g)(e + e² + … + e^k)
///   (4)  e < 1: the impacts accumulate at T_Z = t_1 + (2w/g) e/(1 − e); the point rests from then on
///
/// For v_0 = 0 and t_0 = √(2 x_0/g): t_k = t_0 (1 + 2e (1 − e^(k−1))/(1 − e)) and T_Z = t_0 (1 + e)/(1 − e).

#include "problems/language/known_motion.hpp"

#include <cmath>

namespace unilateral {

template <scalar S>
struct bounces {
  S x_0, v_0, g, e;
};

/// Tells the whole motion of q = x·direction; an impact that turns −v into e v has the impulse (1 + e) v·impulse.
/// g > 0, and x_0 ≥ 0. The contact is number 0 of the story.
template <scalar S>
void tell(known_motion<S>& story, const bounces<S>& b, const column<S>& direction, const column<S>& impulse) {
  using std::sqrt;
  const auto& [x_0, v_0, g, e] = b;
  const column<S> floor = S(0) * direction, gravity = -g * direction;
  const auto rest_from = [&](const S& t) {
    story.contact(0, t);
    story.line(std::numeric_limits<S>::max(), floor, floor);
  };

  const S w = sqrt(v_0 * v_0 + S(2) * g * x_0);  // (1)
  if (w == S(0)) return rest_from(S(0));
  const S t_1 = v_0 > S(0) ? S((v_0 + w) / g) : S(S(2) * x_0 / (w - v_0));
  story.parabola(t_1, x_0 * direction, v_0 * direction, gravity);

  S t = t_1, v = w, sum(0);  // sum = e + … + e^k
  for (;;) {
    story.shock(t, floor, -v * direction, e * v * direction, (S(1) + e) * v * impulse);  // (2)
    if (story.complete()) return;
    if (e == S(0)) return rest_from(t);
    v *= e;
    sum = e * (S(1) + sum);
    const S next = t_1 + S(2) * w / g * sum;  // (3)
    if (!(next > t)) break;
    story.parabola(next, floor, v * direction, gravity);
    t = next;
  }
  const S T_Z = t_1 + S(2) * w / g * (e / (S(1) - e));  // (4)
  story.accumulation(T_Z, floor);
  rest_from(T_Z);
}

}  // namespace unilateral
