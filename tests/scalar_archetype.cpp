/// Generic code asks no more of a scalar than it says: the shared language is instantiated here for a type that offers
/// the concept `scalar`, elementary functions found by argument-dependent lookup, compound assignment, and nothing else
/// (no conversion to or from double, no std:: functions).
#include "problems/answers/closed_form.hpp"
#include "problems/judge/gauss.hpp"
#include "problems/judge/impact_law.hpp"
#include "problems/language/evaluated_system.hpp"
#include "tests/support/archetype.hpp"

#include <gtest/gtest.h>

namespace unilateral {
static_assert(scalar<archetype>);
template class trajectory<archetype>;
template class tape<archetype>;
template class evaluated_system<archetype>;
template class kinetic_metric<archetype>;
template class gauss_rule<archetype>;

namespace {

using S = archetype;

TEST(scalar_archetype, runs_formulas) {
  mechanical_system pendulum;
  pendulum.coordinates = {"a"};
  set_energies(pendulum, velocity(0) * velocity(0) / 2, -cos(coordinate(0)));
  pendulum.gap = {sqrt(expression(2)) / 2 - sin(coordinate(0))};
  evaluated_system<S> system(pendulum);
  const S q = S::of(0.5), v = S::of(0.25);
  system.evaluate_force(S(0), &q, &v);
  EXPECT_EQ(system.force(0).seen(), -std::sin(0.5));
}

TEST(scalar_archetype, judges_impacts) {
  const kinetic_metric<S> metric(matrix<S>{{S(2)}});
  const velocity_set<S> V(matrix<S>{{S(1)}});
  const column<S> before{{S(-1)}}, after{{S(1)}}, P{{S(4)}};
  EXPECT_EQ(defects_of_impact(metric, V, S(1), before, after, P).largest().seen(), 0);
  EXPECT_EQ(defects_of_projection(metric, V, before, column<S>{{S(0)}}, column<S>{{S(2)}}).largest().seen(), 0);
  EXPECT_EQ(energy_defect(metric, S(1), before, after).seen(), 0);
  EXPECT_EQ(metric.norm(after).seen(), std::sqrt(2.0));
}

TEST(scalar_archetype, interpolates_closed_forms_and_integrates) {
  trajectory<S> path(1);
  append_closed_form(path, S(1), [](const S& t) { return sin(t); });
  EXPECT_NEAR(path.position(S(1))[0].seen(), std::sin(1.0), 1e-15);
  double sum = 0;
  for (const auto& [x, weight] : gauss<S>(5).points()) sum += (weight * x * x * x * x).seen();
  EXPECT_NEAR(sum, 0.4, 1e-15);
}

}  // namespace
}  // namespace unilateral
