/// Closed forms become piecewise polynomials to working precision. Hypothesis: q is analytic on the interval.
/// Tolerances: interpolation is accepted at 32 ε of the size of q, plus the rounding of t; derivatives lose a factor
/// (degree)²/width (Markov's inequality).
#include "problems/answers/closed_form.hpp"

#include "problems/language/many_digits.hpp"

#include <gtest/gtest.h>

#include <array>

namespace unilateral {
namespace {

using std::abs;

template <class S>
class closed_form : public testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(closed_form, scalars);

template <class S>
std::array<S, 2> swing(const S& t) {
  using std::cos;
  using std::exp;
  using std::sin;
  return {S(exp(S(-t / S(5))) * cos(S(S(3) * t))), S(sin(t))};
}

TYPED_TEST(closed_form, agrees_with_the_function_everywhere) {
  using S = TypeParam;
  trajectory<S> path(2);
  append_closed_form(path, S(7), [](const S& t) { return swing<S>(t); });
  EXPECT_EQ(path.end(), S(7));
  EXPECT_LT(path.pieces(), 40);
  for (int k = 0; k <= 1000; ++k) {
    const S t = S(7 * k) / S(1000);
    const column<S> q = path.position(t), v = path.velocity_right(t);
    const auto expected = swing<S>(t);
    EXPECT_LE(abs(S(q[0] - expected[0])), S(100) * epsilon<S>());
    EXPECT_LE(abs(S(q[1] - expected[1])), S(100) * epsilon<S>());
    using std::cos;
    EXPECT_LE(abs(S(v[1] - cos(t))), S(100 * 50 * 50) * epsilon<S>());
  }
}

TYPED_TEST(closed_form, pieces_join_to_the_last_digit_and_errors_do_not_add_up) {
  using S = TypeParam;
  trajectory<S> path(2);
  for (int k = 1; k <= 20; ++k) append_closed_form(path, S(k), [](const S& t) { return swing<S>(t); });
  for (int k = 1; k < path.pieces(); ++k)
    for (int i = 0; i < 2; ++i) {
      const S gap = path.position(k, i, S(0)) - path.position(k - 1, i, S(path.end(k - 1) - path.begin(k - 1)));
      EXPECT_LE(abs(gap), S(4) * epsilon<S>()) << "knot " << k;
    }
  EXPECT_LE(abs(S(path.position(S(20))[0] - swing<S>(S(20))[0])), S(200) * epsilon<S>());
}

TYPED_TEST(closed_form, no_piece_is_as_short_as_the_rounding_of_its_ends) {
  // Widths are halved and summed; where the sum misses the end by a rounding, that much is left over. Of a hundred odd
  // ends many do.
  using S = TypeParam;
  for (int k = 1; k <= 100; ++k) {
    trajectory<S> path(2);
    const S end = S(7 * k) / S(31);
    append_closed_form(path, end, [](const S& t) { return swing<S>(t); });
    for (int i = 0; i < path.pieces(); ++i) EXPECT_GT(S(path.end(i) - path.begin(i)), end / S(1000)) << k;
  }
}

TYPED_TEST(closed_form, a_polynomial_is_one_piece_of_its_own_degree) {
  using S = TypeParam;
  trajectory<S> path(1, S(1));
  append_closed_form(path, S(3), [](const S& t) { return S(S(2) - t * t * t); });
  ASSERT_EQ(path.pieces(), 1);
  EXPECT_EQ(path.degree(0), 3);
  EXPECT_LE(abs(S(path.coefficients(0, 0)[3] + S(1))), S(1000) * epsilon<S>());
}

TYPED_TEST(closed_form, refuses_a_kink_and_a_jump) {
  using S = TypeParam;
  trajectory<S> path(1);
  const S kink = S(1) / S(3);
  EXPECT_THROW(append_closed_form(path, S(1), [&](const S& t) { return S(abs(S(t - kink))); }), std::domain_error);
  trajectory<S> other(1);
  append_closed_form(other, S(1), [](const S& t) { return t; });
  EXPECT_THROW(append_closed_form(other, S(2), [](const S& t) { return S(t + S(1) / S(1000)); }), std::domain_error);
}

}  // namespace
}  // namespace unilateral
