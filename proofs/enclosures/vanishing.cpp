#include "proofs/enclosures/vanishing.hpp"

#include "proofs/enclosures/allowance.hpp"

#include <map>
#include <string>
#include <unordered_map>
#include <set>

namespace unilateral::enclosures {
namespace {

/// Atoms with their exponents; their coefficient.
using monomial = std::map<std::string, int>;
using polynomial = std::map<monomial, rational>;

/// What grows beyond this is given up.
constexpr std::size_t most_terms = 3000;
constexpr int most_factors = 24;
struct too_long {};

polynomial constant(const rational& c) { return c == 0 ? polynomial{} : polynomial{{monomial{}, c}}; }

void add_to(polynomial& sum, const monomial& m, const rational& c) {
  const auto [found, is_new] = sum.emplace(m, c);
  if (!is_new) found->second += c;
  if (found->second == 0) sum.erase(found);
  if (sum.size() > most_terms) throw too_long{};
}

polynomial sum(polynomial x, const polynomial& y, const rational& factor) {
  for (const auto& [m, c] : y) add_to(x, m, c * factor);
  return x;
}

polynomial product(const polynomial& x, const polynomial& y);

/// A product of atoms, with sin² replaced: "sin …" by 1 − "cos …"².
polynomial reduced(const monomial& m, const rational& c) {
  for (const auto& [atom, exponent] : m)
    if (exponent >= 2 && atom.starts_with("sin ")) {
      monomial rest = m;
      rest[atom] -= 2;
      if (rest[atom] == 0) rest.erase(atom);
      const std::string cosine = "cos " + atom.substr(4);
      return product(reduced(rest, c), {{{}, 1}, {{{cosine, 2}}, -1}});
    }
  return {{m, c}};
}

polynomial product(const polynomial& x, const polynomial& y) {
  polynomial found;
  allowance::spend(static_cast<std::int64_t>(x.size()) * static_cast<std::int64_t>(y.size()));
  for (const auto& [m, c] : x)
    for (const auto& [n, d] : y) {
      monomial both = m;
      for (const auto& [atom, exponent] : n) both[atom] += exponent;
      for (const auto& [k, f] : reduced(both, c * d)) add_to(found, k, f);
    }
  return found;
}

struct fraction {
  polynomial above, below{{monomial{}, 1}};
};

class reader {
 public:
  const fraction& of(const expression& x) {
    const auto known = known_.find(x.pointer().get());
    if (known != known_.end()) return known->second;
    return known_.emplace(x.pointer().get(), read(x)).first->second;
  }

 private:
  static fraction atom(const std::string& name) { return {{{{{name, 1}}, 1}}}; }
  /// The text of an operand: a constant that is written in two ways is one.
  std::string text(const expression& x) {
    const fraction& f = of(x);
    if (f.above.empty()) return "0";
    return to_text(x, {});
  }
  static fraction added(const fraction& x, const fraction& y, int sign) {
    if (x.below == y.below) return {sum(x.above, y.above, sign), x.below};
    return {sum(product(x.above, y.below), product(y.above, x.below), sign), product(x.below, y.below)};
  }

  fraction read(const expression& x) {
    switch (x.op()) {
      case operation::constant:
        return {constant(x.root().value)};
      case operation::pi:
        return atom("pi");
      case operation::time:
        return atom("t");
      case operation::coordinate:
        return atom("q" + std::to_string(x.root().index));
      case operation::velocity:
        return atom("v" + std::to_string(x.root().index));
      case operation::parameter:
        return atom("parameter " + x.root().name);
      case operation::add:
        return added(of(x.left()), of(x.right()), 1);
      case operation::subtract:
        return added(of(x.left()), of(x.right()), -1);
      case operation::negate:
        return {sum({}, of(x.left()).above, -1), of(x.left()).below};
      case operation::multiply: {
        const fraction &a = of(x.left()), &b = of(x.right());
        return {product(a.above, b.above), product(a.below, b.below)};
      }
      case operation::divide: {
        const fraction &a = of(x.left()), &b = of(x.right());
        if (b.above.empty()) throw too_long{};  // no value anywhere
        return {product(a.above, b.below), product(a.below, b.above)};
      }
      case operation::power: {
        const expression exponent = x.right();
        if (exponent.is_constant() && exponent.root().value.get_den() == 1 && exponent.root().value > 0 &&
            exponent.root().value <= most_factors) {
          const fraction& a = of(x.left());
          fraction found{constant(1)};
          for (long k = exponent.root().value.get_num().get_si(); k > 0; --k)
            found = {product(found.above, a.above), product(found.below, a.below)};
          return found;
        }
        return atom("(" + text(x.left()) + ")^(" + text(exponent) + ")");
      }
      default:
        return atom(x.op() == operation::sin   ? "sin " + text(x.left())
                    : x.op() == operation::cos ? "cos " + text(x.left())
                    : arity(x.op()) == 1
                        ? std::to_string(static_cast<int>(x.op())) + " " + text(x.left())
                        : std::to_string(static_cast<int>(x.op())) + " " + text(x.left()) + ", " + text(x.right()));
    }
  }

  std::unordered_map<const expression::node*, fraction> known_;
};

bool has_kinks(const expression& x, std::set<const expression::node*>& seen) {
  if (!seen.insert(&x.root()).second) return false;
  switch (x.op()) {
    case operation::abs:
    case operation::sign:
    case operation::step:
      if (!x.left().is_constant()) return true;
      break;
    case operation::min:
    case operation::max:
    case operation::atan2:  // jumps across its cut
      return true;
    case operation::sqrt: {
      const expression inner = x.left();
      if (inner.op() == operation::power ||
          (inner.op() == operation::multiply && inner.left().pointer() == inner.right().pointer()))
        return true;
      break;
    }
    default:
      break;
  }
  const int operands = arity(x.op());
  return (operands >= 1 && has_kinks(x.left(), seen)) || (operands == 2 && has_kinks(x.right(), seen));
}

}  // namespace

bool vanishes(const expression& x) {
  try {
    return reader().of(x).above.empty();
  } catch (const too_long&) {
    return false;
  }
}

bool has_kinks(const expression& x) {
  std::set<const expression::node*> seen;
  return has_kinks(x, seen);
}

}  // namespace unilateral::enclosures
