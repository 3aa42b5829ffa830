/// The orders that Moreau's scheme declares, measured on the bouncing ball before its accumulation (impacts at 1, 2,
/// 5/2; to t = 13/5), where the hypothesis "finitely many transversal impacts" holds; and the residual penetration, h²,
/// after it.
///
/// Steps are generic: h = c·10^{−x} with scattered rational c. Where an impact falls within its step is then as good as
/// random, so the logarithm of the error is log C + p log h + noise; the least-squares slope p has the standard
/// deviation s = σ/√Σ(x − x̄)², σ that of the residuals. An order is confirmed when the declared value lies in p ± 4 s,
/// and the measurement is worth something only where 4 s ≤ 0.15.

#include "problems/judge/distance.hpp"
#include "problems/language/many_digits.hpp"
#include "solvers/moreau_time_stepping/moreau_time_stepping.hpp"
#include "tests/support/moreau_statements.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

namespace {

using namespace unilateral;
using namespace unilateral::moreau_tests;

struct slope {
  double p, four_s;
  bool confirms(double order) const { return std::abs(p - order) <= four_s && four_s <= 0.15; }
};
std::ostream& operator<<(std::ostream& out, const slope& x) { return out << x.p << " ± " << x.four_s; }

slope fitted(const std::vector<double>& h, const std::vector<double>& error) {
  const auto n = static_cast<double>(h.size());
  double x_mean = 0, y_mean = 0, xx = 0, xy = 0, rr = 0;
  for (std::size_t i = 0; i < h.size(); ++i) x_mean += std::log(h[i]) / n, y_mean += std::log(error[i]) / n;
  for (std::size_t i = 0; i < h.size(); ++i) {
    const double x = std::log(h[i]) - x_mean;
    xx += x * x;
    xy += x * (std::log(error[i]) - y_mean);
  }
  for (std::size_t i = 0; i < h.size(); ++i) {
    const double r = std::log(error[i]) - y_mean - xy / xx * (std::log(h[i]) - x_mean);
    rr += r * r;
  }
  return {xy / xx, 4 * std::sqrt(rr / (n - 2) / xx)};
}

/// From 1/20 down over so many decades, spaced unevenly by the golden section: no two fit the same grid, none fits the
/// impacts.
std::vector<rational> scattered_steps(int count, double decades) {
  std::vector<rational> steps;
  for (int k = 0; k < count; ++k) {
    const double h = 0.05 * std::pow(10, -decades * (k + 0.8 * std::fmod(k * 0.6180339887, 1.0)) / count);
    steps.push_back(rational(static_cast<long>(h * 1e9), 1000000007));
    steps.back().canonicalize();
  }
  return steps;
}

/// The ball's motion in closed form: free fall from 1, then arcs of length 2 e^k from the floor at speed 2 e^k.
solution<double> exact_ball(double e, double until) {
  solution<double> answer;
  answer.path = trajectory<double>(1);
  const double fall[] = {1, 0, -1};
  answer.path.append(1, 2, fall);
  double speed = 2;
  for (double t = 1; t < until;) {
    column<double> q = column<double>::Zero(1), before(1), after(1), P(1);
    before[0] = -speed;
    speed *= e;
    after[0] = speed;
    P[0] = after[0] - before[0];
    answer.impacts.push_back({t, q, before, after, P, {0}});
    const double arc[] = {0, speed, -1};
    answer.path.append(std::min(t + speed, until), 2, arc);
    t += speed;
  }
  answer.end_time = until;
  return answer;
}

const rational until = 2.6_x;

solution<double> stepped(const statement& s, const rational& h) {
  return moreau_time_stepping::solve<double>(s, {.step = h, .until = until});
}

slope measured(distance_kind kind, const std::vector<rational>& steps, const solution<double>& answer,
               const std::function<statement(const rational&)>& question) {
  std::vector<double> h, error;
  for (const rational& step : steps) {
    h.push_back(exact<double>(step));
    error.push_back(distance(kind, stepped(question(step), step), answer, exact<double>(until)).value);
  }
  return fitted(h, error);
}

TEST(moreau_time_stepping, has_the_orders_it_declares) {
  const solution<double> answer = exact_ball(0.5, exact<double>(until));
  ASSERT_EQ(moreau_time_stepping::declaration.orders.size(), 5u);
  for (const declared_order& claim : moreau_time_stepping::declaration.orders) {
    const slope found =
        measured(claim.distance, scattered_steps(120, 2), answer, [](const rational&) { return ball(0.5_x); });
    EXPECT_TRUE(found.confirms(claim.order))
        << name_of(claim.distance) << ": declared " << claim.order << ", found " << found;
  }
}

TEST(moreau_time_stepping, of_another_restitution_or_a_contact_closed_early_is_found_to_have_lower_order) {
  const solution<double> answer = exact_ball(0.5, exact<double>(until));
  for (const declared_order& claim : moreau_time_stepping::declaration.orders) {
    const slope wrong_e =
        measured(claim.distance, scattered_steps(120, 2), answer, [](const rational&) { return ball(0.6_x); });
    EXPECT_FALSE(wrong_e.confirms(claim.order)) << name_of(claim.distance) << ": " << wrong_e;
  }
  // Contact at a height δ = √h / 10 above the floor: a scheme of order 1/2.
  std::vector<rational> steps;
  for (const rational& h : scattered_steps(120, 2)) {
    const rational δ(static_cast<long>(1e7 * std::sqrt(exact<double>(h))), 100000000);
    steps.push_back(100 * δ * δ);
  }
  const auto early = [](const rational& h) {
    statement s = ball(0.5_x);
    s.system.gap[0] = s.system.gap[0] - sqrt(expression(h)) / 10;
    return s;
  };
  const slope half = measured(distance_kind::sup_position, steps, answer, early);
  EXPECT_TRUE(half.confirms(0.5)) << half;
  EXPECT_FALSE(half.confirms(1)) << half;
}

/// sup |v| never converges where a jump comes too late: the reason why orders are declared in distances that allow for
/// jumps.
TEST(moreau_time_stepping, has_order_0_in_the_supremum_of_the_velocity) {
  const solution<double> answer = exact_ball(0.5, exact<double>(until));
  for (const rational& h : scattered_steps(10, 2)) {
    const trajectory<double> path = stepped(ball(0.5_x), h).path;
    double worst = 0;
    for (int k = 0; k < path.pieces(); ++k) {
      const double t = (path.begin(k) + path.end(k)) / 2;
      worst = std::max({worst, std::abs(path.velocity_left(path.end(k))[0] - answer.path.velocity_left(path.end(k))[0]),
                        std::abs(path.velocity(k, 0, t - path.begin(k)) - answer.path.velocity_right(t)[0])});
    }
    EXPECT_GT(worst, 0.5);  // the smallest of the three jumps is 3/4
  }
}

/// A general metric and Coriolis forces, two impacts: the angles at t = 4 against the digits of two independent
/// computations [Dzonou Monteiro Marques Paoli].
TEST(moreau_time_stepping, has_order_1_on_the_double_pendulum) {
  std::vector<double> h, error;
  for (const rational& step : scattered_steps(160, 2.2)) {
    const rational smaller = step / 5;
    const auto end =
        moreau_time_stepping::solve<double>(double_pendulum(), {.step = smaller, .until = {}, .record = keep::summary})
            .end_position;
    h.push_back(exact<double>(smaller));
    error.push_back(std::max(std::abs(end[0] - -0.143596435216487926576583334667),
                             std::abs(end[1] - 0.261061877756158671645738068852)));
  }
  const slope found = fitted(h, error);
  EXPECT_TRUE(found.confirms(1)) << found;
  EXPECT_FALSE(found.confirms(2)) << found;
}

/// After the accumulation at t = 3 the ball rests below the floor, by the drift of its last small bounces: speeds O(h)
/// over times O(h). (In penetration its speed is halved by every step, from at most g h: by t = 4 it moves no more, for
/// h ≤ 1/100 and half the time to settle.)
TEST(moreau_time_stepping, leaves_a_penetration_of_order_h_squared_after_an_accumulation) {
  std::vector<double> h, depth;
  for (const rational& coarse : scattered_steps(160, 2.5)) {
    const rational step = coarse / 5;
    const auto answer =
        moreau_time_stepping::solve<double>(ball(0.5_x), {.step = step, .until = {}, .record = keep::summary});
    ASSERT_LE(std::abs(answer.end_velocity[0]),
              2 * exact<double>(step) * std::pow(0.5, 0.5 / exact<double>(step)) + epsilon<double>());
    if (answer.end_position[0] >= 0) continue;
    h.push_back(exact<double>(step));
    depth.push_back(-answer.end_position[0]);
  }
  ASSERT_GT(h.size(), 120u);
  const slope found = fitted(h, depth);
  EXPECT_TRUE(1.7 <= found.p && found.p <= 2.3 && found.four_s <= 0.3) << found;
}

}  // namespace
