/// Formulas are printed as a reader writes them, and as the same functions. Of every mechanical problem of the
/// catalogue, what is printed of M, f and the gaps is evaluated beside the original at random points, at 50 digits:
/// both are sums and products of the same atoms in another order, so that they differ by rounding, here by less than
/// 10⁻⁴⁰ of the largest atom's size (at most 10⁵ operations of 10⁻⁵⁰ each, on values that cancel by no more than 10⁵).

#include "problems/answers/problem.hpp"
#include "problems/language/tape.hpp"
#include "reports/render/for_print.hpp"
#include "reports/render/formula_markup.hpp"

#include <gtest/gtest.h>

#include <random>

namespace unilateral::render {
namespace {

const std::vector<std::string> names{"q0", "q1", "q2", "q3"};

TEST(report_formulas, like_terms_are_collected) {
  const expression l = parameter("l"), m = parameter("m"), q = coordinate(0), v = velocity(0);
  const auto printed = [&](const expression& x) { return to_text(for_print(x), names); };
  EXPECT_EQ(printed((l * l + l * l) / 2), to_text(pow(l, 2), names));
  EXPECT_EQ(printed(expression(rational(1, 2)) * (m * l * l + l * m * l)), to_text(m * pow(l, 2), names));
  EXPECT_EQ(printed(q - q), "0");
  EXPECT_EQ(printed((2 * q + 2 * l) / 2), to_text(q + l, names));
  EXPECT_EQ(printed(sin(q + q + q) * sin(3 * q)), to_text(pow(sin(3 * q), 2), names));
  EXPECT_EQ(printed(v * v * v / (q * q)), to_text(pow(v, 3) / pow(q, 2), names));
  EXPECT_EQ(printed(-v * l * sin(q) + l * (sin(q) * (v - l))), to_text(-pow(l, 2) * sin(q), names));
  // What is short as it is stays: products of sums are not multiplied out, and nothing is cancelled.
  for (const expression& x : {(q + l) * (q - m), q / q * l / l, pow(q + l, 2), l - q})
    EXPECT_TRUE(are_written_alike(for_print(x), x)) << to_text(x, names);
}

TEST(report_formulas, what_is_printed_is_the_same_function) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> number(-2, 2);
  int compared = 0, shorter = 0;
  for (const problem& p : catalogue()) {
    if (p.is_chain()) continue;
    const statement bound = with_values(std::get<statement>(p.question));
    const mechanical_system& system = bound.system;
    const int n = system.degrees_of_freedom();
    std::vector<expression> written;
    for (const mass_entry& e : system.mass) written.push_back(e.value);
    written.insert(written.end(), system.force.begin(), system.force.end());
    written.insert(written.end(), system.gap.begin(), system.gap.end());
    std::vector<expression> both = written;
    for (const expression& x : written) {
      both.push_back(for_print(x));
      shorter += are_written_alike(both.back(), x) ? 0 : 1;
    }
    tape<real50> values(both, n);
    std::vector<real50> q(static_cast<std::size_t>(n)), v(static_cast<std::size_t>(n));
    for (int k = 0; k < 3; ++k) {
      for (real50& x : q) x = number(random);
      for (real50& x : v) x = number(random);
      values.run(real50(number(random)), q.data(), v.data());
      for (std::size_t j = 0; j < written.size(); ++j) {
        const real50 x = values[static_cast<int>(j)], y = values[static_cast<int>(j + written.size())];
        if (!isfinite(x)) {
          EXPECT_FALSE(isfinite(y)) << p.name;
          continue;
        }
        ++compared;
        // Fifty digits; ten are for terms that cancel where a product of numbers below 2 is multiplied out.
        EXPECT_LE(abs(real50(x - y)), real50("1e-40") * (1 + abs(x)))
            << p.name << ": " << to_text(written[j], system.coordinates);
      }
    }
  }
  EXPECT_GT(compared, 500);
  EXPECT_GT(shorter, 5);
}

}  // namespace
}  // namespace unilateral::render
