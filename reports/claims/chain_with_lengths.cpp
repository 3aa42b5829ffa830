#include "reports/claims/chain_with_lengths.hpp"

#include <Eigen/Cholesky>

#include <cmath>

namespace unilateral::claims {
namespace {

using arm_vector = plane_vector<double>;

}  // namespace

std::vector<arm_vector> velocities_by_angles(const std::vector<arm_vector>& nodes, const arm_vector& U) {
  const auto n = static_cast<Eigen::Index>(nodes.size()) - 1;
  std::vector<arm_vector> arm;  // l_i N_i: by which ω_i moves every node from i on
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const arm_vector bar = nodes[i] - nodes[i - 1];
    arm.emplace_back(-bar[1], bar[0]);
  }
  Eigen::VectorXd omega = Eigen::VectorXd::Zero(n);
  const auto velocities = [&](const Eigen::VectorXd& w) {
    std::vector<arm_vector> u;
    arm_vector at = U;
    for (Eigen::Index i = 0; i < n; ++i) u.push_back(at += w[i] * arm[static_cast<std::size_t>(i)]);
    return u;
  };
  double eps = 1;
  const auto value = [&](const Eigen::VectorXd& w) {
    double sum = 0;
    for (const arm_vector& u : velocities(w)) sum += std::sqrt(u.squaredNorm() + eps * eps);
    return sum;
  };
  for (; eps > 1e-13; eps /= 2)
    for (int round = 0; round < 60; ++round) {
      const std::vector<arm_vector> u = velocities(omega);
      Eigen::VectorXd slope = Eigen::VectorXd::Zero(n);
      Eigen::MatrixXd curvature = Eigen::MatrixXd::Zero(n, n);
      for (Eigen::Index i = 0; i < n; ++i) {
        const arm_vector& v = u[static_cast<std::size_t>(i)];
        const double size = std::sqrt(v.squaredNorm() + eps * eps);
        for (Eigen::Index j = 0; j <= i; ++j) {
          const arm_vector& a = arm[static_cast<std::size_t>(j)];
          slope[j] += v.dot(a) / size;
          for (Eigen::Index k = 0; k <= i; ++k) {
            const arm_vector& b = arm[static_cast<std::size_t>(k)];
            curvature(j, k) += a.dot(b) / size - v.dot(a) * v.dot(b) / (size * size * size);
          }
        }
      }
      const Eigen::VectorXd step = curvature.ldlt().solve(slope);
      double share = 1;
      const double here = value(omega);
      while (share > 1e-12 && !(value(omega - share * step) <= here - 1e-4 * share * slope.dot(step))) share /= 2;
      if (share <= 1e-12) break;
      omega -= share * step;
      if (share * step.norm() < 1e-15 * (1 + omega.norm())) break;
    }
  return velocities(omega);
}

}  // namespace unilateral::claims
