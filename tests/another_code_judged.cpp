/// Another code, judged: Siconos's Moreau-Jean scheme with θ = ½ on two problems of the catalogue, from files that
/// bench/peers wrote (reports/peers; Siconos itself is not needed). What `judge` finds is what [Moreau 1988]'s scheme
/// declares: order 1 in sup q, L¹, Hausdorff and for impulses, ½ in L² of v.
///
/// The error of a scheme that does not locate impacts is h times a number that depends on where in its step each impact
/// falls. So with steps that span a factor of 4, error/h^p is held to a band; a band narrower than 4^q tells p from p ±
/// q.

#include "problems/language/input_error.hpp"
#include "reports/study/external/judge.hpp"
#include "solvers/moreau_time_stepping/moreau_time_stepping.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <sstream>

namespace unilateral::study {
namespace {

const problem& named(const std::string& name) {
  for (const problem& p : catalogue())
    if (p.name == name) return p;
  throw input_error("no problem " + name);
}

const double horizon = 4;
const double half_a_unit = 5e-12;  // of the twelfth digit, the last one of the files, for numbers from 1 to 10
const int ball_steps[] = {201, 401, 801}, pendulum_steps[] = {401, 801, 1601};
const std::string folder = std::string(SOURCE_ROOT) + "/reports/peers/";
std::string ball_file(int steps) { return folder + "siconos_ball_" + std::to_string(steps) + ".csv"; }
std::string pendulum_file(int steps) { return folder + "siconos_double_pendulum_" + std::to_string(steps) + ".csv"; }

double error_of(const results& found, const std::string& quantity) {
  for (const record& r : found)
    if (r.about.quantity == quantity) return r.as<value_facts>().error;
  ADD_FAILURE() << "no record of " << quantity;
  return -1;
}

/// Largest over least error/h^p: 1 for an error of order p to the letter.
double spread(const std::vector<results>& found, const int (&steps)[3], const std::string& quantity, double p) {
  double least = INFINITY, most = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double constant = error_of(found[k], quantity) / std::pow(horizon / steps[k], p);
    least = std::min(least, constant);
    most = std::max(most, constant);
  }
  return most / least;
}

std::vector<results> balls(const parameter_list& overrides = {}) {
  std::vector<results> all;
  for (const int steps : ball_steps) all.push_back(judge(named("ball_rational"), overrides, ball_file(steps)));
  return all;
}

TEST(another_code_judged, the_ball_has_the_declared_orders) {
  // A band of 3/2 < 4^½ tells each order from those half a unit away.
  const auto found = balls();
  for (const char* const quantity :
       {"distance sup q", "distance L1 v", "distance Hausdorff v", "distance BL impulse", "residual complementarity"})
    EXPECT_LT(spread(found, ball_steps, quantity, 1), 1.5) << quantity;
  EXPECT_LT(spread(found, ball_steps, "distance L2 v", 0.5), 1.5);
}

TEST(another_code_judged, the_pendulum_has_the_declared_orders) {
  // Its two impacts fall anywhere in their steps, and the second inherits the error of the first: a band of 3 < 4 tells
  // order 1 from 0 and 2. (Of L² that band would tell nothing. It is for these files: with luckier and unluckier steps
  // side by side impulses spread a little further.)
  std::vector<results> found;
  for (const int steps : pendulum_steps)
    found.push_back(judge(named("double_pendulum_wall"), {}, pendulum_file(steps)));
  for (const char* const quantity : {"distance sup q", "distance L1 v", "distance Hausdorff v", "distance BL impulse"})
    EXPECT_LT(spread(found, pendulum_steps, quantity, 1), 3) << quantity;
  EXPECT_LT(spread(found, pendulum_steps, "residual momentum balance", 1),
            1.5);  // it depends little on where impacts fall
  for (std::size_t k = 0; k < 3; ++k) {
    // It is in contact at the end of the step of an impact, or at most one step late, and the tip moves at less than 6
    // there.
    EXPECT_LE(error_of(found[k], "residual penetration"), 6 * horizon / pendulum_steps[k]);
    EXPECT_EQ(error_of(found[k], "residual reaction sign"), 0);
    EXPECT_EQ(error_of(found[k], "impacts found"), 0);
  }
}

TEST(another_code_judged, siconos_and_ours_are_one_scheme_on_the_ball) {
  // Under a constant force and with a fixed floor Siconos's prediction of contact is q_m, and its step the steps 1–5 of
  // ours. Row by row they agree to the twelve digits of the file, half a unit of the twelfth of numbers below 10;
  // beside it each of the two codes rounds x and v, both at most 2, once or twice a step.
  for (const int steps : ball_steps) {
    const statement question = with_values(std::get<statement>(named("ball_rational").question));
    const auto ours = moreau_time_stepping::solve<double>(question, {.step = rational(4) / steps, .until = {}});
    std::ifstream file(ball_file(steps));
    std::string line;
    int rows = 0;
    const double tolerance = half_a_unit + steps * 4 * std::numeric_limits<double>::epsilon() * 2;
    while (std::getline(file, line)) {
      double t, x, v;
      char comma;
      if (!(std::istringstream(line) >> t >> comma >> x >> comma >> v)) continue;
      const double now = std::min(horizon * rows / steps, ours.path.end());
      EXPECT_NEAR(t, now, half_a_unit);
      EXPECT_NEAR(x, ours.path.position(now)[0], half_a_unit) << "row " << rows << " of " << steps;
      EXPECT_NEAR(v, ours.path.velocity_right(now)[0], tolerance) << "row " << rows << " of " << steps;
      ++rows;
    }
    EXPECT_EQ(rows, steps + 1);
  }
}

TEST(another_code_judged, the_first_impact_is_found_where_the_step_allows) {
  // In the middle of its row or at most one row late; v⁻, v⁺ and P within what gravity does in two steps, twice that
  // with e.
  const auto found = balls();
  for (std::size_t k = 0; k < 3; ++k) {
    const double h = horizon / ball_steps[k], g = 2;
    EXPECT_LE(error_of(found[k], "impacts[0].t"), 1.5 * h);
    EXPECT_LE(error_of(found[k], "impacts[0].v_minus[0]"), 2 * g * h);
    EXPECT_LE(error_of(found[k], "impacts[0].v_plus[0]"), 2 * g * h);
    EXPECT_LE(error_of(found[k], "impacts[0].impulse[0]"), 4 * g * h);
  }
}

TEST(another_code_judged, its_momentum_is_balanced_to_the_digits_of_the_file) {
  // f is constant: a step's balance is exact. Twelve digits of t, v and P (|t| ≤ 4, |P| < 10): at most 2 · 5e-12 + 2 ·
  // 5e-12 + 5e-12 a row. q − ∫v is a sum from the begin on: of q only the two ends remain, a tenth of that unit as |q|
  // ≤ 1; v is off by it for 4 time units, and t moves no more than the variation of v, which is 6 by gravity up to t =
  // 3 and 6 by impacts, then rest.
  const auto found = balls();
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_LT(error_of(found[k], "residual momentum balance"), ball_steps[k] * 5 * half_a_unit);
    EXPECT_LT(error_of(found[k], "residual q - integral of v"), half_a_unit * (2 * 0.1 + 4 + 12));
  }
}

