/// A motion at rest where a force is not Lipschitz continuous is one of several if a motion leaves from there:
/// x'' = √|x| has x = (t − t₀)⁴/144 beside x = 0 for every t₀, and x'' = k |x|^p has C (t − t₀)^(2/(1 − p)) for every
/// p < 1 and k > 0. A motion that pulls back (−√|x| sign x), that a floor keeps, or whose force is Lipschitz continuous
/// (p ≥ 1) has none. The engine must refuse the first and answer the second, in each scalar, at any place, and say
/// when. No tolerance but for the instant at which a rest becomes one that is left: by halves of steps, to rounding.
#include "problems/language/many_digits.hpp"
#include "problems/language/tape.hpp"
#include "solvers/gauss_collocation/gauss_collocation.hpp"
#include "tests/support/statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace unilateral {
namespace {

using testing::HasSubstr;

const expression x = coordinate(0), y = coordinate(1), third = coordinate(2), v = velocity(0), w = velocity(1),
                 t = time();

expression root(const expression& z) { return sqrt(abs(z)); }
expression power_of_size(const expression& z, const rational& p) { return pow(abs(z), expression(p)); }
expression positive_part(const expression& z) { return max(expression(0), z); }

struct rest {
  const char* name;
  std::vector<expression> force, gaps, place;
  std::vector<expression> velocity = {0, 0, 0};
};

template <scalar S>
solution<S> answer_to(const rest& r) {
  const std::size_t n = r.force.size();
  const std::vector<expression> speed(r.velocity.begin(), r.velocity.begin() + static_cast<std::ptrdiff_t>(n));
  return gauss_collocation::solve<S>(
      statements::bodies(std::vector<expression>(n, 1), r.force, r.gaps, rational(1, 2), r.place, speed, 2), {});
}

/// Along (3, 4)/5, and the root of what is across it.
const expression along = (3 * x + 4 * y) / 5, y_across = (3 * y - 4 * x) / 5, across = sign(y_across) * root(y_across);

const std::vector<rest> left{
    {"a root", {root(x)}, {}, {0}},
    {"a root at another place", {root(x - rational(1, 3))}, {}, {rational(1, 3)}},
    {"a root that pushes to the other side", {-root(x)}, {}, {0}},
    {"a root of one side", {sqrt(positive_part(x - 1))}, {}, {1}},
    {"an odd root", {sign(x) * power_of_size(x, rational(1, 3))}, {}, {0}},
    {"a small power", {power_of_size(x, rational(1, 10))}, {}, {0}},
    {"a power near 1", {power_of_size(x, rational(9, 10))}, {}, {0}},
    {"a root of the velocity", {root(v)}, {}, {0}},
    {"a root beside a strong spring", {root(x) - 1000000 * x}, {}, {0}},
    {"a root beside a repelling spring", {root(x) + 1000 * x}, {}, {0}},
    {"a root that grows from 0", {t * root(x)}, {}, {0}},
    {"a root that a kink pulls back", {root(x) - sign(x) * x}, {}, {0}},
    {"arc cosine at its end", {pi() - acos(abs(x) - 1)}, {}, {0}},
    {"a root over a floor", {root(x)}, {x}, {0}},
    {"along a floor that is pressed", {-1, root(y)}, {x}, {0, 0}},
    {"a dome", {sqrt(sqrt(x * x + y * y)), 0}, {}, {0, 0}},
    {"beside a coordinate that moves", {1, root(y)}, {}, {0, 0}, {1, 0}},
    {"swings between jumps that grow", {-sign(x) + sign(v) / 2}, {}, {0}},
    {"swings that grow by two hundredths", {-sign(x) + sign(v) / 200}, {}, {0}},
    {"uneven swings", {-sign(x) * (3 + sign(x)) / 2 + sign(v) / 3}, {}, {0}},
    {"swings at another place, on a floor", {-sign(x - rational(1, 3)) + sign(v) / 4, -1}, {y}, {rational(1, 3), 0}},
    {"swings beside a coordinate that moves", {-sign(x) + sign(v) / 2, -9 * y}, {}, {0, 1}},
    {"swings askew", {-3 * sign(x + y) / 4 + sign(v + w) / 4, -sign(x + y) / 4 + sign(v + w) / 4}, {}, {1, -1}},
    {"swings that a jump drives, the more the later", {-sign(x) + sign(v) * (t + 1) / 4}, {}, {0}},
    {"two jumps that turn", {-sign(x) - 7 * sign(y) / 10, -sign(y) + 7 * sign(x) / 10}, {}, {0, 0}},
    {"swings of a root that a jump drives", {-sign(x) * root(x) + sign(v) * root(x) / 10}, {}, {0}},
    {"swings that a power of the velocity drives",
     {-sign(x) * root(x) + sign(v) * power_of_size(v, rational(2, 3)) / 5},
     {},
     {0}},
    {"a spiral", {-sign(y) * root(y), x}, {}, {0, 0}},
    {"a spiral of a small root", {-sign(y) * power_of_size(y, rational(9, 10)), x}, {}, {0, 0}},
    {"a spiral askew", {(-3 * across - 4 * along) / 5, (-4 * across + 3 * along) / 5}, {}, {0, 0}},
    {"a spiral askew beside a coordinate that moves",
     {(-3 * across - 4 * along) / 5, (-4 * across + 3 * along) / 5, -third},
     {},
     {0, 0, 1},
     {0, 0, rational(1, 3)}},
    {"a spiral with drag", {sign(y) * power_of_size(y, rational(1, 3)) - v / 5, -x - w / 5}, {}, {0, 0}},
    {"a spiral of a jump", {-sign(y), x}, {}, {0, 0}},
    {"one of two roots", {-sign(x) * root(x), sign(y) * root(y)}, {}, {0, 0}},
};
const std::vector<rest> kept{
    {"a root that pulls back", {-sign(x) * root(x)}, {}, {0}},
    {"a root of one side that pulls back", {-sqrt(positive_part(x))}, {}, {0}},
    {"a root of the velocity that brakes", {-sign(v) * root(v)}, {}, {0}},
    {"a root that pushes into a floor", {-root(x - 1)}, {x - 1}, {1}},
    {"a power above 1", {power_of_size(x, rational(11, 10))}, {}, {0}},
    {"a strong repelling spring", {1000000 * (x - 1)}, {}, {1}},
    {"a root that pulls back until later", {(t - 3) * sign(x - 1) * root(x - 1)}, {}, {1}},
    {"a root that pulls back unevenly", {2 * sqrt(positive_part(-x)) - sqrt(positive_part(x))}, {}, {0}},
    {"a root that pulls back, driven gently", {-sign(x) * root(x) + 3 * v}, {}, {0}},
    {"a jump that pulls back", {-sign(x)}, {}, {0}},
    {"a jump that pulls back, driven gently", {-sign(x) + v / 2}, {}, {0}},
    {"a jump that pulls back, with friction", {-sign(x) - sign(v) / 3}, {}, {0}},
    {"friction on a dome", {root(x) - sign(v)}, {}, {0}},
    {"friction that turns", {-sign(v) - 2 * sign(w), -sign(w) + 2 * sign(v)}, {}, {0, 0}},
    {"two jumps of one potential", {-sign(x) - sign(y) / 2, -sign(y) - sign(x) / 2}, {}, {0, 0}},
    {"two jumps and one with friction", {-sign(x), -sign(y), -sign(third) - sign(velocity(2)) / 2}, {}, {0, 0, 0}},
    {"a valley of a jump, along which it moves", {-sign(x), -y}, {}, {0, 0}, {0, 1}},
};

template <class S>
class other_motions : public testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(other_motions, scalars);

TYPED_TEST(other_motions, that_leave_a_rest_are_told) {
  for (const rest& r : left) {
    const auto answer = answer_to<TypeParam>(r);
    EXPECT_THAT(answer.status, HasSubstr("the motion is not unique")) << r.name;
  }
}
TYPED_TEST(other_motions, do_not_leave_where_forces_pull_back) {
  for (const rest& r : kept) {
    const auto answer = answer_to<TypeParam>(r);
    EXPECT_TRUE(answer.completed()) << r.name << ": " << answer.status;
    EXPECT_EQ(to_double(answer.end_position[0]), constant_value<double>(r.place[0])) << r.name;
    EXPECT_EQ(answer.end_velocity[0], 0) << r.name;
  }
}
/// (t − 1) √|x − 1| sign(x − 1) pulls back until t = 1.
TYPED_TEST(other_motions, leave_from_the_instant_on_at_which_a_force_repels) {
  const auto answer = answer_to<TypeParam>({"", {(t - 1) * sign(x - 1) * root(x - 1)}, {}, {1}});
  EXPECT_THAT(answer.status, HasSubstr("the motion is not unique"));
  EXPECT_NEAR(to_double(answer.end_time), 1, 1e4 * epsilon<double>());
}
/// −sign x + (t − 1) sign(x')/2 takes energy away until t = 1, and gives it from then on.
TYPED_TEST(other_motions, leave_from_the_instant_on_at_which_swings_grow) {
  const auto answer = answer_to<TypeParam>({"", {-sign(x) + sign(v) * (t - 1) / 2}, {}, {0}});
  EXPECT_THAT(answer.status, HasSubstr("in swings that grow"));
  EXPECT_NEAR(to_double(answer.end_time), 1, 1e-6);
}
/// x = (t − 1)⁴/144 comes to rest at 0 at t = 1, and what then follows is open; x = (1 − t)³ of x'' = 6 |x|^(1/3) too.
TYPED_TEST(other_motions, that_leave_a_place_of_rest_that_is_reached_are_told) {
  for (const auto& [force, place, speed] :
       {std::tuple{root(x), rational(1, 144), rational(-4, 144)},
        std::tuple{6 * power_of_size(x, rational(1, 3)), rational(1), rational(-3)}}) {
    const auto answer = answer_to<TypeParam>({"", {force}, {}, {place}, {speed}});
    EXPECT_THAT(answer.status, HasSubstr("the motion is not unique"));
    EXPECT_NEAR(to_double(answer.end_time), 1, 0.01);
  }
}
/// With a thousandth more speed it comes over the top, with one less it turns before.
TYPED_TEST(other_motions, are_none_where_the_top_is_missed) {
  for (const int side : {-1, 1})
    EXPECT_TRUE(answer_to<TypeParam>({"", {root(x)}, {}, {rational(1, 144)}, {rational(-4 * (1000 + side), 144000)}})
                    .completed());
}
/// x'' = 1 + √|x| leaves 0 at once, and only so; one that is thrown over the dome's top has one motion, too.
TYPED_TEST(other_motions, are_none_where_the_motion_does_not_rest) {
  EXPECT_TRUE(answer_to<TypeParam>({"", {1 + root(x)}, {}, {0}}).completed());
  EXPECT_TRUE(answer_to<TypeParam>({"", {root(x)}, {}, {0}, {1}}).completed());
}

}  // namespace
}  // namespace unilateral
