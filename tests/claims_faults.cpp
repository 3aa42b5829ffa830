/// Negative controls of the register: a planted fault in what a claim rests on turns its verdict, and `verify` no
/// longer holds. The six that take half a minute each wait for the full check.

#include "problems/judge/laws/other_words.hpp"
#include "reports/claims/register.hpp"
#include "reports/claims/runs.hpp"
#include "reports/study/record/tally.hpp"
#include "reports/study/reference/trusted_run.hpp"
#include "tests/support/full_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <set>

namespace unilateral::claims {
namespace {

std::vector<std::string> turned(const std::string& filter, const instruments& with) {
  const study::results all = settle({.jobs = 2, .filter = filter}, with);
  std::vector<std::string> ids;
  for (const study::record& r : all)
    if (r.outcome == study::verdict::fails) ids.push_back(r.about.quantity);
  EXPECT_EQ(study::all_hold(all), ids.empty());
  return ids;
}
void expect_turned(const std::vector<std::string>& expected, const instruments& with) {
  for (const std::string& id : expected) {
    const auto found = turned("^claims/" + id + "$", with);
    EXPECT_EQ(found, std::vector<std::string>{id});
  }
}

/// The recursion of the chain with the sign of its root flipped: a_i = m_i |c_i| − √(1 − m_i² s_i²).
TEST(claims_faults, a_sign_in_the_chain_recursion) {
  instruments with = of_this_build();
  for (study::listed_solver& s : with.solvers) {
    if (s.declaration.name != "chain_duality") continue;
    s.chain_in_real50 = [right = s.chain_in_real50](const chain_statement& chain, const request& asked) {
      chain_solution<real50> a = right(chain, asked);
      const std::size_t n = a.tensions.size();
      std::vector<plane_vector<real50>> T;
      for (std::size_t i = 1; i <= n; ++i) {
        plane_vector<real50> d;
        for (std::size_t j = 0; j < 2; ++j)
          d[static_cast<Eigen::Index>(j)] =
              constant_value<real50>(chain.nodes[i][j]) - constant_value<real50>(chain.nodes[i - 1][j]);
        T.push_back(d / real50(sqrt(real50(d.dot(d)))));
      }
      real50 greatest(1);
      a.tensions[n - 1] = greatest;
      for (std::size_t i = n - 1; i-- > 0;) {
        const real50 c = abs(real50(T[i].dot(T[i + 1]))), s_i = sqrt(real50(1 - c * c)),
                     m = greatest * s_i > c ? real50(c / s_i) : greatest;
        greatest = abs(real50(m * c - sqrt(real50(1 - m * m * s_i * s_i))));
        a.tensions[i] = greatest;
      }
      a.dual_value = greatest * abs(real50(T[0].dot(a.velocities[0])));
      return a;
    };
  }
  expect_turned({"S04.P1P2", "S04.2.2t", "S04.Rj", "S04.stop", "S04.fig4", "S04.fig5", "S04.stages", "S04.string"},
                with);
}

/// An order below 0 among those measured on the ladders of a convergence study; a survey, whose short ladders declare
/// nothing, is no evidence.
TEST(claims_faults, a_scheme_that_does_not_converge) {
  ONLY_IN_A_FULL_CHECK();
  for (const bool is_survey : {false, true}) {
    instruments with = of_this_build();
    for (const std::string distance : {"sup q", "L1 v", "L2 v"}) {
      const std::string study = is_survey ? "measured_over_e" : "orders";
      study::record r{
          .cell = study + "/ball_inelastic/sweeping/" + distance,
          .about = {.study = study, .problem = "ball_inelastic", .solver = "sweeping", .quantity = distance},
          .fitting = study::fit_outcome::fitted};
      r.fit.emplace();
      r.fit->order = -1;
      with.orders.push_back(r);
    }
    EXPECT_EQ(turned("^claims/DMP.conv$", with).empty(), is_survey);
  }
}

/// A ladder on which a run stopped tells nothing about convergence, whatever its reason says; and one whose reason has
/// the word but whose runs all ended does.
TEST(claims_faults, a_scheme_whose_runs_stop) {
  ONLY_IN_A_FULL_CHECK();
  for (const bool stopped : {true, false}) {
    instruments with = of_this_build();
    for (const std::string distance : {"sup q", "L1 v", "L2 v", "Hausdorff v"}) {
      study::record r{
          .cell = "orders/ball_inelastic/sweeping/" + distance,
          .about = {.study = "orders", .problem = "ball_inelastic", .solver = "sweeping", .quantity = distance}};
      if (distance == "sup q") {
        r.fitting = stopped ? study::fit_outcome::stopped : study::fit_outcome::exact_to_rounding;
        r.reason = stopped ? "two runs did not reach the end" : "exact to rounding; nothing stopped here";
      } else {
        r.fitting = study::fit_outcome::fitted;
        r.fit = study::fitted_order{.order = 1, .half_width = 0.01};
      }
      with.orders.push_back(r);
    }
    EXPECT_EQ(turned("^claims/DMP.conv$", with).empty(), !stopped);
  }
}

/// A reference in doubt leaves a claim open: nothing was measured against it, and nothing contradicts it. Where a fact
/// has failed before, it is contradicted.
TEST(claims_faults, a_reference_in_doubt_leaves_a_claim_open) {
  instruments with = of_this_build();
  with.orders.push_back(study::without_verdict(
      {.cell = "orders/ball_inelastic/sweeping/sup q",
       .about = {.study = "orders", .problem = "ball_inelastic", .solver = "sweeping", .quantity = "sup q"}},
      "two engines part"));
  const study::results found = settle({.filter = "^claims/DMP.conv$"}, with);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found.front().as<study::claim_facts>().settled, study::settlement::open);
  EXPECT_EQ(found.front().outcome, study::verdict::reference_in_doubt);
  EXPECT_EQ(found.front().reason, "two engines part");
  EXPECT_EQ(study::exit_status_of(found, study::all_as_declared(found)), 3);

