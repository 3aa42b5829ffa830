/// What cannot be used is refused with one line that says what was expected and found; a run that cannot go on says
/// why, and where.
#include "problems/language/input_error.hpp"
#include "problems/language/many_digits.hpp"
#include "solvers/paoli_schatzman/paoli_schatzman.hpp"
#include "tests/support/paoli_schatzman_statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace unilateral {
namespace {

using namespace paoli_schatzman_tests;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

template <class S = double>
std::string refusal(const statement& s, const request& r = {}) {
  try {
    paoli_schatzman::solve<S>(s, r);
  } catch (const input_error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(paoli_schatzman_input, bad_steps_and_times_are_refused) {
  const statement s = ball(rational(1, 2), 2, 1, 0);
  EXPECT_EQ(refusal(s), "accepted");
  EXPECT_EQ(refusal(s, {.step = rational(0)}), "step: expected a finite number > 0, found 0");
  EXPECT_EQ(refusal(s, {.step = rational(-1, 4)}), "step: expected a finite number > 0, found -0.25");
  EXPECT_EQ(refusal(s, {.step = exact_rational("1e400")}), "step: expected a finite number > 0, found inf");
  EXPECT_THAT(refusal(s, {.step = exact_rational("1e-30")}),
              StartsWith("step: expected a number above the rounding of until = 4"));
  EXPECT_EQ(refusal(s, {.step = {}, .until = rational(0)}), "until: expected a finite number > 0, found 0");
  EXPECT_EQ(refusal<real50>(s, {.step = rational(-1)}), "step: expected a finite number > 0, found -1");
}

TEST(paoli_schatzman_input, bad_statements_are_refused_in_one_line) {
  const auto with = [](auto change) {
    statement s = ball(rational(1, 2), 2, 1, 0);
    change(s);
    const std::string line = refusal(s);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    return line;
  };
  EXPECT_THAT(with([](statement& s) { s.system.restitution = rational(11, 10); }),
              AllOf(StartsWith("restitution: expected"), HasSubstr("11/10")));
  EXPECT_THAT(with([](statement& s) { s.system.force = {parameter("g")}; }), HasSubstr("\"g\""));
  EXPECT_THAT(with([](statement& s) { s.position = {-1}; }), AllOf(StartsWith("initial.position"), HasSubstr("-1")));
  EXPECT_THAT(with([](statement& s) { s.velocity = {}; }), HasSubstr("found 0"));
  EXPECT_THAT(with([](statement& s) { s.system.mass = diagonal_mass({-1}); }), StartsWith("mass"));
  EXPECT_THAT(with([](statement& s) { s.horizon = -1; }), StartsWith("horizon"));
}

TEST(paoli_schatzman_input, a_run_that_cannot_go_on_stops_where_it_does) {
  statement s = ball(1, 0, 1, 10);
  s.system.force = {pow(velocity(0), 3)};
  const auto blown_up = paoli_schatzman::solve<double>(s, {.step = rational(1, 10)});
  EXPECT_THAT(blown_up.status, AllOf(StartsWith("stopped: "), HasSubstr("coordinate x is no finite number at t = ")));
  EXPECT_EQ(blown_up.end_time, blown_up.path.end());
  EXPECT_TRUE(std::isfinite(blown_up.end_velocity[0]));

  s = ball(1, 0, 1, -1);
  s.system.gap = {};
  s.system.mass = {{0, 0, coordinate(0)}};
  EXPECT_THAT(paoli_schatzman::solve<double>(s, {.step = rational(3, 7)}).status,
              AllOf(StartsWith("stopped: "), HasSubstr("positive definite at t = 1.28")));

  s = ball(1, 0, 0, 0);
  s.system.gap = {coordinate(0), 2 - coordinate(0) - time()};  // walls that meet at t = 2
  EXPECT_THAT(paoli_schatzman::solve<double>(s, {.step = rational(3, 8)}).status,
              AllOf(StartsWith("stopped: no position"), HasSubstr("at t = ")));

  s = ball(1, 0, 1, -1);
  s.system.gap = {log(coordinate(0))};
  EXPECT_THAT(paoli_schatzman::solve<double>(s, {.step = rational(2)}).status,
              HasSubstr("gap 0 is no finite number at t = 0"));
}

TEST(paoli_schatzman_input, a_last_step_is_cut_at_the_end) {
  const auto run = paoli_schatzman::solve<double>(ball(1, 0, 1, 1), {.step = rational(3, 8), .until = rational(1)});
  EXPECT_EQ(run.counts.steps, 3);
  EXPECT_EQ(run.end_time, 1);
  EXPECT_EQ(run.path.end(), 1);
  EXPECT_EQ(run.end_position[0], 2);
  const auto short_of_it = paoli_schatzman::solve<double>(
      ball(1, 0, 1, 1), {.step = rational(3, 8), .until = rational(1), .record = keep::summary});
  EXPECT_EQ(short_of_it.end_position[0], 2);
  EXPECT_EQ(short_of_it.path.pieces(), 0);
}

TEST(paoli_schatzman_input, the_declaration_names_the_method) {
  EXPECT_EQ(paoli_schatzman::declaration.name, "paoli_schatzman");
  EXPECT_TRUE(paoli_schatzman::declaration.applies_to.systems);
  EXPECT_FALSE(paoli_schatzman::declaration.applies_to.chains);
  EXPECT_EQ(paoli_schatzman::declaration.orders.size(), 5u);
}

}  // namespace
}  // namespace unilateral
