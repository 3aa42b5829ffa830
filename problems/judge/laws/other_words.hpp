#pragma once
/// Questions and answers in other words: leaves of formulas replaced, trajectories in other units, coordinates and
/// times.

#include "problems/judge/laws.hpp"
#include "problems/language/equal_formulas.hpp"
#include "problems/language/polynomial.hpp"

#include <cmath>
#include <algorithm>
#include <unordered_map>

namespace unilateral::laws {

using std::abs;  // a formula has an abs of its own

inline std::size_t place(int i) { return static_cast<std::size_t>(i); }

/// Leaves replaced, each node once.
class in_other_words {
 public:
  explicit in_other_words(std::function<expression(const expression&)> leaf) : leaf_(std::move(leaf)) {}
  expression operator()(const expression& x) {
    if (const auto known = done_.find(x.pointer().get()); known != done_.end()) return known->second.second;
    const int operands = arity(x.op());
    expression y = operands == 0   ? leaf_(x)
                   : operands == 1 ? apply(x.op(), (*this)(x.left()))
                                   : apply(x.op(), (*this)(x.left()), (*this)(x.right()));
    done_.emplace(x.pointer().get(), std::pair(x, y));  // x is kept: its node must live as long as its address is a key
    return y;
  }

 private:
  std::function<expression(const expression&)> leaf_;
  std::unordered_map<const expression::node*, std::pair<expression, expression>> done_;
};

inline expression combination(const std::vector<rational>& factors, const std::function<expression(int)>& of) {
  expression sum = 0;
  for (std::size_t j = 0; j < factors.size(); ++j)
    if (factors[j] != 0) sum = sum + expression(factors[j]) * of(static_cast<int>(j));
  return sum;
}

/// t → a + s t and v → s v: what comes after a, or what came before it.
inline statement with_time(const statement& bound, const rational& a, int s) {
  in_other_words say([&](const expression& leaf) -> expression {
    if (leaf.op() == operation::time) return s > 0 ? a + leaf : a - leaf;
    return leaf.op() == operation::velocity && s < 0 ? -leaf : leaf;
  });
  statement later = bound;
  for (mass_entry& m : later.system.mass) m.value = say(m.value);
  for (expression& f : later.system.force) f = say(f);
  for (expression& g : later.system.gap) g = say(g);
  return later;
}

/// Rationals that S rounds to these numbers: their text has the digits that it takes to read them back.
template <scalar S>
std::vector<expression> exactly(const column<S>& x) {
  std::vector<expression> exact;
  for (const S& entry : x) exact.emplace_back(exact_rational(to_text(entry)));
  return exact;
}

/// Coefficients of p in τ − by.
template <scalar S>
std::vector<S> coefficients_from(const trajectory<S>& path, int k, const S& by, bool reversed) {
  const int d = path.degree(k);
  std::vector<S> all;
  for (int i = 0; i < path.dimension(); ++i) {
    std::vector<S> c(path.coefficients(k, i), path.coefficients(k, i) + d + 1);
    polynomial::shift(c.data(), d, by);
    if (reversed) polynomial::stretch(c.data(), d, S(-1));
    all.insert(all.end(), c.begin(), c.end());
  }
  return all;
}

/// What happens after a, which becomes 0.
template <scalar S>
solution<S> rest_after(const solution<S>& whole, const S& a) {
  solution<S> rest = whole;
  rest.path = trajectory<S>(whole.path.dimension());
  for (int k = whole.path.piece_at(a); k < whole.path.pieces(); ++k) {
    const S from = std::max(a, whole.path.begin(k)), end = whole.path.end(k) - a;
    if (!(end > rest.path.end())) continue;
    const auto c = coefficients_from(whole.path, k, S(from - whole.path.begin(k)), false);
    rest.path.append(end, whole.path.degree(k), c.data());
  }
  std::erase_if(rest.impacts, [&](const impact<S>& shock) { return !(shock.t > a); });
  for (impact<S>& shock : rest.impacts) shock.t -= a;
  std::erase_if(rest.reactions, [&](const reaction_density<S>& r) { return !(r.to > a); });
  for (reaction_density<S>& r : rest.reactions) {
    if (a > r.from) {
      polynomial::shift(r.coefficients.data(), static_cast<int>(r.coefficients.size()) - 1, S(a - r.from));
      r.from = a;
    }
    r.from -= a;
    r.to -= a;
  }
  rest.end_time -= a;
  return rest;
}

/// The motion from its end to its beginning.
template <scalar S>
solution<S> reversed(const solution<S>& forth) {
  solution<S> back = forth;
  const S T = forth.path.end();
  back.path = trajectory<S>(forth.path.dimension());
  for (int k = forth.path.pieces(); k-- > 0;) {
    const auto c = coefficients_from(forth.path, k, S(forth.path.end(k) - forth.path.begin(k)), true);
    back.path.append(S(T - forth.path.begin(k)), forth.path.degree(k), c.data());
  }
  std::reverse(back.impacts.begin(), back.impacts.end());
  for (impact<S>& shock : back.impacts) {
    shock.t = T - shock.t;
    const column<S> before = -shock.v_plus;
    shock.v_plus = -shock.v_minus;
    shock.v_minus = before;
  }
  return back;
}

/// n × n.
inline description::table identity(int n) {
  description::table one(place(n), std::vector<rational>(place(n), 0));
  for (int i = 0; i < n; ++i) one[place(i)][place(i)] = 1;
  return one;
}

}  // namespace unilateral::laws
