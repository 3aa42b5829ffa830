/// No number, no verdict: NaN, +∞ or −∞ planted in any place of an answer, of errors or of what is compared makes every
/// distance and every residual infinite, every verdict one that fails and every status one that has stopped. Why this
/// needs a test: NaN compares with nothing, so that a largest value taken over it, a tolerance it must not exceed, a
/// filter it does not pass or a sort can let it vanish, and what is left is as good as exact. No tolerance: numbers are
/// finite or not. Controls: the same answers without the plant are at finite distances, have finite residuals, and
/// verdicts that hold.
#include "problems/judge/distance.hpp"
#include "problems/judge/finite_answer.hpp"
#include "problems/judge/impact_law.hpp"
#include "problems/judge/residual.hpp"
#include "problems/judge/short_pieces.hpp"
#include "problems/language/admissibility.hpp"
#include "problems/language/input_error.hpp"
#include "reports/claims/claim.hpp"
#include "reports/study/families/agreement.hpp"
#include "reports/study/families/residuals.hpp"
#include "reports/study/families/values.hpp"
#include "reports/study/order/orders.hpp"
#include "reports/study/order/verdict.hpp"
#include "reports/study/families/engines.hpp"
#include "tests/support/made_up_ball.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace unilateral::study {
namespace {

const std::array planted{std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                         -std::numeric_limits<double>::infinity()};

constexpr double horizon = 2.6;  // between the third impact, at 2.5, and the fourth

statement ball_question() { return with_values(std::get<statement>(made_up::ball_problem().question)); }

/// The ball of tests/support/made_up_ball.hpp with one entry of each list that an answer has; four pieces, three
/// impacts.
template <scalar S>
solution<S> ball() {
  solution<S> answer = made_up::ball<S>(S(1), S(2), exact<S>("1/2"), exact<S>("13/5"));
  answer.reactions.push_back({0, S(1), S(2), {S(0), S(0)}});
  answer.contacts.push_back({0, S(1), S(1)});
  answer.accumulations.push_back({S(2), column<S>::Constant(1, S(0)), column<S>::Constant(1, S(1))});
  answer.path.accumulation_points.push_back(S(2));
  return answer;
}

/// The path with each end of a piece and each coefficient as `altered` gives it: altered(piece, −1, end),
/// altered(piece, power, coefficient).
template <scalar S>
trajectory<S> rebuilt(const trajectory<S>& path, const std::function<S(int, int, const S&)>& altered) {
  trajectory<S> result(path.dimension(), path.begin());
  result.accumulation_points = path.accumulation_points;
  std::vector<S> c;
  for (int k = 0; k < path.pieces(); ++k) {
    c.clear();
    for (int j = 0; j < path.dimension() * (path.degree(k) + 1); ++j)
      c.push_back(altered(k, j, path.coefficients(k, 0)[j]));
    result.append(altered(k, -1, path.end(k)), path.degree(k), c.data());
  }
  return result;
}

template <scalar S>
trajectory<S> with(const trajectory<S>& path, int piece, int power, const S& bad) {
  return rebuilt<S>(path, [&](int k, int j, const S& x) { return k == piece && j == power ? bad : x; });
}

/// A place in an answer, and the answer with `bad` there.
template <scalar S>
struct place {
  std::string name;
  std::function<void(solution<S>&, const S& bad)> plant;
};

/// Time, position, velocity and acceleration of the first, a middle and the last piece.
template <scalar S>
std::vector<place<S>> places_in_the_path(int pieces) {
  std::vector<place<S>> all;
  for (const int piece : {0, pieces / 2, pieces - 1})
    for (const int power : {-1, 0, 1, 2})
      all.push_back({"piece " + std::to_string(piece) + ", " + (power < 0 ? "end" : "power " + std::to_string(power)),
                     [=](solution<S>& a, const S& bad) { a.path = with(a.path, piece, power, bad); }});
  all.push_back({"begin", [](solution<S>& a, const S& bad) {
                   trajectory<S> late(1, bad);
                   for (int k = 0; k < a.path.pieces(); ++k)
                     late.append(a.path.end(k), a.path.degree(k), a.path.coefficients(k, 0));
                   a.path = late;
                 }});
  all.push_back({"accumulation point", [](solution<S>& a, const S& bad) { a.path.accumulation_points[0] = bad; }});
  return all;
}

template <scalar S>
std::vector<place<S>> places_beside_the_path() {
  std::vector<place<S>> all;
  for (const std::size_t k : {0, 1, 2}) {
    const std::string impact = "impacts[" + std::to_string(k) + "].";
    all.push_back({impact + "t", [=](solution<S>& a, const S& bad) { a.impacts[k].t = bad; }});
    all.push_back({impact + "q", [=](solution<S>& a, const S& bad) { a.impacts[k].q[0] = bad; }});
    all.push_back({impact + "v_minus", [=](solution<S>& a, const S& bad) { a.impacts[k].v_minus[0] = bad; }});
    all.push_back({impact + "v_plus", [=](solution<S>& a, const S& bad) { a.impacts[k].v_plus[0] = bad; }});
    all.push_back({impact + "impulse", [=](solution<S>& a, const S& bad) { a.impacts[k].impulse[0] = bad; }});
  }
  all.push_back({"reactions[0].from", [](solution<S>& a, const S& bad) { a.reactions[0].from = bad; }});
  all.push_back({"reactions[0].to", [](solution<S>& a, const S& bad) { a.reactions[0].to = bad; }});
  all.push_back({"reactions[0], power 0", [](solution<S>& a, const S& bad) { a.reactions[0].coefficients[0] = bad; }});
  all.push_back({"reactions[0], power 1", [](solution<S>& a, const S& bad) { a.reactions[0].coefficients[1] = bad; }});
  all.push_back({"contacts[0].from", [](solution<S>& a, const S& bad) { a.contacts[0].from = bad; }});
  all.push_back({"contacts[0].to", [](solution<S>& a, const S& bad) { a.contacts[0].to = bad; }});
  all.push_back({"accumulations[0].t", [](solution<S>& a, const S& bad) { a.accumulations[0].t = bad; }});
  all.push_back({"accumulations[0].q", [](solution<S>& a, const S& bad) { a.accumulations[0].q[0] = bad; }});
  all.push_back({"accumulations[0].v", [](solution<S>& a, const S& bad) { a.accumulations[0].v[0] = bad; }});
  all.push_back({"end.t", [](solution<S>& a, const S& bad) { a.end_time = bad; }});
  all.push_back({"end.q", [](solution<S>& a, const S& bad) { a.end_position[0] = bad; }});
  all.push_back({"end.v", [](solution<S>& a, const S& bad) { a.end_velocity[0] = bad; }});
  return all;
}

template <scalar S>
std::vector<place<S>> places() {
  std::vector<place<S>> all = places_in_the_path<S>(ball<S>().path.pieces());
  for (auto& beside : places_beside_the_path<S>()) all.push_back(std::move(beside));
  return all;
}

/// Calls each(answer with the plant, its name).
template <scalar S>
void for_planted(const std::vector<place<S>>& all,
                 const std::function<void(const solution<S>&, const std::string&)>& each) {
  for (const place<S>& at : all)
    for (const double bad : planted) {
      solution<S> spoiled = ball<S>();
      at.plant(spoiled, S(bad));
      each(spoiled, std::to_string(bad) + " in " + at.name);
    }
}

template <class S>
class no_number_no_verdict_in : public testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(no_number_no_verdict_in, scalars);

TYPED_TEST(no_number_no_verdict_in, an_answer_has_stopped) {
  using S = TypeParam;
  EXPECT_TRUE(stop_unless_finite(ball<S>()).completed());
  EXPECT_EQ(not_finite_in(ball<S>()), "");
  for_planted<S>(places<S>(), [](const solution<S>& spoiled, const std::string& what) {
    EXPECT_TRUE(stop_unless_finite(spoiled).status.starts_with("stopped: a number that is not finite in ")) << what;
    EXPECT_FALSE(is_finite(spoiled)) << what;
  });
  // What has stopped for another reason keeps it.
  solution<S> stopped = ball<S>();
  stopped.status = "stopped: for once";
  stopped.end_time = S(planted[0]);
  EXPECT_EQ(stop_unless_finite(stopped).status, "stopped: for once");
}

TYPED_TEST(no_number_no_verdict_in, a_distance_is_infinite) {
  using S = TypeParam;
  const S end = exact<S>("13/5");
  const solution<S> exactly = ball<S>();
  for (const distance_kind kind : all_distances) {
    const auto d = distance(kind, exactly, exactly, end);
    EXPECT_TRUE(is_finite(d.value) && d.value <= S(1)) << name_of(kind);
  }
  const motion<S> known = motion_of(exactly, ball_question(), end);
  for_planted<S>(places<S>(), [&](const solution<S>& spoiled, const std::string& what) {
    const motion<S> moved = motion_of(spoiled, ball_question(), end);
    const std::vector<distance_kind> kinds(all_distances.begin(), all_distances.end());
    const auto together = between(kinds, moved, known, end);
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      const std::string which = name_of(kinds[k]) + ": " + what;
      for (const auto& [value, error_bound] :
           {distance(kinds[k], spoiled, exactly, end), distance(kinds[k], exactly, spoiled, end),
            distance(kinds[k], spoiled, spoiled, end), *between(kinds[k], moved, known, end),
            *between(kinds[k], known, moved, end), *between(kinds[k], moved, moved, end), *together[k]}) {
        EXPECT_EQ(value, infinity<S>()) << which;
        EXPECT_EQ(error_bound, S(0)) << which;
      }
    }
  });
}

