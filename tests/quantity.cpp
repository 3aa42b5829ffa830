/// Numbers of an answer by the names that references use: every name reads the number it says, every other is refused
/// in one line.
#include "problems/judge/quantity.hpp"

#include "problems/language/input_error.hpp"
#include "problems/language/many_digits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace unilateral {
namespace {

solution<double> answer() {
  solution<double> a;
  for (int k = 0; k < 2; ++k)
    a.impacts.push_back({1.0 + k,
                         column<double>{{10.0 + k, 11.0}},
                         column<double>{{20.0 + k, 21.0}},
                         column<double>{{30.0, 31.0 + k}},
                         column<double>{{40.0 + k, 0.5}},
                         {0, 1}});
  a.accumulations.push_back({3.0, column<double>{{50.0, 51.0}}, column<double>{{60.0, 61.0}}});
  a.contacts.push_back({1, 3.0, 4.0});
  a.reactions.push_back({1, 3.0, 5.0, {1.0, 3.0}});
  a.end_time = 5;
  a.end_position = column<double>{{70.0, 71.0}};
  a.end_velocity = column<double>{{80.0, 81.0}};
  a.counts.impacts = 9;
  return a;
}

TEST(quantity, reads_every_name_of_an_answer) {
  const std::pair<const char*, double> known[] = {
      {"impacts[1].t", 2},
      {"impacts[1].q[0]", 11},
      {"impacts[0].v_minus[1]", 21},
      {"impacts[1].v_plus[1]", 32},
      {"impacts[1].impulse[0]", 41},
      {"accumulations[0].t", 3},
      {"accumulations[0].q[1]", 51},
      {"accumulations[0].v[0]", 60},
      {"contacts[0].from", 3},
      {"contacts[0].to", 4},
      {"end.t", 5},
      {"end.q[1]", 71},
      {"end.v[0]", 80},
      {"counts.impacts", 9},
      {"total_impulse[0]", 81},
      {"total_impulse[1]", 1 + 2 + 6}};  // two impulses of ½, and ∫ (1 + 3τ) dτ over [0, 2]
  for (const auto& [name, value] : known) EXPECT_EQ(quantity(answer(), name), value) << name;
}

TEST(quantity, reads_every_name_of_a_chain) {
  chain_solution<real50> chain;
  chain.velocities = {plane_vector<real50>(1, 0), plane_vector<real50>(3, -4)};
  chain.tensions = {real50(7)};
  chain.moving = 1;
  chain.dissipation = 5;
  chain.path = trajectory<real50>(4);
  const real50 c[] = {0, 1, 2, 3, 4, 5, 6, 7};
  chain.path.append(real50(2), 1, c);
  const std::pair<const char*, int> known[] = {{"chain.tensions[0]", 7},       {"chain.speeds[1]", 5},
                                               {"chain.velocities[1][1]", -4}, {"chain.moving", 1},
                                               {"chain.dissipation", 5},       {"end.q[3]", 20}};
  for (const auto& [name, value] : known) EXPECT_EQ(quantity(chain, name), real50(value)) << name;
}

std::string refusal(const char* name) {
  try {
    quantity(answer(), name);
  } catch (const input_error& e) {
    return e.what();
  }
  return "";
}

TEST(quantity, refuses_unknown_names_and_numbers_out_of_range) {
  EXPECT_EQ(refusal("impacts[2].t"), "quantity impacts[2].t: expected a number below 2, found 2");
  EXPECT_EQ(refusal("end.q[2]"), "quantity end.q[2]: expected a number below 2, found 2");
  for (const char* wrong : {"impacts[0].speed", "end", "", "impacts", "chain.moving", "end.q[0]x"})
    EXPECT_THAT(refusal(wrong), testing::HasSubstr("expected one of impacts[k].t")) << wrong;
  for (const char* wrong : {"impacts[-1].t", "impacts[x].t", "impacts[0.t", "impacts[", "end.q[99999999999]"})
    EXPECT_THAT(refusal(wrong), testing::HasSubstr("expected a number in brackets, found \"" + std::string(wrong)))
        << wrong;
}

TEST(quantity, does_not_add_up_impulses_that_were_not_kept) {
  solution<double> summary = answer();
  summary.impacts.clear();
  summary.reactions.clear();
  EXPECT_THROW(quantity(summary, "total_impulse[0]"), input_error);
}

}  // namespace
}  // namespace unilateral
