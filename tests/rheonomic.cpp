/// Kinetic energies whose quadratic part depends on time, T = ½ v·M(t, q)v + b(t, q)·v + c(t, q)  [Moreau 1963].
/// Theorem: Lagrange's equations do not depend on the coordinates, those of axes that stretch and lean over included:
/// what is seen there is the image of the motion in the inertial frame, −(∂M/∂t) v included, and so are the impacts, in
/// the metric of their instant. Truth: closed forms in the inertial frame, derived here.
///
/// Tolerances. Engines in double: 2^12 ε for a few impacts that amplify roundings of numbers below 10 by less than 10
/// each; at 50 digits 40 of them. Schemes of order h: as in rotating_frames.cpp, 4 · |q''| T²/2 h, with |q''| ≤ 10 and
/// T = 3 here: 180 h. One step of a scheme solves its own equations to rounding: 2^12 ε of terms below 100.
#include "problems/answers/problem.hpp"
#include "problems/judge/laws/other_words.hpp"
#include "problems/judge/residual.hpp"
#include "problems/language/evaluated_system.hpp"
#include "problems/language/input_error.hpp"
#include "problems/language/many_digits.hpp"
#include "problems/language/tape.hpp"
#include "problems/text/problem_file.hpp"
#include "proofs/enclosures/enclosure.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace unilateral {
namespace {

using testing::HasSubstr;

statement read(const std::string& text) {
  return with_values(std::get<statement>(text::read_problem("question.toml", text).question));
}

/// A weight on a rod that is drawn out, l = 1 + t, between stops at a = 0 and a = 1.
statement rod() {
  return read(
      "coordinates = [\"a\"]\nhorizon = 4\n[system]\nkinetic_energy = \"(1 + (1 + t)^2*a'^2)/2\"\n"
      "[[constraint]]\ngap = \"1 - a\"\n[[constraint]]\ngap = \"a\"\n[impact]\nrestitution = \"1/2\"\n"
      "[initial]\nposition = [\"1/5\"]\nvelocity = [9]\n");
}
/// A free particle in axes one of which stretches while the other leans over, X = (1 + t) x + t y and Y = y, between
/// walls that are fixed in them. All entries of M depend on t, and an impulse on a wall, of gradient (∓1, 0), changes
/// y' too.
statement leaning() {
  return read(
      "coordinates = [\"x\", \"y\"]\nhorizon = 3\n[system]\n"
      "kinetic_energy = \"(((1 + t)*x' + x + t*y' + y)^2 + y'^2)/2\"\n"
      "[[constraint]]\ngap = \"1 - x\"\n[[constraint]]\ngap = \"1 + x\"\n[impact]\nrestitution = \"3/5\"\n"
      "[initial]\nposition = [0, \"-1/4\"]\nvelocity = [4, \"1/3\"]\n");
}

/// What is known of a motion: impacts, and the end.
template <scalar S>
struct known {
  std::vector<S> t, impulse, q, v;
};

/// In the time s = ∫ dt/l² = t/(1 + t) the rod flies uniformly, for p = l² a' is kept; a stop multiplies p by −1/2.
template <scalar S>
known<S> of_rod() {
  known<S> truth;
  S s(0), a = S(1) / 5, p(9);
  const S end = S(4) / 5;
  for (;;) {
    const S stop = p > S(0) ? S(1) : S(0), arrival = s + (stop - a) / p;
    if (!(arrival < end)) break;
    using std::abs;
    truth.t.push_back(arrival / (S(1) - arrival));
    truth.impulse.push_back(abs(p) * 3 / 2);
    s = arrival;
    a = stop;
    p = -p / 2;
  }
  truth.q = {S(a + p * (end - s))};
  truth.v = {S(p / 25)};
  return truth;
}

/// In the inertial frame the particle flies uniformly. It meets the wall x = c, c = ±1, where X − t Y = c (1 + t), a
/// quadratic equation in the time; there the gap 1 − c x has the gradient −c (1, −t)/(1 + t) and moves.
template <scalar S>
known<S> of_leaning() {
  using std::abs;
  using std::sqrt;
  known<S> truth;
  const S e = S(3) / 5, end(3);
  S t(0), X(0), Y = S(-1) / 4, U = S(4) + Y, W = S(1) / 3;  // X' = x' + y at first
  int left = 0;                                             // the wall that it has just left
  for (;;) {
    S soonest = end - t;
    int wall = 0;
    for (const int c : {-1, 1}) {
      const S two = -W, one = U - Y - t * W - S(c), zero = X - t * Y - S(c) * (S(1) + t);
      std::vector<S> roots;
      if (c == left) {
        roots = {S(-one / two)};
      } else if (const S square = one * one - 4 * two * zero; square >= S(0)) {
        roots = {S((-one + sqrt(square)) / (2 * two)), S((-one - sqrt(square)) / (2 * two))};
      }
      for (const S& s : roots)
        if (s > S(0) && s < soonest) {
          soonest = s;
          wall = c;
        }
    }
    t += soonest;
    X += soonest * U;
    Y += soonest * W;
    if (wall == 0) break;
    const S x = (X - t * Y) / (S(1) + t), along = S(-wall) / (S(1) + t), leaning_over = -t * along,
            rate = along * U + leaning_over * W + S(wall) * (Y + x) / (S(1) + t),
            P = -(S(1) + e) * rate / (along * along + leaning_over * leaning_over);
    truth.t.push_back(t);
    truth.impulse.push_back(P);
    U += P * along;
    W += P * leaning_over;
    left = wall;
  }
  const S x = (X - t * Y) / (S(1) + t);
  truth.q = {x, Y};
  truth.v = {S((U - x - Y - t * W) / (S(1) + t)), W};
  return truth;
}

/// What two engines owe a twin at fifty digits; the rest are for the roundings of a run.
const real50 forty_digits = exact<real50>("1e-40");

template <scalar S>
S largest_error(const solution<S>& found, const known<S>& truth) {
  using std::abs;
  S worst(0);
  const auto see = [&](const S& x, const S& y) { worst = std::max(worst, S(abs(S(x - y)))); };
  for (std::size_t k = 0; k < truth.t.size(); ++k) {
    see(found.impacts[k].t, truth.t[k]);
    see(found.impacts[k].impulse.sum(), truth.impulse[k]);
  }
  for (std::size_t i = 0; i < truth.q.size(); ++i) {
    see(found.end_position[static_cast<Eigen::Index>(i)], truth.q[i]);
    see(found.end_velocity[static_cast<Eigen::Index>(i)], truth.v[i]);
  }
  return worst;
}

template <scalar S>
void engines_see(const statement& question, const known<S>& truth, const S& tolerance) {
  ASSERT_GE(truth.t.size(), 2u);
  for (const study::listed_solver& s : study::solver_list()) {
    if (!s.declaration.reference_engine) continue;
    const solution<S> found = s.solve<S>(question, {});
    ASSERT_TRUE(found.completed()) << s.declaration.name << ": " << found.status;
    ASSERT_EQ(found.impacts.size(), truth.t.size()) << s.declaration.name;
    EXPECT_LE(largest_error(found, truth), tolerance) << s.declaration.name;
  }
}

TEST(rheonomic, engines_see_the_twin_in_double) {
  engines_see<double>(rod(), of_rod<double>(), 4096 * epsilon<double>());
  engines_see<double>(leaning(), of_leaning<double>(), 4096 * epsilon<double>());
}
TEST(rheonomic, engines_see_the_twin_to_forty_digits) {
  engines_see<real50>(rod(), of_rod<real50>(), forty_digits);
  engines_see<real50>(leaning(), of_leaning<real50>(), forty_digits);
}

double end_error(const solution<double>& found, const known<double>& truth) {
  double worst = 0;
  for (std::size_t i = 0; i < truth.q.size(); ++i)
    worst = std::max(worst, std::abs(found.end_position[static_cast<Eigen::Index>(i)] - truth.q[i]));
  return worst;
}
std::vector<const study::listed_solver*> schemes() {
  std::vector<const study::listed_solver*> chosen;
  for (const study::listed_solver& s : study::solver_list())
    if (s.declaration.applies_to.systems && s.declaration.applies_to.needs_step()) chosen.push_back(&s);
  return chosen;
}

TEST(rheonomic, every_scheme_sees_the_twin) {
  const rational h(1, 10007);
  for (const study::listed_solver* s : schemes())
    for (const auto& [question, truth] :
         {std::pair(rod(), of_rod<double>()), std::pair(leaning(), of_leaning<double>())}) {
      const solution<double> found = s->solve<double>(question, {.step = h});
      ASSERT_TRUE(found.completed()) << s->declaration.name << ": " << found.status;
      EXPECT_LE(end_error(found, truth), 180 * h.get_d()) << s->declaration.name;
    }
}

/// t = 0 in a formula.
expression at_first(const expression& x) {
  laws::in_other_words say([](const expression& leaf) { return leaf.op() == operation::time ? expression(0) : leaf; });
  return say(x);
}
/// M as it is at the start, with the right forces.
statement with_first_metric(statement s) {
  for (mass_entry& m : s.system.mass) m.value = at_first(m.value);
  return s;
}
/// Forces without −(∂M/∂t) v.
statement without_rate_of_metric(statement s) {
  for (const mass_entry& m : s.system.mass) {
    expression& f = s.system.force[static_cast<std::size_t>(m.row)];
    f = f + derivative(m.value, time()) * velocity(m.column);
  }
  return s;
}

/// Negative controls: each term counts, in every solver.
TEST(rheonomic, each_term_is_seen) {
  for (const study::listed_solver& s : study::solver_list()) {
    if (!s.declaration.applies_to.systems) continue;
    request how;
    if (s.declaration.applies_to.needs_step()) how.step = rational(1, 1009);
    for (const auto& [question, truth] :
         {std::pair(rod(), of_rod<double>()), std::pair(leaning(), of_leaning<double>())}) {
      EXPECT_GT(end_error(s.solve<double>(with_first_metric(question), how), truth), 0.1) << s.declaration.name;
      EXPECT_GT(end_error(s.solve<double>(without_rate_of_metric(question), how), truth), 0.1) << s.declaration.name;
    }
  }
}

/// M (v⁺ − v⁻) = h f + GᵀP at every impact of a scheme, at the instant that it tells: the metric is not that of another
/// one. G = (∓1, 0). Negative control: a step earlier the metric is another.
TEST(rheonomic, the_metric_of_a_shock_is_that_of_its_instant) {
  const statement question = leaning();
  const double h = 1. / 256;
  for (const study::listed_solver* s : schemes()) {
    const solution<double> found = s->solve<double>(question, {.step = rational(1, 256)});
    ASSERT_TRUE(found.completed()) << s->declaration.name << ": " << found.status;
    ASSERT_GE(found.impacts.size(), 2u) << s->declaration.name;
    evaluated_system<double> system(question.system);
    const auto defect = [&](const impact<double>& shock, double at) {
      Eigen::Matrix2d M;
      system.evaluate_mass(at, shock.q.data());
      system.copy_mass(M);
      system.evaluate_force(shock.t, shock.q.data(), shock.v_minus.data());
      Eigen::Vector2d rest = M * (shock.v_plus - shock.v_minus);
      for (int i = 0; i < 2; ++i) rest[i] -= h * system.force(i);
      rest[0] += shock.impulse[0] - shock.impulse[1];
      return rest.cwiseAbs().maxCoeff();
    };
    for (const impact<double>& shock : found.impacts) {
      EXPECT_LE(defect(shock, shock.t), 4096 * epsilon<double>() * 100) << s->declaration.name << " " << shock.t;
      EXPECT_GT(defect(shock, shock.t - h), 1e-4) << s->declaration.name << " " << shock.t;
    }
  }
}

/// By Moreau's law in the metric of the instant, in both engines.
TEST(rheonomic, impacts_of_the_engines_obey_the_law_in_the_metric_of_their_instant) {
  const statement question = leaning();
  for (const study::listed_solver& s : study::solver_list()) {
    if (!s.declaration.reference_engine) continue;
    const residual<real50> right = residual_of(question, s.solve<real50>(question, {})),
                           wrong = residual_of(with_first_metric(question), s.solve<real50>(question, {}));
    EXPECT_LT(right.momentum, forty_digits) << s.declaration.name;
    EXPECT_LT(right.impact_momentum, forty_digits) << s.declaration.name;
    EXPECT_GT(wrong.momentum, exact<real50>("0.1")) << s.declaration.name;
    EXPECT_GT(wrong.impact_momentum, exact<real50>("0.1")) << s.declaration.name;
  }
}

/// After infinitely many impacts at t = 3/2 the ball of the catalogue slides on the floor, X = t: x = X − t Y = t.
TEST(rheonomic, impacts_accumulate_and_the_contact_lasts) {
  statement question = with_values(std::get<statement>(find_problem("ball_in_axes_that_shear").question));
  question.horizon = 2;
  for (const study::listed_solver& s : study::solver_list()) {
    if (!s.declaration.reference_engine) continue;
    const solution<real50> found = s.solve<real50>(question, {});
    ASSERT_TRUE(found.completed()) << s.declaration.name << ": " << found.status;
    ASSERT_EQ(found.accumulations.size(), 1u) << s.declaration.name;
    EXPECT_LE(abs(real50(found.accumulations[0].t - real50(3) / 2)), forty_digits) << s.declaration.name;
    EXPECT_LE(abs(real50(found.end_position[0] - 2)), forty_digits) << s.declaration.name;
    EXPECT_LE(abs(found.end_position[1]), forty_digits) << s.declaration.name;
    EXPECT_LE(abs(real50(found.end_velocity[0] - 1)), forty_digits) << s.declaration.name;
    EXPECT_LE(abs(found.end_velocity[1]), forty_digits) << s.declaration.name;
    EXPECT_EQ(found.contacts.size(), 1u) << s.declaration.name;
  }
}

bool holds(const enclosures::bracket& found, const real50& x) {
  const rational value = exact_rational(to_text(x)), slack = exact_rational("1e-40");  // of the truth
  return found.lower <= value + slack && value - slack <= found.upper;
}

TEST(rheonomic, both_engines_of_proofs_hold_the_twin) {
  for (const auto& [question, truth] : {std::pair(rod(), of_rod<real50>()), std::pair(leaning(), of_leaning<real50>())})
    for (const enclosures::engine with : {enclosures::engine::defect, enclosures::engine::lohner}) {
      const enclosures::enclosure found = enclosures::enclose(question, with, {.digits = 45});
      ASSERT_TRUE(found.proved) << enclosures::name_of(with) << ": " << found.undecided;
      ASSERT_EQ(found.impacts.size(), truth.t.size()) << enclosures::name_of(with);
      for (std::size_t k = 0; k < truth.t.size(); ++k) {
        EXPECT_TRUE(holds(found.impacts[k].t, truth.t[k])) << enclosures::name_of(with);
        EXPECT_TRUE(holds(found.impacts[k].impulse, truth.impulse[k])) << enclosures::name_of(with);
        // Impacts cost no digits: of 45, ten are for the steps.
        EXPECT_LT(found.impacts[k].t.width(), exact_rational("1e-35")) << enclosures::name_of(with);
      }
      for (std::size_t i = 0; i < truth.q.size(); ++i) {
        EXPECT_TRUE(holds(found.end_position[i], truth.q[i])) << enclosures::name_of(with);
        EXPECT_TRUE(holds(found.end_velocity[i], truth.v[i])) << enclosures::name_of(with);
      }
      // Negative controls: up to a little after the first impact.
      for (statement other : {with_first_metric(question), without_rate_of_metric(question)}) {
        other.horizon = rational(1, 2);
        const enclosures::enclosure wrong = enclosures::enclose(other, with, {.digits = 20});
        ASSERT_TRUE(wrong.proved) << enclosures::name_of(with) << ": " << wrong.undecided;
        EXPECT_FALSE(!wrong.impacts.empty() && holds(wrong.impacts[0].t, truth.t[0])) << enclosures::name_of(with);
      }
    }
}

/// A body that nothing moves, of a mass that is none any more after t = 1: no right side of an equation tells.
TEST(rheonomic, a_metric_is_asked_to_be_definite_along_t) {
  const auto at_rest = [](const std::string& mass, const std::string& horizon) {
    return read("coordinates = [\"x\", \"y\"]\nhorizon = \"" + horizon + "\"\n[system]\ninertia = " + mass +
                "\n[initial]\nposition = [0, 0]\nvelocity = [0, 0]\n");
  };
  for (const std::string mass :
       {"[[1, 0], [0, \"1 - t\"]]", "[[1, \"t\"], [\"t\", 1]]", "[[1, 0], [0, \"1/16 + cos(2*t)\"]]"})
    for (const auto& [horizon, definite] : {std::pair("3/4", true), std::pair("3", false), std::pair("3/2", false)}) {
      const statement question = at_rest(mass, horizon);
      for (const study::listed_solver& s : study::solver_list()) {
        if (!s.declaration.applies_to.systems) continue;
        for (const std::string& status : {s.solve<double>(question, {}).status, s.solve<real50>(question, {}).status}) {
          if (definite) {
            EXPECT_EQ(status, "completed") << s.declaration.name << ", " << mass;
          } else {
            EXPECT_THAT(status, HasSubstr("positive definite")) << s.declaration.name << ", " << mass;
          }
        }
      }
      for (const enclosures::engine with : {enclosures::engine::defect, enclosures::engine::lohner}) {
        const enclosures::enclosure found = enclosures::enclose(question, with, {.digits = 20});
        EXPECT_EQ(found.proved, definite) << enclosures::name_of(with) << ", " << mass << ": " << found.undecided;
        if (!definite) {
          EXPECT_THAT(found.undecided, HasSubstr("not proved positive definite")) << enclosures::name_of(with);
        }
      }
    }
}

/// At the final time itself, too, by event_driven; the others look at it a step or a rounding before.
TEST(rheonomic, event_driven_asks_a_metric_to_be_definite_at_the_end) {
  const statement question = read(
      "coordinates = [\"x\"]\nhorizon = 1\n[system]\ninertia = [[\"1 - t\"]]\n"
      "[initial]\nposition = [0]\nvelocity = [0]\n");
  const study::listed_solver& s = study::find_solver("event_driven");
  EXPECT_THAT(s.solve<double>(question, {}).status, HasSubstr("positive definite"));
  EXPECT_THAT(s.solve<real50>(question, {}).status, HasSubstr("positive definite"));
}

/// Later times are later in M as well: the law of another origin of time, and backwards.
TEST(rheonomic, another_origin_of_time_is_one_of_the_metric) {
  const statement question = leaning();
  for (const int s : {1, -1}) {
    const statement moved = laws::with_time(question, rational(5, 4), s);
    evaluated_system<double> before(question.system), after(moved.system);
    const std::array<double, 2> q{0.3, -0.7};
    before.evaluate_mass(1.25 + s * 0.5, q.data());
    after.evaluate_mass(0.5, q.data());
    for (const sparse_entry& e : before.mass_entries()) EXPECT_EQ(before.mass(e), after.mass(e));
  }
}

double force(const statement& s, int i, double t, const std::vector<double>& q, const std::vector<double>& v) {
  tape<double> run(s.system.force, s.system.degrees_of_freedom());
  run.run(t, q.data(), v.data());
  return run[i];
}

/// By hand. The rod keeps l² a': f = −2 l l' a'. In leaning axes X'' = Y'' = 0, so that (1 + t) x'' + t y'' = −2 (x' +
/// y') and y'' = 0: M q'' = −2 (x' + y') (1 + t, t). A mass matrix that is given by rows stands for ½ v·Mv alone. The
/// pendulum on a string of length l: l² a'' + 2 l l' a' = −g l sin a. Tolerance: 64 ε of numbers below 32.
TEST(rheonomic, forces_are_those_known_by_hand) {
  const auto one = [](const std::string& system) {
    return read("coordinates = [\"a\"]\nhorizon = 1\n[system]\n" + system +
                "\n[initial]\nposition = [0]\nvelocity = [0]\n");
  };
  const statement by_energy = rod(), by_rows = one("mass = [[\"(1 + t)^2\"]]\nforce = [\"a\"]"),
                  as_it_stands = one("inertia = [[\"(1 + t)^2\"]]\nforce = [\"a\"]"), axes = leaning(),
                  pendulum =
                      one("kinetic_energy = \"((2 - sin(t))^2*a'^2 + cos(t)^2)/2\"\n"
                          "potential_energy = \"-9*(2 - sin(t))*cos(a)\"");
  std::mt19937 random(1788);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int trial = 0; trial < 20; ++trial) {
    const double t = number(random), a = number(random), v = number(random), w = number(random), l = 2 - std::sin(t),
                 tolerance = 64 * 32 * epsilon<double>();
    EXPECT_NEAR(force(by_energy, 0, t, {a}, {v}), -2 * (1 + t) * v, tolerance);
    EXPECT_NEAR(force(by_rows, 0, t, {a}, {v}), a - 2 * (1 + t) * v, tolerance);
    EXPECT_NEAR(force(as_it_stands, 0, t, {a}, {v}), a, tolerance);
    EXPECT_NEAR(force(axes, 0, t, {a, w}, {v, w}), -2 * (v + w) * (1 + t), tolerance);
    EXPECT_NEAR(force(axes, 1, t, {a, w}, {v, w}), -2 * (v + w) * t, tolerance);
    EXPECT_NEAR(force(pendulum, 0, t, {a}, {v}), 2 * l * std::cos(t) * v - 9 * l * std::sin(a), tolerance);
  }
}

/// An entry of M is written without t only where it is certain that it does not depend on it: a switch of t may lie
/// beyond every instant that is tried.
TEST(rheonomic, a_mass_that_changes_late_depends_on_time) {
  const auto mass = [](const std::string& energy) {
    return read("coordinates = [\"x\"]\nhorizon = 1\n[system]\nkinetic_energy = \"" + energy +
                "\"\n[initial]\nposition = [0]\nvelocity = [0]\n")
        .system.mass[0]
        .value;
  };
  EXPECT_TRUE(variables_of(mass("(1 + max(0, t - 10000000000))*x'^2")).time);
  EXPECT_TRUE(variables_of(mass("(1 + t^2)*x'^2")).time);
  EXPECT_FALSE(variables_of(mass("(cos(t)^2 + sin(t)^2)*x'^2")).time);
}

}  // namespace
}  // namespace unilateral
