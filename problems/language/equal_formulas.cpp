#include "problems/language/equal_formulas.hpp"

#include "problems/language/many_digits.hpp"
#include "problems/language/tape.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <unordered_set>

namespace unilateral {
namespace {

/// t, q, v: exact to the bit in fifty digits and in a hundred.
using state = std::vector<real50>;

/// What a switch looks at, of every switch in x; those inside another before it.
void switches_of(const expression& x, std::unordered_set<const expression::node*>& seen,
                 std::vector<expression>& found) {
  if (arity(x.op()) == 0 || !seen.insert(x.pointer().get()).second) return;
  switches_of(x.left(), seen, found);
  if (arity(x.op()) == 2) switches_of(x.right(), seen, found);
  if (is_switch(x.op())) found.push_back(arity(x.op()) == 2 ? x.left() - x.right() : x.left());
}

class chosen_states {
 public:
  chosen_states(int n, const std::vector<expression>& about) : n_(n) {
    // Of size 4, 1, 1/4 …: formulas such as √(1 − x²) have values near 0 only, others such as log(x − 2) away from it.
    for (int k = 0; k < 24; ++k) add(std::ldexp(4, -2 * (k % 6)), {});
    if (!about.empty())
      for (int k = 0; k < 24; ++k) add(std::ldexp(4, -2 * (k % 6)), about);
    for (int k = 0; k < 18; ++k) add(std::ldexp(16, 2 * (k % 9)), {});
  }

  /// States beside the kinks of these formulas.
  void add_beside_kinks(const std::vector<expression>& formulas) {
    constexpr std::size_t most_kinks = 64, lines_a_kink = 4;
    std::unordered_set<const expression::node*> seen;
    std::vector<expression> switches;
    for (const expression& x : formulas) switches_of(x, seen, switches);
    if (switches.size() > most_kinks) switches.resize(most_kinks);
    for (const expression& g : switches) {
      tape<real50> of({g}, n_);
      std::vector<const state*> below, above;
      for (const state& y : all_) {
        const real50 value = value_at(of, y);
        if (value < 0) below.push_back(&y);
        if (value > 0) above.push_back(&y);
      }
      std::shuffle(below.begin(), below.end(), random_);
      std::shuffle(above.begin(), above.end(), random_);
      std::vector<state> beside;
      for (std::size_t k = 0; k < std::min({below.size(), above.size(), lines_a_kink}); ++k)
        for (state& y : beside_kink(of, *below[k], *above[k])) beside.push_back(std::move(y));
      std::move(beside.begin(), beside.end(), std::back_inserter(all_));
    }
  }

  const std::vector<state>& all() const { return all_; }

 private:
  void add(double size, const std::vector<expression>& about) {
    std::uniform_real_distribution<double> number(-size, size);
    state y;
    for (std::size_t i = 0; i < static_cast<std::size_t>(1 + 2 * n_); ++i) {
      const bool shifted = i > 0 && i <= about.size();
      y.push_back(real50(shifted ? constant_value<double>(about[i - 1]) : 0) + number(random_));
    }
    all_.push_back(std::move(y));
  }

  real50 value_at(tape<real50>& g, const state& y) const {
    g.run(y[0], y.data() + 1, y.data() + 1 + n_);
    return g[0];
  }

  static state between(const state& a, const state& b, const real50& part) {
    state y;
    for (std::size_t i = 0; i < a.size(); ++i) y.push_back(a[i] + part * (b[i] - a[i]));
    return y;
  }

  /// On the line from a, where g < 0, to b, where g > 0: at its zero, and beside it.
  std::vector<state> beside_kink(tape<real50>& g, const state& a, const state& b) const {
    real50 low = 0, high = 1;
    for (int k = 0; k < 100; ++k) {
      const real50 middle = (low + high) / 2;
      (value_at(g, between(a, b, middle)) > 0 ? high : low) = middle;
    }
    std::vector<state> found;
    for (int k = 2; k <= 42; k += 4)
      for (const int side : {-1, 1}) found.push_back(between(a, b, high + real50(side) * std::ldexp(1, -k)));
    return found;
  }

  int n_;
  std::mt19937_64 random_{1931};
  std::vector<state> all_;
};

}  // namespace

std::vector<std::optional<seen_apart>> differences(const std::vector<std::array<expression, 2>>& pairs,
                                                   const std::vector<expression>& about) {
  std::vector<std::optional<seen_apart>> apart(pairs.size());
  std::vector<std::size_t> open;  // pairs to be evaluated
  std::vector<expression> outputs;
  int n = static_cast<int>(about.size());
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
  if (open.empty()) return apart;

  // Parameters become further coordinates.
  const int coordinates = n;
  parameter_values values;
  for (const expression& x : outputs)
    for (const std::string& name : variables_of(x).parameters)
      if (!values.contains(name)) values.emplace(name, coordinate(n++));
  for (expression& x : outputs) x = substitute(x, values);

  chosen_states states(n, about);
  states.add_beside_kinks(outputs);
  tape<real50> fewer(outputs, n);
  tape<real100> more(outputs, n);
  for (const state& y50 : states.all()) {
    const std::vector<real100> y100(y50.begin(), y50.end());
    fewer.run(y50[0], y50.data() + 1, y50.data() + 1 + n);
    more.run(y100[0], y100.data() + 1, y100.data() + 1 + n);
    for (std::size_t k = 0; k < open.size(); ++k) {
      const int i = static_cast<int>(2 * k);
      const real100 rough(real50(fewer[i] - fewer[i + 1])), difference = more[i] - more[i + 1];
      using boost::multiprecision::isfinite;
      if (apart[open[k]] || !isfinite(rough) || !isfinite(difference) ||
          !(abs(real100(rough - difference)) < abs(difference) / 2))
        continue;
      seen_apart seen{.time = to_double(y50[0]), .coordinates = {}, .difference = to_double(difference)};
      for (int c = 0; c < coordinates; ++c) seen.coordinates.push_back(to_double(y50[static_cast<std::size_t>(1 + c)]));
      apart[open[k]] = std::move(seen);
    }
  }
  return apart;
}

bool are_equal(const expression& x, const expression& y) { return !differences({{x, y}})[0]; }

}  // namespace unilateral
