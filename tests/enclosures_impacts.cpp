/// Brackets of impact times. Theorem: an enclosure that says "proved" holds the motion of its statement. Hypotheses:
/// those of proofs/README.md. Known motions: rational ones are held exactly; closed forms up to the rounding of 50
/// digits (1e-45: times up to 10, a hundred operations). Widths are the ones promised; nothing is adjusted to what was
/// found.
#include "problems/answers/problem.hpp"
#include "proofs/enclosures/enclosure.hpp"
#include "proofs/enclosures/vanishing.hpp"

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
  enclosure enclosed(const statement& bound, int wanted = 50) const {
    return enclose(bound, GetParam(), {.digits = wanted});
  }
};
INSTANTIATE_TEST_SUITE_P(engines, enclosures_impacts, testing::Values(engine::defect, engine::lohner),
                         [](const auto& of) { return name_of(of.param); });

/// Impact k of the rational ball: t = 1, 2, 5/2, …, 3 − 2^(1−k); it arrives at −2^(2−k) and leaves at 2^(1−k).
TEST_P(enclosures_impacts, rational_ball_exactly) {
  const enclosure found = enclosed(named("ball_rational", {}, "2.9"));
  ASSERT_TRUE(found.proved) << found.undecided;
  ASSERT_EQ(found.impacts.size(), 5u);
  rational flight = 2;
  for (const impact_enclosure& impact : found.impacts) {
    const rational t = 3 - flight, arriving = -flight, leaving = flight / 2;
    EXPECT_TRUE(contains(impact.t, t) && contains(impact.q[0], 0) && contains(impact.v_minus[0], arriving) &&
                contains(impact.v_plus[0], leaving) && contains(impact.impulse, leaving - arriving));
    EXPECT_FALSE(contains(impact.t, t + digits("1e-30")));
    EXPECT_LT(impact.t.width(), digits("1e-40"));
    flight /= 2;
  }
  // 1/40 after t = 23/8, which it left at 1/16: no number of bits, so that a middle is never right.
  EXPECT_TRUE(contains(found.end_position[0], rational(3, 3200)) && contains(found.end_velocity[0], rational(1, 80)));
}

/// Impacts through every function of formulas that is no power, sine or exponential, by inverting it: a point flies at
/// unit speed, or at log cosh t.
TEST_P(enclosures_impacts, angles_hyperbolic_functions_and_switches) {
  const expression x = coordinate(0), y = coordinate(1), t = time();
  const auto first_impact = [&](const expression& gap, const expression& acceleration,
                                const std::vector<expression>& position, const std::vector<expression>& velocity,
                                const real50& at) {
    statement s;
    s.system.coordinates = {"x", "y"};
    s.system.mass = diagonal_mass({1, 1});
    s.system.force = {acceleration, 0};
    s.system.gap = {gap};
    s.system.restitution = 1;
    s.position = position;
    s.velocity = velocity;
    s.horizon = rational(exact_rational(to_text(at)) + rational(1, 16));
    const enclosure found = enclosed(s, 30);
    ASSERT_TRUE(found.proved) << to_text(gap, s.system.coordinates) << ": " << found.undecided;
    ASSERT_EQ(found.impacts.size(), 1u) << to_text(gap, s.system.coordinates);
    EXPECT_TRUE(holds(found.impacts[0].t, at)) << to_text(gap, s.system.coordinates);
    EXPECT_LT(found.impacts[0].t.width(),
              digits("1e-20"));  // of thirty digits worked in an impact may cost ten: twenty are promised
  };
  const std::vector<expression> left{-1, 0}, right{1, 0};
  const real50 one(1), two(2);
  first_impact(expression(1) / 2 - x, 1 - pow(tanh(t), 2), {0, 0}, {0, 0}, acosh(exp(one / 2)));  // x = log cosh t
  first_impact(sinh(x) - 1, 0, {2, 0}, left, two - asinh(one));
  first_impact(cosh(x) - 2, 0, {3, 0}, left, 3 - acosh(two));
  first_impact(asin(x / 4) - expression(1) / 2, 0, {3, 0}, left, 3 - 4 * sin(one / 2));
  first_impact(2 - acos(x / 4), 0, {0, 0}, left, -4 * cos(two));
  first_impact(atan(x) - 1, 0, {3, 0}, left, 3 - tan(one));
  first_impact(2 - atan2(y, x), 0, {2, 1}, left, two - 1 / tan(two));
  first_impact(min(x - 1, x + y), 0, {2, 0}, left, one);
  first_impact(5 - max(x * x, x - 3), 0, {1, 0}, right, sqrt(real50(5)) - 1);
  first_impact(3 - x - sign(x) / 2 - step(x), 0, {1, 0}, right, one / 2);
}

