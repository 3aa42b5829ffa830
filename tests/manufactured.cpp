/// The generator of manufactured inclusions (problems/answers/manufacture.hpp): for any choice of points the statement
/// it derives is that of Lagrange's equations, the motion it tells solves it with the reactions that were chosen, and
/// an engine that knows nothing of it finds the same.
///
/// Random points have a fixed seed, printed on failure. Tolerances: (1) evaluates two formulas of the same force: 4096
/// roundings of its terms. The path of a reference is interpolated to 64 ε, so its velocity on a piece of length w and
/// degree d is good to 64 ε 2 d²/w by Markov's inequality; (2) allows that, times the size of M.

#include "problems/answers/closed_form.hpp"
#include "problems/answers/manufacture.hpp"
#include "problems/judge/quantity.hpp"
#include "problems/judge/residual.hpp"
#include "problems/language/evaluated_system.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace unilateral {
namespace {

using points = std::vector<manufactured_point>;

/// Choices that a seed makes.
class chooser {
 public:
  explicit chooser(unsigned seed) : random_(seed) {}
  int number(int from, int to) { return std::uniform_int_distribution<int>(from, to)(random_); }
  rational parts_of_97(int from, int to) { return rational(number(from, to)) / 97; }
  points some(int n) {
    points all;
    for (int i = 0; i < n; ++i) all.push_back(one(i == 0 ? 0 : number(0, 5)));
    return all;
  }

 private:
  manufactured_point one(int kind) {
    const expression t = time(), c = parts_of_97(10, 97), t_left = parts_of_97(20, 97), τ = t - t_left;
    const rational mass = parts_of_97(30, 300);
    if (kind <= 2) {
      const expression A[] = {1, 1 + c * t, exp(-c * t), 1 + sin(c * t) / 2, 1 / (1 + c * t)};
      const expression s[] = {t, log(1 + c * t) / c, (exp(c * t) - 1) / c, t + c * t * t, 3 + t + sin(t) / 2};
      const rational g = parts_of_97(97, 400);
      // Half of them fall from rest, the others are thrown up; the first impact is at σ = 0.3 … 0.9.
      if (number(0, 1) == 0)
        return {mass, bouncing{A[number(0, 4)], s[number(0, 4)], g, g * rational(number(9, 81)) / 200, 0}};
      return {mass, bouncing{A[number(0, 4)], s[number(0, 4)], g, 0, g * rational(number(30, 90)) / 200}};
    }
    if (kind == 3) {
      const expression λ[] = {c, 1 + cos(7 * t), exp(-c * t), t * t, c + t};
      return {mass, resting{λ[number(0, 4)]}};
    }
    if (kind == 4) {
      const expression ζ[] = {τ - sin(τ), τ * τ * τ, exp(τ) - 1 - τ - τ * τ / 2};
      return {mass, leaving{ζ[number(0, 2)], t_left}};
    }
    const expression ζ[] = {sin(c * t), 1 - t * t, exp(c * t)};
    return {mass, floating{ζ[number(0, 2)]}};
  }

