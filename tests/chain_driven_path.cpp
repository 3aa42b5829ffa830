/// The path that drives a chain, as Taylor polynomials. Angles and hyperbolic functions against series of another
/// program (tests/support/known_series.hpp); switches against the polynomial of the side that they are on, and their
/// corners. Tolerance: 2^10 ε, for recurrences of ten orders on coefficients below 2.
#include "problems/language/many_digits.hpp"
#include "solvers/chain_duality/driven_path.hpp"

#include "tests/support/known_series.hpp"

#include <gtest/gtest.h>

namespace unilateral {
namespace {

using chain_duality::driven_path;

/// Σ c_k (t − 2)^k: expanded about t = 2 it has the coefficients c.
expression polynomial(const std::vector<rational>& c) {
  expression sum = 0;
  for (std::size_t k = c.size(); k-- > 0;) sum = sum * (time() - 2) + c[k];
  return sum;
}

template <class S>
void functions_have_their_series() {
  const auto arguments = arguments_of_known_series();
  const expression u = polynomial(arguments[0]), w = polynomial(arguments[1]);
  for (const auto& [function, coefficients] : all_known_series()) {
    const expression f = arity(function) == 2 ? apply(function, u, w) : apply(function, u);
    driven_path<S> path({f, u}, static_cast<int>(coefficients.size()) - 1);
    path.expand(S(2), driven_path<S>::branch::choose);
    for (std::size_t k = 0; k < coefficients.size(); ++k) {
      using std::abs;
      EXPECT_LE(abs(S(path.position(0)[k] - exact<S>(coefficients[k]))), S(1 << 10) * epsilon<S>())
          << to_text(f, {}) << ", order " << k;
    }
  }
}

TEST(driven_path, functions_have_their_series_in_double) { functions_have_their_series<double>(); }
TEST(driven_path, functions_have_their_series_in_fifty_digits) { functions_have_their_series<real50>(); }

TEST(driven_path, switches_hold_their_side_and_have_corners_at_the_roots) {
  const expression t = time(), u = t * t, w = 2 - t;  // u < w before 1
  const auto coefficients = [](const expression& f, double at) {
    driven_path<double> path({f, time()}, 2);
    path.expand(at, driven_path<double>::branch::choose);
    return std::vector<double>(path.position(0), path.position(0) + 3);
  };
  using list = std::vector<double>;
  EXPECT_EQ(coefficients(min(u, w), 0.5), (list{0.25, 1, 1}));
  EXPECT_EQ(coefficients(max(u, w), 0.5), (list{1.5, -1, 0}));
  EXPECT_EQ(coefficients(min(u, w), 1.5), (list{0.5, -1, 0}));
  EXPECT_EQ(coefficients(max(u, w), 1.5), (list{2.25, 3, 1}));
  EXPECT_EQ(coefficients(step(w) * t, 0.5), (list{0.5, 1, 0}));
  EXPECT_EQ(coefficients(step(-w) * t, 0.5), (list{0, 0, 0}));
  EXPECT_EQ(coefficients(min(u, w), 1), (list{1, -1, 0})) << "on the corner: the side just after it";
  EXPECT_EQ(coefficients(max(u, w), 1), (list{1, 2, 1}));

  driven_path<double> path({min(u, w), abs(t - 3)}, 2);
  path.expand(0.5, driven_path<double>::branch::choose);
  ASSERT_EQ(path.corners(), 2);
  std::vector<double> distance(3);
  path.corner(0, distance);
  EXPECT_EQ(distance, (list{1.25, -2, -1}));  // w − u = 5/4 − 2τ − τ²
  path.corner(1, distance);
  EXPECT_EQ(distance, (list{2.5, -1, 0}));
  EXPECT_FALSE(path.starts_on_corner(0));
  path.expand(1, driven_path<double>::branch::choose);
  EXPECT_TRUE(path.starts_on_corner(0));
}

}  // namespace
}  // namespace unilateral
