/// Every law of problems/judge/laws.hpp and chain_laws.hpp over every solver, every problem of the catalogue that it
/// takes, in double and at fifty digits. A solver or a problem added tomorrow is among them. Printed: pairs tried,
/// those left out and why, and the case that is nearest to its bound; budgets are in tests/support/laws_run.hpp, and
/// UNILATERAL_LAWS=all lifts what is there for time. Bounds: (1) and (2) of problems/judge/laws.hpp.
///
/// Negative controls: a respondent that answers another question than the one it is asked, in a way that one law or
/// another must see; every law sees one.
#include "tests/support/laws_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace unilateral {
namespace {

class laws_hold : public testing::TestWithParam<std::string> {};

TEST_P(laws_hold, on_every_problem_the_solver_takes) {
  const study::listed_solver& solver = study::find_solver(GetParam());
  const auto run = laws_run::over_all_problems(solver);
  laws_run::print(solver.declaration.name, run);
  for (const std::string& what : run.broken) ADD_FAILURE() << what;
  int tried = 0;
  for (const auto& [law, t] : run.by_law) tried += t.tried;
  EXPECT_GT(tried, 0);
}

std::vector<std::string> names_of_solvers() {
  std::vector<std::string> names;
  for (const study::listed_solver& s : study::solver_list()) names.push_back(s.declaration.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(all, laws_hold, testing::ValuesIn(names_of_solvers()),
                         [](const auto& solver) { return solver.param; });

/// A point thrown over a slanted floor towards a wall, e = 4/5.
statement thrown() {
  statement s;
  s.system.coordinates = {"x", "y"};
  s.system.mass = diagonal_mass({2, 1});
  s.system.force = {0, -10};
  s.system.gap = {coordinate(1) + coordinate(0) / 8, rational(3) - coordinate(0)};
  s.system.restitution = rational(4, 5);
  s.position = {0, 1};
  s.velocity = {rational(5, 2), 0};
  s.horizon = rational(9, 5);
  return s;
}

/// Two balls on a line that nothing else acts on.
statement two_balls() {
  statement s;
  s.system.coordinates = {"a", "b"};
  s.system.mass = diagonal_mass({1, 3});
  s.system.force = {0, 0};
  s.system.gap = {coordinate(1) - coordinate(0)};
  s.system.restitution = rational(1, 2);
  s.position = {0, 1};
  s.velocity = {2, 1};
  s.horizon = 2;
  return s;
}

using fault = std::function<statement(const statement&)>;

std::set<std::string> broken_laws(const statement& bound, const fault& asks_instead) {
  const auto engine = std::find_if(study::solver_list().begin(), study::solver_list().end(),
                                   [](const auto& s) { return s.declaration.reference_engine; });
  const auto respondent = [&]<scalar S>(std::type_identity<S>) -> laws::respondent<S> {
    return [&](const laws::question& q) { return engine->solve<S>(asks_instead(q.asked), {}); };
  };
  const auto heard = laws::hear(bound, bound.horizon.root().value, false, respondent(std::type_identity<double>{}),
                                respondent(std::type_identity<real50>{}), laws::dependence::lipschitz, true);
  std::set<std::string> broken;
  if (const auto* why = std::get_if<std::string>(&heard)) {
    ADD_FAILURE() << *why;
    return broken;
  }
  const auto& both = std::get<laws::hearings>(heard);
  for (const std::string& law : laws::names()) {
    const bool in_double = laws::judge(law, both.in_double).is == laws::outcome::broken,
               in_fifty = laws::judge(law, both.in_fifty).is == laws::outcome::broken;
    EXPECT_EQ(in_double, in_fifty) << law;
    if (in_fifty) broken.insert(law);
  }
  return broken;
}

statement with_restitution(statement s, const expression& e) {
  s.system.restitution = e;
  return s;
}

TEST(laws, see_a_respondent_that_answers_another_question) {
  const fault none = [](const statement& s) { return s; };
  EXPECT_TRUE(broken_laws(thrown(), none).empty());
  EXPECT_TRUE(broken_laws(two_balls(), none).empty());

  std::set<std::string> seen;
  const auto sees = [&](const statement& bound, const std::set<std::string>& laws, const fault& wrong) {
    const std::set<std::string> broken = broken_laws(bound, wrong);
    for (const std::string& law : laws) EXPECT_TRUE(broken.contains(law)) << law;
    seen.insert(broken.begin(), broken.end());
  };
  const rational off(1, 1000000);
  // A force of its own, in its own units, on its first coordinate.
  sees(thrown(), {"units", "order", "coordinates"}, [&](statement s) {
    s.system.force[0] = s.system.force[0] + off;
    return s;
  });
  sees(two_balls(), {"momentum"}, [&](statement s) {
    s.system.force[0] = s.system.force[0] + off;
    return s;
  });
  // A little less restitution for every constraint; a little more, which gains energy at e = 1.
  sees(thrown(), {"said twice", "never met", "impact"}, [&](const statement& s) {
    return with_restitution(s,
                            s.system.restitution - expression(rational(off * static_cast<int>(s.system.gap.size()))));
  });
  sees(with_restitution(thrown(), rational(999999, 1000000)), {"energy"}, [&](statement s) {
    s.system.force[1] = s.system.force[1] * (1 - velocity(1) / 100);  // does work that the statement's force does not
    return s;
  });
  // Other restitutions for other horizons, and at e = 1.
  sees(thrown(), {"horizon", "origin of time"},
       [&](const statement& s) { return with_restitution(s, s.system.restitution - expression(off) * s.horizon); });
  sees(thrown(), {"backwards"},
       [&](const statement& s) { return s.system.restitution.is(1) ? with_restitution(s, rational(1 - off)) : s; });
  for (const std::string& law : laws::names()) EXPECT_TRUE(seen.contains(law)) << law << " has seen no fault";
}

}  // namespace
}  // namespace unilateral
