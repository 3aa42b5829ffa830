/// Motions as piecewise polynomials: q is the integral of v, limits from either side are told apart, pieces are found
/// by time. Exact in binary fractions.
#include "problems/language/trajectory.hpp"

#include "problems/judge/short_pieces.hpp"
#include "problems/language/many_digits.hpp"

#include <gtest/gtest.h>

namespace unilateral {
namespace {

/// q_0 = τ² on [1, 3], then linear from 4 at velocity −1 up to 3.5; q_1 = 7 − τ throughout.
trajectory<double> example() {
  trajectory<double> path(2, 1.0);
  const double square[] = {0, 0, 1, 7, -1, 0};
  path.append(3, 2, square);
  path.append_linear(3.5, column<double>{{4.0, 5.0}}, column<double>{{-1.0, -1.0}});
  return path;
}

TEST(trajectory, tells_limits_from_left_and_right) {
  const auto path = example();
  EXPECT_EQ(path.velocity_left(3.0)[0], 4);
  EXPECT_EQ(path.velocity_right(3.0)[0], -1);
  EXPECT_EQ(path.velocity_left(3.0)[1], path.velocity_right(3.0)[1]);
  EXPECT_EQ(path.velocity_left(2.0), path.velocity_right(2.0));
  EXPECT_EQ(path.velocity_left(1.0), path.velocity_right(1.0));
  EXPECT_EQ(path.velocity_left(3.5), path.velocity_right(3.5));
}

TEST(trajectory, finds_pieces_by_time) {
  const auto path = example();
  EXPECT_EQ(path.pieces(), 2);
  EXPECT_EQ(path.piece_at(1.0), 0);
  EXPECT_EQ(path.piece_at(2.999), 0);
  EXPECT_EQ(path.piece_at(3.0), 1);
  EXPECT_EQ(path.piece_at(3.5), 1);
  EXPECT_EQ(path.degree(0), 2);
  EXPECT_EQ(path.degree(1), 1);
  EXPECT_EQ(path.begin(), 1);
  EXPECT_EQ(path.end(), 3.5);
}

TEST(trajectory, position_is_the_integral_of_velocity) {
  const auto path = example();
  double q = path.position(1.0)[0];
  constexpr int steps =
      5 << 8;  // the jump falls between two cells, and the midpoint rule is exact for linear velocities
  for (int k = 0; k < steps; ++k) q += path.velocity_right(1 + 2.5 * (k + 0.5) / steps)[0] * 2.5 / steps;
  EXPECT_NEAR(q, path.position(3.5)[0], 8 * steps * epsilon<double>());
  EXPECT_EQ(path.position(3.0)[0], 4);
  EXPECT_EQ(path.position(1, 0, 0.0), path.position(0, 0, 2.0));
}

TEST(trajectory, converts_to_another_scalar_and_back) {
  auto path = example();
  path.accumulation_points = {3.0};
  const auto wide = converted<real50, double>(path, +[](const double& x) { return real50(x); });
  EXPECT_EQ(wide.position(real50(2.5))[0], real50(2.25));
  EXPECT_EQ(wide.accumulation_points.at(0), real50(3));
  const auto back = converted<double, real50>(wide, +[](const real50& x) { return to_double(x); });
  EXPECT_EQ(back.pieces(), path.pieces());
  for (int k = 0; k < path.pieces(); ++k)
    for (int j = 0; j < 2 * (path.degree(k) + 1); ++j)
      EXPECT_EQ(back.coefficients(k, 0)[j], path.coefficients(k, 0)[j]);
}

TEST(trajectory, pieces_too_short_for_the_narrower_scalar_vanish) {
  trajectory<real50> path(1);
  const real50 rest[] = {0};
  path.append(real50(1), 0, rest);
  path.append(real50(1) + exact<real50>("1e-30"), 0, rest);
  path.append(real50(2), 0, rest);
  EXPECT_EQ((converted<double, real50>(path, +[](const real50& x) { return to_double(x); }).pieces()), 2);
}

/// e^t and t^30 by 40 powers on [0, 2] and [2, 3]: the same motion by 8. Tolerances, in ε times the sums of absolute
/// values, e^end and end^30 (30 end^29 of the slope): powers left out 1; the shift and Horner's scheme, 40 and 8 steps
/// of two operations that each round by ε/2: 48; coefficients given and the right answer rounded: 2. Below 64.
TEST(short_pieces, are_the_same_motion) {
  trajectory<double> path(2);
  std::vector<double> c(82);
  for (const double begin : {0.0, 2.0}) {
    double factorial = std::exp(begin), power = 1;
    for (std::size_t j = 0; j <= 40; factorial /= static_cast<double>(++j)) c[j] = factorial;
    for (std::size_t j = 31; j-- > 0; power *= begin * static_cast<double>(j) / static_cast<double>(31 - j))
      c[41 + j] = power;  // binomial(30, j) begin^(30 − j)
    path.append(begin == 0 ? 2 : 3, 40, c.data());
  }
  path.accumulation_points = {1.5};
  const trajectory<double> cut = in_short_pieces(path, 8);
  EXPECT_EQ(cut.accumulation_points, path.accumulation_points);
  EXPECT_EQ(cut.begin(), 0);
  EXPECT_EQ(cut.end(), 3);
  EXPECT_EQ(cut.begin(cut.piece_at(2.0)), 2);  // ends of pieces stay
  EXPECT_GT(cut.pieces(), 20);
  EXPECT_LE(cut.pieces(), 512);  // halved eight times at most
  for (int k = 0; k < cut.pieces(); ++k) {
    EXPECT_EQ(cut.degree(k), 8);
    const double end = cut.end(k) <= 2 ? 2 : 3;
    for (const double part : {0.0, 0.3, 0.7, 1.0}) {
      const double τ = part * (cut.end(k) - cut.begin(k)), t = cut.begin(k) + τ;
      EXPECT_NEAR(cut.position(k, 0, τ), std::exp(t), 64 * epsilon<double>() * std::exp(end)) << t;
      EXPECT_NEAR(cut.velocity(k, 0, τ), std::exp(t), 64 * epsilon<double>() * std::exp(end)) << t;
      EXPECT_NEAR(cut.position(k, 1, τ), std::pow(t, 30), 64 * epsilon<double>() * std::pow(end, 30)) << t;
      EXPECT_NEAR(cut.velocity(k, 1, τ), 30 * std::pow(t, 29), 64 * 30 * epsilon<double>() * std::pow(end, 29)) << t;
    }
  }
}
TEST(short_pieces, leave_what_is_short_enough) {
  const trajectory<double> path = example(), same = in_short_pieces(path, 2);
  ASSERT_EQ(same.pieces(), path.pieces());
  for (int k = 0; k < path.pieces(); ++k) {
    EXPECT_EQ(same.end(k), path.end(k));
    EXPECT_EQ(same.degree(k), path.degree(k));
  }
}

}  // namespace
}  // namespace unilateral
