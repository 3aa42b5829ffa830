/// Two reference engines that share no code, event_driven (Taylor series) and gauss_collocation (collocation at Gauss
/// points), give the same answer to 40 digits on every mechanical problem of the catalogue; and an error of 1e-20
/// planted in one number is seen by the other engine.
///
/// The comparison is the study's own (reports/study/reference/engines.hpp), and 40 digits its tolerance: both compute
/// with 50, a run amplifies their rounding by up to 1e5 here, and a disagreement of 1e-40 is a fault.

#include "problems/answers/problem.hpp"
#include "reports/study/families/values.hpp"
#include "reports/study/families/engines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace unilateral::study {
namespace {

using S = real50;
const char *const taylor = "event_driven", *const gauss = "gauss_collocation";

const solution<S>& answer_of(const std::string& problem_name, const std::string& solver) {
  static std::map<std::pair<std::string, std::string>, solution<S>> known;
  const auto [place, isnew] = known.try_emplace({problem_name, solver});
  if (isnew)
    place->second =
        find_solver(solver).solve<S>(with_values(std::get<statement>(find_problem(problem_name).question)), {});
  return place->second;
}

std::vector<known_value<S>> known_of(const std::string& problem_name) {
  const problem& p = find_problem(problem_name);
  if (!p.answer) return {};
  const statement bound = with_values(std::get<statement>(p.question));
  return p.answer.at<S>(values_of<S>(bound.parameters), constant_value<S>(bound.horizon)).values;
}

std::vector<std::string> systems() {
  std::vector<std::string> names;
  for (const problem& p : catalogue())
    if (!p.is_chain()) names.push_back(p.name);
  return names;
}

/// Agreements that don't hold.
std::set<std::string> disagreements(const std::string& name, const solution<S>& a,
                                    const std::vector<known_value<S>>& known) {
  std::set<std::string> found;
  for (const record& r : engines_compared(name, taylor, a, gauss, answer_of(name, gauss), known))
    if (r.outcome != verdict::holds) found.insert(r.about.quantity);
  return found;
}

TEST(reference_engines, are_two_of_which_the_studies_take_the_first) {
  std::vector<std::string> engines, studied;
  for (const listed_solver& s : solver_list())
    if (s.declaration.reference_engine) engines.push_back(s.declaration.name);
  for (const listed_solver* s : studied_solvers()) studied.push_back(s->declaration.name);
  EXPECT_EQ(engines, (std::vector<std::string>{taylor, gauss}));
  EXPECT_EQ(std::count(studied.begin(), studied.end(), taylor), 1);
  EXPECT_EQ(std::count(studied.begin(), studied.end(), gauss), 0);
  EXPECT_EQ(studied.size() + 1, solver_list().size());
}

TEST(reference_engines, agree_to_forty_digits_on_every_problem) {
  int numbers = 0;
  for (const std::string& name : systems()) {
    const auto known = known_of(name);
    numbers += static_cast<int>(known.size());
    for (const record& r :
         engines_compared(name, taylor, answer_of(name, taylor), gauss, answer_of(name, gauss), known)) {
      EXPECT_EQ(r.outcome, verdict::holds) << r.cell << ": " << r.reason;
      EXPECT_GE(r.as<agreement_facts>().agreed.value_or(0), digits_to_agree) << r.cell;
    }
  }
  EXPECT_GE(systems().size(), 40U);
  EXPECT_GE(numbers, 300);
}

/// Control: the comparison sees 1e-20 in any one number of an answer, and says in which kind.
TEST(reference_engines, an_error_of_1e_minus_20_in_one_engine_is_caught) {
  const S planted = exact<S>("1e-20");
  for (const char* name :
       {"double_pendulum_wall", "oscillator_family", "ball_earth", "block_rocking", "pendulum_with_stop"}) {
    const solution<S>& good = answer_of(name, taylor);
    ASSERT_FALSE(good.impacts.empty());
    ASSERT_TRUE(disagreements(name, good, {}).empty());
    const auto caught = [&](const std::string& kind, const std::function<void(solution<S>&)>& spoil) {
      solution<S> spoiled = good;
      spoil(spoiled);
      return disagreements(name, spoiled, {}).contains(kind);
    };
    EXPECT_TRUE(caught("times", [&](solution<S>& a) { a.impacts[0].t += planted; })) << name;
    EXPECT_TRUE(caught("velocities", [&](solution<S>& a) { a.impacts[0].v_plus[0] += planted; })) << name;
    EXPECT_TRUE(caught("impulses", [&](solution<S>& a) { a.impacts[0].impulse[0] += planted; })) << name;
    EXPECT_TRUE(caught("positions", [&](solution<S>& a) { a.end_position[0] += planted; })) << name;
    EXPECT_TRUE(caught("velocities", [&](solution<S>& a) { a.end_velocity[0] -= planted; })) << name;
    if (good.accumulations.empty())
      EXPECT_TRUE(caught("times", [&](solution<S>& a) { a.impacts.back().t += planted; })) << name;
    else
      EXPECT_TRUE(caught("times", [&](solution<S>& a) { a.accumulations[0].t += planted; })) << name;
    if (!good.contacts.empty()) {
      EXPECT_TRUE(caught("times", [&](solution<S>& a) { a.contacts.back().from += planted; })) << name;
    }
  }
}

/// Control: other events are no agreement, whatever the numbers.
TEST(reference_engines, events_that_one_engine_alone_sees_are_caught) {
  for (const char* name : {"double_pendulum_wall", "oscillator_family"}) {
    solution<S> one_less = answer_of(name, taylor), other_contact = one_less, stopped = one_less;
    one_less.impacts.pop_back();
    other_contact.impacts[0].active = {7};
    stopped.status = "stopped: planted";
    for (const solution<S>& a : {one_less, other_contact, stopped})
      EXPECT_EQ(disagreements(name, a, {}).size(), agreements.size() - 1) << name;
  }
  solution<S> no_limit = answer_of("ball_earth", taylor);
  no_limit.accumulations.clear();
  EXPECT_FALSE(disagreements("ball_earth", no_limit, {}).empty());
}

/// Every number the catalogue knows is found by both engines; and no number that is wrong by 1e-20 passes, whichever it
/// is.
TEST(reference_engines, an_error_of_1e_minus_20_in_a_reference_digit_is_caught) {
  const S planted = exact<S>("1e-20");
  int numbers = 0, untold = 0;
  for (const std::string& name : systems()) {
    const auto known = known_of(name);
    for (std::size_t k = 0; k < known.size(); ++k) {
      EXPECT_LE(100 * known[k].accuracy, planted)
          << name << ": " << known[k].quantity << " is known to fewer than 22 digits";
      std::vector<known_value<S>> wrong{known[k]};
      wrong[0].value += planted * std::max(S(1), S(abs(known[k].value)));
      // The second engine alone: it tells fewer impacts before an accumulation.
      const solution<S>& found = answer_of(name, gauss);
      bool caught = false;
      for (const record& r : engines_compared(name, gauss, found, gauss, found, wrong))
        caught = caught || (r.about.quantity == agreements.back() && r.outcome == verdict::fails);
      const bool tells = !(known[k].quantity == "counts.impacts" || known[k].quantity.starts_with("impacts[")) ||
                         found.accumulations.empty();
      if (tells) {
        EXPECT_TRUE(caught) << name << ": " << known[k].quantity;
      }
      (caught ? numbers : untold) += 1;
    }
  }
  EXPECT_GE(numbers, 300);
  EXPECT_LE(untold, numbers / 4);
}

/// What a computed reference says of itself: every method named that is a solver here does find its digits, and there
/// are two at least.
TEST(reference_engines, a_computed_reference_is_found_by_every_method_it_names) {
  int computed = 0;
  for (const std::string& name : systems()) {
    const problem& p = find_problem(name);
    if (!p.answer) continue;
    const statement bound = with_values(std::get<statement>(p.question));
    const reference<S> known = p.answer.at<S>(values_of<S>(bound.parameters), constant_value<S>(bound.horizon));
    if (known.from.from != origin::computed) continue;
    ++computed;
    std::set<std::string> methods(known.from.confirmed_by.begin(), known.from.confirmed_by.end());
    methods.insert(known.from.maker);
    EXPECT_GE(methods.size(), 2U) << name;
    for (const std::string& method : known.from.confirmed_by) {
      const solution<S>& found = answer_of(name, method);
      for (const record& r : engines_compared(name, method, found, method, found, known.values))
        EXPECT_EQ(r.outcome, verdict::holds) << r.cell << ": " << r.reason;
    }
  }
  EXPECT_GE(computed, 1);
}

/// A cheap sample of what `verify` leaves out: the second engine in double, and its 50 digits against the closed forms,
/// by the tolerances of values.hpp. No motion that begins in contact: for its tolerance it is started from places near
/// by, on the surface to 50 digits, and collocation carries 56 and takes the last for a gap.
TEST(reference_engines, the_second_engine_knows_the_values_in_both_scalars) {
  for (const char* name :
       {"falling_column", "galperin_1", "oscillator_by_hand", "pendulum_with_stop", "wedge_fig2_right"}) {
    const auto records = values_of_solver(find_problem(name), {}, find_solver(gauss));
    EXPECT_FALSE(records.empty()) << name;
    for (const record& r : records)
      EXPECT_EQ(r.outcome, verdict::holds)
          << r.cell << ": " << r.reason << ", " << r.as<value_facts>().error << " > " << r.as<value_facts>().tolerance;
  }
}

/// The quick grid says what it leaves to the full one.
TEST(reference_engines, a_run_of_many_impacts_is_left_to_the_full_grid_by_name) {
  const auto records = engines_of(find_problem("galperin_3"), find_solver(taylor), find_solver(gauss), {.quick = true});
  ASSERT_FALSE(records.empty());
  for (const record& r : records) {
    EXPECT_EQ(r.outcome, verdict::cannot_tell) << r.cell;
    EXPECT_FALSE(r.as<agreement_facts>().agreed) << r.cell;
    EXPECT_NE(r.reason.find("3141 impacts"), std::string::npos) << r.reason;
  }
}

}  // namespace
}  // namespace unilateral::study
