/// One step balances exactly, in the kinetic metric M(q_{k+1}), whatever M, f, the gaps and e:
///
///     ½|u'|² − ½|u|² = −(1 − e)/(2(1 + e)) |u' − u|² + h f·(u' + e u)/(1 + e) − P·∂Φ/∂t.
///
/// Hypothesis: the step is the projection of the scheme; nothing else. Tolerance: rounding only, ten sums of at most n
/// + m + 2 terms, relative to the absolute values added up (recomputed here).

#include "problems/language/evaluated_system.hpp"
#include "solvers/sweeping/sweeping.hpp"
#include "tests/support/sweeping_statements.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <random>

namespace unilateral {
namespace {

using sweeping_test::with_step;

/// Largest ratio of defect to tolerance over the steps of a run, from its record alone. `distort` changes u'.
template <scalar S, class Distort>
S worst_ratio(const statement& s, const solution<S>& run, const S& h, Distort distort, const S& restitution) {
  using std::abs;
  using std::max;
  evaluated_system<S> system(s.system);
  const int n = system.degrees_of_freedom();
  const S e = restitution;
  S worst(0);
  std::size_t next_atom = 0;
  for (int k = 0; k + 1 < run.path.pieces(); ++k) {
    const S t = run.path.end(k);
    column<S> q(n), u(n), u_next(n);
    for (int i = 0; i < n; ++i) {
      q[i] = run.path.position(k + 1, i, S(0));
      u[i] = run.path.velocity(k, i, S(0));
      u_next[i] = distort(run.path.velocity(k + 1, i, S(0)));
    }
    system.evaluate_mass(t, q.data());
    system.evaluate_force(t, q.data(), u.data());
    system.evaluate_gradient(t, q.data());
    system.evaluate_gap_rate(t, q.data());
    Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic> M(n, n);
    system.copy_mass(M);
    const column<S> d = u_next - u, w = (u_next + e * u) / (S(1) + e);
    column<S> f(n);
    for (int i = 0; i < n; ++i) f[i] = system.force(i);
    const column<S> a = M.llt().solve(f);
    S defect = (u_next.dot(M * u_next) - u.dot(M * u)) / S(2) + (S(1) - e) / (S(2) * (S(1) + e)) * d.dot(M * d);
    S magnitude =
        u_next.cwiseAbs().dot(M.cwiseAbs() * u_next.cwiseAbs()) + u.cwiseAbs().dot(M.cwiseAbs() * u.cwiseAbs());
    magnitude +=
        h * (u.cwiseAbs() + u_next.cwiseAbs()).dot(M.cwiseAbs() * a.cwiseAbs());  // M a = f is solved up to rounding
    for (int i = 0; i < n; ++i) {
      defect -= h * f[i] * w[i];
      magnitude += abs(h * f[i]) * (abs(u[i]) + abs(u_next[i]));
    }
    if (next_atom < run.impacts.size() && run.impacts[next_atom].t == t) {
      const column<S>& P = run.impacts[next_atom++].impulse;
      for (int α = 0; α < P.size(); ++α) {
        defect += P[α] * system.gap_rate(α);
        magnitude += P[α] * abs(system.gap_rate(α));
        for (const sparse_entry& g : system.gradient_entries())  // G w = 0 cancels terms as large as G (u + h a)
          if (g.row == α)
            magnitude +=
                P[α] * abs(system.gradient(g)) * (abs(u[g.column]) + abs(u_next[g.column]) + h * abs(a[g.column]));
      }
    }
    worst = max(worst, S(abs(defect) / (S(10 * (n + system.constraints() + 2)) * epsilon<S>() * magnitude)));
  }
  EXPECT_EQ(next_atom + (run.impacts.empty() || run.impacts.back().t < run.path.end() ? 0 : 1), run.impacts.size());
  return worst;
}
template <scalar S>
S worst_ratio(const statement& s, const solution<S>& run, const S& h) {
  return worst_ratio(s, run, h, [](const S& x) { return x; }, constant_value<S>(s.system.restitution));
}

/// n coordinates thrown together by a linear spring, with a full metric that depends on q, forces in t, q and v, and m
/// gaps that are planes or paraboloids, some of them moving.
statement random_system(std::mt19937& random, int n, int m, const rational& e) {
  const auto digit = [&](int limit) {
    return rational(static_cast<int>(random() % static_cast<unsigned>(2 * limit + 1)) - limit, 10);
  };
  statement s;
  std::vector<std::vector<expression>> M(static_cast<std::size_t>(n),
                                         std::vector<expression>(static_cast<std::size_t>(n)));
  for (int i = 0; i < n; ++i) {
    s.system.coordinates.push_back("q" + std::to_string(i));
    for (int j = 0; j < i; ++j)
      M[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
          M[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)] = digit(4) * cos(coordinate(i) - coordinate(j));
    M[static_cast<std::size_t>(i)][static_cast<std::size_t>(i)] =
        n + sin(coordinate(i)) / 4;  // diagonally dominant: n − 1/4 > (n − 1) 4/10
    s.system.force.push_back(-20 * coordinate(i) + digit(9) * velocity((i + 1) % n) * velocity(i) +
                             digit(9) * sin(time()) - velocity(i) / 3 - 10);  // rests on several gaps in the end
    s.position.emplace_back(rational(1, 2) + digit(2));
    s.velocity.emplace_back(digit(20));
  }
  for (int a = 0; a < m; ++a) {
    expression gap = a % 2 == 0 ? expression(rational(1, 10)) : rational(1, 10) + sin(3 * time()) / 20;
    for (int i = 0; i < n; ++i)
      gap =
          gap + (a % n == i ? expression(1) : expression(digit(9))) * coordinate(i) + coordinate(i) * coordinate(i) / 4;
    s.system.gap.push_back(gap);
  }
  s.system.mass = full_mass(M);
  s.system.restitution = e;
  s.horizon = 2;
  return s;
}

template <scalar S>
void holds_on_random_systems(int systems) {
  std::mt19937 random(20240607);
  std::int64_t impacts = 0, several = 0;
  for (int trial = 0; trial < systems; ++trial) {
    const int n = 1 + trial % 4, m = 1 + trial % 5;
    const statement s = random_system(random, n, m, rational(trial % 6, 5));
    const auto run = sweeping::solve<S>(s, with_step(rational(7, 500)));
    ASSERT_TRUE(run.completed()) << run.status << ", trial " << trial;
    impacts += run.counts.impacts;
    for (const auto& atom : run.impacts) several += (atom.impulse.array() > S(0)).count() > 1;
    EXPECT_LE(worst_ratio(s, run, exact<S>("0.014")), S(1)) << "trial " << trial;
  }
  EXPECT_GT(impacts, systems);
  EXPECT_GT(several, systems);
}

TEST(sweeping_energy_balance, holds_in_double_on_random_systems) { holds_on_random_systems<double>(120); }
TEST(sweeping_energy_balance, holds_in_fifty_digits_on_random_systems) { holds_on_random_systems<real50>(12); }

TEST(sweeping_energy_balance, holds_in_narrow_wedges_and_ill_conditioned_metrics) {
  // Pushed into the corner between y = −δ x and y = δ x, multipliers grow as 1/δ and all but cancel.
  for (const char* const text : {"1/10", "1/1000", "1/1000000", "1/1000000000"}) {
    const expression δ = exact_rational(text), x = coordinate(0), y = coordinate(1);
    statement s = sweeping_test::particle({y + δ * x, -y + δ * x}, rational(1, 2), {1, 0}, {-1, δ / 2});
    s.system.force = {-1, 0};
    const std::vector<std::vector<std::vector<expression>>> metrics = {
        {{1, 0}, {0, 1}}, {{1, 0}, {0, 1 / δ}}, {{1, 1}, {1, 1 + δ}}};
    for (const auto& M : metrics) {
      s.system.mass = full_mass(M);
      const auto run = sweeping::solve<double>(s, with_step(rational(1, 500)));
      EXPECT_TRUE(run.completed()) << run.status << ", δ = " << text;
      EXPECT_LE(worst_ratio(s, run, exact<double>("1/500")), 1.0);
      EXPECT_GT(run.impacts.size(), 0u);
    }
  }
}

TEST(sweeping_energy_balance, notices_a_distorted_velocity_and_a_wrong_restitution) {
  const statement s = sweeping_test::double_pendulum(rational(1, 2));
  const auto run = sweeping::solve<double>(s, with_step(rational(1, 300)));
  ASSERT_GT(run.impacts.size(), 0u);
  EXPECT_LE(worst_ratio(s, run, exact<double>("1/300")), 1.0);
  EXPECT_GT(worst_ratio(s, run, exact<double>("1/300"), [](double x) { return x * (1 + 1e-9); }, 0.5), 100.0);
  EXPECT_GT(worst_ratio(s, run, exact<double>("1/300"), [](double x) { return x; }, 0.5001), 100.0);
  EXPECT_GT(worst_ratio(s, run, exact<double>("1/301")), 100.0);
}

TEST(sweeping_energy_balance, the_invariant_checked_at_run_time_notices_them_too) {
  const statement s = sweeping_test::double_pendulum(rational(1, 2));
  evaluated_system<double> system(s.system);
  sweeping::stepper<double> motion(s);
  const double h = 1.0 / 100;
  int k = 0;
  while (!motion.is_impact()) ASSERT_EQ(motion.step(++k * h, h), sweeping::outcome::done);
  EXPECT_TRUE(motion.balance(h).holds());
  EXPECT_FALSE(motion.balance(1.001 * h).holds());
  const column<double> u = motion.velocity_before(), exact_next = motion.velocity(), wrong = exact_next * (1 + 1e-12);
  system.evaluate_mass(motion.time(), motion.position().data());
  system.evaluate_force(motion.time(), motion.position().data(), u.data());
  system.evaluate_gradient(motion.time(), motion.position().data());
  const column<double> a = column<double>::Constant(2, 10);  // an upper bound serves
  const auto P = [&](int) { return motion.impulse(0); };
  EXPECT_TRUE(sweeping::balance_of_step(system, h, a, u, exact_next, P).holds());
  EXPECT_FALSE(sweeping::balance_of_step(system, h, a, u, wrong, P).holds());
}

}  // namespace
}  // namespace unilateral
