/// w = Proj_M(V, z) for V = {v : G v + r ≥ 0}: the only w with w ∈ V and ⟨z − w, M(v − w)⟩ ≤ 0 for every v ∈ V [Moreau
/// 1983, (7)]. Equivalently w = z + M⁻¹Gᵀλ, 0 ≤ λ ⊥ G w + r ≥ 0. Both are checked with code of the test's own, by
/// enumeration: w is the nearest feasible one among the projections onto the flats {G_α v + r_α = 0, α ∈ A} of all
/// independent sets A. Tolerance: rounding of sums of n + m terms, amplified by the condition of M and of the
/// independent gradients (small integers).

#include "problems/language/evaluated_system.hpp"
#include "problems/language/many_digits.hpp"
#include "solvers/sweeping/projection.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>

namespace unilateral {
namespace {

template <scalar S>
using matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

/// V and the metric, in integers.
struct instance {
  std::vector<std::vector<int>> M, G;
  std::vector<int> r, z;
};

/// As a mechanical system: gaps G q + r t, all closed at q = 0, t = 0.
mechanical_system system_of(const instance& p) {
  mechanical_system s;
  std::vector<std::vector<expression>> M;
  for (const auto& row : p.M) M.emplace_back(row.begin(), row.end());
  s.mass = full_mass(M);
  for (std::size_t i = 0; i < p.M.size(); ++i) {
    s.coordinates.push_back("q" + std::to_string(i));
    s.force.emplace_back(0);
  }
  for (std::size_t a = 0; a < p.G.size(); ++a) {
    expression gap = p.r[a] * time();
    for (std::size_t i = 0; i < p.M.size(); ++i) gap = gap + p.G[a][i] * coordinate(static_cast<int>(i));
    s.gap.push_back(gap);
  }
  return s;
}

template <scalar S>
struct answer {
  column<S> w, λ;
};

/// What the solver says; nothing if V is empty.
template <scalar S>
std::optional<answer<S>> solver_answer(const instance& p) {
  const evaluated_system<S> system(system_of(p));
  sweeping::mass_factor<S> M(system);
  EXPECT_TRUE(M.factorise(system));
  sweeping::projection<S> project(system);
  std::vector<int> all(p.G.size());
  std::iota(all.begin(), all.end(), 0);
  column<S> w(static_cast<int>(p.z.size())), λ(static_cast<int>(all.size()));
  for (int i = 0; i < w.size(); ++i) w[i] = S(p.z[static_cast<std::size_t>(i)]);
  if (!project.apply(system, M, all, w)) return std::nullopt;
  for (int a = 0; a < λ.size(); ++a) λ[a] = project.lambda(static_cast<std::size_t>(a));
  return answer<S>{w, λ};
}

/// Solves A x = b by elimination with complete pivoting; nothing if A is singular to working precision.
template <scalar S>
std::optional<column<S>> eliminate(matrix<S> A, column<S> b) {
  using std::abs;
  const int n = static_cast<int>(b.size());
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  for (int k = 0; k < n; ++k) {
    int pi = k, pj = k;
    for (int i = k; i < n; ++i)
      for (int j = k; j < n; ++j)
        if (abs(A(i, j)) > abs(A(pi, pj))) pi = i, pj = j;
    if (abs(A(pi, pj)) < S(1000) * epsilon<S>()) return std::nullopt;
    A.row(k).swap(A.row(pi));
    std::swap(b[k], b[pi]);
    A.col(k).swap(A.col(pj));
    std::swap(order[static_cast<std::size_t>(k)], order[static_cast<std::size_t>(pj)]);
    for (int i = k + 1; i < n; ++i) {
      const S f = A(i, k) / A(k, k);
      for (int j = k; j < n; ++j) A(i, j) -= f * A(k, j);
      b[i] -= f * b[k];
    }
  }
  column<S> x(n);
  for (int i = n - 1; i >= 0; --i) {
    S sum = b[i];
    for (int j = i + 1; j < n; ++j) sum -= A(i, j) * x[order[static_cast<std::size_t>(j)]];
    x[order[static_cast<std::size_t>(i)]] = sum / A(i, i);
  }
  return x;
}

template <scalar S>
struct in_scalar {
  matrix<S> M, G;
  column<S> r, z;
  explicit in_scalar(const instance& p)
      : M(p.M.size(), p.M.size()),
        G(p.G.size(), p.M.size()),
        r(static_cast<int>(p.r.size())),
        z(static_cast<int>(p.z.size())) {
    for (int i = 0; i < M.rows(); ++i) z[i] = S(p.z[static_cast<std::size_t>(i)]);
    for (int i = 0; i < M.rows(); ++i)
      for (int j = 0; j < M.cols(); ++j) M(i, j) = S(p.M[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
    for (int a = 0; a < G.rows(); ++a) {
      r[a] = S(p.r[static_cast<std::size_t>(a)]);
      for (int i = 0; i < G.cols(); ++i) G(a, i) = S(p.G[static_cast<std::size_t>(a)][static_cast<std::size_t>(i)]);
    }
  }
};

/// By enumeration of active sets; nothing if no candidate is feasible.
template <scalar S>
std::optional<column<S>> nearest_by_enumeration(const instance& p) {
  const in_scalar<S> d(p);
  const int n = static_cast<int>(d.z.size()), m = static_cast<int>(d.r.size());
  const S tolerance = S(1e5) * epsilon<S>();
  std::optional<column<S>> best;
  S best_square(0);
  for (unsigned set = 0; set < (1u << m); ++set) {
    std::vector<int> rows;
    for (int a = 0; a < m; ++a)
      if (set >> a & 1u) rows.push_back(a);
    const int k = static_cast<int>(rows.size());
    // [M −Gᵀ; G 0] (v; λ) = (M z; −r)
    matrix<S> K = matrix<S>::Zero(n + k, n + k);
    column<S> b(n + k);
    K.topLeftCorner(n, n) = d.M;
    b.head(n) = d.M * d.z;
    for (int a = 0; a < k; ++a) {
      K.block(0, n + a, n, 1) = -d.G.row(rows[static_cast<std::size_t>(a)]).transpose();
      K.block(n + a, 0, 1, n) = d.G.row(rows[static_cast<std::size_t>(a)]);
      b[n + a] = -d.r[rows[static_cast<std::size_t>(a)]];
    }
    const auto x = eliminate<S>(K, b);
    if (!x) continue;
    const column<S> v = x->head(n);
    if (m > 0 && (d.G * v + d.r).minCoeff() < -tolerance) continue;
    const S square = (d.z - v).dot(d.M * (d.z - v));
    if (!best || square < best_square) best = v, best_square = square;
  }
  return best;
}

/// Largest violation of w ∈ V, λ ≥ 0, λ·(G w + r) = 0 and M (w − z) = Gᵀλ, relative to 1 + |w| and 1 + |λ|.
template <scalar S>
S violation(const instance& p, const answer<S>& x) {
  using std::abs;
  using std::max;
  const in_scalar<S> d(p);
  const column<S> rate = d.G * x.w + d.r, balance = d.M * (x.w - d.z) - d.G.transpose() * x.λ;
  const S size_w = S(1) + x.w.cwiseAbs().maxCoeff(), size_λ = S(1) + x.λ.cwiseAbs().maxCoeff();
  S worst = balance.cwiseAbs().maxCoeff() / size_λ;
  for (int a = 0; a < rate.size(); ++a)
    worst = max({worst, S(-rate[a] / size_w), S(-x.λ[a] / size_λ), S(abs(rate[a] * x.λ[a]) / (size_w * size_λ))});
  return worst;
}

instance random_instance(std::mt19937& random, int n, int m, bool moving, bool diagonal) {
  const auto digit = [&](int limit) {
    return static_cast<int>(random() % static_cast<unsigned>(2 * limit + 1)) - limit;
  };
  instance p;
  p.M.assign(static_cast<std::size_t>(n), std::vector<int>(static_cast<std::size_t>(n), 0));
  for (std::size_t i = 0; i < p.M.size(); ++i) {
    for (std::size_t j = 0; j < i && !diagonal; ++j) p.M[i][j] = p.M[j][i] = digit(2);
    p.M[i][i] = 2 * n + std::abs(digit(3));
    p.z.push_back(digit(3));
  }
  for (int a = 0; a < m; ++a) {
    std::vector<int> g(static_cast<std::size_t>(n));
    do
      for (int& x : g) x = digit(2);
    while (std::all_of(g.begin(), g.end(), [](int x) { return x == 0; }));
    if (a > 0 && random() % 4 == 0) {  // redundant: a multiple of an earlier one, or its opposite
      g = p.G[random() % p.G.size()];
      const int factor = random() % 3 == 0 ? -1 : 1 + static_cast<int>(random() % 2);
      for (int& x : g) x *= factor;
    }
    p.G.push_back(g);
    p.r.push_back(moving ? digit(2) : 0);
  }
  return p;
}

template <scalar S>
void agrees_with_enumeration(int trials, bool moving, int& empty) {
  std::mt19937 random(1963);
  for (int trial = 0; trial < trials; ++trial) {
    const int n = 1 + trial % 4, m = 1 + trial / 4 % 6;
    const instance p = random_instance(random, n, m, moving, trial % 3 == 0);
    const auto found = solver_answer<S>(p);
    const auto expected = nearest_by_enumeration<S>(p);
    ASSERT_EQ(found.has_value(), expected.has_value()) << "trial " << trial;
    empty += !expected;
    if (!expected) continue;
    const S tolerance = S(1e4) * epsilon<S>();
    EXPECT_LE((found->w - *expected).cwiseAbs().maxCoeff(), tolerance) << "trial " << trial;
    EXPECT_LE(violation(p, *found), tolerance) << "trial " << trial;
  }
}

TEST(sweeping_projection, is_the_nearest_admissible_velocity_of_a_cone) {
  int empty = 0;
  agrees_with_enumeration<double>(3000, false, empty);
  EXPECT_EQ(empty, 0);
}

TEST(sweeping_projection, is_the_nearest_admissible_velocity_of_moving_constraints_or_says_that_there_is_none) {
  int empty = 0;
  agrees_with_enumeration<double>(3000, true, empty);
  EXPECT_GT(empty, 300);
  EXPECT_LT(empty, 2700);
}

TEST(sweeping_projection, agrees_in_fifty_digits) {
  int empty = 0;
  agrees_with_enumeration<real50>(240, true, empty);
}

TEST(sweeping_projection, the_check_notices_a_wrong_answer) {
  std::mt19937 random(5);
  int noticed = 0, trials = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const instance p = random_instance(random, 3, 3, false, false);
    auto found = solver_answer<double>(p);
    ASSERT_TRUE(found);
    if (found->λ.maxCoeff() == 0) continue;
    ++trials;
    found->λ *= 1 + 1e-9;
    noticed += violation(p, *found) > 1e4 * epsilon<double>();
  }
  EXPECT_GT(trials, 10);
  EXPECT_EQ(noticed, trials);
}

TEST(sweeping_projection, variational_inequality_against_every_generator_of_the_cone) {
  // ⟨z − w, M(v − w)⟩ ≤ 0 for v = the projections of random points, which lie in V.
  std::mt19937 random(1983);
  for (int trial = 0; trial < 200; ++trial) {
    instance p = random_instance(random, 3, 4, false, false);
    const auto w = solver_answer<double>(p);
    ASSERT_TRUE(w);
    const in_scalar<double> d(p);
    for (int other = 0; other < 10; ++other) {
      for (int& x : p.z) x = static_cast<int>(random() % 21) - 10;
      const auto v = solver_answer<double>(p);
      ASSERT_TRUE(v);
      EXPECT_LE((d.z - w->w).dot(d.M * (v->w - w->w)), 1e5 * epsilon<double>());
    }
  }
}

/// Contacts x_{i+1} − x_i of balls of random masses and velocities.
instance row_of_balls(std::mt19937& random, int n, bool floor) {
  instance p;
  p.M.assign(static_cast<std::size_t>(n), std::vector<int>(static_cast<std::size_t>(n), 0));
  for (int i = 0; i < n; ++i) {
    p.M[static_cast<std::size_t>(i)][static_cast<std::size_t>(i)] = 1 + static_cast<int>(random() % 5);
    p.z.push_back(static_cast<int>(random() % 7) - 3);
    if (i == 0 && !floor) continue;
    p.G.emplace_back(static_cast<std::size_t>(n), 0);
    p.G.back()[static_cast<std::size_t>(i)] = 1;
    if (i > 0) p.G.back()[static_cast<std::size_t>(i - 1)] = -1;
    p.r.push_back(0);
  }
  return p;
}

TEST(sweeping_projection, of_rows_of_balls_by_pooling_agrees_with_enumeration) {
  std::mt19937 random(4);
  for (int trial = 0; trial < 600; ++trial) {
    const instance p = row_of_balls(random, 2 + trial % 7, trial % 2 == 0);
    const auto found = solver_answer<double>(p);
    ASSERT_TRUE(found);
    EXPECT_LE((found->w - *nearest_by_enumeration<double>(p)).cwiseAbs().maxCoeff(), 1e3 * epsilon<double>());
    EXPECT_LE(violation(p, *found), 1e3 * epsilon<double>());
  }
}

TEST(sweeping_projection, of_equal_touching_balls_is_the_isotonic_regression) {
  // Without a floor w is the mass-weighted isotonic regression of z: block means, by the max–min formula
  // w_i = max_{a ≤ i} min_{b ≥ i} mean(z_a … z_b).
  std::mt19937 random(44);
  for (int trial = 0; trial < 50; ++trial) {
    const int n = 40;
    const instance p = row_of_balls(random, n, false);
    const auto found = solver_answer<double>(p);
    ASSERT_TRUE(found);
    for (int i = 0; i < n; ++i) {
      double highest = -1e9;
      for (int a = 0; a <= i; ++a) {
        double lowest = 1e9;
        for (int b = i; b < n; ++b) {
          double mass = 0, momentum = 0;
          for (int j = a; j <= b; ++j)
            mass += p.M[static_cast<std::size_t>(j)][static_cast<std::size_t>(j)],
                momentum +=
                p.M[static_cast<std::size_t>(j)][static_cast<std::size_t>(j)] * p.z[static_cast<std::size_t>(j)];
          lowest = std::min(lowest, momentum / mass);
        }
        highest = std::max(highest, lowest);
      }
      EXPECT_NEAR(found->w[i], highest, n * 100 * epsilon<double>());
    }
  }
}

TEST(sweeping_projection, a_ball_between_two_touching_walls_stops) {
  // Gradients +1 and −1: dependent, and each blocks the other. Closing walls leave nothing.
  instance p{{{2}}, {{1}, {-1}}, {0, 0}, {3}};
  const auto stopped = solver_answer<double>(p);
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->w[0], 0);
  p.r = {0, -1};
  EXPECT_FALSE(solver_answer<double>(p));
  p.r = {-1, 1};
  const auto carried = solver_answer<double>(p);
  ASSERT_TRUE(carried);
  EXPECT_EQ(carried->w[0], 1);
}

}  // namespace
}  // namespace unilateral
