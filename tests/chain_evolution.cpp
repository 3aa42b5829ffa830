/// The quasi-static evolution x_0 = path(t), x_i' = u_i(x_0 … x_n, x_0'), u as in [Sayah 2004, (5)–(8)].
/// Hypotheses: paths analytic between corners. Tolerances: a run makes an error of about ε a step in each angle, with
/// at most 40 steps in these tests, and motions contract while the chain is pulled: 64 ε times lengths of order 1.
/// Where a motion expands, the factor is named. Interior times add the Taylor remainder, ε.

#include "problems/chain.hpp"
#include "problems/language/many_digits.hpp"
#include "solvers/chain_duality/chain_duality.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace unilateral {
namespace {

template <class S>
class chain_evolution : public testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(chain_evolution, scalars);

chain_statement question(const std::string& name, const parameter_list& overrides = {}) {
  for (const problem& p : problems::chain())
    if (p.name == name) return with_values(std::get<chain_statement>(p.question), overrides);
  throw input_error("test: no problem " + name);
}
template <class S>
double size(const S& x) {
  return std::abs(to_double(x));
}
template <class S>
double within(int epsilons) {
  return to_double(S(S(epsilons) * epsilon<S>()));
}
template <class S>
double distance(const column<S>& a, const column<S>& b) {
  return to_double(S(column<S>(a - b).template lpNorm<Eigen::Infinity>()));
}

/// Bars of length 1 at the given turns (in twelfths of a turn, exact), towed along `path`.
chain_statement chain_of(const std::vector<int>& twelfths, const std::array<expression, 2>& path,
                         const expression& horizon) {
  std::vector<std::array<expression, 2>> bars;
  int sum = 0;
  for (const int turn : twelfths) sum += turn, bars.push_back({cos(sum * pi() / 12), sin(sum * pi() / 12)});
  chain_statement chain;
  chain.nodes = problems::nodes_along(bars);
  chain.evolves = true;
  chain.path = path;
  chain.horizon = horizon;
  return chain;
}

TYPED_TEST(chain_evolution, one_bar_draws_the_tractrix) {
  using S = TypeParam;
  using std::exp;
  using std::sqrt;
  const auto x = chain_duality::solve<S>(question("chain_one_bar"), {});
  ASSERT_TRUE(x.completed());
  for (int k = 0; k <= 100; ++k) {
    const S t = x.path.end() * S(k) / S(100), v = S(sqrt(S(3))) * S(exp(S(-t)));  // tan(φ/2), φ_0 = 120°
    const column<S> q = x.path.position(t);
    EXPECT_LE(size(S(q[2] - t + (S(1) - v * v) / (S(1) + v * v))), within<S>(64)) << "t = " << t;
    EXPECT_LE(size(S(q[3] - S(2) * v / (S(1) + v * v))), within<S>(64)) << "t = " << t;
  }
  // The bar is pushed, then pulled; neither that nor the vanishing of T_1·U in between is an event.
  EXPECT_TRUE(x.changes.empty());
  EXPECT_EQ(x.tensions[0], S(1));
}

TYPED_TEST(chain_evolution, paths_known_in_closed_form_are_followed) {
  using S = TypeParam;
  for (const char* name :
       {"chain_one_bar", "chain_towed_in_circle", "chain_two_bars_towed_in_circle", "chain_two_bars"}) {
    const chain_statement bound = question(name);
    const auto x = chain_duality::solve<S>(bound, {});
    for (const problem& p : problems::chain()) {
      if (p.name != name) continue;
      const reference<S> known =
          p.answer.template at<S>(values_of<S>(bound.parameters), constant_value<S>(bound.horizon));
      for (int k = 0; k <= 60; ++k) {
        const S t = known.path->end() * S(k) / S(60);
        // The reference's own pieces are good to 64 of its roundings (problems/answers/closed_form.hpp), at positions
        // up to 3.
        EXPECT_LE(distance<S>(x.path.position(t), known.path->position(t)), within<S>(256)) << name << ", t = " << t;
      }
    }
  }
}

TYPED_TEST(chain_evolution, a_bar_towed_round_a_circle_ends_on_the_smaller_circle) {
  using S = TypeParam;
  using std::exp;
  using std::sqrt;
  request asked;
  asked.until = rational(40);
  const auto x = chain_duality::solve<S>(question("chain_towed_in_circle"), asked);
  const column<S> q = x.end_position;
  // tanh(½√3 t + C) leaves less than 2 e^(−√3 t) = 1.6e-30 at t = 40; angles up to 40 are rounded to 40 ε, some 100
  // steps.
  EXPECT_LE(size(S(S(sqrt(S(q[2] * q[2] + q[3] * q[3]))) - S(sqrt(S(3))))), 4e-30 + within<S>(1000));
}

TYPED_TEST(chain_evolution, lengths_are_kept_to_rounding_and_nodes_at_rest_do_not_move) {
  using S = TypeParam;
  using std::sqrt;
  const auto chain = chain_of({0, 2, 1, -2, 3, 4}, {-time() + sin(time()) / 4, time() * time() / 3}, rational(3, 2));
  request fixed;
  fixed.step = rational(1, 7);
  for (const request& asked : {request{}, fixed}) {
    const auto x = chain_duality::solve<S>(chain, asked);
    ASSERT_TRUE(x.completed()) << x.status;
    EXPECT_FALSE(x.changes.empty());
    for (int k = 0; k < x.path.pieces(); ++k)
      for (int part = 0; part < (asked.step ? 1 : 3); ++part) {  // with a coarse step bars are exact at its ends
        const S tau = (x.path.end(k) - x.path.begin(k)) * S(part) / S(3);
        for (int i = 1; i <= chain.bars(); ++i) {
          const S dx = x.path.position(k, 2 * i, tau) - x.path.position(k, 2 * i - 2, tau),
                  dy = x.path.position(k, 2 * i + 1, tau) - x.path.position(k, 2 * i - 1, tau);
          EXPECT_LE(size(S(S(sqrt(S(dx * dx + dy * dy))) - S(1))), within<S>(32)) << "piece " << k << ", bar " << i;
        }
      }
    // Continuity at the ends of pieces.
    for (int k = 1; k < x.path.pieces(); ++k)
      for (int i = 0; i < x.path.dimension(); ++i)
        EXPECT_LE(size(S(x.path.position(k - 1, i, S(x.path.end(k - 1) - x.path.begin(k - 1))) -
                         x.path.coefficients(k, i)[0])),
                  within<S>(64))
            << k;
  }
  const auto x = chain_duality::solve<S>(chain, {});
  const int first = x.changes.front().before;
  ASSERT_LT(first, chain.bars());
  EXPECT_LE(size(S(x.path.position(S(x.changes.front().t))[2 * first + 2] - x.path.position(S(0))[2 * first + 2])),
            within<S>(64));
}

TYPED_TEST(chain_evolution, the_tail_starts_when_its_time_has_come) {
  using S = TypeParam;
  using std::sqrt;
  const S start = S(sqrt(S(S(1) + S(sqrt(S(2)))))) - S(1);
  const auto x = chain_duality::solve<S>(question("chain_two_bars"), {});
  ASSERT_EQ(x.changes.size(), 1u);
  EXPECT_EQ(x.changes[0].before, 1);
  EXPECT_EQ(x.changes[0].after, 2);
  EXPECT_LE(size(S(x.changes[0].t - start)), within<S>(16));
  // Pushed back the way it came, the tail stops where it started: the event is met again in the other direction.
  chain_statement back = question("chain_two_bars");
  back.path = {time() * time() - 2 * time(), 0};  // −1 at t = 1, 0 again at t = 2
  back.horizon = 2;
  const auto y = chain_duality::solve<S>(back, {});
  ASSERT_EQ(y.changes.size(), 2u);
  const S again = sqrt(S(S(1) - start));  // 1 − (1 − t)² = start
  EXPECT_LE(size(S(y.changes[0].t - (S(1) - again))), within<S>(64));
  EXPECT_LE(size(S(y.changes[1].t - (S(1) + again))), within<S>(256));
  EXPECT_EQ(y.changes[1].after, 1);
}

TYPED_TEST(chain_evolution, every_change_is_one_of_the_instantaneous_problem) {
  using S = TypeParam;
  const auto chain = chain_of({0, 4, 4, 3, -4, 4}, {-time(), time() * time() / 10}, 7);
  const auto x = chain_duality::solve<S>(chain, {});
  ASSERT_TRUE(x.completed()) << x.status;
  ASSERT_GE(x.changes.size(), 3u);
  const auto moving_at = [&](const S& t) {
    const column<S> q = x.path.position(t), v = x.path.velocity_right(t);
    std::vector<plane_vector<S>> T;
    for (int i = 1; i <= chain.bars(); ++i)
      T.push_back((q.template segment<2>(2 * i) - q.template segment<2>(2 * i - 2)).normalized());
    chain_duality::instant<S> now(chain.bars());
    chain_duality::solve_instant(chain_duality::polygon_of_directions(T), plane_vector<S>(v.template segment<2>(0)),
                                 now);
    // The path's own velocities are those of the instantaneous problem, up to the derivative's loss of one order in the
    // remainder.
    for (int i = 0; i <= chain.bars(); ++i)
      EXPECT_LE(to_double(S((now.velocity[static_cast<std::size_t>(i)] - v.template segment<2>(2 * i)).norm())),
                within<S>(20000))
          << "t = " << t;
    return now.moving;
  };
  const S near = S(1) / S(1000000);
  int before = moving_at(S(0));
  for (const auto& change : x.changes) {
    EXPECT_EQ(change.before, before);
    EXPECT_EQ(moving_at(S(change.t - near)), change.before) << "t = " << change.t;
    EXPECT_EQ(moving_at(S(change.t + near)), change.after) << "t = " << change.t;
    before = change.after;
  }
  EXPECT_EQ(before, chain.bars());  // it straightens in the end
}

TYPED_TEST(chain_evolution, a_path_run_backwards_brings_the_chain_back) {
  using S = TypeParam;
  // Velocities are linear in U. The way back is unstable: small turns grow like e^(6.3 s) for three bars (zeros of
  // Laguerre's L_3), s = ½ at most: below 30.
  const auto there_and_back = [](const expression& s, const expression& horizon) {
    const auto x = chain_duality::solve<S>(chain_of({0, 5, 1}, {-s, s * s / 2}, horizon), {});
    EXPECT_TRUE(x.completed()) << x.status;
    return distance<S>(x.end_position, x.path.position(S(0)));
  };
  EXPECT_LE(there_and_back((1 - cos(time())) / 4, 2 * pi()), within<S>(3000));
  EXPECT_LE(there_and_back((1 - abs(1 - time())) / 2, 2), within<S>(3000));   // with a corner: an event
  EXPECT_GT(there_and_back((1 - abs(1 - time())) / 2, rational(3, 2)), 0.1);  // negative control: half way back
}

TYPED_TEST(chain_evolution, only_the_curve_matters_not_the_pace) {
  using S = TypeParam;
  const auto end = [](const expression& s, const expression& horizon) {
    return chain_duality::solve<S>(chain_of({0, 3, -4, 5}, {-s, s * s / 3}, horizon), {}).end_position;
  };
  const auto x = end(time(), 1);
  EXPECT_LE(distance<S>(x, end(time() * time() * time(), 1)), within<S>(256));  // starts from rest: U(0) = 0
  EXPECT_LE(distance<S>(x, end(exp(time()) - 1, log(expression(2)))), within<S>(256));
  EXPECT_LE(distance<S>(x, end(tan(time()), pi() / 4)), within<S>(256));
  EXPECT_LE(distance<S>(x, end(sqrt(1 + time()) - 1, 3)), within<S>(256));
}

TYPED_TEST(chain_evolution, a_corner_of_the_path_costs_no_accuracy) {
  using S = TypeParam;
  // x_0 goes left to (−1, 0), then up: |t − 1| in both coordinates; against two runs, one for each leg.
  const expression gone = (time() - 1 + abs(time() - 1)) / 2;  // max(t − 1, 0)
  const auto whole = chain_duality::solve<S>(chain_of({0, 3, -4}, {gone - time(), gone}, 2), {});
  ASSERT_TRUE(whole.completed()) << whole.status;
  EXPECT_LT(whole.counts.steps, 100);
  const auto first = chain_duality::solve<S>(chain_of({0, 3, -4}, {-time(), 0}, 1), {});
  EXPECT_LE(distance<S>(whole.path.position(S(1)), first.end_position), within<S>(64));
  // The second leg starts at the nodes of the first, handed over exactly.
  chain_statement second = chain_of({0, 3, -4}, {-1, time()}, 1);
  for (int i = 0; i <= 3; ++i)
    for (int k = 0; k < 2; ++k) {
      const S value = first.end_position[2 * i + k];
      second.nodes[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)] = exact_rational(to_text(value));
    }
  EXPECT_LE(distance<S>(whole.end_position, chain_duality::solve<S>(second, {}).end_position), within<S>(512));
}

