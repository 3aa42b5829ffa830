/// The bounded-Lipschitz distance of measures on the line, sup { ∫ φ d(μ − ν) : |φ| ≤ 1, |φ'| ≤ 1 }.
/// With atoms at multiples of 1/N the constraints |φ_k| ≤ 1, |φ_{k+1} − φ_k| ≤ Δ_k are totally unimodular with data in
/// ℤ/N: some optimal φ takes values in ℤ/N, and a dynamic programme over these values is an exact second method.
/// Tolerance: 64 ε a unit of mass.
#include "problems/judge/distance.hpp"

#include "problems/language/many_digits.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace unilateral {
namespace {

using measure = impulse_measure<double>;

double value(const measure& mu, const measure& nu) { return bounded_lipschitz(mu, nu).value; }

double brute_force(const measure& mu, const measure& nu, int N) {
  std::map<int, double> mass;
  for (const auto& [t, p] : mu.atoms) mass[static_cast<int>(std::lround(t * N))] += p;
  for (const auto& [t, p] : nu.atoms) mass[static_cast<int>(std::lround(t * N))] -= p;
  std::vector<double> best(static_cast<std::size_t>(2 * N + 1), 0.0), next(best);
  int before = 0;
  bool first = true;
  for (const auto& [at, p] : mass) {
    const int reach = first ? 2 * N : std::min(2 * N, at - before);
    for (int x = 0; x <= 2 * N; ++x) {
      double largest = -1e300;
      for (int y = std::max(0, x - reach); y <= std::min(2 * N, x + reach); ++y)
        largest = std::max(largest, best[static_cast<std::size_t>(y)]);
      next[static_cast<std::size_t>(x)] = largest + p * (x - N) / N;
    }
    best.swap(next);
    before = at;
    first = false;
  }
  return *std::max_element(best.begin(), best.end());
}

measure random_measure(std::mt19937& random, int N, int span, int atoms) {
  std::uniform_int_distribution<int> place(0, span * N), weight(-9, 9);
  std::map<double, double> mass;
  for (int k = 0; k < atoms; ++k) mass[static_cast<double>(place(random)) / N] += weight(random);
  measure result;
  for (const auto& [t, p] : mass) result.atoms.push_back({t, p});
  return result;
}

TEST(bounded_lipschitz, of_two_unit_atoms_is_their_distance_up_to_2) {
  for (const double gap : {0.0, 0.125, 1.0, 1.9, 2.0, 2.1, 50.0})
    EXPECT_NEAR(value({{{1, 1}}, 0}, {{{1 + gap, 1}}, 0}), std::min(gap, 2.0), 1e-15);
}

TEST(bounded_lipschitz, of_a_positive_measure_to_nothing_is_its_mass) {
  EXPECT_EQ(value({{{0, 1}, {3, 2}, {7, 0.5}}, 0}, {}), 3.5);
  EXPECT_EQ(value({}, {}), 0);
}

TEST(bounded_lipschitz, agrees_with_a_dynamic_programme_over_all_values) {
  std::mt19937 random(2004);
  std::uniform_int_distribution<int> count(1, 12);
  for (int trial = 0; trial < 400; ++trial) {
    const int N = 8, span = trial % 2 == 0 ? 2 : 9;
    const measure mu = random_measure(random, N, span, count(random)),
                  nu = random_measure(random, N, span, count(random));
    EXPECT_NEAR(value(mu, nu), brute_force(mu, nu, N), 64 * 220 * epsilon<double>()) << "trial " << trial;
  }
}

/// Twentieths, which binary numbers round: the whole slope then changes its sign at φ = ±1, up to a rounding that must
/// not count as a kink.
TEST(bounded_lipschitz, agrees_with_a_dynamic_programme_where_weights_are_rounded) {
  std::mt19937 random(7);
  constexpr int N = 64, span = 3;
  std::uniform_int_distribution<int> place(0, span * N), weight(1, 40);
  for (int trial = 0; trial < 400; ++trial) {
    measure mu, nu;
    std::map<int, double> few;
    for (int k = 0; k < 1 + trial % 12; ++k) few[place(random)] += weight(random);
    for (const auto& [at, p] : few) mu.atoms.push_back({static_cast<double>(at) / N, p});
    for (int k = N / 2; k < N / 2 + 20 + trial % 100; ++k)
      nu.atoms.push_back({static_cast<double>(k) / N, weight(random) / 20.0});
    EXPECT_NEAR(value(mu, nu), brute_force(mu, nu, N), 64 * 1000 * epsilon<double>()) << "trial " << trial;
    EXPECT_NEAR(value(nu, mu), brute_force(mu, nu, N), 64 * 1000 * epsilon<double>()) << "trial " << trial;
  }
}

TEST(bounded_lipschitz, is_a_metric_bounded_by_kantorovich_and_by_the_total_mass) {
  std::mt19937 random(1983);
  for (int trial = 0; trial < 100; ++trial) {
    const measure a = random_measure(random, 16, 5, 20), b = random_measure(random, 16, 5, 20),
                  c = random_measure(random, 16, 5, 20);
    const double slack = 64 * 400 * epsilon<double>();
    EXPECT_LE(value(a, a), slack);
    EXPECT_NEAR(value(a, b), value(b, a), slack);
    EXPECT_LE(value(a, c), value(a, b) + value(b, c) + slack);
    double mass = 0, difference = 0;
    for (const auto& [t, p] : a.atoms) mass += std::abs(p), difference += p;
    for (const auto& [t, p] : b.atoms) mass += std::abs(p), difference -= p;
    EXPECT_LE(value(a, b), mass + slack);
    EXPECT_GE(value(a, b), std::abs(difference) - slack);  // φ = ±1
    measure balanced = b;
    balanced.atoms.push_back({5.5, difference});
    EXPECT_LE(value(a, balanced), kantorovich(a, balanced, 6.0) + slack);
  }
}

TEST(bounded_lipschitz, is_the_kantorovich_distance_on_short_intervals_with_equal_masses) {
  // On an interval of length ≤ 2, a 1-Lipschitz φ can be centred so that |φ| ≤ 1, and a constant does not matter when
  // masses agree.
  std::mt19937 random(1963);
  for (int trial = 0; trial < 100; ++trial) {
    const measure a = random_measure(random, 16, 2, 9);
    measure b = random_measure(random, 16, 2, 9);
    double difference = 0;
    for (const auto& [t, p] : a.atoms) difference += p;
    for (const auto& [t, p] : b.atoms) difference -= p;
    b.atoms.push_back({2.0, difference});
    EXPECT_NEAR(value(a, b), kantorovich(a, b, 2.0), 64 * 200 * epsilon<double>());
  }
}

TEST(kantorovich, of_accelerations_is_l1_of_velocities) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> number(-50, 50);
  for (int trial = 0; trial < 50; ++trial) {
    std::array<trajectory<double>, 2> path{trajectory<double>(1), trajectory<double>(1)};
    std::array<measure, 2> dv;
    for (std::size_t k = 0; k < 2; ++k) {
      double q = 0, before = 0;
      for (int piece = 0; piece < 8; ++piece) {
        const double begin = path[k].end(), end = begin + (1 + number(random) % 7 * 0.1), v = number(random) / 8.0;
        const double stop = end > begin ? end : begin + 0.3;
        const double c[] = {q, v};
        path[k].append(stop, 1, c);
        dv[k].atoms.push_back({begin, v - before});
        before = v;
        q += v * (stop - begin);
      }
    }
    const double until = std::min(path[0].end(), path[1].end());
    EXPECT_NEAR(kantorovich(dv[0], dv[1], until), l1_velocity(path[0], path[1], until), 1e4 * epsilon<double>());
  }
}

