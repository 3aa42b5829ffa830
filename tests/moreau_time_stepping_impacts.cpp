/// A step of Moreau's scheme at a midpoint where all constraints are in contact, without forces, is the impact law
/// v⁺ = (1 + e) Proj_V v⁻ − e v⁻ in the kinetic metric, all contacts at once [Moreau 1983, (7)], [Moreau 1988].
///
/// Judge: enumeration of active sets in exact rationals (tests/support/exact_impact.hpp). Random metrics and rows are
/// small integers, rows repeated and summed so that contacts are redundant. Data are exact in S, so the error is that
/// of solving A P = −b: a modest multiple of κ(A) ε, with κ ≤ 10⁴ for these integers (|A| ≤ 10², smallest nonzero
/// eigenvalue ≥ 10⁻²); the same multiple is asked at 50 digits.

#include "problems/language/evaluated_system.hpp"
#include "problems/language/many_digits.hpp"
#include "solvers/moreau_time_stepping/moreau_time_stepping.hpp"
#include "tests/support/exact_impact.hpp"
#include "tests/support/moreau_statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace {

using namespace unilateral;
using namespace unilateral::moreau_tests;
using exact_impact::matrix;
using exact_impact::row;

template <class S>
S tolerance(const S& size) {
  return S(1 << 14) * epsilon<S>() * size;
}

constexpr int fixed_seed = 20240611;
const rational h = 1 / rational(4);

struct instance {
  matrix M, G;
  row v;
  rational e;
};

/// n degrees of freedom and m contacts in general position or redundant: some rows repeat or add up earlier ones.
instance random_instance(std::mt19937& dice, int n, int m, bool diagonal) {
  const auto integer = [&](int low, int high) { return rational(std::uniform_int_distribution<int>(low, high)(dice)); };
  const auto N = static_cast<std::size_t>(n);
  instance x{matrix(N, row(N)), {}, row(N), 0};
  matrix L(N, row(N));
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < i && !diagonal; ++j) L[i][j] = integer(-1, 1);
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < N; ++j) {
      for (std::size_t k = 0; k < N; ++k) x.M[i][j] += L[i][k] * L[j][k];
      if (i == j) x.M[i][j] += integer(1, 4);
    }
  while (static_cast<int>(x.G.size()) < m) {
    row g(N);
    const auto kind = x.G.size() < 2 ? 0 : std::uniform_int_distribution<int>(0, 3)(dice);
    for (std::size_t i = 0; i < N; ++i)
      g[i] = kind == 2 ? x.G.back()[i] : kind == 3 ? rational(x.G.back()[i] + x.G.front()[i]) : integer(-2, 2);
    if (exact_impact::dot(g, g) != 0) x.G.push_back(g);
  }
  for (rational& v : x.v) v = integer(-3, 3);
  x.e = integer(0, 2) / 2;
  return x;
}

statement statement_of(const instance& x) {
  statement s;
  const std::size_t n = x.v.size();
  std::vector<std::vector<expression>> rows(n);
  for (std::size_t i = 0; i < n; ++i) {
    s.system.coordinates.push_back("q" + std::to_string(i));
    for (std::size_t j = 0; j < n; ++j) rows[i].push_back(x.M[i][j]);
    s.velocity.push_back(x.v[i]);
  }
  s.system.mass = full_mass(rows);
  s.system.force.assign(n, 0);
  s.position.assign(n, 0);
  s.system.restitution = x.e;
  for (const row& g : x.G) {
    expression gap = 0;
    for (std::size_t i = 0; i < n; ++i) gap = gap + expression(g[i]) * coordinate(static_cast<int>(i));
    s.system.gap.push_back(gap);
  }
  return met_at_midpoint(s, h);
}

template <class S>
solution<S> one_step(const statement& s) {
  return moreau_time_stepping::solve<S>(s, {.step = h, .until = h});
}

template <class S>
S distance_to(const solution<S>& answer, const row& v) {
  using std::abs;
  S worst(0);
  for (std::size_t i = 0; i < v.size(); ++i)
    worst = std::max(worst, S(abs(answer.end_velocity[static_cast<Eigen::Index>(i)] - exact<S>(v[i]))));
  return worst;
}

template <class S>
struct impact_law : testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(impact_law, scalars);

