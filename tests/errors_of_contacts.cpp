/// When a contact begins and ends has an error beside it like every other number.
#include "reports/study/answer/estimate.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "tests/support/statements.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace unilateral::study {
namespace {

/// On the floor until t = 1, under the force (t − 1)ᵏ.
statement lifted(int k) {
  return statements::bodies({1}, {pow(time() - 1, rational(k))}, {coordinate(0)}, 0, {0}, {0}, 2);
}

template <scalar S>
void expect_a_bound(const char* solver, int k, double most) {
  SCOPED_TRACE(solver);
  const statement question = lifted(k);
  const auto answer = find_solver(solver).solve<S>(question, {});
  ASSERT_EQ(answer.contacts.size(), 1U);
  const auto found = estimated(question, find_solver(solver), {}, answer, time_limit());
  ASSERT_EQ(found.none, "");
  ASSERT_EQ(found.errors.contacts.size(), 1U);
  using std::abs;
  EXPECT_GE(found.errors.contacts[0].to, to_double(S(abs(answer.contacts[0].to - S(1))))) << k;
  EXPECT_LE(found.errors.contacts[0].to, most) << k;
  EXPECT_LE(found.errors.contacts[0].from, 1e-14);
}

TEST(errors_of_contacts, tell_what_a_reaction_that_vanishes_slowly_hides) {
  for (const char* engine : {"event_driven", "gauss_collocation"}) {
    expect_a_bound<double>(engine, 1, 1e-13);
    expect_a_bound<double>(engine, 3, 1e-3);  // a triple root: ε^(1/3), and sixteen times that
    expect_a_bound<real50>(engine, 3, 1e-14);
  }
}

TEST(errors_of_contacts, are_those_of_steps_for_a_scheme) {
  request asked;
  asked.step = rational(1, 130);
  const listed_solver& scheme = find_solver("moreau_time_stepping");
  const statement question = lifted(1);
  const auto answer = scheme.solve<double>(question, asked);
  ASSERT_FALSE(answer.contacts.empty());
  const auto found = estimated(question, scheme, asked, answer, time_limit());
  const double error = std::abs(answer.contacts[0].to - 1);
  EXPECT_GT(error, 1e-4);  // negative control
  EXPECT_GE(found.errors.contacts[0].to, error);
  EXPECT_LE(found.errors.contacts[0].to, 0.2);
}

solution<double> with_contacts(std::vector<contact_interval<double>> contacts) {
  solution<double> s;
  s.contacts = std::move(contacts);
  s.end_time = 4;
  s.end_position = s.end_velocity = column<double>::Zero(1);
  return s;
}

TEST(errors_of_contacts, hold_each_against_the_one_of_its_rank_and_constraint) {
  const auto mine = with_contacts({{0, 0.5, 1}, {1, 0.25, 2}, {0, 3, 3.5}}),
             other = with_contacts({{1, 0.25, 2.125}, {0, 0.5, 1.0625}});
  const auto found = from_second_run(mine, other).errors.contacts;
  ASSERT_EQ(found.size(), 3U);
  EXPECT_NEAR(found[0].to, 1.0, 1e-13);  // 16/16
  EXPECT_NEAR(found[1].to, 2.0, 1e-13);
  EXPECT_LT(found[0].from, 1e-13);
  EXPECT_EQ(found[2].from, HUGE_VAL);  // the other run has no such contact
  EXPECT_EQ(found[2].to, HUGE_VAL);
}

TEST(errors_of_contacts, are_infinite_after_the_runs_have_parted) {
  auto mine = with_contacts({{0, 0.5, 1}, {0, 1.5, 3}}), other = mine;
  other.accumulations.push_back({2, column<double>::Zero(1), column<double>::Zero(1)});
  const auto found = from_second_run(mine, other).errors.contacts;
  EXPECT_LT(found[0].to, 1e-13);
  EXPECT_LT(found[1].from, 1e-13);
  EXPECT_EQ(found[1].to, HUGE_VAL);
}

}  // namespace
}  // namespace unilateral::study
