/// Frames that turn, fall or shake: T = ½ v·M(q)v + b(t, q)·v + c(t, q); where M depends on t too, see rheonomic.cpp.
/// Theorem: Lagrange's equations do not depend on the
/// coordinates, so a motion seen from a frame that turns, falls or shakes is the image of the motion in an inertial
/// frame, gyroscopic force, ∂b/∂t and ∂c/∂q included; and so are the impacts, whose law sees M and the gap's rate only.
/// Truth: closed forms in the inertial frame.
///
/// Tolerances. Engines: 2^12 ε for a few impacts that amplify roundings of numbers below 25 by less than 10 each.
/// Schemes of order h: a step of any of them is off by at most h²/2 · |q''| in velocity and position; seen from the
/// inertial frame, free flight carries an error δv into T δv and impacts on a disc of radius 1 at e = 1 at most double
/// it. |q''| ≤ 5 and T = 5 here, two impacts: 4 · 5 T²/2 h = 250 h, with room for the instants of the impacts, one step
/// each.
#include "problems/language/input_error.hpp"
#include "problems/language/many_digits.hpp"
#include "problems/language/tape.hpp"
#include "problems/text/problem_file.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace unilateral {
namespace {

statement read(const std::string& text) {
  return with_values(std::get<statement>(text::read_problem("frame.toml", text).question));
}

/// A point in the unit disc, e = 1, seen from axes that turn at rate 1.
std::string disc(const std::string& position, const std::string& velocity, const std::string& energy) {
  return "coordinates = [\"x\", \"y\"]\nhorizon = 5\n[system]\nkinetic_energy = \"" + energy +
         "\"\n[[constraint]]\ngap = \"1 - x^2 - y^2\"\n[impact]\nrestitution = 1\n" +
         "[initial]\nposition = " + position + "\nvelocity = " + velocity + "\n";
}
const std::string turning = "((x' - y)^2 + (y' + x)^2)/2";

/// The motion on chords of the unit circle from p with velocity w, in the inertial frame.
template <scalar S>
struct chords {
  std::array<S, 2> p, w;
  std::vector<S> impacts;

