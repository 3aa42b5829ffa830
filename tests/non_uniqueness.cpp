/// Two motions from the same rest under a force that is infinitely smooth (tests/support/smooth_nonuniqueness.hpp): both solve the statement, by the
/// judge's residuals; the one started 2^(−N²) faster ends at speed 1. What each solver picks from rest, and from there.
///
/// The path of the second one is interpolated from its formula to 64 ε or so (closed_form.hpp); integrals of f over a piece by a Gauss rule are exact to
/// the interpolation error of the C^∞ bump on that piece, which the judge's balance is asked for with 1e-6: eight digits above it where a jump is missing or wrong.

#include "problems/language/closed_form.hpp"
#include "problems/language/evaluated_system.hpp"
#include "problems/language/residual.hpp"
#include "reports/study/solver_list.hpp"
#include "tests/support/smooth_nonuniqueness.hpp"

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <gtest/gtest.h>

#include <cmath>

namespace unilateral {
namespace {

constexpr double e = 0.5;

statement question(int N, bool bouncing) { return smooth_nonuniqueness::from(N, bouncing, 0.5_x); }

double Ψ(double x) { return x <= -1 ? 0 : x >= 1 ? 1 : 1 / (1 + std::exp(-2 * x / (1 - x * x))); }
/// ∫ Ψ from −1.
double area(double x) {
  if (x <= -1) return 0;
  if (x >= 1) return x;  // 1 over [−1, 1], then x − 1
  return boost::math::quadrature::gauss_kronrod<double, 31>::integrate(Ψ, -1.0, x, 8, 1e-15);
}

solution<double> bouncing(int N) {
  solution<double> answer;
  answer.path = trajectory<double>(1);
  const auto one = [](double x) { return column<double>::Constant(1, x); };
  const double t_N = std::exp2(-N);
  for (int n = N - 1; n >= 0; --n) {
    const double t_n = std::exp2(-n), d = t_n / 2, w = std::exp2(-n * n), w_next = std::exp2(-(n + 1) * (n + 1)), I = w_next + w / e, r = d * w_next / I;
    // u = w_next τ − I r A((t − s)/r); from t_n − 2r on, about its end, where it vanishes.
    const double bump = t_n - 2 * r - t_N, end = t_n - t_N, begin = bump - (d - 2 * r);
    append_closed_form(answer.path, bump, [&](double t) { return w_next * (t - begin); });
    // In the bump, pieces of at most an eighth, so that the judge's Gauss rule sees it.
    for (int k = 1; k <= 32; ++k)
      append_closed_form(answer.path, k == 32 ? end : bump + k * 2 * r / 32, [&](double t) { return w_next * (t - begin) - I * r * area((t - bump) / r - 1); });
    answer.impacts.push_back({end, one(0), one(-w / e), one(w), one(w + w / e), {0}});
  }
  answer.path.append_linear(1.0, std::vector<double>{0}, std::vector<double>{1});
  return answer;
}

solution<double> resting(int N) {
  solution<double> answer;
  answer.path = trajectory<double>(1);
  answer.path.append_linear(1.0, std::vector<double>{0}, std::vector<double>{0});
  // λ = −f, as impulses of many short cells: what the judge integrates.
  evaluated_system<double> system(question(N, false).system);
  for (int n = N - 1; n >= 0; --n) {
    const double t_n = std::exp2(-n), w = std::exp2(-n * n), w_next = std::exp2(-(n + 1) * (n + 1)), I = w_next + w / e, r = t_n / 2 * w_next / I, s = t_n - r - std::exp2(-N);
    constexpr int cells = 400;
    const double zero = 0;
    for (int k = 0; k < cells; ++k) {
      const double from = s + r * (2.0 * k / cells - 1), to = s + r * (2.0 * (k + 1) / cells - 1);
      system.evaluate_force((from + to) / 2, &zero, &zero);
      answer.reactions.push_back({0, from, to, {-system.force(0)}});
    }
  }
  return answer;
}

/// The balance of the resting motion: f by Gauss's rule over the cells against f at their middles, both of second order or better in the
/// cell, relative (2/400)²·max|φ''| < 1e-3 of the largest impulse, 3.
TEST(non_uniqueness, rest_is_a_solution) {
  const residual<double> found = residual_of(question(3, false), resting(3));
  EXPECT_LT(found.largest(), 3e-3);
  solution<double> pulled = resting(3);  // control: held down by a tenth less it would rise
  for (reaction_density<double>& density : pulled.reactions) density.coefficients[0] *= 0.9;
  EXPECT_GT(residual_of(question(3, false), pulled).momentum, 0.1);
}

TEST(non_uniqueness, bouncing_is_a_solution) {
  for (const int N : {1, 2, 3}) {
    const residual<double> found = residual_of(question(N, true), bouncing(N));
    EXPECT_LT(found.largest(), 1e-6) << N;
    solution<double> wrong = bouncing(N);  // control
    wrong.impacts.back().impulse[0] *= 1.001;
    EXPECT_GT(residual_of(question(N, true), wrong).momentum, 1e-3) << N;
  }
}

/// From rest, every scheme stays at rest; started at w_N it ends near speed 1, provided that its steps see every bump: r_0 = 1/8·w_1/I_0 is about 1/10,
/// but bump n is some 2^(−3n) wide.
TEST(non_uniqueness, solvers_pick_the_motion_of_their_initial_speed) {
  for (const study::listed_solver& s : study::solver_list()) {
    if (!s.solves(question(3, false))) continue;
    if (!s.declaration.applies_to.needs_step) {  // by polynomials: it comes as far as the first bump it meets, at most to t_1, and says so
      const solution<double> stopped = s.solve<double>(question(2, true), {});
      EXPECT_FALSE(stopped.completed()) << s.declaration.name;
      EXPECT_LT(stopped.end_time, 0.25) << s.declaration.name;
      // From t_3 on the next bump is 0.004 wide. Taylor series know where it ends; collocation samples, and steps over it, as a time-stepping scheme would.
      const solution<double> from_t_3 = s.solve<double>(question(3, true), {});
      EXPECT_FALSE(from_t_3.completed()) << s.declaration.name;
      if (s.declaration.name == "event_driven") {
        EXPECT_LT(from_t_3.end_time, 0.125);
      }
      continue;
    }
    const solution<double> rest = s.solve<double>(question(3, false), {.step = rational(1, 3989), .until = {}});
    EXPECT_LE(std::abs(rest.end_velocity[0]), 1e-9) << s.declaration.name;
    EXPECT_LE(std::abs(rest.end_position[0]), 1e-9) << s.declaration.name;
    const solution<double> hop = s.solve<double>(question(2, true), {.step = rational(1, 200003), .until = {}});
    EXPECT_NEAR(hop.end_velocity[0], 1, 0.01) << s.declaration.name;
  }
}

}  // namespace
}  // namespace unilateral
