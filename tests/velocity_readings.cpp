/// Schemes of other people, written here, judged rightly: how v goes between the rows of a file is read as the scheme
/// means it, and what rows alone say no reading limits.

#include "problems/language/input_error.hpp"
#include "reports/study/external/judge.hpp"
#include "reports/study/external/measured_rows.hpp"
#include "reports/study/external/order_of_files.hpp"
#include "reports/study/order/verdict.hpp"
#include "reports/study/record/print.hpp"
#include "reports/study/record/results_file.hpp"
#include "tests/support/made_up_ball.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <sstream>

namespace unilateral::study {
namespace {

const problem ball = made_up::ball_problem();
const double g = 2, horizon = 2.6;
const std::string path = testing::TempDir() + "velocity_readings.csv";

const record& record_of(const results& found, const std::string& quantity) {
  for (const record& r : found)
    if (r.about.quantity == quantity && r.is<value_facts>()) return r;
  ADD_FAILURE() << "no record of " << quantity;
  return found.front();
}
double error_of(const results& found, const std::string& quantity) {
  return record_of(found, quantity).as<value_facts>().error;
}
reading_facts reading_in(const results& found) { return *record_of(found, "distance L1 v").as<value_facts>().reading; }

/// One step of a scheme for the ball that falls with g and bounces with e = 1/2: (x, v) → (x, v), and the impulse.
using ball_step = std::function<double(double& x, double& v, double h)>;

const double e = 0.5;
double semi_implicit(double& x, double& v, double h) {
  const double fallen = v - g * h;
  v = x + h * fallen < 0 && fallen < 0 ? -e * v : fallen;
  x += h * v;
  return v - fallen;
}
double explicit_euler(double& x, double& v, double h) {
  const double fallen = v - g * h;
  x += h * v;
  v = x < 0 && v < 0 ? -e * v : fallen;
  return v - fallen;
}
double moreau_jean(double& x, double& v, double h) {
  const double middle = x + h / 2 * v, fallen = v - g * h;
  v = middle <= 0 ? std::max(fallen, -e * v) : fallen;
  x = middle + h / 2 * v;
  return v - fallen;
}

/// Rows of n steps, with `digits` significant ones.
std::string rows_of_ball(const ball_step& step, int n, int digits = 17, const std::string& comment = "") {
  std::ostringstream text;
  text.precision(digits);
  text << comment << "t,x,v,P\n0,1,0,0\n";
  double x = 1, v = 0;
  for (int k = 0; k < n; ++k) {
    const double P = step(x, v, horizon / n);
    text << horizon * (k + 1) / n << "," << x << "," << v << "," << P << "\n";
  }
  return text.str();
}
results judged(const std::string& text, std::optional<velocity_reading> velocity = {}) {
  std::ofstream(path, std::ios::binary) << text;
  return judge(ball, {}, path, {}, velocity);
}

// The force is constant and each step balances v, force and impulse, so the balance over [0, t] is off by what the jump
// of v is ahead of the force, or behind: g h where v jumps at an end of the row, g h/2 in its middle. Rounding: n steps
// of numbers below 8.

TEST(velocity_readings, semi_implicit_euler_is_read_as_it_moves) {
  for (const int n : {130, 520, 2080}) {
    const double h = horizon / n;
    const results found = judged(rows_of_ball(semi_implicit, n));
    EXPECT_EQ(reading_in(found).velocity, velocity_reading::right) << n;
    EXPECT_EQ(reading_in(found).from, reading_origin::positions) << n;
    EXPECT_NEAR(error_of(found, "residual momentum balance"), g * h, n * 8 * epsilon<double>()) << n;
    EXPECT_LT(error_of(found, "residual q - integral of v"), n * 8 * epsilon<double>()) << n;
    // Negative control: on lines between rows the balance is off by half an impact, 3/2 of it, whatever the step.
    const results on_lines = judged(rows_of_ball(semi_implicit, n), velocity_reading::linear);
    EXPECT_EQ(reading_in(on_lines).from, reading_origin::option);
    EXPECT_GT(error_of(on_lines, "residual momentum balance"), 1) << n;
  }
}

TEST(velocity_readings, explicit_euler_and_moreau_jean_are_read_as_they_move) {
  for (const int n : {130, 2080}) {
    const double h = horizon / n;
    const results left = judged(rows_of_ball(explicit_euler, n));
    EXPECT_EQ(reading_in(left).velocity, velocity_reading::left) << n;
    EXPECT_NEAR(error_of(left, "residual momentum balance"), g * h, n * 8 * epsilon<double>()) << n;
    // q alone does not tell mid from linear: the file says it.
    const results lines = judged(rows_of_ball(moreau_jean, n));
    EXPECT_EQ(reading_in(lines).velocity, velocity_reading::linear) << n;
    EXPECT_EQ(reading_in(lines).from, reading_origin::nobody) << n;
    const results mid = judged(rows_of_ball(moreau_jean, n, 17, "# velocity: mid\n"));
    EXPECT_EQ(reading_in(mid).velocity, velocity_reading::mid) << n;
    EXPECT_EQ(reading_in(mid).from, reading_origin::file) << n;
    EXPECT_NEAR(error_of(mid, "residual momentum balance"), g * h / 2, n * 8 * epsilon<double>()) << n;
    EXPECT_LT(error_of(mid, "residual q - integral of v"), n * 8 * epsilon<double>()) << n;
  }
}

TEST(velocity_readings, digits_that_were_rounded_away_hide_no_reading) {
  for (const int digits : {5, 6, 9, 15}) {
    EXPECT_EQ(reading_in(judged(rows_of_ball(semi_implicit, 100, digits))).velocity, velocity_reading::right) << digits;
    EXPECT_EQ(reading_in(judged(rows_of_ball(explicit_euler, 100, digits))).velocity, velocity_reading::left) << digits;
    EXPECT_EQ(reading_in(judged(rows_of_ball(moreau_jean, 100, digits))).velocity, velocity_reading::linear) << digits;
  }
}

TEST(velocity_readings, who_says_it_is_said) {
  const std::string rows = rows_of_ball(semi_implicit, 100);
  const auto with = [&](const std::string& comment) { return reading_in(judged(comment + rows)); };
  EXPECT_EQ(with("# velocity: linear\n").velocity, velocity_reading::linear);
  EXPECT_EQ(with("# Velocity: Linear\r\n").from, reading_origin::file);
  EXPECT_EQ(with("# velocity: auto\n").from, reading_origin::positions);
  EXPECT_EQ(with("# the velocity is in m/s\n# by: somebody\n").from, reading_origin::positions);
  EXPECT_EQ(reading_in(judged("# velocity: left\n" + rows, velocity_reading::smooth)).from, reading_origin::option);
  const auto complaint = [&](const std::string& comments) -> std::string {
    try {
      judged(comments + rows);
    } catch (const input_error& error) {
      return std::string(error.what()).substr(path.size());
    }
    return "accepted";
  };
  EXPECT_EQ(complaint("# velocity: rigth\n"),
            ":1: velocity: expected one of auto, linear, left, right, mid, smooth, found \"rigth\"");
  EXPECT_EQ(complaint("#\n# velocity: left\n# velocity: right\n"),
            ":3: velocity: expected one value in the whole file, found another, \"right\"");
  EXPECT_EQ(complaint("# force_evaluations: 1.5\n"),
            ":1: force_evaluations: expected a whole number, at least 0, found \"1.5\"");
  EXPECT_EQ(complaint("# seconds: -1\n"), ":1: seconds: expected a number of seconds, at least 0, found \"-1\"");
}

TEST(velocity_readings, costs_are_the_files_own_word) {
  // Also after the rows: a program knows them when it ends.
  const results found =
      judged("# force_evaluations: 400\n" + rows_of_ball(semi_implicit, 100) + "# projections: 1e2\n# seconds: 0.25\n");
  for (const auto& [name, value] :
       {std::pair{"force_evaluations", "400"}, {"projections", "100"}, {"seconds", "0.25"}}) {
    EXPECT_EQ(record_of(found, name).as<value_facts>().computed, value);
    EXPECT_EQ(record_of(found, name).as<value_facts>().kind, value_kind::cost);
  }
  EXPECT_NE(as_judgement(found).find("stated by the file\n  force_evaluations            400\n"), std::string::npos)
      << as_judgement(found);
  EXPECT_NE(as_judgement(found).find(", v between rows right (its positions move so)\n"), std::string::npos);
  for (const record& r : judged(rows_of_ball(semi_implicit, 100)))
    EXPECT_NE(r.as<value_facts>().kind, value_kind::cost);  // nothing said, nothing told
}

TEST(velocity_readings, a_record_of_a_reading_comes_back) {
  const results found = judged(rows_of_ball(semi_implicit, 100));
  const auto& facts = record_of(results_from(lines_of(found)), "distance rows v").as<value_facts>();
  ASSERT_TRUE(facts.reading);
  EXPECT_EQ(facts.reading->velocity, velocity_reading::right);
  EXPECT_EQ(facts.reading->from, reading_origin::positions);
  EXPECT_FALSE(facts.reading->limit);
  EXPECT_EQ(facts.reading->left_out, record_of(found, "distance rows v").as<value_facts>().reading->left_out);
  EXPECT_EQ(record_of(results_from(lines_of(found)), "distance L1 v").as<value_facts>().reading->limit, 1);
}

// --- rows alone ---

TEST(velocity_readings, rows_about_impacts_are_left_out_of_velocities) {
  // Impacts at 1, 2, 5/2 that are late by at most a step: of n + 1 rows those within two steps are left out, five or
  // six an impact. n = 130 leaves out more than a tenth.
  const results coarse = judged(rows_of_ball(semi_implicit, 130)), fine = judged(rows_of_ball(semi_implicit, 1300));
  EXPECT_EQ(record_of(coarse, "distance rows v").outcome, verdict::cannot_tell);
  EXPECT_TRUE(std::isnan(error_of(coarse, "distance rows v")));
  EXPECT_NE(record_of(coarse, "distance rows v").reason.find("more than a tenth"), std::string::npos);
  const record& v = record_of(fine, "distance rows v");
  EXPECT_EQ(v.outcome, verdict::measured);
  EXPECT_GE(*v.as<value_facts>().reading->left_out, 3 * 4.0 / 1301);
  EXPECT_LE(*v.as<value_facts>().reading->left_out, 3 * 6.0 / 1301);
  // Away from impacts v is of first order: g h, and 1 + e of the velocity lost or won by the lateness at each impact.
  EXPECT_LT(v.as<value_facts>().error, 3 * 3 * g * horizon / 1300);
  EXPECT_GT(v.as<value_facts>().error, 0);
}

TEST(velocity_readings, an_impact_that_is_late_is_left_out_by_twice_its_error) {
  // The exact ball of e = 1/2 whose second impact comes ten steps late, as if time stood still before: v is right at
  // all rows but those.
  const int n = 2600;
  const double h = horizon / n, late = 10 * h;
  std::ostringstream text;
  text.precision(17);
  text << "t,x,v\n";
  const solution<double> exactly = made_up::ball<double>(1, g, e, horizon);
  for (int k = 0; k <= n; ++k) {
    const double t = k * h, v = exactly.path.velocity_right(std::min(t, horizon))[0];
    const bool not_yet = t >= 2 && t < 2 + late;
    text << t << "," << exactly.path.position(std::min(t, horizon))[0] << "," << (not_yet ? -1 - g * (t - 2) : v)
         << "\n";
  }
  const results found = judged(text.str());
  EXPECT_LT(error_of(found, "distance rows v"), 1e-12);
  EXPECT_GT(*record_of(found, "distance rows v").as<value_facts>().reading->left_out, 2.0 * 2 * 10 / (n + 1));
}

TEST(velocity_readings, rows_that_do_not_cover_the_run_say_nothing) {
  const instance of = bind<statement>(ball, {}, true);
  const reference_motion<double> against = *closed_form_motion<double>(of);
  const int n = 1300;
  std::ofstream(path) << rows_of_ball(semi_implicit, n);
  const double h = horizon / n;
  EXPECT_TRUE(measured(of, against, path, {.step = h}).rows_q.value);
  EXPECT_TRUE(measured(of, against, path, {.step = h / 2}).rows_q.value);
  const foreign_run sparse = measured(of, against, path, {.step = h / 2.1});
  EXPECT_FALSE(sparse.rows_q.value);
  EXPECT_FALSE(sparse.rows_v.value);
  EXPECT_TRUE(sparse.rows_q.why_not.starts_with("rows leave out ")) << sparse.rows_q.why_not;
  // And a file that ends early covers what it covers.
  const std::string text = rows_of_ball(semi_implicit, n);
  std::ofstream(path) << text.substr(0, text.size() / 2).substr(0, text.rfind('\n', text.size() / 2) + 1);
  const foreign_run early = measured(of, against, path, {.step = h});
  EXPECT_LT(early.last, 2);
  EXPECT_FALSE(early.rows_q.value);
  EXPECT_TRUE(early.distances.front());
  EXPECT_EQ(early.step, h);
}

// --- smooth ---

/// A table that goes up and down as sin t/2, and a block pressed on it: x = (sin t)/2 while g > ½.
problem block_on_a_table() {
  statement question;
  question.system.coordinates = {"x"};
  question.system.mass = diagonal_mass({3});
  question.system.force = {-6};
  question.system.gap = {coordinate(0) - sin(time()) / 2};
  question.position = {0};
  question.velocity = {exact_rational("1/2")};
  question.horizon = 3;
  return {.name = "block_on_a_table", .question = question};
}

TEST(velocity_readings, smooth_bends_with_the_reactions_of_closed_contacts) {
  // Hermite's quintic of sin t/2 over a row is off by τ³(h − τ)³/6! of its sixth derivative, at most h⁶/46080 · ½; and
  // by rounding.
  const statement question = std::get<statement>(block_on_a_table().question);
  for (const int n : {6, 12, 48}) {
    const double h = 3.0 / n;
    std::ostringstream text;
    text.precision(17);
    text << "t,x,v\n";
    for (int k = 0; k <= n; ++k) text << k * h << "," << std::sin(k * h) / 2 << "," << std::cos(k * h) / 2 << "\n";
    std::ofstream(path) << text.str();
    const trajectory_rows rows = read_rows(path, {"x"}, 1);
    const auto worst = [&](velocity_reading how) {
      const foreign_trajectory read = motion_of_rows(rows, how, question.system);
      double q = 0;
      for (double t = 0; t < 3; t += h / 16) q = std::max(q, std::abs(read.positions.position(t)[0] - std::sin(t) / 2));
      return q;
    };
    EXPECT_LT(worst(velocity_reading::smooth), std::pow(h, 6) / 46080 / 2 * 1.01 + 1e-15) << n;
    // Negative control: without the contact x'' = −2 is no acceleration of these rows, and v goes on lines.
    const mechanical_system free{.coordinates = {"x"},
                                 .mass = question.system.mass,
                                 .force = question.system.force,
                                 .gap = {coordinate(0) + 100}};
    const foreign_trajectory wrong = motion_of_rows(rows, velocity_reading::smooth, free);
    double q = 0;
    for (double t = 0; t < 3; t += h / 16) q = std::max(q, std::abs(wrong.positions.position(t)[0] - std::sin(t) / 2));
    EXPECT_GT(q, 100 * (std::pow(h, 6) / 46080 / 2 + 1e-15)) << n;
  }
}

TEST(velocity_readings, smooth_never_bends_across_an_impact) {
  // Rows of the exact ball, no jump marked: the row of an impact is a line in v, as in the linear reading; on all
  // others v is linear anyway, to rounding over h.
  const solution<double> exactly = made_up::ball<double>(1, g, e, horizon);
  std::ostringstream text;
  text.precision(17);
  text << "t,x,v\n";
  for (int k = 0; k <= 200; ++k)
    text << 0.013 * k << "," << exactly.path.position(std::min(0.013 * k, horizon))[0] << ","
         << exactly.path.velocity_right(std::min(0.013 * k, horizon))[0] << "\n";
  std::ofstream(path) << text.str();
  const trajectory_rows rows = read_rows(path, {"x"}, 1);
  const mechanical_system system = with_values(std::get<statement>(ball.question)).system;
  const foreign_trajectory smooth = motion_of_rows(rows, velocity_reading::smooth, system),
                           linear = motion_of_rows(rows, velocity_reading::linear, system);
  ASSERT_EQ(smooth.velocities.pieces(), linear.velocities.pieces());
  EXPECT_LT(distance(distance_kind::l1_velocity, smooth.velocities, linear.velocities, horizon).value, 1e-11);
  EXPECT_LT(distance(distance_kind::sup_position, smooth.positions, linear.positions, horizon).value, 1e-12);
}

/// A particle that slides in a bowl, x = (sin θ, −cos θ), θ'' = −10 sin θ from rest at θ = 1, pressed on it by λ = θ'²
/// + 10 cos θ. Exact to 1e-12: Runge and Kutta's method in steps of 1/4000.
problem bowl() {
  statement question;
  question.system.coordinates = {"x", "y"};
  question.system.mass = diagonal_mass({1, 1});
  question.system.force = {0, -10};
  question.system.gap = {1 - sqrt(coordinate(0) * coordinate(0) + coordinate(1) * coordinate(1))};
  question.position = {sin(expression(1)), -cos(expression(1))};
  question.velocity = {0, 0};
  question.horizon = 2;
  return {.name = "bowl", .question = question};
}
std::string rows_of_bowl(int n) {
  std::ostringstream text;
  text.precision(17);
  text << "t,x,y,vx,vy,P\n";
  const int parts = 8000 / n;
  const double h = 2.0 / n, dt = h / parts;
  double a = 1, w = 0, P = 0;
  for (int k = 0; k <= n; ++k) {
    text << k * h << "," << std::sin(a) << "," << -std::cos(a) << "," << w * std::cos(a) << "," << w * std::sin(a)
         << "," << P << "\n";
    P = 0;
    for (int j = 0; j < parts; ++j) {
      const double λ = w * w + 10 * std::cos(a);
      const double k1 = -10 * std::sin(a), k2 = -10 * std::sin(a + dt / 2 * w),
                   k3 = -10 * std::sin(a + dt / 2 * w + dt * dt / 4 * k1),
                   k4 = -10 * std::sin(a + dt * w + dt * dt / 2 * k2);
      a += dt * w + dt * dt / 6 * (k1 + k2 + k3);
      w += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
      P += dt / 2 * (λ + w * w + 10 * std::cos(a));
    }
  }
  return text.str();
}

TEST(velocity_readings, a_reading_has_the_order_that_its_limit_says) {
  // Rows are exact: what is measured is the reading. A band of ¼ tells its order from those half a unit away. The
  // reference's reaction lies in cells, 1e-3 of its impulse: coarse rows tell of impulses, fine ones of the rest.
  const problem of = bowl();
  const instance bound = bind<statement>(of, {}, true);
  const reference_motion<double> against = *motion_to_measure_against(bound);
  for (const velocity_reading how : all_velocity_readings) {
    std::array<std::vector<error_sample>, all_distances.size()> samples;
    for (const int n : {16, 25, 32, 40, 50, 80, 100, 160}) {
      std::ofstream(path) << rows_of_bowl(n);
      const foreign_run run = measured(bound, against, path, {.velocity = how});
      EXPECT_LT(run.rows_q.value.value_or(1), 1e-11);
      EXPECT_LT(run.rows_v.value.value_or(1), 1e-11);
      EXPECT_EQ(run.rows_v.left_out, 0);
      for (std::size_t k = 0; k < all_distances.size(); ++k)
        if (all_distances[k] == distance_kind::bounded_lipschitz_impulse ? n <= 50 : n >= 40)
          samples[k].push_back({2.0 / n, run.distances[k]->value, 0});
    }
    for (std::size_t k = 0; k < all_distances.size(); ++k) {
      const double order = fit_few(samples[k]).order->order;
      EXPECT_NEAR(order, order_of_reading(how, all_distances[k]), 0.25)
          << name_of(how) << ", " << name_of(all_distances[k]);
    }
  }
}

// --- the double pendulum, by Runge–Kutta methods that locate its impacts ---

struct tableau {
  std::vector<std::vector<double>> a;
  std::vector<double> b;
};
const tableau runge_kutta_4{{{}, {0.5}, {0, 0.5}, {0, 0, 1}}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}},
    explicit_midpoint{{{}, {0.5}}, {0, 1}};

using state = std::array<double, 4>;  // a, b, a', b'

/// M⁻¹ x for M = (2, c; c, 1), c = cos(a − b).
std::array<double, 2> solved(const state& y, double x0, double x1) {
  const double c = std::cos(y[0] - y[1]), det = 2 - c * c;
  return {(x0 - c * x1) / det, (2 * x1 - c * x0) / det};
}
state rate_of(const state& y) {
  const double s = std::sin(y[0] - y[1]);
  const auto a = solved(y, -s * y[3] * y[3] - 20 * std::sin(y[0]), s * y[2] * y[2] - 10 * std::sin(y[1]));
  return {y[2], y[3], a[0], a[1]};
}
state stepped(const tableau& by, const state& y, double h) {
  std::vector<state> k;
  for (const auto& row : by.a) {
    state z = y;
    for (std::size_t j = 0; j < row.size(); ++j)
      for (std::size_t i = 0; i < 4; ++i) z[i] += h * row[j] * k[j][i];
    k.push_back(rate_of(z));
  }
  state z = y;
  for (std::size_t j = 0; j < k.size(); ++j)
    for (std::size_t i = 0; i < 4; ++i) z[i] += h * by.b[j] * k[j][i];
  return z;
}
double gap_of(const state& y) { return 0.3 - std::sin(y[0]) - std::sin(y[1]); }

/// Steps of h from impact to impact, the step into one cut where the gap vanishes; both sides of each are rows.
std::string pendulum_rows(const tableau& by, double h, double restitution) {
  std::ostringstream text;
  text.precision(17);
  text << "t,a,b,a',b',P\n";
  double t = 0;
  state y{-M_PI / 3, -M_PI / 3, 0, 0};
  const auto write = [&](double P) {
    text << t << "," << y[0] << "," << y[1] << "," << y[2] << "," << y[3] << "," << P << "\n";
  };
  write(0);
  while (t < 4) {
    double step = std::min(h, 4 - t);
    state next = stepped(by, y, step);
    const bool hits = gap_of(next) < 0;
    if (hits) {
      double low = 0, high = step;
      for (int k = 0; k < 60; ++k) (gap_of(stepped(by, y, (low + high) / 2)) < 0 ? high : low) = (low + high) / 2;
      step = low;
      next = stepped(by, y, step);
    }
    y = next;
    t = 4 - t - step < 1e-12 ? 4 : t + step;
    write(0);
    if (!hits) continue;
    const double g0 = -std::cos(y[0]), g1 = -std::cos(y[1]), rate = g0 * y[2] + g1 * y[3];
    const auto w = solved(y, g0, g1);
    const double P = -(1 + restitution) * rate / (g0 * w[0] + g1 * w[1]);
    y[2] += P * w[0];
    y[3] += P * w[1];
    write(P);
  }
  return text.str();
}

class runge_kutta : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    of_ = bind<statement>(find_problem("double_pendulum_wall"), {}, true);
    against_ = motion_to_measure_against(*of_);
  }
  /// Eight steps from 1/25 on, by 2^-½ or so: no step is a part of the run.
  static std::vector<foreign_run> runs(const tableau& by, velocity_reading how, double restitution = 0.5) {
    std::vector<foreign_run> found;
    for (const int n : {103, 147, 211, 293, 419, 587, 823, 1171}) {
      std::ofstream(path) << pendulum_rows(by, 4.0 / n, restitution);
      found.push_back(measured(*of_, *against_, path, {.velocity = how, .step = 4.0 / n}));
    }
    return found;
  }
  static fitted_order order_of(const std::vector<foreign_run>& runs,
                               const std::function<double(const foreign_run&)>& error) {
    std::vector<error_sample> samples;
    for (const foreign_run& run : runs) samples.push_back({run.step, error(run), 1e-14});
    const order_fit fit = fit_order(samples);
    EXPECT_TRUE(fit.order) << name_of(fit.outcome);
    return fit.order.value_or(fitted_order{});
  }
  static void has_order(const fitted_order& fit, double p, const std::string& what) {
    EXPECT_LE(std::abs(fit.order - p), fit.half_width) << what << " " << text_of(as_printed(fit));
    EXPECT_LT(fit.half_width, 0.5) << what << " " << text_of(as_printed(fit));  // tells p from p ± ½
  }
  static double rows_q(const foreign_run& run) { return run.rows_q.value.value_or(NAN); }
  static double sup_q(const foreign_run& run) { return run.distances[0]->value; }
  static double l1_v(const foreign_run& run) { return run.distances[1]->value; }

  inline static std::optional<instance> of_;
  inline static std::optional<reference_motion<double>> against_;
};

