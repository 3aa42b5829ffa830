/// What cannot be used is refused with one line that says what was expected and found; a run that cannot go on says
/// why, and where.

#include "problems/language/input_error.hpp"
#include "solvers/sweeping/sweeping.hpp"
#include "tests/support/sweeping_statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace unilateral {
namespace {

using namespace sweeping_test;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string refusal(const std::function<void()>& act) {
  try {
    act();
  } catch (const input_error& error) {
    return error.what();
  }
  return "accepted";
}
std::string refusal(const statement& s, const request& r = {}) {
  return refusal([&] { sweeping::solve<double>(s, r); });
}

TEST(sweeping_input, bad_steps_and_times_are_refused) {
  const statement s = ball(rational(1, 2), 2, 3);
  EXPECT_EQ(refusal(s), "accepted");
  EXPECT_EQ(refusal(s, with_step(0)), "step: expected a finite number > 0, found 0");
  EXPECT_EQ(refusal(s, with_step(rational(-1, 4))), "step: expected a finite number > 0, found -0.25");
  EXPECT_EQ(refusal(s, with_step(exact_rational("1e400"))), "step: expected a finite number > 0, found inf");
  EXPECT_THAT(refusal(s, with_step(exact_rational("1e-30"))),
              StartsWith("step: expected a number above the rounding of until = 3"));
  EXPECT_EQ(refusal(s, {.step = {}, .until = rational(0)}), "until: expected a finite number > 0, found 0");
  EXPECT_EQ(refusal(s, {.step = {}, .until = rational(-2)}), "until: expected a finite number > 0, found -2");
  EXPECT_EQ(refusal([&] { sweeping::solve<real50>(s, with_step(-1)); }),
            "step: expected a finite number > 0, found -1");
}

TEST(sweeping_input, bad_statements_are_refused_in_one_line) {
  const auto with = [](auto change) {
    statement s = ball(rational(1, 2), 2, 3);
    change(s);
    const std::string line = refusal(s);
    EXPECT_THAT(line, Not(HasSubstr("\n")));
    return line;
  };
  EXPECT_THAT(with([](statement& s) { s.system.restitution = rational(11, 10); }),
              AllOf(StartsWith("restitution: expected a number in [0, 1]"), HasSubstr("found 1.1")));
  EXPECT_THAT(with([](statement& s) { s.system.restitution = -1; }), HasSubstr("found -1"));
  EXPECT_THAT(with([](statement& s) { s.system.restitution = parameter("e"); }), HasSubstr("\"e\""));
  EXPECT_THAT(with([](statement& s) { s.system.force = {parameter("g")}; }), HasSubstr("\"g\""));
  EXPECT_THAT(with([](statement& s) { s.position = {parameter("h0")}; }),
              AllOf(HasSubstr("initial position of x"), HasSubstr("\"h0\"")));
  EXPECT_THAT(with([](statement& s) { s.velocity = {expression(exact_rational("1e400"))}; }),
              AllOf(HasSubstr("initial velocity of x"), HasSubstr("finite")));
  EXPECT_THAT(with([](statement& s) { s.position = {1, 2}; }),
              AllOf(HasSubstr("initial position"), HasSubstr("expected 1"), HasSubstr("found 2")));
  EXPECT_THAT(with([](statement& s) { s.velocity = {}; }), AllOf(HasSubstr("initial velocity"), HasSubstr("found 0")));
  EXPECT_THAT(with([](statement& s) { s.system.force = {1, 2}; }), AllOf(HasSubstr("force"), HasSubstr("found 2")));
  EXPECT_THAT(with([](statement& s) { s.horizon = -1; }), StartsWith("horizon"));
  EXPECT_THAT(with([](statement& s) { s.system.mass = diagonal_mass({-1}); }), StartsWith("mass"));
}

TEST(sweeping_input, a_run_that_blows_up_stops_where_it_does) {
  statement s = ball(1, 0, 10);
  s.system.force = {pow(velocity(0), 3)};
  s.velocity = {10};
  const auto run = sweeping::solve<double>(s, with_step(rational(1, 10)));
  EXPECT_THAT(run.status, AllOf(StartsWith("stopped: "), HasSubstr("coordinate x is no finite number at t = ")));
  EXPECT_FALSE(run.completed());
  EXPECT_LT(run.end_time, 10);
  EXPECT_EQ(run.end_time, run.path.end());
  EXPECT_TRUE(std::isfinite(run.end_velocity[0]));
}

TEST(sweeping_input, an_undefined_gap_or_force_stops_the_run) {
  statement s = ball(1, 0, 10);
  s.system.gap = {log(coordinate(0))};
  s.velocity = {-1};
  EXPECT_THAT(sweeping::solve<double>(s, with_step(4)).status, HasSubstr("gap 0 is no finite number at t = 4"));
  s.system.gap = {coordinate(0) + 100};
  s.system.force = {sqrt(coordinate(0))};
  EXPECT_THAT(sweeping::solve<double>(s, with_step(2)).status, HasSubstr("coordinate x is no finite number at t = 2"));
}

TEST(sweeping_input, a_metric_that_degenerates_stops_the_run) {
  statement s = ball(1, 0, 10);
  s.system.mass = {{0, 0, coordinate(0)}};
  s.system.gap = {};
  s.velocity = {-1};
  EXPECT_THAT(sweeping::solve<double>(s, with_step(rational(3, 7))).status,
              AllOf(StartsWith("stopped: "), HasSubstr("positive definite at t = 1.28")));
}

TEST(sweeping_input, closing_walls_leave_no_motion) {
  statement s = ball(1, 0, 10);
  s.system.gap = {coordinate(0), 2 - coordinate(0) - time()};
  s.position = {0};
  EXPECT_THAT(
      sweeping::solve<double>(s, with_step(3)).status,
      AllOf(StartsWith("stopped: "), HasSubstr("constraint 1 is penetrated by 1 at t = 3; no motion is admissible")));
}

TEST(sweeping_input, the_declaration_names_the_method) {
  EXPECT_EQ(sweeping::declaration.name, "sweeping");
  EXPECT_TRUE(sweeping::declaration.applies_to.systems);
  EXPECT_FALSE(sweeping::declaration.applies_to.chains);
  EXPECT_TRUE(sweeping::declaration.applies_to.needs_step());
  EXPECT_EQ(sweeping::declaration.orders.size(), 5u);
}

}  // namespace
}  // namespace unilateral