TYPED_TEST(no_number_no_verdict_in, a_path_is_infinitely_far_by_itself_too) {
  // Without an answer around it; also where the plant lies beyond the last instant compared.
  using S = TypeParam;
  const trajectory<S> exactly = ball<S>().path;
  for (const S& until : {exact<S>("1/2"), exact<S>("13/5")})
    for_planted<S>(places_in_the_path<S>(exactly.pieces()), [&](const solution<S>& spoiled, const std::string& what) {
      const trajectory<S>& path = spoiled.path;
      for (const S& d : {sup_position(path, exactly, until), l1_velocity(path, exactly, until),
                         l2_velocity(path, exactly, until), hausdorff_velocity(path, exactly, until).value,
                         sup_position(exactly, path, until), l1_velocity(exactly, path, until),
                         l2_velocity(exactly, path, until), hausdorff_velocity(exactly, path, until).value})
        EXPECT_EQ(d, infinity<S>()) << what;
      const auto reactions = reaction_measures(ball_question(), path, until);
      ASSERT_TRUE(reactions) << what;
      for (const auto& mu : *reactions) EXPECT_FALSE(mu.is_finite()) << what;
    });
  for (const double bad : planted) EXPECT_EQ(sup_position(exactly, exactly, S(bad)), infinity<S>());
}