  const claim doubted{.id = "x",
                      .paper = {},
                      .place = {},
                      .statement = {},
                      .expected = study::settlement::confirmed,
                      .settle = [](inquiry& q) {
                        q.holds("a fact", false);
                        throw study::reference_in_doubt("two engines part");
                      }};
  EXPECT_EQ(settled(doubted, with).verdict, study::settlement::contradicted);
}

/// A criterion that moves the whole chain while (n − 1)β < π/2, as printed.
TEST(claims_faults, a_chain_that_moves_as_the_printed_criterion_says) {
  instruments with = of_this_build();
  for (study::listed_solver& s : with.solvers)
    if (s.declaration.name == "chain_duality")
      s.chain_in_real50 = [right = s.chain_in_real50](const chain_statement& chain, const request& asked) {
        chain_solution<real50> a = right(chain, asked);
        a.moving = chain.bars();
        return a;
      };
  expect_turned({"S04.stop", "S04.fig5", "S04.i"}, with);
}

/// v⁺ = Proj_V v⁻ + e (v⁻ − Proj_V v⁻), the sign of the rebound flipped; and one that projects too far.
TEST(claims_faults, a_sign_in_the_impact_law) {
  ONLY_IN_A_FULL_CHECK();
  instruments with = of_this_build();
  with.impact_law = [](const exact::space& E, const exact::rows& u, const exact::vector& v, const rational& e) {
    return exact::impact(E, u, v, -e);
  };
  expect_turned({"P04.law"}, with);
  with.impact_law = [](const exact::space& E, const exact::rows& u, const exact::vector& v, const rational& e) {
    exact::shock s = exact::impact(E, u, v, e);
    s.v_plus = exact::sum(s.v_plus, rational(1, 1000000), v);
    return s;
  };
  expect_turned({"M83.equiv", "M83.exists", "M83.carnot", "M83.open", "P04.law", "P04.map", "P04.T21"}, with);
}

/// Every runner is given half the restitution.
TEST(claims_faults, a_wrong_restitution_in_the_solvers) {
  instruments with = of_this_build();
  for (study::listed_solver& s : with.solvers)
    if (s.system_in_real50)
      s.system_in_real50 = [right = s.system_in_real50](const statement& question, const request& asked) {
        statement other = question;
        other.system.restitution = question.system.restitution / 2;
        return right(other, asked);
      };
  expect_turned({"DMP.law", "DMP.mdi", "DMP.pendulum", "DMP.balance", "P04.fig2", "P04.unique"}, with);
}

/// Contact forces of the wrong sign, in the projection and in the runs.
TEST(claims_faults, a_sign_in_the_projection) {
  instruments with = of_this_build();
  with.projection = [](const exact::space& E, const exact::rows& u, const exact::vector& s, const exact::vector& z) {
    exact::projected p = exact::project(E, u, s, z);
    for (rational& lambda : p.lambda) lambda = -lambda;
    return p;
  };
  expect_turned({"M63.P", "M63.reaction", "M63.dual", "M63.naive", "M63.nonempty", "M83.cones"}, with);
}

/// Velocities after a shock that are a little too large: energy, the soft shock, the inclusion.
TEST(claims_faults, a_shock_that_gives_energy) {
  instruments with = of_this_build();
  for (study::listed_solver& s : with.solvers)
    if (s.system_in_real50)
      s.system_in_real50 = [right = s.system_in_real50](const statement& question, const request& asked) {
        solution<real50> a = right(question, asked);
        for (auto& shock : a.impacts) shock.v_plus -= shock.v_minus / real50(1000);
        return a;
      };
  expect_turned({"M83.energy", "M83.soft", "M83.mdi", "DMP.law"}, with);
}

/// Warnings are taken away, or say more than that (5) does not hold, or nothing of a plane wedge.
TEST(claims_faults, a_solver_that_does_not_warn_or_says_more) {
  const std::vector<std::function<void(solution<double>&)>> faults{[](solution<double>& a) { a.warnings.clear(); },
                                                                   [](solution<double>& a) {
                                                                     for (std::string& text : a.warnings)
                                                                       text += ", nor need the outcome converge";
                                                                   },
                                                                   [](solution<double>& a) {
                                                                     for (std::string& text : a.warnings)
                                                                       text = text.substr(
                                                                           0, text.find("; in a plane wedge"));
                                                                   }};
  for (const auto& fault : faults) {
    instruments with = of_this_build();
    for (study::listed_solver& s : with.solvers)
      if (s.system_in_double)
        s.system_in_double = [right = s.system_in_double, &fault](const statement& question, const request& asked) {
          solution<double> a = right(question, asked);
          fault(a);
          return a;
        };
    expect_turned({"P04.guard"}, with);
  }
}

/// Tensions of the chain that friction at its nodes can't hold.
TEST(claims_faults, a_chain_that_is_pulled_too_hard) {
  instruments with = of_this_build();
  for (study::listed_solver& s : with.solvers)
    if (s.chain_in_real50)
      s.chain_in_real50 = [right = s.chain_in_real50](const chain_statement& chain, const request& asked) {
        chain_solution<real50> a = right(chain, asked);
        for (real50& tension : a.tensions) tension *= real50(1) + real50(1) / 1000;
        return a;
      };
  expect_turned({"S04.C", "S04.weights"}, with);
}

/// The theorems on the chain for every n and on the acute wedge are taken away.
TEST(claims_faults, a_theorem_that_is_missing) {
  instruments with = of_this_build();
  std::erase_if(with.theorems.proved, [](const auto& t) {
    const std::string& module = t.first.first;
    return module == "chain_recursion" || module == "chain_arc" || module == "wedge_acute";
  });
  expect_turned({"S04.P1P2", "S04.2.2t", "S04.Rj", "S04.stop", "S04.fig4", "S04.fig5", "S04.i", "S04.stages",
                 "P04.fig3", "P04.map"},
                with);
}

/// A theorem that says something else than when it was bound: another digest.
TEST(claims_faults, a_statement_that_changed) {
  const instruments right = of_this_build();
  std::set<std::string> tried;
  for (const binding& b : right.bindings) {
    if (b.is == part::support || !tried.insert(b.claim).second || b.claim == "P04.map")
      continue;  // the map takes seconds
    instruments with = right;
    with.theorems.proved.at({b.module, b.theorem}).digest[0] ^= 1;
    expect_turned({b.claim}, with);
  }
  EXPECT_GT(tried.size(), 35u);
}

/// The bindings are taken away: what was proved is confirmed at best, what was proved in a case too.
TEST(claims_faults, a_claim_without_its_theorem) {
  instruments with = of_this_build();
  std::erase_if(with.bindings, [](const binding& b) { return b.is == part::is || b.is == part::is_case; });
  expect_turned({"M63.P", "M63.bilateral", "M83.minusV", "M83.elastic", "M83.smooth", "P04.fig1", "P04.fig2",
                 "P04.apriori", "DMP.balance", "S04.saddle", "S04.extremality", "S04.2.1"},
                with);
}

/// Nothing is confirmed on nothing.
TEST(claims_faults, a_claim_that_was_tried_on_nothing) {
  const claim idle{.id = "x",
                   .paper = {},
                   .place = {},
                   .statement = {},
                   .expected = study::settlement::confirmed,
                   .settle = [](inquiry& q) { q.holds("a fact", true); }};
  EXPECT_EQ(settled(idle, of_this_build()).verdict, study::settlement::open);
}

using change = std::function<void(solution<real50>&)>;
/// Every run at 50 digits, changed.
instruments with_runs(const change& fault) {
  instruments with = of_this_build();
  for (study::listed_solver& s : with.solvers)
    if (s.system_in_real50)
      s.system_in_real50 = [right = s.system_in_real50, fault](const statement& question, const request& asked) {
        solution<real50> a = right(question, asked);
        fault(a);
        return a;
      };
  return with;
}

/// Forces twice as strong, in every run.
TEST(claims_faults, a_force_that_is_doubled) {
  ONLY_IN_A_FULL_CHECK();
  instruments with = of_this_build();
  for (study::listed_solver& s : with.solvers) {
    if (s.system_in_real50)
      s.system_in_real50 = [right = s.system_in_real50](const statement& question, const request& asked) {
        statement other = question;
        for (expression& f : other.system.force) f = 2 * f;
        return right(other, asked);
      };
  }
  // Of (3) and its twin the reaction is another, of M63.time the instant of leaving, of DMP.local the blow-up.
  expect_turned({"M63.time", "M63.naive", "M83.smooth", "M83.minusV", "DMP.local", "DMP.pendulum", "M63.rheonomic"},
                with);
}

/// The metric is that of t = 0, or the forces have no −(∂M/∂t) v, in every run.
TEST(claims_faults, a_metric_that_does_not_move) {
  ONLY_IN_A_FULL_CHECK();
  laws::in_other_words at_first(
      [](const expression& leaf) { return leaf.op() == operation::time ? expression(0) : leaf; });
  const std::vector<std::function<void(statement&)>> faults{
      [&](statement& s) {
        for (mass_entry& m : s.system.mass) m.value = at_first(m.value);
      },
      [](statement& s) {
        for (const mass_entry& m : s.system.mass) {
          expression& f = s.system.force[static_cast<std::size_t>(m.row)];
          f = f + derivative(m.value, time()) * velocity(m.column);
        }
      }};
  for (const auto& fault : faults) {
    instruments with = of_this_build();
    for (study::listed_solver& s : with.solvers)
      if (s.system_in_real50)
        s.system_in_real50 = [right = s.system_in_real50, &fault](const statement& question, const request& asked) {
          statement other = question;
          fault(other);
          return right(other, asked);
        };
    expect_turned({"M63.rheonomic"}, with);
  }
}

/// A scheme that does not keep the orders it declares.
TEST(claims_faults, a_scheme_of_another_order_where_the_metric_moves) {
  instruments with = of_this_build();
  for (const std::string distance : {"sup q", "L1 v", "L2 v", "Hausdorff v"}) {
    study::record r{
        .cell = "orders/ball_in_axes_that_shear/sweeping/" + distance,
        .about = {.study = "orders", .problem = "ball_in_axes_that_shear", .solver = "sweeping", .quantity = distance},
        .fitting = study::fit_outcome::fitted};
    r.outcome = distance == "sup q" ? study::verdict::fails : study::verdict::holds;
    r.fit = study::fitted_order{.order = 0.5, .half_width = 0.01};
    with.orders.push_back(r);
  }
  expect_turned({"M63.rheonomic"}, with);
}

/// The sphere is left too early.
TEST(claims_faults, contacts_that_end_too_early) {
  expect_turned({"M63.sphere", "M63.time"}, with_runs([](solution<real50>& a) {
                  for (auto& contact : a.contacts) contact.to -= (contact.to - contact.from) / 1000000;
                }));
}

/// Left velocities point inwards.
TEST(claims_faults, a_left_velocity_of_the_wrong_sign) {
  expect_turned({"M83.tangent"}, with_runs([](solution<real50>& a) {
                  for (auto& shock : a.impacts) shock.v_minus = -shock.v_minus;
                }));
}

/// The perturbed motions keep one velocity too many: a bounce of half the restitution.
TEST(claims_faults, motions_that_do_not_tend_to_the_limit) {
  ONLY_IN_A_FULL_CHECK();
  instruments with = of_this_build();
  for (study::listed_solver& s : with.solvers)
    if (s.system_in_real50)
      s.system_in_real50 = [right = s.system_in_real50](const statement& question, const request& asked) {
        statement other = question;
        // Perturbed data alone: the limit's positions are whole numbers and halves.
        const bool perturbed = constant_value<real50>(question.position[0]) != -1;
        if (perturbed) other.velocity[0] = other.velocity[0] + expression(rational(1, 100));
        return right(other, asked);
      };
  expect_turned({"P04.T21", "P04.T22", "P04.right", "P04.weak", "P04.interval"}, with);
}

/// Perturbed motions with velocities beyond every bound.
TEST(claims_faults, motions_that_are_too_fast) {
  instruments with = of_this_build();
  for (study::listed_solver& s : with.solvers)
    if (s.system_in_real50)
      s.system_in_real50 = [right = s.system_in_real50](const statement& question, const request& asked) {
        statement other = question;
        for (expression& v : other.velocity) v = 5 * v;
        return right(other, asked);
      };
  expect_turned({"P04.apriori"}, with);
}

/// Every run in double is the run at 50 digits: then rounding decides nothing.
TEST(claims_faults, a_double_that_does_not_round) {
  instruments with = of_this_build();
  for (study::listed_solver& s : with.solvers)
    if (s.system_in_double && s.system_in_real50)
      s.system_in_double = [right = s.system_in_double, fine = s.system_in_real50](const statement& question,
                                                                                   const request& asked) {
        solution<double> a = right(question, asked);
        const solution<real50> b = fine(question, asked);
        for (Eigen::Index i = 0; i < a.end_velocity.size(); ++i)
          a.end_velocity[i] = static_cast<double>(b.end_velocity[i]);
        return a;
      };
  expect_turned({"P04.rounding"}, with);
}

/// Forces in double that are a little too large: errors that do not fall with the step, and engines that are off.
TEST(claims_faults, a_force_that_is_not_the_problems) {
  instruments with = of_this_build();
  for (study::listed_solver& s : with.solvers)
    if (s.system_in_double)
      s.system_in_double = [right = s.system_in_double](const statement& question, const request& asked) {
        statement other = question;
        for (expression& f : other.system.force) f = f + rational(1, 50);
        return right(other, asked);
      };
  expect_turned({"DMP.regularity"}, with);
}

/// The bar's contact is lost.
TEST(claims_faults, a_bar_without_a_contact) {
  instruments with = of_this_build();
  for (study::listed_solver& s : with.solvers)
    if (s.system_in_double)
      s.system_in_double = [right = s.system_in_double](const statement& question, const request& asked) {
        solution<double> a = right(question, asked);
        a.contacts.clear();
        return a;
      };
  expect_turned({"M63.continuous"}, with);
}

/// Velocities of the chain that depend on the lengths of its bars.
TEST(claims_faults, a_chain_whose_lengths_enter) {
  instruments with = of_this_build();
  for (study::listed_solver& s : with.solvers)
    if (s.chain_in_real50)
      s.chain_in_real50 = [right = s.chain_in_real50](const chain_statement& chain, const request& asked) {
        chain_solution<real50> a = right(chain, asked);
        for (auto& u : a.velocities) u *= real50(1) + real50(1) / 1000;
        return a;
      };
  expect_turned({"S04.length"}, with);
}

/// No confirmed row is without a fault above, nor one whose corrected statement is confirmed and not proved: each id
/// stands in a test of this file.
TEST(claims_faults, every_confirmed_row_has_one) {
  std::set<std::string> proved;
  for (const binding& b : of_this_build().bindings)
    if (b.is == part::correction) proved.insert(b.claim);
  std::ifstream file(std::string(SOURCE_ROOT) + "/tests/claims_faults.cpp");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  for (const claim& c : register_of_claims()) {
    const bool has_one =
        text.find("\"" + c.id + "\"") != std::string::npos || text.find("^claims/" + c.id + "$") != std::string::npos;
    const bool is_confirmed = c.expected == study::settlement::confirmed ||
                              (c.expected == study::settlement::corrected && !proved.contains(c.id));
    EXPECT_TRUE(has_one || !is_confirmed) << c.id;
  }
}

TEST(claims_faults, a_digit_in_a_certificate) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "claims_certificates";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  for (const auto& file : std::filesystem::directory_iterator(of_this_build().certificates)) {
    if (!file.is_regular_file()) continue;
    std::ifstream from(file.path());
    std::string text{std::istreambuf_iterator<char>(from), {}};
    const auto number = text.find_last_of("123456789");  // the last number of the file
    text[number] = text[number] == '9' ? '8' : static_cast<char>(text[number] + 1);
    std::ofstream(folder / file.path().filename()) << text;
  }
  instruments with = of_this_build();
  with.certificates = folder;
  expect_turned({"M63.reaction", "M63.dual", "M63.naive", "M83.equiv", "S04.2.2t", "S04.i"}, with);
  with.certificates = folder / "nowhere";
  expect_turned({"M63.reaction", "M63.dual", "M63.naive", "M83.equiv", "S04.2.2t", "S04.i"}, with);
  std::filesystem::remove_all(folder);
}

