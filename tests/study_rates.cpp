/// Rates over e: where the final times lie, that wrong schemes are found out at any e, that the aligned grid does flatter, that the errors near the
/// impacts and away from them add up and have the orders they must, and that rounding is rounding.

#include "problems/language/input_error.hpp"
#include "reports/study/print.hpp"
#include "reports/study/rates.hpp"
#include "reports/study/results_file.hpp"
#include "reports/study/verify.hpp"
#include "tests/support/made_up_ball.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace unilateral::study {
namespace {

const problem ball = made_up::ball_problem();
posed ball_at(const std::string& e) { return *pose(ball, e, phase::before); }

TEST(study_rates, every_family_is_there_once_and_the_general_metric_is_among_them) {
  std::set<std::string> names;
  for (const problem& p : catalogue())
    if (has_rates(p)) names.insert(p.name);
  EXPECT_TRUE(names.contains("double_pendulum_wall") && names.contains("pendulum_with_stop") && names.contains("oscillator_family") && names.contains("ball_earth"));
  EXPECT_FALSE(names.contains("ball_rational"));  // ball_earth in other units
  EXPECT_TRUE(names.contains("oscillator_grazing_above"));
  EXPECT_FALSE(names.contains("oscillator_by_hand"));  // e = 4/5, not a parameter
}

TEST(study_rates, every_mechanical_problem_has_rates_or_is_surveyed_at_every_e) {
  for (const problem& p : catalogue()) {
    EXPECT_EQ(has_rates(p) || is_surveyed(p), !p.is_chain()) << p.name;
    EXPECT_FALSE(has_rates(p) && is_surveyed(p)) << p.name;
    if (p.is_chain()) continue;
    for (const std::string e : restitutions) {
      if (p.name.starts_with("smooth_force") && e == "0") {  // the force divides by e
        EXPECT_FALSE(pose(p, e, phase::before)) << p.name;
        continue;
      }
      const instance of = with_restitution(p, e);
      EXPECT_EQ(constant_value<double>(of.question.system.restitution), std::stod(e)) << p.name;
      EXPECT_TRUE(final_time(of, phase::before)) << p.name << " " << e;
    }
  }
}

TEST(study_rates, an_e_that_is_no_parameter_is_replaced_and_with_it_the_answer) {
  const problem& by_hand = find_problem("oscillator_by_hand");  // e = 4/5
  EXPECT_TRUE(with_restitution(by_hand, "0.8").answer);
  EXPECT_FALSE(with_restitution(by_hand, "0.5").answer);
  const std::optional<posed> own = pose(by_hand, "0.8", phase::before), other = pose(by_hand, "0.5", phase::before);
  ASSERT_TRUE(own && other);
  EXPECT_EQ(own->against.from.from, origin::closed_form);
  EXPECT_EQ(other->against.from.from, origin::computed);
  // The first flight, sin(2t)/3 - 6 sin t, does not know e: it arrives at 20/3 at pi, and leaves by that e. Both numbers are roundings of fifty digits.
  const trajectory<double>& path = other->against.known.path;
  int k = path.piece_at(3);
  while (path.begin(k) < 3.14) ++k;
  EXPECT_DOUBLE_EQ(path.begin(k), std::acos(-1.0));
  EXPECT_DOUBLE_EQ(path.velocity(k, 0, 0), -10.0 / 3);
}

TEST(study_rates, a_survey_measures_and_declares_nothing) {
  const posed asked = ball_at("0.5");
  for (const double order : {1.0, 0.5})
    for (const order_record& r : surveyed_rates(asked, "0.5", phase::before, made_up::scheme("made_up_scheme", order), {})) {
      EXPECT_EQ(r.outcome, verdict::measured) << r.cell;
      EXPECT_FALSE(r.declared) << r.cell;
      EXPECT_EQ(r.cell, "survey/made_up_ball/e=0.5/before/made_up_scheme/" + r.distance);
      EXPECT_EQ(r.ladder.size(), r.distance == "Hausdorff v" || r.distance == "BL impulse" ? 22u : 64u);
      ASSERT_TRUE(r.fit) << r.cell << ": " << r.reason;
      if (order < 1 && (r.distance == "Hausdorff v" || r.distance == "BL impulse")) continue;  // h^½ is up to a tenth: no longer small beside a flight
      const double expected = r.distance == "L2 v" ? order / 2 : order;
      EXPECT_NEAR(r.fit->order, expected, r.fit->half_width + 0.05) << r.cell;  // 0.05: next terms of a noise-free error
    }
  EXPECT_EQ(place_of("survey/made_up_ball/e=0.5/past/sweeping/sup q").kind, "past");
}

TEST(study_rates, hausdorff_distances_are_resolved_on_staircases_of_several_bodies) {
  // Five balls pile up: treads, risers and chords that are equally far in many places, some of them at the end of a segment. Bounds: chords are refined until
  // upper - lower <= upper/256, of which error_bound is half, and value >= upper (1 - 1/512).
  const problem& column = find_problem("falling_column");
  const instance of = study::bind<statement>(column, {}, false);
  const reference_motion<double> against = *motion_to_measure_against(of);
  const double end = of.end<double>();
  for (const char* const name : {"moreau_time_stepping", "sweeping", "paoli_schatzman"})
    for (const rational& step : jittered_steps(end, {.coarsest = 1.0 / 150, .finest = 1.0 / 5000, .count = 4})) {
      const solution<double> run = find_solver(name).solve<double>(of.question, {.step = step, .until = of.until});
      const auto found = hausdorff_velocity(run.path, against.known.path, end);
      EXPECT_LE(found.error_bound, found.value / 256) << name << ", step " << to_text(step);
    }
}

TEST(study_rates, final_times_keep_away_from_events) {
  for (const problem& p : catalogue()) {
    if (!has_rates(p)) continue;
    for (const std::string e : restitutions) {
      const instance of = with_restitution(p, e);
      const solution<double> run = find_solver("event_driven").solve<double>(of.question, {});
      ASSERT_TRUE(run.completed()) << p.name << " " << e;
      const std::optional<rational> before = final_time(of, phase::before), past = final_time(of, phase::past);
      ASSERT_TRUE(before) << p.name << " " << e;
      for (const auto& until : {before, past}) {
        if (!until) continue;
        const double T = exact<double>(*until);
        EXPECT_LE(T, of.end<double>());
        // (1): half of T/25; four digits of T are a thousandth of that at most.
        for (const auto& i : run.impacts) EXPECT_GE(std::abs(i.t - T), 0.019 * T) << p.name << " " << e << ": impact at " << i.t << ", T = " << T;
      }
      EXPECT_EQ(past.has_value(), !run.accumulations.empty()) << p.name << " " << e;
      if (!past) continue;
      EXPECT_LT(exact<double>(*before), run.accumulations.front().t);
      EXPECT_GT(exact<double>(*past), run.accumulations.front().t);
    }
  }
}

TEST(study_rates, an_answer_that_does_not_hold_for_this_e_gives_way_to_a_computed_one) {
  const problem& pendulum = find_problem("double_pendulum_wall");
  EXPECT_TRUE(with_restitution(pendulum, "0.5").answer);
  EXPECT_FALSE(with_restitution(pendulum, "0.9").answer);
  const std::optional<posed> asked = pose(pendulum, "0.9", phase::before);
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->against.from.from, origin::computed);
  EXPECT_FALSE(pose(pendulum, "0.9", phase::past));  // nothing accumulates
}

