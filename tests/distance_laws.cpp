/// Distances of motions are metrics, do not see how a motion is cut into pieces, and agree with closed forms.
/// Hypothesis: piecewise polynomial motions; tolerances: 2^12 ε times the size of the data (a few hundred roundings a
/// cell, tens of cells), and the error bound returned with the Hausdorff distance.
#include "problems/judge/distance.hpp"

#include "problems/language/input_error.hpp"
#include "problems/language/many_digits.hpp"
#include "problems/language/polynomial.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <random>

namespace unilateral {
namespace {

using std::abs;

template <class S>
S rounding() {
  return S(1 << 12) * epsilon<S>();
}

/// A motion of n coordinates on [0, 4] with random knots, degrees up to 4 and velocity jumps.
template <class S>
trajectory<S> random_motion(std::mt19937& random, int n, int pieces) {
  std::uniform_int_distribution<int> number(-100, 100), degree_of(1, 4), gap(1, 40);
  std::vector<int> weight;
  int whole = 0;
  for (int k = 0; k < pieces; ++k) whole += weight.emplace_back(gap(random));
  trajectory<S> path(n);
  std::vector<S> q;
  for (int i = 0; i < n; ++i) q.push_back(S(number(random)) / S(100));
  int upto = 0;
  for (int k = 0; k < pieces; ++k) {
    upto += weight[static_cast<std::size_t>(k)];
    const S end = k + 1 == pieces ? S(4) : S(S(4 * upto) / S(whole));
    const int degree = degree_of(random);
    std::vector<S> c;
    for (int i = 0; i < n; ++i) {
      c.push_back(q[static_cast<std::size_t>(i)]);
      for (int j = 1; j <= degree; ++j) c.push_back(S(number(random)) / S(100));
    }
    const S w = end - path.end();
    for (int i = 0; i < n; ++i)
      q[static_cast<std::size_t>(i)] = polynomial::value(c.data() + i * (degree + 1), degree, w);
    path.append(end, degree, c.data());
  }
  return path;
}

/// The same motion with every piece cut in three.
template <class S>
trajectory<S> refined(const trajectory<S>& path) {
  trajectory<S> finer(path.dimension(), path.begin());
  for (int k = 0; k < path.pieces(); ++k)
    for (int part = 0; part < 3; ++part) {
      const S w = path.end(k) - path.begin(k), s = w * S(part) / S(3);
      std::vector<S> c(path.coefficients(k, 0), path.coefficients(k, 0) + path.dimension() * (path.degree(k) + 1));
      for (int i = 0; i < path.dimension(); ++i)
        polynomial::shift(c.data() + i * (path.degree(k) + 1), path.degree(k), s);
      finer.append(part == 2 ? path.end(k) : S(path.begin(k) + w * S(part + 1) / S(3)), path.degree(k), c.data());
    }
  return finer;
}

constexpr distance_kind kinds[] = {distance_kind::sup_position, distance_kind::l1_velocity, distance_kind::l2_velocity,
                                   distance_kind::hausdorff_velocity};

template <class S>
class distance_laws : public testing::Test {};
using scalars = testing::Types<double, real50>;
TYPED_TEST_SUITE(distance_laws, scalars);

TYPED_TEST(distance_laws, metric_axioms_hold) {
  using S = TypeParam;
  std::mt19937 random(1983);
  for (int trial = 0; trial < (std::is_same_v<S, double> ? 40 : 3); ++trial) {
    const auto a = random_motion<S>(random, 2, 6), b = random_motion<S>(random, 2, 9),
               c = random_motion<S>(random, 2, 4);
    for (const distance_kind kind : kinds) {
      const auto ab = distance(kind, a, b, S(4)), ba = distance(kind, b, a, S(4)), bc = distance(kind, b, c, S(4)),
                 ac = distance(kind, a, c, S(4)), aa = distance(kind, a, a, S(4));
      const S slack = rounding<S>();
      EXPECT_LE(aa.value, slack) << name_of(kind);
      EXPECT_LE(abs(S(ab.value - ba.value)), ab.error_bound + ba.error_bound + slack) << name_of(kind);
      EXPECT_LE(ac.value, ab.value + bc.value + ab.error_bound + bc.error_bound + ac.error_bound + slack)
          << name_of(kind);
      EXPECT_GT(ab.value, S(1) / S(100)) << name_of(kind);
    }
  }
}

TYPED_TEST(distance_laws, cutting_pieces_changes_nothing) {
  using S = TypeParam;
  std::mt19937 random(2004);
  for (int trial = 0; trial < (std::is_same_v<S, double> ? 20 : 2); ++trial) {
    const auto a = random_motion<S>(random, 2, 5), b = random_motion<S>(random, 2, 7), fine = refined(a);
    for (const distance_kind kind : kinds) {
      const auto coarse_b = distance(kind, a, b, S(3)), fine_b = distance(kind, fine, b, S(3)),
                 self = distance(kind, a, fine, S(4));
      EXPECT_LE(abs(S(coarse_b.value - fine_b.value)), coarse_b.error_bound + fine_b.error_bound + rounding<S>())
          << name_of(kind);
      EXPECT_LE(self.value, self.error_bound + rounding<S>()) << name_of(kind);
    }
  }
}

/// Each distance alone, all at once and in another order: to the bit.
TYPED_TEST(distance_laws, several_at_once_are_each_alone) {
  using S = TypeParam;
  std::mt19937 random(1911);
  const auto a = random_motion<S>(random, 2, 6), b = random_motion<S>(random, 2, 9);
  std::vector<distance_kind> order(std::begin(kinds), std::end(kinds));
  for (int way = 0; way < 2; ++way, std::reverse(order.begin(), order.end())) {
    const auto together = distances(order, a, b, S(3));
    ASSERT_EQ(together.size(), order.size());
    for (std::size_t k = 0; k < order.size(); ++k)
      EXPECT_EQ(together[k].value, distance(order[k], a, b, S(3)).value) << name_of(order[k]);
  }
  EXPECT_TRUE(distances({}, a, b, S(3)).empty());
  EXPECT_THROW(distances({distance_kind::sup_position, distance_kind::bounded_lipschitz_impulse}, a, b, S(3)),
               input_error);
}

/// A ball that turns from −1 to +1 at `jump`.
template <class S>
trajectory<S> bounce(const S& jump, const S& q0 = S(1)) {
  trajectory<S> path(1);
  const S c[] = {q0, S(-1), S(q0 - jump), S(1)};
  path.append(jump, 1, c);
  path.append(S(4), 1, c + 2);
  return path;
}

TYPED_TEST(distance_laws, a_shifted_jump_has_closed_forms) {
  using S = TypeParam;
  using std::sqrt;
  for (const S& shift : {S(S(1) / S(1000)), S(S(1) / S(8)), S(1)}) {
    const auto a = bounce<S>(S(1)), b = bounce<S>(S(S(1) + shift));
    EXPECT_LE(abs(S(sup_position(a, b, S(4)) - S(2) * shift)), rounding<S>());
    EXPECT_LE(abs(S(l1_velocity(a, b, S(4)) - S(2) * shift)), rounding<S>());
    EXPECT_LE(abs(S(l2_velocity(a, b, S(4)) - S(2) * sqrt(shift))), rounding<S>());
    const auto hausdorff = hausdorff_velocity(a, b, S(4));
    EXPECT_LE(abs(S(hausdorff.value - shift)), hausdorff.error_bound + rounding<S>());
    EXPECT_LE(hausdorff.error_bound, shift / S(100));
  }
}

TYPED_TEST(distance_laws, comparing_stops_at_until) {
  using S = TypeParam;
  const auto a = bounce<S>(S(1)), b = bounce<S>(S(2));
  EXPECT_LE(sup_position(a, b, S(1)), rounding<S>());
  EXPECT_LE(abs(S(l1_velocity(a, b, S(S(3) / S(2))) - S(1))), rounding<S>());
  EXPECT_THROW(sup_position(a, b, S(5)), input_error);
  EXPECT_THROW(distance(distance_kind::bounded_lipschitz_impulse, a, b, S(1)), input_error);
}

/// ∫ |cos|, (∫ cos²)^½ and max |sin| from the Taylor polynomial of sin of degree 25 on [0, 4] (truncation 4^27/27! ~
/// 10^(−12)), against rest.
TEST(distance_closed_forms, of_a_sine) {
  trajectory<double> wave(1), rest(1);
  std::vector<double> c(26, 0.0);
  double factorial = 1;
  for (int j = 1; j <= 25; ++j) {
    factorial *= j;
    if (j % 2 == 1) c[static_cast<std::size_t>(j)] = (j % 4 == 1 ? 1 : -1) / factorial;
  }
  wave.append(4, 25, c.data());
  const double zero[] = {0, 0};
  for (int k = 1; k <= 1000; ++k) rest.append(k * 4e-3, 1, zero);
  const double truncation = 2e-10;
  EXPECT_NEAR(sup_position(wave, rest, 4.0), 1, truncation);
  EXPECT_NEAR(l1_velocity(wave, rest, 4.0), 2 - std::sin(4.0), truncation);
  EXPECT_NEAR(l2_velocity(wave, rest, 4.0), std::sqrt(2 + std::sin(8.0) / 4), truncation);
  const auto hausdorff = hausdorff_velocity(wave, rest, 4.0);
  EXPECT_NEAR(hausdorff.value, 1, hausdorff.error_bound + truncation);
}

/// Degree 12, q = t + 1e-12 t^12 on [0, 1] and 1 + (t − 1)^12 on [1, 2], against t and then 1, in cells: how many
/// powers a cell keeps is found anew on each piece, and again where cells grow. sup |q| = 1, ∫ |v| = 1, ∫ v² = 12²/23
/// but for rounding and 1e-12, what the first piece adds.
TEST(distance_closed_forms, of_a_piece_as_good_as_straight_and_a_bent_one) {
  for (const int first_cells : {10, 100})
    for (const bool cells_grow : {false, true}) {
      trajectory<double> path(1), rest(1);
      double c[13] = {0, 1};
      c[12] = 1e-12;
      path.append(1, 12, c);
      c[0] = 1, c[1] = 0, c[12] = 1;
      path.append(2, 12, c);
      for (int k = 0; k < first_cells; ++k) {
        const double straight[] = {static_cast<double>(k) / first_cells, 1};
        rest.append(static_cast<double>(k + 1) / first_cells, 1, straight);
      }
      const double still[] = {1, 0};
      for (int k = 1; k <= 100; ++k) rest.append(1 + k * (cells_grow && k < 50 ? 1e-3 : 1e-2), 1, still);
      const double tolerance = 1e-12 + 12 * rounding<double>();  // of numbers up to v = 12
      EXPECT_NEAR(sup_position(path, rest, 2.0), 1, tolerance);
      EXPECT_NEAR(l1_velocity(path, rest, 2.0), 1, tolerance);
      EXPECT_NEAR(l2_velocity(path, rest, 2.0), 12 / std::sqrt(23.0), tolerance);
    }
}

/// Against dense sampling of both graphs, which is off by at most the spacing of its samples.
TEST(hausdorff_velocity, agrees_with_dense_sampling) {
  std::mt19937 random(1963);
  for (int trial = 0; trial < 12; ++trial) {
    const auto a = random_motion<double>(random, 1, 4), b = random_motion<double>(random, 1, 5);
    const double spacing = 1e-2;
    const auto graph = [&](const trajectory<double>& path) {
      std::vector<std::array<double, 2>> points;
      for (int k = 0; k < path.pieces(); ++k) {
        if (k > 0) {
          const double from = path.velocity_left(path.begin(k))[0], to = path.velocity_right(path.begin(k))[0];
          const int steps = 1 + static_cast<int>(std::abs(to - from) / spacing);
          for (int s = 0; s <= steps; ++s) points.push_back({path.begin(k), from + (to - from) * s / steps});
        }
        const double w = path.end(k) - path.begin(k);
        // |v'| ≤ Σ j (j − 1) w^(j − 2) ≤ 1 + …: fine steps in t make fine steps in v.
        const int steps =
            1 +
            static_cast<int>(w * polynomial::bound_of_derivative(path.coefficients(k, 0), path.degree(k), 2, w) /
                             spacing) +
            static_cast<int>(w / spacing);
        for (int s = 0; s <= steps; ++s)
          points.push_back({path.begin(k) + w * s / steps, path.velocity(k, 0, w * s / steps)});
      }
      return points;
    };
    const auto A = graph(a), B = graph(b);
    double sampled = 0;
    for (const auto& [from, to] : {std::pair(&A, &B), std::pair(&B, &A)})
      for (const auto& p : *from) {
        double nearest = 1e300;
        for (const auto& q : *to) nearest = std::min(nearest, std::max(std::abs(p[0] - q[0]), std::abs(p[1] - q[1])));
        sampled = std::max(sampled, nearest);
      }
    const auto exact = hausdorff_velocity(a, b, 4.0);
    EXPECT_NEAR(exact.value, sampled, exact.error_bound + spacing) << "trial " << trial;
    EXPECT_LE(exact.error_bound, exact.value / 100);
  }
}

/// A staircase of steps h beside the line v = −g t through its inner corners: an outer corner is gh/(1 + g) away from
/// the line, and so is the point of the line between two corners that is equally far from the tread and from the riser.
/// Every step ties with every other one.
TEST(hausdorff_velocity, of_a_staircase_and_its_line) {
  for (const double g : {0.3, 1.0, 10.0})
    for (const int steps : {7, 1000, 40000}) {  // the last are merged into longer chords, as far as that is nothing
      trajectory<double> line(1), stairs(1);
      const double h = 1.0 / steps, falling[] = {0, 0, -g / 2}, on[] = {-g / 2, -g};
      line.append(1, 2, falling);
      double q = 0;
      for (int k = 0; k < steps; ++k) {
        const double tread[] = {q, -g * k * h};
        stairs.append(k + 1 == steps ? 1 : (k + 1) * h, 1, tread);
        q += h * tread[1];
      }
      const double on_stairs[] = {q, -g};
      line.append(2, 1, on);
      stairs.append(2, 1, on_stairs);
      const auto found = hausdorff_velocity(stairs, line, 2.0);
      EXPECT_NEAR(found.value, g * h / (1 + g), found.error_bound + rounding<double>()) << g << ", " << steps;
      EXPECT_LE(found.error_bound, found.value / 256) << g << ", " << steps;
    }
}

/// A million rows of which all but three lie on a line, two of those a hill of height a, one beside them a valley: no
/// chord over rows passes the hill by. From its top to the line v = 0 it is a, wherever the hill is and however narrow.
TEST(hausdorff_velocity, of_one_row_in_a_million_that_is_off) {
  constexpr int rows = 1'000'000;
  const double h = 1.0 / rows;
  for (const int at : {1, 333'333, rows - 3})
    for (const double a : {1.0, 1e-3}) {
      trajectory<double> line(1), hilly(1);
      const double still[] = {0};
      line.append(1, 0, still);
      double q = 0;
      const auto v_of = [&](int k) { return k == at ? a : k == at + 1 ? -a / 2 : 0.0; };
      for (int k = 0; k < rows; ++k) {
        const double v = v_of(k), w = v_of(k + 1), row[] = {q, v, (w - v) / (2 * h)};
        hilly.append(k + 1 == rows ? 1 : (k + 1) * h, 2, row);
        q += h * (v + w) / 2;
      }
      const auto found = hausdorff_velocity(hilly, line, 1.0);
      EXPECT_NEAR(found.value, a, found.error_bound + rounding<double>()) << at << ", " << a;
      EXPECT_LE(found.error_bound, a / 256) << at << ", " << a;
    }
}

/// Negative control: sup |v − w| is no substitute for the Hausdorff distance, nor Hausdorff without the filled-in
/// jumps.
TEST(hausdorff_velocity, an_impact_at_the_begin_belongs_to_both_graphs) {
  // From −1 to 1 at once, and a little later: with the velocity before it they are that little apart, without it by the
  // height from −1 to the nearest of […, 1].
  const double late = 1e-3;
  trajectory<double> at_once(1), later(1);
  column<double> q(1), down(1), up(1);
  q << 0, down << -1, up << 1;
  at_once.append_linear(4.0, q, up);
  later.append_linear(late, q, down);
  q << -late;
  later.append_linear(4.0, q, up);
  EXPECT_NEAR(hausdorff_velocity(at_once, later, 4.0, down).value, late, 1e-12);
  EXPECT_NEAR(hausdorff_velocity(at_once, later, 4.0).value, 2, 0.01);
  const auto all =
      distances({distance_kind::sup_position, distance_kind::hausdorff_velocity}, at_once, later, 4.0, down);
  EXPECT_NEAR(all[1].value, late, 1e-12);
}

TEST(hausdorff_velocity, forgives_a_late_jump_where_the_sup_norm_does_not) {
  const auto a = bounce<double>(1.0), b = bounce<double>(1.001);
  EXPECT_LT(hausdorff_velocity(a, b, 4.0).value, 0.0011);
  EXPECT_EQ(std::abs(a.velocity_right(1.0005)[0] - b.velocity_right(1.0005)[0]), 2);
}

}  // namespace
}  // namespace unilateral
