/// What exact nodes of a chain amount to in double at one instant: directions, c and s of joints, lengths, each with
/// little more than one rounding, wherever the bars are and however near they are to straight, folded or square.
/// Truth: two hundred digits.

#include "problems/language/many_digits.hpp"
#include "solvers/chain_duality/polygon.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

namespace unilateral::chain_duality {
namespace {

using truth = mpfr_number<200>;

/// |x − y| in roundings of y; 0 of 0 is 0.
double off_by(double x, const truth& y) {
  if (y == 0) return x == 0 ? 0 : std::numeric_limits<double>::infinity();
  return to_double(truth(abs(truth(truth(x) - y)) / abs(y) / epsilon<double>()));
}

/// Half a unit of the last place, and what twice the digits leave.
constexpr double one_rounding = 0.51;

/// of_fractions: no node is a formula.
void expect_rounded_once(const chain_statement& chain, const std::string& what, bool of_fractions = true) {
  const rounded_chain<double> found = rounded_at_one_instant(chain);
  const std::size_t n = static_cast<std::size_t>(chain.bars());
  ASSERT_EQ(found.length.size(), n) << what;
  ASSERT_EQ(found.shape.cosine.size(), n - 1) << what;
  const auto exact_value = [](const expression& x) { return x.is_constant() ? x.root().value : rational(0); };
  rational exact_before[2];
  truth before[2];
  for (std::size_t i = 1; i <= n; ++i) {
    truth d[2];
    rational exact_d[2];
    for (std::size_t k = 0; k < 2; ++k) {
      d[k] = constant_value<truth>(chain.nodes[i][k]) - constant_value<truth>(chain.nodes[i - 1][k]);
      exact_d[k] = exact_value(chain.nodes[i][k]) - exact_value(chain.nodes[i - 1][k]);
      EXPECT_LE(off_by(found.node[i][static_cast<Eigen::Index>(k)], constant_value<truth>(chain.nodes[i][k])),
                one_rounding)
          << what << ", node " << i;
    }
    const truth L = sqrt(truth(d[0] * d[0] + d[1] * d[1])), T[2] = {d[0] / L, d[1] / L};
    EXPECT_LE(off_by(found.length[i - 1], L), one_rounding) << what << ", bar " << i;
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_LE(off_by(found.shape.direction[i - 1][static_cast<Eigen::Index>(k)], T[k]), one_rounding)
          << what << ", bar " << i;
    if (i > 1) {
      truth c = before[0] * T[0] + before[1] * T[1], s = before[0] * T[1] - before[1] * T[0];
      if (of_fractions && exact_before[0] * exact_d[0] + exact_before[1] * exact_d[1] == 0) c = 0;
      if (of_fractions && exact_before[0] * exact_d[1] - exact_before[1] * exact_d[0] == 0) s = 0;
      EXPECT_LE(off_by(found.shape.cosine[i - 2], c), one_rounding) << what << ", joint " << i;
      EXPECT_LE(off_by(found.shape.sine[i - 2], s), one_rounding) << what << ", joint " << i;
    }
    for (std::size_t k = 0; k < 2; ++k) before[k] = T[k], exact_before[k] = exact_d[k];
  }
}

rational power_of_ten(int k) {
  rational power = 1;
  for (int j = 0; j < std::abs(k); ++j) power *= 10;
  return k < 0 ? rational(1 / power) : power;
}

/// Bars of random turns, sizes near `size`, from a node near `from`; coordinates are sums of fractions over `over`.
chain_statement random_chain(std::mt19937_64& random, const rational& size, const rational& from, long over) {
  std::uniform_int_distribution<long> number(-over, over);
  chain_statement chain;
  rational x = from, y = -from;
  chain.nodes = {{x, y}};
  for (int i = 0; i < 40; ++i) {
    const long a = number(random), b = number(random);
    if (a == 0 && b == 0) continue;
    x += size * rational(a, over), y += size * rational(b, over);
    chain.nodes.push_back({x, y});
  }
  return chain;
}

TEST(chain_rounding, is_one_rounding_at_every_size_and_place) {
  std::mt19937_64 random(20171);
  for (const int size : {-290, -100, -3, 0, 3, 100, 290})
    for (const int place : {0, 5, 10, 15, 25}) {
      if (size + place > 305) continue;  // beyond all doubles
      for (const long over : {7L, 1000L, 999999937L, 1000000000000037L})
        expect_rounded_once(
            random_chain(random, power_of_ten(size), power_of_ten(size) * power_of_ten(place), over),
            "size 1e" + std::to_string(size) + ", place 1e" + std::to_string(place) + ", over " + std::to_string(over));
    }
}

/// Turns of 10^−k beside straight, folded and square joints, of which doubles see nothing.
TEST(chain_rounding, is_one_rounding_beside_straight_folded_and_square_joints) {
  for (const int k : {3, 8, 12, 16, 20, 30, 45}) {
    const rational tiny = power_of_ten(-k);
    for (const auto& [along, across] :
         {std::pair<rational, rational>{1, tiny}, {rational(-1), tiny}, {tiny, 1}, {tiny, rational(-1)}}) {
      chain_statement chain;
      rational x = rational(1, 3), y = rational(2, 7);
      chain.nodes = {{x, y}};
      rational a = rational(3, 11), b = rational(5, 13);
      for (int i = 0; i < 6; ++i) {
        x += a, y += b;
        chain.nodes.push_back({x, y});
        const rational turned = a * along - b * across;
        b = b * along + a * across;
        a = turned;
      }
      expect_rounded_once(chain, "1e-" + std::to_string(k));
    }
  }
}

TEST(chain_rounding, is_one_rounding_of_numbers_of_any_form) {
  chain_statement chain;
  chain.nodes = {{0, 0},
                 {sqrt(expression(2)), pi()},
                 {rational("123456789012345678901234567890/97"), rational("-98765432109876543210987654321098765/89")},
                 {rational("1/340282366920938463463374607431768211507"), 1},
                 {exact_rational("1e-40"), exact_rational("1e-41")}};
  expect_rounded_once(chain, "numbers of any form", false);
}

TEST(chain_rounding, of_a_bar_without_length_is_no_number) {
  chain_statement chain;
  chain.nodes = {{0, 0}, {rational(1, 3), 1}, {rational(1, 3), 1}, {2, 2}};
  const rounded_chain<double> found = rounded_at_one_instant(chain);
  EXPECT_GT(found.length[0], 0);
  EXPECT_FALSE(found.length[1] > 0);
}

}  // namespace
}  // namespace unilateral::chain_duality
