/// The discs of gauss_collocation against the C++ library's complex functions, which share nothing with them: a value
/// f(z, w) at complex z, w in two discs lies in the disc that the operation makes of them. Cauchy's estimate stands on
/// this in gauss_collocation as it does, with code of its own, in event_driven (tests/event_driven_resolves_gaps.cpp).
/// These discs follow no rounding, so a value may be outside by that of both sides, in long double: 2^8 roundings of
/// the sizes involved, 3e-17, far below the radii tried, 1e-3 and more.
#include "solvers/gauss_collocation/disc.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

namespace unilateral::gauss_collocation {
namespace {

using R = long double;
using complex = std::complex<R>;
using disc = gauss_collocation::disc<R>;

bool is_finite(const disc& x) { return std::isfinite(x.size()); }

struct operation_on_complex {
  operation op;
  R x, y;  ///< centres around which the function is analytic up to radius 1/4 at least
  std::function<complex(const complex&, const complex&)> value;
};

const std::vector<operation_on_complex>& operations() {
  using c = const complex&;
  static const std::vector<operation_on_complex> all = {
      {operation::add, 1.5L, -0.7L, [](c x, c y) { return x + y; }},
      {operation::subtract, 1.5L, -0.7L, [](c x, c y) { return x - y; }},
      {operation::multiply, 1.5L, -0.7L, [](c x, c y) { return x * y; }},
      {operation::divide, 1.5L, -0.7L, [](c x, c y) { return x / y; }},
      {operation::power, 1.5L, -0.7L, [](c x, c y) { return std::exp(y * std::log(x)); }},
      {operation::negate, 1.5L, 0, [](c x, c) { return -x; }},
      {operation::sin, 0.9L, 0, [](c x, c) { return std::sin(x); }},
      {operation::cos, 0.9L, 0, [](c x, c) { return std::cos(x); }},
      {operation::tan, 0.6L, 0, [](c x, c) { return std::tan(x); }},
      {operation::asin, 0.3L, 0, [](c x, c) { return std::asin(x); }},
      {operation::acos, -0.3L, 0, [](c x, c) { return std::acos(x); }},
      {operation::atan, 1.4L, 0, [](c x, c) { return std::atan(x); }},
      // The angle of the point (y, x) continued from its centre: arg(y + i x) = −i log((y + i x)/√(x² + y²)).
      {operation::atan2, 1.1L, 0.8L,
       [](c x, c y) { return complex(0, -1) * std::log((y + complex(0, 1) * x) / std::sqrt(x * x + y * y)); }},
      {operation::sinh, -0.8L, 0, [](c x, c) { return std::sinh(x); }},
      {operation::cosh, -0.8L, 0, [](c x, c) { return std::cosh(x); }},
      {operation::tanh, 0.7L, 0, [](c x, c) { return std::tanh(x); }},
      {operation::exp, -1.2L, 0, [](c x, c) { return std::exp(x); }},
      {operation::log, 1.3L, 0, [](c x, c) { return std::log(x); }},
      {operation::sqrt, 1.3L, 0, [](c x, c) { return std::sqrt(x); }}};
  return all;
}

complex point_of(const disc& x, std::mt19937& random) {
  std::uniform_real_distribution<double> angle(0, 2 * std::numbers::pi), share(0, 1);
  return complex(x.centre) + std::polar(x.radius * (share(random) < 0.5 ? 1 : R(share(random))), R(angle(random)));
}

TEST(discs, contain_what_the_operations_make_of_complex_numbers) {
  std::mt19937 random(1831);
  for (const operation_on_complex& f : operations())
    for (const R radius : {1e-3L, 0.05L, 0.2L}) {
      const disc x{f.x, radius}, y{f.y, f.y == 0 ? 0 : radius / 2};
      const disc bound = discs::evaluate(f.op, x, y, false);
      ASSERT_TRUE(is_finite(bound)) << static_cast<int>(f.op) << ", radius " << radius;
      R farthest = 0;
      for (int k = 0; k < 400; ++k)
        farthest =
            std::max(farthest, std::abs(f.value(point_of(x, random), point_of(y, random)) - complex(bound.centre)));
      EXPECT_LE(farthest, bound.radius + 256 * std::numeric_limits<R>::epsilon() * bound.size())
          << static_cast<int>(f.op) << ", radius " << radius;
      // Negative control: no bound is so wide that a tenth of it would do too; a factor forgotten in one is seen.
      EXPECT_GT(farthest, bound.radius / 10) << static_cast<int>(f.op) << ", radius " << radius;
    }
}

TEST(discs, are_the_whole_plane_where_a_singularity_is_in_them) {
  const disc around_zero{0.1L, 0.2L}, one{1, 0};
  for (const operation op : {operation::log, operation::sqrt})
    EXPECT_FALSE(is_finite(discs::evaluate(op, around_zero, one, false)));
  EXPECT_FALSE(is_finite(discs::evaluate(operation::divide, one, around_zero, false)));
  EXPECT_FALSE(is_finite(discs::evaluate(operation::asin, disc{0.9L, 0.2L}, one, false)));
  EXPECT_FALSE(is_finite(discs::evaluate(operation::atan, disc{0, 1.1L}, one, false)));
  EXPECT_FALSE(is_finite(discs::evaluate(operation::tan, disc{1.5L, 0.2L}, one, false)));
  for (const operation op : {operation::abs, operation::sign, operation::step})
    EXPECT_FALSE(is_finite(discs::evaluate(op, around_zero, one, false)));
}

}  // namespace
}  // namespace unilateral::gauss_collocation
