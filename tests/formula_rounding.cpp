/// What the rounding of a formula itself does to an answer is within the errors beside it, also where both runs of an
/// estimate lose the same digits: ((1 + δt) − 1)/δ is t, 2 (1 − cos δt)/δ² is t² but for δ²t⁴/12, and (D + x) − D is x,
/// whatever δ, D of 10^±k. Truths by hand, of the formulas in exact arithmetic. Where nothing cancels, nothing is said,
/// and no error is larger for it.
#include "reports/study/answer/formula_rounding.hpp"

#include "problems/language/many_digits.hpp"
#include "problems/language/tape.hpp"
#include "reports/study/answer/estimate.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "tests/support/statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace unilateral::study {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const expression x = coordinate(0), t = time();

expression ten_to(int k) { return pow(expression(10), expression(k)); }

template <scalar S>
struct asked {
  solution<S> answer;
  estimate<answer_errors> found;
  /// Whether the end is as far from the truth as the errors say, at most.
  bool is_covered(double q, double v) const {
    return std::abs(to_double(answer.end_position[0]) - q) <=
               found.errors.end.q[0] + 4 * epsilon<double>() * std::abs(q) &&
           std::abs(to_double(answer.end_velocity[0]) - v) <=
               found.errors.end.v[0] + 4 * epsilon<double>() * std::abs(v);
  }
};
template <scalar S>
asked<S> ask(const char* name, const statement& question) {
  const listed_solver& solver = find_solver(name);
  request how;
  if (solver.declaration.applies_to.needs_step()) how.step = rational(1, 512);
  asked<S> all{solver.solve<S>(question, how), {}};
  all.found = estimated(question, solver, how, all.answer, time_limit());
  return all;
}
statement pushed(const expression& force) {
  return statements::bodies({1}, {force}, {x + 1000000}, rational(1, 2), {1}, {0}, 2);
}
statement ball_over(const expression& gap) {
  return statements::bodies({1}, {-1}, {gap}, rational(1, 2), {1}, {0}, rational(5, 2));
}

class formula_rounding_of : public testing::TestWithParam<const char*> {
 protected:
  template <scalar S>
  void is_covered(const statement& question, double q, double v, const std::string& what) {
    const auto all = ask<S>(GetParam(), question);
    if (!all.found.none.empty() || !all.answer.completed()) return;  // no number is believed
    EXPECT_TRUE(all.is_covered(q, v)) << what << ": " << all.answer.end_position[0] << " ± "
                                      << all.found.errors.end.q[0];
  }
};

/// x'' = t + δt²/2 + δ²t³/6 of the exponential, t² − δ²t⁴/12 of the cosine.
TEST_P(formula_rounding_of, a_force_is_within_the_errors) {
  for (const int k : {5, 14, 30, 60, 120}) {
    const std::string what = "10^" + std::to_string(k);
    const double δ = std::pow(10, -k);
    is_covered<double>(pushed(((1 + t / ten_to(k)) - 1) * ten_to(k)), 1 + 8.0 / 6, 2, what);
    is_covered<double>(pushed(2 * (1 - cos(t / ten_to(k))) * ten_to(2 * k)), 1 + 16.0 / 12 - δ * δ * 64 / 360,
                       8.0 / 3 - δ * δ * 32 / 60, "cos " + what);
    is_covered<double>(pushed((exp(1 + t / ten_to(k)) - exp(expression(1))) * ten_to(k) / exp(expression(1))),
                       1 + 8.0 / 6 + δ * 16 / 24 + δ * δ * 32 / 120, 2 + δ * 8 / 6 + δ * δ * 16 / 24, "exp " + what);
  }
  for (const int k : {30, 60, 120})
    is_covered<real50>(pushed(((1 + t / ten_to(k)) - 1) * ten_to(k)), 1 + 8.0 / 6, 2, "50 digits");
}
/// From 1 under gravity 1, e = 1/2: √2, then √2/2 upwards for 5/2 − √2.
TEST_P(formula_rounding_of, a_gap_is_within_the_errors) {
  const double rest = 2.5 - std::numbers::sqrt2, up = std::numbers::sqrt2 / 2, q = up * rest - rest * rest / 2,
               v = up - rest;
  for (const int k : {5, 14, 30, 60, 100}) {
    const std::string what = "10^" + std::to_string(k);
    is_covered<double>(ball_over((ten_to(k) + x) - ten_to(k)), q, v, what);
    is_covered<double>(ball_over((1 + x / ten_to(k)) * ten_to(k) - ten_to(k)), q, v, "product " + what);
  }
}
TEST_P(formula_rounding_of, what_does_not_cancel_is_silent) {
  for (const statement& question : {pushed(sin(3 * t) - x), ball_over(x), ball_over(exp(3 * x) - 1), pushed(t - 1)}) {
    const auto all = ask<double>(GetParam(), question);
    EXPECT_THAT(all.found.warnings, Not(Contains(HasSubstr("cancel")))) << GetParam();
  }
}
/// What is divided by a number beyond all numbers is 0 to all digits, and of a maximum only the greater part counts.
TEST(formula_rounding, what_is_far_from_counting_is_silent) {
  const statement questions[] = {
      pushed(1 / pow(cosh(ten_to(9) * (t - 1)), 3)),  // cosh³ is 10^(1.3e9) at the end
      ball_over(x - max(expression(0), 1 - pow(ten_to(30) * (t - 10), 2))),
  };
  for (const statement& question : questions)
    for (const char* engine : {"event_driven", "gauss_collocation"}) {
      const auto all = ask<double>(engine, question);
      EXPECT_TRUE(all.answer.completed()) << all.answer.status;
      EXPECT_THAT(all.found.warnings, Not(Contains(HasSubstr("cancel")))) << engine;
      EXPECT_LT(all.found.errors.end.v[0], HUGE_VAL) << engine;
    }
}
INSTANTIATE_TEST_SUITE_P(solvers, formula_rounding_of,
                         testing::Values("event_driven", "gauss_collocation", "moreau_time_stepping"),
                         [](const auto& solver) { return std::string(solver.param); });