/// The density 2t on [0, 1] against its own finer lumping, and against the atoms of a time-stepping scheme.
TEST(reaction_measure, lumps_densities_within_its_error_bound) {
  solution<double> answer;
  answer.reactions.push_back({0, 0.0, 1.0, {0.0, 2.0}});
  const measure coarse = reaction_measure(answer, 0, 1.0, 16), fine = reaction_measure(answer, 0, 1.0, 1 << 14);
  double mass = 0, moment = 0;
  for (const auto& [t, p] : coarse.atoms) mass += p, moment += p * t;
  EXPECT_NEAR(mass, 1, 16 * epsilon<double>());
  EXPECT_NEAR(moment, 2.0 / 3, 16 * epsilon<double>());  // atoms at centroids keep first moments
  EXPECT_LE(value(coarse, fine), coarse.error_bound + fine.error_bound);
  EXPECT_LE(coarse.error_bound, 1.0 / 16);
  EXPECT_GE(4 * value(coarse, fine), coarse.error_bound);  // and the bound is no exaggeration
}

/// A comb of N atoms 1/N at the ends of N equal parts of [0, 1], against the density 1: ∫ |F_μ − F_ν| = 1/(2N), and
/// total masses agree. Cells that don't share their ends with the parts owe something, and no more than the bound says;
/// which is that of (3) in impulse_measure.cpp, not that of (1).
TEST(reaction_measure, owes_little_to_a_comb) {
  double largest_part_used = 0;
  for (const int N : {1, 3, 10, 37, 100}) {
    measure comb;
    for (int k = 1; k <= N; ++k) comb.atoms.push_back({static_cast<double>(k) / N, 1.0 / N});
    solution<double> answer;
    answer.reactions.push_back({0, 0.0, 1.0, {1.0}});
    for (const int cells : {N + 1, 3 * N + 1, 50 * N + 7, 50 * N, 1000 * N + 1}) {
      const measure lumped = reaction_measure(answer, 0, 1.0, cells);
      const auto [found, bound] = bounded_lipschitz(comb, lumped);
      const double rounding = 64 * cells * epsilon<double>(), off = std::abs(found - 0.5 / N);
      EXPECT_LE(off, bound + rounding) << N << " atoms, " << cells << " cells";
      EXPECT_NEAR(bound, std::min(0.25 / cells, 3.0 * N / 4 / cells / cells), rounding);
      EXPECT_EQ(bounded_lipschitz(lumped, comb).error_bound, bound);
      if (off > rounding) largest_part_used = std::max(largest_part_used, off / bound);
    }
  }
  EXPECT_GT(largest_part_used, 0.1);  // the bound is no great exaggeration
}

