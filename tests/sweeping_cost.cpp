/// A step of a small system takes no memory, and the projection of a row of k contacts costs O(k) operations: counted,
/// not timed.

#include "solvers/sweeping/pooled_contacts.hpp"
#include "solvers/sweeping/sweeping.hpp"
#include "tests/support/allocations.hpp"
#include "tests/support/sweeping_statements.hpp"

#include <gtest/gtest.h>

#include <random>

namespace {
std::int64_t operations = 0;

/// A double that counts.
struct counted {
  double x = 0;
  counted() = default;
  counted(double value) : x(value) {}  // NOLINT: a number
  friend counted operator+(counted a, counted b) { return ++operations, counted(a.x + b.x); }
  friend counted operator-(counted a, counted b) { return ++operations, counted(a.x - b.x); }
  friend counted operator*(counted a, counted b) { return ++operations, counted(a.x * b.x); }
  friend counted operator/(counted a, counted b) { return ++operations, counted(a.x / b.x); }
  friend counted operator-(counted a) { return counted(-a.x); }
  friend counted abs(counted a) { return counted(std::abs(a.x)); }
  counted& operator+=(counted b) { return *this = *this + b; }
  counted& operator-=(counted b) { return *this = *this - b; }
  counted& operator/=(counted b) { return *this = *this / b; }
  auto operator<=>(const counted&) const = default;
};
}  // namespace

template <>
struct std::numeric_limits<counted> {
  static counted epsilon() { return std::numeric_limits<double>::epsilon(); }
};
template <>
struct unilateral::scalar_traits<counted> {
  static counted from(const rational& value) { return value.get_d(); }
  static counted pi() { return scalar_traits<double>::pi(); }
  static double to_double(counted a) { return a.x; }
  static std::string text(counted a) { return scalar_traits<double>::text(a.x); }
};

namespace unilateral {
namespace {

using namespace sweeping_test;

/// Allocations in `steps` steps; adds up the impacts.
std::int64_t allocations_in_steps(const statement& s, int steps, std::int64_t& impacts) {
  sweeping::stepper<double> motion(s);
  const std::int64_t before = allocations;
  const double h = 1.0 / 300;
  for (int k = 1; k <= steps; ++k) {
    EXPECT_EQ(motion.step(k * h, h), sweeping::outcome::done);
    if (motion.is_impact()) {
      ++impacts;
      EXPECT_TRUE(motion.balance(h).holds());
    }
  }
  return allocations - before;
}

TEST(sweeping_cost, a_step_of_a_small_system_takes_no_memory) {
  const statement systems[] = {ball(rational(1, 2), 2, 3),
                               impact_oscillator(),
                               double_pendulum(rational(1, 2)),
                               balls_in_a_row(3, rational(1, 2), {1, 0, -1}),
                               wedge(2 * pi() / 3, rational(1, 2), {rational(1, 10), 1}, {0, -1}),
                               block(2, rational(1, 2), {0, rational(3, 2), rational(1, 100)}, {0, 0, 0})};
  for (const statement& s : systems) {
    std::int64_t impacts = 0;
    EXPECT_EQ(allocations_in_steps(s, 1000, impacts), 0)
        << s.system.degrees_of_freedom() << " degrees of freedom, " << s.system.constraints() << " constraints";
    EXPECT_GT(impacts, 0);
  }
  // Control: the counter counts.
  const std::int64_t before = allocations;
  const std::vector<double> some(100);
  EXPECT_EQ(allocations - before, 1);
}

/// Operations for k contacts of unit balls with the given rates.
std::int64_t operations_for(const std::vector<double>& rate) {
  sweeping::pooled_contacts<counted> row;
  for (const double s : rate) row.row.push_back({2, -1, s, std::abs(s), 0});
  const std::int64_t before = operations;
  EXPECT_TRUE(row.solve());
  return operations - before;
}

TEST(sweeping_cost, of_a_row_of_contacts_is_linear_in_their_number_whatever_the_rates) {
  std::mt19937 random(7);
  const auto rates = [&random](int kind, int k) {
    std::vector<double> s;
    for (int i = 0; i < k; ++i) {
      if (kind == 0) s.push_back(-1);                         // all push
      if (kind == 1) s.push_back(i % 2 == 0 ? -1 : 0.25);     // every second begins, all join
      if (kind == 2) s.push_back(i + 1 == k ? -2.0 * k : 1);  // the last wakes the row from right to left
      if (kind == 3) s.push_back(i % 64 == 63 ? -40 : 0.5);   // cascades
      if (kind == 4) s.push_back(static_cast<double>(random() % 2001) / 1000 - 1);  // anything
    }
    return s;
  };
  for (int kind = 0; kind < 5; ++kind)
    for (const int k : {100, 1000, 10000, 100000}) {
      const std::int64_t work = operations_for(rates(kind, k));
      // (3) costs 32 operations and happens less than k times, (4) is tested less than 3 k times at 7, alone and (5)
      //     cost 10 k.
      EXPECT_LT(work, 70 * k) << "kind " << kind;
      EXPECT_GT(work, 4 * k) << "kind " << kind;
    }
}

}  // namespace
}  // namespace unilateral
