/// A run handed over in parts is the run kept whole: the same rows, to the last bit, however the parts fall; and no
/// part is longer than a part may be, so that a run takes no more memory for being longer.

#include "problems/language/parts_of_run.hpp"
#include "reports/command/streamed_rows.hpp"
#include "reports/study/answer/default_step.hpp"
#include "reports/study/reference/run_in_parts.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "tests/support/statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace unilateral {
namespace {

using rows = std::vector<command::sampled_row<double>>;

void expect_the_same(const rows& a, const rows& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    ASSERT_EQ(a[k].t, b[k].t) << "row " << k;
    ASSERT_TRUE(a[k].q == b[k].q && a[k].v == b[k].v && a[k].P == b[k].P) << "row " << k << ", t = " << a[k].t;
  }
}

/// A ball that bounces and comes to rest, and two balls above it: impacts at every step of the end, so at ends of parts
/// too; at the first instant as well.
statement bouncing(int balls) { return statements::column_of_balls(balls, 10, balls == 1 ? 1 : 0, rational(1, 2), 3); }

/// At the knots, at few multiples, at many of which some are the middles of steps, where an impact is, but for
/// roundings, and at none.
TEST(runs_in_parts, have_the_rows_of_runs_kept_whole) {
  const auto multiples = {std::optional<rational>(), std::optional<rational>(rational(1, 7)),
                          std::optional<rational>(rational(3, 80000)), std::optional<rational>(5)};
  for (const study::listed_solver& solver : study::solver_list()) {
    const study::run_in_parts& in_parts = study::run_in_parts_of(solver.declaration.name);
    if (!in_parts.brings<double>()) continue;
    for (const int balls : {1, 3}) {
      const statement question = bouncing(balls);
      const request how{.step = rational(1, 40000), .until = {}};
      const solution<double> whole = solver.solve<double>(question, how);
      ASSERT_TRUE(whole.completed()) << whole.status;
      const command::row_sampler<double> sampler(whole, balls);
      int parts = 0, longest = 0;
      solution<double> last;
      for (const std::optional<rational>& every : multiples) {
        rows streamed;
        command::streamed_rows<double> writer(balls, every, 3, [&](const auto& row) { streamed.push_back(row); });
        last = in_parts.solve<double>(question, how, [&](solution<double>& part) {
          ++parts;
          longest = std::max(longest, part.path.pieces());
          writer.take(part);
        });
        writer.finish(last);
        SCOPED_TRACE(solver.declaration.name + ", " + std::to_string(balls) + " balls");
        expect_the_same(streamed, every ? sampler.every(*every) : sampler.at_knots());
      }
      EXPECT_EQ(last.end_time, whole.end_time);
      EXPECT_TRUE(last.end_position == whole.end_position && last.end_velocity == whole.end_velocity);
      EXPECT_EQ(last.counts.impacts, whole.counts.impacts);
      EXPECT_GT(whole.counts.impacts, 1000);
      EXPECT_GE(parts, 4);
      EXPECT_LE(longest * balls, (1 << 16) + 3 * balls);
    }
  }
}

/// A multiple that is the time of an impact but for its rounding has no row of its own, also where the part ends after
/// that impact: v = 1 up to t = 1, −1 after it, rows at multiples of 1 + 2^−51.
TEST(runs_in_parts, have_no_row_beside_an_impact_of_the_part_before) {
  const auto piece = [](solution<double>& run, double q, double v) {
    run.path.append_linear(run.path.end() + 1, &q, &v);
  };
  const auto one = [](double x) { return column<double>::Constant(1, x); };
  solution<double> part, rest, whole;
  part.path = whole.path = trajectory<double>(1);
  for (solution<double>* run : {&part, &whole}) {
    piece(*run, 0, 1), piece(*run, 1, -1);
    run->impacts.push_back({1, one(1), one(1), one(-1), one(2), {0}});
  }
  rest.path = trajectory<double>(1, 2);
  for (solution<double>* run : {&rest, &whole}) piece(*run, 0, -1), piece(*run, -1, -1);
  const rational every = rational(1) + rational(mpz_class(1), mpz_class(1) << 51);
  rows streamed;
  command::streamed_rows<double> writer(1, every, 4, [&](const auto& row) { streamed.push_back(row); });
  writer.take(part);
  writer.finish(rest);
  EXPECT_EQ(streamed.size(), 6U);  // 0, both sides of 1, 2 + 2^−50, 3 + …, 4
  expect_the_same(streamed, command::row_sampler<double>(whole, 1).every(every));
}

TEST(runs_in_parts, are_what_schemes_bring_and_no_others) {
  for (const study::listed_solver& solver : study::solver_list())
    EXPECT_EQ(study::run_in_parts_of(solver.declaration.name).brings<double>(),
              solver.declaration.applies_to.step == step_use::required)
        << solver.declaration.name;
}

/// What a step is too long for is seen with a longer one, of a run that is not longer than can be kept; with the step
/// itself where the longer ones are too long.
TEST(runs_in_parts, are_checked_by_runs_that_can_be_kept) {
  const rational step(1, 9000000);
  const auto steps_asked = [&](double worst) {  // of steps longer than this every run ends somewhere else
    std::vector<double> asked;
    study::listed_solver made;
    made.system_in_double = [&](const statement&, const request& how) {
      asked.push_back(exact<double>(*how.step));
      const double q = 0, v = 1 + (asked.back() > worst ? std::cos(std::log2(asked.back() * 9000000) * 2) : 0);
      solution<double> run;
      run.path = trajectory<double>(1);
      run.path.append_linear(3.0, &q, &v);
      run.end_position = run.end_velocity = column<double>::Zero(1);
      return run;
    };
    const auto check = study::check_of(bouncing(1), made, {}, step, study::time_limit(100));
    EXPECT_TRUE(check);
    EXPECT_EQ(check->seen, 0);
    return asked;
  };
  EXPECT_THAT(steps_asked(1), testing::ElementsAre(32 / 9e6, 16 / 9e6));
  EXPECT_THAT(steps_asked(1.5 / 9e6), testing::ElementsAre(32 / 9e6, 16 / 9e6, 16 / 9e6, 8 / 9e6, 8 / 9e6, 4 / 9e6,
                                                           4 / 9e6, 2 / 9e6, 2 / 9e6, 1 / 9e6, 1 / 9e6, 0.5 / 9e6));
}

/// A part with no finite number in it is written no more, nor is what follows; the run has stopped.
TEST(runs_in_parts, stop_where_a_number_is_not_finite) {
  study::run_in_parts made;
  made.in_double = [](const statement&, const request&, const parts_of_run<double>& parts) {
    solution<double> run;
    run.path = trajectory<double>(1);
    const double v = 1;
    for (int k = 0; k < 200000; ++k) {
      parts.pass_on(run);
      const double q = k == 100000 ? std::numeric_limits<double>::quiet_NaN() : k;
      run.path.append_linear(k + 1.0, &q, &v);
    }
    run.end_position = run.end_velocity = column<double>::Zero(1);
    return run;
  };
  double written = 0;
  const auto last = made.solve<double>(bouncing(1), {}, [&](solution<double>& part) { written = part.path.end(); });
  EXPECT_EQ(last.status, "stopped: a number that is not finite in the path");
  EXPECT_GT(written, 60000);
  EXPECT_LT(written, 100000);
  EXPECT_EQ(last.path.pieces(), 0);
}

}  // namespace
}  // namespace unilateral