/// The same for densities that vary and atoms anywhere, against cells so fine that (1) bounds what they owe by a
/// thousandth of the least bound here.
TEST(reaction_measure, owes_no_more_than_its_bound_to_any_atoms) {
  std::mt19937 random(1963);
  std::uniform_real_distribution<double> place(0, 3), weight(0, 0.3);
  for (int trial = 0; trial < 60; ++trial) {
    solution<double> answer;
    const double slope = place(random) - 1.5;
    answer.reactions.push_back({0, 0.5, 2.5, {std::max(0.0, -2 * slope) + weight(random), slope}});
    measure atoms;
    for (int k = 0; k < 1 + trial % 12; ++k)
      atoms.atoms.push_back({place(random), trial % 3 == 0 ? weight(random) - 0.1 : weight(random)});
    std::sort(atoms.atoms.begin(), atoms.atoms.end(), [](const auto& x, const auto& y) { return x.t < y.t; });
    const measure coarse = reaction_measure(answer, 0, 3.0, 200 + trial),
                  fine = reaction_measure(answer, 0, 3.0, 1 << 17);
    const auto [value, bound] = bounded_lipschitz(atoms, coarse);
    EXPECT_LE(std::abs(value - bounded_lipschitz(atoms, fine).value), bound + fine.error_bound) << "trial " << trial;
    EXPECT_LE(bound, 0.5 * coarse.error_bound);
  }
}

/// Where a density changes its sign, an optimal φ may bend anywhere: those cells owe all that (1) says.
TEST(reaction_measure, of_either_sign_owes_its_whole_bound) {
  solution<double> answer;
  answer.reactions.push_back({0, 0.0, 1.0, {0.5, -1.0}});
  const measure lumped = reaction_measure(answer, 0, 1.0, 10), none;
  solution<double> positive;
  positive.reactions.push_back({0, 0.0, 0.5, {0.5, -1.0}});
  EXPECT_NEAR(lumped.at_centroids, reaction_measure(positive, 0, 1.0, 5).error_bound, 16 * epsilon<double>());
  EXPECT_NEAR(lumped.error_bound, 2 * lumped.at_centroids, 16 * epsilon<double>());
  const auto [value, bound] = bounded_lipschitz(none, lumped);
  EXPECT_NEAR(value, 0.125 * 2 / 3, bound);  // φ = 1/2 − t up to a constant: ∫ (t − 1/2)² = 1/12
  EXPECT_EQ(bound,
            lumped.error_bound - lumped.at_centroids + std::min(lumped.at_centroids, 3 * 5 * lumped.largest_cell));
}

TEST(reaction_measure, keeps_to_its_constraint_and_its_time) {
  solution<double> answer;
  impact<double> shock;
  shock.impulse = column<double>{{3.0, 0.0}};
  shock.t = 1;
  answer.impacts.push_back(shock);
  shock.impulse = column<double>{{5.0, 7.0}};
  shock.t = 2;
  answer.impacts.push_back(shock);
  EXPECT_EQ(reaction_measure(answer, 0, 1.5).atoms.size(), 1u);
  EXPECT_EQ(reaction_measure(answer, 0, 2.0).atoms.size(), 2u);
  ASSERT_EQ(reaction_measure(answer, 1, 2.0).atoms.size(), 1u);
  EXPECT_EQ(reaction_measure(answer, 1, 2.0).atoms[0].p, 7);
}

}  // namespace
}  // namespace unilateral