TEST(another_code_judged, against_another_restitution_it_does_not_converge) {
  // Negative control: the same files for e = 3/5. The second flight is wrong by its height whatever the step.
  const auto found = balls({{"e", expression(rational(3) / 5)}});
  for (const char* const quantity : {"distance sup q", "distance L1 v", "distance Hausdorff v", "distance BL impulse"})
    EXPECT_GT(error_of(found[2], quantity), error_of(found[0], quantity) / 2) << quantity;
}

TEST(another_code_judged, impulses_of_the_wrong_size_show_in_the_momentum_alone) {
  // Negative control: every impulse 1/10 too large. The whole impulse over [0, 4] is g t = 8: momentum is off by 0.8,
  // as exactly as the right file is balanced (the sum of its impulses is 8 to that; 1.1 of it), plus the 15 digits
  // written here: half a unit of the fifteenth is 5e-15 of an impulse at most, of all of them that of 8.8.
  const std::string path = testing::TempDir() + "another_code_judged.csv";
  {
    std::ifstream from(ball_file(201));
    std::ofstream to(path);
    to.precision(15);
    std::string line;
    while (std::getline(from, line)) {
      const auto last = line.rfind(',');
      if (line.starts_with("#") || line.starts_with("t"))
        to << line << '\n';
      else
        to << line.substr(0, last + 1) << 1.1 * std::stod(line.substr(last + 1)) << '\n';
    }
  }
  const results right = judge(named("ball_rational"), {}, ball_file(201)),
                wrong = judge(named("ball_rational"), {}, path);
  EXPECT_NEAR(error_of(wrong, "residual momentum balance"), 0.8,
              1.1 * error_of(right, "residual momentum balance") + 5e-15 * 8.8);
  for (const char* const quantity : {"distance sup q", "distance L1 v", "residual penetration"})
    EXPECT_EQ(error_of(wrong, quantity), error_of(right, quantity)) << quantity;
  std::remove(path.c_str());
}

}  // namespace
}  // namespace unilateral::study
