/// The error bars of orders hold what they promise: on synthetic ladders of known order p ± half_width holds it in 95 %
/// of the cases at least. Ladders are seeded, the same on every platform; the bound is the study's own, 94 % less three
/// standard errors of as many ladders, and narrower or shifted intervals are found out by it.

#include "reports/study/families/calibration.hpp"

#include "reports/study/record/tally.hpp"
#include "reports/study/run/family.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace unilateral::study {
namespace {

constexpr int ladders = 1000;

const ladder_class& class_named(const std::string& name) {
  return *std::find_if(ladder_classes().begin(), ladder_classes().end(),
                       [&](const ladder_class& c) { return c.name == name; });
}

TEST(study_calibration, every_class_that_the_fit_claims_is_covered_on_short_ladders) {
  for (const ladder_class& of : ladder_classes())
    for (const int length : {20, 40}) {
      const calibration found = calibrate(of, length, ladders);
      EXPECT_EQ(found.fitted, ladders) << of.name;
      if (!of.claimed) continue;
      EXPECT_GE(found.coverage(), least_coverage - 3 * found.coverage_error()) << of.name << " " << length;
      EXPECT_EQ(records_of(of, length, found).front().outcome, verdict::holds) << of.name << " " << length;
    }
}

TEST(study_calibration, the_schemes_own_ladders_are_covered) {
  // Impacts at the places where 400 jittered steps have them.
  for (const char* const name : {"gaussian", "sum_of_impacts", "largest_of_impacts"}) {
    const calibration found = calibrate(class_named(name), 400, ladders);
    EXPECT_GE(found.coverage(), least_coverage - 3 * found.coverage_error()) << name;
    EXPECT_LE(found.coverage(), 0.975 + 3 * found.coverage_error()) << name;
    EXPECT_LE(std::abs(found.bias), 5 * found.bias_error()) << name;
    EXPECT_NEAR(found.spread, 1, 0.12) << name;
  }
}

// Negative controls: intervals three quarters as wide hold 86 % of Gaussian orders, and estimates shifted by a standard
// deviation 83 %.
TEST(study_calibration, narrow_and_shifted_intervals_are_found_out) {
  const ladder_class& gaussian = class_named("gaussian");
  const auto narrowed = [](const std::vector<error_sample>& samples, expansion of) {
    order_fit fit = fit_order(samples, of);
    if (fit.order) fit.order->half_width *= 0.75;
    return fit;
  };
  const auto shifted = [](const std::vector<error_sample>& samples, expansion of) {
    order_fit fit = fit_order(samples, of);
    if (fit.order) fit.order->order += fit.order->half_width / 1.96;
    return fit;
  };
  for (const fitter& wrong : {fitter(narrowed), fitter(shifted)}) {
    const results found = records_of(gaussian, 40, calibrate(gaussian, 40, ladders, wrong));
    EXPECT_EQ(found.front().outcome, verdict::fails);
    EXPECT_GT(found.front().as<value_facts>().error, found.front().as<value_facts>().tolerance);
  }
  EXPECT_NEAR(calibrate(gaussian, 40, ladders, shifted).bias, 1, 0.2);
}

TEST(study_calibration, a_fit_that_never_answers_does_not_hold) {
  const fitter silent = [](const std::vector<error_sample>&, expansion) {
    return order_fit{.outcome = fit_outcome::too_few, .order = {}, .points = {}, .fault = {}};
  };
  const ladder_class& gaussian = class_named("gaussian");
  const calibration found = calibrate(gaussian, 20, 10, silent);
  EXPECT_EQ(found.fitted, 0);
  EXPECT_EQ(records_of(gaussian, 20, found).front().outcome, verdict::fails);
}

TEST(study_calibration, ladders_are_the_same_every_time) {
  const ladder_class& squares = class_named("squares");
  const calibration once = calibrate(squares, 20, 20), again = calibrate(squares, 20, 20);
  EXPECT_EQ(once.bias, again.bias);
  EXPECT_EQ(once.spread, again.spread);
}

TEST(study_calibration, the_study_plans_what_it_measures_and_claims_no_more) {
  const auto& all = families_of_this_build();
  const auto study = std::find_if(all.begin(), all.end(), [](const family& f) { return f.name == "calibration"; });
  ASSERT_NE(study, all.end());
  std::set<std::string> cells;
  for (const task& t : study->by_itself({.quick = true}))
    for (const record& r : t.cells) EXPECT_TRUE(cells.insert(r.cell).second) << r.cell;
  EXPECT_EQ(cells.size(), 4 * 3 * ladder_classes().size());
  const ladder_class& beyond = class_named("next_term_four");
  for (const record& r : records_of(beyond, 20, calibrate(beyond, 20, 20))) {
    EXPECT_TRUE(cells.contains(r.cell)) << r.cell;
    EXPECT_EQ(r.outcome, verdict::measured);
  }
}

}  // namespace
}  // namespace unilateral::study
