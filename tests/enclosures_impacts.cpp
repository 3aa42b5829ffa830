/// Brackets of impact times. Theorem: an enclosure that says "proved" holds the motion of its statement. Hypotheses: those of proofs/README.md.
/// Known motions: rational ones are held exactly; closed forms up to the rounding of 50 digits (1e-45: times up to 10, a hundred operations). Widths are
/// the ones promised; nothing is adjusted to what was found.
#include "problems/language/problem.hpp"
#include "proofs/enclosures/enclosure.hpp"

#include <gtest/gtest.h>

namespace unilateral {
namespace {

using namespace enclosures;

statement named(const std::string& name, const parameter_list& values = {}, const std::string& until = "") {
  statement bound = with_values(std::get<statement>(find_problem(name).question), values);
  if (!until.empty()) bound.horizon = exact_rational(until);
  return bound;
}
rational digits(const std::string& text) { return exact_rational(text); }

/// x up to 1e-45.
bool holds(const bracket& found, const real50& x) {
  const rational value = exact_rational(to_text(x)), slack = digits("1e-45");
  return found.lower <= value + slack && value - slack <= found.upper;
}
rational widest(const enclosure& found) {
  rational width = 0;
  for (const impact_enclosure& impact : found.impacts) width = std::max(width, impact.t.width());
  return width;
}

class enclosures_impacts : public testing::TestWithParam<engine> {
 protected:
  enclosure enclosed(const statement& bound, int wanted = 50) const { return enclose(bound, GetParam(), {.digits = wanted}); }
};
INSTANTIATE_TEST_SUITE_P(engines, enclosures_impacts, testing::Values(engine::defect, engine::lohner), [](const auto& of) { return name_of(of.param); });

/// Impact k of the rational ball: t = 1, 2, 5/2, …, 3 − 2^(1−k); it arrives at −2^(2−k) and leaves at 2^(1−k).
TEST_P(enclosures_impacts, rational_ball_exactly) {
  const enclosure found = enclosed(named("ball_rational", {}, "2.9"));
  ASSERT_TRUE(found.proved) << found.undecided;
  ASSERT_EQ(found.impacts.size(), 5u);
  rational flight = 2;
  for (const impact_enclosure& impact : found.impacts) {
    const rational t = 3 - flight, arriving = -flight, leaving = flight / 2;
    EXPECT_TRUE(contains(impact.t, t) && contains(impact.q[0], 0) && contains(impact.v_minus[0], arriving) && contains(impact.v_plus[0], leaving) &&
                contains(impact.impulse, leaving - arriving));
    EXPECT_FALSE(contains(impact.t, t + digits("1e-30")));
    EXPECT_LT(impact.t.width(), digits("1e-40"));
    flight /= 2;
  }
}

TEST_P(enclosures_impacts, oscillator_by_hand_at_multiples_of_pi) {
  const enclosure found = enclosed(named("oscillator_by_hand"));
  ASSERT_TRUE(found.proved) << found.undecided;
  ASSERT_EQ(found.impacts.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_TRUE(holds(found.impacts[k].t, real50(k + 1) * scalar_traits<real50>::pi()));
    EXPECT_TRUE(contains(found.impacts[k].v_minus[0], rational(20, 3)) && contains(found.impacts[k].v_plus[0], rational(-16, 3)) && contains(found.impacts[k].impulse, 12));
    EXPECT_LT(found.impacts[k].t.width(), digits("1e-40"));
  }
}

/// One impact a period T = 2πn/ω, whatever the parameters.
TEST_P(enclosures_impacts, oscillator_family_once_a_period) {
  for (const auto& [values, ω] : {std::pair<parameter_list, const char*>{{}, "2.2"}, {{{"omega", digits("2.3")}, {"e", digits("0.7")}}, "2.3"}}) {
    const enclosure found = enclosed(named("oscillator_family", values), 40);
    ASSERT_TRUE(found.proved) << found.undecided;
    ASSERT_GE(found.impacts.size(), 3u);
    for (std::size_t k = 0; k < found.impacts.size(); ++k) {
      const real50 t = real50(2 * (k + 1)) * scalar_traits<real50>::pi() / exact<real50>(ω);
      EXPECT_TRUE(holds(found.impacts[k].t, t));
      EXPECT_FALSE(holds(found.impacts[k].t, t + exact<real50>("1e-20")));
    }
  }
}

/// (1)–(3) of problems/pendulum_with_stop.hpp: known by elliptic integrals, at 50 digits.
TEST_P(enclosures_impacts, pendulum_with_stop_by_elliptic_integrals) {
  const enclosure found = enclosed(named("pendulum_with_stop"));
  ASSERT_TRUE(found.proved) << found.undecided;
  const problem& p = find_problem("pendulum_with_stop");
  const auto known = p.answer.at<real50>(
      [&](const std::string& name) {
        for (const auto& [key, value] : named("pendulum_with_stop").parameters)
          if (key == name) return constant_value<real50>(value);
        throw input_error(name);
      },
      real50(4));
  int compared = 0;
  for (const auto& value : known.values)
    if (const auto proved = proved_quantity(found, value.quantity)) {
      EXPECT_TRUE(holds(*proved, value.value)) << value.quantity;
      ++compared;
    }
  EXPECT_GE(compared, 20);
  EXPECT_LT(widest(found), digits("1e-40"));
}

/// Contact until sin t = s = g/(aω²) = 1/2; then free flight, landing at the root of (2) of problems/moving_table.hpp.
TEST_P(enclosures_impacts, ball_leaves_the_moving_table_and_lands) {
  const enclosure found = enclosed(named("ball_on_moving_table", {}, "6"));
  ASSERT_TRUE(found.proved) << found.undecided;
  ASSERT_EQ(found.contacts.size(), 1u);
  ASSERT_TRUE(found.contacts[0].to);
  const real50 left = scalar_traits<real50>::pi() / 6;
  EXPECT_TRUE(contains(found.contacts[0].from, 0) && holds(*found.contacts[0].to, left));
  EXPECT_LT(found.contacts[0].to->width(), digits("1e-40"));
  ASSERT_EQ(found.impacts.size(), 1u);
  EXPECT_LT(widest(found), digits("1e-40"));
  // F(θ) = c (θ − sin θ) − s (θ²/2 + cos θ − 1) changes sign in the bracket.
  const auto F = [](const real50& θ) { return real50(sqrt(real50(3)) / 2 * (θ - sin(θ)) - (θ * θ / 2 + cos(θ) - 1) / 2); };
  const auto at = [&](const rational& t) { return exact<real50>(t) - left; };
  EXPECT_GT(F(at(found.impacts[0].t.lower - digits("1e-45"))), real50(0));
  EXPECT_LT(F(at(found.impacts[0].t.upper + digits("1e-45"))), real50(0));
}

/// Touching, accumulating, and two contacts at once: what was proved before stands, and no more is said.
TEST_P(enclosures_impacts, what_cannot_be_decided_is_not) {
  const enclosure grazing = enclosed(named("oscillator_grazing"), 30);
  EXPECT_FALSE(grazing.proved);
  EXPECT_TRUE(grazing.impacts.empty() && grazing.end_position.empty());
  EXPECT_NE(grazing.undecided.find("neither proved nor excluded"), std::string::npos) << grazing.undecided;
  EXPECT_LT(grazing.until.upper, rational(11, 7)) << "the touch is at pi/2";

  const enclosure below = enclosed(named("oscillator_grazing", {{"d", digits("-1e-12")}}), 30), above = enclosed(named("oscillator_grazing", {{"d", digits("1e-12")}}, "7"), 40);
  EXPECT_TRUE(below.proved && below.impacts.empty()) << below.undecided;
  EXPECT_TRUE(above.proved && above.impacts.size() == 1) << above.undecided;

  const enclosure accumulating = enclosed(named("ball_rational"), 30);
  EXPECT_FALSE(accumulating.proved);
  EXPECT_GE(accumulating.impacts.size(), 8u);
  EXPECT_LT(accumulating.until.upper, 3);

  const enclosure landing = enclosed(named("ball_in_step_with_table"), 30);  // lands where gap, rate and second derivative vanish together
  EXPECT_FALSE(landing.proved);
  EXPECT_EQ(landing.impacts.size(), 1u);

  for (const char* corner : {"wedge_fig1", "column_at_rest", "three_touching_balls"}) EXPECT_FALSE(enclosed(named(corner), 20).proved) << corner;

  statement edge = named("ball_elastic", {}, "1");  // the final time is the impact's
  EXPECT_FALSE(enclosed(edge, 20).proved);
}

/// An impact at t = 0, several constraints, a lasting contact after an inelastic one, a contact that a curved surface loses.
TEST_P(enclosures_impacts, other_problems_of_the_catalogue) {
  for (const auto& [name, impacts, contacts] :
       {std::tuple{"galperin_1", 31u, 0u}, {"ball_inelastic", 1u, 1u}, {"wedge_fig2_right", 2u, 0u}, {"sphere_leaving", 0u, 1u}, {"ball_at_rest", 0u, 1u}}) {
    const enclosure found = enclosed(named(name), 30);
    EXPECT_TRUE(found.proved) << name << ": " << found.undecided;
    EXPECT_EQ(found.impacts.size(), impacts) << name;
    EXPECT_EQ(found.contacts.size(), contacts) << name;
  }
  const enclosure pushed = enclosed(named("ball_pushed_down", {}, "1"), 30);
  ASSERT_FALSE(pushed.impacts.empty());
  EXPECT_EQ(pushed.impacts[0].t.width(), 0);
}

TEST_P(enclosures_impacts, bad_statements_are_refused) {
  EXPECT_THROW(enclosed(std::get<statement>(find_problem("double_pendulum_wall").question)), input_error);
  EXPECT_THROW(enclosed(named("ball_rational"), 1000), input_error);
  statement inside = named("ball_rational");
  inside.position = {-1};
  EXPECT_THROW(enclosed(inside), input_error);
}

/// The hardest one, by both engines: what was promised of widths; overlap; and a third opinion, the digits of the catalogue (extrapolation).
TEST(enclosures_of_both_engines, double_pendulum_narrowly_and_overlapping) {
  const statement pendulum = named("double_pendulum_wall");
  const enclosure balls = enclose(pendulum, engine::defect, {.digits = 50}), intervals = enclose(pendulum, engine::lohner, {.digits = 50});
  for (const enclosure& found : {balls, intervals}) {
    ASSERT_TRUE(found.proved) << found.undecided;
    ASSERT_EQ(found.impacts.size(), 2u);
    EXPECT_LT(found.impacts[0].t.width(), digits("1e-40"));
    EXPECT_LT(widest(found), digits("1e-20"));
    EXPECT_TRUE(overlap(found.impacts[0].t, {digits("0.745432272905988781482339364245"), digits("0.745432272905988781482339364246")}));
    EXPECT_TRUE(overlap(found.impacts[1].t, {digits("2.352441362962629976206157710604"), digits("2.352441362962629976206157710605")}));
  }
  EXPECT_EQ(disagreement(balls, intervals), "");

  // A constant planted wrong by 1e-20 in the model is seen: g, the wall's place, the restitution.
  for (const parameter_list& wrong :
       {parameter_list{{"g", digits("10.00000000000000000001")}}, {{"wall", digits("0.30000000000000000001")}}, {{"e", digits("0.50000000000000000001")}}}) {
    const enclosure spoiled = enclose(named("double_pendulum_wall", wrong, "1"), engine::defect, {.digits = 40});
    ASSERT_EQ(spoiled.impacts.size(), 1u);
    EXPECT_NE(disagreement(spoiled, intervals), "") << wrong[0].first;
  }
}

TEST(enclosures_of_both_engines, overlap_on_every_problem_without_chains) {
  int proved = 0;
  for (const problem& p : catalogue()) {
    if (p.is_chain() || p.name == "double_pendulum_wall") continue;
    const enclosure balls = enclose(named(p.name), engine::defect, {.digits = 25}), intervals = enclose(named(p.name), engine::lohner, {.digits = 25});
    EXPECT_EQ(disagreement(balls, intervals), "") << p.name;
    proved += balls.proved && intervals.proved;
  }
  EXPECT_GE(proved, 12);
}

TEST(enclosures_of_both_engines, planted_disagreements_are_reported) {
  const enclosure good = enclose(named("oscillator_by_hand"), engine::defect, {.digits = 30});
  EXPECT_EQ(disagreement(good, good), "");
  const auto spoil = [&](const auto& change) {
    enclosure spoiled = good;
    change(spoiled);
    return disagreement(good, spoiled);
  };
  const auto moved = [](bracket& x) { x = {x.lower + digits("1e-20"), x.upper + digits("1e-20")}; };
  EXPECT_EQ(spoil([&](enclosure& x) { moved(x.impacts[1].t); }), "impacts[1].t: the brackets are disjoint");
  EXPECT_NE(spoil([&](enclosure& x) { moved(x.impacts[2].v_plus[0]); }), "");
  EXPECT_NE(spoil([&](enclosure& x) { moved(x.impacts[0].impulse); }), "");
  EXPECT_NE(spoil([&](enclosure& x) { moved(x.end_velocity[0]); }), "");
  EXPECT_NE(spoil([&](enclosure& x) { x.impacts.pop_back(); }), "");
}

}  // namespace
}  // namespace unilateral