  std::mt19937 random_;
};

template <scalar S>
S value_at(const expression& x, const S& t) {
  tape<S> formula({x}, 0);
  formula.run(t, nullptr, nullptr);
  return formula[0];
}

/// By bisection alone, and the ball's own formulas: when the bounces of a point accumulate.
template <scalar S>
S accumulation_time(const bouncing& b, const S& e, const S& late) {
  using std::sqrt;
  const S g = exact<S>(b.g), v = exact<S>(b.v_0), w = sqrt(v * v + S(2) * g * exact<S>(b.h)),
          σ = (v + w) / g + S(2) * w / g * e / (S(1) - e);
  S low(0), high = late;
  for (int k = 0; k < 4 * scalar_traits<S>::digits; ++k) {
    const S middle = (low + high) / S(2);
    (value_at<S>(b.s, middle) - value_at<S>(b.s, S(0)) < σ ? low : high) = middle;
  }
  return high;
}

/// λ that was chosen for a point at rest on its floor.
expression chosen_reaction(const manufactured_point& p) {
  if (const auto* const b = std::get_if<bouncing>(&p.motion))
    return expression(p.mass) * b->g * b->A * pow(derivative(b->s, time()), 2);
  if (const auto* const l = std::get_if<leaving>(&p.motion))
    return -expression(p.mass) * derivative(derivative(l->ζ, time()), time());
  return std::get<resting>(p.motion).λ;
}

statement bound(const problem& p) { return with_values(std::get<statement>(p.question)); }
template <scalar S>
reference<S> known_answer(const problem& p) {
  const statement s = bound(p);
  return p.answer.at<S>(values_of<S>(s.parameters), constant_value<S>(s.horizon));
}

/// (1): T = ½ Σ m_i z_i'², Q_j = Σ m_i f_i ∂χ_i/∂q_j, with f_i = z_i'' of the choice, in flight at random states, by
/// Lagrange's equations.
TEST(manufactured, the_statement_is_that_of_Lagranges_equations) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    chooser choose(seed);
    const int n = choose.number(1, 12);
    const points all = choose.some(n);
    const statement given = bound(manufacture(all, 0.5_x, 0.5_x, 1));
    statement lagrange;
    expression kinetic = 0;
    std::vector<expression> force(all.size(), 0);
    for (int i = 0; i < n; ++i) {
      const auto& p = all[static_cast<std::size_t>(i)];
      lagrange.system.coordinates.push_back("q" + std::to_string(i));
      const expression z = i == 0 ? coordinate(0) : coordinate(i) + 0.5_x * sin(coordinate(i - 1));
      const expression z_dot = i == 0 ? velocity(0) : velocity(i) + 0.5_x * cos(coordinate(i - 1)) * velocity(i - 1);
      expression f = 0;
      const auto dt = [](const expression& x) { return derivative(x, time()); };
      if (const auto* const b = std::get_if<bouncing>(&p.motion)) {
        // z = A u: z'' = A''u + 2A'u' + A (−g s'² + u' s''/s').
        const expression u = z / b->A, u_dot = (z_dot - dt(b->A) * u) / b->A;
        f = dt(dt(b->A)) * u + 2 * dt(b->A) * u_dot +
            b->A * (-expression(b->g) * dt(b->s) * dt(b->s) + u_dot * dt(dt(b->s)) / dt(b->s));
      } else if (const auto* const fl = std::get_if<floating>(&p.motion)) {
        f = dt(dt(fl->ζ));
      } else {
        f = -chosen_reaction(p) / p.mass;
      }
      kinetic = kinetic + p.mass * z_dot * z_dot / 2;
      for (int j = 0; j < n; ++j)
        force[static_cast<std::size_t>(j)] =
            force[static_cast<std::size_t>(j)] + p.mass * f * derivative(z, coordinate(j));
    }
    set_energies(lagrange.system, kinetic, 0, force);
    evaluated_system<double> ours(given.system), theirs(lagrange.system);
    std::vector<double> q(all.size()), v(all.size());
    for (auto* list : {&q, &v})
      for (double& x : *list) x = exact<double>(choose.parts_of_97(-97, 97));
    const double t = exact<double>(choose.parts_of_97(0, 97));
    ours.evaluate_mass(t, q.data()), theirs.evaluate_mass(t, q.data());
    ours.evaluate_force(t, q.data(), v.data()), theirs.evaluate_force(t, q.data(), v.data());
    Eigen::MatrixXd M(n, n), M_theirs(n, n);
    ours.copy_mass(M), theirs.copy_mass(M_theirs);
    EXPECT_LE((M - M_theirs).cwiseAbs().maxCoeff(), 64 * epsilon<double>() * M.cwiseAbs().maxCoeff())
        << "seed " << seed;
    for (int i = 0; i < n; ++i)
      EXPECT_NEAR(ours.force(i), theirs.force(i), 4096 * epsilon<double>() * (1 + std::abs(ours.force(i))))
          << "seed " << seed << ", force " << i;
  }
}