TEST_F(runge_kutta, with_located_impacts_is_of_fourth_order_at_rows) {
  const std::vector<foreign_run> on_lines = runs(runge_kutta_4, velocity_reading::linear),
                                 smooth = runs(runge_kutta_4, velocity_reading::smooth);
  has_order(order_of(smooth, rows_q), 4, "rows q");
  has_order(order_of(smooth, sup_q), 4, "sup q, smooth");
  for (std::size_t k = 0; k < smooth.size(); ++k) {
    EXPECT_EQ(rows_q(smooth[k]), rows_q(on_lines[k]));  // no reading enters
    EXPECT_GE(sup_q(smooth[k]), rows_q(smooth[k]) * (1 - 1e-6));
  }
  // The reading on lines has an order of its own, and the record says that it limits.
  const fitted_order q = order_of(on_lines, sup_q), v = order_of(on_lines, l1_v);
  has_order(v, order_of_reading(velocity_reading::linear, distance_kind::l1_velocity), "L1 v, linear");
  EXPECT_LT(q.order, 3.5);
  EXPECT_EQ(text_of_limit({.velocity = velocity_reading::linear, .limit = 2}, v),
            "v between rows is read as linear, which shows no order above 2");
  EXPECT_EQ(text_of_limit({.velocity = velocity_reading::smooth, .limit = 6}, order_of(smooth, sup_q)), "");
}