TEST(chain_of_two_bars, small_lateral_motions_decay_at_the_zeros_of_laguerres_polynomial) {
  // Nearly straight, towed at unit speed: turns of the bars solve a linear equation with rates λ_1, λ_2 = 2 ∓ √2 [zeros
  // of L_2], so that with step Δ φ(t + 2Δ) − (e^(−λ_1 Δ) + e^(−λ_2 Δ)) φ(t + Δ) + e^(−4Δ) φ(t) = 0, up to the square of
  // the amplitude 1e-15.
  const expression amplitude = exact_rational("1e-15");
  chain_statement chain;
  chain.nodes = {{0, 0},
                 {-cos(amplitude), sin(amplitude)},
                 {-cos(amplitude) - cos(3 * amplitude), sin(amplitude) - sin(3 * amplitude)}};
  chain.evolves = true;
  chain.path = {time(), 0};
  chain.horizon = 2;
  const auto x = chain_duality::solve<real50>(chain, {});
  const auto residual = [&](const real50& lambda_1, const real50& lambda_2) {
    const real50 sum = exp(-lambda_1) + exp(-lambda_2), product = exp(-(lambda_1 + lambda_2));
    real50 worst = 0;
    for (int i = 1; i <= 2; ++i) {
      const auto lateral = [&](int t) { return x.path.position(real50(t))[2 * i + 1]; };
      const real50 r = lateral(2) - sum * lateral(1) + product * lateral(0);
      worst = std::max(worst, real50(abs(r)));
    }
    return to_double(worst) / 1e-15;
  };
  const real50 root = sqrt(real50(2));
  EXPECT_LE(residual(2 - root, 2 + root), 1e-28);
  EXPECT_GE(residual(2 - root, real50(2)), 1e-3);  // negative control
}