TEST(study_rates, a_right_scheme_holds_and_a_wrong_one_fails_before_an_accumulation) {
  for (const std::string e : {"0.5", "0.6"}) {
    const posed asked = ball_at(e);
    for (const order_record& r : rates_of(asked, e, phase::before, made_up::scheme("first", 1), {})) {
      EXPECT_EQ(r.outcome, verdict::holds) << r.cell << ": " << r.reason;
      EXPECT_TRUE(r.cell.starts_with("rates/made_up_ball/e=" + e + "/before/first/")) << r.cell;
    }
  }
  // Negative controls: half an order too slow, and e off by 1/100.
  const posed asked = ball_at("0.5");
  for (const auto& wrong : {made_up::scheme("slow", 0.5), made_up::scheme("stalls", 1, exact_rational("1/100"))})
    for (const order_record& r : rates_of(asked, "0.5", phase::before, wrong, {})) EXPECT_EQ(r.outcome, verdict::fails) << r.cell << ": " << r.reason;
}

TEST(study_rates, past_an_accumulation_nothing_is_declared) {
  const std::optional<posed> asked = pose(find_problem("ball_rational"), "0.5", phase::past);
  ASSERT_TRUE(asked);
  for (const order_record& r : rates_of(*asked, "0.5", phase::past, find_solver("moreau_time_stepping"), {})) {
    EXPECT_EQ(r.outcome, verdict::measured) << r.cell;
    EXPECT_TRUE(r.fit) << r.cell;
    EXPECT_NE(r.reason.find("past an accumulation point"), std::string::npos) << r.reason;
  }
}