TEST_F(runge_kutta, explicit_midpoint_is_of_second_order) {
  const std::vector<foreign_run> found = runs(explicit_midpoint, velocity_reading::smooth);
  has_order(order_of(found, rows_q), 2, "rows q");
  has_order(order_of(found, sup_q), 2, "sup q");
}

TEST_F(runge_kutta, a_wrong_restitution_shows) {
  // Negative control: after the first impact the velocity is off by 1/50 of a rebound, whatever the step.
  const std::vector<foreign_run> found = runs(runge_kutta_4, velocity_reading::smooth, 0.51);
  for (const foreign_run& run : found) EXPECT_GT(rows_q(run), 1e-3);
  EXPECT_LT(std::abs(order_of(found, rows_q).order), 0.1);
}

// --- several files ---

TEST(velocity_readings, several_files_stand_side_by_side_and_four_have_orders) {
  std::vector<std::string> files;
  for (const int n : {131, 197, 293, 443, 661, 997}) {
    files.push_back(testing::TempDir() + "velocity_readings_" + std::to_string(n) + ".csv");
    std::ofstream(files.back()) << rows_of_ball(semi_implicit, n);
  }
  const results found = judge(ball, {}, files);
  int orders = 0;
  for (const record& r : found) {
    if (!r.is<order_facts>()) continue;
    ++orders;
    ASSERT_EQ(r.ladder.size(), files.size()) << r.about.quantity;
    EXPECT_GT(r.ladder.front().step, r.ladder.back().step);
    if (r.about.quantity == "residual momentum balance") {  // g h, to the letter
      ASSERT_TRUE(r.fit);
      EXPECT_NEAR(r.fit->order, 1, 1e-9);
      EXPECT_NEAR(r.fit->constant, g, 1e-8);
    }
    if (r.about.quantity == "distance sup q" || r.about.quantity == "distance L1 v") {
      ASSERT_TRUE(r.fit) << r.about.quantity;
      EXPECT_LE(std::abs(r.fit->order - 1), r.fit->half_width) << r.about.quantity;
    }
  }
  EXPECT_GT(orders, 5);
  const std::string text = as_judgement(found);
  for (const std::string& file : files) EXPECT_NE(text.find(file), std::string::npos) << text;
  EXPECT_NE(text.find("order\n"), std::string::npos) << text;
  files.resize(3);
  for (const record& r : judge(ball, {}, files)) EXPECT_FALSE(r.is<order_facts>());
  // Four files of one step have no order.
  for (const record& r : judge(ball, {}, std::vector<std::string>(4, files.front()))) EXPECT_FALSE(r.is<order_facts>());
}

TEST(velocity_readings, a_few_points_carry_an_interval_that_knows_how_few_they_are) {
  // Exact powers are exact; a next term widens the interval over itself; scatter widens it as Student says.
  std::vector<error_sample> power, bent, noisy;
  const double signs[] = {1, -1, -1, 1};
  for (int k = 0; k < 4; ++k) {
    const double h = std::pow(0.5, k);
    power.push_back({h, 3 * h * h});
    bent.push_back({h, 3 * h * h * (1 + h / 2)});
    noisy.push_back({h, 3 * h * h * std::exp(0.2 * signs[k])});
  }
  EXPECT_NEAR(fit_few(power).order->order, 2, 1e-13);
  EXPECT_NEAR(fit_few(power).order->constant, 3, 1e-12);
  EXPECT_LT(fit_few(power).order->half_width, 1e-12);
  EXPECT_LE(std::abs(fit_few(bent).order->order - 2), fit_few(bent).order->half_width);
  EXPECT_LE(std::abs(fit_few(noisy).order->order - 2), fit_few(noisy).order->half_width);
  power.back().rounding = power[2].rounding = 1;
  EXPECT_EQ(fit_few(power).outcome, fit_outcome::too_few);
}

}  // namespace
}  // namespace unilateral::study
