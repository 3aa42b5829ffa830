/// Powers that have finitely many derivatives where what they are of vanishes, |u|^r: they are found in formulas, the
/// engines say so before they start, and a motion along such a gap is right or refused. Closed forms: where no force
/// acts a particle slides along a wall at its speed, so that its arc length is known. Tolerances: √ε of the motion, for
/// that is what the gradient of |x|^(3/2) at 0 makes of the rounding of a position.

#include "problems/language/many_digits.hpp"
#include "problems/language/rough_powers.hpp"
#include "reports/claims/rough_data.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace unilateral {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> orders_of(const expression& x) {
  std::vector<std::string> found;
  for (const rough_power& p : rough_powers(x)) found.push_back(to_text(p.order));
  return found;
}

TEST(rough_powers, are_found_by_how_fast_they_vanish) {
  const expression x = coordinate(0), y = coordinate(1);
  EXPECT_THAT(orders_of(y - pow(abs(x), rational(3, 2))), ElementsAre("3/2"));
  EXPECT_THAT(orders_of(y - abs(x) * sqrt(abs(x))), ElementsAre("3/2"));
  EXPECT_THAT(orders_of(sqrt(abs(time() - 1)) + y), ElementsAre("1/2"));
  EXPECT_THAT(orders_of(pow(max(0, -x), rational(5, 2))), ElementsAre("5/2"));
  EXPECT_THAT(orders_of(pow(x * x, rational(3, 4))), ElementsAre("3/2"));
  EXPECT_THAT(orders_of(pow(3 * abs(x * y) / 2, rational(1, 3))), ElementsAre("1/3"));
  // These have series on each side of their kinks, or everywhere.
  for (const expression& smooth : {expression(abs(x)), sqrt(1 + x * x), pow(abs(x), 3), pow(x * x, rational(3, 2)),
                                   sqrt(x * x), pow(1 + abs(x), rational(1, 2)), max(x, y), sin(x) / 2, sqrt(x)})
    EXPECT_THAT(orders_of(smooth), IsEmpty()) << to_text(smooth, {"x", "y"});
}

TEST(rough_powers, are_told_of_before_an_engine_starts) {
  for (const claims::rough_problem& p : claims::rough_problems()) {
    const std::vector<std::string> said = said_of_rough_powers(p.question.system);
    for (const study::listed_solver& s : study::solver_list()) {
      if (!s.solves(p.question) || s.declaration.applies_to.needs_step()) continue;
      const auto answer = s.solve<double>(p.question, {.step = {}, .until = p.until});
      ASSERT_GE(answer.warnings.size(), said.size()) << s.declaration.name << ", " << p.name;
      for (std::size_t k = 0; k < said.size(); ++k) EXPECT_THAT(answer.warnings[k], HasSubstr(said[k]));
    }
    EXPECT_EQ(said.empty(),
              p.lacks.find("kink") != std::string::npos || p.lacks.find("no derivative") != std::string::npos)
        << p.name;
  }
  EXPECT_THAT(said_of_rough_powers(claims::rough_problems()[0].question.system),
              ElementsAre("gap 0 has 1 derivative and no series where x is 0, for it goes there like a power 3/2"));
}

/// A contact that comes to a point without a second derivative of its gap: neither engine goes on, nothing is hit, and
/// up to there the motion is right; at speed 1 it is at the bottom at the arc length 61/216.
TEST(rough_powers, end_a_contact_with_a_word) {
  const claims::rough_problem& p = claims::rough_problems()[0];
  for (const study::listed_solver& s : study::solver_list()) {
    if (!s.solves(p.question) || s.declaration.applies_to.needs_step()) continue;
    const auto check = [&]<class S>(const S& tolerance) {
      const auto answer = s.solve<S>(p.question, {.step = {}, .until = p.until});
      EXPECT_THAT(answer.status, testing::AllOf(HasSubstr("stopped"), HasSubstr("derivative"))) << s.declaration.name;
      EXPECT_TRUE(answer.impacts.empty()) << s.declaration.name;
      using std::abs;
      EXPECT_LT(abs(S(answer.end_time - S(61) / S(216))), tolerance) << s.declaration.name;
      EXPECT_LT(abs(S(answer.end_velocity[0] - S(1))), tolerance) << s.declaration.name;
    };
    check(1e-7);
    check(real50(1) / pow(real50(10), 20));
  }
}

}  // namespace
}  // namespace unilateral
