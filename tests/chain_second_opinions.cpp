/// The instant of a chain by two other ways that share nothing with the solver.
///   Stages [Sayah 2004, 3.1, corrected]: for j = n, n − 1, …, 1 suppose nodes 1 … j move and the others rest: θ_{j+1}
///     = 0 (j = n) or ± cot β_j, every sign of every root tried; the first stage with all speeds positive is the
///     motion. Exponential; the recursion must agree on every polygon. Tolerance: 1e-10, for roots √(1 − s²θ²) that
///     lose half the digits near 0 (none of the seeds comes nearer than 1e-6).
///   Primal: min Σ √(|v_i|² + δ²) − δ over the n free scalars of a compatible velocity, by Ceres. It lies within n δ
///     below the least dissipation, whence least ≤ Σ|v_i| ≤ least + n δ at its minimiser; δ = 1e-6, and 1e-7 for where
///     Ceres stops.

#include "solvers/chain_duality/chain_duality.hpp"

#include <ceres/ceres.h>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <random>

namespace unilateral {
namespace {

using vector = plane_vector<double>;

struct motion {
  std::vector<vector> velocity;
  int moving;
};

double cross(const vector& a, const vector& b) { return a[0] * b[1] - a[1] * b[0]; }

/// One choice of signs at stage j: bit i of `signs` is that of the root of bar i + 1, bit j that of θ_{j+1}.
std::optional<motion> stage(const std::vector<vector>& T, const vector& U, int j, unsigned signs) {
  const int n = static_cast<int>(T.size());
  std::vector<double> theta(static_cast<std::size_t>(n) + 2, 0.0);  // θ_i at [i]
  if (j < n) {
    const auto at = static_cast<std::size_t>(j);
    theta[at + 1] = (signs >> j & 1u ? 1 : -1) * T[at - 1].dot(T[at]) / cross(T[at - 1], T[at]);
  }
  for (int i = j; i >= 1; --i) {
    const auto at = static_cast<std::size_t>(i);
    const double c = i < n ? T[at - 1].dot(T[at]) : 1, s = i < n ? cross(T[at - 1], T[at]) : 0,
                 under = 1 - s * s * theta[at + 1] * theta[at + 1];
    if (under < 0) return {};
    theta[at] = theta[at + 1] * c + (signs >> (i - 1) & 1u ? 1 : -1) * std::sqrt(under);
  }
  motion m{{U}, j};
  for (int i = 1; i <= j; ++i) {
    const auto at = static_cast<std::size_t>(i);
    vector force = -theta[at] * T[at - 1];
    if (i < n) force += theta[at + 1] * T[at];
    const double speed = T[at - 1].dot(m.velocity.back()) / T[at - 1].dot(force);
    if (!(speed > 0)) return {};
    m.velocity.push_back(speed * force);
  }
  if (j < n && std::abs(T[static_cast<std::size_t>(j)].dot(m.velocity.back())) > 1e-10 * m.velocity.back().norm())
    return {};
  m.velocity.resize(static_cast<std::size_t>(n) + 1, vector::Zero());
  return m;
}

motion by_stages(const std::vector<vector>& T, const vector& U) {
  for (int j = static_cast<int>(T.size()); j >= 1; --j)
    for (unsigned signs = 0; signs < 2u << j; ++signs)
      if (auto m = stage(T, U, j, signs)) return *m;
  return {{}, -1};
}

template <class Check>
void on_polygons(int repeats, Check check) {
  std::mt19937_64 random(2004);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const int n = 1 + repeat % 7;
    const double spread = repeat % 3 == 0 ? 3.1 : repeat % 3 == 1 ? 0.8 : 0.4;
    std::vector<vector> T;
    for (double angle = 3 * uniform(random); static_cast<int>(T.size()) < n; angle += spread * uniform(random))
      T.emplace_back(std::cos(angle), std::sin(angle));
    const vector U(uniform(random), uniform(random));
    chain_duality::instant<double> x(n);
    chain_duality::solve_instant(chain_duality::polygon_of_directions(T), U, x);
    SCOPED_TRACE("polygon " + std::to_string(repeat) + ", n = " + std::to_string(n));
    check(T, U, x);
  }
}

TEST(chain_second_opinions, the_corrected_stages_agree_on_every_polygon) {
  int rested = 0;
  on_polygons(2000, [&](const std::vector<vector>& T, const vector& U, const chain_duality::instant<double>& x) {
    const motion other = by_stages(T, U);
    ASSERT_EQ(other.moving, x.moving);
    for (std::size_t i = 0; i < x.velocity.size(); ++i)
      EXPECT_LE((x.velocity[i] - other.velocity[i]).norm(), 1e-10 * (1 + x.velocity[i].norm()));
    rested += x.moving < static_cast<int>(T.size());
  });
  EXPECT_GT(rested, 500);  // both kinds of motion were seen
  EXPECT_LT(rested, 1800);
}

TEST(chain_second_opinions, the_printed_restart_angle_is_not_the_right_one) {
  // Two unequal joints, node 1 saturated: θ_2 = cot β_1; the printed cot β_2 would not leave node 2 at rest.
  const double beta_1 = 1.3, beta_2 = 0.2;
  const std::vector<vector> T{
      {1, 0}, {std::cos(beta_1), std::sin(beta_1)}, {std::cos(beta_1 + beta_2), std::sin(beta_1 + beta_2)}};
  const vector U(-1, 0);
  ASSERT_EQ(by_stages(T, U).moving, 1);
  chain_duality::instant<double> x(3);
  chain_duality::solve_instant(chain_duality::polygon_of_directions(T), U, x);
  EXPECT_NEAR(x.tension[1], 1 / std::tan(beta_1), 1e-15);
  const vector printed = 1 / std::tan(beta_2) * T[1] - x.tension[0] * T[0];
  EXPECT_GT(printed.norm(), 2);  // more than friction can give
}

/// |v| smoothed, as a loss on s = |v|²; Ceres minimises half the sum.
struct smoothed_length final : ceres::LossFunction {
  double delta;
  explicit smoothed_length(double d) : delta(d) {}
  void Evaluate(double s, double rho[3]) const override {
    const double root = std::sqrt(s + delta * delta);
    rho[0] = 2 * (root - delta);
    rho[1] = 1 / root;
    rho[2] = -0.5 / (root * root * root);
  }
};

/// v_i of the compatible velocity with v_l·N_l = y_l, l = 1 … i.
struct node_velocity {
  const std::vector<vector>* T;
  vector U;
  int node;
  template <class J>
  bool operator()(J const* const* y, J* v) const {
    v[0] = J(U[0]), v[1] = J(U[1]);
    for (int i = 0; i < node; ++i) {
      const vector& d = (*T)[static_cast<std::size_t>(i)];
      const J along = v[0] * d[0] + v[1] * d[1], across = y[0][i];
      v[0] = along * d[0] - across * d[1];
      v[1] = along * d[1] + across * d[0];
    }
    return true;
  }
};

double dissipation_by_ceres(const std::vector<vector>& T, const vector& U, double smallest_delta) {
  std::vector<double> y(T.size(), 0.0);
  for (double delta = 0.1; delta > 0.5 * smallest_delta; delta /= 10) {
    ceres::Problem problem;
    for (int i = 1; i <= static_cast<int>(T.size()); ++i) {
      auto* cost = new ceres::DynamicAutoDiffCostFunction<node_velocity>(new node_velocity{&T, U, i});
      cost->AddParameterBlock(static_cast<int>(y.size()));
      cost->SetNumResiduals(2);
      problem.AddResidualBlock(cost, new smoothed_length(delta), y.data());
    }
    ceres::Solver::Options options;
    options.linear_solver_type = ceres::DENSE_QR;
    options.max_num_iterations = 2000;
    options.function_tolerance = 1e-16;
    options.gradient_tolerance = 1e-14;
    options.parameter_tolerance = 1e-14;
    options.logging_type = ceres::SILENT;
    ceres::Solver::Summary summary;
    ceres::Solve(options, &problem, &summary);
  }
  double sum = 0;
  const double* const parameters[] = {y.data()};
  for (int i = 1; i <= static_cast<int>(T.size()); ++i) {
    double v[2];
    node_velocity{&T, U, i}(parameters, v);
    sum += std::hypot(v[0], v[1]);
  }
  return sum;
}

TEST(chain_second_opinions, the_primal_minimised_by_ceres_dissipates_as_much) {
  constexpr double delta = 1e-6;
  on_polygons(40, [&](const std::vector<vector>& T, const vector& U, const chain_duality::instant<double>& x) {
    const double found = dissipation_by_ceres(T, U, delta), n = static_cast<double>(T.size());
    EXPECT_GE(found, x.dissipation * (1 - 1e-14));
    EXPECT_LE(found, x.dissipation + n * delta + 1e-7);
  });
}

TEST(chain_second_opinions, a_wrong_motion_dissipates_more) {
  // Negative control: every compatible velocity but the solution, here u turned a little at one node, costs more.
  on_polygons(40, [&](const std::vector<vector>& T, const vector& U, const chain_duality::instant<double>& x) {
    if (x.dissipation < 1e-3) return;
    std::vector<double> y;
    for (std::size_t i = 0; i < T.size(); ++i)
      y.push_back(cross(T[i], x.velocity[i + 1]) + (i == 0 ? 0.1 * x.dissipation : 0));
    const double* const parameters[] = {y.data()};
    double sum = 0;
    for (int i = 1; i <= static_cast<int>(T.size()); ++i) {
      double v[2];
      node_velocity{&T, U, i}(parameters, v);
      sum += std::hypot(v[0], v[1]);
    }
    EXPECT_GT(sum, x.dissipation * (1 + 1e-4));
  });
}

}  // namespace
}  // namespace unilateral