TEST(chain_evolution_two_scalars, double_and_fifty_digits_agree) {
  for (const auto& turns : {std::vector<int>{0, 4, 4, 3, -4, 4}, {3, -3, 3, -3, 3}, {0, 11, 2}, {6, 6, 6, 6}}) {
    const auto chain = chain_of(turns, {-time(), sin(time()) / 3}, rational(3, 2));
    const auto x = chain_duality::solve<double>(chain, {});
    const auto y = chain_duality::solve<real50>(chain, {});
    ASSERT_TRUE(x.completed() && y.completed());
    ASSERT_EQ(x.changes.size(), y.changes.size());
    for (std::size_t k = 0; k < x.changes.size(); ++k) EXPECT_NEAR(x.changes[k].t, to_double(y.changes[k].t), 1e-13);
    for (int i = 0; i < x.end_position.size(); ++i) EXPECT_NEAR(x.end_position[i], to_double(y.end_position[i]), 1e-13);
  }
}

TEST(chain_evolution_second_integrator, runge_kutta_on_node_positions_tends_to_the_same_motion) {
  // x_i' = u_i by the classical method of order 4, through the changes of the moving part, where u has kinks and the
  // method an order between 1 and 2: sixteen times the steps must leave less than a sixteenth of the error.
  const auto chain = chain_of({0, 4, 4, 3, -4, 4}, {-time(), 0}, 2);
  const auto exact_end = chain_duality::solve<double>(chain, {}).end_position;
  const int n = chain.bars();
  chain_duality::instant<double> now(n);
  const auto u = [&](const column<double>& q) {
    std::vector<plane_vector<double>> T;
    for (int i = 1; i <= n; ++i) T.push_back((q.segment<2>(2 * i) - q.segment<2>(2 * i - 2)).normalized());
    chain_duality::solve_instant(chain_duality::polygon_of_directions(T), plane_vector<double>(-1, 0), now);
    column<double> v(2 * n + 2);
    for (int i = 0; i <= n; ++i) v.segment<2>(2 * i) = now.velocity[static_cast<std::size_t>(i)];
    return v;
  };
  const auto error = [&](int steps) {
    column<double> q(2 * n + 2);
    for (int i = 0; i <= n; ++i)
      for (int k = 0; k < 2; ++k)
        q[2 * i + k] = constant_value<double>(chain.nodes[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)]);
    const double h = 2.0 / steps;
    for (int step = 0; step < steps; ++step) {
      const column<double> k1 = u(q), k2 = u(q + h / 2 * k1), k3 = u(q + h / 2 * k2), k4 = u(q + h * k3);
      q += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    return distance<double>(q, exact_end);
  };
  const double coarse = error(500), fine = error(8000);
  EXPECT_LE(fine, 1e-8);
  EXPECT_LE(fine, coarse / 16);
}