TYPED_TEST(no_number_no_verdict_in, a_path_stays_without_numbers_when_it_is_cut_shortened_or_converted) {
  using S = TypeParam;
  // Degree 20: pieces are cut, and powers left out; pieces of degree 6 at 50 digits would be millions.
  constexpr int degree = std::is_same_v<S, double> ? 6 : 19;
  trajectory<S> exactly(1);
  std::vector<S> c;
  for (int j = 0; j <= 20; ++j) c.push_back(S(1) / S(j + 1));
  for (int k = 1; k <= 3; ++k) exactly.append(S(k), 20, c.data());
  EXPECT_TRUE(in_short_pieces(exactly, degree).is_finite());
  EXPECT_TRUE(without_negligible_powers(exactly, S(1e-9)).is_finite());
  for (const int piece : {0, 1, 2})
    for (const int power : {-1, 0, 1, 10, 19, 20})
      for (const double bad : planted) {
        const trajectory<S> spoiled = with(exactly, piece, power, S(bad));
        EXPECT_FALSE(in_short_pieces(spoiled, degree).is_finite()) << piece << " " << power << " " << bad;
        EXPECT_FALSE(without_negligible_powers(spoiled, S(1e-9)).is_finite()) << piece << " " << power << " " << bad;
        EXPECT_FALSE((converted<double, S>(spoiled, [](const S& x) { return to_double(x); }).is_finite()))
            << piece << " " << power << " " << bad;
      }
  // Too large for double, in a piece too short for it.
  trajectory<real50> large(1);
  const real50 one[] = {real50(1)}, huge[] = {real50("1e400")};
  large.append(real50(1), 0, one);
  large.append(real50(1) + real50("1e-40"), 0, huge);
  large.append(real50(2), 0, one);
  EXPECT_TRUE(large.is_finite());
  EXPECT_FALSE((converted<double, real50>(large, [](const real50& x) { return to_double(x); }).is_finite()));
}

