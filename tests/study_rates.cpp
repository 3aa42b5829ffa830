/// Rates over e: where the final times lie, that wrong schemes are found out at any e, that the aligned grid does
/// flatter, that the errors near the impacts and away from them add up and have the orders they must, and that rounding
/// is rounding.

#include "problems/language/input_error.hpp"
#include "reports/study/families/orders_over_e.hpp"
#include "reports/study/record/print.hpp"
#include "reports/study/record/results_file.hpp"
#include "reports/study/run/verify.hpp"
#include "tests/support/made_up_ball.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace unilateral::study {
namespace {

const problem ball = made_up::ball_problem();
at_restitution ball_at(const std::string& e) { return *pose(ball, e, phase::before); }

TEST(study_rates, every_family_is_there_once_and_the_general_metric_is_among_them) {
  std::set<std::string> names;
  for (const problem& p : catalogue())
    if (has_orders_over_e(p)) names.insert(p.name);
  EXPECT_TRUE(names.contains("double_pendulum_wall") && names.contains("pendulum_with_stop") &&
              names.contains("oscillator_family") && names.contains("ball_earth"));
  EXPECT_FALSE(names.contains("ball_rational"));  // ball_earth in other units
  EXPECT_TRUE(names.contains("oscillator_grazing_above"));
  EXPECT_FALSE(names.contains("oscillator_by_hand"));  // e = 4/5, not a parameter
}

TEST(study_rates, every_mechanical_problem_has_rates_or_is_surveyed_at_every_e) {
  for (const problem& p : catalogue()) {
    EXPECT_EQ(has_orders_over_e(p) || is_measured_over_e(p), !p.is_chain()) << p.name;
    EXPECT_FALSE(has_orders_over_e(p) && is_measured_over_e(p)) << p.name;
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
  const std::optional<at_restitution> own = pose(by_hand, "0.8", phase::before),
                                      other = pose(by_hand, "0.5", phase::before);
  ASSERT_TRUE(own && other);
  EXPECT_EQ(own->against.from.from, origin::closed_form);
  EXPECT_EQ(other->against.from.from, origin::computed);
  // The first flight, sin(2t)/3 - 6 sin t, does not know e: it arrives at 20/3 at pi, and leaves by that e. Both
  // numbers are roundings of fifty digits.
  const trajectory<double>& path = other->against.known.path;
  int k = path.piece_at(3);
  while (path.begin(k) < 3.14) ++k;
  EXPECT_DOUBLE_EQ(path.begin(k), std::acos(-1.0));
  EXPECT_DOUBLE_EQ(path.velocity(k, 0, 0), -10.0 / 3);
}

TEST(study_rates, a_survey_measures_and_declares_nothing) {
  const at_restitution asked = ball_at("0.5");
  for (const double order : {1.0, 0.5})
    for (const record& r : measured_at(asked, "0.5", phase::before, made_up::scheme("made_up_scheme", order), {})) {
      EXPECT_EQ(r.outcome, verdict::measured) << r.cell;
      EXPECT_FALSE(declared_order_of(r)) << r.cell;
      EXPECT_EQ(r.cell, "measured_over_e/made_up_ball/e=0.5/before/made_up_scheme/" + r.about.quantity);
      EXPECT_EQ(r.ladder.size(), r.about.quantity == "Hausdorff v" || r.about.quantity == "BL impulse" ? 22u : 64u);
      ASSERT_TRUE(r.fit) << r.cell << ": " << r.reason;
      if (order < 1 && (r.about.quantity == "Hausdorff v" || r.about.quantity == "BL impulse"))
        continue;  // h^½ is up to a tenth: no longer small beside a flight
      const double expected = r.about.quantity == "L2 v" ? order / 2 : order;
      EXPECT_NEAR(r.fit->order, expected, r.fit->half_width + 0.05)
          << r.cell;  // 0.05: next terms of a noise-free error
    }
}

TEST(study_rates, hausdorff_distances_are_resolved_on_staircases_of_several_bodies) {
  // Five balls pile up: treads, risers and chords that are equally far in many places, some of them at the end of a
  // segment. Bounds: chords are refined until upper - lower <= upper/256, of which error_bound is half, and value >=
  // upper (1 - 1/512).
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
    if (!has_orders_over_e(p)) continue;
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
        for (const auto& i : run.impacts)
          EXPECT_GE(std::abs(i.t - T), 0.019 * T) << p.name << " " << e << ": impact at " << i.t << ", T = " << T;
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
  const std::optional<at_restitution> asked = pose(pendulum, "0.9", phase::before);
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->against.from.from, origin::computed);
  EXPECT_FALSE(pose(pendulum, "0.9", phase::past));  // nothing accumulates
}

TEST(study_rates, a_right_scheme_holds_and_a_wrong_one_fails_before_an_accumulation) {
  for (const std::string e : {"0.5", "0.6"}) {
    const at_restitution asked = ball_at(e);
    for (const record& r : orders_at(asked, e, phase::before, made_up::scheme("first", 1), {})) {
      EXPECT_EQ(r.outcome, verdict::holds) << r.cell << ": " << r.reason;
      EXPECT_TRUE(r.cell.starts_with("orders_over_e/made_up_ball/e=" + e + "/before/first/")) << r.cell;
    }
  }
  // Negative controls: half an order too slow, and e off by 1/100.
  const at_restitution asked = ball_at("0.5");
  for (const auto& wrong : {made_up::scheme("slow", 0.5), made_up::scheme("stalls", 1, exact_rational("1/100"))})
    for (const record& r : orders_at(asked, "0.5", phase::before, wrong, {}))
      EXPECT_EQ(r.outcome, verdict::fails) << r.cell << ": " << r.reason;
}

TEST(study_rates, past_an_accumulation_nothing_is_declared) {
  const std::optional<at_restitution> asked = pose(find_problem("ball_rational"), "0.5", phase::past);
  ASSERT_TRUE(asked);
  for (const record& r : orders_at(*asked, "0.5", phase::past, find_solver("moreau_time_stepping"), {})) {
    EXPECT_EQ(r.outcome, verdict::measured) << r.cell;
    EXPECT_TRUE(r.fit) << r.cell;
    EXPECT_NE(r.reason.find("past an accumulation point"), std::string::npos) << r.reason;
  }
}

TEST(study_rates, an_aligned_grid_flatters) {
  // The half-width on dyadic steps is below a fifth of what as many jittered steps over the same range give: no
  // scatter, since every impact has one place in its step at every h. Negative control: jittered steps have that
  // scatter.
  const at_restitution asked = *pose(find_problem(aligned_problem), "0.5", phase::before);
  for (const char* const name : {"moreau_time_stepping", "sweeping", "paoli_schatzman"}) {
    const listed_solver& solver = find_solver(name);
    const double end = asked.of.end<double>();
    const grid same{.coarsest = std::exp2(-5) / end, .finest = std::exp2(-13) / end, .count = 9};
    const error_ladder jittered =
        errors_of(asked.of, solver, asked.against, {distance_kind::sup_position, distance_kind::l1_velocity},
                  jittered_steps(end, same), same, {});
    for (const record& r : aligned_orders(asked, solver, {})) {
      EXPECT_EQ(r.outcome, verdict::measured);
      if (r.about.quantity == "L2 v") continue;
      ASSERT_TRUE(r.fit) << r.cell;
      const order_fit scattered = fit_order(jittered.errors[r.about.quantity == "L1 v" ? 1 : 0]);
      ASSERT_TRUE(scattered.order) << r.cell;
      EXPECT_LT(5 * r.fit->half_width, scattered.order->half_width) << r.cell;
    }
  }
}

TEST(study_rates, errors_near_impacts_have_half_an_order_in_l2_and_those_away_have_one) {
  // e + h: the flights after an impact are wrong by O(h) in velocity; the impacts fall O(h) late.
  const at_restitution asked = ball_at("0.5");
  const auto records = orders_of_parts(asked, made_up::scheme("first", 1), {});
  ASSERT_EQ(records.size(), 4u);
  const double expected[] = {1, 1, 0.5, 1};
  for (std::size_t k = 0; k < 4; ++k) {
    ASSERT_TRUE(records[k].fit) << records[k].cell << ": " << records[k].reason;
    EXPECT_NEAR(records[k].fit->order, expected[k], records[k].fit->half_width + 0.02)
        << records[k].cell;  // 0.02: next terms of a noise-free error
  }
  // The parts add up to the whole, L² in squares.
  const double h = records[0].ladder.front().step;
  const solution<double> run =
      made_up::scheme("first", 1).solve<double>(asked.of.question, {.step = rational(h), .until = asked.of.until});
  const double end = asked.of.end<double>(), l1 = l1_velocity(run.path, asked.against.known.path, end),
               l2 = l2_velocity(run.path, asked.against.known.path, end);
  EXPECT_NEAR(records[0].ladder.front().error + records[1].ladder.front().error, l1, 1e-12 * l1);
  EXPECT_NEAR(std::hypot(records[2].ladder.front().error, records[3].ladder.front().error), l2, 1e-12 * l2);
}

TEST(study_rates, double_against_50_digits_is_rounding_and_a_spoiled_double_is_not) {
  const at_restitution asked = *pose(find_problem("pendulum_with_stop"), "0.5", phase::before);
  for (const char* const name : {"moreau_time_stepping", "sweeping", "paoli_schatzman"}) {
    const auto records = rounding_of(asked, find_solver(name));
    ASSERT_EQ(records.size(), 6u);
    for (const record& r : records) {
      EXPECT_EQ(r.outcome, verdict::holds) << r.cell << ": " << r.reason;
      EXPECT_LT(r.as<rounding_facts>().rounding, 1e-9 * r.as<rounding_facts>().error)
          << r.cell;  // orders below the method's error
    }
  }
  // Negative control: e off by 1e-9 in the double run alone.
  listed_solver spoiled = made_up::scheme("first", 1);
  spoiled.system_in_double = made_up::scheme("first", 1, exact_rational("1e-9")).system_in_double;
  for (const record& r : rounding_of(ball_at("0.5"), spoiled))
    EXPECT_EQ(r.outcome, verdict::fails) << r.cell << ": " << r.reason;
  for (const record& r : rounding_of(ball_at("0.5"), made_up::scheme("first", 1)))
    EXPECT_EQ(r.outcome, verdict::holds) << r.cell << ": " << r.reason;
}

TEST(study_rates, cells_say_what_they_are_about_in_fields) {
  const at_restitution asked = ball_at("0.5");
  const record r = measured_at(asked, "0.5", phase::before, made_up::scheme("scheme", 1), {}).front();
  EXPECT_EQ(r.about, (subject{.study = "measured_over_e",
                              .problem = "made_up_ball",
                              .restitution = "0.5",
                              .where = "before",
                              .solver = "scheme",
                              .quantity = "sup q"}));
  EXPECT_NE(as_text({r}).find("made_up_ball · e=0.5 · before · scheme"), std::string::npos) << as_text({r});
  const results parts = orders_of_parts(asked, made_up::scheme("scheme", 1), {});
  EXPECT_EQ(parts.front().about.where, "near");
  EXPECT_EQ(parts.front().cell, "orders_over_e/made_up_ball/near/scheme/L1 v");
  EXPECT_TRUE(of_study(parts, "orders").empty());
}

TEST(study_rates, the_full_grid_has_them_the_quick_one_has_not_and_any_number_of_jobs_gives_the_same) {
  EXPECT_TRUE(verify({.quick = true, .filter = "^(orders|measured)_over_e/"}).empty());
  const results measured = verify({.filter = "^measured_over_e/oscillator_by_hand/e=0.5/before/sweeping/"});
  EXPECT_EQ(measured.size(), all_distances.size());
  EXPECT_TRUE(of_study(measured, "orders").empty());
  const std::string filter = "^orders_over_e/ball_rational/(aligned/[^/]*/sup q|rounding/[^/]*/coarse)";
  const results one = verify({.jobs = 1, .filter = filter}), three = verify({.jobs = 3, .filter = filter});
  EXPECT_EQ(of_kind<order_facts>(one).size(), 3u);
  EXPECT_EQ(of_kind<rounding_facts>(one).size(), 6u);
  EXPECT_EQ(lines_of(one), lines_of(three));
  EXPECT_EQ(lines_of(results_from(lines_of(one))), lines_of(one));  // what is kept on disk comes back as it was
}

}  // namespace
}  // namespace unilateral::study