  chords(const std::array<S, 2>& at, const std::array<S, 2>& speed, const S& until) : p(at), w(speed) {
    using std::sqrt;
    S t(0);
    for (;;) {
      const S ww = w[0] * w[0] + w[1] * w[1], pw = p[0] * w[0] + p[1] * w[1], pp = p[0] * p[0] + p[1] * p[1];
      const S flight = (-pw + sqrt(S(pw * pw + ww * (1 - pp)))) / ww;
      const S length = t + flight < until ? flight : S(until - t);
      for (std::size_t i = 0; i < 2; ++i) p[i] += length * w[i];
      if (t + flight >= until) return;
      t += flight;
      impacts.push_back(t);
      const S normal = p[0] * w[0] + p[1] * w[1];
      for (std::size_t i = 0; i < 2; ++i) w[i] -= 2 * normal * p[i];
      // On the circle exactly: the next chord starts there.
      const S radius = sqrt(S(p[0] * p[0] + p[1] * p[1]));
      for (S& x : p) x /= radius;
    }
  }
};

/// Relative (position, velocity) at time t of a point with inertial (p, w).
template <scalar S>
std::array<S, 4> seen(const chords<S>& c, const S& t) {
  using std::cos;
  using std::sin;
  const S x = cos(t) * c.p[0] + sin(t) * c.p[1], y = cos(t) * c.p[1] - sin(t) * c.p[0];
  return {x, y, S(cos(t) * c.w[0] + sin(t) * c.w[1] + y), S(cos(t) * c.w[1] - sin(t) * c.w[0] - x)};
}

template <scalar S>
void engines_see_chords(const std::string& position, const std::string& velocity, const std::array<S, 2>& p,
                        const std::array<S, 2>& w) {
  using std::abs;
  const chords<S> truth(p, w, S(5));
  const auto end = seen(truth, S(5));
  const S tolerance = S(1 << 12) * epsilon<S>();
  for (const study::listed_solver& s : study::solver_list()) {
    if (!s.declaration.reference_engine) continue;
    const solution<S> found = s.solve<S>(read(disc(position, velocity, turning)), {});
    ASSERT_TRUE(found.completed()) << s.declaration.name << ": " << found.status;
    ASSERT_EQ(found.impacts.size(), truth.impacts.size()) << s.declaration.name;
    for (std::size_t k = 0; k < truth.impacts.size(); ++k)
      EXPECT_LE(abs(S(found.impacts[k].t - truth.impacts[k])), tolerance) << s.declaration.name << " " << k;
    for (int i = 0; i < 2; ++i) {
      EXPECT_LE(abs(S(found.end_position[i] - end[static_cast<std::size_t>(i)])), tolerance) << s.declaration.name;
      EXPECT_LE(abs(S(found.end_velocity[i] - end[static_cast<std::size_t>(2 + i)])), tolerance) << s.declaration.name;
    }
  }
}

TEST(rotating_frame, engines_see_the_chords_of_a_circle_in_double) {
  engines_see_chords<double>("[\"-1/2\", 0]", "[1, \"1/2\"]", {-0.5, 0}, {1, 0});
  engines_see_chords<double>("[\"1/4\", \"-1/2\"]", "[1, \"3/4\"]", {0.25, -0.5}, {1.5, 1});
}
TEST(rotating_frame, engines_see_the_chords_of_a_circle_in_fifty_digits) {
  using S = real50;
  engines_see_chords<S>("[\"-1/2\", 0]", "[1, \"1/2\"]", {S(-1) / 2, S(0)}, {S(1), S(0)});
  engines_see_chords<S>("[\"1/4\", \"-1/2\"]", "[1, \"3/4\"]", {S(1) / 4, S(-1) / 2}, {S(3) / 2, S(1)});
}

TEST(rotating_frame, every_scheme_sees_the_chords_of_a_circle) {
  const chords<double> truth({-0.5, 0}, {1, 0}, 5);
  const auto end = seen(truth, 5.);
  for (const study::listed_solver& s : study::solver_list()) {
    if (!s.declaration.applies_to.systems || !s.declaration.applies_to.needs_step()) continue;
    const rational h(1, 10000);
    const solution<double> found = s.solve<double>(read(disc("[\"-1/2\", 0]", "[1, \"1/2\"]", turning)), {.step = h});
    ASSERT_TRUE(found.completed()) << s.declaration.name << ": " << found.status;
    for (int i = 0; i < 2; ++i)
      EXPECT_NEAR(found.end_position[i], end[static_cast<std::size_t>(i)], 250 * h.get_d()) << s.declaration.name;
  }
}

/// Negative control: without the terms linear in the velocities the point ends elsewhere.
TEST(rotating_frame, the_gyroscopic_force_is_seen) {
  const chords<double> truth({-0.5, 0}, {1, 0}, 5);
  const auto end = seen(truth, 5.);
  const solution<double> wrong =
      study::find_solver("event_driven")
          .solve<double>(read(disc("[\"-1/2\", 0]", "[1, \"1/2\"]", "(x'^2 + y'^2 + x^2 + y^2)/2")), {});
  EXPECT_GT(std::hypot(wrong.end_position[0] - end[0], wrong.end_position[1] - end[1]), 0.1);
}

/// A lift that accelerates at 2: T = (y' + h'(t))²/2 with h = t², U = 8 (y + h). Seen from it, gravity is 10: from rest
/// at 5 the ball falls on its floor at 1, 2 and 5/2 with e = 1/2, with v⁺ = 5/4 after the third; 1/8 later it is at its
/// highest, 5/64.
TEST(accelerating_lift, a_ball_bounces_as_under_the_sum_of_both) {
  const std::string lift =
      "coordinates = [\"y\"]\nhorizon = \"21/8\"\n[system]\nkinetic_energy = \"(y' + 2*t)^2/2\"\npotential_energy = "
      "\"8*(y + t^2)\"\n[[constraint]]\ngap = \"y\"\n" +
      std::string("[impact]\nrestitution = \"1/2\"\n[initial]\nposition = [5]\nvelocity = [0]\n");
  const statement s = read(lift);
  EXPECT_TRUE(s.system.force[0].is(-10)) << to_text(s.system.force[0], {"y"});
  for (const study::listed_solver& solver : study::solver_list()) {
    if (!solver.declaration.reference_engine) continue;
    const solution<double> found = solver.solve<double>(s, {});
    ASSERT_TRUE(found.completed()) << solver.declaration.name << ": " << found.status;
    ASSERT_EQ(found.impacts.size(), 3u);
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(found.impacts[k].t, k == 0 ? 1 : k == 1 ? 2 : 2.5, 4096 * epsilon<double>());
    EXPECT_NEAR(found.end_position[0], 5. / 64, 4096 * epsilon<double>());
    EXPECT_NEAR(found.end_velocity[0], 0, 4096 * epsilon<double>());
  }
}

double force(const statement& s, int i, double t, const std::vector<double>& q, const std::vector<double>& v) {
  tape<double> run(s.system.force, s.system.degrees_of_freedom());
  run.run(t, q.data(), v.data());
  return run[i];
}

/// By hand: a pendulum on a pivot that moves by p(t) obeys a'' = −g sin a − p'' cos a (length and mass 1); on a bead of
/// a hoop that turns at rate w about its upright diameter c(q) = ½ w² sin² a gives a'' = (w² cos a − g) sin a; a charge
/// in a field B(t) along z with A = B (−y, x)/2 feels B (y', −x') and the field −∂A/∂t. Tolerance: 64 ε of numbers
/// below 32.
TEST(lagrange, terms_of_lower_degree_give_the_forces_known_by_hand) {
  const auto one = [](const std::string& T, const std::string& U) {
    return read("coordinates = [\"a\"]\nhorizon = 1\n[system]\nkinetic_energy = \"" + T + "\"\npotential_energy = \"" +
                U + "\"\n[initial]\nposition = [0]\nvelocity = [0]\n");
  };
  const statement shaken = one("((cos(a)*a' + 3*cos(3*t))^2 + (sin(a)*a')^2)/2", "-9*cos(a)"),
                  hoop = one("(a'^2 + (4*sin(a))^2)/2", "-9*cos(a)");
  const statement charge = read(
      "coordinates = [\"x\", \"y\"]\nhorizon = 1\n[system]\nkinetic_energy = \"(x'^2 + y'^2)/2 + sin(t)*(x*y' - "
      "y*x')/2\"\n"
      "[initial]\nposition = [0, 0]\nvelocity = [0, 0]\n");
  std::mt19937 random(1788);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int trial = 0; trial < 20; ++trial) {
    const double t = number(random), a = number(random), v = number(random), y = number(random), w = number(random),
                 tolerance = 64 * 32 * epsilon<double>();
    EXPECT_NEAR(force(shaken, 0, t, {a}, {v}), -9 * std::sin(a) + 9 * std::sin(3 * t) * std::cos(a), tolerance);
    EXPECT_NEAR(force(hoop, 0, t, {a}, {v}), (16 * std::cos(a) - 9) * std::sin(a), tolerance);
    EXPECT_NEAR(force(charge, 0, t, {a, y}, {v, w}), std::sin(t) * w + std::cos(t) * y / 2, tolerance);
    EXPECT_NEAR(force(charge, 1, t, {a, y}, {v, w}), -std::sin(t) * v - std::cos(t) * a / 2, tolerance);
  }
}