TEST(study_rates, an_aligned_grid_flatters) {
  // The half-width on dyadic steps is below a fifth of what as many jittered steps over the same range give: no scatter, since every impact has one
  // place in its step at every h. Negative control: jittered steps have that scatter.
  const posed asked = *pose(find_problem(aligned_problem), "0.5", phase::before);
  for (const char* const name : {"moreau_time_stepping", "sweeping", "paoli_schatzman"}) {
    const listed_solver& solver = find_solver(name);
    const double end = asked.of.end<double>();
    const grid same{.coarsest = std::exp2(-5) / end, .finest = std::exp2(-13) / end, .count = 9};
    const error_ladder jittered = errors_of(asked.of, solver, asked.against, {distance_kind::sup_position, distance_kind::l1_velocity}, jittered_steps(end, same), same, {});
    for (const order_record& r : aligned_rates(asked, solver, {})) {
      EXPECT_EQ(r.outcome, verdict::measured);
      if (r.distance == "L2 v") continue;
      ASSERT_TRUE(r.fit) << r.cell;
      const order_fit scattered = fit_order(jittered.errors[r.distance == "L1 v" ? 1 : 0]);
      ASSERT_TRUE(scattered.order) << r.cell;
      EXPECT_LT(5 * r.fit->half_width, scattered.order->half_width) << r.cell;
    }
  }
}

TEST(study_rates, errors_near_impacts_have_half_an_order_in_l2_and_those_away_have_one) {
  // e + h: the flights after an impact are wrong by O(h) in velocity; the impacts fall O(h) late.
  const posed asked = ball_at("0.5");
  const auto records = parts_of_rates(asked, made_up::scheme("first", 1), {});
  ASSERT_EQ(records.size(), 4u);
  const double expected[] = {1, 1, 0.5, 1};
  for (std::size_t k = 0; k < 4; ++k) {
    ASSERT_TRUE(records[k].fit) << records[k].cell << ": " << records[k].reason;
    EXPECT_NEAR(records[k].fit->order, expected[k], records[k].fit->half_width + 0.02) << records[k].cell;  // 0.02: next terms of a noise-free error
  }
  // The parts add up to the whole, L² in squares.
  const double h = records[0].ladder.front().step;
  const solution<double> run = made_up::scheme("first", 1).solve<double>(asked.of.question, {.step = rational(h), .until = asked.of.until});
  const double end = asked.of.end<double>(), l1 = l1_velocity(run.path, asked.against.known.path, end), l2 = l2_velocity(run.path, asked.against.known.path, end);
  EXPECT_NEAR(records[0].ladder.front().error + records[1].ladder.front().error, l1, 1e-12 * l1);
  EXPECT_NEAR(std::hypot(records[2].ladder.front().error, records[3].ladder.front().error), l2, 1e-12 * l2);
}

