/// The time and velocity at which a rocking block lands [problems/rigid_block.hpp, (2), (3)], against its equation of
/// motion on one corner,
///
///     I + m Y'(θ)² =: J,   J θ'' = −m g Y' + m Y Y' θ'²,   Y = a cos θ + b sin θ,
///
/// integrated by extrapolation until θ = 0. Tolerance: 1e-40, ten digits short of working precision, which is what the
/// extrapolation leaves (its agreement with itself is checked); the quadrature says its own error.

#include "problems/answers/problem.hpp"
#include "tests/support/extrapolation.hpp"

#include <gtest/gtest.h>

namespace unilateral {
namespace {

using S = real50;
using phase = extrapolation::state<S, 2>;

/// Time and state at θ = 0, from rest at θ = 1/10; m = 1, b = 1, g = 10.
std::pair<S, phase> landing(const S& a, const S& H, int K) {
  const S I = (a * a + S(1)) / S(3);
  const auto field = [&](const phase& z) {
    const S Y = a * cos(z[0]) + sin(z[0]), slope = cos(z[0]) - a * sin(z[0]);
    return phase{z[1], slope * (Y * z[1] * z[1] - S(10)) / (I + slope * slope)};
  };
  phase z{S(1) / S(10), S(0)};
  S t(0);
  for (;;) {
    const phase next = extrapolation::step(field, z, H, K);
    if (next[0] < S(0)) break;
    z = next;
    t += H;
  }
  t += extrapolation::step_to_event(field, z, H, K, [](const phase& at) { return at[0]; }, 9);
  return {t, z};
}

TEST(rocking_block_reference, it_lands_when_and_as_fast_as_its_equation_of_motion_says) {
  for (const auto& [name, a] : {std::pair<std::string, S>{"block_rocking", S(2)}, {"block_stops", S(1)}}) {
    const auto [t, z] = landing(a, S(1) / S(32), 16);
    const auto [t_again, z_again] = landing(a, S(1) / S(24), 18);
    const S tolerance = exact<S>("1e-40");
    EXPECT_LE(abs(t - t_again), tolerance);
    const statement bound = with_values(std::get<statement>(find_problem(name).question));
    const reference<S> r =
        find_problem(name).answer.at<S>(values_of<S>(bound.parameters), constant_value<S>(bound.horizon));
    int compared = 0;
    for (const known_value<S>& known : r.values) {
      const bool time = known.quantity == "impacts[0].t";
      if (!time && known.quantity != "impacts[0].v_minus[1]") continue;
      ++compared;
      EXPECT_LE(abs(known.value - (time ? t : z[1])), tolerance + known.accuracy) << name << " " << known.quantity;
    }
    EXPECT_EQ(compared, 2);
  }
}

TEST(rocking_block_reference, another_shape_lands_at_another_time) {
  EXPECT_GT(abs(landing(S(2), S(1) / S(24), 12).first - landing(exact<S>("2.0001"), S(1) / S(24), 12).first),
            exact<S>("1e-7"));
}

}  // namespace
}  // namespace unilateral
