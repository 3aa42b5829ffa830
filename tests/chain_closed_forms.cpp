/// Instants of a chain that are known in closed form [Sayah 2004, 3.2 and figs 4, 5; (1), (2) of problems/chain.hpp],
/// in both scalars. Hypotheses: exact data. Tolerance: 16 ε times the size of the number, for a handful of operations
/// on data rounded once: about 4e-15 in double for numbers below 3; what is printed as 1e-15 and 1e-48 is asserted as
/// such.

#include "problems/chain.hpp"
#include "problems/language/many_digits.hpp"
#include "solvers/chain_duality/chain_duality.hpp"

#include <gtest/gtest.h>

namespace unilateral {
namespace {

template <class S>
class chain_closed_forms : public testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(chain_closed_forms, scalars);

problem entry(const std::string& name) {
  for (const problem& p : problems::chain())
    if (p.name == name) return p;
  throw input_error("test: no problem " + name);
}
chain_statement question(const std::string& name, const parameter_list& overrides = {}) {
  return with_values(std::get<chain_statement>(entry(name).question), overrides);
}
template <class S>
chain_solution<S> answer(const std::string& name, const parameter_list& overrides = {}) {
  return chain_duality::solve<S>(question(name, overrides), {});
}
template <class S>
S tolerance() {
  return std::is_same_v<S, double> ? S(1e-15) : exact<S>("1e-48");
}
template <class S>
double distance(const S& a, const S& b) {
  using std::abs;
  return to_double(S(abs(S(a - b))));
}

TYPED_TEST(chain_closed_forms, figure_4_to_the_last_digits) {
  using S = TypeParam;
  using std::cos;
  using std::sin;
  const S beta = scalar_traits<S>::pi() / S(9);
  const auto x = answer<S>("chain_arc_fig4");
  EXPECT_EQ(x.moving, 4);
  for (int i = 1; i <= 4; ++i) {
    const auto at = static_cast<std::size_t>(i);
    EXPECT_LE(distance(x.tensions[at - 1], S(sin(S(5 - i) * beta) / sin(beta))), to_double(tolerance<S>()))
        << "bar " << i;
    EXPECT_LE(distance(S(x.velocities[at].norm()), S(cos(S(4) * beta) / (cos(S(5 - i) * beta) * cos(S(4 - i) * beta)))),
              to_double(tolerance<S>()))
        << "node " << i;
  }
  EXPECT_LE(distance(x.dissipation, S(sin(S(4) * beta) / sin(beta))), to_double(tolerance<S>()));
  // As published, to its twenty digits.
  for (const auto& [bar, digits] :
       {std::pair{0, "2.8793852415718167681"}, {1, "2.5320888862379560704"}, {2, "1.8793852415718167681"}, {3, "1"}})
    EXPECT_LE(distance(x.tensions[static_cast<std::size_t>(bar)], exact<S>(digits)),
              std::max(5e-20, to_double(tolerance<S>())));
}

TYPED_TEST(chain_closed_forms, figure_5_moves_node_1_alone) {
  using S = TypeParam;
  using std::cos;
  using std::sin;
  const S beta = scalar_traits<S>::pi() / S(9);
  const auto x = answer<S>("chain_arc_fig5");
  EXPECT_EQ(x.moving, 1);
  EXPECT_LE(distance(x.tensions[0], S(S(1) / sin(beta))), to_double(tolerance<S>()));
  EXPECT_LE(distance(x.tensions[1], S(cos(beta) / sin(beta))), to_double(tolerance<S>()));
  EXPECT_LE(distance(S(x.velocities[1].norm()), S(S(1) / sin(beta))), to_double(tolerance<S>()));
  for (std::size_t i = 2; i <= 6; ++i) EXPECT_EQ(x.velocities[i].norm(), S(0)) << "node " << i;
}

TYPED_TEST(chain_closed_forms, every_reference_of_the_catalogue_holds) {
  using S = TypeParam;
  for (const problem& p : problems::chain()) {
    const chain_statement bound = with_values(std::get<chain_statement>(p.question));
    const auto x = chain_duality::solve<S>(bound, {});
    ASSERT_TRUE(x.completed()) << p.name << ": " << x.status;
    const S until = bound.evolves ? constant_value<S>(bound.horizon) : S(0);
    for (const known_value<S>& known : p.answer.template at<S>(values_of<S>(bound.parameters), until).values) {
      const auto bracket = known.quantity.find('[');
      const auto index =
          bracket == std::string::npos ? 0 : static_cast<std::size_t>(std::stoi(known.quantity.substr(bracket + 1)));
      const std::string kind = known.quantity.substr(0, bracket);
      S found;
      if (kind == "chain.speeds")
        found = x.velocities[index].norm();
      else if (kind == "chain.tensions")
        found = x.tensions[index];
      else if (kind == "chain.moving")
        found = S(x.moving);
      else if (kind == "chain.dissipation")
        found = x.dissipation;
      else if (kind == "end.q")
        found = x.end_position[static_cast<Eigen::Index>(index)];
      else
        FAIL() << p.name << ": nothing known about " << known.quantity;
      // An evolution adds the error of its steps, at most ε each (16 at most here), to that of the numbers themselves.
      EXPECT_LE(distance(found, known.value), to_double(S(32 * epsilon<S>() + known.accuracy)))
          << p.name << ", " << known.quantity;
    }
  }
}

TYPED_TEST(chain_closed_forms, the_rational_counterexample_dissipates_exactly_17_eighths) {
  using S = TypeParam;
  const auto x = answer<S>("chain_rational_counterexample");
  EXPECT_EQ(x.moving, 1);
  // 8/17 is rounded, so are 1/(8/17) and the products by 1: half an ulp each.
  EXPECT_LE(distance(x.dissipation, S(S(17) / S(8))), to_double(S(4 * epsilon<S>())));
  EXPECT_LE(distance(x.dual_value, S(S(17) / S(8))), to_double(S(4 * epsilon<S>())));
}

TYPED_TEST(chain_closed_forms, at_a_right_angle_exactly_nodes_beyond_the_first_rest) {
  using S = TypeParam;
  const auto x = answer<S>("chain_arc_fig4", {{"beta", pi() / 8}});
  using std::cos;
  using std::sin;
  const S beta = scalar_traits<S>::pi() / S(8);
  EXPECT_EQ(x.moving, 1);
  EXPECT_EQ(x.warnings.size(), 1u);
  EXPECT_LE(distance(x.tensions[0], S(S(1) / sin(beta))), to_double(S(16 * epsilon<S>())));
  // Here the tensions at rest are unique: those of the moving arc.
  for (int i = 1; i <= 4; ++i)
    EXPECT_LE(distance(x.tensions[static_cast<std::size_t>(i - 1)], S(sin(S(5 - i) * beta) / sin(beta))),
              to_double(S(64 * epsilon<S>())))
        << i;
  // Negative control: just below, all move; the speed of the last, cos(nβ)/cos β, is then proportional to what is left.
  const auto below = answer<S>("chain_arc_fig4", {{"beta", pi() / 8 - rational(1, 1000)}});
  EXPECT_EQ(below.moving, 4);
  EXPECT_TRUE(below.warnings.empty());
  EXPECT_EQ(answer<S>("chain_arc_fig4", {{"beta", pi() / 8 + rational(1, 1000)}}).moving, 1);
}

TYPED_TEST(chain_closed_forms, the_arc_moves_whole_when_n_beta_is_below_a_right_angle_not_when_one_bar_less_is) {
  using S = TypeParam;
  EXPECT_EQ(answer<S>("chain_arc_n5").moving, 1);                               // 4 · 20° < 90° < 5 · 20°
  EXPECT_EQ(answer<S>("chain_arc_n5", {{"beta", 17 * pi() / 180}}).moving, 5);  // 5 · 17° < 90°
  EXPECT_EQ(answer<S>("chain_rational_counterexample").moving, 1);              // 3 β = 84.2°
}

TYPED_TEST(chain_closed_forms, square_straight_and_folded_joints) {
  using S = TypeParam;
  const auto solve = [](const std::vector<std::array<expression, 2>>& nodes, int U_x, int U_y) {
    chain_statement chain;
    chain.nodes = nodes;
    chain.velocity = {U_x, U_y};
    return chain_duality::solve<S>(chain, {});
  };
  // c = 0: node 1 carries all of it, node 2 rests, no tension reaches bar 2.
  auto x = solve({{0, 0}, {1, 0}, {1, 1}}, -1, 0);
  EXPECT_EQ(x.moving, 1);
  EXPECT_EQ(x.tensions[0], S(1));
  EXPECT_EQ(x.tensions[1], S(0));
  EXPECT_EQ(x.dissipation, S(1));
  // Folded back on itself: pulling bar 1 pushes bar 2; both nodes follow.
  x = solve({{0, 0}, {2, 0}, {1, 0}}, -1, 0);
  EXPECT_EQ(x.moving, 2);
  EXPECT_EQ(x.tensions[0], S(2));
  EXPECT_EQ(x.tensions[1], S(-1));
  EXPECT_EQ(x.velocities[2][0], S(-1));
  // Driven across bar 1, or not at all: everything else rests.
  for (const auto& [U_x, U_y] : {std::pair{0, 1}, {0, 0}}) {
    x = solve({{0, 0}, {1, 0}, {2, 1}}, U_x, U_y);
    EXPECT_EQ(x.moving, 0);
    EXPECT_EQ(x.dissipation, S(0));
    EXPECT_EQ(x.dual_value, S(0));
  }
  // A right angle between irrational directions is one.
  chain_statement across;
  across.nodes = {{0, 0}, {cos(expression(1)), sin(expression(1))}};
  across.velocity = {-sin(expression(1)), cos(expression(1))};
  EXPECT_EQ(chain_duality::solve<S>(across, {}).moving, 0);
}

TYPED_TEST(chain_closed_forms, bars_far_from_the_origin_keep_their_directions) {
  using S = TypeParam;
  // The same chain moved by 10^15: nodes rounded to S would lose the angles, exact differences do not.
  chain_statement near;
  near.nodes = {{0, 0}, {rational(1, 3), rational(1, 7)}, {rational(2, 3), rational(1, 5)}};
  near.velocity = {-1, 0};
  chain_statement far = near;
  for (auto& node : far.nodes) node[0] = node[0] + expression(exact_rational("1e15"));
  const auto x = chain_duality::solve<S>(near, {}), y = chain_duality::solve<S>(far, {});
  EXPECT_LE(distance(x.dissipation, y.dissipation), to_double(S(4 * epsilon<S>())));
}

TEST(chain_string_limit, the_tensions_of_a_fine_arc_tend_to_those_of_the_string_like_1_over_n_squared) {
  // [Sayah 2004, (1)–(4)] on an arc of radius 1, angle S = 1: θ(s) = sin(S − s). Nodes of weight S/n: θ_1 S/n = (S/n)
  // sin S/sin(S/n), error ~ S² sin S/(6 n²).
  const auto first_tension = [](int n) {
    std::vector<plane_vector<double>> T;
    for (int i = 0; i < n; ++i) T.emplace_back(std::cos(double(i) / n), std::sin(double(i) / n));
    chain_duality::instant<double> x(n);
    chain_duality::solve_instant(chain_duality::polygon_of_directions(T), plane_vector<double>(-1, 0), x);
    return x.tension[0] / n;
  };
  double before = 0;
  for (const int n : {20, 40, 80, 160, 320}) {
    const double error = first_tension(n) - std::sin(1.0);
    EXPECT_NEAR(error * n * n * 6 / std::sin(1.0), 1, 1.0 / (n * n) + 1e-15 * n * n * 100);
    if (before != 0) {
      EXPECT_NEAR(std::log2(before / error), 2, 0.01);
    }
    before = error;
  }
}

/// What the reference of chain_trailing leaves out is of third order in the amplitude across and of fourth along, and
/// below the accuracy that it gives.
TEST(chain_trailing, is_known_to_the_cube_of_its_amplitude) {
  const auto errors = [](const char* amplitude) {
    const rational a = exact_rational(amplitude);
    const auto x = answer<real50>("chain_trailing", {{"a", a}});
    const chain_statement bound = question("chain_trailing", {{"a", a}});
    std::vector<double> found;
    for (const auto& known :
         entry("chain_trailing").answer.at<real50>(values_of<real50>(bound.parameters), real50(2)).values) {
      const int i = std::stoi(known.quantity.substr(6));
      const double error = distance(x.end_position[i], known.value);
      EXPECT_LE(error, to_double(real50(known.accuracy + 32 * epsilon<real50>())))
          << known.quantity << ", a = " << amplitude;
      if (i >= 2) found.push_back(error);
    }
    return found;
  };
  const std::vector<double> coarse = errors("1e-3"), fine = errors("1e-5");
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(std::log10(coarse[i] / fine[i]), i % 2 == 0 ? 8 : 6, 0.01) << i;
}

TYPED_TEST(chain_closed_forms, bad_questions_are_refused_in_one_line) {
  using S = TypeParam;
  const auto line = [](const chain_statement& chain, const request& asked) -> std::string {
    try {
      chain_duality::solve<S>(chain, asked);
    } catch (const input_error& e) {
      return e.what();
    }
    return "";
  };
  chain_statement one = question("chain_straight"), towed = question("chain_one_bar");
  request asked;
  EXPECT_EQ(line(one, asked), "");
  asked.step = rational(1, 10);
  EXPECT_EQ(line(one, asked), "request: step: expected none for one instant, found 1/10");
  asked.step = rational(-1, 10);
  EXPECT_EQ(line(towed, asked), "request: step: expected more than 0, found -1/10");
  asked.step.reset();
  asked.until = rational(0);
  EXPECT_EQ(line(towed, asked), "request: until: expected more than 0, found 0");
  towed.path[0] = towed.path[0] + 1;
  EXPECT_EQ(line(towed, {}).substr(0, 47), "chain: drive.path: expected to start in node 0 ");
  one.nodes.resize(1);
  EXPECT_EQ(line(one, {}), "chain: nodes: expected at least 2, found 1");
  // Data that only turn out to be unusable are no exception but a run that stopped.
  chain_statement flat = question("chain_straight");
  flat.nodes[2] = flat.nodes[1];
  EXPECT_EQ(chain_duality::solve<S>(flat, {}).status, "stopped: bar 2 has length zero");
  flat.nodes[2][0] = exp(exp(exp(expression(100))));
  EXPECT_EQ(chain_duality::solve<S>(flat, {}).status, "stopped: node 2 has a coordinate that is not a number");
}

}  // namespace
}  // namespace unilateral
