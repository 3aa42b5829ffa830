/// The judge's zeros of polynomials. Law: zeros(p) are the zeros p was built from. A simple zero x is known to
/// noise/|p'(x)| with noise = O(ε) Σ|c_j|, a zero of multiplicity m to the m-th root of that; tolerances are those
/// bounds with constant 64.
#include "problems/judge/polynomial_zeros.hpp"

#include "problems/language/polynomial.hpp"

#include "problems/language/many_digits.hpp"

#include <gtest/gtest.h>

#include <random>

namespace unilateral {
namespace {

using std::abs;

template <class S>
class polynomial_roots : public testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(polynomial_roots, scalars);

template <class S>
std::vector<S> from_zeros(const std::vector<S>& roots) {
  std::vector<S> c{S(1)};
  for (const S& r : roots) {
    c.insert(c.begin(), S(0));
    for (std::size_t j = 0; j + 1 < c.size(); ++j) c[j] -= r * c[j + 1];
  }
  return c;
}

template <class S>
S size_of(const std::vector<S>& c, const S& reach) {
  return polynomial::bound_of_derivative(c.data(), static_cast<int>(c.size()) - 1, 0, reach);
}

TYPED_TEST(polynomial_roots, finds_every_simple_zero_and_no_other) {
  using S = TypeParam;
  std::mt19937 random(1963);
  std::uniform_int_distribution<int> place(-999, 999), count(1, 9);
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<S> roots;
    for (int k = count(random); k > 0; --k) {
      const S r = S(place(random)) / S(1000);
      bool apart = true;
      for (const S& other : roots) apart = apart && abs(S(r - other)) > S(1) / S(20);
      if (apart) roots.push_back(r);
    }
    std::sort(roots.begin(), roots.end());
    const std::vector<S> c = from_zeros(roots);
    const std::vector<S> found = polynomial::zeros(c, S(-1), S(1));
    ASSERT_EQ(found.size(), roots.size()) << "trial " << trial;
    for (std::size_t k = 0; k < roots.size(); ++k) {
      const S slope = abs(polynomial::slope(c.data(), static_cast<int>(roots.size()), roots[k]));
      EXPECT_LE(abs(S(found[k] - roots[k])), S(64) * epsilon<S>() * size_of(c, S(1)) / slope) << "trial " << trial;
    }
  }
}

TYPED_TEST(polynomial_roots, a_multiple_zero_appears_once) {
  using S = TypeParam;
  const S a = S(3) / S(10), b = S(-7) / S(10);
  for (int m = 2; m <= 4; ++m) {
    std::vector<S> roots(static_cast<std::size_t>(m), a);
    roots.push_back(b);
    const std::vector<S> c = from_zeros(roots);
    const std::vector<S> found = polynomial::zeros(c, S(-1), S(2));
    ASSERT_EQ(found.size(), 2u) << "multiplicity " << m;
    using std::pow;
    EXPECT_LE(abs(S(found[0] - b)), S(4096) * epsilon<S>());
    EXPECT_LE(abs(S(found[1] - a)), pow(S(S(64) * epsilon<S>() * size_of(c, S(2))), S(S(1) / S(m))));
  }
}

TYPED_TEST(polynomial_roots, a_touching_minimum_is_a_zero_and_a_lifted_one_is_none) {
  using S = TypeParam;
  EXPECT_EQ(polynomial::zeros(std::vector<S>{S(1), S(-2), S(1)}, S(0), S(3)).size(), 1u);  // (x − 1)²
  EXPECT_EQ(polynomial::zeros(std::vector<S>{S(1) + S(1) / S(1000), S(-2), S(1)}, S(0), S(3)).size(), 0u);
  EXPECT_EQ(polynomial::zeros(std::vector<S>{S(1) - S(1) / S(1000), S(-2), S(1)}, S(0), S(3)).size(), 2u);
}

TYPED_TEST(polynomial_roots, zeros_at_the_ends_count_and_zeros_beyond_do_not) {
  using S = TypeParam;
  const std::vector<S> c = from_zeros<S>({S(0), S(1), S(2)});
  EXPECT_EQ(polynomial::zeros(c, S(0), S(2)).size(), 3u);
  EXPECT_EQ(polynomial::zeros(c, S(S(1) / S(10)), S(S(19) / S(10))).size(), 1u);
  EXPECT_TRUE(polynomial::zeros(std::vector<S>{S(0), S(0), S(0)}, S(0), S(1)).empty());
  EXPECT_TRUE(polynomial::zeros(std::vector<S>{S(5)}, S(0), S(1)).empty());
}

/// T_70: zeros cos((k + ½)π/70), the highest degree that motions in fifty digits have. Σ|c_j| ~ 2.4^70: 26 of the
/// digits are lost.
TEST(polynomial_roots_of_high_degree, chebyshev_70) {
  constexpr int n = 70;
  std::vector<real50> before(n + 1, real50(0)), T(before), next(before);
  before[0] = 1;
  T[1] = 1;
  for (int j = 1; j < n; ++j) {
    for (std::size_t i = 0; i <= n; ++i) next[i] = (i > 0 ? real50(2 * T[i - 1]) : real50(0)) - before[i];
    before = std::exchange(T, next);
  }
  const std::vector<real50> found = polynomial::zeros(T, real50(-1), real50(1));
  ASSERT_EQ(found.size(), static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k) {
    const real50 expected = -cos(real50(scalar_traits<real50>::pi() * (2 * k + 1) / (2 * n)));
    EXPECT_LE(abs(real50(found[static_cast<std::size_t>(k)] - expected)),
              64 * epsilon<real50>() * size_of(T, real50(1)) / n);
  }
}

TEST(polynomial_algebra, shift_and_stretch_are_substitutions) {
  const std::vector<rational> c{3, -1, rational(1, 2), 5};
  std::vector<rational> moved = c;
  polynomial::shift(moved.data(), 3, rational(2, 3));
  polynomial::stretch(moved.data(), 3, rational(-4));
  for (const rational& x : {rational(0), rational(1), rational(7, 5)}) {
    const rational there = rational(2, 3) - 4 * x;
    EXPECT_EQ(polynomial::value(moved.data(), 3, x), polynomial::value(c.data(), 3, there));
    EXPECT_EQ(polynomial::slope(moved.data(), 3, x), rational(-4 * polynomial::slope(c.data(), 3, there)));
    EXPECT_EQ(polynomial::curvature(moved.data(), 3, x), rational(16 * polynomial::curvature(c.data(), 3, there)));
  }
}

}  // namespace
}  // namespace unilateral