/// The told path with the impulses m_i (z_i'⁺ − z_i'⁻) of its jumps and the reactions that were chosen.
template <scalar S>
solution<S> told_with_reactions(const points& all, const statement& question, const reference<S>& known) {
  using std::abs;
  using std::sqrt;
  solution<S> answer;
  answer.path = *known.path;
  const trajectory<S>& path = answer.path;
  const int n = path.dimension();
  evaluated_system<S> system(question.system);
  std::vector<S> resting_since(all.size(), S(-1)), resting_until(all.size(), path.end());
  std::vector<int> point_of;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].has_floor()) point_of.push_back(static_cast<int>(i));
    if (!std::holds_alternative<bouncing>(all[i].motion)) resting_since[i] = S(0);
    if (const auto* const l = std::get_if<leaving>(&all[i].motion))
      resting_until[i] = std::min(path.end(), constant_value<S>(l->from));
  }
  for (int k = 1; k < path.pieces(); ++k) {
    const S& t = path.begin(k);
    column<S> q(n), before(n), after(n), P = column<S>::Zero(system.constraints());
    for (int i = 0; i < n; ++i) {
      q[i] = path.position(k, i, S(0));
      before[i] = path.velocity(k - 1, i, t - path.begin(k - 1));
      after[i] = path.velocity(k, i, S(0));
    }
    if (!((after - before).cwiseAbs().maxCoeff() > sqrt(sqrt(epsilon<S>())))) continue;
    system.evaluate_gradient(t, q.data());
    std::vector<int> active;
    for (int a = 0; a < system.constraints(); ++a) {
      const auto point = static_cast<std::size_t>(point_of[static_cast<std::size_t>(a)]);
      const S jump = system.gradient_dot(a, column<S>(after - before));
      if (!(jump > sqrt(sqrt(epsilon<S>())))) continue;
      P[a] = exact<S>(all[point].mass) * jump;
      active.push_back(a);
      if (system.restitution() == S(0)) resting_since[point] = t;
    }
    answer.impacts.push_back({t, q, before, after, P, active});
  }
  for (int a = 0; a < system.constraints(); ++a) {
    const auto point = static_cast<std::size_t>(point_of[static_cast<std::size_t>(a)]);
    if (resting_since[point] < S(0)) continue;
    trajectory<S> λ(1, resting_since[point]);
    const expression chosen = chosen_reaction(all[point]);
    append_closed_form(λ, resting_until[point], [&](const S& t) { return value_at<S>(chosen, t); });
    for (int k = 0; k < λ.pieces(); ++k)
      answer.reactions.push_back(
          {a, λ.begin(k), λ.end(k), {λ.coefficients(k, 0), λ.coefficients(k, 0) + λ.degree(k) + 1}});
  }
  return answer;
}

/// A horizon by which no flight has become short: 9/10 of the first accumulation.
rational horizon_of(const points& all, const rational& e) {
  double end = 1;
  for (const manufactured_point& p : all)
    if (const auto* const b = std::get_if<bouncing>(&p.motion); b && e > 0 && e < 1)
      end = std::min(end, 0.9 * accumulation_time<double>(*b, exact<double>(e), 4));
  return exact_rational(to_text(std::round(end * 1000) / 1000));
}