TEST(study_rates, double_against_50_digits_is_rounding_and_a_spoiled_double_is_not) {
  const posed asked = *pose(find_problem("pendulum_with_stop"), "0.5", phase::before);
  for (const char* const name : {"moreau_time_stepping", "sweeping", "paoli_schatzman"}) {
    const auto records = rounding_of(asked, find_solver(name));
    ASSERT_EQ(records.size(), 6u);
    for (const value_record& r : records) {
      EXPECT_EQ(r.outcome, verdict::holds) << r.cell << ": " << r.reason;
      EXPECT_LT(r.error, 1e-9 * std::stod(r.expected)) << r.cell;  // orders below the method's error
    }
  }
  // Negative control: e off by 1e-9 in the double run alone.
  listed_solver spoiled = made_up::scheme("first", 1);
  spoiled.system_in_double = made_up::scheme("first", 1, exact_rational("1e-9")).system_in_double;
  for (const value_record& r : rounding_of(ball_at("0.5"), spoiled)) EXPECT_EQ(r.outcome, verdict::fails) << r.cell << ": " << r.reason;
  for (const value_record& r : rounding_of(ball_at("0.5"), made_up::scheme("first", 1))) EXPECT_EQ(r.outcome, verdict::holds) << r.cell << ": " << r.reason;
}

TEST(study_rates, cells_are_named_by_rule_and_stay_out_of_other_tables) {
  const rate_place over_e = place_of("rates/ball_earth/e=0.5/past/sweeping/sup q"), aligned = place_of("rates/ball_rational/aligned/sweeping/sup q"),
                   other = place_of("orders/ball_earth/sweeping/sup q");
  EXPECT_EQ(over_e.setting, "e=0.5");
  EXPECT_EQ(over_e.kind, "past");
  EXPECT_EQ(aligned.setting, "");
  EXPECT_EQ(aligned.kind, "aligned");
  EXPECT_EQ(other.setting + other.kind, "");

  results found;
  for (const char* const cell : {"rates/ball_earth/e=0.5/past/sweeping/sup q", "orders/ball_earth/sweeping/sup q"})
    found.orders.push_back({.cell = cell, .problem = "ball_earth", .solver = "sweeping", .distance = "sup q"});
  found.values.push_back({.cell = "rates/ball_rational/rounding/sweeping/fine/sup q"});
  const results kept = without_rates(found);
  ASSERT_EQ(kept.orders.size(), 1u);
  EXPECT_EQ(kept.orders.front().cell, "orders/ball_earth/sweeping/sup q");
  EXPECT_TRUE(kept.values.empty());
  EXPECT_NE(as_text(found).find("ball_earth · e=0.5 · past · sweeping"), std::string::npos) << as_text(found);
}

TEST(study_rates, the_full_grid_has_them_the_quick_one_has_not_and_any_number_of_jobs_gives_the_same) {
  EXPECT_TRUE(verify({.quick = true, .filter = "^(rates|survey)/"}).orders.empty());
  const results surveyed = verify({.filter = "^survey/oscillator_by_hand/e=0.5/before/sweeping/"});
  EXPECT_EQ(surveyed.orders.size(), all_distances.size());
  EXPECT_TRUE(without_rates(surveyed).orders.empty());
  const std::string filter = "^rates/ball_rational/(aligned/[^/]*/sup q|rounding/[^/]*/coarse)";
  const results one = verify({.jobs = 1, .filter = filter}), three = verify({.jobs = 3, .filter = filter});
  EXPECT_EQ(one.orders.size(), 3u);
  EXPECT_EQ(one.values.size(), 6u);
  EXPECT_EQ(lines_of(one), lines_of(three));
  EXPECT_EQ(lines_of(results_from(lines_of(one))), lines_of(one));  // what is kept on disk comes back as it was
}

}  // namespace
}  // namespace unilateral::study
