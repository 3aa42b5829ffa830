/// An impact on several contacts whose outcome is not continuous in the data [Paoli 2004, (5)] is a fact of the answer,
/// whatever else is warned of: a grazing before it had been the first warning, and the only one that was looked at.

#include "reports/study/reference/solver_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace unilateral {
namespace {

/// Into a corner of 135 degrees, inelastic, at t = 1; a third coordinate, z'' = 2, which touches its wall at t = 1/4
/// and leaves again, or stays away from it by 1.
statement into_a_corner(bool grazes) {
  const expression x = coordinate(0), y = coordinate(1), z = coordinate(2);
  statement s;
  s.system.coordinates = {"x", "y", "z"};
  s.system.mass = diagonal_mass({1, 1, 1});
  s.system.force = {0, 0, 2};
  s.system.gap = {y, y - x, z + expression(grazes ? 0 : 1)};
  s.system.restitution = 0;
  s.position = {0, 1, expression(rational(1, 16))};
  s.velocity = {0, -1, expression(rational(-1, 2))};
  s.horizon = 2;
  return s;
}

bool is_of_the_corner(const std::string& warning) { return warning.find("[Paoli 2004, (5)]") != std::string::npos; }

TEST(discontinuous_outcomes, are_known_whatever_was_warned_of_before) {
  int flagged = 0, behind_another = 0;
  for (const study::listed_solver& s : study::solver_list()) {
    if (!s.solves(into_a_corner(true))) continue;
    const solution<double> alone = s.solve<double>(into_a_corner(false), {}),
                           after = s.solve<double>(into_a_corner(true), {});
    ASSERT_TRUE(alone.completed() && after.completed()) << s.declaration.name << after.status;
    EXPECT_EQ(after.discontinuous_in_data, alone.discontinuous_in_data) << s.declaration.name;
    EXPECT_EQ(after.discontinuous_in_data, std::any_of(after.warnings.begin(), after.warnings.end(), is_of_the_corner))
        << s.declaration.name;
    flagged += after.discontinuous_in_data ? 1 : 0;
    behind_another += after.discontinuous_in_data && !is_of_the_corner(after.warnings.front()) ? 1 : 0;
  }
  EXPECT_GE(flagged, 4);  // paoli_schatzman may take the two walls one after the other
  EXPECT_GE(behind_another, 1);
}

}  // namespace
}  // namespace unilateral
