/// Continuity in plane wedges [Paoli 2004, (5), figs. 1–3; proofs/coq/wedge_every_angle.v], as a warning tells it. In a
/// wedge of the angle θ outcomes are continuous in the data exactly where e = 0 and θ ≤ π/2, or 0 < e < 1 and θ = π/2,
/// or e = 1 and θ = π/(2k). No tolerance: angles are decided in a hundred digits; the routes that they are held against
/// part by more than 1e-3 or less than 1e-35. Controls: angles beside those, and gaps that make no plane wedge.

#include "problems/language/input_error.hpp"
#include "problems/language/plane_wedge.hpp"
#include "reports/claims/runs.hpp"
#include "reports/claims/wedge_routes.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace unilateral {
namespace {

using testing::HasSubstr;

mechanical_system corner(const std::vector<expression>& gaps, const expression& e,
                         const std::vector<mass_entry>& mass = diagonal_mass({1, 1})) {
  mechanical_system s;
  s.coordinates = {"x", "y"};
  s.mass = mass;
  s.force = {0, 0};
  s.gap = gaps;
  s.restitution = e;
  return s;
}
mechanical_system wedge_of(const expression& θ, const expression& e) {
  return corner({coordinate(1), -coordinate(0) * sin(θ) - coordinate(1) * cos(θ)}, e);
}

/// Of an angle in degrees that is computed in a hundred digits and told as a double, and of 180 k/n beside it.
constexpr double rounding = 180 * 2 * std::numeric_limits<double>::epsilon();

TEST(plane_wedges, are_continuous_where_the_routes_beside_the_corner_end_alike) {
  int continuous = 0;
  for (const expression& e : {expression(0), expression(rational(1, 3)), expression(1)})
    for (int n = 2; n <= 12; ++n)
      for (int k = 1; k < n; ++k) {
        const expression θ = k * pi() / n;
        const auto said = plane_wedge_of(wedge_of(θ, e), 0, 1);
        ASSERT_TRUE(said);
        EXPECT_NEAR(said->degrees, 180.0 * k / n, rounding);
        const real50 jump = claims::largest_jump(constant_value<real50>(θ), constant_value<real50>(e), 13);
        EXPECT_EQ(said->is_continuous, jump < real50(1) / 1000) << k << "/" << n << ", e = " << to_text(e, {});
        continuous += said->is_continuous ? 1 : 0;
      }
  EXPECT_GT(continuous, 20);
}

TEST(plane_wedges, beside_an_angle_are_not_at_it) {
  const rational tiny = exact_rational("1e-60");
  for (int k = 1; k <= 5; ++k) {
    EXPECT_TRUE(plane_wedge_of(wedge_of(pi() / (2 * k), 1), 0, 1)->is_continuous);
    for (const int side : {-1, 1})
      EXPECT_FALSE(plane_wedge_of(wedge_of(pi() / (2 * k) + rational(side * tiny), 1), 0, 1)->is_continuous);
  }
  EXPECT_FALSE(plane_wedge_of(wedge_of(pi() / 2 + tiny, 0), 0, 1)->is_continuous);
  EXPECT_TRUE(plane_wedge_of(wedge_of(pi() / 2 - tiny, 0), 0, 1)->is_continuous);
  EXPECT_FALSE(plane_wedge_of(wedge_of(pi() / 2 - tiny, rational(1, 2)), 0, 1)->is_continuous);
}

TEST(plane_wedges, have_their_angle_in_the_kinetic_metric) {
  const auto M = full_mass({{2, rational(1, 2)}, {rational(1, 2), 1}});
  const expression x = coordinate(0), y = coordinate(1);
  EXPECT_NEAR(plane_wedge_of(corner({y, -4 * x - y}, rational(1, 2), M), 0, 1)->degrees, 90, rounding);
  EXPECT_TRUE(plane_wedge_of(corner({y, -4 * x - y}, rational(1, 2), M), 0, 1)->is_continuous);
  EXPECT_FALSE(plane_wedge_of(corner({y, -4 * x - y}, rational(1, 2)), 0, 1)->is_continuous);
  EXPECT_NEAR(plane_wedge_of(corner({3 * y, -x / 7}, 1), 1, 0)->degrees, 90, rounding);
}

TEST(plane_wedges, are_not_what_curves_moves_or_has_other_coordinates) {
  const expression x = coordinate(0), y = coordinate(1);
  EXPECT_FALSE(plane_wedge_of(corner({y, x - y * y}, 1), 0, 1));
  EXPECT_FALSE(plane_wedge_of(corner({y, x - time()}, 1), 0, 1));
  EXPECT_FALSE(plane_wedge_of(corner({y, 1 - y}, 1), 0, 1));
  EXPECT_FALSE(plane_wedge_of(corner({y, 2 * y}, 1), 0, 1));
  EXPECT_FALSE(plane_wedge_of(corner({y, x}, 1, diagonal_mass({1, 1 + x * x})), 0, 1));
  EXPECT_EQ(said_of_plane_wedge(claims::bound("three_touching_balls").system, 0, 1), "");
}

/// By every solver that meets the corner.
TEST(plane_wedges, are_told_of_in_warnings) {
  const auto told = [](const study::listed_solver& s, const mechanical_system& system, const rational& x,
                       const rational& y, const rational& u, const rational& v) {
    statement asked;
    asked.system = system;
    asked.position = {x, y};
    asked.velocity = {u, v};
    asked.horizon = 2;
    const auto answer = s.solve<double>(with_values(asked), {.step = {}, .until = {}});
    std::string all;
    for (const std::string& text : answer.warnings) all += text + "\n";
    return all;
  };
  int asked = 0, met = 0;  // a scheme may take the walls one after the other, as the step falls
  for (const study::listed_solver& s : study::solver_list()) {
    if (!s.solves(claims::bound("wedge_fig1"))) continue;
    ++asked;
    const std::string obtuse = told(s, wedge_of(3 * pi() / 4, 0), 0, 1, 0, -1);
    if (obtuse.find("condition (5) for continuity in the data does not hold") != std::string::npos) {
      ++met;
      EXPECT_THAT(obtuse, HasSubstr("in a plane wedge of 135° with this restitution outcomes are not continuous in the "
                                    "data"))
          << s.declaration.name;
    }
    // Along the bisector of 45°, from the left.
    const std::string half = told(s, wedge_of(pi() / 4, 1), -1, rational(2, 5), 1, rational(-2, 5));
    if (half.find("condition (5)") != std::string::npos) {
      EXPECT_THAT(half,
                  HasSubstr("in a plane wedge of 45° with this restitution outcomes are continuous in the data all "
                            "the same"))
          << s.declaration.name;
    }
    const std::string balls = [&] {
      std::string all;
      for (const std::string& text : s.solve<double>(claims::bound("three_touching_balls"), {}).warnings) all += text;
      return all;
    }();
    EXPECT_THAT(balls, HasSubstr("condition (5)")) << s.declaration.name;
    EXPECT_THAT(balls, testing::Not(HasSubstr("plane wedge"))) << s.declaration.name;
  }
  EXPECT_EQ(asked, 5);
  EXPECT_GE(met, 4);
}

}  // namespace
}  // namespace unilateral