TYPED_TEST(no_number_no_verdict_in, a_measure_is_infinitely_far) {
  using S = TypeParam;
  impulse_measure<S> mu, nu;
  for (int k = 0; k < 9; ++k) mu.atoms.push_back({S(k), S(k + 1)}), nu.atoms.push_back({S(k) + exact<S>("1/10"), S(k)});
  EXPECT_TRUE(is_finite(bounded_lipschitz(mu, nu).value) && is_finite(kantorovich(mu, nu, S(9))) &&
              is_finite(impulse_distance<S>({mu}, {nu}).value));
  for (const std::size_t k : {0, 4, 8})
    for (const double bad : planted)
      for (const bool in_time : {true, false}) {
        impulse_measure<S> spoiled = mu;
        (in_time ? spoiled.atoms[k].t : spoiled.atoms[k].p) = S(bad);
        for (const S& d :
             {bounded_lipschitz(spoiled, nu).value, bounded_lipschitz(nu, spoiled).value,
              bounded_lipschitz(spoiled, spoiled).value, kantorovich(spoiled, nu, S(9)),
              impulse_distance<S>({mu, spoiled}, {nu, nu}).value, impulse_distance<S>({spoiled, mu}, {nu, nu}).value})
          EXPECT_EQ(d, infinity<S>()) << k << " " << bad << " " << in_time;
      }
  impulse_measure<S> unknown = mu;
  unknown.error_bound = S(planted[0]);
  EXPECT_EQ(bounded_lipschitz(unknown, nu).value, infinity<S>());
}

TYPED_TEST(no_number_no_verdict_in, a_residual_is_infinite) {
  using S = TypeParam;
  const statement question = ball_question();
  const auto all = [](const residual<S>& r) {
    return std::vector<S>{r.penetration,
                          r.momentum,
                          r.reaction_sign,
                          r.complementarity,
                          r.impact_momentum,
                          r.impact_admissibility,
                          r.impact_complementarity,
                          r.initial_position,
                          r.initial_velocity,
                          r.largest()};
  };
  for (const S& x : all(residual_of(question, ball<S>()))) EXPECT_LE(x, exact<S>("1e-13"));
  for_planted<S>(places<S>(), [&](const solution<S>& spoiled, const std::string& what) {
    for (const S& x : all(residual_of(question, spoiled))) EXPECT_EQ(x, infinity<S>()) << what;
  });
  // Finite answers, of which a gap, a force or a mass is no number (log of −1, for one): those that need it.
  const expression no_number = log(coordinate(0) - 5);
  statement gap = question, force = question, mass = question;
  gap.system.gap = {no_number};
  force.system.force = {no_number};
  mass.system.mass = diagonal_mass({no_number});
  EXPECT_EQ(residual_of(gap, ball<S>()).penetration, infinity<S>());
  EXPECT_EQ(residual_of(gap, ball<S>()).complementarity, infinity<S>());
  EXPECT_EQ(residual_of(force, ball<S>()).momentum, infinity<S>());
  EXPECT_EQ(residual_of(mass, ball<S>()).momentum, infinity<S>());
  EXPECT_EQ(residual_of(mass, ball<S>()).impact_momentum, infinity<S>());
}

TYPED_TEST(no_number_no_verdict_in, a_largest_value_is_infinite) {
  using S = TypeParam;
  EXPECT_EQ(larger(S(1), S(2)), S(2));
  EXPECT_EQ(larger(S(2), S(1)), S(2));
  for (const double bad : planted) {
    EXPECT_EQ(larger(S(1), S(bad)), infinity<S>());
    EXPECT_EQ(larger(larger(S(1), S(bad)), S(1)), infinity<S>());
    const column<S> some{{S(1), S(bad), S(2)}};
    EXPECT_EQ(largest_entry(some), infinity<S>());
    EXPECT_EQ(negative_part(some), infinity<S>());
    EXPECT_EQ(margin(velocity_set<S>(matrix<S>::Identity(3, 3)), some), -infinity<S>());
  }
}

