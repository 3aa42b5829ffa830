/// Gaps that close at once. Hypothesis: exact data. What is proved of them holds by formulas, so whatever is off by
/// 1e-60, or begins alike and does not go on so, is no coincidence.
#include "problems/answers/problem.hpp"
#include "proofs/enclosures/coincidence.hpp"
#include "proofs/enclosures/enclosure.hpp"
#include "tests/support/statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace unilateral {
namespace {

using namespace enclosures;
using testing::ElementsAre;
using testing::HasSubstr;

const expression x = coordinate(0), y = coordinate(1);
const rational tiny = 1 / exact_rational("1e60");

/// Unit masses from (1, 1) at (−1, −1).
statement into_a_corner(const std::vector<expression>& force, const std::vector<expression>& gaps,
                        const expression& e = rational(1, 2)) {
  return statements::bodies({1, 1}, force, gaps, e, {1, 1}, {-1, -1}, 3);
}
std::vector<int> followed(const statement& of) { return coincidence_of(of).followed; }

TEST(coincidence, gaps_are_multiples_by_their_formulas) {
  EXPECT_THAT(followed(into_a_corner({0, 0}, {x, y})), ElementsAre(-1, 0));
  EXPECT_THAT(followed(into_a_corner({0, 0}, {x, 3 * y})), ElementsAre(-1, 0));
  EXPECT_THAT(followed(into_a_corner({-time(), -time()}, {x, y, x + y})), ElementsAre(-1, 0, 0));
  EXPECT_THAT(followed(into_a_corner({0, 0}, {x, x + 1, y})), ElementsAre(-1, -1, 0));
}
TEST(coincidence, what_only_begins_alike_is_none) {
  statement off = into_a_corner({0, 0}, {x, y});
  off.position[1] = rational(1 + tiny);
  EXPECT_THAT(followed(off), ElementsAre(-1, -1));
  off = into_a_corner({0, 0}, {x, y});
  off.velocity[1] = rational(-1 - tiny);
  EXPECT_THAT(followed(off), ElementsAre(-1, -1));
  EXPECT_THAT(followed(into_a_corner({0, time() * tiny}, {x, y})), ElementsAre(-1, -1));
  EXPECT_THAT(followed(into_a_corner({0, 0}, {x, y + tiny * pow(time(), 3)})), ElementsAre(-1, -1));
  EXPECT_THAT(followed(into_a_corner({0, 0}, {x, y + abs(time() - 2) - 2 + time()})), ElementsAre(-1, -1));
}

/// x stays 0 in a field that is even in x, unless something pushes it, or moves it by the metric.
TEST(coincidence, coordinates_stay_at_rest_where_nothing_pushes) {
  const auto rests = [](statement of) {
    of.position[0] = of.velocity[0] = 0;
    return static_cast<bool>(coincidence_of(of).rests[0]);
  };
  const std::vector<expression> gaps{y - x, y + x};
  EXPECT_TRUE(rests(into_a_corner({0, -1}, gaps)));
  EXPECT_TRUE(rests(into_a_corner({x * sin(y) - velocity(0), -1}, gaps)));
  EXPECT_FALSE(rests(into_a_corner({tiny, -1}, gaps)));
  EXPECT_FALSE(rests(into_a_corner({time(), -1}, gaps)));
  EXPECT_FALSE(rests(into_a_corner({y - 1, -1}, gaps)));
  // With M = [2 1; 1 2] rest takes a force of −1/2 on x.
  statement coupled = into_a_corner({0, -1}, gaps);
  coupled.system.mass = full_mass({{2, 1}, {1, 2}});
  EXPECT_FALSE(rests(coupled));
  coupled.system.force = {rational(-1, 2), -1};
  EXPECT_TRUE(rests(coupled));
}

class coincidence_by : public testing::TestWithParam<engine> {
 protected:
  static enclosure enclosed(const statement& of) { return enclose(of, GetParam(), {.digits = 40}); }
};
INSTANTIATE_TEST_SUITE_P(engines, coincidence_by, testing::Values(engine::defect, engine::lohner),
                         [](const auto& of) { return name_of(of.param); });

TEST_P(coincidence_by, a_corner_met_at_once_throws_back) {
  const enclosure found = enclosed(into_a_corner({0, 0}, {x, y}));
  ASSERT_TRUE(found.proved) << found.undecided;
  ASSERT_EQ(found.impacts.size(), 1U);
  const impact_enclosure& hit = found.impacts[0];
  EXPECT_TRUE(contains(hit.t, 1) && contains(hit.v_plus[0], rational(1, 2)) && contains(hit.v_plus[1], rational(1, 2)));
  EXPECT_TRUE(contains(hit.impulse, rational(3, 2)));
  ASSERT_EQ(hit.also.size(), 1U);
  EXPECT_TRUE(contains(hit.also[0].impulse, rational(3, 2)));
  EXPECT_TRUE(contains(found.end_position[0], 1) && contains(found.end_position[1], 1));
  // Local errors of 40 digits, through one shock and two flights: ten digits to spare.
  EXPECT_LT(found.end_position[0].width(), exact_rational("1e-30"));
}
TEST_P(coincidence_by, beside_it_nothing_is_said) {
  statement off = into_a_corner({0, 0}, {x, y});
  off.position[1] = rational(1 + tiny);
  const enclosure found = enclosed(off);
  EXPECT_FALSE(found.proved);
  EXPECT_THAT(found.impacts, testing::IsEmpty());
  EXPECT_THAT(found.undecided, HasSubstr("another contact is not excluded"));
}

/// Falls between two planes at right angles. e = 0: it rests. e = 1: up again at once.
TEST_P(coincidence_by, the_bottom_of_a_wedge) {
  for (const int e : {0, 1}) {
    statement wedge = into_a_corner({0, 0}, {y - x, y + x}, e);
    wedge.position[0] = wedge.velocity[0] = 0;
    const enclosure found = enclosed(wedge);
    ASSERT_TRUE(found.proved) << found.undecided;
    ASSERT_EQ(found.impacts.size(), 1U);
    EXPECT_TRUE(contains(found.impacts[0].v_plus[0], 0) && contains(found.impacts[0].v_plus[1], e));
    EXPECT_TRUE(contains(found.end_position[1], 2 * e));
    EXPECT_EQ(found.contacts.size(), e == 0 ? 2U : 0U);
  }
}

/// [Paoli 2004, figs. 1 and 2]: the second constraint of an obtuse corner has no impulse, and the rate 0 by its
/// formula.
TEST_P(coincidence_by, corners_of_paoli) {
  for (const char* name : {"wedge_fig1", "wedge_fig2"}) {
    const enclosure found = enclosed(with_values(std::get<statement>(find_problem(name).question), {}));
    ASSERT_TRUE(found.proved) << found.undecided;
    ASSERT_EQ(found.impacts.size(), 1U);
    EXPECT_TRUE(contains(found.impacts[0].t, 1) && contains(found.impacts[0].v_plus[0], 0));
  }
}

/// Of two contacts at an acute angle of their normals, cos = 4/5, met along the second normal, e = 1: the impulse at
/// the first is exactly 0, which nothing proves. The first alone would leave the other's rate at (4/5)² − 1 < 0
/// halfway, and at 7/25 > 0 after: no outcome of the law, though all leaves.
TEST_P(coincidence_by, rates_halfway_count_too) {
  statement corner = into_a_corner({0, 0}, {rational(3, 5) * x + rational(4, 5) * y, y}, 1);
  corner.position = {0, 0};
  corner.velocity = {0, -1};
  const enclosure found = enclosed(corner);
  EXPECT_FALSE(found.proved);
  EXPECT_THAT(found.impacts, testing::IsEmpty());
  EXPECT_THAT(found.undecided, HasSubstr("no choice among 2 contacts at once"));
}

/// The gaps x + y and 2 x + y are one while x = 0, up to the first shock, at √2, which moves x: v⁺ = (1, −1)/√2. Along
/// the first one 2 x'' = 1 − 5 x then, up to 2 (π − atan √5) √(2/5) later, when the second one closes by itself.
TEST_P(coincidence_by, a_shock_ends_it) {
  statement parting = into_a_corner({-5 * x, -1}, {x + y, 2 * x + y}, 0);
  parting.position = {0, 1};
  parting.velocity = {0, 0};
  parting.horizon = rational(9, 2);
  ASSERT_THAT(followed(parting), ElementsAre(-1, 0));
  const enclosure found = enclosed(parting);
  ASSERT_TRUE(found.proved) << found.undecided;
  ASSERT_EQ(found.impacts.size(), 2U);
  const real50 first = sqrt(real50(2)),
               second = first + 2 * (scalar_traits<real50>::pi() - atan(sqrt(real50(5)))) * sqrt(real50(2) / 5);
  const auto holds = [](const bracket& t, const real50& at) {
    const rational value = exact_rational(to_text(at)), slack = exact_rational("1e-45");
    return t.lower <= value + slack && value - slack <= t.upper;
  };
  EXPECT_TRUE(holds(found.impacts[0].t, first) && found.impacts[0].constraint == 0);
  EXPECT_TRUE(holds(found.impacts[1].t, second) && found.impacts[1].constraint == 1);
  // Local errors of 40 digits, through a shock and a phase of contact that a second one ends: fifteen to spare.
  EXPECT_LT(found.impacts[1].t.width(), exact_rational("1e-25"));
}

/// Two gaps that are 0 at the start are no multiples of each other, though each times the other's beginning is 0.
TEST_P(coincidence_by, gaps_that_open_at_the_start_are_watched) {
  statement thrown = into_a_corner({-2, -1}, {x, y}, 0);
  thrown.position = {0, 0};
  thrown.velocity = {1, 1};
  const enclosure found = enclosed(thrown);
  ASSERT_TRUE(found.proved) << found.undecided;
  ASSERT_EQ(found.impacts.size(), 2U);
  EXPECT_TRUE(contains(found.impacts[0].t, 1) && found.impacts[0].constraint == 0);
  EXPECT_TRUE(contains(found.impacts[1].t, 2) && found.impacts[1].constraint == 1);
}

}  // namespace
}  // namespace unilateral