/// In contact, or where a derivative alone is asked, nothing would tell of a kink or a jump of the gap: the floor
/// drops, rises or jumps under a body at rest or after its last impact, or a spike stands in the way of one that flies.
TEST_P(enclosures_impacts, kinks_are_not_passed_unseen) {
  const expression x = coordinate(0), z = coordinate(1);
  const expression jump = (1 + sign(x - 1)) / 2;
  statement body;
  body.system.coordinates = {"x", "z"};
  body.system.mass = diagonal_mass({1, 1});
  body.velocity = {1, 0};
  const auto expect_undecided = [&](const expression& gap, const rational& before) {
    body.system.gap = {gap};
    const enclosure found = enclosed(body, 30);
    EXPECT_FALSE(found.proved) << to_text(gap, body.system.coordinates);
    EXPECT_LE(found.until.lower, before) << to_text(gap, body.system.coordinates);
    EXPECT_TRUE(found.contacts.empty()) << to_text(gap, body.system.coordinates);
  };
  body.system.force = {0, -1};
  body.system.restitution = 0;
  body.position = {0, 0};
  body.horizon = 2;
  for (const expression& gap : {z + jump, z - jump, z - abs(x), z + abs(x), z - max(x, -x), z + min(x, -x),
                                z - sqrt(x * x), z - x * sign(x), z - max(x - 1, 0), z + max(x - 1, 0)})
    expect_undecided(gap, 0);
  expect_undecided(z - (1 + sign(time() - 1)) / 2, 0);
  body.position = {0, expression(1) / 2};  // lands at t = 1
  body.horizon = 4;
  expect_undecided(z + (1 + sign(x - 3)) / 2, rational(1));
  body.system.restitution = expression(1) / 2;  // comes to rest at t = 3
  expect_undecided(z + (1 + sign(x - rational(7, 2))) / 2, rational(7, 2));
  // In the air.
  body.system.restitution = 1;
  body.system.force = {0, 1};
  body.position = {0, 0};
  body.velocity = {1, 0};
  body.horizon = 2;
  expect_undecided(z + 1 - 2 * max(0, 1 - 100 * abs(x - 1)), 1);
  expect_undecided(z + 1 - 3 * (step(x - 1) - step(x - expression(11) / 10)), 1);
}

/// Where no force asks for M⁻¹, an acceleration has a value beyond the state at which M is singular.
TEST_P(enclosures_impacts, a_metric_is_definite_all_the_way) {
  statement body;
  body.system.coordinates = {"x", "y"};
  body.system.mass = {{0, 0, 1}, {1, 1, 1 - coordinate(0)}};
  body.system.force = {0, 0};
  body.system.gap = {3 - coordinate(0)};
  body.system.restitution = 1;
  body.position = {0, 0};
  body.velocity = {1, 0};
  for (const auto& [until, definite] : {std::pair{rational(9, 10), true}, {rational(4), false}}) {
    body.horizon = until;
    const enclosure found = enclosed(with_values(body), 30);
    EXPECT_EQ(found.proved, definite) << found.undecided;
    if (!definite) {
      EXPECT_NE(found.undecided.find("not proved positive definite"), std::string::npos) << found.undecided;
    }
  }
}

/// The order of x and 1 − x changes on the way: a kink, and nothing is claimed past it.
TEST_P(enclosures_impacts, a_kink_on_the_way_is_undecided) {
  statement s;
  s.system.coordinates = {"x"};
  s.system.mass = diagonal_mass({1});
  s.system.force = {0};
  s.system.gap = {min(coordinate(0), 1 - coordinate(0)) + 1};
  s.system.restitution = 1;
  s.position = {0};
  s.velocity = {1};
  s.horizon = 3;
  const enclosure found = enclosed(s, 30);
  EXPECT_FALSE(found.proved);
  EXPECT_TRUE(found.impacts.empty());
  EXPECT_LE(found.until.lower, rational(1, 2));
}

/// The point on a diameter seen from axes that turn at rate 1 (tests/rotating_frames.cpp): impacts at 3/2 and 7/2.
TEST_P(enclosures_impacts, seen_from_a_frame_that_turns) {
  statement s;
  s.system.coordinates = {"x", "y"};
  const expression x = coordinate(0), y = coordinate(1), u = velocity(0), w = velocity(1);
  set_energies(s.system, (pow(u - y, 2) + pow(w + x, 2)) / 2, 0);
  s.system.gap = {1 - x * x - y * y};
  s.system.restitution = 1;
  s.position = {rational(-1, 2), 0};
  s.velocity = {1, rational(1, 2)};
  s.horizon = 4;
  const enclosure found = enclosed(s, 30);
  ASSERT_TRUE(found.proved) << found.undecided;
  ASSERT_EQ(found.impacts.size(), 2u);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_TRUE(contains(found.impacts[k].t, rational(3 + 4 * static_cast<int>(k), 2)));
    EXPECT_LT(found.impacts[k].t.width(), digits("1e-20"));  // the same promise
  }
}

TEST_P(enclosures_impacts, oscillator_by_hand_at_multiples_of_pi) {
  const enclosure found = enclosed(named("oscillator_by_hand"));
  ASSERT_TRUE(found.proved) << found.undecided;
  ASSERT_EQ(found.impacts.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_TRUE(holds(found.impacts[k].t, real50(k + 1) * scalar_traits<real50>::pi()));
    EXPECT_TRUE(contains(found.impacts[k].v_minus[0], rational(20, 3)) &&
                contains(found.impacts[k].v_plus[0], rational(-16, 3)) && contains(found.impacts[k].impulse, 12));
    EXPECT_LT(found.impacts[k].t.width(), digits("1e-40"));
  }
}

