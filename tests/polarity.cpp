/// V = {v : G v ≥ 0} and −N, N = {Gᵀλ : λ ≥ 0}, are polar to each other [Moreau 1983, § 2]. Exact rationals, random
/// generators.
///   N ⊂ V*: p·v ≥ 0.   V* ⊂ N (Farkas): what lies outside N is separated from it by some v ∈ V — the projection finds
///                      that v.
#include "tests/support/exact_projection.hpp"

#include <gtest/gtest.h>

namespace unilateral {
namespace {

using R = exact_scalar;

TEST(polarity, normal_covectors_do_no_negative_work_on_admissible_velocities) {
  std::mt19937 random(1983);
  for (int trial = 0; trial < 100; ++trial) {
    const auto problem = random_projection(random, 3, 3, true);
    const column<R> v = projection_by_exhaustion(problem.metric, problem.V, problem.v).first;
    column<R> λ = random_vector(random, 3);
    for (int k = 0; k < 3; ++k) λ[k] = abs(λ[k]);
    EXPECT_GE(margin(problem.V, v), R(0));
    EXPECT_GE(normal_covector(problem.V, λ).dot(v), R(0));
  }
}

TEST(polarity, the_bipolar_of_v_is_v) {
  // A covector p is nonnegative on V iff p ∈ N. Project w with M w = −p: Proj_V w = 0 iff −M w = p ∈ N; else p·Proj_V w
  // = −|Proj_V w|² < 0 separates.
  std::mt19937 random(1);
  int inside = 0, outside = 0;
  for (int trial = 0; trial < 200; ++trial) {
    auto problem = random_projection(random, 2, 3, true);
    const column<R> p = random_vector(random, 2);
    const auto w = solved(problem.metric.M(), column<R>(-p));
    const auto [x, λ] = projection_by_exhaustion(problem.metric, problem.V, *w);
    if (x == column<R>(column<R>::Zero(2))) {
      ++inside;
      EXPECT_EQ(normal_covector(problem.V, λ), p);
      EXPECT_EQ(negative_part(λ), R(0));
    } else {
      ++outside;
      EXPECT_GE(margin(problem.V, x), R(0));
      EXPECT_EQ(p.dot(x), -problem.metric.squared_norm(x));
      EXPECT_LT(p.dot(x), R(0));
    }
  }
  EXPECT_GT(inside, 20);
  EXPECT_GT(outside, 20);
}

TEST(polarity, without_constraints_every_velocity_is_admissible_and_only_zero_is_normal) {
  const velocity_set<R> V(matrix<R>(0, 2));
  const column<R> v{{R(-5), R(3)}};
  EXPECT_GT(margin(V, v), R(1000));
  EXPECT_EQ(normal_covector(V, column<R>(0)), column<R>(column<R>::Zero(2)));
}

TEST(kinetic_metric, is_an_inner_product) {
  std::mt19937 random(2);
  for (int trial = 0; trial < 50; ++trial) {
    const kinetic_metric<R> metric = random_projection(random, 3, 0, true).metric;
    const column<R> x = random_vector(random, 3), y = random_vector(random, 3), z = random_vector(random, 3);
    EXPECT_EQ(metric.inner(x, y), metric.inner(y, x));
    EXPECT_EQ(metric.inner(column<R>(R(3) * x + y), z), R(3) * metric.inner(x, z) + metric.inner(y, z));
    EXPECT_GE(metric.squared_norm(x), R(0));
    EXPECT_EQ(metric.squared_norm(x) == R(0), x == column<R>(column<R>::Zero(3)));
    EXPECT_LE(metric.inner(x, y) * metric.inner(x, y),
              metric.squared_norm(x) * metric.squared_norm(y));  // Cauchy and Schwarz
    EXPECT_EQ(metric.energy(x) * R(2), metric.squared_norm(x));
  }
}

}  // namespace
}  // namespace unilateral