/// Motions near the largest numbers of double: finite, but their distances need not be. They end, and none is NaN.
TEST(no_number_no_verdict, distances_of_huge_motions_end) {
  for (const double size : {1e100, 1e160, 1e300, 1.7e308}) {
    trajectory<double> a(1), b(1);
    std::vector<double> c{size, -size, size, size, -size}, d{-size, 1, 1e-300, 2, 5};
    a.append(1, 4, c.data());
    a.append(2, 1, d.data());
    b.append(1.5, 4, d.data());
    b.append(2, 4, c.data());
    for (const distance_kind kind : {distance_kind::sup_position, distance_kind::l1_velocity,
                                     distance_kind::l2_velocity, distance_kind::hausdorff_velocity}) {
      EXPECT_GE(distance(kind, a, b, 2.0).value, 1e99) << name_of(kind) << " " << size;
      EXPECT_GE(distance(kind, b, a, 2.0).value, 1e99) << name_of(kind) << " " << size;
    }
    const impulse_measure<double> mu{.atoms = {{0, size}, {1, size}, {2, -size}}}, nu{.atoms = {{0.5, -size}, {1, 1}}};
    EXPECT_GE(bounded_lipschitz(mu, nu).value, 1e99);
    EXPECT_GE(kantorovich(mu, nu, 3.0), 1e99);
  }
}

/// Errors of order 1 with a little noise.
std::vector<error_sample> good_samples() {
  std::vector<error_sample> samples;
  for (int k = 0; k < 40; ++k) {
    const double h = std::pow(0.9, k);
    samples.push_back({h, h * (1 + 0.01 * std::sin(7.0 * k)), 1e-16});
  }
  return samples;
}

void expect_failure(const std::vector<error_sample>& samples, const std::string& what) {
  for (const expansion of : {expansion::regular, expansion::of_the_square}) {
    const order_fit fit = fit_order(samples, of);
    EXPECT_EQ(fit.outcome, fit_outcome::not_finite) << what;
    EXPECT_FALSE(fit.order) << what;
    EXPECT_EQ(fit.points.size(), samples.size()) << what;
    for (const bool two_sided : {true, false}) {
      EXPECT_EQ(rule(fit, 1.0, two_sided).outcome, verdict::fails) << what;
      EXPECT_EQ(rule(fit, {}, two_sided).outcome, verdict::fails) << what;
    }
    EXPECT_NE(rule(fit, 1.0).reason.find(" of 40 points are not finite numbers"), std::string::npos)
        << rule(fit, 1.0).reason;
  }
}

TEST(no_number_no_verdict, a_fit_fails) {
  EXPECT_EQ(rule(fit_order(good_samples()), 1.0).outcome, verdict::holds);
  for (const double bad : planted)
    for (const auto member : {&error_sample::step, &error_sample::error, &error_sample::rounding}) {
      std::vector<error_sample> all = good_samples();
      for (const std::size_t k : {0, 20, 39}) {
        std::vector<error_sample> one = good_samples();
        one[k].*member = all[k].*member = bad;
        expect_failure(one, std::to_string(bad) + " at " + std::to_string(k));
      }
      for (error_sample& s : all) s.*member = bad;
      expect_failure(all, "all " + std::to_string(bad));
    }
  std::vector<error_sample> no_step = good_samples();
  no_step[3].step = 0;
  expect_failure(no_step, "step 0");
}

TEST(no_number_no_verdict, a_fit_of_nothing_holds_nothing) {
  // Where no error rises above rounding the verdict is "holds", but for that errors must have been measured.
  std::vector<error_sample> rounding = good_samples();
  for (error_sample& s : rounding) s.error = 1e-17;
  EXPECT_EQ(rule(fit_order(rounding), 1.0).outcome, verdict::holds);
  EXPECT_EQ(rule(fit_order({}), 1.0).outcome, verdict::cannot_tell);
  rounding.resize(least_points - 1);
  EXPECT_EQ(rule(fit_order(rounding), 1.0).outcome, verdict::cannot_tell);
}

TEST(no_number_no_verdict, a_rule_fails) {
  const order_fit good = fit_order(good_samples());
  ASSERT_TRUE(good.order);
  for (const double bad : planted) {
    EXPECT_EQ(rule(good, bad).outcome, verdict::fails);
    for (const auto member : {&fitted_order::order, &fitted_order::half_width, &fitted_order::constant,
                              &fitted_order::floor, &fitted_order::drift, &fitted_order::drift_half_width}) {
      order_fit spoiled = good;
      (*spoiled.order).*member = bad;
      for (const bool two_sided : {true, false}) EXPECT_EQ(rule(spoiled, 1.0, two_sided).outcome, verdict::fails);
      EXPECT_FALSE(text_of(as_printed(*spoiled.order)).empty());
    }
    std::vector<ladder_point> points = good.points;
    EXPECT_EQ(rule_of_bound(points, 1).outcome, verdict::holds);
    for (const std::size_t k : {0, 20, 39})
      for (const auto member : {&ladder_point::step, &ladder_point::error}) {
        std::vector<ladder_point> spoiled = points;
        spoiled[k].*member = bad;
        EXPECT_EQ(rule_of_bound(spoiled, 1).outcome, verdict::fails);
      }
    EXPECT_FALSE(within(bad, 1) || within(1, bad) || within(bad, bad));
  }
  EXPECT_TRUE(within(1, 1));
  EXPECT_FALSE(within(2, 1));
}

