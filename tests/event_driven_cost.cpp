/// What event_driven costs, counted in operations of its scalar: a row of contacts is projected on, factored and solved
/// for in a number of them that is proportional to its length; a column of n balls that falls together, n impacts, in
/// one that is proportional to n².
///
/// Answers are judged by the definition of what they are, in dense arithmetic: w = b + W λ, λ ≥ 0 ≤ w, λ·w = 0, which
/// has one w.

#include "solvers/event_driven/event_loop.hpp"
#include "solvers/event_driven/projection.hpp"
#include "tests/support/archetype.hpp"
#include "tests/support/statements.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace unilateral::event_driven {
namespace {

constexpr unsigned fixed_seed = 1983;
std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// W = G Gᵀ of bodies of the masses 1/1 … 1/9 that touch where the pairs say; −1 is the floor.
template <class S>
contact_matrix<S> matrix_of(const std::vector<std::pair<int, int>>& pairs, std::mt19937& dice) {
  std::vector<double> inverse_mass;
  for (std::size_t i = 0; i <= pairs.size(); ++i) inverse_mass.push_back(1 + dice() % 9);
  const auto coupling = [&](const std::pair<int, int>& x, const std::pair<int, int>& y) {
    double sum = 0;
    for (const auto& [i, of_x] : {std::pair(x.first, -1.0), std::pair(x.second, 1.0)})
      for (const auto& [j, of_y] : {std::pair(y.first, -1.0), std::pair(y.second, 1.0)})
        if (i == j && i >= 0) sum += of_x * of_y * inverse_mass[index(i)];
    return sum;
  };
  std::vector<std::vector<int>> columns(pairs.size());
  for (std::size_t a = 0; a < pairs.size(); ++a)
    for (std::size_t c = 0; c < pairs.size(); ++c)
      if (coupling(pairs[a], pairs[c]) != 0) columns[a].push_back(static_cast<int>(c));
  contact_matrix<S> W(columns);
  for (int a = 0; a < static_cast<int>(pairs.size()); ++a)
    for (const int c : columns[index(a)]) {
      W(a, c) = S(coupling(pairs[index(a)], pairs[index(c)]));
      W.terms(a, c) = S(std::abs(coupling(pairs[index(a)], pairs[index(c)])));
    }
  return W;
}
/// A row on a floor, numbered along it.
std::vector<std::pair<int, int>> row(int k) {
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i < k; ++i) pairs.emplace_back(i - 1, i);
  return pairs;
}
/// A tree: each body stands on one before it.
std::vector<std::pair<int, int>> tree(int k, std::mt19937& dice) {
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i < k; ++i) pairs.emplace_back(static_cast<int>(dice() % index(i + 1)) - 1, i);
  std::shuffle(pairs.begin(), pairs.end(), dice);
  return pairs;
}

std::vector<int> all_of(int k) {
  std::vector<int> contacts;
  for (int a = 0; a < k; ++a) contacts.push_back(a);
  return contacts;
}

// Theorem: Cholesky's factor, by rows or by whatever order contacts come and go in, solves W_SS x = b backward stably:
// |W x − b| ≤ 4 (3 k + 1) ε |L| |Lᵀ| |x| [Higham 2002, 10.4], and a row of |L| |Lᵀ| is below √W_αα times the largest
// √W_cc.
TEST(independent_contacts, come_and_go_in_any_order) {
  std::mt19937 dice(fixed_seed);
  int filled = 0;
  for (int round = 0; round < 300; ++round) {
    const int k = 2 + static_cast<int>(dice() % 40);
    const contact_matrix<double> W = matrix_of<double>(tree(k, dice), dice);
    independent_contacts<double> held(k);
    std::set<int> expected;
    for (int change = 0; change < 3 * k; ++change) {
      const int a = static_cast<int>(dice() % index(k));
      if (held.place(a) >= 0) {
        held.remove(W, held.place(a));
        expected.erase(a);
      } else {
        ASSERT_TRUE(held.try_append(W, a)) << "contacts of a tree are independent; seed " << fixed_seed;
        expected.insert(a);
      }
    }
    ASSERT_EQ(std::set<int>(held.members().begin(), held.members().end()), expected);
    filled += held.members() != std::vector<int>(expected.begin(), expected.end());
    std::vector<double> b, x;
    for (int i = 0; i < held.size(); ++i) b.push_back(std::uniform_real_distribution<double>(-1, 1)(dice));
    x = b;
    held.solve(x.data());
    double largest = 0, sum_of_x = 0;
    for (int a = 0; a < k; ++a) largest = std::max(largest, W(a, a));
    for (const double y : x) sum_of_x += std::abs(y);
    for (int i = 0; i < held.size(); ++i) {
      double residual = -b[index(i)];
      for (int j = 0; j < held.size(); ++j)
        residual += W(held.members()[index(i)], held.members()[index(j)]) * x[index(j)];
      ASSERT_LE(std::abs(residual), 4 * (3 * k + 1) * epsilon<double>() * largest * sum_of_x) << "round " << round;
    }
    if (expected.size() < index(k)) {  // r and δ of one more, by what they are: W_SS r = W_Sα, δ = W_αα − W_αS r
      int a = 0;
      while (expected.contains(a)) ++a;
      const double δ = held.distance(W, a);
      std::vector<double> r(index(k), 0.0);
      held.reduce(r.data());
      double sum_of_r = 0, rest = W(a, a);
      for (const double y : r) sum_of_r += std::abs(y);
      const double rounding = 4 * (3 * k + 1) * epsilon<double>() * largest * (1 + sum_of_r);
      for (int i = 0; i < held.size(); ++i) {
        rest -= W(a, held.members()[index(i)]) * r[index(i)];
        double residual = -W(held.members()[index(i)], a);
        for (int j = 0; j < held.size(); ++j)
          residual += W(held.members()[index(i)], held.members()[index(j)]) * r[index(j)];
        ASSERT_LE(std::abs(residual), rounding) << "round " << round;
      }
      ASSERT_NEAR(δ, rest, rounding * (1 + sum_of_r)) << "round " << round;
    }
  }
  EXPECT_GT(filled, 100) << "orders other than that of their numbers";
}

