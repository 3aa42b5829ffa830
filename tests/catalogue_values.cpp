/// Known numbers of the catalogue two ways: the formulas of the problem files against digits and rational or integer
/// answers derived elsewhere, and listed shocks against the law of impact.
///
/// Tolerances: half a unit of the last digit written here, or 64 ε relative where the answer is a formula.

#include "problems/answers/problem.hpp"
#include "problems/judge/impact_law.hpp"
#include "problems/language/evaluated_system.hpp"

#include "problems/answers/elliptic.hpp"

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>

#include <gtest/gtest.h>

#include <map>

namespace unilateral {
namespace {

using S = real50;

template <scalar T>
reference<T> answer_of(const std::string& name, const parameter_list& overrides = {}, const std::string& until = "") {
  const problem& p = find_problem(name);
  const statement bound = with_values(std::get<statement>(p.question), overrides);
  return p.answer.at<T>(values_of<T>(bound.parameters),
                        until.empty() ? constant_value<T>(bound.horizon) : exact<T>(until));
}

template <scalar T>
T value_in(const reference<T>& r, const std::string& quantity) {
  for (const known_value<T>& known : r.values)
    if (known.quantity == quantity) return known.value;
  ADD_FAILURE() << quantity << " is not known";
  return T(0);
}
S value(const std::string& name, const std::string& quantity, const parameter_list& overrides = {},
        const std::string& until = "") {
  return value_in(answer_of<S>(name, overrides, until), quantity);
}

const S close = S(64) * epsilon<S>();

TEST(catalogue_values, ball_on_the_Earth_has_its_thirty_digits) {
  EXPECT_LE(abs(value("ball_earth", "impacts[0].t") - exact<S>("0.451523640985730904450811124338")),
            exact<S>("0.5e-30"));
  EXPECT_LE(abs(value("ball_earth", "accumulations[0].t") - exact<S>("8.57894917872888718456541136242")),
            exact<S>("0.5e-29"));
  EXPECT_EQ(value("ball_earth", "counts.impacts", {}, "8.5"), S(44));
}

TEST(catalogue_values, rational_ball_is_rational) {
  const reference<double> r = answer_of<double>("ball_rational");
  EXPECT_EQ(value_in(r, "impacts[0].t"), 1.0);
  EXPECT_EQ(value_in(r, "impacts[1].t"), 2.0);
  EXPECT_EQ(value_in(r, "impacts[2].t"), 2.5);
  EXPECT_EQ(value_in(r, "impacts[3].t"), 2.75);
  EXPECT_EQ(value_in(r, "accumulations[0].t"), 3.0);
  EXPECT_EQ(value_in(r, "total_impulse[0]"), 8.0);  // momentum balance over [0, 4], from rest to rest: g·4
}

TEST(catalogue_values, what_happens_at_or_after_the_end_is_not_told) {
  const reference<double> r = answer_of<double>("ball_rational", {}, "2");
  for (const auto& known : r.values)
    EXPECT_TRUE(known.quantity.find("impacts[1]") == std::string::npos &&
                known.quantity.find("end.v") == std::string::npos && known.quantity != "counts.impacts")
        << known.quantity;
  EXPECT_EQ(r.path->end(), 2.0);
}

TEST(catalogue_values, impacts_of_two_balls_and_a_wall_spell_pi) {
  EXPECT_EQ(value("galperin_0", "counts.impacts"), S(3));
  EXPECT_EQ(value("galperin_1", "counts.impacts"), S(31));
  EXPECT_EQ(value("galperin_2", "counts.impacts"), S(314));
  EXPECT_EQ(value("galperin_3", "counts.impacts"), S(3141));
  EXPECT_EQ(value("galperin_3", "counts.impacts", {{"ratio", 1000000000000_x}}), S(3141592));
  EXPECT_EQ(value_in(answer_of<double>("galperin_3", {{"ratio", 1000000000000_x}}), "counts.impacts"), 3141592.0);
}

TEST(catalogue_values, energy_of_two_elastic_balls_is_kept) {
  const reference<S> r = answer_of<S>("galperin_2");
  const column<S> v = r.path->velocity_left(r.path->end());
  EXPECT_LE(abs(v[0] * v[0] + S(10000) * v[1] * v[1] - S(10000)), S(10000) * close);
}

TEST(catalogue_values, three_touching_balls_share_as_the_law_says) {
  for (const char* e : {"0", "1/2", "1"}) {
    const S restitution = exact<S>(e);
    const parameter_list with_e = {{"e", exact_rational(e)}};
    EXPECT_LE(abs(value("three_touching_balls", "impacts[0].v_plus[0]", with_e) - (S(1) - S(2) * restitution) / S(3)),
              close);
    EXPECT_LE(abs(value("three_touching_balls", "impacts[0].v_plus[2]", with_e) - (S(1) + restitution) / S(3)), close);
  }
}

TEST(catalogue_values, separate_balls_hand_the_speed_on) {
  for (const char* d : {"1", "1/1000", "1e-30"})
    for (const int i : {0, 1, 2})
      EXPECT_EQ(value("three_separate_balls", "end.v[" + std::to_string(i) + "]", {{"d", exact_rational(d)}}),
                S(i == 2 ? 1 : 0))
          << d;
}

/// Radii of the nodes to the digits known for R = 2: half a unit of the last one of r, and dR/dr = (r − r_1⁻³ θ_1⁻³)/R
/// < 1/2 [(6) of problems/chain.hpp].
TEST(catalogue_values, two_bars_towed_in_a_circle_keep_their_radii) {
  const problem& p = find_problem("chain_two_bars_towed_in_circle");
  const chain_statement towed = with_values(std::get<chain_statement>(p.question), {{"r", 0.955182733606_x}});
  const S until = constant_value<S>(towed.horizon);
  const reference<S> known = p.answer.at<S>(values_of<S>(towed.parameters), until);
  for (const S& t : {S(0), S(until / S(3)), until}) {
    const column<S> q = known.path->position(t);
    const auto radius = [&](int node) {
      return S(sqrt(S(q[2 * node] * q[2 * node] + q[2 * node + 1] * q[2 * node + 1])));
    };
    EXPECT_LE(abs(radius(0) - S(2)), exact<S>("0.5e-12") / S(2));
    EXPECT_LE(abs(radius(1) - exact<S>("1.38288613")), exact<S>("0.5e-8"));
    EXPECT_LE(abs(radius(2) - exact<S>("0.955182733606")), close);
    for (const int node : {1, 2})
      EXPECT_LE(abs(column<S>(q.segment<2>(2 * node) - q.segment<2>(2 * node - 2)).norm() - S(1)), close);
  }
}

TEST(catalogue_values, five_inelastic_balls_pool_into_two_blocks) {
  const S eleven_sixths = S(11) / S(6);
  for (const int i : {0, 1})
    EXPECT_EQ(value("touching_balls_inelastic", "impacts[0].v_plus[" + std::to_string(i) + "]"), S(1));
  for (const int i : {2, 3, 4})
    EXPECT_LE(abs(value("touching_balls_inelastic", "impacts[0].v_plus[" + std::to_string(i) + "]") - eleven_sixths),
              close);
}

TEST(catalogue_values, wedge_jumps_as_the_figures_say) {
  const S root_3 = sqrt(S(3));
  EXPECT_LE(abs(value("wedge_fig1_right", "end.v[0]") + S(1) / S(2)), close);
  EXPECT_EQ(value("wedge_fig1", "end.v[0]"), S(0));
  EXPECT_LE(abs(value("wedge_fig2_right", "end.v[0]") + root_3 / S(2)), close);  // sin 2θ, θ = 2π/3
  EXPECT_LE(abs(value("wedge_fig2_right", "end.v[1]") - S(1) / S(2)), close);    // |cos 2θ|
  EXPECT_EQ(value("wedge_fig2", "end.v[1]"), S(1));
  EXPECT_EQ(value("wedge_fig3_above", "end.v[0]"), S(0));
  // The jump doesn't shrink with x0: that is the discontinuity.
  EXPECT_LE(abs(value("wedge_fig1_right", "end.v[0]", {{"x0", 1e-30_x}}) + S(1) / S(2)), close);
}

TEST(catalogue_values, particle_leaves_the_sphere_at_its_angle) {
  const reference<S> top = answer_of<S>("sphere_leaving"), rest = answer_of<S>("sphere_leaving_from_rest");
  EXPECT_LE(abs(top.path->position(value_in(top, "contacts[0].to"))[1] - S(5) / S(6)), close);
  EXPECT_LE(abs(rest.path->position(value_in(rest, "contacts[0].to"))[1] - S(8) / S(3)), S(5) * close);
  // v0 → 0: 2/3, up to v0²/(3 g R).
  const reference<S> slow = answer_of<S>("sphere_leaving", {{"v0", 1e-15_x}}, "60");
  EXPECT_LE(abs(slow.path->position(value_in(slow, "contacts[0].to"))[1] - S(2) / S(3)), exact<S>("0.2e-30"));
}

TEST(elliptic_functions, agree_with_a_second_implementation_and_their_identities) {
  for (const char* digits : {"0.1", "0.5", "0.9"}) {
    const S k = exact<S>(digits), k_prime = sqrt(S(1) - k * k), K = elliptic::quarter_period(k_prime);
    EXPECT_LE(abs(K - boost::math::ellint_1(k)), close);
    for (int j = 1; j < 8; ++j) {
      const S u = S(j) * K / S(8);
      const auto [sn, cn, dn] = elliptic::jacobi(u, k_prime);
      EXPECT_LE(abs(sn - boost::math::jacobi_sn(k, u)), close);
      EXPECT_LE(abs(sn * sn + cn * cn - S(1)), close);
      EXPECT_LE(abs(dn * dn + k * k * sn * sn - S(1)), close);
      EXPECT_LE(abs(elliptic::inverse_cd(S(cn / dn), k_prime) - u),
                S(16) * close);  // cd is flat near 0: u is known to ε/u
    }
  }
}

TEST(catalogue_values, oscillator_found_by_hand_is_a_member_of_the_family) {
  // γ cos(2t + π/2) = −sin 2t: the family at s = 0, γ = 1, ω = 2. There κ = 0, and the phase is found, not given.
  const parameter_list by_hand = {{"s", 0}, {"gamma", 1}, {"omega", 2}};
  EXPECT_LE(abs(value("oscillator_family", "impacts[0].v_minus[0]", by_hand) - S(20) / S(3)), S(20) * close);
}

TEST(catalogue_values, orbits_that_do_not_exist_are_refused) {
  EXPECT_THROW(answer_of<double>("oscillator_family", {{"s", 100}}), input_error);
  EXPECT_THROW(answer_of<double>("oscillator_family", {{"n", 3}, {"s", -1}}), input_error);
  EXPECT_THROW(answer_of<double>("wedge_fig1", {{"theta", 1}}), input_error);
  EXPECT_THROW(answer_of<double>("wedge_fig3_above", {{"e", 0.5_x}}), input_error);
  EXPECT_THROW(answer_of<double>("ball_rational", {{"g", -1}}), input_error);
  EXPECT_THROW(answer_of<double>("sphere_leaving", {{"v0", 0}}), input_error);
  EXPECT_THROW(answer_of<double>("block_rocking", {{"theta0", 1}}), input_error);
}

TEST(catalogue_values, column_at_rest_carries_its_weights) {
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(value("column_at_rest", "total_impulse[" + std::to_string(i) + "]"), S(10 * (5 - i)));
  for (int i = 0; i < 5; ++i) {  // momentum balance of the balls above contact i, from rest to rest
    EXPECT_LE(abs(value("falling_column", "total_impulse[" + std::to_string(i) + "]", {}, "4") - S(2 * 4 * (5 - i))),
              S(64) * close)
        << i;
  }
}

/// Every shock that is listed whole obeys the law with the impulse listed beside it; with another restitution it
/// doesn't.
template <scalar T>
void listed_shocks_obey_the_law() {
  using std::abs;
  int shocks = 0, controls = 0;
  for (const problem& p : catalogue()) {
    if (p.is_chain() || !p.answer) continue;
    const statement bound = with_values(std::get<statement>(p.question));
    const int n = bound.system.degrees_of_freedom(), m = bound.system.constraints();
    std::map<std::string, T> known_values;
    for (const auto& known : answer_of<T>(p.name).values) known_values.emplace(known.quantity, known.value);
    evaluated_system<T> system(bound.system);
    for (int k = 0; known_values.count("impacts[" + std::to_string(k) + "].v_plus[0]") != 0; ++k) {
      const auto numbers = [&](const std::string& what, int count) {
        column<T> x(count);
        for (int i = 0; i < count; ++i)
          x[i] = known_values.at("impacts[" + std::to_string(k) + "]." + what + "[" + std::to_string(i) + "]");
        return x;
      };
      const column<T> q = numbers("q", n), v_minus = numbers("v_minus", n), v_plus = numbers("v_plus", n),
                      impulse = numbers("impulse", m);
      const T t = known_values.at("impacts[" + std::to_string(k) + "].t");
      system.evaluate_mass(t, q.data());
      system.evaluate_gap(t, q.data());
      system.evaluate_gradient(t, q.data());
      system.evaluate_gap_rate(t, q.data());
      matrix<T> M(n, n);
      system.copy_mass(M);
      // Rounding of the terms of (1) and (4): momenta, and products of an impulse and a velocity. A gap adds the
      // rounding of its time.
      const T speed = T(1) + largest_entry(v_minus),
              tolerance = T(256) * epsilon<T>() * speed *
                          (T(2) + largest_entry(column<T>(M.diagonal())) + largest_entry(impulse));
      const T gap_tolerance = T(256) * epsilon<T>() * (T(1) + largest_entry(q) + speed * (T(1) + t));
      std::vector<int> active;
      for (int a = 0; a < m; ++a)
        if (abs(system.gap(a)) <= gap_tolerance) {
          active.push_back(a);
        } else {
          EXPECT_EQ(impulse[a], T(0)) << p.name;
        }
      const auto rows = static_cast<Eigen::Index>(active.size());
      matrix<T> G = matrix<T>::Zero(rows, n);
      column<T> rate(rows), P(rows);
      for (Eigen::Index a = 0; a < rows; ++a) {
        const int constraint = active[static_cast<std::size_t>(a)];
        rate[a] = system.gap_rate(constraint);
        P[a] = impulse[constraint];
        for (int j = system.gradient_row_begin(constraint); j < system.gradient_row_begin(constraint + 1); ++j) {
          const sparse_entry& entry = system.gradient_entries()[static_cast<std::size_t>(j)];
          G(a, entry.column) = system.gradient(entry);
        }
      }
      const kinetic_metric<T> metric(M);
      const velocity_set<T> V(G, rate);
      const T e = system.restitution();
      EXPECT_LE(defects_of_impact(metric, V, e, v_minus, v_plus, P).largest(), tolerance) << p.name << " impact " << k;
      ++shocks;
      if (largest_entry(P) < exact<T>("0.01")) continue;
      const T wrong = T(2) * e > T(1) ? T(e - exact<T>("0.001")) : T(e + exact<T>("0.001"));
      EXPECT_GT(defects_of_impact(metric, V, wrong, v_minus, v_plus, P).largest(), tolerance)
          << p.name << " impact " << k;
      ++controls;
    }
  }
  EXPECT_GE(shocks, 60);
  EXPECT_GE(controls, 50);
}
TEST(catalogue_shocks, obey_the_law_with_their_impulse_in_double) { listed_shocks_obey_the_law<double>(); }
TEST(catalogue_shocks, obey_the_law_with_their_impulse_at_fifty_digits) { listed_shocks_obey_the_law<real50>(); }

}  // namespace
}  // namespace unilateral