TEST(no_number_no_verdict, engines_do_not_agree) {
  using S = real50;
  const solution<S> exactly = ball<S>();
  const std::vector<known_value<S>> known{{"end.q[0]", exactly.end_position[0]}, {"impacts[1].t", S(2)}};
  const auto fails = [](const results& records, const std::string& what) {
    for (const record& r : records) EXPECT_EQ(r.outcome, verdict::fails) << r.about.quantity << ": " << what;
    EXPECT_EQ(records.size(), agreements.size());
  };
  for (const record& r : engines_compared("ball", "a", exactly, "b", exactly, known))
    EXPECT_EQ(r.outcome, verdict::holds) << r.about.quantity << ": " << r.reason;
  for_planted<S>(places<S>(), [&](const solution<S>& spoiled, const std::string& what) {
    fails(engines_compared("ball", "a", spoiled, "b", exactly, known), what);
    fails(engines_compared("ball", "a", exactly, "b", spoiled, known), what);
    fails(engines_compared("ball", "a", spoiled, "b", spoiled, known), what);
  });
  for (const double bad : planted)
    for (const bool in_value : {true, false}) {
      std::vector<known_value<S>> wrong = known;
      if (in_value)
        wrong[1].value = S(bad);
      else
        wrong[1].accuracy = S(bad);
      EXPECT_EQ(engines_compared("ball", "a", exactly, "b", exactly, wrong).back().outcome, verdict::fails)
          << bad << " " << in_value;
    }
}

/// A solver that answers with a plant, and says "completed".
listed_solver spoiled_solver(const std::string& name, const place<double>& in_double, const place<real50>& in_real50,
                             double bad, bool with_step) {
  listed_solver s = made_up::scheme(name, 1, 0, with_step);
  s.system_in_double = [=](const statement&, const request&) {
    solution<double> answer = ball<double>();
    in_double.plant(answer, bad);
    return answer;
  };
  s.system_in_real50 = [=](const statement&, const request&) {
    solution<real50> answer = ball<real50>();
    in_real50.plant(answer, real50(bad));
    return answer;
  };
  return s;
}

TEST(no_number_no_verdict, a_solver_that_completes_without_numbers_has_stopped_for_whoever_asks) {
  const std::vector<place<double>> in_double = places<double>();
  const std::vector<place<real50>> in_real50 = places<real50>();
  const statement question = ball_question();
  for (std::size_t k = 0; k < in_double.size(); ++k) {
    const listed_solver s = spoiled_solver("s", in_double[k], in_real50[k], planted[k % planted.size()], false);
    EXPECT_FALSE(s.solve<double>(question, {}).completed()) << in_double[k].name;
    EXPECT_FALSE(s.solve<real50>(question, {}).completed()) << in_real50[k].name;
  }
}

TEST(no_number_no_verdict, studies_of_a_solver_without_numbers_hold_nothing) {
  const std::vector<place<double>> in_double = places<double>();
  const std::vector<place<real50>> in_real50 = places<real50>();
  const problem posed = made_up::ball_problem();
  const instance of = bind<statement>(posed, {}, true);
  const auto against = motion_to_measure_against(of);
  ASSERT_TRUE(against);
  const auto none_holds = [](const auto& records, const std::string& what) {
    EXPECT_FALSE(records.empty()) << what;
    for (const auto& r : records)
      EXPECT_TRUE(r.outcome == verdict::fails || r.outcome == verdict::cannot_tell)
          << r.cell << " " << name_of(r.outcome) << ": " << r.reason << "; " << what;
  };
  const options quick{.jobs = 1, .quick = true};
  const listed_solver right = made_up::scheme("right", 1), engine = made_up::scheme("engine", 1, 0, false);
  for (const record& r : values_of_solver(posed, {}, engine))
    EXPECT_EQ(r.outcome, verdict::holds) << r.cell << ": " << r.reason;
  for (std::size_t k = 0; k < in_double.size();
       k += 5) {  // some of the places, first to last: the answer passes one gate, tested above in all of them
    const double bad = planted[k % planted.size()];
    const std::string what = std::to_string(bad) + " in " + in_double[k].name;
    const listed_solver scheme = spoiled_solver("spoiled", in_double[k], in_real50[k], bad, true),
                        exactly = spoiled_solver("spoiled", in_double[k], in_real50[k], bad, false);
    none_holds(values_of_solver(posed, {}, exactly), what);
    none_holds(residuals_of(of, exactly, quick), what);
    none_holds(residuals_of(of, scheme, quick), what);
    const grid few{.coarsest = 1.0 / 50, .finest = 1.0 / 200, .count = 8};
    const auto orders = orders_on(few, of, scheme, *against, {all_distances.begin(), all_distances.end()}, quick);
    none_holds(orders, what);
    EXPECT_NE(orders[0].reason.find("8 of 8 runs did not reach the end, the first: step "), std::string::npos)
        << orders[0].reason;
    none_holds(agreements_of(of, {&right, &scheme}, quick), what);
    none_holds(agreements_of(of, {&right, &exactly}, quick), what);
  }
}

