/// Gauss's rule with n points integrates polynomials of degree 2n − 1 exactly, and not those of degree 2n; its weights
/// are positive. Tolerance: n·16 ε, a few roundings a point.
#include "problems/judge/gauss.hpp"

#include "problems/language/many_digits.hpp"

#include <gtest/gtest.h>

namespace unilateral {
namespace {

using std::abs;

template <class S>
class gauss_quadrature : public testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(gauss_quadrature, scalars);

template <class S>
S moment(int n, int degree) {
  S sum(0);
  for (const auto& [x, weight] : gauss<S>(n).points()) {
    S power = weight;
    for (int j = 0; j < degree; ++j) power *= x;
    sum += power;
  }
  return sum;
}

TYPED_TEST(gauss_quadrature, is_exact_up_to_its_degree) {
  using S = TypeParam;
  for (const int n : {1, 2, 3, 5, 8, 17, 40, 72}) {
    for (int degree = 0; degree < 2 * n; ++degree)
      EXPECT_LE(abs(S(moment<S>(n, degree) - (degree % 2 == 0 ? S(2) / S(degree + 1) : S(0)))),
                S(16 * n) * epsilon<S>())
          << n << " points, degree " << degree;
    for (const auto& point : gauss<S>(n).points()) EXPECT_GT(point.weight, S(0));
  }
}

TYPED_TEST(gauss_quadrature, is_not_exact_beyond) {
  using S = TypeParam;
  // ∫ x^(2n) is missed by 2^(2n+1) (n!)^4 / ((2n + 1) (2n)!²): 8/45 for n = 2.
  EXPECT_LE(abs(S(S(2) / S(5) - moment<S>(2, 4) - S(8) / S(45))), S(32) * epsilon<S>());
}

}  // namespace
}  // namespace unilateral
