/// The scheme's own complementarity solvers against enumeration in rational arithmetic, and its projection against
/// closed forms.
#include "problems/language/many_digits.hpp"
#include "solvers/paoli_schatzman/paoli_schatzman.hpp"
#include "tests/support/exact_impact.hpp"
#include "tests/support/paoli_schatzman_statements.hpp"

#include <gtest/gtest.h>

#include <random>

namespace unilateral {
namespace {

using exact_impact::matrix;
using exact_impact::row;

/// v with 0 ≤ μ ⊥ G v ≥ 0, v = v⁻ + M⁻¹ Gᵀ μ, M = 1, by enumeration: d = G v⁻, A = G Gᵀ, A μ = G (v − v⁻). Unique even
/// where μ is not.
struct contact_problem {
  matrix A;
  row d, A_mu;
};
contact_problem random_problem(std::mt19937& random, int n, int m, int band) {
  std::uniform_int_distribution<int> entry(-4, 4);
  matrix M(static_cast<std::size_t>(n), row(static_cast<std::size_t>(n), 0)),
      G(static_cast<std::size_t>(m), row(static_cast<std::size_t>(n), 0));
  row v(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < v.size(); ++i) {
    M[i][i] = 1;
    v[i] = entry(random);
  }
  for (int α = 0; α < m; ++α)
    for (int i = 0; i < n; ++i)
      if (band < 0 || (i >= α && i <= α + band))
        G[static_cast<std::size_t>(α)][static_cast<std::size_t>(i)] = entry(random);
  for (int α = 0; α < m; ++α)  // no zero gradient
    if (exact_impact::dot(G[static_cast<std::size_t>(α)], G[static_cast<std::size_t>(α)]) == 0)
      G[static_cast<std::size_t>(α)][static_cast<std::size_t>(band < 0 ? 0 : α)] = 1;
  const row w = exact_impact::velocity_after(M, G, v, 0);
  contact_problem p{matrix(G.size(), row(G.size())), {}, {}};
  for (std::size_t α = 0; α < G.size(); ++α) {
    p.d.push_back(exact_impact::dot(G[α], v));
    p.A_mu.push_back(exact_impact::dot(G[α], w) - p.d.back());
    for (std::size_t β = 0; β < G.size(); ++β) p.A[α][β] = exact_impact::dot(G[α], G[β]);
  }
  return p;
}

/// Residuals of w = A μ + d, 0 ≤ μ ⊥ w ≥ 0 are rounding of numbers below 2000 of which up to 2^m pivots were made, each
/// with a growth that is not bounded a priori: half of the digits are asked for, where a wrong basis would be off by an
/// integer over a determinant.
template <class S, class Solver>
int check(Solver& solver, int m, int n, int band, int rounds, unsigned seed) {
  using std::abs;
  using std::sqrt;
  std::mt19937 random(seed);
  int closed = 0;
  for (int k = 0; k < rounds; ++k) {
    const contact_problem p = random_problem(random, n, m, band);
    std::vector<S> d, mu(static_cast<std::size_t>(m));
    for (const rational& x : p.d) d.push_back(exact<S>(x));
    const auto A = [&p](int i, int j) {
      return exact<S>(p.A[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
    };
    EXPECT_TRUE(solver.solve(m, A, d, mu)) << "seed " << seed << ", round " << k;
    for (int i = 0; i < m; ++i) {
      S A_mu(0);
      for (int j = 0; j < m; ++j) A_mu += A(i, j) * mu[static_cast<std::size_t>(j)];
      EXPECT_GE(mu[static_cast<std::size_t>(i)], S(0));
      closed += mu[static_cast<std::size_t>(i)] > S(0);
      EXPECT_LE(abs(A_mu - exact<S>(p.A_mu[static_cast<std::size_t>(i)])), sqrt(epsilon<S>()))
          << "seed " << seed << ", round " << k;
    }
  }
  return closed;
}

TEST(paoli_schatzman_lemke, agrees_with_enumeration) {
  paoli_schatzman::lemke<double> solver;
  for (int m = 1; m <= 8; ++m) EXPECT_GT(check<double>(solver, m, 8, -1, 60, 100 + static_cast<unsigned>(m)), 20) << m;
  paoli_schatzman::lemke<real50> precise;
  EXPECT_GT(check<real50>(precise, 5, 6, -1, 50, 7), 20);
}

TEST(paoli_schatzman_lemke, agrees_with_enumeration_where_contacts_depend_on_each_other) {
  // More contacts than coordinates.
  paoli_schatzman::lemke<double> solver;
  for (int m = 2; m <= 8; ++m)
    EXPECT_GT(check<double>(solver, m, std::max(1, m / 2), -1, 60, 200 + static_cast<unsigned>(m)), 20) << m;
}

TEST(paoli_schatzman_lemke, says_when_there_is_no_solution) {
  // μ − μ' ≥ 1 and μ' − μ ≥ 1.
  paoli_schatzman::lemke<double> solver;
  std::vector<double> d{-1, -1}, mu(2);
  EXPECT_FALSE(solver.solve(2, [](int i, int j) { return i == j ? 1.0 : -1.0; }, d, mu));
  d = {-1, 1};
  EXPECT_TRUE(solver.solve(2, [](int i, int j) { return i == j ? 1.0 : -1.0; }, d, mu));
}

TEST(paoli_schatzman_block_pivoting, agrees_with_enumeration) {
  for (int m = 2; m <= 8; ++m)
    for (const int band : {1, 2}) {
      // Rows of `band` + 1 entries that begin at the diagonal: A has that half-bandwidth, and full rank almost always;
      // singular draws are not its business.
      paoli_schatzman::block_pivoting<double> solver;
      solver.reserve(m, band);
      std::mt19937 random(300 + static_cast<unsigned>(m));
      int closed = 0;
      for (int k = 0; k < 40; ++k) {
        contact_problem p = random_problem(random, m + band, m, band);
        std::vector<double> d, mu(static_cast<std::size_t>(m));
        for (const rational& x : p.d) d.push_back(x.get_d());
        const auto A = [&p](int i, int j) {
          return p.A[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].get_d();
        };
        if (!solver.solve(m, A, d, mu)) continue;
        for (int i = 0; i < m; ++i) {
          double A_mu = 0;
          for (int j = 0; j < m; ++j) A_mu += A(i, j) * mu[static_cast<std::size_t>(j)];
          closed += mu[static_cast<std::size_t>(i)] > 0;
          EXPECT_NEAR(A_mu, p.A_mu[static_cast<std::size_t>(i)].get_d(), 1e-8) << m << ", " << band << ", " << k;
        }
      }
      EXPECT_GT(closed, 20) << m;
    }
}

/// On the unit disc, metric 1: P_K(W) = W/|W|; outside of it, from a point inside, the same. With metric diag(1, 4) on
/// the half-plane x + y ≤ 0: Z = W − s (1, 1/4), s = (W_x + W_y)·4/5.
template <class S>
void projects() {
  using std::abs;
  using std::sqrt;
  const expression x = coordinate(0), y = coordinate(1);
  const auto project = [](const std::vector<expression>& gap, const std::vector<mass_entry>& mass,
                          const std::vector<S>& W, paoli_schatzman::projected expected) {
    statement s = paoli_schatzman_tests::particle(gap, 0, {0, 0}, {0, 0});
    s.system.mass = mass;
    evaluated_system<S> system(s.system);
    paoli_schatzman::kinetic_metric<S> metric(system);
    EXPECT_TRUE(metric.refresh(system));
    paoli_schatzman::projection<S> P(system, metric.contact_width());
    std::vector<S> Z(2);
    EXPECT_EQ(P(system, metric, S(0), W, Z), expected);
    return Z;
  };
  const S rounding = S(32) * epsilon<S>();
  for (const rational& r : {rational(101, 100), rational(6, 5), rational(9, 10)}) {
    const S radius = exact<S>(r), c = S(3) / S(5), s = S(4) / S(5);
    const bool outside = r > 1;
    const std::vector<S> W{radius * c, radius * s};
    const auto disc = project({1 - x * x - y * y}, diagonal_mass({1, 1}), W,
                              outside ? paoli_schatzman::projected::moved : paoli_schatzman::projected::inside);
    const auto ring = project({x * x + y * y - 1}, diagonal_mass({1, 1}), W,
                              outside ? paoli_schatzman::projected::inside : paoli_schatzman::projected::moved);
    EXPECT_LE(abs(disc[0] - (outside ? c : W[0])) + abs(disc[1] - (outside ? s : W[1])), rounding);
    EXPECT_LE(abs(ring[0] - (outside ? W[0] : c)) + abs(ring[1] - (outside ? W[1] : s)), rounding);
  }
  const auto half = project({-x - y}, full_mass({{1, 0}, {0, 4}}), {S(2), S(3)}, paoli_schatzman::projected::moved);
  EXPECT_LE(abs(half[0] + S(2)) + abs(half[1] - S(2)), rounding);
  // Control: in the metric 1 it is another point, (−1/2, 1/2).
  const auto euclidean =
      project({-x - y}, full_mass({{1, 0}, {0, 1}}), {S(2), S(3)}, paoli_schatzman::projected::moved);
  EXPECT_LE(abs(euclidean[0] + S(1) / S(2)) + abs(euclidean[1] - S(1) / S(2)), rounding);
  // Nowhere to go: x ≥ 1 and x ≤ −1.
  project({x - 1, -x - 1}, diagonal_mass({1, 1}), {S(0), S(0)}, paoli_schatzman::projected::impossible);
}
TEST(paoli_schatzman_projection, has_its_closed_forms_in_double) { projects<double>(); }
TEST(paoli_schatzman_projection, has_its_closed_forms_at_fifty_digits) { projects<real50>(); }

/// The distance of iterates to the limit falls by O(|W − Z|) each: with a hundred times smaller step out of K, two
/// decimals more an iteration.
TEST(paoli_schatzman_projection, in_a_metric_of_position_stays_on_the_boundary) {
  const statement s = paoli_schatzman_tests::in_an_ellipse(0);
  paoli_schatzman::stepper<double> motion(s, 1.0 / 500);
  evaluated_system<double> system(s.system);
  int on = 0;
  for (int n = 0; n < 2000; ++n) {
    ASSERT_EQ(motion.step(), paoli_schatzman::outcome::done);
    system.evaluate_gap(0, motion.position().data());
    ASSERT_GE(system.gap(0), -1e2 * epsilon<double>());  // e = 0: U^{n+1} = Z itself
    if (!motion.is_impact()) continue;
    ++on;
    ASSERT_LE(system.gap(0), 1e2 * epsilon<double>());
  }
  EXPECT_GT(on, 500);  // it slides
}

}  // namespace
}  // namespace unilateral