class copied_proofs : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("claims_proofs_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::remove_all(folder_);
    std::filesystem::copy(std::filesystem::path(SOURCE_ROOT) / "proofs" / "coq", folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void append(const std::string& file, const std::string& text) {
    std::ofstream(folder_ / file, std::ios::app) << text;
  }
  /// Of a claim that rests on a theorem.
  void expect_not_proved() {
    instruments with = of_this_build();
    with.theorems = theorems_in(folder_);
    expect_turned({"M83.soft"}, with);
  }
  std::filesystem::path folder_;
};

TEST_F(copied_proofs, count_as_they_are) {
  instruments with = of_this_build();
  with.theorems = theorems_in(folder_);
  EXPECT_EQ(with.theorems.fault, "");
  EXPECT_TRUE(turned("^claims/M83.soft$", with).empty());
}
TEST_F(copied_proofs, do_not_count_when_a_source_changed_since_the_audit) {
  append("inelastic_shocks.v", "\n(* changed *)\n");
  expect_not_proved();
}
TEST_F(copied_proofs, do_not_count_when_a_statement_changed) {
  append("headlines.frozen", "soft_shock\n     : True\n");
  expect_not_proved();
}
TEST_F(copied_proofs, do_not_count_without_an_audit) {
  std::filesystem::remove(folder_ / "audited.sha256");
  expect_not_proved();
}
TEST_F(copied_proofs, do_not_count_beside_a_proof_that_was_not_audited) {
  append("more.v", "Lemma more : True. Proof. exact I. Qed.\n");
  expect_not_proved();
}
TEST_F(copied_proofs, do_not_count_when_the_theorem_is_not_announced) {
  instruments with = of_this_build();
  std::erase_if(with.theorems.proved, [](const auto& t) { return t.first.second == "soft_shock"; });
  expect_turned({"M83.soft"}, with);
}

}  // namespace
}  // namespace unilateral::claims
