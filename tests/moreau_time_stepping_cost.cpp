/// What a step of Moreau's scheme costs, counted: a row of contacts is solved with at most two operations a contact,
/// however the violations spread; a small system's step allocates nothing; a force is evaluated once a step, a constant
/// one once.
///
/// Pooling is judged against the dual active-set method on the same problems (different algorithms, one answer: A is
/// positive definite).

#include "problems/language/many_digits.hpp"
#include "solvers/moreau_time_stepping/complementarity.hpp"
#include "solvers/moreau_time_stepping/moreau_time_stepping.hpp"
#include "solvers/moreau_time_stepping/pooling.hpp"
#include "solvers/moreau_time_stepping/stepper.hpp"
#include "tests/support/moreau_statements.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>

// Every allocation of this program, Eigen's included, passes here.
static std::int64_t allocations = 0;
extern "C" void* __libc_malloc(std::size_t);
extern "C" void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}

namespace {

using namespace unilateral;
using namespace unilateral::moreau_tests;
using moreau_time_stepping::complementarity;
using moreau_time_stepping::outcome;
using moreau_time_stepping::pooling;
using moreau_time_stepping::stepper;

constexpr unsigned fixed_seed = 7;

/// A row of m contacts between balls of masses 1…9, the first on a floor; b as the filler says.
template <class Filler>
void fill(pooling<double>& row, int m, std::mt19937& dice, const Filler& b) {
  row.resize(m);
  double mass = 1 + dice() % 9;
  for (std::size_t i = 0; i < static_cast<std::size_t>(m); ++i) {
    row.a[i] = 1 / mass + (i == 0 ? 0 : -row.c[i - 1]);
    row.c[i] = i + 1 < static_cast<std::size_t>(m) ? -1 / mass : 0;
    mass = 1 + dice() % 9;
    row.b[i] = b(static_cast<int>(i));
  }
}

TEST(pooling, solves_a_row_of_contacts_as_the_active_set_method_does) {
  std::mt19937 dice(fixed_seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  pooling<double> row;
  complementarity<double> general;
  int active = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const int m = 1 + trial % 30;
    fill(row, m, dice, [&](int) { return uniform(dice); });
    ASSERT_TRUE(row.solve());
    general.reserve(m);
    general.A.topLeftCorner(m, m).setZero();
    double scale = 0;
    for (int i = 0; i < m; ++i) {
      const auto I = static_cast<std::size_t>(i);
      general.A(i, i) = row.a[I];
      if (i + 1 < m) general.A(i, i + 1) = general.A(i + 1, i) = row.c[I];
      general.b[i] = row.b[I];
      general.size_of_b[i] = std::abs(row.b[I]);
      scale = std::max(scale, row.P[I]);
    }
    ASSERT_TRUE(general.solve(m));
    // κ(A) ≤ 4·9·m² for such rows.
    for (int i = 0; i < m; ++i) {
      ASSERT_NEAR(row.P[static_cast<std::size_t>(i)], general.P[i], 36.0 * m * m * epsilon<double>() * (1 + scale))
          << "trial " << trial << ", seed " << fixed_seed;
      active += general.P[i] > 0;
    }
  }
  EXPECT_GT(active, 1000);
}

TEST(pooling, takes_at_most_two_operations_a_contact_however_violations_spread) {
  std::mt19937 dice(fixed_seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const int m : {10, 100, 1000, 10000}) {
    const auto operations = [&](const auto& b) {
      pooling<double> row;
      fill(row, m, dice, b);
      EXPECT_TRUE(row.solve());
      return row.operations();
    };
    EXPECT_LE(operations([&](int) { return uniform(dice); }), 2 * m);
    EXPECT_EQ(operations([&](int i) { return i == 0 ? -1.0 : 100.0; }), 1) << "a weight that nothing else presses on";
    EXPECT_EQ(operations([&](int i) { return i == m - 1 ? -1.0 : 0.0; }), 2 * m - 1)
        << "a shock from the far end runs through the whole row";
    EXPECT_EQ(operations([&](int) { return -1.0; }), 2 * m - 1);
  }
}

/// The set of contacts that pushed is tried first where the matrix is the same: with other loads the answer is still
/// that of a solver that knows nothing, to the last bit, for the blocks are solved alike; and where the same contacts
/// push again nothing is joined or merged.
TEST(pooling, of_the_same_matrix_starts_from_the_contacts_that_pushed) {
  std::mt19937 dice(fixed_seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int again = 0, anew = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const int m = 1 + trial % 30;
    pooling<double> row;
    fill(row, m, dice, [&](int) { return uniform(dice); });
    ASSERT_TRUE(row.solve());
    for (int step = 0; step < 10; ++step) {
      for (double& b : row.b) b = step % 3 == 2 ? uniform(dice) : b * (1 + uniform(dice) / 1000);
      const std::int64_t before = row.operations();
      ASSERT_TRUE(row.solve(true));
      (row.operations() == before ? again : anew) += 1;
      pooling<double> other;
      other.resize(m);
      other.a = row.a, other.c = row.c, other.b = row.b;
      ASSERT_TRUE(other.solve());
      EXPECT_EQ(row.P, other.P) << "trial " << trial << ", step " << step;
    }
  }
  EXPECT_GT(again, 500);
  EXPECT_GT(anew, 200);
}

TEST(moreau_step, of_a_small_system_allocates_nothing) {
  const auto in_steps = [](const statement& s, int steps) {
    stepper<double> motion(s);
    const std::int64_t before = allocations;
    for (int k = 0; k < steps; ++k) EXPECT_EQ(motion.step((k + 0.5) * 0.001, 0.001), outcome::advanced);
    return allocations - before;
  };
  statement tumbling = block(2, 1, 0.5_x);
  tumbling.system.force = {0, -10, 0};
  tumbling.system.gap.push_back(tumbling.system.gap[0]);  // a redundant contact
  statement column = touching_balls({1, 2, 3, 4, 5, 6}, true, 0.5_x);
  column.system.force.assign(6, -10);
  column.velocity[3] = -1;
  statement coupled = column;  // six degrees of freedom, a full metric
  std::vector<std::vector<expression>> rows(6, std::vector<expression>(6, 1));
  for (std::size_t i = 0; i < 6; ++i) rows[i][i] = 4;
  coupled.system.mass = full_mass(rows);
  EXPECT_EQ(in_steps(ball(0.5_x), 4000), 0);
  EXPECT_EQ(in_steps(double_pendulum(), 4000), 0);
  EXPECT_EQ(in_steps(tumbling, 1000), 0);
  EXPECT_EQ(in_steps(column, 1000), 0);
  EXPECT_EQ(in_steps(coupled, 1000), 0);

  const std::int64_t before = allocations;  // control: the count sees both kinds
  const auto number = std::make_unique<double>(1);
  const Eigen::VectorXd vector = Eigen::VectorXd::Constant(3, *number);
  EXPECT_EQ(allocations - before, 2) << vector.sum();
}

TEST(moreau_step, evaluates_a_force_once_and_a_constant_one_never_again) {
  const auto counts = [](const statement& s) {
    return moreau_time_stepping::solve<double>(s, {.step = 0.001_x, .until = 1, .record = keep::summary}).counts;
  };
  EXPECT_EQ(counts(ball(0.5_x)).force_evaluations, 1);
  EXPECT_EQ(counts(double_pendulum()).force_evaluations, 1000);
  EXPECT_EQ(counts(double_pendulum()).steps, 1000);
  statement resting = ball(0.5_x);
  resting.position = {0};
  EXPECT_EQ(counts(resting).projections, 1000);
}

}  // namespace
