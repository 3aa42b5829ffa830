/// Every law of problems/judge/laws.hpp and chain_laws.hpp over every solver, every problem of the catalogue that it
/// takes, in double and at fifty digits, as the study of laws asks it in its quick grid. A solver or a problem added
/// tomorrow is among them. Printed: cases tried, those left out and why, and the case that is nearest to its bound.
/// Bounds: (1) and (2) of problems/judge/laws.hpp.
///
/// Negative controls: a respondent that answers another question than the one it is asked, in a way that one law or
/// another must see; every law sees one.
#include "problems/judge/chain_laws.hpp"
#include "problems/judge/laws.hpp"
#include "problems/judge/laws/findings.hpp"
#include "reports/study/families/laws.hpp"
#include "reports/study/run/parallel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <limits>
#include <map>
#include <set>

namespace unilateral {
namespace {

using study::law_facts;
using study::record;

class laws_hold : public testing::TestWithParam<std::string> {};

struct tally {
  int tried = 0, left_out = 0;
  std::map<std::string, int> why;
  const record* closest = nullptr;
};

TEST_P(laws_hold, on_every_problem_the_solver_takes) {
  const study::listed_solver& solver = study::find_solver(GetParam());
  std::vector<const problem*> taken;
  for (const problem& p : catalogue())
    if (std::visit([&](const auto& question) { return solver.solves(question); }, p.question)) taken.push_back(&p);
  std::vector<study::results> found(taken.size());
  study::for_each_index(static_cast<int>(taken.size()), 2, [&](int k) {
    const auto at = static_cast<std::size_t>(k);
    found[at] = study::laws_of(*taken[at], solver, study::budget_of(true));
  });

  std::map<std::string, tally> by_law;
  int tried = 0;
  for (const study::results& of_problem : found)
    for (const record& r : of_problem) {
      EXPECT_NE(r.outcome, study::verdict::fails) << r.cell << ": " << r.reason;
      const auto& facts = r.as<law_facts>();
      tally& t = by_law[r.about.quantity];
      if (!facts.left_out.empty()) {
        ++t.left_out;
        ++t.why[facts.left_out.substr(0, facts.left_out.find(':'))];
        continue;
      }
      EXPECT_EQ(r.outcome, study::verdict::holds) << r.cell;
      ++t.tried;
      ++tried;
      if (t.closest == nullptr || facts.share > t.closest->as<law_facts>().share) t.closest = &r;
    }
  EXPECT_GT(tried, 0);
  for (const auto& [law, t] : by_law) {
    std::cout << std::left << "  " << std::setw(16) << law << "tried " << std::setw(5) << t.tried << "left out "
              << std::setw(5) << t.left_out;
    for (const auto& [why, count] : t.why) std::cout << " " << count << " × " << why << ";";
    std::cout << "\n";
    if (t.closest != nullptr)
      std::cout << "    nearest to its bound: " << t.closest->cell << ": " << t.closest->reason << "\n";
  }
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

/// A share that is no number breaks a law, wherever it stands among the measures: a smaller one after it hides nothing.
TEST(laws, no_number_is_no_small_share) {
  const double none = std::numeric_limits<double>::quiet_NaN(), beyond = std::numeric_limits<double>::infinity();
  laws::measures<double> bound;
  bound.fill(1);
  for (const double wrong : {none, beyond, 2.0})
    for (std::size_t k = 0; k < laws::measured; ++k) {
      laws::measures<double> defect;
      defect.fill(0.5);
      defect[k] = wrong;
      EXPECT_EQ(laws::compared("any", defect, bound).is, laws::outcome::broken) << wrong << " at " << k;
    }
  laws::measures<double> small;
  small.fill(0.5);
  EXPECT_EQ(laws::compared("any", small, bound).is, laws::outcome::holds);
}

/// Three bars, the driven end pulled by hand.
chain_statement pulled_chain() {
  chain_statement s;
  s.nodes = {{0, 0}, {-1, 0}, {rational(-8, 5), rational(-4, 5)}, {rational(-11, 5), 0}};
  s.velocity = {rational(4, 5), rational(3, 5)};
  return s;
}
chain_statement towed_chain() {
  chain_statement s = pulled_chain();
  s.evolves = true;
  s.path = {time() * rational(4, 5), time() * rational(3, 5)};
  s.horizon = rational(1, 2);
  return s;
}

using chain_fault = std::function<chain_statement(const chain_statement&)>;

std::set<std::string> broken_laws(const chain_statement& bound, const chain_fault& asks_instead) {
  const auto& solvers = study::solver_list();
  const auto engine = std::find_if(solvers.begin(), solvers.end(), [&](const auto& s) { return s.solves(bound); });
  const auto respondent = [&]<scalar S>(std::type_identity<S>) -> laws::chain_respondent<S> {
    return [&](const chain_statement& q) { return engine->template solve<S>(asks_instead(q), {}); };
  };
  const auto heard =
      laws::hear(bound, respondent(std::type_identity<double>{}), respondent(std::type_identity<real50>{}));
  std::set<std::string> broken;
  if (const auto* why = std::get_if<std::string>(&heard)) {
    ADD_FAILURE() << *why;
    return broken;
  }
  const auto& both = std::get<laws::chain_hearings>(heard);
  for (const std::string& law : laws::names_for_chains()) {
    const bool in_double = laws::judge(law, both.in_double).is == laws::outcome::broken,
               in_fifty = laws::judge(law, both.in_fifty).is == laws::outcome::broken;
    EXPECT_EQ(in_double, in_fifty) << law;
    if (in_fifty) broken.insert(law);
  }
  return broken;
}

TEST(laws_of_chains, see_a_respondent_that_answers_another_question) {
  const rational off(1, 1000000);
  const chain_fault none = [](const chain_statement& s) { return s; };
  EXPECT_TRUE(broken_laws(pulled_chain(), none).empty());
  EXPECT_TRUE(broken_laws(towed_chain(), none).empty());

  std::set<std::string> seen;
  const auto sees = [&](const chain_statement& bound, const std::set<std::string>& laws, const chain_fault& wrong) {
    const std::set<std::string> broken = broken_laws(bound, wrong);
    for (const std::string& law : laws) EXPECT_TRUE(broken.contains(law)) << law;
    seen.insert(broken.begin(), broken.end());
  };
  // A velocity of its own, in its own units and its own direction.
  sees(pulled_chain(), {"units", "turned", "reflected"}, [&](chain_statement s) {
    s.velocity[0] = s.velocity[0] + expression(off);
    return s;
  });
  // A velocity that depends on where the chain lies.
  sees(pulled_chain(), {"shifted"}, [&](chain_statement s) {
    s.velocity[0] = s.velocity[0] + expression(off) * s.nodes[0][0];
    return s;
  });
  // A path that depends on how long it is asked for.
  sees(towed_chain(), {"horizon"}, [&](chain_statement s) {
    s.path[0] = s.path[0] + expression(off) * s.horizon * time();
    return s;
  });
  for (const std::string& law : laws::names_for_chains())
    EXPECT_TRUE(seen.contains(law)) << law << " has seen no fault";
}

}  // namespace
}  // namespace unilateral