/// Control: two runs alone agree on what both lose.
TEST(two_runs, do_not_see_what_both_lose) {
  const statement question = pushed(((1 + t / ten_to(120)) - 1) * ten_to(120));
  const listed_solver& engine = find_solver("gauss_collocation");
  const auto answer = engine.solve<double>(question, {});
  const auto second = engine.solve<real50>(question, {.second_opinion = true});
  EXPECT_LT(from_second_run(answer, second).errors.end.q[0], 1e-10);
  EXPECT_GT(std::abs(answer.end_position[0] - (1 + 8.0 / 6)), 1);
}

/// A reaction that touches 0 is lost in the rounding of its force for an instant. The contact that hops there, in the
/// run on forces moved by it, is at rest to all digits of the answer. Control: where the load ends for longer than
/// that, a run that is somewhere else is within the errors, and no less.
TEST(a_reaction_that_touches_0, leaves_all_digits) {
  const auto pressed = [](const expression& load) {
    return statements::bodies({1}, {-load}, {x}, rational(1, 2), {0}, {0}, 2);
  };
  for (const expression& load : {pow(sin(pi() * t), expression(2)), pow(t - 1, expression(2))})
    for (const char* engine : {"event_driven", "gauss_collocation"}) {
      const auto all = ask<double>(engine, pressed(load));
      ASSERT_TRUE(all.answer.completed()) << all.answer.status;
      EXPECT_TRUE(all.is_covered(0, 0));
      EXPECT_LE(all.found.errors.end.q[0], epsilon<double>()) << engine;
      EXPECT_LE(all.found.errors.end.v[0], epsilon<double>()) << engine;
    }
  const auto lifted = ask<double>("event_driven", pressed(pow(t - 1, expression(2)) - rational(1, 100)));
  solution<double> other = lifted.answer;
  other.end_position[0] += 1e-3;
  EXPECT_GE(from_second_run(lifted.answer, other).errors.end.q[0], 1e-3);
}

/// A start 1e-60 below the floor is below it by exact data, and said to be taken as one on it.
TEST(a_start_below_0, is_told) {
  const statement low = statements::bodies({1}, {-1}, {x + 1}, rational(1, 2),
                                           {expression(rational(-1 - exact_rational("1e-60")))}, {0}, 2);
  const auto all = ask<double>("gauss_collocation", low);
  ASSERT_TRUE(all.answer.completed()) << all.answer.status;
  EXPECT_THAT(all.found.warnings, Contains(HasSubstr("below 0")));
  EXPECT_THAT(ask<double>("gauss_collocation", ball_over(x)).found.warnings, IsEmpty());
}

}  // namespace
}  // namespace unilateral::study
