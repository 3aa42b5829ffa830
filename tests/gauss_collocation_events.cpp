/// Events that sampling misses, kinks and jumps, contacts that last, runs that cannot go on: gauss_collocation is
/// right, or stops and says why. Expected values are closed forms. Tolerance: 64 roundings of the largest number of the
/// motion in `near`, times what is named where a motion amplifies them.

#include "problems/language/many_digits.hpp"
#include "problems/text/problem_file.hpp"
#include "solvers/gauss_collocation/gauss_collocation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>

namespace unilateral::gauss_collocation {
namespace {

/// A problem of one coordinate x, or of x and y, of mass 1, as a file would have it.
struct asked_motion {
  std::vector<std::string> force, gaps;
  std::string restitution, position, velocity, horizon;

  statement question() const {
    const bool plane = force.size() == 2;
    std::string file = plane ? "coordinates = [\"x\", \"y\"]\n" : "coordinates = [\"x\"]\n";
    file += "horizon = \"" + horizon + "\"\n[system]\nkinetic_energy = \"" + (plane ? "(x'^2 + y'^2)/2" : "x'^2/2") +
            "\"\nforce = [";
    for (std::size_t i = 0; i < force.size(); ++i) file += (i > 0 ? ", \"" : "\"") + force[i] + "\"";
    file += "]\n";
    for (const std::string& gap : gaps) file += "[[constraint]]\ngap = \"" + gap + "\"\n";
    if (!gaps.empty()) file += "[impact]\nrestitution = \"" + restitution + "\"\n";
    file += "[initial]\nposition = [" + position + "]\nvelocity = [" + velocity + "]\n";
    return with_values(std::get<statement>(text::read_problem("asked.toml", file).question));
  }
  template <class S>
  solution<S> run(bool second_opinion = false) const {
    request r;
    r.second_opinion = second_opinion;
    return solve<S>(question(), r);
  }
};

template <class S>
void expect_near(const S& found, const S& right, double size = 1) {
  using std::abs;
  EXPECT_LE(to_double(S(abs(found - right))), 64 * size * to_double(epsilon<S>()))
      << to_text(found) << ", right " << to_text(right);
}
void expect_stop(const solution<double>& found, const std::string& why) {
  EXPECT_FALSE(found.completed());
  EXPECT_NE(found.status.find(why), std::string::npos) << found.status;
}

/// A wall that comes at speed 1 and stops at t = 1/2, where it is hit by a point of speed 1: whether it still moves
/// then no numbers decide, so both answers, v⁺ = −1 and −3 at e = 1, come with a warning. Control: hit at 5/9, by a
/// point of speed 9/10, it stands.
TEST(gauss_collocation_gaps, say_so_where_they_are_hit_as_their_wall_stops) {
  const auto at_the_kink = asked_motion{{"0"}, {"1 - min(t, 1/2) - x"}, "1", "0", "1", "2"}.run<double>();
  ASSERT_TRUE(at_the_kink.completed()) << at_the_kink.status;
  ASSERT_EQ(at_the_kink.warnings.size(), 1U);
  EXPECT_NE(at_the_kink.warnings[0].find("changes its velocity at that instant"), std::string::npos);
  const auto later = asked_motion{{"0"}, {"1 - min(t, 1/2) - x"}, "1", "0", "\"9/10\"", "2"}.run<double>();
  ASSERT_TRUE(later.completed()) << later.status;
  EXPECT_TRUE(later.warnings.empty());
  expect_near(later.impacts.at(0).t, 5.0 / 9);
}

/// A point at height 1/2 over a bump exp(−s(x − 5)²): the gap falls to −1/2 within 1/√s of a flight of length 10. It is
/// hit at 5 − √(ln 2/s), where its slope is √(s ln 2): the time is known to a rounding of 5. Control: a bump of height
/// 49/100 is not.
TEST(gauss_collocation_gaps, are_not_passed_through_where_a_bump_is_narrow) {
  for (const int power : {2, 4, 6, 8}) {
    const std::string bump = "exp(-10^" + std::to_string(power) + "*(x - 5)^2)";
    const asked_motion flight{{"0", "0"}, {"y - " + bump}, "1", "0, \"1/2\"", "1, 0", "10"};
    const auto found = flight.run<double>();
    ASSERT_TRUE(found.completed()) << found.status;
    ASSERT_GE(found.impacts.size(), 1U) << power;
    expect_near(found.impacts[0].t, 5 - std::sqrt(std::log(2) / std::pow(10.0, power)), 5);
    const asked_motion above{{"0", "0"}, {"y - 49/50*" + bump + "/2"}, "1", "0, \"1/2\"", "1, 0", "10"};
    EXPECT_EQ(above.run<double>().impacts.size(), 0U) << power;
  }
  const auto far =
      asked_motion{{"0", "0"}, {"y - exp(-10^4*(x - 5)^2)"}, "1", "0, \"1/2\"", "1, 0", "10"}.run<real50>();
  ASSERT_GE(far.impacts.size(), 1U);
  expect_near(far.impacts[0].t, real50(5 - sqrt(log(real50(2))) / 100), 5);
}

/// ∫ exp(−s(t − 5)²) dt = √(π/s), up to erfc(5√s) < 1e-1000.
TEST(gauss_collocation_forces, are_felt_where_they_act_for_an_instant) {
  for (const int power : {2, 4, 6}) {
    const auto found =
        asked_motion{{"exp(-10^" + std::to_string(power) + "*(t - 5)^2)"}, {}, "", "0", "0", "10"}.run<double>();
    ASSERT_TRUE(found.completed()) << found.status;
    expect_near(found.end_velocity[0], std::sqrt(std::numbers::pi / std::pow(10.0, power)));
  }
  const auto pole = asked_motion{{"1/(1 + 10^8*(t - 5)^2)"}, {}, "", "0", "0", "10"}.run<double>();
  expect_near(pole.end_velocity[0], 2 * std::atan(5e4) / 1e4, 1);
}

/// From the right side of y = |x| to the left: 1/10 − t/2 − t²/2 = t − 1/10. A spring beyond x = 1, from rest where it
/// begins: 1 + g/k (1 − cos √k t). √(x² + y²) through the centre is |x|.
TEST(gauss_collocation_kinks, are_events_in_gaps_and_forces) {
  const auto valley =
      asked_motion{{"0", "-1"}, {"y - abs(x)"}, "4/5", "\"1/10\", \"1/10\"", "-1, \"-1/2\"", "1/2"}.run<real50>();
  ASSERT_EQ(valley.impacts.size(), 1U);
  expect_near(valley.impacts[0].t, real50(sqrt(exact<real50>("2.65")) - exact<real50>("1.5")));
  const auto spring = asked_motion{{"9.8 - 10^4*max(x - 1, 0)"}, {}, "", "1", "0", "1"}.run<double>();
  ASSERT_TRUE(spring.completed()) << spring.status;
  expect_near(spring.end_position[0], 1 + 9.8e-4 * (1 - std::cos(100.0)));
  expect_near(spring.end_velocity[0], 0.098 * std::sin(100.0));
  // At every 2π/100 it touches the kink again, and stays on its side; k amplifies a rounding of x = 1 by k/g, for √k
  // radians.
  const auto far = asked_motion{{"9.8 - 10^4*max(x - 1, 0)"}, {}, "", "1", "0", "1"}.run<real50>();
  ASSERT_TRUE(far.completed()) << far.status;
  expect_near(far.end_position[0], real50(1 + exact<real50>("9.8e-4") * (1 - cos(real50(100)))), 1000);
  EXPECT_EQ(far.end_time, real50(1));
  const auto disc = asked_motion{{"0", "0"}, {"1 - sqrt(x^2 + y^2)"}, "1", "\"-1/2\", 0", "1, 0", "10"}.run<double>();
  ASSERT_EQ(disc.impacts.size(), 5U);
  for (int k = 0; k < 5; ++k) expect_near(disc.impacts[static_cast<std::size_t>(k)].t, 1.5 + 2 * k, 10);
}

/// No normal follows from a gap at a tip that moves or is hit from the side, or where the wall has infinite speed.
/// Control: a gap whose gradient at the hit, 1, is small beside that at the start of the flight has one: x = h (1 −
/// t²/2), hit at √2 with the speed h √2, e = 1/2.
TEST(gauss_collocation_gaps, without_gradient_where_they_are_hit_end_the_run) {
  expect_stop(asked_motion{{"0", "-1"}, {"y + abs(x - t)^(2/3)"}, "1/2", "0, 1", "1, 0", "3"}.run<double>(),
              "gradient");
  expect_stop(asked_motion{{"0", "0"}, {"y + sqrt(x^2 + x^4)"}, "1/2", "-1, 2", "1, -2", "3"}.run<double>(),
              "gradient");
  expect_stop(asked_motion{{"0"}, {"x - 1 + sqrt(abs(t - 1))"}, "1/2", "2", "-1", "2"}.run<double>(), "gradient");
  expect_stop(asked_motion{{"0", "0"}, {"(x + y/3)^5"}, "1/2", "2, 1", "-1, \"1/7\"", "3"}.run<double>(), "gradient");
  using std::sqrt;
  for (const auto& [gap, height] : {std::pair<std::string, int>{"exp(x) - 1", 40}, {"x^9 + x", 100}}) {
    const std::string size = std::to_string(height);
    const auto hit = asked_motion{{"-" + size}, {gap}, "1/2", size, "0", "2"}.run<double>();
    ASSERT_EQ(hit.impacts.size(), 1U) << gap << ' ' << hit.status;
    expect_near(hit.impacts[0].t, sqrt(2.0), 4);
    const double s = 2 - sqrt(2.0);
    expect_near(hit.end_position[0], height * (sqrt(2.0) / 2 * s - s * s / 2), 4 * height);
  }
}

/// −sign x' brings v = 1 to rest at t = 1, where it stays; at rest from the start it stays there. With half of that
/// force pulling, the formulas have no motion from then on: Filippov's sliding is none of theirs.
TEST(gauss_collocation_jumps, of_a_force_end_in_rest_or_in_a_stop_that_says_so) {
  const auto rest = asked_motion{{"-sign(x')"}, {}, "", "0", "1", "3"}.run<double>();
  EXPECT_EQ(rest.status, "completed");
  expect_near(rest.end_position[0], 0.5);
  EXPECT_NEAR(rest.end_velocity[0], 0, 64 * epsilon<double>());
  const auto still = asked_motion{{"-sign(x')"}, {}, "", "0", "0", "3"}.run<real50>();
  EXPECT_EQ(still.status, "completed");
  EXPECT_EQ(still.end_position[0], real50(0));
  const auto pulled = asked_motion{{"1/2 - sign(x')"}, {}, "", "0", "1", "3"}.run<double>();
  expect_stop(pulled, "jump");
  expect_near(pulled.end_time, 2.0);  // 1 − t/2 = 0
}

/// Where forces of more than one side lead away, at the start or after a jump has held the motion or the motion has
/// come to rest on it, several motions go on. Where both lead to the same side there is one, and beside a jump, too:
/// exact data tell it from the jump.
TEST(gauss_collocation_jumps, that_repel_the_motion_end_the_run_and_only_those) {
  const auto not_unique = [](const std::string& force, const char* x, const char* v, double at) {
    const auto narrow = asked_motion{{force}, {}, "", x, v, "3"}.run<double>();
    expect_stop(narrow, "the motion is not unique");
    EXPECT_NEAR(narrow.end_time, at, 1e-5) << force;  // a double zero is known to half of the digits
    const auto wide = asked_motion{{force}, {}, "", x, v, "3"}.run<real50>();
    EXPECT_TRUE(wide.status.starts_with("stopped: the motion is not unique")) << force << ": " << wide.status;
    EXPECT_NEAR(to_double(wide.end_time), at, 1e-5) << force;
  };
  for (const char* force : {"t*sign(x)", "sign(x^3)", "max(sign(x), 0)", "sign(x')", "sign(sin(x))"})
    not_unique(force, "0", "0", 0);
  not_unique("(t - 1)*sign(x - 1)", "1", "0", 1);
  not_unique("(t - 1)^3*sign(x - 1)", "1", "0", 1);
  not_unique("(t - 1)*sign(x')", "0", "0", 1);
  not_unique("-cos(t)*sign(x)", "0", "0", std::numbers::pi / 2);
  not_unique("sign(x)", "\"1/2\"", "-1", 1);  // (1 − t)²/2 up to there

  const auto ends_at = [](const std::string& force, const char* x, const char* v, double right) {
    const auto found = asked_motion{{force}, {}, "", x, v, "2"}.run<double>();
    ASSERT_TRUE(found.completed()) << force << ": " << found.status;
    expect_near(found.end_position[0], right, 4);
  };
  ends_at("abs(sign(x))", "0", "0", 2);
  ends_at("-abs(sign(x))", "0", "0", -2);
  ends_at("1 + sign(x)/2", "0", "0", 3);
  ends_at("max(-sign(x), t - 1)", "0", "0", 1.0 / 6);  // held up to t = 1, where one side lets it go
  ends_at("sign(x - 1 + 1e-60)", "1", "0", 3);
  ends_at("sign(x - 1/3)", "\"1/3 - 1e-60\"", "0", 1.0 / 3 - 2);
  ends_at("sign(x - t)", "0", "\"1 + 1e-60\"", 4);
}

/// The floor drops by 1 at t = 1, U = 2x: landing at 2. Where it jumps up through the ball there is no motion.
TEST(gauss_collocation_jumps, of_a_gap_are_left_behind_outward_and_refused_inward) {
  const auto outward =
      asked_motion{{"-2"}, {"x + (t - 1 + abs(t - 1))/(2*abs(t - 1))"}, "0", "0", "0", "4"}.run<double>();
  ASSERT_TRUE(outward.completed()) << outward.status;
  ASSERT_EQ(outward.impacts.size(), 1U);
  expect_near(outward.impacts[0].t, 2.0);
  expect_near(outward.end_position[0], -1.0);
  const auto inward = asked_motion{{"-2"}, {"x - (1 + sign(t - 1))/2"}, "0", "0", "0", "4"}.run<double>();
  expect_stop(inward, "jumps below 0");
  expect_near(inward.end_time, 1.0);
}

/// Jumps that no switch announces: atan(tan t) from π/2 to −π/2 at t = π/2, below x = 1 until t = 2.14 and below x =
/// 1.57 for 8e-4; atan2 by 2π where the motion passes the negative axis, at t = 1; ground in steps, at x = 4 − t = π.
/// Below 0 nothing goes on, however soon the gap would be positive again.
TEST(gauss_collocation_jumps, that_no_switch_announces_end_the_run_where_they_go_below_zero) {
  // The last step is no longer than 2^16 roundings of t in the digits worked in, of which long double has the fewest.
  const auto ends = [](const asked_motion& asked, double at) {
    const double last = std::ldexp(at, 17) * static_cast<double>(std::numeric_limits<long double>::epsilon());
    const auto narrow = asked.run<double>();
    expect_stop(narrow, "");
    EXPECT_NEAR(narrow.end_time, at, last);
    const auto wide = asked.run<real50>();
    EXPECT_TRUE(wide.status.starts_with("stopped")) << wide.status;
    EXPECT_NEAR(to_double(wide.end_time), at, last);
  };
  for (const char* x : {"1", "1.57"}) ends({{"0"}, {"x + atan(tan(t))"}, "1/2", x, "0", "3"}, std::numbers::pi / 2);
  ends({{"0", "0"}, {"3 + atan2(y, x)"}, "1/2", "-1, \"1/2\"", "0, \"-1/2\"", "4"}, 1);
  ends({{"0", "0"}, {"y - atan2(sin(x), cos(x))/4"}, "1/2", "4, \"7/10\"", "-1, 0", "3"}, 4 - std::numbers::pi);
  // A jump upward is left behind.
  const auto up = asked_motion{{"0"}, {"x - atan(tan(t))"}, "1/2", "2", "0", "3"}.run<double>();
  EXPECT_TRUE(up.completed()) << up.status;
}

/// A gradient of 1e-12 in the midst of large ones is one: x³ + 1e-12 x is hit like x, at √2 with √2, and so is
/// x + 1e30 x³, on which Newton's method goes by thirds of what is left up to 1e-15 of the zero.
TEST(gauss_collocation_gaps, with_a_small_gradient_where_they_are_hit_are_hit) {
  for (const char* gap : {"x^3 + x/1e12", "x^3 + x/1e20", "x + 1e20*x^3", "x + 1e30*x^3", "x + 1e60*x^5"}) {
    const auto found = asked_motion{{"-1"}, {gap}, "1/2", "1", "0", "5/2"}.run<double>();
    ASSERT_EQ(found.impacts.size(), 1U) << gap << ": " << found.status;
    expect_near(found.impacts[0].t, std::numbers::sqrt2);
    expect_near(found.end_velocity[0], 1.5 * std::numbers::sqrt2 - 2.5, 4);
    // Again and again, up to rest at 3 √2: the gap counted from its last contact is coarser then than its formula.
    const auto to_rest = asked_motion{{"-1"}, {gap}, "1/2", "1", "0", "5"}.run<double>();
    ASSERT_EQ(to_rest.accumulations.size(), 1U) << gap << ": " << to_rest.status;
    expect_near(to_rest.accumulations[0].t, 3 * std::numbers::sqrt2, 4);
  }
}

/// y + |x| hit on its ridge, x³, |x| and √(1 − x): no normal there.
TEST(gauss_collocation_gaps, without_gradient_where_they_are_hit_stop_the_run) {
  expect_stop(asked_motion{{"0", "-1"}, {"y + abs(x)"}, "1/2", "0, 1", "0, 0", "3"}.run<double>(),
              "no gradient where it is hit");
  expect_stop(asked_motion{{"-1"}, {"x^3"}, "1/2", "1", "0", "3"}.run<double>(), "no gradient where it is hit");
  expect_stop(asked_motion{{"0"}, {"abs(x)"}, "1/2", "1", "-1", "3"}.run<double>(), "no gradient where it is hit");
  EXPECT_FALSE((asked_motion{{"0"}, {"sqrt(1 - x)"}, "1/2", "0", "1", "3"}.run<double>().completed()));
}

/// x'' = −x + λ, y'' = −λ, hit at t = 1 with half the speed left: they part when the spring pulls no more, after half a
/// period of x'' = −x/2. Twice and three times one floor: no word of discontinuity.
TEST(gauss_collocation_contacts, last_as_long_as_they_press) {
  const auto hit = asked_motion{{"-x", "0"}, {"y - x"}, "0", "0, 1", "0, -1", "8"}.run<real50>();
  ASSERT_TRUE(hit.completed()) << hit.status;
  ASSERT_EQ(hit.contacts.size(), 1U);
  const real50 π = scalar_traits<real50>::pi(), parts = 1 + π * sqrt(real50(2));
  expect_near(hit.contacts[0].from, real50(1), 8);
  expect_near(hit.contacts[0].to, parts, 8);
  expect_near(hit.end_position[1], real50((8 - parts) / 2), 8);
  const auto floors = asked_motion{{"-2"}, {"x", "2*x", "x"}, "1/2", "1", "0", "4"}.run<double>();
  ASSERT_TRUE(floors.completed()) << floors.status;
  EXPECT_TRUE(floors.warnings.empty());
  ASSERT_EQ(floors.accumulations.size(), 1U);
  expect_near(floors.accumulations[0].t, 3.0);
  const auto corner = asked_motion{{"-1", "-1"}, {"x", "y"}, "1/10", "\"1/2\", \"1/2\"", "0, 0", "4"}.run<double>();
  ASSERT_EQ(corner.accumulations.size(), 1U);
  expect_near(corner.accumulations[0].t, 1 + 2.0 / 9);
}

/// e = 1, from a hill's top, in contact and along it: the normal velocity is 0, to what a rounding of the place makes
/// of the normal, and no train of impacts begins. With 1/5 it slides down and up the next hill, also where the hills
/// move; with 6, beyond √30, it flies off. By Lagrange's equation of x alone, extrapolated in mpmath with 60 digits;
/// the slide amplifies roundings by up to 100, as energies near the top do not tell velocities apart.
TEST(gauss_collocation_contacts, along_a_curved_wall_are_no_impacts) {
  const auto from_the_top = [](const char* gap, const char* speed, const char* horizon) {
    return asked_motion{{"0", "-10"}, {gap}, "1", "\"pi/2\", \"1/3\"", std::string(speed) + ", 0", horizon}
        .run<double>();
  };
  const auto slides = from_the_top("y - sin(x)/3", "\"1/5\"", "3");
  ASSERT_TRUE(slides.completed()) << slides.status;
  EXPECT_TRUE(slides.impacts.empty());
  expect_near(slides.end_position[0], 6.548397334192834144, 100);
  expect_near(slides.end_velocity[0], 2.119951282400989742, 100);
  const auto moved = from_the_top("y - sin(x - t)/3", "\"6/5\"", "2");
  ASSERT_TRUE(moved.completed()) << moved.status;
  EXPECT_TRUE(moved.impacts.empty());
  expect_near(moved.end_position[0], 5.423717428608811970, 100);
  expect_near(moved.end_velocity[0], 3.786857924304684814, 100);
  const auto flies = from_the_top("y - sin(x)/3", "6", "1/10");
  ASSERT_TRUE(flies.completed()) << flies.status;
  expect_near(flies.end_position[1], 1.0 / 3 - 0.05);
  expect_near(flies.end_velocity[1], -1.0);
}

/// Impacts on constraints 0 and 1 in turn accumulate at t = 1.11275; there the free motion opens both (accelerations
/// 0.485 and 0.158 of the gaps; to hold them would take reactions of −0.878 and −0.949: central differences of the
/// energies with 45 digits in mpmath). What the end of an accumulation has to correct is no rounding, and must not hide
/// that sign. Constraint 1 rests later on, after an accumulation of its own.
TEST(gauss_collocation_contacts, open_at_once_after_an_accumulation_where_nothing_presses) {
  const statement question =
      with_values(std::get<statement>(text::read_problem("asked.toml", R"toml(coordinates = ["x", "y", "z"]
horizon = "113/25"
[system]
kinetic_energy = """(77/50)*(1 + (19/50)*cos((177/100)*x))*x'^2/2 + (183/100)*(1 + (-3/20)*cos((8/5)*z))*y'^2/2 \
+ (249/100)*z'^2/2 + (11/200)*cos(x - y)*x'*y' \
+ (17/200)*cos(x - z)*x'*z' + (-49/200)*cos(y - z)*y'*z'"""
potential_energy = "(451/100)*(x - 6/25)^2/2 + (11/5)*(y - (27/100))^2/2 + (353/100)*(z - (-21/50))^2/2"
force = ["(169/50)*abs(sin((173/100)*t))", "-(9/20)*y'", "0"]
[[constraint]]
gap = "y - x + (9/25)*(exp(-y^2) - 1) + (-23/100)*sin((107/100)*z) + (99/100)"
[[constraint]]
gap = "z - y + (1/10)*(1 - cos((81/100)*x)) + (1/4)*(sqrt(1 + x^2) - 1) + (29/50)"
[[constraint]]
gap = "x + (7/25)"
[impact]
restitution = "1/10"
[initial]
position = ["0", "0", "0"]
velocity = ["9/25", "23/100", "-137/100"]
)toml")
                                          .question));
  const auto expect_one_contact = [](const auto& found) {
    ASSERT_TRUE(found.completed()) << found.status;
    ASSERT_EQ(found.contacts.size(), 1u);
    EXPECT_EQ(found.contacts[0].constraint, 1);
    EXPECT_GT(to_double(found.contacts[0].from), 1.2);  // long after the first accumulation
  };
  expect_one_contact(solve<double>(question, {}));
  expect_one_contact(solve<real50>(question, {}));
}

/// Walls that meet at t = 2; a velocity that decays below every number of its scalar; a force that underflows at the
/// start; a position that overflows. In another unit the answer is the same.
TEST(gauss_collocation_runs, end) {
  expect_stop(asked_motion{{"0"}, {"x", "1 - t/2 - x"}, "1", "\"1/5\"", "\"7/10\"", "3"}.run<double>(),
              "no motion is admissible beyond t = 2");
  const auto slow = asked_motion{{"-0.3*x'/sqrt(x'^2 + 10^(-6))"}, {}, "", "0", "1", "10"}.run<double>();
  EXPECT_TRUE(slow.completed()) << slow.status;
  EXPECT_NEAR(slow.end_velocity[0], 0, std::numeric_limits<double>::min());
  EXPECT_TRUE((asked_motion{{"exp(-800*(2 - t))"}, {}, "", "0", "0", "1"}.run<double>().completed()));
  EXPECT_FALSE((asked_motion{{"0"}, {}, "", "\"10^400\"", "0", "1"}.run<double>().completed()));
  const asked_motion in_other_units{{"-10^(-150)"}, {"x"}, "1/2", "\"10^(150)/2\"", "0", "4*10^150"};
  const auto ball = in_other_units.run<real50>();
  ASSERT_FALSE(ball.impacts.empty()) << ball.status;
  EXPECT_LT(to_double(abs(real50(ball.impacts[0].t / exact<real50>("1e150") - 1))), 1e-45);
  const auto in_double =
      in_other_units.run<double>();  // right, or refused: coefficients of its path may leave the range
  if (in_double.completed())
    expect_near(in_double.impacts.at(0).t / 1e150, 1.0);
  else
    expect_stop(in_double, "coefficients of the motion underflow");
}

/// A point is pressed into the corner of two curved walls, whose normals meet at an obtuse angle: impacts on one
/// accumulate, it slides into the other, and these sequences accumulate themselves, in the corner, where the formula of
/// the first wall is 1 − cos of what is nearly 0 and has lost all digits that tell gaps apart. There it rests, its
/// weight in the cone of the normals. When: both reference engines with 50 digits, alike to 44. Tolerance: a rounding
/// for each impact. At e = 3/4 sequences are long, and the time is no more than near: any rounding of one moves the
/// next.
TEST(gauss_collocation_runs, end_in_a_corner_where_accumulations_accumulate) {
  const auto into_the_corner = [](const char* wall, const char* e) {
    return asked_motion{{"-8", "-3"}, {wall, "y + sin(2*x)/4"}, e, "\"1/10\", \"1/10\"", "0, 0", "3"}.run<double>();
  };
  const auto rests = [](const solution<double>& found) {
    ASSERT_TRUE(found.completed()) << found.status;
    for (int i = 0; i < 2; ++i) {
      EXPECT_NEAR(found.end_position[i], 0, 1e-17);
      EXPECT_NEAR(found.end_velocity[i], 0, 1e-17);
    }
    ASSERT_FALSE(found.accumulations.empty());
  };
  const std::tuple<const char*, const char*, double> known[] = {
      {"x - (1 - cos(2*y))/3", "1/10", 0.553356693129531535},
      {"x - (1 - cos(2*y))/3", "1/5", 0.552706854602642720},
      {"x - (1 - cos(2*y))/3", "1/2", 0.678856745483031899},
      {"x + (exp(-y^2) - 1)/5", "1/2", 0.586026832636592907},
  };
  for (const auto& [wall, e, t] : known) {
    const auto found = into_the_corner(wall, e);
    rests(found);
    EXPECT_NEAR(found.accumulations.back().t, t,
                static_cast<double>(found.counts.impacts) * std::numeric_limits<double>::epsilon());
  }
  rests(into_the_corner("x + (exp(-y^2) - 1)/5", "3/4"));
}

/// A point that falls at e = 1 on another one, which a drag stops at once: w, the speed of an impact, loses about w²
/// each time, so their number grows exponentially with time, and they never come to rest. Controls: at e = 9/10 they
/// do; at the end of a run that is short enough all have been seen; without drag both fall together, and their impacts
/// stay as strong as they were.
TEST(gauss_collocation_runs, end_where_impacts_crowd_without_coming_to_rest) {
  const auto on_a_damped_point = [](const char* drag, const char* e, const char* horizon) {
    return asked_motion{{std::string(drag) + "*x'", "-10"}, {"y - x"}, e, "0, \"1/10\"", "0, 0", horizon}.run<double>();
  };
  for (const char* drag : {"-200", "-2000", "-20000"}) {
    expect_stop(on_a_damped_point(drag, "1", "5"), "impacts crowd without coming to rest");
    const auto inelastic = on_a_damped_point(drag, "9/10", "5");
    EXPECT_TRUE(inelastic.completed()) << inelastic.status;
    EXPECT_EQ(inelastic.accumulations.size(), 1u);
  }
  const auto soon_over = on_a_damped_point("-200", "1", "1/5");
  EXPECT_TRUE(soon_over.completed()) << soon_over.status;
  EXPECT_GT(soon_over.counts.impacts, 0);
  const auto free =
      asked_motion{{"-1", "-1 - 10*(y - x)"}, {"y - x"}, "1", "0, \"1/10\"", "0, 0", "1000"}.run<double>();
  EXPECT_TRUE(free.completed()) << free.status;
  EXPECT_GT(free.counts.impacts, 1000);
}

/// Exponentials that overflow where their quotient is bounded, or beside a narrow front: a wall 1/(1 + exp(−u)), or a
/// ridge 1/cosh u, u = (x − 3)/w, is hit at half its height at x = 3, or 3 − w arcosh 2, with the normal that it has
/// there; forces of these shapes give the momentum of their area, ∫ 1/cosh² = w tanh, ∫ 1/cosh = 2 w arctan(tanh(u/2)).
TEST(gauss_collocation_exponentials, bound_quotients_in_which_they_overflow) {
  for (const double w : {1e-5, 1e-8}) {
    const std::string u = "(x - 3)/" + to_text(w);
    const auto wall =
        asked_motion{{"0", "0"}, {"y - 1/(1 + exp(-" + u + "))"}, "1/2", "0, 0.5", "1, 0", "5"}.run<double>();
    ASSERT_EQ(wall.impacts.size(), 1U) << wall.status;
    expect_near(wall.impacts[0].t, 3.0);
    // v⁺ = v⁻ − (3/2) n (n·v⁻)/(n·n), n = (−1/(4w), 1)
    const double slope = 1 / (4 * w), square = slope * slope + 1;
    expect_near(wall.impacts[0].v_plus[0], 1 - 1.5 * slope * slope / square);
    expect_near(wall.impacts[0].v_plus[1], 1.5 * slope / square);
    const auto ridge = asked_motion{{"0", "0"}, {"y - 1/cosh(" + u + ")"}, "1/2", "0, 0.5", "1, 0", "5"}.run<double>();
    ASSERT_EQ(ridge.impacts.size(), 1U) << ridge.status;
    expect_near(ridge.impacts[0].t, 3 - w * std::acosh(2.0));
    // t is rounded by 2^-64 of itself, and so is the place of a pulse: 2^-13 w of a width of w = 1e-8.
    const double rounded = w + 1e-4;
    const std::string at = "(t - 5/2)/" + to_text(w);
    const auto pulse = asked_motion{{"1/cosh(" + at + ")^2"}, {}, "", "0", "0", "10"}.run<double>();
    ASSERT_TRUE(pulse.completed()) << pulse.status;
    expect_near(pulse.end_velocity[0], 2 * w, rounded);
    expect_near(pulse.end_position[0], 15 * w, 8 * rounded);
    const auto secant = asked_motion{{"1/cosh(" + at + ")"}, {}, "", "0", "0", "10"}.run<double>();
    ASSERT_TRUE(secant.completed()) << secant.status;
    expect_near(secant.end_velocity[0], std::numbers::pi * w, rounded);
    // Up to u = 0 nothing, from u = 10 on nothing: ∫ = 10/(1 − e⁻¹⁰).
    const auto window =
        asked_motion{{"1/((1 + exp(-" + at + "))*(1 + exp(" + at + " - 10)))"}, {}, "", "0", "0", "10"}.run<double>();
    ASSERT_TRUE(window.completed()) << window.status;
    expect_near(window.end_velocity[0], w * 10 / (1 - std::exp(-10.0)), rounded);
  }
  const auto logistic = asked_motion{{"1/(1 + exp(10^6*(x - 1/2)))"}, {}, "", "0", "0", "2"}.run<double>();
  ASSERT_TRUE(logistic.completed()) << logistic.status;
  // x = t²/2 up to 1/2; beyond it energy: x'²/2 = ∫ = 1/2 + 1e-6 log(…) but for exp(−5e5).
  expect_near(logistic.end_velocity[0] * logistic.end_velocity[0], 1.0, 1);
}

/// What a run may take is asked for inside of a step: log(1 + eᵘ)/log(2 + eᵘ), u = 10⁵ (3 − x), is a number where its
/// parts overflow, but has no bound there, and no step is short enough for the search of its first event.
TEST(gauss_collocation_runs, keep_their_limit_inside_of_a_step) {
  request r;
  r.seconds = 0.05;
  const char* gap = "y - 2*log(1 + exp((3 - x)*10^5))/log(2 + exp((3 - x)*10^5))";
  const auto found = solve<double>(asked_motion{{"0", "0"}, {gap}, "1", "0, 3", "1, 0", "2"}.question(), r);
  expect_stop(found, "the limit of 0.05 s was reached");
  EXPECT_EQ(found.counts.steps, 0);
}

/// tanh(1e6 x) is hit like x, at 1 and 2, although it is 1 in flight, where no Gauss point sees how it has grown.
TEST(gauss_collocation_gaps, that_grow_beside_their_contact_only_are_seen_open) {
  for (const char* gap :
       {"tanh(10^6*x)", "tanh(10^9*x)", "x/sqrt(10^(-14) + x^2)", "1 - exp(-10^5*x)", "atan(10^8*x)"}) {
    const auto found = asked_motion{{"-2"}, {gap}, "1/2", "1", "0", "9/4"}.run<double>();
    ASSERT_TRUE(found.completed()) << gap << ": " << found.status;
    ASSERT_EQ(found.impacts.size(), 2U) << gap;
    expect_near(found.impacts[1].t, 2.0);
    expect_near(found.impacts[1].v_plus[0], 0.5);
    expect_near(found.end_position[0], 1.0 / 16);
  }
}

/// A ball dropped from 1 under 2, e = 1/2: impact k at 3 − 2^(1 − k), and all of them that double tells from 3; so in
/// 50 digits. Two balls beside each other have an accumulation each, 1.5e-10 apart.
template <class S>
void expect_all_impacts(int most) {
  const auto ball = asked_motion{{"-2"}, {"x"}, "1/2", "1", "0", "4"}.run<S>();
  ASSERT_TRUE(ball.completed()) << ball.status;
  EXPECT_GE(static_cast<int>(ball.impacts.size()), most);
  EXPECT_LE(static_cast<int>(ball.impacts.size()), most + 5);
  S left(2), speed(1);
  for (const auto& impact : ball.impacts) {
    expect_near(impact.t, S(3 - left));
    // The last ones are of flights of a few roundings of t, in digits that are three more.
    EXPECT_NEAR(to_double(S(impact.v_plus[0] / speed)), 1, 0.01);
    left /= S(2);
    speed /= S(2);
  }
  ASSERT_EQ(ball.accumulations.size(), 1U);
  expect_near(ball.accumulations[0].t, S(3));
}
TEST(gauss_collocation_accumulations, have_every_impact_that_the_digits_tell_apart) {
  // 2^-51 and 2^-166 are the last above a rounding of 3.
  expect_all_impacts<double>(50);
  expect_all_impacts<real50>(164);
  const auto two = asked_motion{{"-2", "-2"}, {"x", "y"}, "1/2", "1, \"1 + 10^(-10)\"", "0, 0", "4"}.run<double>();
  ASSERT_EQ(two.accumulations.size(), 2U) << two.status;
  expect_near(two.accumulations[0].t, 3.0);
  expect_near(two.accumulations[1].t, 3 * std::sqrt(1 + 1e-10));
}
/// With e = 1e-30 what leaves the floor is below all digits of double, but is back at once all the same.
TEST(gauss_collocation_accumulations, are_at_once_where_next_to_nothing_leaves) {
  for (const char* e : {"10^(-30)", "10^(-20)"}) {
    const auto found = asked_motion{{"-2"}, {"x"}, e, "1", "0", "4"}.run<double>();
    ASSERT_TRUE(found.completed()) << found.status;
    ASSERT_EQ(found.accumulations.size(), 1U);
    expect_near(found.accumulations[0].t, 1.0);
    EXPECT_EQ(found.end_position[0], 0);
  }
  // Nothing presses: it leaves.
  EXPECT_TRUE((asked_motion{{"0"}, {"x"}, "10^(-30)", "1", "-1", "4"}.run<double>().accumulations.empty()));
}

/// A ball between a wall and one of 10⁷ times its mass that comes: ⌊π √10⁷⌋ impacts in all [Galperin 2003], which are
/// many in no time, and end.
TEST(gauss_collocation_runs, go_on_where_many_impacts_end) {
  const std::string file =
      "coordinates = [\"x\", \"y\"]\nhorizon = 10\n[system]\nkinetic_energy = \"(x'^2 + 10^7*y'^2)/2\"\n"
      "[[constraint]]\ngap = \"y - x\"\n[[constraint]]\ngap = \"x\"\n[impact]\nrestitution = 1\n"
      "[initial]\nposition = [1, 2]\nvelocity = [0, -1]\n";
  request r;
  r.record = keep::summary;
  const auto found =
      solve<double>(with_values(std::get<statement>(text::read_problem("asked.toml", file).question)), r);
  ASSERT_TRUE(found.completed()) << found.status;
  EXPECT_EQ(found.counts.impacts, 9934);
}

/// Fewer stages and other steps, the same answer.
TEST(gauss_collocation_second_opinion, goes_another_way_to_the_same_numbers) {
  const asked_motion hills{
      {"0", "-9.81"}, {"y - (sin(x) + 0.2*cos(4*x + sin(4*x)) - 0.2*x + 3)"}, "0.99", "2, 4.5", "0, 0", "3"};
  const auto first = hills.run<double>(), second = hills.run<double>(true);
  EXPECT_NE(first.counts.force_evaluations, second.counts.force_evaluations);
  ASSERT_EQ(first.impacts.size(), 3U);
  ASSERT_EQ(second.impacts.size(), 3U);
  // Each impact on a hill of curvature 17 at speed 5 amplifies by about ten.
  for (std::size_t k = 0; k < 3; ++k)
    expect_near(first.impacts[k].t, second.impacts[k].t, std::pow(10.0, static_cast<double>(k)));
}

}  // namespace
}  // namespace unilateral::gauss_collocation
