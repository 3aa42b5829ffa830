#pragma once
/// The motion of a point that falls on a floor, x ≥ 0, x'' = −g, from x(0) = x_0 at speed x'(0) = v_0:
///
///   (1)  energy: the first impact arrives at speed w = √(v_0² + 2 g x_0), at t_1 = (v_0 + w)/g = 2 x_0/(w − v_0)
///   (2)  impact k = 1, 2, … turns −w e^(k−1) into w e^k
///   (3)  a flight that starts at speed v lasts 2v/g, so t_(k+1) = t_1 + (2w/g)(e + e² + … + e^k)
///   (4)  e < 1: the impacts accumulate at T_Z = t_1 + (2w/g) e/(1 − e); the point rests from then on
///
/// For v_0 = 0 and t_0 = √(2 x_0/g): t_k = t_0 (1 + 2e (1 − e^(k−1))/(1 − e)) and T_Z = t_0 (1 + e)/(1 − e).

#include "problems/answers/known_motion.hpp"

#include <cmath>

namespace unilateral {

template <scalar S>
struct bounces {
  S x_0, v_0, g, e;
};

/// Its flights, one after the other: x = ½ g (t − from)(to − t), which begins upwards at speed v and ends downwards at
/// speed v. The first one is the end of a flight that would have begun at from ≤ 0.
template <scalar S>
class flights {
 public:
  explicit flights(const bounces<S>& b) : g_(b.g), e_(b.e) {
    using std::sqrt;
    const auto& [x_0, v_0, g, e] = b;
    v = w_ = sqrt(v_0 * v_0 + S(2) * g * x_0);  // (1)
    const S late = v_0 > S(0) ? S(v_0 + w_) : S(w_ - v_0);
    if (late == S(0)) return;
    from = v_0 > S(0) ? S(S(-2) * x_0 / late) : S(-late / g);
    to = t_1_ = v_0 > S(0) ? S(late / g) : S(S(2) * x_0 / late);
  }
  S from{}, to{}, v{};

  void next() {
    v *= e_;  // (2)
    sum_ = e_ * (S(1) + sum_);
    from = to;
    to = t_1_ + S(2) * w_ / g_ * sum_;  // (3)
  }
  /// e < 1: T_Z.
  S limit() const { return t_1_ + S(2) * w_ / g_ * (e_ / (S(1) - e_)); }  // (4)

 private:
  S g_, e_, w_{}, t_1_{}, sum_{};  ///< sum = e + … + e^k
};

/// Tells the whole motion of q = x·direction; an impact that turns −v into e v has the impulse (1 + e) v·impulse.
/// g > 0, and x_0 ≥ 0. The contact is number 0 of the story.
template <scalar S>
void append_bounces(known_motion<S>& known, const bounces<S>& b, const column<S>& direction, const column<S>& impulse) {
  const auto& [x_0, v_0, g, e] = b;
  const column<S> floor = S(0) * direction, gravity = -g * direction;
  const auto rest_from = [&](const S& t) {
    known.contact(0, t);
    known.line(std::numeric_limits<S>::max(), floor, floor);
  };

  flights<S> flight(b);
  if (flight.v == S(0)) return rest_from(S(0));
  known.parabola(flight.to, x_0 * direction, v_0 * direction, gravity);
  for (;;) {
    const S t = flight.to, v = flight.v;
    known.shock(t, floor, -v * direction, e * v * direction, (S(1) + e) * v * impulse);
    if (known.complete()) return;
    if (e == S(0)) return rest_from(t);
    flight.next();
    if (!(flight.to > t)) break;
    known.parabola(flight.to, floor, flight.v * direction, gravity);
  }
  known.accumulation(flight.limit(), floor);
  rest_from(flight.limit());
}

}  // namespace unilateral
