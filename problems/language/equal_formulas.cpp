#include "problems/language/equal_formulas.hpp"

#include "problems/language/many_digits.hpp"
#include "problems/language/tape.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace unilateral {
std::vector<bool> are_equal(const std::vector<std::array<expression, 2>>& pairs, const std::vector<expression>& about) {
  std::vector<bool> equal(pairs.size(), true);
  std::vector<std::size_t> open;  // pairs to be evaluated
  std::vector<expression> outputs;
  int n = 0;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (are_written_alike(pairs[k][0], pairs[k][1])) continue;
    open.push_back(k);
    for (const expression& x : pairs[k]) {
      outputs.push_back(x);
      const variables of = variables_of(x);
      for (const auto* list : {&of.coordinates, &of.velocities})
        if (!list->empty()) n = std::max(n, list->back() + 1);
    }
  }
  if (open.empty()) return equal;

  // Parameters become further coordinates.
  parameter_values values;
  for (const expression& x : outputs)
    for (const std::string& name : variables_of(x).parameters)
      if (!values.contains(name)) values.emplace(name, coordinate(n++));
  for (expression& x : outputs) x = substitute(x, values);

  // States of size 4, 1, 1/4 …: formulas such as √(1 − x²) have values near 0 only, others such as log(x − 2) away from
  // it.
  tape<real50> fewer(outputs, n);
  tape<real100> more(outputs, n);
  std::mt19937_64 random(1931);
  for (int state = 0; state < (about.empty() ? 24 : 48); ++state) {
    const double size = std::ldexp(4, -2 * (state % 6));
    std::uniform_real_distribution<double> number(-size, size);
    std::vector<real50> y50;  // t, q, v
    std::vector<real100> y100;
    for (int i = 0; i < 1 + 2 * n; ++i) {
      const bool shifted = state >= 24 && i > 0 && i <= static_cast<int>(about.size());
      const double from = shifted ? constant_value<double>(about[static_cast<std::size_t>(i - 1)]) : 0,
                   x = number(random);
      y50.push_back(real50(from) + x);
      y100.push_back(real100(from) + x);
    }
    fewer.run(y50[0], y50.data() + 1, y50.data() + 1 + n);
    more.run(y100[0], y100.data() + 1, y100.data() + 1 + n);
    for (std::size_t k = 0; k < open.size(); ++k) {
      const int i = static_cast<int>(2 * k);
      const real100 rough(real50(fewer[i] - fewer[i + 1])), difference = more[i] - more[i + 1];
      using boost::multiprecision::isfinite;
      if (isfinite(rough) && isfinite(difference) && abs(real100(rough - difference)) < abs(difference) / 2)
        equal[open[k]] = false;
    }
  }
  return equal;
}

bool are_equal(const expression& x, const expression& y) { return are_equal({{x, y}})[0]; }

}  // namespace unilateral
