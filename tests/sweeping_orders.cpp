/// The orders that the sweeping scheme declares, measured in the five distances on two motions known in closed form,
/// both with finitely many transversal impacts. Slopes of log error over log h by least squares, 60 generic steps over
/// a factor 50, two-sided. Tolerance: a step holds an impact at a place uniform in (0, h], so a log error scatters by
/// about its standard deviation 1 (of a single uniform factor; less with several impacts); the slope then by 1/(√60 ·
/// 1.15) = 0.11. Allowed: 0.2.

#include "problems/judge/distance.hpp"
#include "solvers/sweeping/sweeping.hpp"
#include "tests/support/sweeping_statements.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace unilateral {
namespace {

struct known_motion {
  statement question;
  rational until;
  solution<double> answer;
};

void add_impact(solution<double>& answer, double t, double v_minus, double v_plus, double impulse) {
  const auto one = [](double x) { return column<double>::Constant(1, x); };
  answer.impacts.push_back({t, one(0), one(v_minus), one(v_plus), one(impulse), {0}});
}

/// g = 2, height 1, e = 1/2: impacts at 1 and 2 with speeds 2 and 1, next at 5/2.
known_motion ball() {
  known_motion m{sweeping_test::ball(rational(1, 2), 2, 3), rational(11, 5), {}};
  m.answer.path = trajectory<double>(1);
  const double arcs[3][4] = {{1, 1, 0, -1}, {2, 0, 1, -1}, {2.5, 0, 0.5, -1}};  // end; 1 − t², then v τ − τ²
  for (const auto& arc : arcs) m.answer.path.append(arc[0], 2, arc + 1);
  add_impact(m.answer, 1, -2, 1, 3);
  add_impact(m.answer, 2, -1, 0.5, 1.5);
  return m;
}

/// x = −6 sin t + ⅓ sin 2t on [0, π], period π; Taylor polynomials on sixteenths (remainder below (2π/16)^19/19! <
/// 1e-24).
known_motion oscillator() {
  constexpr double π = std::numbers::pi;
  known_motion m{sweeping_test::impact_oscillator(), 8, {}};
  m.answer.path = trajectory<double>(1);
  for (int k = 0; k < 48; ++k) {
    constexpr int degree = 18;
    const double t = k % 16 * π / 16;
    double c[degree + 1], factorial = 1;
    for (int j = 0; j <= degree; ++j) {
      if (j > 0) factorial *= j;
      c[j] = (-6 * std::sin(t + j * π / 2) + std::pow(2.0, j) / 3 * std::sin(2 * t + j * π / 2)) / factorial;
    }
    m.answer.path.append((k + 1) * π / 16, degree, c);
  }
  for (int k = 1; k <= 2; ++k) add_impact(m.answer, k * π, 20.0 / 3, -16.0 / 3, 12);
  return m;
}

using run_function = std::function<solution<double>(const known_motion&, const rational& h)>;

solution<double> scheme(const known_motion& m, const rational& h) {
  return sweeping::solve<double>(m.question, {.step = h, .until = m.until});
}

/// Slope of the error over 60 steps until/n, n from 200 to 10 000, at irregular places.
double slope(const known_motion& m,
             const std::function<double(const solution<double>&, const solution<double>&, double)>& error,
             const run_function& run = scheme) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  constexpr int steps = 60;
  for (int j = 0; j < steps; ++j) {
    const double jitter = std::fmod(j * std::numbers::phi, 1.0), n = 200 * std::pow(50.0, (j + jitter) / steps);
    const rational h = m.until / rational(n);
    const double x = std::log(h.get_d()), y = std::log(error(run(m, h), m.answer, m.until.get_d()));
    sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return (steps * sxy - sx * sy) / (steps * sxx - sx * sx);
}

auto error_in(distance_kind kind) {
  return [kind](const solution<double>& a, const solution<double>& b, double until) {
    return distance<double>(kind, a, b, until).value;
  };
}

TEST(sweeping_orders, are_as_declared_in_every_distance) {
  for (const auto& [name, motion] : {std::pair("ball", ball()), std::pair("oscillator", oscillator())})
    for (const declared_order& claim : sweeping::declaration.orders)
      EXPECT_NEAR(slope(motion, error_in(claim.distance)), claim.order, 0.2) << name << ", " << name_of(claim.distance);
}

TEST(sweeping_orders, the_velocity_does_not_converge_uniformly) {
  // At the impact time one of the two has jumped and the other not: an error of the size of the jump.
  for (const known_motion& motion : {ball(), oscillator()}) {
    const double measured = slope(motion, [](const solution<double>& a, const solution<double>& b, double) {
      const double t = b.impacts.front().t, later = std::max(a.impacts.front().t, t),
                   earlier = std::min(a.impacts.front().t, t), mid = (later + earlier) / 2;
      return std::abs(a.path.velocity_right(mid)[0] - b.path.velocity_right(mid)[0]);
    });
    EXPECT_NEAR(measured, 0, 0.2);
  }
}

/// The scheme for the ball by hand, with any weight of the force inside the projection; right is 1/(1 + e).
solution<double> by_hand(const known_motion& m, const rational& step, double weight) {
  const double h = exact<double>(step), until = exact<double>(m.until), e = 0.5, a = -2;
  solution<double> run;
  run.path = trajectory<double>(1);
  double q = 1, u = 0, t = 0;
  for (int k = 1; t < until; ++k) {
    const double next = std::min(k * h, until), length = k * h > until ? until - t : h;
    run.path.append_linear(next, &q, &u);
    q += length * u;
    double w = u + weight * length * a;
    if (q <= 0) w = std::max(w, 0.0);
    u = (1 + e) * w - e * u;
    t = next;
  }
  run.end_position = column<double>::Constant(1, q);
  return run;
}

TEST(sweeping_orders, negative_control_the_force_in_the_projection_without_its_weight_does_not_converge) {
  const known_motion m = ball();
  const auto sup = error_in(distance_kind::sup_position);
  EXPECT_NEAR(slope(m, sup, [](const known_motion& k, const rational& h) { return by_hand(k, h, 1 / 1.5); }), 1, 0.2);
  EXPECT_NEAR(slope(m, sup, [](const known_motion& k, const rational& h) { return by_hand(k, h, 1); }), 0, 0.2);
  EXPECT_NEAR(slope(m, sup, [](const known_motion& k, const rational& h) { return by_hand(k, h, 0.5); }), 0, 0.2);
  // By hand and by the solver: the same numbers up to rounding.
  const rational h = m.until / 1234567_x * 1000;
  EXPECT_NEAR(by_hand(m, h, 1 / 1.5).end_position[0], scheme(m, h).end_position[0], 1e4 * epsilon<double>());
}

TEST(sweeping_orders, negative_control_a_wrong_restitution_is_an_error_that_stays) {
  known_motion m = ball();
  m.question.system.restitution = rational(51, 100);
  EXPECT_LT(slope(m, error_in(distance_kind::sup_position)), 0.8);
}

TEST(sweeping_orders, in_fifty_digits_the_scheme_is_the_same_scheme) {
  const known_motion m = oscillator();
  const rational h(8, 1237);
  const auto narrow = sweeping::solve<double>(m.question, {.step = h, .until = m.until});
  const auto wide = sweeping::solve<real50>(m.question, {.step = h, .until = m.until});
  ASSERT_EQ(narrow.counts.impacts, wide.counts.impacts);
  EXPECT_NEAR(narrow.end_position[0], to_double(wide.end_position[0]), 1e4 * epsilon<double>());
  EXPECT_NEAR(narrow.end_velocity[0], to_double(wide.end_velocity[0]), 1e4 * epsilon<double>());
}

}  // namespace
}  // namespace unilateral