TEST(chain_fixed_step, order_is_the_declared_one) {
  // sup q against the run to working precision; steps jittered (no two commensurable), events inside steps; window
  // above 1e-11, where rounding is far.
  const double declared = chain_duality::declaration.orders.front().order;
  for (const auto& chain : {question("chain_one_bar"), question("chain_two_bars"),
                            chain_of({0, 4, 4, 3, -4, 4}, {-time() - sin(time()) / 5, time() * time() / 10}, 2)}) {
    const auto exact_path = chain_duality::solve<double>(chain, {}).path;
    double sx = 0, sy = 0, sxx = 0, sxy = 0, count = 0;
    for (int k = 0; k < 14; ++k) {
      request asked;
      asked.step = rational(std::lround(1e6 * 0.1 * std::pow(0.75, k) * (1 + 0.1 * std::sin(7.0 * k))), 1000000);
      const auto x = chain_duality::solve<double>(chain, asked);
      double error = 0;
      for (int j = 0; j <= 300; ++j)
        error = std::max(error, distance<double>(x.path.position(exact_path.end() * j / 300),
                                                 exact_path.position(exact_path.end() * j / 300)));
      if (error < 1e-11) continue;
      const double h = std::log(asked.step->get_d()), e = std::log(error);
      sx += h, sy += e, sxx += h * h, sxy += h * e, ++count;
    }
    ASSERT_GE(count, 8);
    EXPECT_NEAR((count * sxy - sx * sy) / (count * sxx - sx * sx), declared, 0.25) << chain.bars() << " bars";
  }
}

TYPED_TEST(chain_evolution, a_drive_that_moves_nothing) {
  using S = TypeParam;
  auto x = chain_duality::solve<S>(chain_of({0, 3}, {0, 0}, 1), {});  // held
  ASSERT_TRUE(x.completed()) << x.status;
  EXPECT_EQ(x.moving, 0);
  EXPECT_EQ(x.dissipation, S(0));
  EXPECT_LE(distance<S>(x.end_position, x.path.position(S(0))), within<S>(4));
  // A summary keeps the end but not the path.
  request asked;
  asked.record = keep::summary;
  x = chain_duality::solve<S>(chain_of({0, 3}, {-time(), 0}, 1), asked);
  EXPECT_EQ(x.path.pieces(), 0);
  EXPECT_EQ(x.end_position.size(), 6);
  // No Taylor polynomial where the path has infinite speed.
  EXPECT_EQ(chain_duality::solve<S>(chain_of({0, 3}, {-sqrt(time()), 0}, 1), {}).status.substr(0, 44),
            "stopped: the motion has no Taylor polynomial");
}

}  // namespace
}  // namespace unilateral
