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

const expression x = coordinate(0), y = coordinate(1), v = velocity(0), t = time();

expression root(const expression& z) { return sqrt(abs(z)); }
expression power_of_size(const expression& z, const rational& p) { return pow(abs(z), expression(p)); }
expression positive_part(const expression& z) { return max(expression(0), z); }

struct rest {
  const char* name;
  std::vector<expression> force, gaps, place;
  std::vector<expression> velocity = {0, 0};
};

template <scalar S>
solution<S> answer_to(const rest& r) {
  const std::size_t n = r.force.size();
  const std::vector<expression> speed(r.velocity.begin(), r.velocity.begin() + static_cast<std::ptrdiff_t>(n));
  return gauss_collocation::solve<S>(
      statements::bodies(std::vector<expression>(n, 1), r.force, r.gaps, rational(1, 2), r.place, speed, 2), {});
}

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
};
const std::vector<rest> kept{
    {"a root that pulls back", {-sign(x) * root(x)}, {}, {0}},
    {"a root of one side that pulls back", {-sqrt(positive_part(x))}, {}, {0}},
    {"a root of the velocity that brakes", {-sign(v) * root(v)}, {}, {0}},
    {"a root that pushes into a floor", {-root(x - 1)}, {x - 1}, {1}},
    {"a power above 1", {power_of_size(x, rational(11, 10))}, {}, {0}},
    {"a strong repelling spring", {1000000 * (x - 1)}, {}, {1}},
    {"a root that pulls back until later", {(t - 3) * sign(x - 1) * root(x - 1)}, {}, {1}},
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
