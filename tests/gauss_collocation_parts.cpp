/// Theorems behind the parts of gauss_collocation, each against an independent statement of the same thing: order of
/// collocation at Gauss points, first roots of polynomials whose roots are chosen, the definition of a projection's
/// multipliers, events with a closed form.

#include "solvers/gauss_collocation/event_loop.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <thread>

namespace unilateral::gauss_collocation {
namespace {

using W = long double;

gauss_basis<W> tables(int s) { return gauss_basis<W>::made_in<wider<double>>(s, rounded<W, wider<double>>); }

/// q'' = −sin q from (1, 0) to t = 1 in `count` steps of s stages: position at the end, and in the middle of the first
/// step.
std::pair<W, W> pendulum(int s, int count) {
  mechanical_system system;
  system.coordinates = {"q"};
  system.mass = diagonal_mass({1});
  system.force = {-sin(coordinate(0))};
  const gauss_basis<W> basis = tables(s);
  collocation<W> motion(system, basis, epsilon<W>());
  collocated_step<W> x;
  vector_of<W> q(1), v(1), a(1);
  q << 1;
  v << 0;
  W middle(0);
  for (int k = 0; k < count; ++k) {
    x.t_0 = W(k) / W(count);
    x.h = W(1) / W(count);
    x.q_0 = q;
    x.v_0 = v;
    a << -std::sin(q[0]);
    motion.start_from(x, a, vector_of<W>(0));
    EXPECT_TRUE(motion.step(x, a, vector_of<W>(0)));
    if (k == 0) middle = q[0] + x.h * x.h * value(integral(integral(x.a_series[0])), W(0.5L));
    q = x.q_1;
    v = x.v_1;
  }
  return {q[0], middle};
}

/// Order 2s at the end of a step [van der Houwen, Sommeijer, Cong 1991]: errors against a run of 12 stages, whose own
/// error is rounding. The slope between h and h/2 is 2s + O(h²): within ¼ here. Control: inside a step the order is
/// lower, s + 2 for one step from exact data.
TEST(gauss_collocation_step, has_order_2s_at_its_end_and_s_plus_2_inside) {
  const W exact_end = pendulum(12, 4).first;
  for (const int s : {1, 2, 3}) {
    const int n = s == 3 ? 4 : 8;
    const auto error = [&](int count) { return std::abs(pendulum(s, count).first - exact_end); };
    EXPECT_NEAR(static_cast<double>(std::log2(error(n) / error(2 * n))), 2 * s, 0.25) << s;
  }
  const auto inside = [&](int count) { return std::abs(pendulum(3, count).second - pendulum(12, count).second); };
  EXPECT_LT(static_cast<double>(std::log2(inside(2) / inside(4))), 6.9);  // a step of order 6 makes errors O(h^7)
}

/// Lebesgue's constant, against the sum of |l_j| from its definition at many places: nowhere larger, and reached at an
/// end. Rounding: the products of s factors.
TEST(gauss_basis, knows_how_far_a_polynomial_exceeds_its_values) {
  for (const int s : {4, 16, 41}) {
    const gauss_basis<W> g = tables(s);
    const auto sum_at = [&](W x) {
      W sum(0);
      for (int j = 0; j < s; ++j) {
        W l(1);
        for (int k = 0; k < s; ++k)
          if (k != j) l *= (x - g.c(k)) / (g.c(j) - g.c(k));
        sum += std::abs(l);
      }
      return sum;
    };
    const double rounding = static_cast<double>(W(64 * s) * epsilon<W>() * g.lebesgue) + 0x1p-48;
    EXPECT_NEAR(static_cast<double>(sum_at(1)), static_cast<double>(g.lebesgue), rounding) << s;
    for (int k = 0; k <= 1000; ++k)
      EXPECT_LE(static_cast<double>(sum_at(W(k) / 1000)), static_cast<double>(g.lebesgue) + rounding) << s;
  }
}

series<W> with_roots(const std::vector<W>& roots, W lead) {
  const gauss_basis<W> g = tables(12);
  vector_of<W> y(12);
  for (int j = 0; j < 12; ++j) {
    y[j] = lead;
    for (const W r : roots) y[j] *= g.c(j) - r;
  }
  return g.coefficients(y);
}

/// A simple root is known to the rounding of the values, some 16 ε as they are of size 1, over the slope there; the
/// root of p' at a double one likewise to p's rounding times 2·11² (Markov's inequality, degree 11) over p'' = 2. The
/// rest is half a unit of a double, which they are compared in.
double known_to(W slope) { return static_cast<double>(W(16) * epsilon<W>() / slope) + 0x1p-53; }
constexpr W slope_at_a_touch = W(2) / W(2 * 11 * 11);

TEST(first_roots, are_the_first_of_two_in_a_step_and_touches_are_told_apart) {
  const gauss_basis<W> g = tables(12);
  const first_root<W> find(g, W(64) * epsilon<W>());
  const auto two = find(with_roots({0.7L, 0.65L}, 1));
  ASSERT_TRUE(two);
  EXPECT_EQ(two->kind, root_kind::crossing);
  EXPECT_NEAR(static_cast<double>(two->x), 0.65, known_to(0.05L));
  const auto far = find(with_roots({0.3L, 0.31L, 0.9L}, -1));
  ASSERT_TRUE(far);
  EXPECT_NEAR(static_cast<double>(far->x), 0.3, known_to(0.01L * 0.6L));
  const auto touch = find(with_roots({0.4L, 0.4L}, 1));
  ASSERT_TRUE(touch);
  EXPECT_EQ(touch->kind, root_kind::minimum);
  EXPECT_NEAR(static_cast<double>(touch->x), 0.4, known_to(slope_at_a_touch));
  const auto end = find(with_roots({1.0L}, -1));
  ASSERT_TRUE(end);
  EXPECT_NEAR(static_cast<double>(end->x), 1, known_to(1));
  EXPECT_FALSE(find(with_roots({1.01L}, -1)));
  series<W> lifted = with_roots({0.4L, 0.4L}, 1);
  lifted[0] += 1e-12L;
  EXPECT_FALSE(find(lifted));
  lifted[0] -= 2e-12L;
  ASSERT_TRUE(find(lifted));
  EXPECT_EQ(find(lifted)->kind, root_kind::crossing);
  EXPECT_NEAR(static_cast<double>(find(lifted)->x), 0.4 - 1e-6,
              known_to(2e-6L));  // (x − 0.4)² − 1e-12 has the slope 2e-6 there
}

/// λ ≥ 0, Wλ + b ≥ 0, λ·(Wλ + b) = 0 is the definition; W from random rows, some of which depend on others. b in the
/// range of G: solvable. Tolerance: 2^16 ε: products of a dozen numbers of size 10, and the condition of random rows.
TEST(projection_multipliers, satisfy_their_definition_with_dependent_rows_too) {
  std::mt19937 random(1963);
  std::uniform_int_distribution<int> digit(-4, 4);
  const W tolerance = W(65536) * epsilon<W>();
  const request unlimited;
  patience clock(unlimited);
  int loaded = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const int n = 1 + trial % 4, m = 1 + trial % 7;
    matrix_of<W> G(m, n);
    vector_of<W> v(n);
    for (int i = 0; i < n; ++i) v[i] = W(digit(random));
    for (int α = 0; α < m; ++α)
      for (int i = 0; i < n; ++i) G(α, i) = W(digit(random));
    if (m > 2) G.row(m - 1) = G.row(0) + G.row(1);
    const matrix_of<W> A = G * G.transpose();
    const vector_of<W> b = G * v;
    const auto λ = complementary_multipliers<W>(A, b, vector_of<W>::Constant(m, W(16)), clock);
    ASSERT_TRUE(λ) << trial;
    const vector_of<W> w = A * *λ + b;
    EXPECT_GE(λ->minCoeff(), W(0)) << trial;
    EXPECT_GE(w.minCoeff(), -tolerance) << trial;
    EXPECT_LE(std::abs(w.dot(*λ)), tolerance) << trial;
    loaded += λ->maxCoeff() > W(0) ? 1 : 0;
  }
  EXPECT_GT(loaded, 100);
}

TEST(projection_multipliers, do_not_exist_where_no_velocity_is_admissible) {
  const matrix_of<W> A = (matrix_of<W>(2, 2) << 1, -1, -1, 1).finished();  // v ≥ 1 and −v ≥ 1
  const request unlimited;
  patience clock(unlimited);
  const auto multipliers = [&](W first, W second) {
    return complementary_multipliers<W>(A, (vector_of<W>(2) << first, second).finished(),
                                        vector_of<W>::Constant(2, W(1)), clock);
  };
  EXPECT_FALSE(multipliers(W(-1), W(-1)));
  EXPECT_TRUE(multipliers(W(-1), W(2)));  // v ≥ 1 and −v ≥ −2
}

/// A projection on a thousand contacts lasts longer than a limit may be: it asks the clock, whose time is over here.
TEST(projection_multipliers, are_given_up_when_the_time_is_over) {
  const request short_of_time{.seconds = 0};
  patience clock(short_of_time);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the watch is asked every hundredth of a second
  EXPECT_THROW(complementary_multipliers<W>(matrix_of<W>::Identity(2, 2), vector_of<W>::Constant(2, W(-1)),
                                            vector_of<W>::Constant(2, W(1)), clock),
               patience::is_over);
}

/// x = 2t − t² under a ceiling at 1 + d: hit at 1 − √(−d) for d < 0, never for d > 0, undecided for d = 0.
/// Tolerance: a time with slope 2√(−d) of the gap is known to ε/(2√(−d)), 64 of them.
TEST(gauss_collocation, decides_grazing_or_says_that_it_cannot) {
  const auto thrown = [](const expression& d) {
    statement s;
    s.system.coordinates = {"x"};
    s.system.mass = diagonal_mass({1});
    s.system.force = {-2};
    s.system.gap = {1 + d - coordinate(0)};
    s.system.restitution = rational(1, 2);
    s.position = {0};
    s.velocity = {2};
    s.horizon = rational(3, 2);
    return solve<double>(s, {});
  };
  const auto hits = thrown(exact_rational("-1e-12"));
  ASSERT_EQ(hits.impacts.size(), 1u);
  EXPECT_NEAR(hits.impacts[0].t, 1 - 1e-6, 64 * epsilon<double>() / 2e-6);
  EXPECT_NEAR(hits.impacts[0].v_minus[0], 2e-6, 64 * epsilon<double>() / 1e-6);
  EXPECT_TRUE(hits.warnings.empty());
  const auto misses = thrown(exact_rational("1e-12"));
  EXPECT_TRUE(misses.impacts.empty());
  EXPECT_TRUE(misses.warnings.empty());
  const auto touches = thrown(0);
  EXPECT_TRUE(touches.completed());
  EXPECT_TRUE(touches.impacts.empty());
  ASSERT_EQ(touches.warnings.size(), 1u);
  EXPECT_NE(touches.warnings[0].find("undecided"), std::string::npos);
}

/// A point without force that runs into a corner with unit normals (0, 1) and (s, c), at the angle of cosine c.
/// [Paoli 2004, (5)]: c ≤ 0 for e = 0, c = 0 for e > 0. Exact numbers: no tolerance.
TEST(gauss_collocation, warns_where_the_law_is_discontinuous_in_the_data) {
  const auto warnings = [](const rational& c, const rational& s, const rational& e) {  // c² + s² = 1
    statement q;
    q.system.coordinates = {"x", "y"};
    q.system.mass = diagonal_mass({1, 1});
    q.system.force = {0, 0};
    q.system.gap = {coordinate(1), s * coordinate(0) + c * coordinate(1)};
    q.system.restitution = e;
    q.position = {0, 0};
    q.velocity = {-1, -1};
    q.horizon = 1;
    return solve<double>(q, {}).warnings.size();
  };
  const rational three(3, 5), four(4, 5), half(1, 2);
  EXPECT_EQ(warnings(three, four, 0), 1u);
  EXPECT_EQ(warnings(three, four, half), 1u);
  EXPECT_EQ(warnings(-three, four, half), 1u);
  EXPECT_EQ(warnings(-three, four, 0), 0u);
  EXPECT_EQ(warnings(0, 1, half), 0u);
  EXPECT_EQ(warnings(0, 1, 0), 0u);
}

/// A reaction that vanishes together with every term of the force at its contact, so that these don't tell what is
/// rounding: x_0'' = x_1 − x_0 + λ with x_1 = −sin t. λ = sin t ends at π, and x_0 follows x_1 > 0. Tolerance: 64
/// roundings of π.
TEST(gauss_collocation, lets_go_where_the_force_itself_vanishes) {
  statement s;
  s.system.coordinates = {"x0", "x1"};
  s.system.mass = diagonal_mass({1, 1});
  s.system.force = {coordinate(1) - coordinate(0), -coordinate(1)};
  s.system.gap = {coordinate(0)};
  s.system.restitution = 0;
  s.position = {0, 0};
  s.velocity = {0, -1};
  s.horizon = 4;
  const auto answer = solve<real50>(s, {});
  ASSERT_TRUE(answer.completed()) << answer.status;
  ASSERT_EQ(answer.contacts.size(), 1u);
  const real50 π = scalar_traits<real50>::pi(), tolerance = 64 * epsilon<real50>() * π;
  EXPECT_LE(abs(answer.contacts[0].to - π), tolerance);
  // From π on, τ = t − π: x_0'' + x_0 = sin τ, x_0 = (sin τ − τ cos τ)/2.
  const real50 τ = real50(4) - π;
  EXPECT_LE(abs(answer.end_position[0] - (sin(τ) - τ * cos(τ)) / 2), tolerance);
}

/// A ball's bounces accumulate at t = 3 (g = 2, h = 1, e = 1/2) beside a point that rests: its contact goes on through
/// the accumulation and is told as one, the ball's begins there.
TEST(gauss_collocation, tells_a_contact_that_outlasts_an_accumulation_as_one) {
  statement s;
  s.system.coordinates = {"x", "y"};
  s.system.mass = diagonal_mass({1, 1});
  s.system.force = {-2, -1 - time()};
  s.system.gap = {coordinate(0), coordinate(1)};
  s.system.restitution = 0.5_x;
  s.position = {1, 0};
  s.velocity = {0, 0};
  s.horizon = 4;
  const auto found = solve<double>(s, {});
  ASSERT_EQ(found.contacts.size(), 2u);
  EXPECT_EQ(found.contacts[0].constraint, 1);
  EXPECT_EQ(found.contacts[0].from, 0);
  EXPECT_EQ(found.contacts[0].to, 4);
  EXPECT_EQ(found.contacts[1].constraint, 0);
  EXPECT_NEAR(found.contacts[1].from, 3, 8 * epsilon<double>());
}

/// x'' = −|x| from (0, 1): sin t up to π, then −sinh(t − π). A step ends where the sign changes: one over it converges
/// like a power of its length, and at 50 digits comes to nothing. Tolerance: 64 roundings, which the last stretch makes
/// e^(4 − π) times as large.
TEST(gauss_collocation, ends_its_steps_where_an_absolute_value_has_its_kink) {
  statement s;
  s.system.coordinates = {"x"};
  s.system.mass = diagonal_mass({1});
  s.system.force = {-abs(coordinate(0))};
  s.system.gap = {coordinate(0) + 10};
  s.system.restitution = 0;
  s.position = {0};
  s.velocity = {1};
  s.horizon = 4;
  const auto far = solve<real50>(s, {});
  ASSERT_TRUE(far.completed()) << far.status;
  const real50 τ = real50(4) - scalar_traits<real50>::pi();
  EXPECT_LE(abs(far.end_position[0] + sinh(τ)), 64 * 3 * epsilon<real50>());
  EXPECT_LE(abs(far.end_velocity[0] + cosh(τ)), 64 * 3 * epsilon<real50>());
  EXPECT_LE(far.counts.steps, 20);
  EXPECT_NEAR(solve<double>(s, {}).end_position[0], -std::sinh(4 - std::numbers::pi), 64 * 3 * epsilon<double>());
}

TEST(gauss_collocation, takes_no_step) {
  statement s;
  s.system.coordinates = {"x"};
  s.system.mass = diagonal_mass({1});
  s.system.force = {0};
  s.position = {0};
  s.velocity = {0};
  EXPECT_THROW(solve<double>(s, {.step = rational(1, 10)}), input_error);
  EXPECT_TRUE(solve<double>(s, {}).completed());
}

}  // namespace
}  // namespace unilateral::gauss_collocation
