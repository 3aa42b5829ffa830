#include "reports/claims/chain_instances.hpp"

#include <random>

namespace unilateral::claims {

chain_statement chain_of(const std::vector<std::array<expression, 2>>& bars) {
  chain_statement chain;
  chain.nodes = {{0, 0}};
  for (const auto& bar : bars) chain.nodes.push_back({chain.nodes.back()[0] + bar[0], chain.nodes.back()[1] + bar[1]});
  chain.velocity = {-1, 0};
  return with_values(chain);
}

chain_statement arc(int n, const expression& beta) {
  std::vector<std::array<expression, 2>> bars;
  for (int i = 0; i < n; ++i) bars.push_back({cos(i * beta), sin(i * beta)});
  return chain_of(bars);
}
expression degrees(int d) { return rational(d) * pi() / 180; }
real50 radians(int d) { return d * scalar_traits<real50>::pi() / 180; }

std::vector<plane_vector<real50>> directions(const chain_statement& chain) {
  std::vector<plane_vector<real50>> T;
  for (std::size_t i = 1; i < chain.nodes.size(); ++i) {
    const plane_vector<real50> d(
        constant_value<real50>(chain.nodes[i][0]) - constant_value<real50>(chain.nodes[i - 1][0]),
        constant_value<real50>(chain.nodes[i][1]) - constant_value<real50>(chain.nodes[i - 1][1]));
    T.push_back(d / real50(sqrt(real50(d.dot(d)))));
  }
  return T;
}

std::vector<chain_statement> polygons(int count, unsigned seed, bool other_lengths) {
  std::mt19937 random(seed);
  std::vector<chain_statement> all;
  for (int k = 0; k < count; ++k) {
    const std::size_t n = 2 + random() % 7;
    rational x = 1, y = 0;
    std::vector<std::array<expression, 2>> bars;
    for (std::size_t i = 0; i < n; ++i) {
      const rational t(static_cast<int>(random() % 41) - 20, 41), c = (1 - t * t) / (1 + t * t),
                                                                  s = 2 * t / (1 + t * t), turned = x * c - y * s;
      y = x * s + y * c;
      x = turned;
      const rational length = other_lengths ? rational(static_cast<int>(i) + 2, 3) : rational(1);
      bars.push_back({rational(length * x), rational(length * y)});
    }
    all.push_back(chain_of(bars));
  }
  return all;
}

}  // namespace unilateral::claims
