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

/// Engines take a reaction for 0 that is below 128 roundings of the largest that it has been: here up to |t − 1|ᵏ = 128
/// ε; and the estimate is four times what the second run differs by, with the rounding of the number itself.
template <scalar S>
void expect_a_bound(const char* solver, int k) {
  SCOPED_TRACE(solver);
  const statement question = lifted(k);
  const auto answer = find_solver(solver).solve<S>(question, {});
  ASSERT_EQ(answer.contacts.size(), 1U);
  const auto found = estimated(question, find_solver(solver), {}, answer, time_limit());
  ASSERT_EQ(found.none, "");
  ASSERT_EQ(found.errors.contacts.size(), 1U);
  using std::abs;
  EXPECT_GE(found.errors.contacts[0].to, to_double(S(abs(answer.contacts[0].to - S(1))))) << k;
  const double ε = to_double(epsilon<S>());
  EXPECT_LE(found.errors.contacts[0].to, 4 * std::pow(128 * ε, 1.0 / k) + 2 * ε) << k;
  EXPECT_EQ(found.errors.contacts[0].from, 0);  // 0 in both runs
}

TEST(errors_of_contacts, tell_what_a_reaction_that_vanishes_slowly_hides) {
  for (const char* engine : {"event_driven", "gauss_collocation"}) {
    expect_a_bound<double>(engine, 1);
    expect_a_bound<double>(engine, 3);
    expect_a_bound<real50>(engine, 3);
  }
}

TEST(errors_of_contacts, are_those_of_steps_for_a_scheme) {
  constexpr int steps = 130;  // a unit of time
  request asked;
  asked.step = rational(1, steps);
  const listed_solver& scheme = find_solver("moreau_time_stepping");
  const statement question = lifted(1);
  const auto answer = scheme.solve<double>(question, asked);
  ASSERT_FALSE(answer.contacts.empty());
  const auto found = estimated(question, scheme, asked, answer, time_limit());
  const double error = std::abs(answer.contacts[0].to - 1);
  EXPECT_GT(error, 1e-2 / steps);  // negative control: a scheme does not hit it
  EXPECT_GE(found.errors.contacts[0].to, error);
  EXPECT_LE(found.errors.contacts[0].to, (8.0 * 2 + 3 + 1) / steps);  // runs that differ by two steps, three steps more
}

solution<double> with_contacts(std::vector<contact_interval<double>> contacts) {
  solution<double> s;
  s.contacts = std::move(contacts);
  s.end_time = 4;
  s.end_position = s.end_velocity = column<double>::Zero(1);
  return s;
}

const double rounding = 16 * epsilon<double>() * 4;

TEST(errors_of_contacts, hold_each_against_the_one_of_its_rank_and_constraint) {
  const auto mine = with_contacts({{0, 0.5, 1}, {1, 0.25, 2}, {0, 3, 3.5}}),
             other = with_contacts({{1, 0.25, 2.125}, {0, 0.5, 1.0625}});
  const auto found = from_second_run(mine, other).errors.contacts;
  ASSERT_EQ(found.size(), 3U);
  // (2) of estimate.hpp, in numbers that double holds: sixteen times the difference, and sixteen roundings of the
  // end, 4.
  EXPECT_EQ(found[0].to, 16.0 / 16 + rounding);
  EXPECT_EQ(found[1].to, 16.0 / 8 + rounding);
  EXPECT_EQ(found[0].from, rounding);
  EXPECT_EQ(found[2].from, HUGE_VAL);  // the other run has no such contact
  EXPECT_EQ(found[2].to, HUGE_VAL);
}

TEST(errors_of_contacts, are_infinite_after_the_runs_have_parted) {
  auto mine = with_contacts({{0, 0.5, 1}, {0, 1.5, 3}}), other = mine;
  other.accumulations.push_back({2, column<double>::Zero(1), column<double>::Zero(1)});
  const auto found = from_second_run(mine, other).errors.contacts;
  EXPECT_EQ(found[0].to, rounding);
  EXPECT_EQ(found[1].from, rounding);
  EXPECT_EQ(found[1].to, HUGE_VAL);
}

TEST(errors_of_contacts, are_infinite_after_a_second_run_that_stopped) {
  const auto mine = with_contacts({{0, 0.5, 1}, {0, 1.5, 3}});
  auto other = with_contacts({{0, 0.5, 1}, {0, 1.5, 2}});
  other.status = "stopped: for a reason";
  other.end_time = 2;
  const auto found = from_second_run(mine, other).errors.contacts;
  EXPECT_EQ(found[0].to, rounding);
  EXPECT_EQ(found[1].from, rounding);
  EXPECT_EQ(found[1].to, HUGE_VAL);  // it is there that the other run ends, not the contact
}

}  // namespace
}  // namespace unilateral::study
