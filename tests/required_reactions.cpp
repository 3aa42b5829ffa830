/// Reactions that a known motion needs, from M dv − f dt = Gᵀ dR where one gap vanishes at a time: a reference that is
/// only a path still has impulses to compare with. A ball (impulses 3·(1 + e)·v) that comes to rest (density 3g), and a
/// bead on a slanted wall. Tolerance: the bound returned, or roundings as said.
#include "problems/judge/distance.hpp"

#include "problems/language/many_digits.hpp"

#include <gtest/gtest.h>

namespace unilateral {
namespace {

using std::abs;

statement ball() {
  statement s;
  s.system.coordinates = {"x"};
  s.system.mass = diagonal_mass({3});
  s.system.force = {-6};
  s.system.gap = {coordinate(0)};
  s.position = {1};
  s.velocity = {0};
  return s;
}

TEST(required_reactions, of_a_ball_that_falls_and_stays) {
  trajectory<double> path(1);
  const double fall[] = {1, 0, -1}, rest[] = {0, 0};
  path.append(1, 2, fall);
  path.append(3, 1, rest);
  const auto found = reaction_measures(ball(), path, 3.0);
  ASSERT_TRUE(found.has_value());
  ASSERT_EQ(found->size(), 1u);
  solution<double> known;
  known.impacts.push_back(
      {1.0, column<double>{{0.0}}, column<double>{{-2.0}}, column<double>{{0.0}}, column<double>{{6.0}}, {0}});
  known.reactions.push_back({0, 1.0, 3.0, {6.0}});
  const auto expected = reaction_measures(known, 1, 3.0);
  const auto [value, error] = impulse_distance(*found, expected);
  EXPECT_LE(value, error);
  EXPECT_LE(error, 0.02);
  double mass = 0;
  for (const auto& [t, p] : found->front().atoms) mass += p;
  EXPECT_NEAR(mass, 18, 1e-10);
  // Negative control: without the impulse, the distance is its size.
  known.impacts.clear();
  EXPECT_GT(impulse_distance(*found, reaction_measures(known, 1, 3.0)).value, 5.9);
}

/// Thrown at the floor from the floor at speed 2, e = 1/2: 3·(2 + 1) = 9 at t = 0, a flight of 1, 3·(1 + 1/2) = 9/2.
TEST(required_reactions, of_an_impact_at_once) {
  statement s = ball();
  s.position = {0};
  s.velocity = {-2};
  trajectory<double> path(1);
  const double first[] = {0, 1, -1}, second[] = {0, 0.5, -1};
  path.append(1, 2, first);
  path.append(1.5, 2, second);
  const auto found = reaction_measures(s, path, 1.5);
  ASSERT_TRUE(found.has_value());
  ASSERT_EQ(found->front().atoms.size(), 2u);
  EXPECT_EQ(found->front().atoms[0].t, 0);
  EXPECT_NEAR(found->front().atoms[0].p, 9, 32 * epsilon<double>());
  EXPECT_EQ(found->front().atoms[1].t, 1);
  EXPECT_NEAR(found->front().atoms[1].p, 4.5, 32 * epsilon<double>());
  // Where the velocities agree but for the rounding of a curve, there is none.
  s.position = {1};
  s.velocity = {0};
  trajectory<double> fall(1);
  const double almost_at_rest[] = {1, 1e-14, -1};
  fall.append(0.5, 2, almost_at_rest);
  const auto nothing = reaction_measures(s, fall, 0.5);
  ASSERT_TRUE(nothing.has_value());
  EXPECT_TRUE(nothing->front().atoms.empty());
}

/// Two balls on each other thrown at the floor together: two contacts at t = 0, which a path does not tell apart.
TEST(required_reactions, of_an_impact_of_two_contacts_at_once_are_not_told) {
  statement s = ball();
  s.system.coordinates = {"x", "y"};
  s.system.mass = diagonal_mass({3, 1});
  s.system.force = {-6, -2};
  s.system.gap = {coordinate(0), coordinate(1) - coordinate(0)};
  s.position = {0, 0};
  s.velocity = {-1, -2};
  trajectory<double> path(2);
  const double up[] = {0, 0.5, -1, 0, 1, -1};
  path.append(0.25, 2, up);
  EXPECT_FALSE(reaction_measures(s, path, 0.25).has_value());
}

/// A ball pressed on the floor by 1 + t on [0, 2]: ∫ (1 + t) = 4, ∫ t (1 + t) = 14/3, and cells whose atoms are
/// anywhere but at their centroids would change the second. Rounding: of sums of 2^k cells.
TEST(required_reactions, of_a_load_that_grows_lie_at_centroids) {
  statement s = ball();
  s.system.force = {-(1 + time())};
  trajectory<double> path(1);
  const double rest[] = {0, 0};
  path.append(2, 1, rest);
  for (const int cells : {1, 2, 16, 1 << 10}) {
    const auto found = reaction_measures(s, path, 2.0, cells);
    ASSERT_TRUE(found.has_value());
    double mass = 0, moment = 0;
    for (const auto& [t, p] : found->front().atoms) mass += p, moment += p * t;
    EXPECT_NEAR(mass, 4, 8 * cells * epsilon<double>());
    EXPECT_NEAR(moment, 14.0 / 3, 16 * cells * epsilon<double>());
    EXPECT_EQ(found->front().at_centroids, found->front().error_bound);
    solution<double> known;
    known.reactions.push_back({0, 0.0, 2.0, {1.0, 1.0}});
    EXPECT_NEAR(found->front().error_bound, reaction_measure(known, 0, 2.0, cells).error_bound,
                64 * cells * epsilon<double>());
  }
}

TEST(required_reactions, in_fifty_digits_on_a_slanted_wall) {
  statement s;
  s.system.coordinates = {"x", "y"};
  s.system.mass = diagonal_mass({1, 1});
  s.system.force = {0, 0};
  s.system.gap = {coordinate(1) + coordinate(0), coordinate(1) + 5};
  s.position = {0, 1};
  s.velocity = {0, -1};
  trajectory<real50> path(2);
  const real50 before[] = {0, 0, 1, -1}, after[] = {0, 1, 0, 0};  // elastic: (0, −1) → (1, 0) on x + y = 0, P = 1
  path.append(real50(1), 1, before);
  path.append(real50(2), 1, after);
  const auto found = reaction_measures(s, path, real50(2), 16);
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE((*found)[1].atoms.empty());
  ASSERT_EQ((*found)[0].atoms.size(), 1u);
  EXPECT_LE(abs(real50((*found)[0].atoms[0].p - 1)), 8 * epsilon<real50>());
}

TEST(required_reactions, a_corner_is_not_told_apart) {
  statement s;
  s.system.coordinates = {"x", "y"};
  s.system.mass = diagonal_mass({1, 1});
  s.system.force = {0, 0};
  s.system.gap = {coordinate(0), coordinate(1)};
  s.position = {1, 1};
  s.velocity = {-1, -1};
  trajectory<double> path(2);
  const double before[] = {1, -1, 1, -1}, after[] = {0, 0, 0, 0};
  path.append(1, 1, before);
  path.append(2, 1, after);
  EXPECT_FALSE(reaction_measures(s, path, 2.0).has_value());
}

/// M = 1 + t: thrown back at t = 1 from −1 to 2, by the impulse 2·3.
TEST(required_reactions, of_a_mass_that_grows_are_those_of_its_time) {
  statement s = ball();
  s.system.mass = diagonal_mass({1 + time()});
  s.system.force = {0};
  trajectory<double> path(1);
  const double fall[] = {1, -1}, rise[] = {0, 2};
  path.append(1, 1, fall);
  path.append(1.5, 1, rise);
  const auto found = reaction_measures(s, path, 1.5);
  ASSERT_TRUE(found.has_value());
  double jump = 0;
  for (const auto& [t, p] : found->front().atoms)
    if (t == 1) jump += p;
  EXPECT_NEAR(jump, 6, 8 * 6 * epsilon<double>());  // a product and a solve of one coordinate
}

/// Of the last constraint, and of times that are no number.
TEST(reactions_of_an_answer, are_of_every_constraint_and_of_numbers) {
  solution<double> pressed, free;
  for (solution<double>* one : {&pressed, &free}) {
    one->path = trajectory<double>(1);
    const double rest[] = {0, 0};
    one->path.append(2, 1, rest);
    one->end_position = one->end_velocity = column<double>{{0.0}};
  }
  pressed.reactions.push_back({0, 0.0, 1.0, {1.0}});
  EXPECT_GT(distance(distance_kind::bounded_lipschitz_impulse, pressed, free, 2.0).value, 0.5);
  solution<double> struck = free;
  const column<double> zero{{0.0}};
  struck.impacts.push_back({std::nan(""), zero, zero, zero, column<double>{{1.0}}, {0}});
  EXPECT_FALSE(reaction_measure(struck, 0, 2.0, 8).is_finite());
}

}  // namespace
}  // namespace unilateral
