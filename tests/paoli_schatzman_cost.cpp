/// A step of a small system takes no memory, and a step of a pile of n bodies costs O(n) operations: counted, not
/// timed.
#include "solvers/paoli_schatzman/paoli_schatzman.hpp"
#include "tests/support/allocations.hpp"
#include "tests/support/paoli_schatzman_statements.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace unilateral {
namespace {

using namespace paoli_schatzman_tests;

TEST(paoli_schatzman_cost, a_step_of_a_system_takes_no_memory) {
  const statement systems[] = {ball(rational(1, 2), 2, 1, 0),
                               in_an_ellipse(0),
                               in_an_ellipse(rational(4, 5)),
                               pile(8, 0),
                               pile(40, 0),
                               particle({coordinate(0), coordinate(1)}, rational(1, 2), {1, 1}, {-1, -1})};
  for (const statement& s : systems) {
    paoli_schatzman::stepper<double> motion(s, 1.0 / 300);
    const std::int64_t before = allocations;
    int impacts = 0;
    for (int k = 0; k < 1000; ++k) {
      ASSERT_EQ(motion.step(), paoli_schatzman::outcome::done);
      impacts += motion.is_impact();
    }
    EXPECT_EQ(allocations - before, 0) << s.system.degrees_of_freedom() << " degrees of freedom";
    EXPECT_GT(impacts, 0);
  }
  // Control: the counter counts.
  const std::int64_t before = allocations;
  const std::vector<double> some(100);
  EXPECT_EQ(allocations - before, 1);
}

/// Operations on a band of half-width 1, counted by how often its entries are asked for: the first call takes a few
/// rounds to find the closed contacts, the next ones a single round.
TEST(paoli_schatzman_cost, of_a_row_of_contacts_is_linear_in_their_number) {
  for (const int m : {100, 1000, 10000}) {
    paoli_schatzman::block_pivoting<double> solver;
    solver.reserve(m, 1);
    std::int64_t asked = 0;
    const auto A = [&asked](int i, int j) { return ++asked, i == j ? 2.0 : -1.0; };
    std::vector<double> d(static_cast<std::size_t>(m)), mu(d);
    for (int call = 0; call < 3; ++call) {
      for (int i = 0; i < m; ++i) d[static_cast<std::size_t>(i)] = -1 - ((i * 7 + call) % 5);  // all closed
      asked = 0;
      ASSERT_TRUE(solver.solve(m, A, d, mu));
      EXPECT_LE(asked, (call == 0 ? 16 : 3) * m) << m << ", call " << call;
      EXPECT_GT(mu[0], 0);
    }
  }
}

/// A column that the floor alone stops: no contact but that with the floor is wrong until those between have been
/// closed, one after the other. Each order of the contacts, the floor at an end or between others. Where every round
/// closed one contact more, the entries asked for would be more than m² / 2.
TEST(paoli_schatzman_cost, of_a_push_that_goes_through_a_row_is_linear_in_its_length) {
  for (const int m : {100, 1000, 10000})
    for (const int floor : {0, m / 3, m - 1}) {
      paoli_schatzman::block_pivoting<double> solver;
      solver.reserve(m, 1);
      std::int64_t asked = 0;
      const auto A = [&](int i, int j) { return ++asked, i == j ? (i == 0 || i == m - 1 ? 1.5 : 2.0) : -1.0; };
      std::vector<double> d(static_cast<std::size_t>(m), 0), mu(d);
      d[static_cast<std::size_t>(floor)] = -1;
      ASSERT_TRUE(solver.solve(m, A, d, mu));
      EXPECT_LE(asked, 24 * m) << m << ", floor " << floor;
      for (const double x : mu) ASSERT_GT(x, 0) << m << ", floor " << floor;
    }
}

/// Contact 1 is contact 0 once more, from farther away: both are wrong at first, closed they depend on each other. With
/// w_0 = w_2 = 0 and s = μ_0 + μ_1: s − μ_2 = 1, 2 μ_2 = s.
TEST(paoli_schatzman_cost, a_push_goes_on_beside_a_contact_said_twice) {
  paoli_schatzman::block_pivoting<double> solver;
  solver.reserve(3, 2);
  const double matrix[3][3] = {{1, 1, -1}, {1, 1, -1}, {-1, -1, 2}};
  const auto A = [&](int i, int j) { return matrix[i][j]; };
  const std::vector<double> d{-1, -0.5, 0};
  std::vector<double> mu(3);
  ASSERT_TRUE(solver.solve(3, A, d, mu));
  const double rounding = 16 * std::numeric_limits<double>::epsilon();  // a dozen operations on numbers of at most 2
  EXPECT_NEAR(mu[0] + mu[1], 2, rounding);
  EXPECT_NEAR(mu[2], 1, rounding);
}

}  // namespace
}  // namespace unilateral