// Every seventh row or tree has contacts that are there twice, so that W is singular.
TEST(projection, of_many_contacts_is_what_it_is_defined_to_be) {
  std::mt19937 dice(fixed_seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int all = 0, some = 0, none = 0, others = 0;
  for (int round = 0; round < 600; ++round) {
    std::vector<std::pair<int, int>> pairs = row(1 + static_cast<int>(dice() % 40));
    if (round % 2 == 0) pairs = tree(static_cast<int>(pairs.size()), dice);
    if (round % 7 == 0) pairs.insert(pairs.end(), pairs.begin(), pairs.begin() + 1 + (dice() % pairs.size()));
    const int k = static_cast<int>(pairs.size());
    const contact_matrix<double> W = matrix_of<double>(pairs, dice);
    std::vector<double> b, λ(index(k)), w(index(k)), before;
    const double shift = round % 3 - 1;  // pressing on the whole, mixed, leaving on the whole
    for (int a = 0; a < k; ++a) b.push_back(uniform(dice) + shift);
    const std::vector<double> tolerance(index(k), 64 * epsilon<double>());
    std::vector<char> two_sided(index(k), 0);
    for (int a = 0; a < k; ++a) two_sided[index(a)] = round % 7 != 0 && round % 5 == 0 && dice() % 4 == 0;
    projection<double> project(k);
    ASSERT_TRUE(project(W, all_of(k), two_sided, b.data(), tolerance.data(), λ.data(), w.data()));
    double sum_of_λ = 0;
    for (const double x : λ) sum_of_λ += std::abs(x);
    // k sums of k terms below 18 |λ|, and what a violation is allowed.
    const double rounding = 64 * epsilon<double>() * (1 + k * (2 + 18 * sum_of_λ));
    int pressing = 0;
    for (int a = 0; a < k; ++a) {
      double rate = b[index(a)];
      for (int c = 0; c < k; ++c) rate += W(a, c) * λ[index(c)];
      ASSERT_NEAR(w[index(a)], rate, rounding) << "round " << round;
      if (two_sided[index(a)]) {
        ASSERT_LE(std::abs(rate), rounding) << "round " << round;
        continue;
      }
      ASSERT_GE(λ[index(a)], 0) << "round " << round;
      ASSERT_GE(rate, -rounding) << "round " << round;
      ASSERT_LE(λ[index(a)] > 0 ? std::abs(rate) : 0, rounding) << "round " << round;
      pressing += λ[index(a)] > 0;
    }
    ++(pressing == k ? all : pressing > 0 ? some : none);
    before = w;  // negative control: the answer to another question is another answer
    b[0] += 1;
    if (project(W, all_of(k), two_sided, b.data(), tolerance.data(), λ.data(), w.data())) others += w != before;
  }
  EXPECT_GT(all, 50);
  EXPECT_GT(some, 150);
  EXPECT_GT(others, 300);
}

TEST(projection, says_nothing_of_contacts_that_do_not_press) {
  // Of two rows of balls that do not touch, one is hit: the other has no impulse, not even of what rounding has made of
  // their W.
  constexpr int k = 12;
  std::mt19937 dice(fixed_seed);
  std::vector<std::pair<int, int>> pairs = row(k);
  for (int i = 0; i < k; ++i) pairs.emplace_back(i == 0 ? -1 : k + i - 1, k + i);
  const contact_matrix<double> sparse = matrix_of<double>(pairs, dice);
  contact_matrix<double> W(2 * k);
  for (int a = 0; a < 2 * k; ++a)
    for (const auto& e : sparse.row(a)) W(a, e.column) = e.value, W.terms(a, e.column) = e.terms;
  W(k - 1, 2 * k - 1) = W(2 * k - 1, k - 1) = -epsilon<double>();
  W.terms(k - 1, 2 * k - 1) = W.terms(2 * k - 1, k - 1) = 1;
  std::vector<double> b(2 * k, 0.0), λ(2 * k), w(2 * k);
  b[k - 1] = -1;
  const std::vector<double> tolerance(2 * k, 16 * epsilon<double>());
  projection<double> project(2 * k);
  ASSERT_TRUE(project(W, all_of(2 * k), std::vector<char>(2 * k, 0), b.data(), tolerance.data(), λ.data(), w.data()));
  for (int a = 0; a < k; ++a) EXPECT_GT(λ[index(a)], 0);
  for (int a = k; a < 2 * k; ++a) EXPECT_EQ(λ[index(a)], 0);
}

/// Sums, differences, products and quotients that something takes.
template <class Work>
std::int64_t operations(const Work& work) {
  const std::int64_t before = archetype::operations;
  work();
  return archetype::operations - before;
}

TEST(projection, of_a_row_that_presses_takes_as_many_operations_for_each_contact) {
  const auto of_row = [](int k, double top, double bottom) {
    std::mt19937 dice(fixed_seed);
    const contact_matrix<archetype> W = matrix_of<archetype>(row(k), dice);
    std::vector<archetype> b(index(k), archetype(0)), λ(index(k)), w(index(k));
    b.front() = archetype(bottom);
    b.back() = archetype(top);
    const std::vector<archetype> tolerance(index(k), archetype(1e-14));
    const std::vector<char> one_sided(index(k), 0);
    projection<archetype> project(k);
    return operations(
        [&] { ASSERT_TRUE(project(W, all_of(k), one_sided, b.data(), tolerance.data(), λ.data(), w.data())); });
  };
  for (const auto& [top, bottom] : {std::pair(-1.0, 0.0), std::pair(0.0, -1.0)}) {  // hit from above; its weight
    const auto once = of_row(500, top, bottom), twice = of_row(1000, top, bottom);
    EXPECT_LE(twice, 2 * once + 50);
    EXPECT_LE(once, 60 * 500);
  }
}

// Balls touch two others at most: W has three entries a ball, and H two, where a dense one has n.
TEST(column, is_kept_by_what_touches) {
  constexpr int n = 50;
  const smooth_motion<archetype> motion(statements::column_of_balls(n, 1, 0, 0, 1).system, 4, false);
  std::size_t couplings = 0, changes = 0;
  for (int a = 0; a < n; ++a) {
    couplings += motion.W().row(a).size();
    changes += motion.H(a).size();
  }
  EXPECT_EQ(couplings, 3 * n - 2);
  EXPECT_EQ(changes, 2 * n - 1);
}

/// The exponent of n in the operations that `of(n)` takes, between n and 2 n.
template <class Run>
double exponent(int n, const Run& of) {
  const auto once = operations([&] { of(n); }), twice = operations([&] { of(2 * n); });
  return std::log2(static_cast<double>(twice) / static_cast<double>(once));
}
solution<archetype> run(const statement& s) {
  return solve<archetype>(s, {.step = {}, .until = {}, .record = keep::summary});
}

// n impacts, each of all balls below, and a step or two before the next: 2 and no more, but for the logarithm of n that
// those steps are by which a gap is seen from nearer. 3 and more where a step, an impact or a decision costs n² alone.
TEST(column, takes_operations_like_its_square_to_fall_together) {
  EXPECT_LE(exponent(100,
                     [](int n) {
                       const auto fall = run(statements::column_of_balls(n, 2, rational(1, 10), 0, n));
                       ASSERT_TRUE(fall.completed());
                       EXPECT_EQ(fall.counts.impacts, n);
                     }),
            2.1);
}
TEST(column, takes_operations_like_its_length_to_rest) {
  EXPECT_LE(exponent(200, [](int n) { EXPECT_TRUE(run(statements::column_of_balls(n, 1, 0, 0, 1)).completed()); }),
            1.05);
}

}  // namespace
}  // namespace unilateral::event_driven
