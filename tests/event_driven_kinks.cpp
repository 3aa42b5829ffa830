// Theorem: where the argument of |x|, sign, min, max, … passes 0, the motion is continued by the formula of the other
// side; where it starts there, by the side on which the motion that the formula makes keeps it [Filippov 1988, §4 for
// uniqueness]. Hypotheses: closed forms, written beside each test. Tolerances: a crossing is found to the rounding of
// the argument, 2⁶ ε, and the motions below amplify nothing: 2¹⁰ ε of their size for some hundred steps.

#include "problems/language/many_digits.hpp"
#include "solvers/event_driven/event_driven.hpp"
#include "tests/support/statements.hpp"

#include <gtest/gtest.h>

namespace unilateral::event_driven {
namespace {

using statements::bodies;
using statements::free_bodies;
using std::abs;
using std::cos;
using std::pow;
using std::sin;
using std::sqrt;

const expression x = coordinate(0), y = coordinate(1), t = time(), u = velocity(0);

template <class S>
class kinks : public testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(kinks, scalars);

TYPED_TEST(kinks, of_a_gap_are_met_by_a_flight_that_starts_in_contact) {
  using S = TypeParam;
  // From (1/10, 1/10) on the right side of y = |x|: 1/10 − t/2 − t²/2 = t − 1/10 on the left one, t = √2.65 − 3/2.
  const auto run = solve<S>(bodies({1, 1}, {0, -1}, {y - abs(x)}, rational(4, 5), {rational(1, 10), rational(1, 10)},
                                   {-1, rational(-1, 2)}, rational(1, 2)),
                            {});
  ASSERT_EQ(run.impacts.size(), 1u);
  EXPECT_LE(abs(run.impacts[0].t - (sqrt(S(exact<S>("2.65"))) - S(3) / S(2))), S(64) * epsilon<S>());
}

TYPED_TEST(kinks, of_a_root_at_zero_are_passed) {
  using S = TypeParam;
  // In the unit disc, 1 − √(x² + y²), through the centre: impacts at 3/2, 7/2, …
  const auto run = solve<S>(free_bodies({1, 1}, {1 - sqrt(x * x + y * y)}, 1, {rational(-1, 2), 0}, {1, 0}, 10), {});
  ASSERT_TRUE(run.completed()) << run.status;
  ASSERT_EQ(run.impacts.size(), 5u);
  for (int k = 0; k < 5; ++k)
    EXPECT_LE(abs(run.impacts[static_cast<std::size_t>(k)].t - (S(2 * k) + S(3) / S(2))), S(64) * epsilon<S>() * S(10));
}

TYPED_TEST(kinks, of_a_force_are_left_in_the_direction_of_the_motion) {
  using S = TypeParam;
  // At rest where a spring of stiffness 100 begins to pull, under g = 10: x = 1 + (1 − cos 10t)/10.
  const auto run = solve<S>(bodies({1}, {10 - 50 * (abs(x - 1) + (x - 1))}, {}, 0, {1}, {0}, 1), {});
  ASSERT_TRUE(run.completed()) << run.status;
  EXPECT_LE(abs(run.end_position[0] - (S(1) + (S(1) - cos(S(10))) / S(10))), S(1024) * epsilon<S>());
  EXPECT_LE(abs(run.end_velocity[0] - sin(S(10))), S(10240) * epsilon<S>());
  // The same with max.
  const auto same = solve<S>(bodies({1}, {10 - 100 * max(x - 1, 0)}, {}, 0, {1}, {0}, 1), {});
  EXPECT_LE(abs(same.end_position[0] - run.end_position[0]), S(1024) * epsilon<S>());
}

TYPED_TEST(kinks, of_a_power_that_begins_are_entered_and_left_at_speed) {
  using S = TypeParam;
  // A spring of force k s^(3/2) that begins at x = 0 gives back what it takes: x' = −1 before, 1 after, by energy; in
  // double and 50 digits to what a hundred steps beside the branch point add.
  const auto run =
      solve<S>(bodies({1}, {1000 * pow(max(-x, 0), rational(3, 2))}, {}, 0, {rational(1, 2)}, {-1}, 3), {});
  ASSERT_TRUE(run.completed()) << run.status;
  EXPECT_LE(abs(run.end_velocity[0] - S(1)), S(16384) * epsilon<S>());
  EXPECT_GT(run.end_position[0], S(2));
}

TYPED_TEST(kinks, where_a_force_has_no_series_are_passed_without_a_loss) {
  using S = TypeParam;
  // Under g into a spring k s^p that begins at x = c: the force does not begin there, it goes on. x'²/2 + g x +
  // k s^(p+1)/(p+1), s = max(c − x, 0), is kept all along the path, which has no gap. The instants that are passed over
  // have their piece and their share of the force: in double √ε of the time, where the powers leave the range, as they
  // do in the first two, in which the flight ends so near to c.
  struct spring {
    rational c, height, v, g, k, p;
  };
  for (const spring& of :
       {spring{rational(9, 7), rational(12, 5), rational(-17, 10), rational(1, 7), 3, rational(5, 2)},
        spring{rational(27, 50), rational(9, 10), rational(-2, 5), rational(19, 7), rational(12, 5), rational(4, 3)},
        spring{0, rational(1, 2), -1, 1, 3, rational(3, 2)}}) {
    const auto run = solve<S>(
        bodies({1}, {of.k * pow(max(of.c - x, 0), of.p) - of.g}, {}, 0, {rational(of.c + of.height)}, {of.v}, 3), {});
    ASSERT_TRUE(run.completed()) << run.status;
    ASSERT_EQ(run.path.end(), run.end_time);
    const S c = exact<S>(of.c), g = exact<S>(of.g), k = exact<S>(of.k), p = exact<S>(of.p);
    const auto energy = [&](const S& at, const S& v) {
      const S s = std::max(S(c - at), S(0));
      return S(v * v / S(2) + g * at + (s > S(0) ? S(k * pow(s, S(p + S(1))) / (p + S(1))) : S(0)));
    };
    const S kept = energy(exact<S>(rational(of.c + of.height)), exact<S>(of.v));
    S before = exact<S>(rational(of.c + of.height)), lowest = before;
    for (int i = 0; i < run.path.pieces(); ++i) {
      const S width = run.path.end(i) - run.path.begin(i);
      for (const S& τ : {S(0), S(width / S(2)), width}) {
        const S at = run.path.position(i, 0, τ);
        EXPECT_LE(abs(energy(at, run.path.velocity(i, 0, τ)) - kept), S(16384) * epsilon<S>()) << at;
        lowest = std::min(lowest, at);
      }
      EXPECT_LE(abs(run.path.position(i, 0, S(0)) - before), S(64) * epsilon<S>());
      before = run.path.position(i, 0, width);
    }
    EXPECT_LT(lowest, c);
  }
}

TEST(kinks_of_a_power, are_left_by_steps_on_which_the_series_converges) {
  // A particle in a metric that varies, into a spring that begins at x = 0. In fifty digits the flight ends 10⁻⁵²
  // beyond it, where the series has that radius and no more: a step as long as the rounding of t solves no equation.
  // The energy is kept to the first impact, which comes after that.
  using S = real50;
  const expression η = y - rational(129, 100), w = velocity(1);
  const auto kinetic = [&](const auto& cos_of_η, const auto& sin_of_η, const auto& cos_of_x_η, const auto& p,
                           const auto& r) {
    using T = std::decay_t<decltype(p)>;
    const auto number = [](const rational& c) {
      if constexpr (std::is_same_v<T, expression>)
        return expression(c);
      else
        return exact<T>(c);
    };
    return T(number(rational(14, 5)) * (number(1) + number(rational(7, 50)) * cos_of_η) * p * p / number(2) +
             number(rational(161, 100)) * (number(1) - number(rational(1, 5)) * sin_of_η) * r * r / number(2) +
             number(rational(6, 25)) * cos_of_x_η * p * r);
  };
  const expression floor = x + rational(19, 100) * (1 - cos(rational(61, 50) * η)) + rational(23, 100);
  statement s = bodies({1, 1}, {0, 0}, {floor}, rational(9, 10), {0, rational(129, 100)},
                       {rational(139, 100), rational(8, 25)}, rational(12, 5));
  set_energies(s.system,
               kinetic(expression(cos(rational(38, 25) * η)), expression(sin(rational(21, 25) * η)),
                       expression(cos(x - η)), expression(u), expression(w)),
               rational(421, 100) * x + rational(41, 20) * η * η + rational(13, 25) * cos(rational(53, 100) * x),
               {rational(331, 100) * pow(max(-x, 0), rational(3, 2)), 0});
  const auto run = solve<S>(s, {});
  ASSERT_TRUE(run.completed()) << run.status;
  const auto energy = [&](const S& at, const S& η_, const S& p, const S& r) {
    const S pressed = std::max(S(-at), S(0));
    return S(kinetic(S(cos(exact<S>(rational(38, 25)) * η_)), S(sin(exact<S>(rational(21, 25)) * η_)), S(cos(at - η_)),
                     p, r) +
             exact<S>(rational(421, 100)) * at + exact<S>(rational(41, 20)) * η_ * η_ +
             exact<S>(rational(13, 25)) * cos(exact<S>(rational(53, 100)) * at) +
             exact<S>(rational(331, 250)) * pressed * pressed * sqrt(pressed));
  };
  const S start = exact<S>(rational(129, 100)),
          kept = energy(S(0), S(0), exact<S>(rational(139, 100)), exact<S>(rational(8, 25)));
  ASSERT_EQ(run.impacts.size(), 1u);
  const impact<S>& first = run.impacts[0];
  ASSERT_LT(first.q[0], S(0));
  EXPECT_LE(abs(energy(first.q[0], S(first.q[1] - start), first.v_minus[0], first.v_minus[1]) - kept),
            S(16384) * epsilon<S>());
}

TYPED_TEST(kinks, of_dry_friction_stop_the_body_or_are_refused) {
  using S = TypeParam;
  // x'' = −(3/10) sign x': stops at 10/3, after 5/3, for good. Pushed by 1/10 it would slide on the jump: that is no
  // solution of this equation.
  const auto stops = solve<S>(bodies({1}, {rational(-3, 10) * sign(u)}, {}, 0, {0}, {1}, 10), {});
  ASSERT_TRUE(stops.completed()) << stops.status;
  EXPECT_LE(abs(stops.end_position[0] - S(5) / S(3)), S(64) * epsilon<S>());
  EXPECT_EQ(stops.end_velocity[0], S(0));
  const auto slides = solve<S>(bodies({1}, {rational(1, 10) - rational(3, 10) * sign(u)}, {}, 0, {0}, {1}, 10), {});
  EXPECT_EQ(slides.status.rfind("stopped: the motion has no continuation", 0), 0u) << slides.status;
  EXPECT_LE(abs(slides.end_time - S(5)), S(64) * epsilon<S>());
  // x'' = sign x from rest at 0: three solutions.
  const auto many = solve<S>(bodies({1}, {sign(x)}, {}, 0, {0}, {0}, 1), {});
  EXPECT_EQ(many.status.rfind("stopped: the motion is not unique", 0), 0u) << many.status;
}

/// x'' = c |x|^p, p < 1: beside rest there is C t^m, m = 2/(1 − p), with C^(1−p) = c/(m (m − 1)). With the sign of x
/// before it, c < 0: x'²/2 − c |x|^(p+1)/(p + 1) is constant, and 0 at rest only. So in units of any size, at any time,
/// along any uniform motion and in any metric.
TYPED_TEST(kinks, of_a_power_below_one_are_left_by_other_motions_unless_it_pulls_back) {
  using S = TypeParam;
  const auto is_unique = [](const statement& given) {
    const auto run = solve<S>(given, {});
    EXPECT_TRUE(run.completed() || run.status.rfind("stopped: the motion is not unique", 0) == 0) << run.status;
    return run.completed();
  };
  for (const rational& p : {rational(1, 10), rational(1, 3), rational(1, 2), rational(9, 10)})
    for (const rational& c : {exact_rational("1e-12"), rational(1), exact_rational("1e12")}) {
      const expression root = c * pow(abs(x), p), riding = c * pow(abs(x - t / 2), p);
      EXPECT_FALSE(is_unique(bodies({1}, {root}, {}, 0, {0}, {0}, 2)));
      EXPECT_FALSE(is_unique(bodies({1}, {-root}, {}, 0, {0}, {0}, 2)));
      EXPECT_FALSE(is_unique(bodies({1}, {riding}, {}, 0, {0}, {rational(1, 2)}, 2)));
      EXPECT_FALSE(is_unique(bodies({1}, {c * pow(abs(u), p)}, {}, 0, {0}, {0}, 2)));
      EXPECT_TRUE(is_unique(bodies({1}, {-sign(x) * root}, {}, 0, {0}, {0}, 2)));
      EXPECT_TRUE(is_unique(bodies({1}, {-sign(x - t / 2) * riding}, {}, 0, {0}, {rational(1, 2)}, 2)));
      statement coupled = bodies({1, 1}, {0, 0}, {}, 0, {0, 0}, {0, 0}, 2);
      set_energies(coupled.system, u * u + velocity(1) * velocity(1) + u * velocity(1), 0, {root, 0});
      EXPECT_FALSE(is_unique(coupled));
    }
  for (const rational& p : {rational(1), rational(3, 2), rational(5, 2)})
    EXPECT_TRUE(is_unique(bodies({1}, {pow(abs(x), p)}, {}, 0, {0}, {0}, 2)));
  // On the floor under a load that is gone at t = 2: held up to then.
  const auto released = solve<S>(bodies({1}, {sqrt(x) - max(2 - t, 0)}, {x}, 0, {0}, {0}, 3), {});
  EXPECT_EQ(released.status.rfind("stopped: the motion is not unique", 0), 0u) << released.status;
  EXPECT_LE(abs(released.end_time - S(2)), S(64) * epsilon<S>());
}

TYPED_TEST(kinks, that_a_contact_slides_over_let_it_go_or_turn_it) {
  using S = TypeParam;
  // Down a slope of 45° onto flat ground, e = 0: (1, −1) becomes (1, 0) at t = 2.
  const auto valley = solve<S>(bodies({1, 1}, {0, -1}, {y - max(-x, 0)}, 0, {-1, 1}, {0, 0}, 4), {});
  ASSERT_TRUE(valley.completed()) << valley.status;
  EXPECT_LE(abs(valley.end_position[0] - S(2)), S(256) * epsilon<S>());
  EXPECT_LE(abs(valley.end_velocity[0] - S(1)), S(64) * epsilon<S>());
  // Over an edge behind which the ground falls at 45°: a flight of 2.
  const auto edge = solve<S>(bodies({1, 1}, {0, -1}, {y - min(0, -x)}, 0, {-1, 0}, {1, 0}, 5), {});
  ASSERT_EQ(edge.impacts.size(), 1u) << edge.status;
  EXPECT_LE(abs(edge.impacts[0].t - S(3)), S(256) * epsilon<S>());
}

TYPED_TEST(kinks, where_a_gap_is_hit_have_no_gradient) {
  using S = TypeParam;
  for (const expression& gap : {y + abs(x), y - abs(x), abs(y)}) {
    const auto run = solve<S>(bodies({1, 1}, {0, -1}, {gap}, rational(1, 2), {0, 1}, {0, 0}, 3), {});
    EXPECT_EQ(run.status.rfind("stopped: gap 0 has no gradient where it is hit", 0), 0u) << run.status;
    EXPECT_LE(abs(run.end_time - sqrt(S(2))), S(64) * epsilon<S>());
  }
  // So has x³, whose gradient vanishes there.
  for (const rational& g : {rational(0), rational(1)}) {
    const auto run = solve<S>(bodies({1}, {-expression(g)}, {pow(x, 3)}, rational(1, 2), {1}, {-1}, 2), {});
    EXPECT_EQ(run.status.rfind("stopped: gap 0 has no gradient where it is hit", 0), 0u) << run.status;
  }
  // Negative control: beside the ridge there is one.
  EXPECT_TRUE(solve<S>(bodies({1, 1}, {0, -1}, {y + abs(x)}, rational(1, 2), {1, 1}, {0, 0}, 2), {}).completed());
}

TYPED_TEST(kinks, that_are_jumps_of_a_gap_in_time_let_go_outward_and_end_the_motion_inward) {
  using S = TypeParam;
  // The floor drops by 1 at t = 1 at once; g = 2, so the ball lands at 2. As a quotient, 0/0 at the jump, and as a
  // sign.
  for (const expression& floor : {(t - 1 + abs(t - 1)) / (2 * abs(t - 1)), (1 + sign(t - 1)) / 2}) {
    const auto falls = solve<S>(bodies({1}, {-2}, {x + floor}, 0, {0}, {0}, 4), {});
    ASSERT_TRUE(falls.completed()) << falls.status;
    ASSERT_EQ(falls.impacts.size(), 1u);
    EXPECT_LE(abs(falls.impacts[0].t - S(2)), S(64) * epsilon<S>());
    EXPECT_LE(abs(falls.end_position[0] + S(1)), S(64) * epsilon<S>());
    const auto crushed = solve<S>(free_bodies({1}, {x - floor}, 0, {rational(1, 2)}, {0}, 4), {});
    EXPECT_EQ(crushed.status.rfind("stopped: gap 0 jumps to -5.0e-01, below 0", 0), 0u) << crushed.status;
    EXPECT_LE(abs(crushed.end_time - S(1)), S(64) * epsilon<S>());
  }
}

/// Down one side of the valley y = 2 |x| without bounce, to its bottom: the impact by the normal of one side leads into
/// the other. It is none of the motion, which ends with the velocity of the slide.
TYPED_TEST(kinks, that_an_impact_leads_over_end_the_motion_before_it) {
  using S = TypeParam;
  const rational beside = rational(1) / 1024;
  const auto run = solve<S>(free_bodies({1, 1}, {y - 2 * abs(x)}, 0, {beside, 1}, {0, -1}, 2), {});
  EXPECT_EQ(run.status.rfind("stopped: gap 0 has no gradient where it is hit", 0), 0u) << run.status;
  ASSERT_EQ(run.impacts.size(), 1u);
  EXPECT_EQ(run.counts.impacts, 1);
  EXPECT_LE(abs(run.end_velocity[0] + S(2) / S(5)), S(4) * epsilon<S>());
  EXPECT_LE(abs(run.end_velocity[1] + S(4) / S(5)), S(4) * epsilon<S>());
}

}  // namespace
}  // namespace unilateral::event_driven