/// (2): by the judge, the told motion with the chosen reactions solves the derived statement, impacts obey the law; and
/// a force, a coefficient, a reaction off by 1e-3 does not pass.
template <scalar S>
void told_motions_solve(unsigned seeds, int largest) {
  using std::abs;
  const rational coefficients[] = {0, 0.5_x, 0.8_x, 1};
  int impacts = 0, controls = 0;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    chooser choose(seed);
    const points all = choose.some(choose.number(1, largest));
    const rational e = coefficients[seed % 4];
    const problem p = manufacture(all, choose.parts_of_97(-97, 97), e, horizon_of(all, e));
    const statement question = bound(p);
    const reference<S> known = known_answer<S>(p);
    const solution<S> answer = told_with_reactions(all, question, known);
    impacts += static_cast<int>(answer.impacts.size());

    S shortest = known.path->end(), size(1);
    for (int k = 0; k < known.path->pieces(); ++k) {
      shortest = std::min(shortest, S(known.path->end(k) - known.path->begin(k)));
      for (int i = 0; i < known.path->dimension(); ++i)
        size = std::max({size, S(abs(known.path->position(k, i, S(0)))), S(abs(known.path->velocity(k, i, S(0))))});
    }
    const S d(scalar_traits<S>::digits),
        tolerance = S(64) * epsilon<S>() * S(2) * d * d / shortest * S(8) * size * size;
    ASSERT_LT(tolerance, exact<S>("1e-5")) << "seed " << seed;
    EXPECT_LE(residual_of(question, answer).largest(), tolerance) << "seed " << seed << ", " << all.size() << " points";

    const auto caught = [&](const statement& wrong, const solution<S>& by) {
      return residual_of(wrong, by).largest() > exact<S>("1e-5");
    };
    statement pushed = question;
    pushed.system.force.back() = pushed.system.force.back() + 0.001_x;
    EXPECT_TRUE(caught(pushed, answer)) << "seed " << seed;
    if (!answer.impacts.empty()) {
      statement bouncier = question;
      bouncier.system.restitution = e > rational(1, 2) ? rational(e - 0.001_x) : rational(e + 0.001_x);
      EXPECT_TRUE(caught(bouncier, answer)) << "seed " << seed;
      ++controls;
    }
    if (!answer.reactions.empty()) {
      solution<S> lighter = answer;
      lighter.reactions.back().coefficients[0] -= exact<S>("0.01");
      EXPECT_TRUE(caught(question, lighter)) << "seed " << seed;
    }
  }
  EXPECT_GE(impacts, static_cast<int>(2 * seeds));
  EXPECT_GE(controls, static_cast<int>(seeds / 2));
}
TEST(manufactured, told_motions_solve_their_statements_in_double) { told_motions_solve<double>(40, 30); }
TEST(manufactured, told_motions_solve_their_statements_at_fifty_digits) { told_motions_solve<real50>(8, 4); }

/// Two balls accumulate at times of their own beside a point that rests. The engine's times, states and numbers are
/// those told to 40 digits, told accumulations are where bisection puts them, and its reactions in contact are the
/// chosen ones, to 1e-30: a density is the second derivative of a polynomial on its step, known to ε/h², and steps of h
/// < 1e-10 are passed over.
TEST(manufactured, an_engine_finds_the_accumulations_and_reactions_that_were_chosen) {
  using S = real50;
  const expression t = time();
  const points all{{1, bouncing{.A = 1 + t / 4, .s = log(1 + t), .g = 2, .h = 0.04_x}},
                   {2, bouncing{.A = exp(-t / 3), .s = t + t * t / 4 + sin(t) / 5, .g = 3, .h = 0.3_x}},
                   {0.5_x, resting{1 + sin(3 * t) / 2}}};
  const rational e(1, 4);
  const problem p = manufacture(all, rational(1, 3), e, 2);
  const reference<S> known = known_answer<S>(p);
  const S close = exact<S>("1e-40");
  ASSERT_EQ(known.path->accumulation_points.size(), 2U);
  std::vector<S> since;
  for (const std::size_t i : {0U, 1U}) {
    since.push_back(accumulation_time<S>(std::get<bouncing>(all[i].motion), exact<S>(e), S(2)));
    EXPECT_LE(abs(known.path->accumulation_points[i] - since[i]), close);
  }
  since.push_back(S(0));

  const solution<S> found = study::find_solver("event_driven").solve<S>(bound(p), {});
  ASSERT_TRUE(found.completed()) << found.status;
  ASSERT_EQ(found.accumulations.size(), 2U);
  int numbers = 0;
  for (const known_value<S>& v : known.values) {
    EXPECT_LE(abs(quantity(found, v.quantity) - v.value), close + v.accuracy) << v.quantity;
    ++numbers;
  }
  EXPECT_GE(numbers, 100);
  int densities = 0;
  for (const reaction_density<S>& r : found.reactions) {
    const auto a = static_cast<std::size_t>(r.constraint);
    if (r.to - r.from < exact<S>("1e-10")) continue;
    EXPECT_GE(r.from, since[a] - close);
    for (const int third : {1, 2}) {
      const S τ = (r.to - r.from) * S(third) / S(3);
      S λ(0);
      for (std::size_t k = r.coefficients.size(); k-- > 0;) λ = λ * τ + r.coefficients[k];
      EXPECT_LE(abs(λ - value_at<S>(chosen_reaction(all[a]), S(r.from + τ))), exact<S>("1e-30"))
          << "constraint " << a << " at t = " << to_double<S>(r.from + τ);
    }
    ++densities;
  }
  EXPECT_GE(densities, 3);
}

