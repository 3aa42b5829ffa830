/// How large a motion is by its data alone, on data of which all three parts are known in closed form.

#include "reports/study/reference/natural_size.hpp"

#include "tests/support/statements.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace unilateral {
namespace {

/// n bodies whose matrix is 2 on the diagonal and −1 beside it, under the force f = M a with a_i = (i + 1)/n: then
/// M⁻¹ f T² is at most T². Tolerance: κ(M) < n² roundings of numbers below 1. Of few and of many, and M diagonal.
TEST(natural_size, is_the_acceleration_times_the_square_of_the_time) {
  for (const int n : {3, 60, 200})
    for (const bool coupled : {false, true}) {
      statement s = statements::column_of_balls(n, 0, 0, 0, 1);
      std::vector<mass_entry> mass;
      const auto a = [n](int i) { return i < 0 || i >= n ? rational(0) : rational(rational(i + 1) / n); };
      for (int i = 0; i < n; ++i) {
        mass.push_back({i, i, 2});
        if (coupled && i > 0) mass.push_back({i, i - 1, -1});
        if (coupled && i + 1 < n) mass.push_back({i, i + 1, -1});
        s.system.force[static_cast<std::size_t>(i)] =
            rational(2 * a(i) - (coupled ? rational(a(i - 1) + a(i + 1)) : rational(0)));
        s.position[static_cast<std::size_t>(i)] = 0;
      }
      s.system.mass = mass;
      const study::natural_size size = study::natural_size_of(s, 3);
      EXPECT_NEAR(size.place, 9, 9.0 * n * n * epsilon<double>()) << n << (coupled ? ", coupled" : "");
      EXPECT_DOUBLE_EQ(size.speed, size.place / 3);
      EXPECT_DOUBLE_EQ(size.momentum, 2 * size.speed);
      s.velocity[0] = 5;
      EXPECT_EQ(study::natural_size_of(s, 3).place, 15);
      s.position[0] = -20;
      EXPECT_EQ(study::natural_size_of(s, 3).place, 20);
    }
}

/// What is not finite is left out.
TEST(natural_size, leaves_out_what_no_metric_answers) {
  for (const int n : {2, 100}) {
    statement s = statements::column_of_balls(n, 1, 0, 0, 1);
    s.system.mass = {{0, 0, 1}, {0, 1, 1}, {1, 0, 1}, {1, 1, 1}};
    const double place = study::natural_size_of(s, 1).place;
    EXPECT_GE(place, n - 1) << n;
    EXPECT_TRUE(std::isfinite(place)) << n;
  }
}

}  // namespace
}  // namespace unilateral
