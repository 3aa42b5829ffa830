/// A step of a small system takes no memory, and a step of a pile of n bodies costs O(n) operations: counted, not
/// timed.
#include "solvers/paoli_schatzman/paoli_schatzman.hpp"
#include "tests/support/paoli_schatzman_statements.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

namespace {
std::int64_t allocations = 0;
}

[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }

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

}  // namespace
}  // namespace unilateral