/// Points with the same data land together: one shock with an impulse each.
TEST(manufactured, equal_points_land_in_one_shock) {
  const manufactured_point ball{1, bouncing{}};
  const reference<double> known = known_answer<double>(manufacture({ball, ball}, 0.5_x, 1, 2));
  std::map<std::string, double> value;
  for (const auto& v : known.values) value[v.quantity] = v.value;
  EXPECT_EQ(value.at("counts.impacts"), 1);
  EXPECT_EQ(value.at("impacts[0].impulse[0]"), value.at("impacts[0].impulse[1]"));
  EXPECT_GT(value.at("impacts[0].impulse[0]"), 0);
}

TEST(manufactured, refuses_what_is_no_such_motion) {
  const expression t = time();
  const auto refused = [](const manufactured_point& p, const std::string& what, const rational& e = 0.5_x,
                          const expression& horizon = 2) {
    try {
      manufacture({{1, resting{1}}, p}, 0.5_x, e, horizon);
      ADD_FAILURE() << "not refused: " << what;
    } catch (const input_error& error) {
      EXPECT_THAT(error.what(), ::testing::AllOf(::testing::HasSubstr(what), ::testing::HasSubstr("expected"),
                                                 ::testing::HasSubstr("found")));
    }
  };
  refused({0, bouncing{}}, "point 1: mass: expected > 0, found 0");
  refused({1, bouncing{.A = 1 - t}}, "point 1: A: expected > 0 on [0, 2], found 0 at t = 1");
  refused({1, bouncing{.s = sin(t)}}, "point 1: s'");
  refused({1, bouncing{.s = log(1 - t)}}, "point 1: s");
  refused({1, bouncing{.A = coordinate(0)}}, "point 1: A: expected a formula in t alone");
  refused({1, bouncing{.g = 0}}, "point 1: g: expected > 0, found 0");
  refused({1, bouncing{.h = 0}}, "point 1: h");
  refused({1, bouncing{.h = -1, .v_0 = 1}}, "point 1: h: expected >= 0, found -1");
  refused({1, resting{cos(2 * t)}}, "point 1: λ: expected >= 0 on [0, 2], found");
  refused({1, leaving{t - 1, 1}}, "point 1: ζ' at t*: expected 0, found 1");
  refused({1, leaving{pow(1 - t, 3), 1}}, "point 1: ζ: expected >= 0 after t*");
  refused({1, leaving{pow(t - 1, 4), 1}}, "point 1: λ = −m ζ''");
  refused({1, leaving{t * t * t, 0}}, "point 1: t*: expected > 0, found 0");
  refused({1, floating{1 / (t - 1)}}, "point 1: ζ: expected a number, found");
  refused({1, bouncing{}}, "0 <= e <= 1", rational(3, 2));
  refused({1, bouncing{}}, "0 <= e <= 1", -1);
  refused({1, bouncing{}}, "final time > 0", 0.5_x, 0);
  EXPECT_THROW(manufacture({}, 0.5_x, 0.5_x, 1), input_error);
}

/// The reference of other parameters and later times is looked at as the first one was.
TEST(manufactured, a_reference_refuses_what_lies_out_of_its_range) {
  const problem p = manufacture({{1, bouncing{.A = 3 - time()}}}, 0.5_x, 0.5_x, 2);
  const auto at = [&](const rational& e, double until) {
    return p.answer.at<double>(values_of<double>({{"a", 0.5_x}, {"e", e}}), until);
  };
  EXPECT_NO_THROW(at(0.5_x, 2.5));
  EXPECT_THROW(at(0.5_x, 3.5), input_error);
  EXPECT_THROW(at(2, 2), input_error);
}

}  // namespace
}  // namespace unilateral
