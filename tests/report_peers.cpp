/// The report's table of another code, judged: a row a committed file, one of ours beside it.
#include "reports/render/peers.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace unilateral::render {
namespace {

TEST(report_peers, on_the_ball_ours_differs_by_how_rows_are_read_alone) {
  // Row by row the two are equal (tests/another_code_judged.cpp). Between rows the file is linear in v and ours jumps
  // in the middle: over a step of h with a jump of at most J = 3 + g h they differ by ∫ |v − w| = h J/4 at each impact,
  // Σ J ≤ 8 over the horizon, and by h J/8 in q.
  const table t = peers_table(peer_records());
  ASSERT_EQ(t.data.rows.size(), 12u);
  const std::size_t sup_q = 3, l1_v = 4;
  for (std::size_t k = 0; k < 6; k += 2) {
    const auto &theirs = t.data.rows[k], &ours = t.data.rows[k + 1];
    ASSERT_EQ(theirs[0], "ball_rational");
    EXPECT_EQ(theirs[2], ours[2]);
    const double h = 4 / std::stod(theirs[2].substr(2)), g = 2, J = 3 + g * h, printed = 0.5e-2;
    EXPECT_LE(std::abs(std::stod(theirs[sup_q]) - std::stod(ours[sup_q])),
              h * J / 8 + printed * std::stod(ours[sup_q]));
    EXPECT_LE(std::abs(std::stod(theirs[l1_v]) - std::stod(ours[l1_v])),
              h * 2 * 8 / 4 + printed * std::stod(ours[l1_v]));
  }
  for (std::size_t k = 6; k < 12; ++k) EXPECT_EQ(t.data.rows[k][0], "double_pendulum_wall");
}

}  // namespace
}  // namespace unilateral::render