/// M may be written with t or velocities where it does not depend on them: axes x, y that turn, for the velocity of the
/// point along them.
TEST(lagrange, a_mass_matrix_is_judged_as_a_function) {
  const statement s = read(disc("[0, 0]", "[1, 0]", "((cos(t)*x' - sin(t)*y')^2 + (sin(t)*x' + cos(t)*y')^2)/2"));
  for (const mass_entry& m : s.system.mass) EXPECT_TRUE(variables_of(m.value).none()) << to_text(m.value, {"x", "y"});
  for (const int i : {0, 1}) EXPECT_NEAR(force(s, i, 0.7, {0.1, 0.2}, {0.3, -0.4}), 0, 64 * epsilon<double>());

  const auto refusal = [](const std::string& energy) -> std::string {
    try {
      read(disc("[0, 0]", "[1, 0]", energy));
    } catch (const input_error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal("(x'^2 + y'^2)/2 + t*x*y' + sin(t)*x'"), "accepted");
  EXPECT_EQ(refusal("(1 + t^2)*x'^2 + y'^2"), "accepted");
  EXPECT_EQ(refusal("x'^2 + y'^2 + sin(t)*x'*y'"), "accepted");
  for (const char* energy :
       {"x'^2 + y'^4", "x'^2 + y'^2 + sin(y')", "x'^2 + abs(y')", "sqrt(1 + y'^2) + x'^2", "x'^2 + y'^2 + max(y', 0)"})
    EXPECT_NE(refusal(energy).find(
                  "expected terms of degree 0, 1 and 2 in the velocities, found one of another degree in y'"),
              std::string::npos)
        << energy << ": " << refusal(energy);
}

}  // namespace
}  // namespace unilateral