TEST(no_number_no_verdict, claims_are_not_confirmed) {
  const claims::instruments with{};
  const auto settled = [&](const real50& x, const real50& y, const real50& size) {
    claims::inquiry asked(with);
    asked.tried(1, "pair of numbers");
    asked.agrees("x is y", x, y, 1, size);
    return asked.result().verdict;
  };
  EXPECT_EQ(settled(real50(1), real50(1), real50(1)), settlement::confirmed);
  for (const double bad : planted) {
    EXPECT_EQ(settled(real50(bad), real50(1), real50(1)), settlement::contradicted);
    EXPECT_EQ(settled(real50(1), real50(bad), real50(1)), settlement::contradicted);
    EXPECT_EQ(settled(real50(1), real50(2), real50(bad)), settlement::contradicted);
    EXPECT_EQ(settled(real50(bad), real50(bad), real50(1)), settlement::contradicted);
  }
}

/// Data that a scalar cannot hold, or only just: no solver has "completed" with something that is no number. One that
/// refuses its data has not completed either. The spring of frequency 1e150 runs for a period and a half, the others to
/// a little after the first impact of the ball at t = 1.
TEST(no_number_no_verdict, no_solver_completes_without_numbers) {
  struct extreme {
    std::string name, horizon;
    std::function<void(statement&)> set;
  };
  const std::vector<extreme> extremes{
      {"position 1e5000", "21/20", [](statement& s) { s.position = {exact_rational("1e5000")}; }},
      {"velocity -1e5000", "21/20", [](statement& s) { s.velocity = {exact_rational("-1e5000")}; }},
      {"mass 1e-300", "21/20", [](statement& s) { s.system.mass = diagonal_mass({exact_rational("1e-300")}); }},
      {"mass 1e-300, spring", "1e-149",
       [](statement& s) {
         s.system.mass = diagonal_mass({exact_rational("1e-300")});
         s.system.force = {-coordinate(0)};
       }},
      {"g = 1e300", "21/20", [](statement& s) { s.system.force = {expression(rational(-exact_rational("1e300")))}; }},
      {"none", "21/20", [](statement&) {}}};
  for (const extreme& data : extremes) {
    statement question = ball_question();
    data.set(question);
    question.horizon = exact_rational(data.horizon);
    for (const listed_solver& s : solver_list()) {
      if (!s.solves(question)) continue;
      const std::string what = data.name + ", " + s.declaration.name;
      request asked{.step = {}, .until = {}};
      if (s.declaration.applies_to.needs_step()) asked.step = exact_rational(data.horizon) / 100;
      asked.seconds = 20;
      /// Completed, and with finite numbers then.
      const auto completes = [&]<scalar S>() {
        try {
          const solution<S> answer = s.solve<S>(question, asked);
          EXPECT_TRUE(!answer.completed() || is_finite(answer)) << what;
          return answer.completed();
        } catch (const input_error&) {
          return false;
        }
      };
      const bool in_double = completes.template operator()<double>(),
                 precisely = completes.template operator()<real50>();
      const bool beyond_double = data.name == "position 1e5000" || data.name == "velocity -1e5000";
      EXPECT_FALSE(beyond_double && in_double) << what << ": no double is as large";
      EXPECT_TRUE(data.name != "none" || (in_double && precisely)) << what;
    }
  }
}

}  // namespace
}  // namespace unilateral::study