TYPED_TEST(impact_law, a_step_is_the_exact_projection_for_every_shape_of_the_metric_and_redundant_contacts) {
  using S = TypeParam;
  std::mt19937 dice(fixed_seed);
  int wrong_restitution_seen = 0, wrong_metric_seen = 0, impacts = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const instance x = random_instance(dice, 1 + trial % 6, 1 + trial / 6 % 5, trial % 4 == 0);
    const solution<S> answer = one_step<S>(statement_of(x));
    ASSERT_TRUE(answer.completed()) << "trial " << trial << ", seed " << fixed_seed << ": " << answer.status;
    ASSERT_LE(distance_to(answer, exact_impact::velocity_after(x.M, x.G, x.v, x.e)), tolerance(S(10)))
        << "trial " << trial << ", seed " << fixed_seed;
    for (const impact<S>& shock : answer.impacts)
      for (const S& P : shock.impulse) ASSERT_GE(P, S(0));

    // Controls: another restitution, the Euclidean metric.
    matrix I = x.M;
    for (std::size_t i = 0; i < I.size(); ++i)
      for (std::size_t j = 0; j < I.size(); ++j) I[i][j] = i == j;
    impacts += answer.counts.impacts > 0;
    wrong_restitution_seen +=
        distance_to(answer, exact_impact::velocity_after(x.M, x.G, x.v, x.e + 0.1_x)) > tolerance(S(10));
    wrong_metric_seen += distance_to(answer, exact_impact::velocity_after(I, x.G, x.v, x.e)) > tolerance(S(10));
  }
  EXPECT_GT(impacts, 150);
  EXPECT_EQ(wrong_restitution_seen, impacts);  // each instance with an impulse tells e from e + 1/10
  EXPECT_GT(wrong_metric_seen, impacts / 2);
}

TYPED_TEST(impact_law, a_large_sparse_metric_gives_the_exact_projection_too) {
  using S = TypeParam;
  // 40 masses, each coupled to the next in the kinetic energy; three contacts, the third the sum of the others.
  constexpr std::size_t n = 40;
  instance x{matrix(n, row(n)), matrix(3, row(n)), row(n), 0.5_x};
  for (std::size_t i = 0; i < n; ++i) {
    x.M[i][i] = 3;
    if (i > 0) x.M[i][i - 1] = x.M[i - 1][i] = 1;
    x.v[i] = i % 5 == 0 ? -2 : 1;
  }
  x.G[0][0] = 1;
  x.G[1][1] = 1, x.G[1][0] = -2;
  for (std::size_t i = 0; i < n; ++i) x.G[2][i] = x.G[0][i] + x.G[1][i];
  x.v[1] = -5;
  const solution<S> answer = one_step<S>(statement_of(x));
  EXPECT_EQ(answer.counts.impacts, 1);
  EXPECT_LE(distance_to(answer, exact_impact::velocity_after(x.M, x.G, x.v, x.e)), tolerance(S(10)));
  EXPECT_GT(distance_to(answer, exact_impact::velocity_after(x.M, x.G, x.v, 0)), tolerance(S(10)));
}

TYPED_TEST(impact_law, three_touching_balls_share_the_shock_as_moreau_says) {
  using S = TypeParam;
  for (const rational& e : {rational(0), rational(1, 2), rational(1)}) {
    statement s = touching_balls({1, 1, 1}, false, e);
    s.velocity = {1, 0, 0};
    const solution<S> answer = one_step<S>(met_at_midpoint(s, h));
    const rational fast = (1 + e) / 3;
    EXPECT_LE(distance_to(answer, {(1 - 2 * e) / 3, fast, fast}), S(8) * epsilon<S>());
    EXPECT_GT(distance_to(answer, {0, 0, 1}), S(1) / S(4));  // not the limit of separate shocks at e = 1
  }
}

TYPED_TEST(impact_law, rows_of_balls_land_on_the_isotonic_regression) {
  using S = TypeParam;
  // w_i = max_{j ≤ i} min_{k ≥ i} of the mass-weighted mean over j…k, in rationals; e = 0, no floor. n > 3: the route
  // of linear cost.
  std::mt19937 dice(fixed_seed);
  for (int trial = 0; trial < 20; ++trial) {
    constexpr std::size_t n = 30;
    std::vector<rational> m(n), v(n), w(n);
    for (std::size_t i = 0; i < n; ++i) {
      m[i] = 1 + static_cast<int>(dice() % 5);
      v[i] = static_cast<int>(dice() % 9) - 4;
    }
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        rational least = 100, mass = 0, momentum = 0;
        for (std::size_t k = j; k < n; ++k) {
          mass += m[k];
          momentum += m[k] * v[k];
          if (k >= i) least = std::min(least, rational(momentum / mass));
        }
        if (j == 0 || least > w[i]) w[i] = least;
      }
    statement s = touching_balls(m, false, 0);
    for (std::size_t i = 0; i < n; ++i) s.velocity[i] = v[i];
    std::shuffle(s.system.gap.begin(), s.system.gap.end(), dice);  // constraints need not be listed along the row
    EXPECT_LE(distance_to(one_step<S>(met_at_midpoint(s, h)), w), S(n * n) * epsilon<S>() * S(4))
        << "trial " << trial << ", seed " << fixed_seed;
    EXPECT_GT(distance_to(one_step<S>(met_at_midpoint(s, h)), v), S(0.01));
  }
}