/// One impact a period T = 2πn/ω, whatever the parameters.
TEST_P(enclosures_impacts, oscillator_family_once_a_period) {
  for (const auto& [values, ω] :
       {std::pair<parameter_list, const char*>{{}, "2.2"}, {{{"omega", digits("2.3")}, {"e", digits("0.7")}}, "2.3"}}) {
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
  const auto F = [](const real50& θ) {
    return real50(sqrt(real50(3)) / 2 * (θ - sin(θ)) - (θ * θ / 2 + cos(θ) - 1) / 2);
  };
  const auto at = [&](const rational& t) { return exact<real50>(t) - left; };
  EXPECT_GT(F(at(found.impacts[0].t.lower - digits("1e-45"))), real50(0));
  EXPECT_LT(F(at(found.impacts[0].t.upper + digits("1e-45"))), real50(0));
}

/// Impacts cost no digits: sets are carried through them by the derivative of the map from one impact to the next, and
/// that map contracts here. 30 digits are worked in to 44 (48 bits more), of which 9 go to flights of 2^−29.
TEST_P(enclosures_impacts, thirty_impacts_of_the_rational_ball_cost_no_digits) {
  const enclosure found = enclosed(named("ball_rational"), 30);
  ASSERT_GE(found.impacts.size(), 30u) << found.undecided;
  rational flight = 2;
  for (std::size_t k = 0; k < 30; ++k, flight /= 2) {
    EXPECT_TRUE(contains(found.impacts[k].t, 3 - flight));
    EXPECT_LT(found.impacts[k].t.width(), digits("1e-35"));
  }
}

/// A ball on a ball, 34 impacts at two constraints in 3 units of time: the map of each is far from a contraction.
TEST_P(enclosures_impacts, two_balls_one_above_the_other) {
  statement s;
  s.system.coordinates = {"x", "y"};
  const expression x = coordinate(0), y = coordinate(1), g = 9.81_x;
  set_energies(s.system, pow(velocity(0), 2) + pow(velocity(1), 2) / 2, 2 * g * x + g * y);
  s.system.gap = {x, y - x - expression(1) / 10};
  s.system.restitution = 0.8_x;
  s.position = {1, 1.2_x};
  s.velocity = {0, 0};
  s.horizon = 3;
  const enclosure found = enclosed(s, 30);
  ASSERT_TRUE(found.proved) << found.undecided;
  EXPECT_EQ(found.impacts.size(), 34u);
  EXPECT_LT(widest(found), digits("1e-25"));
  // The first two in closed form: both fall; then the lower one comes up at 0.8 √(2g) with both at the height 0, 1/10
  // above.
  const real50 gravity = exact<real50>("9.81"), landing = sqrt(2 / gravity);
  EXPECT_TRUE(holds(found.impacts[0].t, landing));
  const real50 closing = exact<real50>("1.8") * gravity * landing, distance = exact<real50>("0.1");
  EXPECT_TRUE(holds(found.impacts[1].t, landing + distance / closing));
}

/// Through the accumulation to rest, and the rest to the horizon. Limits in closed form, or added up at 50 digits by
/// the problem's own reference; wrong by 1e-20 in e or g they lie outside.
TEST_P(enclosures_impacts, that_accumulate_come_to_rest) {
  for (const char* const name :
       {"ball_rational", "ball_earth", "ball_pushed_down", "ball_with_drag", "ball_with_spring"}) {
    const statement bound = named(name);
    const enclosure found = enclosed(bound, 60);
    ASSERT_TRUE(found.proved) << name << ": " << found.undecided;
    ASSERT_EQ(found.accumulations.size(), 1u) << name;
    ASSERT_EQ(found.contacts.size(), 1u) << name;
    EXPECT_LT(found.accumulations[0].t.width(), digits("1e-22")) << name;
    EXPECT_FALSE(found.contacts[0].to) << name;
    EXPECT_TRUE(contains(found.accumulations[0].q[0], 0) && contains(found.accumulations[0].v[0], 0)) << name;
    EXPECT_TRUE(contains(found.end_position[0], 0) && contains(found.end_velocity[0], 0)) << name;
    EXPECT_LT(found.end_position[0].width(), digits("1e-22")) << name;
    const auto known = find_problem(name).answer.at<real50>(
        [&](const std::string& parameter) {
          for (const auto& [key, value] : bound.parameters)
            if (key == parameter) return constant_value<real50>(value);
          throw input_error(parameter);
        },
        constant_value<real50>(bound.horizon));
    int limits = 0;
    for (const auto& value : known.values)
      if (value.quantity == "accumulations[0].t") {
        ++limits;
        EXPECT_TRUE(holds(found.accumulations[0].t, value.value)) << name;
        for (const char* const parameter : {"e", "g"}) {
          parameter_list wrong;
          for (const auto& [key, right] : bound.parameters)
            if (key == parameter) wrong.push_back({key, right + 1e-20_x});
          const enclosure spoiled = enclosed(named(name, wrong), 30);
          ASSERT_EQ(spoiled.accumulations.size(), 1u) << name;
          EXPECT_FALSE(holds(spoiled.accumulations[0].t, value.value)) << name << " " << parameter;
        }
      }
    EXPECT_EQ(limits, 1) << name;
  }
}

/// x'' = t − 2 from 1/8: gap'' grows, so that the limit is no geometric series. A flight from t_k at rate u lasts until
/// u + (t_k − 2) τ/2 + τ²/6 = 0; added up here at 50 digits until u < 1e-40, which leaves less than 1e-38 of T out.
/// The contact ends at 2, and x = (t − 2)³/6 from then on: 32/3 and 8 at 6.
TEST_P(enclosures_impacts, that_accumulate_under_a_force_that_fades) {
  statement s = named("ball_rational");
  s.system.force = {time() - 2};
  s.position = {expression(1) / 8};
  s.horizon = 6;
  const enclosure found = enclosed(s, 40);
  ASSERT_TRUE(found.proved) << found.undecided;
  ASSERT_EQ(found.accumulations.size(), 1u);
  // The first fall, 1/8 − t² + t³/6 = 0, by Newton's method.
  real50 t = real50(1) / 2;
  for (int k = 0; k < 20; ++k) t -= (real50(1) / 8 - t * t + t * t * t / 6) / (t * t / 2 - 2 * t);
  real50 u = (2 * t - t * t / 2) / 2;
  while (u > exact<real50>("1e-40")) {
    const real50 b = (2 - t) / 2, τ = 2 * u / (b + sqrt(b * b - 2 * u / 3)), leaving = u;
    u = -(leaving + (t - 2) * τ + τ * τ / 2) / 2;
    t += τ;
  }
  EXPECT_TRUE(found.accumulations[0].t.lower - digits("1e-38") <= exact_rational(to_text(t)) &&
              exact_rational(to_text(t)) <= found.accumulations[0].t.upper + digits("1e-38"));
  EXPECT_LT(found.accumulations[0].t.width(), digits("1e-35"));
  ASSERT_EQ(found.contacts.size(), 1u);
  ASSERT_TRUE(found.contacts[0].to);
  EXPECT_TRUE(contains(*found.contacts[0].to, 2));
  EXPECT_TRUE(contains(found.end_position[0], rational(32, 3)) && contains(found.end_velocity[0], 8));
}

/// While the impacts of x accumulate, from 1 on up to 3, y meets its floor: it is an impact of the motion, or the
/// motion is undecided; whatever impact of x comes before.
TEST_P(enclosures_impacts, that_accumulate_let_no_other_pass) {
  for (const int k : {0, 20, 52, 56}) {
    const rational meets = 3 - rational(3, 2) / rational(mpz_class(1) << k);
    statement s;
    s.system.coordinates = {"x", "y"};
    s.system.mass = diagonal_mass({1, 1});
    s.system.force = {-2, 0};
    s.system.gap = {coordinate(0), coordinate(1)};
    s.system.restitution = rational(1, 2);
    s.position = {1, meets};
    s.velocity = {0, -1};
    s.horizon = 4;
    const enclosure found = enclosed(s, 30);
    const auto is_of_y = [&](const impact_enclosure& i) { return i.constraint == 1 && contains(i.t, meets); };
    if (!found.accumulations.empty()) {
      EXPECT_TRUE(std::any_of(found.impacts.begin(), found.impacts.end(), is_of_y)) << k;
    }
    if (found.proved) {
      EXPECT_TRUE(contains(found.end_position[1], (4 - meets) / 2)) << k;
    }
    EXPECT_GE(found.impacts.size(), 1u) << k;
  }
}

/// e √(hi/lo) ≥ 1 proves nothing: elastic impacts do not accumulate; nor those of a ball that is pulled up from 2 on
/// and has met the floor once before.
TEST_P(enclosures_impacts, that_do_not_accumulate_are_not_said_to) {
  EXPECT_TRUE(enclosed(named("ball_elastic"), 30).accumulations.empty());
  statement s = named("ball_rational");
  s.system.force = {time() - 2};
  s.horizon = 6;
  const enclosure found = enclosed(s, 30);
  EXPECT_TRUE(found.proved && found.accumulations.empty() && found.contacts.empty());
  EXPECT_EQ(found.impacts.size(), 1u);
}

/// No run is without an end. A grazing of which thirty digits see nothing; a rope that is slack after a while; a floor
/// that drops at once, whose formula has no value at t = 1.
TEST_P(enclosures_impacts, that_cannot_be_settled_end_with_a_word) {
  const enclosure grazing = enclosed(named("oscillator_grazing", {{"d", digits("1e-60")}}), 30);
  EXPECT_FALSE(grazing.proved);
  EXPECT_NE(grazing.undecided.find("gap 0 > 0"), std::string::npos) << grazing.undecided;

  statement rope;
  rope.system.coordinates = {"x", "y"};
  const expression x = coordinate(0), y = coordinate(1), t = time();
  set_energies(rope.system, (pow(velocity(0), 2) + pow(velocity(1), 2)) / 2, 10 * y);
  rope.system.gap = {1 - sqrt(x * x + y * y)};
  rope.system.restitution = 0.5_x;
  rope.position = {0, -1};
  rope.velocity = {6, 0};
  rope.horizon = 5;
  const enclosure slack = enclosed(rope, 30);
  EXPECT_TRUE(slack.proved) << slack.undecided;
  EXPECT_EQ(slack.contacts.size(), 2u);
  EXPECT_EQ(slack.accumulations.size(), 1u);

  statement floor = named("ball_at_rest");
  floor.system.gap = {x + (t - 1 + abs(t - 1)) / (2 * abs(t - 1))};
  const enclosure drop = enclosed(floor, 30);
  EXPECT_FALSE(drop.proved);
  EXPECT_LE(drop.until.upper, 1);
  EXPECT_FALSE(drop.undecided.empty());
}

/// Work is counted: the same limit stops at the same place, and the word says at what.
TEST_P(enclosures_impacts, spend_no_more_work_than_is_allowed) {
  const auto limited = [&](std::int64_t operations) {
    return enclose(named("double_pendulum_wall"), GetParam(), {.digits = 30, .operations = operations});
  };
  const enclosure once = limited(1'000'000), again = limited(1'000'000), more = limited(2'000'000);
  EXPECT_FALSE(once.proved);
  EXPECT_NE(once.undecided.find("1000000 operations"), std::string::npos) << once.undecided;
  EXPECT_NE(once.undecided.find("what kept it busy: "), std::string::npos) << once.undecided;
  EXPECT_EQ(once.undecided, again.undecided);
  EXPECT_LT(once.until.upper, more.until.lower);
  const enclosure timed = enclose(named("double_pendulum_wall"), GetParam(), {.digits = 100, .seconds = 0.05});
  EXPECT_FALSE(timed.proved);
  EXPECT_NE(timed.undecided.find("limit of 0.05 s"), std::string::npos) << timed.undecided;
  double part = -1;
  request told{.digits = 20};
  told.progress = [&](double now) {
    EXPECT_GE(now, part);
    part = now;
  };
  EXPECT_TRUE(enclose(named("pendulum_with_stop"), GetParam(), told).proved);
  EXPECT_GT(part, 0.5);
}

/// Touching, and two contacts at once: what was proved before stands, and no more is said.
TEST_P(enclosures_impacts, what_cannot_be_decided_is_not) {
  const enclosure grazing = enclosed(named("oscillator_grazing"), 30);
  EXPECT_FALSE(grazing.proved);
  EXPECT_TRUE(grazing.impacts.empty() && grazing.end_position.empty());
  EXPECT_NE(grazing.undecided.find("neither proved nor excluded"), std::string::npos) << grazing.undecided;
  EXPECT_LT(grazing.until.upper, rational(11, 7)) << "the touch is at pi/2";

  const enclosure below = enclosed(named("oscillator_grazing", {{"d", digits("-1e-12")}}), 30),
                  above = enclosed(named("oscillator_grazing", {{"d", digits("1e-12")}}, "7"), 40);
  EXPECT_TRUE(below.proved && below.impacts.empty()) << below.undecided;
  EXPECT_TRUE(above.proved && above.impacts.size() == 1) << above.undecided;

  const enclosure accumulating = enclosed(named("ball_rational", {}, "3"), 30);  // the limit is the final time
  EXPECT_FALSE(accumulating.proved);
  EXPECT_GE(accumulating.impacts.size(), 8u);
  EXPECT_LT(accumulating.until.upper, 3);

  const enclosure landing =
      enclosed(named("ball_in_step_with_table"), 30);  // lands where gap, rate and second derivative vanish together
  EXPECT_FALSE(landing.proved);
  EXPECT_EQ(landing.impacts.size(), 1u);

  // Two gaps close at once: the first time by their formulas, and then nothing tells that they do so again.
  const enclosure flat = enclosed(named("block_flat_landing"), 20);
  EXPECT_FALSE(flat.proved);
  EXPECT_EQ(flat.impacts.size(), 1u);

  statement edge = named("ball_elastic", {}, "1");  // the final time is the impact's
  EXPECT_FALSE(enclosed(edge, 20).proved);
}

/// Several contacts at once, held by strict complementarity; impacts beside contacts that last; contacts whose gap
/// stays 0 by its formula. Known numbers of the catalogue, closed forms, lie in the brackets.
TEST_P(enclosures_impacts, beside_contacts_that_last) {
  for (const auto& [name, impacts, contacts] : {std::tuple{"column_at_rest", 0u, 5u},
                                                {"falling_column", 5u, 5u},
                                                {"touching_balls_inelastic", 1u, 3u},
                                                {"three_touching_balls", 1u, 1u},
                                                {"wedge_fig1_right", 2u, 2u},
                                                {"wedge_fig3_above", 2u, 2u},
                                                {"block_stops", 1u, 2u},
                                                {"manufactured_4", 3u, 2u}}) {
    const statement bound = named(name);
    const enclosure found = enclosed(bound, 30);
    ASSERT_TRUE(found.proved) << name << ": " << found.undecided;
    EXPECT_EQ(found.impacts.size(), impacts) << name;
    EXPECT_EQ(found.contacts.size(), contacts) << name;
    const problem& p = find_problem(name);
    if (!p.answer) continue;
    const auto known = p.answer.at<real50>(
        [&](const std::string& parameter) {
          for (const auto& [key, value] : bound.parameters)
            if (key == parameter) return constant_value<real50>(value);
          throw input_error(parameter);
        },
        constant_value<real50>(bound.horizon));
    int compared = 0;
    for (const auto& value : known.values)
      if (const auto proved = proved_quantity(found, value.quantity); proved && value.quantity.starts_with("end.")) {
        const rational exact = exact_rational(to_text(value.value)),
                       unknown = exact_rational(to_text(value.accuracy)) + digits("1e-45");
        EXPECT_TRUE(proved->lower - unknown <= exact && exact <= proved->upper + unknown)
            << name << " " << value.quantity;
        EXPECT_LT(proved->width(), digits("1e-20")) << name << " " << value.quantity;
        ++compared;
      }
    EXPECT_GT(compared, 0) << name;
  }
}

/// Moreau's law with all that are touched: a ball lies on a floor, another, of mass 1/2, falls on it at speed 2. The
/// lower one cannot give way: v⁺ = (0, 2e), P = (1 + e) at both. On another that hangs free the pair would part
/// otherwise.
TEST_P(enclosures_impacts, on_a_ball_that_lies_on_the_floor) {
  statement s;
  s.system.coordinates = {"x", "y"};
  s.system.mass = diagonal_mass({1, expression(1) / 2});
  s.system.force = {-10, -1};  // the upper one weighs 2 a unit of mass, the lower one 10
  s.system.gap = {coordinate(0), coordinate(1) - coordinate(0)};
  s.system.restitution = expression(1) / 2;
  s.position = {0, 1};
  s.velocity = {0, 0};
  s.horizon = {exact_rational("3/2")};
  const enclosure found = enclosed(s, 30);
  ASSERT_TRUE(found.proved) << found.undecided;
  ASSERT_EQ(found.impacts.size(), 1u);
  const impact_enclosure& impact = found.impacts[0];
  EXPECT_EQ(impact.constraint, 1);
  EXPECT_TRUE(contains(impact.t, 1) && contains(impact.v_minus[1], -2));
  EXPECT_TRUE(contains(impact.v_plus[0], 0) && contains(impact.v_plus[1], 1));
  EXPECT_TRUE(contains(impact.impulse, rational(3, 2)));
  ASSERT_EQ(impact.also.size(), 1u);
  EXPECT_EQ(impact.also[0].constraint, 0);
  EXPECT_TRUE(contains(impact.also[0].impulse, rational(3, 2)));
  EXPECT_TRUE(contains(*proved_quantity(found, "impacts[0].impulse[0]"), rational(3, 2)));
  ASSERT_EQ(found.contacts.size(), 1u);
  EXPECT_FALSE(found.contacts[0].to) << "the floor's contact goes on";
  EXPECT_TRUE(contains(found.end_position[1], rational(1, 4)) && contains(found.end_position[0], 0));
}

/// What is 0 by its formula, and what is not, by less than any digits tell.
TEST(enclosures_vanishing, formulas_that_are_0_are_told_from_those_that_are_nearly) {
  const expression x = coordinate(0), v = velocity(0), s = sin(x) / (2 + x);
  EXPECT_TRUE(vanishes((x + 1) * (x - 1) - x * x + 1));
  EXPECT_TRUE(vanishes(pow(sin(x), 2) + pow(cos(x), 2) - 1));
  EXPECT_TRUE(vanishes(s - sin(x) / (x + 2)));
  EXPECT_TRUE(vanishes(1 / (1 + v) + 1 / (1 - v) - 2 / (1 - v * v)));
  EXPECT_TRUE(vanishes(exp(x) * sin(sin(expression(1)) / 2) - sin(sin(expression(1)) / 2) * exp(x)));
  EXPECT_FALSE(vanishes((x + 1) * (x - 1) - x * x + 1 + 1e-60_x));
  EXPECT_FALSE(vanishes(sin(x) - sin(v)));
  EXPECT_FALSE(vanishes(x - v));
  EXPECT_FALSE(vanishes(coordinate(1) - x));
  EXPECT_FALSE(vanishes(sin(coordinate(1)) - sin(x)));
  EXPECT_FALSE(vanishes(sin(2 * x) - 2 * sin(x) * cos(x))) << "true, and not said: no rule for it";
  EXPECT_FALSE(vanishes(pow(x + v + coordinate(1) + time() + 1, 14))) << "more terms than are written out";
}

/// An impact at t = 0, several constraints, a lasting contact after an inelastic one, a contact that a curved surface
/// loses.
TEST_P(enclosures_impacts, other_problems_of_the_catalogue) {
  for (const auto& [name, impacts, contacts] : {std::tuple{"galperin_1", 31u, 0u},
                                                {"ball_inelastic", 1u, 1u},
                                                {"wedge_fig2_right", 2u, 0u},
                                                {"sphere_leaving", 0u, 1u},
                                                {"ball_at_rest", 0u, 1u}}) {
    const enclosure found = enclosed(named(name), 30);
    EXPECT_TRUE(found.proved) << name << ": " << found.undecided;
    EXPECT_EQ(found.impacts.size(), impacts) << name;
    EXPECT_EQ(found.contacts.size(), contacts) << name;
  }
  const enclosure pushed = enclosed(named("ball_pushed_down", {}, "1"), 30);
  ASSERT_FALSE(pushed.impacts.empty());
  EXPECT_EQ(pushed.impacts[0].t.width(), 0);
}

/// Every refusal is said where it is due, and nothing is claimed past it: statements for which one hypothesis of the
/// proofs is missing, or cannot be told at the precision asked for. δ = e − (e cut at 40 digits) lies in (0, 1e-39): 0
/// within any ball of 81 bits, and no rational of the algebra of formulas.
TEST_P(enclosures_impacts, a_missing_hypothesis_is_named) {
  const expression x = coordinate(0), y = coordinate(1), t = time();
  const expression δ = exp(expression(1)) - 2.718281828459045235360287471352662497757_x;
  const auto statement_of = [](const std::vector<expression>& gaps, const std::vector<expression>& force,
                               const std::vector<expression>& position, const std::vector<expression>& velocity) {
    statement s;
    for (std::size_t i = 0; i < force.size(); ++i) s.system.coordinates.push_back("x" + std::to_string(i));
    s.system.mass = diagonal_mass(std::vector<expression>(force.size(), 1));
    s.system.force = force;
    s.system.gap = gaps;
    s.system.restitution = expression(1) / 2;
    s.position = position;
    s.velocity = velocity;
    s.horizon = 2;
    return s;
  };
  const auto expect_refused = [&](const statement& s, const std::string& because, const rational& before = 0) {
    const enclosure found = enclosed(s, 10);
    EXPECT_FALSE(found.proved) << because;
    EXPECT_NE(found.undecided.find(because), std::string::npos) << found.undecided << "; expected: " << because;
    EXPECT_LE(found.until.lower, before) << because;
    EXPECT_TRUE(found.impacts.empty() && found.contacts.empty()) << because;
  };
  const bool by_defect = GetParam() == engine::defect;

  statement s = statement_of({x + 10}, {0}, {0}, {0});
  s.horizon = δ;
  expect_refused(s, "the final time is not proved positive");
  s = statement_of({x + 10}, {0}, {0}, {0});
  s.system.mass = diagonal_mass({δ});
  expect_refused(s, "the kinetic metric is not proved positive definite");
  EXPECT_EQ(enclosed(s, 10).undecided, "after t = 0: the kinetic metric is not proved positive definite")
      << "and not only right after";
  expect_refused(statement_of({x + δ}, {0}, {0}, {0}), "the sign of gap 0 is not known");
  expect_refused(statement_of({x}, {0}, {0}, {δ}), "the normal velocity of contact 0 is neither 0 nor of known sign");
  expect_refused(
      statement_of({x + 10}, {1 / (x + δ)}, {0}, {0}),
      by_defect ? "the equations of motion have no value near the state" : "no step of time is short enough");

  // Nine at once, at rest and hit.
  std::vector<expression> nine;
  for (int i = 0; i < 9; ++i) nine.push_back(coordinate(i));
  const std::vector<expression> none(9, 0), down(9, -1);
  expect_refused(statement_of(nine, down, none, none), "more than 8 contacts at once");
  expect_refused(statement_of(nine, down, none, down), "more than 8 contacts at once");

  // Contacts that last.
  expect_refused(statement_of({x, 2 * x}, {-1}, {0}, {0}), "the gradients of contacts at once depend on each other");
  expect_refused(statement_of({x, y - t * t * t}, {-1, -1}, {0, 0}, {0, 0}),
                 "contact 1 moves, and lasts beside others");
  expect_refused(statement_of({x - t * t}, {2}, {0}, {0}), "contact 0 moves, and its gap stays 0 by itself");
  expect_refused(statement_of({x}, {t}, {0}, {0}), "depends on higher derivatives");
  // What presses it is δ: neither that it stays nor that it leaves is proved.
  expect_refused(statement_of({x}, {-δ}, {0}, {0}), "depends on higher derivatives");

  // A body hits the floor with another on its back that leaves it at the rate v + 1, and would at (1 + e) v − e (v + 1)
  // after: 0 where e = 0 and v = 0, −1/4 where e = 1/2 and v = 1/4.
  s = statement_of({x, y - x}, {0, 0}, {0, 0}, {-1, 0});
  s.system.restitution = 0;
  expect_refused(s, "no choice among 2 contacts at once");
  expect_refused(statement_of({x, y - x}, {0, 0}, {0, 0}, {-1, expression(1) / 4}),
                 "no choice among 2 contacts at once");
  // The gap x + y stays 0 by itself as long as the floor holds x, which it does until t = 1.
  const enclosure beside = enclosed(statement_of({x, x + y}, {t - 1, 0}, {0, 0}, {0, 0}), 10);
  EXPECT_NE(beside.undecided.find("beside one whose gap is 0 by itself"), std::string::npos) << beside.undecided;
  EXPECT_EQ(beside.contacts.size(), 2u);

  // Events: two at one instant, of bodies that feel each other or do not; at a jump; at the final time.
  expect_refused(statement_of({x, y}, {0, 0}, {1, expression(1) + δ}, {-1, -1}),
                 "another contact is not excluded before t = 1");
  expect_refused(statement_of({x + y, x - y}, {0, δ}, {1, 0}, {-1, 0}), "another contact is not excluded before t = 1");
  s = statement_of({rational(3, 2) - x - (1 + sign(x - 1))}, {0}, {0}, {1});
  s.horizon = 3;
  expect_refused(s, by_defect ? "an event is at a kink or a jump" : "contact is neither proved nor excluded", 1);
  for (const char* const off : {"0", "1e-25", "-1e-25"}) {
    s = statement_of({x}, {0}, {1}, {-1});
    s.horizon = rational(1 + digits(off));
    expect_refused(s, "an event is too close to the final time", 1);
  }
  // A gap so narrow that a flight across it takes no time.
  expect_refused(statement_of({x, digits("1e-25") - x}, {0}, {0}, {1}), "steps of time shrink to nothing");
  // A force whose slope has no bound right after: √(1 − t).
  expect_refused(statement_of({x + 10}, {sqrt(1 - t)}, {0}, {0}),
                 by_defect ? "steps of time shrink to nothing" : "no step of time is short enough", 1);
}

TEST_P(enclosures_impacts, bad_statements_are_refused) {
  EXPECT_THROW(enclosed(std::get<statement>(find_problem("double_pendulum_wall").question)), input_error);
  EXPECT_THROW(enclosed(named("ball_rational"), 1000), input_error);
  statement inside = named("ball_rational");
  inside.position = {-1};
  EXPECT_THROW(enclosed(inside), input_error);
}

/// The hardest one, by both engines: what was promised of widths; overlap; and a third opinion, the digits of the
/// catalogue (extrapolation).
TEST(enclosures_of_both_engines, double_pendulum_narrowly_and_overlapping) {
  const statement pendulum = named("double_pendulum_wall");
  const enclosure balls = enclose(pendulum, engine::defect, {.digits = 50}),
                  intervals = enclose(pendulum, engine::lohner, {.digits = 50});
  for (const enclosure& found : {balls, intervals}) {
    ASSERT_TRUE(found.proved) << found.undecided;
    ASSERT_EQ(found.impacts.size(), 2u);
    EXPECT_LT(found.impacts[0].t.width(), digits("1e-40"));
    EXPECT_LT(widest(found), digits("1e-20"));
    EXPECT_TRUE(overlap(found.impacts[0].t,
                        {digits("0.745432272905988781482339364245"), digits("0.745432272905988781482339364246")}));
    EXPECT_TRUE(overlap(found.impacts[1].t,
                        {digits("2.352441362962629976206157710604"), digits("2.352441362962629976206157710605")}));
  }
  EXPECT_EQ(disagreement(balls, intervals), "");

  // A constant planted wrong by 1e-20 in the model is seen: g, the wall's place, the restitution.
  for (const parameter_list& wrong : {parameter_list{{"g", digits("10.00000000000000000001")}},
                                      {{"wall", digits("0.30000000000000000001")}},
                                      {{"e", digits("0.50000000000000000001")}}}) {
    const enclosure spoiled = enclose(named("double_pendulum_wall", wrong, "1"), engine::defect, {.digits = 40});
    ASSERT_EQ(spoiled.impacts.size(), 1u);
    EXPECT_NE(disagreement(spoiled, intervals), "") << wrong[0].first;
  }
}

TEST(enclosures_of_both_engines, overlap_on_every_problem_without_chains) {
  int proved = 0;
  for (const problem& p : catalogue()) {
    if (p.is_chain() || p.name == "double_pendulum_wall") continue;
    const enclosure balls = enclose(named(p.name), engine::defect, {.digits = 25}),
                    intervals = enclose(named(p.name), engine::lohner, {.digits = 25});
    EXPECT_EQ(disagreement(balls, intervals), "") << p.name;
    proved += balls.proved && intervals.proved;
  }
  EXPECT_GE(proved, 30);
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
  EXPECT_EQ(spoil([&](enclosure& x) { x.impacts[0].constraint = 1; }), "impacts[0].constraint: not the same");
  const enclosure lasting = enclose(named("ball_inelastic"), engine::defect, {.digits = 30});
  ASSERT_EQ(lasting.contacts.size(), 1u);
  enclosure spoiled = lasting;
  moved(spoiled.contacts[0].from);
  EXPECT_EQ(disagreement(lasting, lasting), "");
  EXPECT_EQ(disagreement(lasting, spoiled), "contacts[0].from: the brackets are disjoint");
}

}  // namespace
}  // namespace unilateral
