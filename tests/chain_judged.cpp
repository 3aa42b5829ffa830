/// Another code's chain, judged: one instant (velocities and tensions) and an evolution of nodes, against closed forms
/// [Sayah 2004, (5)–(8)], with a wrong one beside each.
///
/// Tolerances. Instants: numbers of 17 digits below 5 are added and multiplied no more than eight times, 8 · 5 · ε/2 <
/// 1e-14. Evolutions: the closed form is an exponential, an arctangent and two circular functions of arguments below 4,
/// some ten roundings each, of places below 3 (the head goes from 0 to 2, the bar is 1 long): 1e-13; its velocities, by
/// derivatives of these, ten times that.

#include "problems/language/input_error.hpp"
#include "reports/study/external/judge.hpp"
#include "reports/study/external/reading.hpp"
#include "reports/study/reference/chain_evolution.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

namespace unilateral::study {
namespace {

const std::string path = testing::TempDir() + "chain_judged.csv";

results judged(const std::string& problem, const std::string& text) {
  std::ofstream(path) << text;
  return judge(find_problem(problem), {}, path);
}
const record* found_in(const results& found, const std::string& quantity) {
  for (const record& r : found)
    if (r.about.quantity == quantity) return &r;
  return nullptr;
}
double error_of(const results& found, const std::string& quantity) {
  const record* const r = found_in(found, quantity);
  EXPECT_NE(r, nullptr) << quantity;
  return r == nullptr ? NAN : r->as<value_facts>().error;
}

/// chain_straight: five bars (3/5, 4/5), U = (−1, 0): T·U = −3/5, all nodes but the driven one at (−9/25, −12/25),
/// tensions 5, 4, 3, 2, 1.
std::string straight(const std::string& prime, double u = -0.36, double theta_2 = 4, bool tensions = true) {
  std::ostringstream header, row;
  row.precision(17);
  for (int i = 0; i <= 5; ++i) {
    header << (i == 0 ? "" : ",") << "x" << i << prime << ",y" << i << prime;
    row << (i == 0 ? "-1,0" : "," + std::to_string(u) + ",-0.48");
  }
  if (tensions) header << ",theta1,theta2,theta3,theta4,theta5";
  if (tensions) row << ",5," << theta_2 << ",3,2,1";
  return header.str() + "\n" + row.str() + "\n";
}

TEST(chain_judged, an_instant_is_held_against_the_law_and_what_is_known) {
  // A few roundings of numbers below 5.
  for (const char* const prime : {"'", "_dot", "dot"}) {
    const results found = judged("chain_straight", straight(prime));
    for (const char* const quantity :
         {"residual drive", "residual bars", "residual friction at rest", "residual friction power", "chain.speeds[1]",
          "chain.speeds[5]", "chain.tensions[0]", "chain.tensions[4]", "chain.moving", "chain.dissipation"})
      EXPECT_LT(error_of(found, quantity), 1e-14) << quantity << prime;
    for (const record& r : found) EXPECT_EQ(r.outcome, verdict::measured) << r.about.quantity;
  }
}

TEST(chain_judged, a_wrong_instant_shows_where_it_is_wrong) {
  // A tension of 4 ½: nodes 1 and 2 feel ½ more and less than friction can give, or than they move by.
  const results pulled = judged("chain_straight", straight("'", -0.36, 4.5));
  EXPECT_NEAR(error_of(pulled, "residual friction at rest"), 0.5, 1e-14);
  EXPECT_NEAR(error_of(pulled, "chain.tensions[1]"), 0.5, 1e-14);
  EXPECT_LT(error_of(pulled, "residual bars"), 1e-14);
  // Nodes that are too fast along x: the first bar stretches by 3/5 of it, and dissipation is lost.
  const results fast = judged("chain_straight", straight("'", -0.46));
  EXPECT_NEAR(error_of(fast, "residual bars"), 0.06, 1e-14);
  EXPECT_GT(error_of(fast, "residual friction power"), 0.01);
  // Without tensions friction is not judged, the rest is.
  const results silent = judged("chain_straight", straight("'", -0.36, 4, false));
  EXPECT_EQ(found_in(silent, "residual friction power"), nullptr);
  EXPECT_EQ(found_in(silent, "chain.tensions[0]"), nullptr);
  EXPECT_LT(error_of(silent, "chain.dissipation"), 1e-14);
}

/// chain_one_bar: x_0 = (t, 0), the bar at φ from its trailing position, tan(φ/2) = tan(φ_0/2) e^−t: the tractrix.
std::string tractrix(int rows, double end, double length, bool velocities) {
  const chain_instance of = bind<chain_statement>(find_problem("chain_one_bar"), {}, true);
  const reference<double> known = *of.known<double>(end);
  std::ostringstream text;
  text.precision(17);
  text << (velocities ? "t,x_0,y_0,x_1,y_1,x_0_dot,y_0_dot,x_1_dot,y_1_dot\n" : "t,x0,y0,x1,y1\n");
  for (int k = 0; k <= rows; ++k) {
    const double t = end * k / rows;
    const column<double> q = known.path->position(t), v = known.path->velocity_right(t);
    text << t << "," << q[0] << "," << q[1] << "," << q[0] + length * (q[2] - q[0]) << "," << length * q[3];
    for (int i = 0; velocities && i < 4; ++i) text << "," << v[i];
    text << "\n";
  }
  return text.str();
}
double horizon_of(const std::string& name) { return bind<chain_statement>(find_problem(name), {}, true).end<double>(); }

TEST(chain_judged, an_evolution_is_measured_at_its_rows_and_between_them) {
  // Rows are exact; between them the nodes go straight: h²/8 of their curvature, |x''| ≤ |φ'|(1 + …) < 2 at unit length
  // and speed. With velocities the order is 3.
  const double end = horizon_of("chain_one_bar");
  for (const int rows : {50, 200}) {
    const double h = end / rows;
    const results found = judged("chain_one_bar", tractrix(rows, end, 1, false));
    EXPECT_LT(error_of(found, "distance rows q"), 1e-13);
    EXPECT_EQ(found_in(found, "distance rows v")->outcome, verdict::cannot_tell);
    EXPECT_LT(error_of(found, "distance sup q"), 2 * h * h / 8);
    EXPECT_GT(error_of(found, "distance sup q"), 1e-3 * h * h);
    for (const char* const quantity : {"residual bars", "residual drive", "residual initial position", "end.q[2]"})
      EXPECT_LT(error_of(found, quantity), 1e-13) << quantity;
    const results moving = judged("chain_one_bar", tractrix(rows, end, 1, true));
    EXPECT_LT(error_of(moving, "distance rows v"), 1e-12);
    EXPECT_LT(error_of(moving, "distance sup q"), h * h * h);
    EXPECT_LT(error_of(moving, "chain.speeds[1]"), 1e-12);
  }
}

TEST(chain_judged, a_problem_of_ones_own_is_judged_too) {
  // Its reference has velocities at the end, which no name of a chain's answer asks for.
  problem own = find_problem("chain_one_bar");
  const reference_family known = own.answer;
  own.answer = [known]<scalar S>(const bound_values<S>& p, const S& until) {
    reference<S> more = known.at<S>(p, until);
    more.values.push_back({"end.v[0]", S(1)});
    return more;
  };
  std::ofstream(path) << tractrix(50, horizon_of("chain_one_bar"), 1, true);
  const results found = judge(own, {}, path);
  EXPECT_LT(error_of(found, "end.q[2]"), 1e-13);
  EXPECT_EQ(found_in(found, "end.v[0]"), nullptr);
}

/// A chain of three bars that is pushed, turned and pulled back along a path with a corner, so that nodes begin and end
/// to move: without a closed form. The two routes find one motion; another motion is told from it.
chain_instance towed(const rational& longer) {
  chain_instance of{.name = "towed", .settings = "", .question = {}, .answer = {}, .difficulties = {}, .until = {}};
  of.question.nodes = {{0, 0}, {1, 0}, {1, expression(longer)}, {2, expression(longer)}};
  of.question.evolves = true;
  of.question.path = {-time() / 2, abs(time() - 1) - 1};
  of.question.horizon = 2;
  return of;
}

TEST(chain_judged, two_routes_find_one_motion_and_tell_another_from_it) {
  const reference_motion<double> known = evolution_to_measure_against(towed(1));
  EXPECT_GT(known.confirmed_to, 0);
  // Each step is off by 1e-11 of an angle, and there are less than a thousand.
  EXPECT_LT(known.confirmed_to, 1e-8);
  EXPECT_EQ(known.from.maker, "chain_duality");
  EXPECT_EQ(known.known.path.end(), 2);
  const double alike = apart_from_second_route(towed(1), known.known.path, time_limit());
  EXPECT_EQ(alike, known.confirmed_to);
  // A bar that is longer by 1e-5 is another chain.
  EXPECT_GT(apart_from_second_route(towed(rational(100001, 100000)), known.known.path, time_limit()), least_agreement);
}

TEST(chain_judged, a_chain_that_no_two_routes_tell_is_in_doubt) {
  chain_instance of = towed(1);
  of.question.nodes.clear();
  for (int i = 0; i <= 65; ++i) of.question.nodes.push_back({i, 0});
  EXPECT_THROW(evolution_to_measure_against(of), reference_in_doubt);
}

TEST(chain_judged, a_bar_that_is_too_long_shows) {
  const results found = judged("chain_one_bar", tractrix(100, horizon_of("chain_one_bar"), 1.01, false));
  EXPECT_NEAR(error_of(found, "residual bars"), 0.01, 1e-13);
  EXPECT_GT(error_of(found, "distance rows q"), 0.005);
}

TEST(chain_judged, what_is_no_chain_is_refused_with_its_place) {
  const auto complaint = [](const std::string& problem, const std::string& text) -> std::string {
    try {
      judged(problem, text);
    } catch (const input_error& error) {
      return std::string(error.what()).substr(path.size());
    }
    return "accepted";
  };
  EXPECT_EQ(complaint("chain_one_bar", "t,x0,y0,x1\n0,0,0,1\n1,1,0,2\n"),
            ":1: expected both coordinates of all nodes or none, found no column y1");
  EXPECT_EQ(complaint("chain_one_bar", "t,u\n0,0\n1,0\n"),
            ":1: expected a header \"t,x0,y0,x1,y1\", found no positions of nodes");
  EXPECT_EQ(complaint("chain_one_bar", "t,x0,y0,x1,y1\n0,0,0,1,0\n1,1,0,nan,0\n"),
            ":3: column 4: expected a finite number, found \"nan\"");
  EXPECT_EQ(complaint("chain_one_bar", "t,x0,y0,x1,y1,x2,y2\n0,0,0,1,0,2,0\n1,1,0,2,0,3,0\n"),
            ":1: column 6: expected nodes 0 to 1 and 1 bar, found \"x2\"");
  for (const char* const name : {"y2", "y_7", "x[2]", "x12345678901234567890", "x2'", "vx2", "y2_dot", "theta2"})
    EXPECT_EQ(complaint("chain_one_bar", "t,x0,y0,x1,y1," + std::string(name) + "\n0,0,0,1,0,2\n1,1,0,2,0,3\n"),
              ":1: column 6: expected nodes 0 to 1 and 1 bar, found \"" + std::string(name) + "\"");
  EXPECT_EQ(complaint("chain_one_bar", "t,x0,y0,x1,y1,energy7\n0,0,0,1,0,2\n1,1,0,2,0,3\n"), "accepted");
  const std::string one = straight("'");
  EXPECT_EQ(complaint("chain_straight", one + one.substr(one.find('\n') + 1)),
            ":3: expected one row, the instant, found 2");
  const auto add_column = [&](const std::string& name) {
    const auto line = one.find('\n');
    return one.substr(0, line) + "," + name + one.substr(line, one.size() - line - 1) + ",0\n";
  };
  for (const char* const name : {"theta6", "tension_6", "x6'", "y9_dot"})
    EXPECT_EQ(complaint("chain_straight", add_column(name)),
              ":1: column 18: expected nodes 0 to 5 and 5 bars, found \"" + std::string(name) + "\"");
  EXPECT_TRUE(complaint("chain_straight", "x0,y0\n0,0\n").starts_with(":1: expected "));
  std::ofstream(path) << tractrix(10, 1, 1, true);
  EXPECT_THROW(judge(find_problem("chain_one_bar"), {}, path, {}, velocity_reading::smooth), input_error);
}

}  // namespace
}  // namespace unilateral::study