TYPED_TEST(impact_law, a_block_lands_flat_and_rocks_by_the_closed_form) {
  using S = TypeParam;
  const rational e = 0.4_x;
  statement flat = block(2, 1, e);
  flat.velocity = {1, -3, 0};
  EXPECT_LE(distance_to(one_step<S>(met_at_midpoint(flat, h)), {1, 3 * e, 0}), S(16) * epsilon<S>());

  // On corner 1 (v_y = −b ω), corner 2 lands, e = 0: ω⁺/ω⁻ = (a² − 2b²)/(a² + 4b²), at rest if a² ≤ 2b².
  statement rocking = block(2, 1, 0);
  rocking.velocity = {0, -1, 1};
  EXPECT_LE(distance_to(one_step<S>(met_at_midpoint(rocking, h)), {0, 0.25_x, 0.25_x}), S(16) * epsilon<S>());
  statement stopping = block(1, 1, 0);
  stopping.velocity = {0, -1, 1};
  EXPECT_LE(distance_to(one_step<S>(met_at_midpoint(stopping, h)), {0, 0, 0}), S(16) * epsilon<S>());
}

TYPED_TEST(impact_law, energy_never_increases_without_forces_and_is_kept_at_e_1) {
  using S = TypeParam;
  std::mt19937 dice(fixed_seed + 1);
  const auto energy = [](const matrix& M, const column<S>& v) {
    S sum(0);
    for (std::size_t i = 0; i < M.size(); ++i)
      for (std::size_t j = 0; j < M.size(); ++j)
        sum += exact<S>(M[i][j]) * v[static_cast<Eigen::Index>(i)] * v[static_cast<Eigen::Index>(j)] / S(2);
    return sum;
  };
  int gained_at_larger_e = 0;
  for (int trial = 0; trial < 200; ++trial) {
    instance x = random_instance(dice, 1 + trial % 5, 1 + trial / 5 % 4, trial % 3 == 0);
    const solution<S> answer = one_step<S>(statement_of(x));
    for (const impact<S>& shock : answer.impacts) {
      const S before = energy(x.M, shock.v_minus), after = energy(x.M, shock.v_plus);
      EXPECT_LE(after, before + tolerance(before));
      if (x.e == 1) {
        EXPECT_LE(before, after + tolerance(before));
      }
    }
    x.e = 1.1_x;  // control: a law that gains energy is seen to
    for (const impact<S>& shock : one_step<S>(statement_of(x)).impacts)
      gained_at_larger_e += energy(x.M, shock.v_plus) > energy(x.M, shock.v_minus) + tolerance(S(100));
  }
  EXPECT_GT(gained_at_larger_e, 100);
}

TEST(multiple_impacts, warn_once_where_the_outcome_is_not_continuous_in_the_data) {
  using testing::HasSubstr;
  const auto warnings = [](const statement& s, const rational& step) {
    return moreau_time_stepping::solve<double>(s, {.step = step, .until = {}}).warnings;
  };
  const auto balls = [&](const rational& e, std::size_t n) {
    statement s = touching_balls(std::vector<rational>(n, 1), false, e);
    s.velocity[0] = 1;
    return warnings(met_at_midpoint(s, h), h);
  };
  for (const std::size_t n : {3u, 5u}) {  // ⟨∇Φ_1, M⁻¹∇Φ_2⟩ = −1: allowed at e = 0 only
    ASSERT_EQ(balls(1, n).size(), 1u);
    EXPECT_THAT(balls(1, n)[0], testing::AllOf(HasSubstr("condition (5) for continuity in the data does not hold"),
                                               HasSubstr("constraints 0 and 1"), HasSubstr("t = 0.125")));
    EXPECT_TRUE(balls(0, n).empty());
  }

  const auto wedge = [&](const rational& cos_θ, const rational& sin_θ) {  // the product is −cos θ
    statement s;
    s.system.coordinates = {"x", "y"};
    s.system.mass = diagonal_mass({1, 1});
    s.system.force = {0, 0};
    s.system.gap = {coordinate(1), -expression(sin_θ) * coordinate(0) - expression(cos_θ) * coordinate(1)};
    s.position = {0, 0};
    s.velocity = {1, -1};
    return warnings(met_at_midpoint(s, h), h);
  };
  EXPECT_EQ(wedge(-0.6_x, 0.8_x).size(), 1u);
  EXPECT_TRUE(wedge(0.6_x, 0.8_x).empty());

  // Orthogonal corners, a = √2 b, whose product is 0 up to rounding, allow any e; others don't.
  statement orthogonal = block(sqrt(expression(2)), 1, 0.5_x), other = block(2, 1, 0.5_x);
  for (statement* s : {&orthogonal, &other}) {
    s->velocity = {0, -1, 0.25_x};
    *s = met_at_midpoint(*s, h);
  }
  EXPECT_TRUE(warnings(orthogonal, h).empty());
  EXPECT_EQ(warnings(other, h).size(), 1u);

  // A column at rest is no impact.
  statement column = touching_balls(std::vector<rational>(6, 1), true, 0.5_x);
  column.system.force.assign(6, -10);
  EXPECT_TRUE(warnings(column, 0.01_x).empty());
}

}  // namespace
