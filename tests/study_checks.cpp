/// Values, residuals and agreements: an exact solver passes, and each kind of check has a solver that must not pass it
/// (tests/support/made_up_ball.hpp). Tolerances are the studies' own; what is tested is that they tell right from
/// wrong.

#include "problems/language/polynomial.hpp"
#include "reports/study/families/agreement.hpp"
#include "reports/study/families/residuals.hpp"
#include "reports/study/families/values.hpp"
#include "reports/study/reference/motion.hpp"
#include "reports/study/run/verify.hpp"
#include "tests/support/made_up_ball.hpp"

#include <gtest/gtest.h>

namespace unilateral::study {
namespace {

const problem ball = made_up::ball_problem();
const rational wrong = exact_rational("1e-12"), none = 0;

results crossed(const listed_solver& first, const listed_solver& second, const options& how) {
  return agreements_of(bind<statement>(ball, {}, false), {&first, &second}, how);
}

TEST(study_checks, an_exact_solver_has_every_known_value) {
  const auto records = values_of_solver(ball, {}, made_up::scheme("exact", 0, none, false));
  ASSERT_EQ(records.size(), 16u);  // three impacts of two numbers, end.q, counts.impacts; in two scalars
  for (const record& r : records) {
    EXPECT_EQ(r.outcome, verdict::holds) << r.cell << " " << r.as<value_facts>().error << " > "
                                         << r.as<value_facts>().tolerance;
    // and the tolerance is worth having: some ten to a hundred roundings
    EXPECT_LT(r.as<value_facts>().tolerance, r.digits == 16 ? 1e-13 : 1e-46) << r.cell;
  }
}

TEST(study_checks, what_a_contact_amplifies_is_in_the_tolerance) {
  // Loop-the-loop (g = 2, R = 1): the rounding of the state on the loop is amplified up to the landing, and an impact's
  // rate is G v to its rounding there. No tolerance is wider than that, but for what the reference itself says of its
  // velocities. By hand, for the number amplified most, the velocity w along the loop after the landing, w = −1/2: size
  // √7 (the start); g and R 1/2, as w ~ √(gR); halfway on the loop, θ = 1.293, v = 2.024: w depends on a = 2E/(gR)
  // alone, dw/da = 5/2 at a = 7/2, so 2 sin θ dw/da + √7 · 2v/(gR) dw/da = 4.8 + 13.4; halfway in flight, with √3/2 to
  // go and to land at speed −2.598 down: 2.598 for x ≤ 0.866, 1/2 for y ≤ 1, 1.25 for x' ≤ 1/2, 0.433 for y' ≤ 2.598,
  // together 4.5. In all 25.9.
  constexpr double condition = 26;
  const problem& loop = find_problem("loop_the_loop");
  const auto records = values_of_solver(loop, {}, find_solver("event_driven"));
  EXPECT_GE(records.size(), 30u);
  for (const record& r : records) {
    EXPECT_EQ(r.outcome, verdict::holds) << r.cell << " " << r.as<value_facts>().error << " > "
                                         << r.as<value_facts>().tolerance;
    if (!r.about.quantity.starts_with("end.v")) {
      EXPECT_LE(r.as<value_facts>().tolerance,
                roundings * condition * (r.digits == 16 ? epsilon<double>() : to_double(epsilon<real50>())))
          << r.cell;
    }
  }
}

TEST(study_checks, a_rounded_answer_has_the_path_the_impulses_and_the_densities) {
  solution<real50> pressed;
  pressed.path = trajectory<real50>(1);
  const real50 third = real50(1) / 3, rest[] = {third, 0};
  pressed.path.append(real50(1), 1, rest);
  pressed.path.accumulation_points = {third};
  const auto one = [](const real50& x) { return column<real50>(column<real50>::Constant(1, x)); };
  pressed.impacts.push_back({third, one(third), one(-third), one(third / 2), one(third), {0}, true});
  pressed.reactions.push_back({0, third, real50(1), {third, -third}});
  const solution<double> found = rounded(pressed);
  EXPECT_EQ(found.path.position(0.5)[0], 1.0 / 3);
  EXPECT_EQ(found.path.accumulation_points, std::vector{1.0 / 3});
  ASSERT_EQ(found.impacts.size(), 1u);
  const impact<double>& i = found.impacts.front();
  EXPECT_EQ((std::vector{i.t, i.q[0], i.v_minus[0], i.v_plus[0], i.impulse[0]}),
            (std::vector{1.0 / 3, 1.0 / 3, -1.0 / 3, 1.0 / 6, 1.0 / 3}));
  EXPECT_EQ(i.active, std::vector{0});
  EXPECT_TRUE(i.continues);
  ASSERT_EQ(found.reactions.size(), 1u);
  const reaction_density<double>& r = found.reactions.front();
  EXPECT_EQ(r.from, 1.0 / 3);
  EXPECT_EQ(r.to, 1);
  EXPECT_EQ(r.coefficients, (std::vector{1.0 / 3, -1.0 / 3}));
}

/// Of e^x by powers on [0, 1], in ε e: powers left out 1, coefficients rounded 1/2, x rounded twice (|x p'| ≤ e) 1,
/// unit changed 1, the right answer rounded 1/2; and Horner's scheme, which rounds the j-th of the terms x^j/j! at most
/// 2j + 2 times by ε/2 (that of the slope, j + 1 included): Σ (j + 1) x^j/j! ε = 2 ε e. In all 6.
constexpr double six_roundings_of_e = 6 * 0x1p-52 * 2.718281828459045;

TEST(study_checks, a_rounded_answer_leaves_out_powers_that_double_has_no_range_for) {
  // e^(t/w) on [0, w], w = 1e-8, by 60 powers: the last coefficient is 1e398.
  solution<real50> quick;
  quick.path = trajectory<real50>(1);
  const real50 w("1e-8");
  std::vector<real50> c{real50(1)};
  for (int j = 1; j <= 60; ++j) c.push_back(c.back() / (w * j));
  quick.path.append(w, 60, c.data());
  quick.reactions.push_back({0, real50(0), w, c});
  const solution<double> found = rounded(quick);
  EXPECT_LT(found.path.degree(0), 25);
  ASSERT_LT(found.reactions.front().coefficients.size(), 25u);
  const std::vector<double>& density = found.reactions.front().coefficients;
  for (const double part : {0.0, 0.5, 1.0}) {
    const double at = part * 1e-8;
    EXPECT_NEAR(found.path.position(0, 0, at), std::exp(part), six_roundings_of_e) << part;
    EXPECT_NEAR(found.path.velocity(0, 0, at) * 1e-8, std::exp(part), six_roundings_of_e) << part;
    EXPECT_NEAR(polynomial::value(density.data(), static_cast<int>(density.size()) - 1, at), std::exp(part),
                six_roundings_of_e)
        << part;
  }
}

TEST(study_checks, a_rounded_answer_keeps_velocities_far_from_the_origin) {
  // 10^10 + e^t on [0, 1]: what is below rounding of the position is not below that of the velocity.
  solution<real50> far_away;
  far_away.path = trajectory<real50>(1);
  std::vector<real50> c{real50(1)};
  for (int j = 1; j <= 60; ++j) c.push_back(c.back() / j);
  c[0] += real50("1e10");
  far_away.path.append(real50(1), 60, c.data());
  const solution<double> found = rounded(far_away);
  for (const double t : {0.0, 0.5, 1.0})
    EXPECT_NEAR(found.path.velocity(0, 0, t), std::exp(t), six_roundings_of_e) << t;
}

TEST(study_checks, a_rounded_answer_is_finite_in_units_in_which_powers_of_time_are_not) {
  // e^(t/T) on [0, T], T = 1e-30: t¹¹ is beyond the range of double already, e, and the reaction that is the same, are
  // not. Pieces of few powers say it: position and velocity to roundings, of the velocity's own size 1/T.
  const real50 T("1e-30");
  solution<real50> quick;
  quick.path = trajectory<real50>(1);
  std::vector<real50> c{real50(1)};
  for (int j = 1; j <= 60; ++j) c.push_back(c.back() / (j * T));
  quick.path.append(T, 60, c.data());
  quick.reactions.push_back({0, real50(0), T, c});
  const solution<double> found = rounded(quick);
  ASSERT_TRUE(found.path.is_finite());
  EXPECT_EQ(found.path.end(), 1e-30);
  for (const double s : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    column<double> q = found.path.position(s * 1e-30), v = found.path.velocity_left(s * 1e-30);
    EXPECT_NEAR(q[0], std::exp(s), six_roundings_of_e) << s;
    EXPECT_NEAR(v[0] * 1e-30, std::exp(s), six_roundings_of_e) << s;
  }
  double impulse = 0;  // ∫ e^(t/T) dt = T (e − 1)
  for (const reaction_density<double>& r : found.reactions)
    for (std::size_t j = 0; j < r.coefficients.size(); ++j) {
      ASSERT_TRUE(std::isfinite(r.coefficients[j]));
      impulse += r.coefficients[j] * std::pow(r.to - r.from, double(j + 1)) / double(j + 1);
    }
  EXPECT_NEAR(impulse * 1e30, std::exp(1.0) - 1, six_roundings_of_e);
}

TEST(study_checks, a_restitution_off_by_1e_minus_12_shows_in_the_values) {
  // Negative control: every number after the first impact is wrong, and found to be.
  for (const record& r : values_of_solver(ball, {}, made_up::scheme("wrong", 0, wrong, false)))
    EXPECT_EQ(r.outcome == verdict::fails, r.about.quantity != "impacts[0].t" && r.about.quantity != "counts.impacts")
        << r.cell;
}

TEST(study_checks, a_reference_never_judges_its_own_maker) {
  problem computed = ball;
  computed.answer = [family = ball.answer]<scalar S>(const bound_values<S>& value, const S& until) {
    reference<S> known = family.at<S>(value, until);
    known.from = {.from = origin::computed, .source = "a run", .maker = "exact"};
    return known;
  };
  EXPECT_TRUE(values_of_solver(computed, {}, made_up::scheme("exact", 0, none, false)).empty());
  EXPECT_FALSE(values_of_solver(computed, {}, made_up::scheme("another", 0, none, false)).empty());
}

TEST(study_checks, an_exact_solver_has_no_residual) {
  const auto records = residuals_of(bind<statement>(ball, {}, false), made_up::scheme("exact", 0, none, false), {});
  ASSERT_EQ(records.size(), residual_names.size());
  for (const record& r : records) EXPECT_EQ(r.outcome, verdict::holds) << r.cell << ": " << r.reason;
}

TEST(study_checks, a_wrong_restitution_shows_in_the_impact_law) {
  // Negative control: momentum still balances; the law's complementarity does not hold.
  int failed = 0;
  for (const record& r : residuals_of(bind<statement>(ball, {}, false), made_up::scheme("wrong", 0, wrong, false), {}))
    failed += r.outcome == verdict::fails ? 1 : 0;
  EXPECT_GE(failed, 1);
}

TEST(study_checks, residuals_of_a_scheme_fall_with_its_step) {
  for (const record& r : residuals_of(bind<statement>(ball, {}, false), made_up::scheme("first", 1), {.quick = true}))
    EXPECT_EQ(r.outcome, verdict::holds) << r.cell << ": " << r.reason;
  int failed = 0;
  for (const record& r : residuals_of(bind<statement>(ball, {}, false),
                                      made_up::scheme("stalls", 1, exact_rational("1/100")), {.quick = true}))
    failed += r.outcome == verdict::fails ? 1 : 0;
  EXPECT_GE(failed, 1);
}

TEST(study_checks, two_right_solvers_agree) {
  const auto records = crossed(made_up::scheme("exact", 0, none, false), made_up::scheme("first", 1), {.quick = true});
  ASSERT_EQ(records.size(), all_distances.size());
  for (const record& r : records) {
    EXPECT_EQ(r.outcome, verdict::holds) << r.cell << ": " << r.reason;
    EXPECT_GT(r.as<agreement_facts>().difference, 0) << r.cell;
  }
}

TEST(study_checks, a_scheme_that_converges_to_something_else_does_not_agree) {
  // Negative control: refinement alone sees nothing wrong with the scheme; the other solver does. In L² v, where a
  // right scheme errs by √h at these steps, a stall of 1/100 is seen by the residuals alone: no agreement either.
  for (const record& r : crossed(made_up::scheme("exact", 0, none, false),
                                 made_up::scheme("stalls", 1, exact_rational("1/100")), {.quick = true}))
    EXPECT_EQ(r.outcome, r.about.quantity == "L2 v" ? verdict::cannot_tell : verdict::fails) << r.cell << r.reason;
}

TEST(study_checks, two_solvers_with_the_same_mistake_are_not_confirmed_by_each_other) {
  // Negative control: they agree to the last digit, and the judge of the statement objects.
  for (const record& r : crossed(made_up::scheme("one", 0, exact_rational("1/100"), false),
                                 made_up::scheme("two", 0, exact_rational("1/100"), false), {}))
    EXPECT_EQ(r.outcome, verdict::cannot_tell) << r.cell << ": " << r.reason;
}

TEST(study_checks, all_hold_is_strict) {
  const auto with = [](verdict v, const std::string& gap) {
    results found;
    found.push_back({.cell = "values/x", .outcome = v, .known_gap = gap});
    return all_hold(found);
  };
  EXPECT_TRUE(with(verdict::holds, ""));
  EXPECT_TRUE(with(verdict::measured, ""));
  EXPECT_FALSE(with(verdict::fails, ""));
  EXPECT_FALSE(with(verdict::cannot_tell, ""));
  EXPECT_TRUE(with(verdict::fails, "known"));
  EXPECT_FALSE(with(verdict::holds, "known"));  // a gap that closed
}

TEST(study_checks, one_that_fails_is_no_nothing_that_fails) {
  const auto with = [](verdict v) {
    results found;
    for (const verdict each : {verdict::holds, v, verdict::measured})
      found.push_back({.cell = "values/x", .outcome = each});
    return nothing_fails(found);
  };
  EXPECT_FALSE(with(verdict::fails));
  for (const verdict v : {verdict::holds, verdict::cannot_tell, verdict::measured}) EXPECT_TRUE(with(v));
}

TEST(study_checks, verify_is_the_same_for_any_number_of_jobs_and_refuses_a_bad_filter) {
  const std::string filter = "^orders/ball[^/]*/sweeping/sup q$";
  const results one = verify({.jobs = 1, .quick = true, .filter = filter}),
                three = verify({.jobs = 3, .quick = true, .filter = filter});
  ASSERT_FALSE(one.empty());
  ASSERT_EQ(one.size(), three.size());
  for (std::size_t k = 0; k < one.size(); ++k) {
    EXPECT_EQ(one[k].cell, three[k].cell);
    EXPECT_EQ(one[k].fit->order, three[k].fit->order);
    EXPECT_EQ(one[k].about.quantity, "sup q");
  }
  EXPECT_THROW(verify({.filter = "("}), input_error);
}

}  // namespace
}  // namespace unilateral::study
