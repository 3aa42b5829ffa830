/// Extremality: (u, θ) is a motion of the chain and a tension of it exactly when (5)–(8) of [Sayah 2004] hold,
///     |θ_{i+1} T_{i+1} − θ_i T_i| ≤ 1, = u_i/|u_i| where u_i ≠ 0;   θ_{n+1} = 0;   T_i·(u_i − u_{i−1}) = 0;   u_0 = U,
/// and then Σ_{i ≥ 1} |u_i| = −θ_1 T_1·U. The relations are evaluated here, from the directions alone.
/// Hypotheses: random polygons of every kind, seeds fixed. Tolerances: a force is a difference of tensions, rounded to
/// ε(|θ_i| + |θ_{i+1}|); a bar's stretching a difference of velocities, to ε(|u_i| + |u_{i−1}|); each times 16 for the
/// directions and the few operations behind them. Primal minus dual: 1e-13 relative.

#include "problems/language/many_digits.hpp"
#include "solvers/chain_duality/chain_duality.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace unilateral {
namespace {

using chain_duality::instant;
using chain_duality::polygon;

template <class S>
class chain_extremality : public testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(chain_extremality, scalars);

/// Random directions: `turn` draws the angle at a joint.
template <class S, class Turn>
std::vector<plane_vector<S>> directions(int n, double start, Turn turn) {
  using std::cos;
  using std::sin;
  std::vector<plane_vector<S>> T;
  for (S angle(start); static_cast<int>(T.size()) < n; angle += S(turn())) T.emplace_back(S(cos(angle)), S(sin(angle)));
  return T;
}

/// The worst violation of (5)–(8), in units of its rounding.
template <class S>
double violation(const std::vector<plane_vector<S>>& T, const plane_vector<S>& U, const std::vector<S>& theta,
                 const std::vector<plane_vector<S>>& u) {
  using std::abs;
  double worst = (u[0] - U).norm() == S(0) ? 0 : 1e99;
  const std::size_t n = T.size();
  for (std::size_t i = 1; i <= n; ++i) {
    const S here = theta[i - 1], next = i < n ? theta[i] : S(0), speed = u[i].norm();
    plane_vector<S> force = -here * T[i - 1];
    if (i < n) force += next * T[i];
    const S friction = speed > S(0) ? S((force - u[i] / speed).norm()) : S(force.norm() - S(1));
    worst = std::max(worst, to_double(S(friction / (epsilon<S>() * (S(1) + abs(here) + abs(next))))));
    const S scale = epsilon<S>() * (speed + u[i - 1].norm());
    if (scale > S(0))
      worst = std::max(worst, to_double(S(abs(T[i - 1].dot(plane_vector<S>(u[i] - u[i - 1]))) / scale)));
  }
  return worst;
}

struct kind {
  const char* name;
  double spread;  ///< of the turn at a joint, uniform in ± spread
  bool special;   ///< with straight, folded and square joints mixed in
};
constexpr kind kinds[] = {{"any turn", 3.14159, false},
                          {"gentle", 0.3, false},
                          {"nearly straight", 0.01, false},
                          {"special angles", 1.0, true}};

template <class S, class Check>
void on_random_polygons(int n, int repeats, unsigned seed, Check check) {
  for (const kind& k : kinds)
    for (int repeat = 0; repeat < repeats; ++repeat) {
      std::mt19937_64 random(seed + static_cast<unsigned>(repeat));
      std::uniform_real_distribution<double> uniform(-1, 1);
      const auto turn = [&] {
        const double x = uniform(random), which = uniform(random);
        if (k.special && which < 0) return which < -0.9 ? 1.5707963267948966 : which < -0.8 ? 3.141592653589793 : 0.0;
        return k.spread * x;
      };
      const auto T = directions<S>(n, 3 * uniform(random), turn);
      const plane_vector<S> U(uniform(random), uniform(random));
      const polygon<S> p = chain_duality::polygon_of_directions(T);
      instant<S> x(n);
      chain_duality::solve_instant(p, U, x);
      SCOPED_TRACE(std::string(k.name) + ", n = " + std::to_string(n) + ", seed " +
                   std::to_string(seed + static_cast<unsigned>(repeat)));
      check(p, U, x);
    }
}

TYPED_TEST(chain_extremality, friction_and_inextensibility_hold_and_primal_equals_dual) {
  using S = TypeParam;
  const bool is_double = std::is_same_v<S, double>;
  for (const int n : {1, 2, 3, 5, 10, 100, 1000})
    on_random_polygons<S>(n, is_double ? (n <= 100 ? 200 : 20) : (n <= 100 ? 10 : 1), 1234,
                          [&](const polygon<S>& p, const plane_vector<S>& U, const instant<S>& x) {
                            EXPECT_LE(violation(p.direction, U, x.tension, x.velocity), 16);
                            using std::abs;
                            EXPECT_LE(to_double(S(abs(S(x.dissipation - x.dual_value)))),
                                      to_double(S(16 * epsilon<S>() * x.dual_value)));
                          });
}

TEST(chain_extremality_of_long_chains, the_duality_gap_stays_at_rounding_up_to_100000_bars) {
  const auto check = [](const std::vector<plane_vector<double>>& T) {
    const int n = static_cast<int>(T.size());
    const plane_vector<double> U(-0.8, 0.3);
    instant<double> x(n);
    chain_duality::solve_instant(chain_duality::polygon_of_directions(T), U, x);
    EXPECT_LE(std::abs(x.dissipation - x.dual_value), 1e-13 * x.dual_value) << n;
    EXPECT_LE(violation(T, U, x.tension, x.velocity), 32) << n;
    return x;
  };
  on_random_polygons<double>(
      100000, 1, 99,
      [&](const polygon<double>& p, const plane_vector<double>&, const instant<double>&) { check(p.direction); });
  // An arc and random walks of direction in which all 100000 nodes move: nothing is damped, rounding has the longest
  // way to go.
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  const int n = 100000;
  int moving = 0;
  for (int repeat = 0; repeat < 4; ++repeat)
    moving += check(directions<double>(n, 0.1, [&] {
                return 1e-3 / std::sqrt(double(n)) * normal(random) / std::sqrt(double(n));
              })).moving == n;
  EXPECT_EQ(moving, 4);
  EXPECT_EQ(check(directions<double>(n, 0.1, [&] { return 1.2 / n; })).moving, n);
}

TYPED_TEST(chain_extremality, tensions_at_rest_are_feasible_and_not_unique) {
  using S = TypeParam;
  // Proposition 2.2: square joint, node 1 takes all the friction; beyond, any τ with |τ| ≤ 1 certifies the same
  // velocities.
  const std::vector<plane_vector<S>> T{{S(1), S(0)}, {S(0), S(1)}, {S(0), S(1)}};
  const plane_vector<S> U(-1, 0);
  instant<S> x(3);
  chain_duality::solve_instant(chain_duality::polygon_of_directions(T), U, x);
  EXPECT_EQ(violation(T, U, x.tension, x.velocity), 0);
  auto other = x.tension;
  other[2] = S(1) / S(2);
  EXPECT_EQ(violation(T, U, other, x.velocity), 0);
  // Negative control: in a moving chain they are unique.
  const std::vector<plane_vector<S>> straight(3, plane_vector<S>(S(1), S(0)));
  chain_duality::solve_instant(chain_duality::polygon_of_directions(straight), U, x);
  other = x.tension;
  other[2] = S(1) / S(2);
  EXPECT_GT(violation(straight, U, other, x.velocity), 1e6);
}

TYPED_TEST(chain_extremality, a_node_whose_velocity_is_across_the_next_bar_stops_the_rest) {
  using S = TypeParam;
  using std::abs;
  on_random_polygons<S>(
      30, 5, 5,
      [&](const polygon<S>& p, const plane_vector<S>&, const instant<S>& x) {  // proposition 2.1, and its converse
        const auto k = static_cast<std::size_t>(x.moving);
        if (k == p.direction.size()) return;
        EXPECT_LE(to_double(S(abs(p.direction[k].dot(x.velocity[k])))),
                  to_double(S(16 * epsilon<S>() * x.velocity[k].norm())));
        for (std::size_t i = k + 1; i < x.velocity.size(); ++i) EXPECT_EQ(x.velocity[i].norm(), S(0));
        for (std::size_t i = 1; i <= k; ++i) EXPECT_GT(x.velocity[i].norm(), S(0));
      });
}

TYPED_TEST(chain_extremality, reflection_rotation_reversal_and_scale_of_the_drive) {
  using S = TypeParam;
  using std::abs;
  on_random_polygons<S>(20, 5, 11, [&](const polygon<S>& p, const plane_vector<S>& U, const instant<S>& x) {
    const auto compare = [&](auto image, const S& factor) {
      std::vector<plane_vector<S>> T;
      for (const auto& d : p.direction) T.push_back(image(d));
      instant<S> y(20);
      chain_duality::solve_instant(chain_duality::polygon_of_directions(T), plane_vector<S>(factor * image(U)), y);
      ASSERT_EQ(x.moving, y.moving);
      for (std::size_t i = 0; i < x.velocity.size(); ++i)
        EXPECT_LE(to_double(S((plane_vector<S>(factor * image(x.velocity[i])) - y.velocity[i]).norm())),
                  to_double(S(5000 * epsilon<S>())));
      for (std::size_t i = 0; i < static_cast<std::size_t>(x.moving); ++i)
        EXPECT_LE(to_double(S(abs(S((factor < S(0) ? -x.tension[i] : x.tension[i]) - y.tension[i])))),
                  to_double(S(1000 * epsilon<S>())));
    };
    const S c = S(3) / S(5), s = S(4) / S(5);
    compare([](const plane_vector<S>& v) { return plane_vector<S>(v[0], -v[1]); }, S(1));
    compare([&](const plane_vector<S>& v) { return plane_vector<S>(c * v[0] - s * v[1], s * v[0] + c * v[1]); }, S(1));
    compare([](const plane_vector<S>& v) { return v; }, S(-1));
    compare([](const plane_vector<S>& v) { return v; }, S(1) / S(1024));
  });
}

TYPED_TEST(chain_extremality, bar_lengths_do_not_matter) {
  using S = TypeParam;
  std::mt19937_64 random(3);
  std::uniform_int_distribution<int> digit(-9, 9), length(1, 50);
  for (int repeat = 0; repeat < 20; ++repeat) {
    chain_statement one, other;
    one.nodes = other.nodes = {{0, 0}};
    one.velocity = other.velocity = {digit(random), 1};
    rational x[2] = {0, 0}, y[2] = {0, 0};
    for (int i = 0; i < 8; ++i) {
      const int d[2] = {digit(random) * 2 + 1, digit(random)}, L = length(random);
      for (int k = 0; k < 2; ++k) x[k] += d[k], y[k] += rational(d[k] * L, 7);
      one.nodes.push_back({x[0], x[1]});
      other.nodes.push_back({y[0], y[1]});
    }
    const auto a = chain_duality::solve<S>(one, {}), b = chain_duality::solve<S>(other, {});
    ASSERT_EQ(a.moving, b.moving);
    EXPECT_LE(to_double(S(a.dissipation - b.dissipation)), to_double(S(4 * epsilon<S>() * a.dissipation)));
    for (std::size_t i = 0; i < a.velocities.size(); ++i)
      EXPECT_LE(to_double(S((a.velocities[i] - b.velocities[i]).norm())),
                to_double(S(16 * epsilon<S>() * a.dissipation)));
  }
}

TYPED_TEST(chain_extremality, a_flipped_sign_is_noticed) {
  using S = TypeParam;
  int tried = 0;
  on_random_polygons<S>(6, 5, 21, [&](const polygon<S>& p, const plane_vector<S>& U, const instant<S>& x) {
    using std::abs;
    if (x.moving < 2 || abs(x.tension[1]) < S(0.01)) return;
    ++tried;
    auto tension = x.tension;
    tension[1] = -tension[1];
    EXPECT_GT(violation(p.direction, U, tension, x.velocity), 1e6);
    // u_1 turned to the other side of bar 1: inextensible still, but not along its force.
    auto velocity = x.velocity;
    velocity[1] = 2 * p.direction[0].dot(velocity[1]) * p.direction[0] - velocity[1];
    if ((velocity[1] - x.velocity[1]).norm() > S(0.001) * velocity[1].norm()) {
      EXPECT_GT(violation(p.direction, U, x.tension, velocity), 1e6);
    }
  });
  EXPECT_GT(tried, 3);
}

TYPED_TEST(chain_extremality, the_printed_rule_that_tests_the_root_alone_fails_on_five_bars) {
  using S = TypeParam;
  using std::cos;
  using std::sin;
  // β = 20°: θ_i = sin((6 − i)β)/sin β solves the recursion (R_5), all roots real; u_5 then has to run against its
  // force.
  const S beta = scalar_traits<S>::pi() / S(9);
  std::vector<plane_vector<S>> T, u{plane_vector<S>(S(-1), S(0))};
  std::vector<S> theta;
  for (int i = 0; i < 5; ++i) T.emplace_back(S(cos(S(i) * beta)), S(sin(S(i) * beta)));
  for (int i = 1; i <= 5; ++i) theta.push_back(sin(S(6 - i) * beta) / sin(beta));
  for (std::size_t i = 1; i <= 5; ++i) {
    plane_vector<S> force = -theta[i - 1] * T[i - 1];
    if (i < 5) force += theta[i] * T[i];
    ASSERT_LE(to_double(S(force.norm() - S(1))), to_double(S(16 * epsilon<S>())));
    u.push_back(force * (T[i - 1].dot(u[i - 1]) / T[i - 1].dot(force)));
  }
  EXPECT_GT(violation(T, u[0], theta, u), 1e6);
  instant<S> x(5);
  chain_duality::solve_instant(chain_duality::polygon_of_directions(T), u[0], x);
  EXPECT_LE(violation(T, u[0], x.tension, x.velocity), 16);
  EXPECT_EQ(x.moving, 1);
}

}  // namespace
}  // namespace unilateral
