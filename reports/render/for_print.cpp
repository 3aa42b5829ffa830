#include "reports/render/for_print.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace unilateral::render {
namespace {

/// Leaves and operations of a formula written out: as a tree, so that what is shared counts as often as it is printed.
class length_written {
 public:
  double of(const expression& x) {
    if (const auto known = known_.find(x.pointer().get()); known != known_.end()) return known->second;
    double length = 1;
    if (arity(x.op()) > 0) length += of(x.left());
    if (arity(x.op()) > 1) length += of(x.right());
    return known_[x.pointer().get()] = length;
  }

 private:
  std::unordered_map<const expression::node*, double> known_;
};

/// More is not read.
constexpr double longest_to_rewrite = 1000;
/// Powers up to here are written as such.
constexpr long largest_exponent = 64;
/// A product of sums is multiplied out into so many terms at most.
constexpr std::size_t most_terms = 24;

/// coefficient · Π atom^exponent
struct monomial {
  rational coefficient = 1;
  std::vector<std::pair<expression, long>> factors{};
};
using polynomial_sum = std::vector<monomial>;

class collector {
 public:
  /// multiplies_out: products of sums become sums of products.
  collector(const expression& whole, bool multiplies_out) : multiplies_out_(multiplies_out) {
    const variables all = variables_of(whole);
    const int most = std::max(all.coordinates.empty() ? -1 : all.coordinates.back(),
                              all.velocities.empty() ? -1 : all.velocities.back());
    for (int i = 0; i <= most; ++i) names_.push_back("q" + std::to_string(i));
  }

  expression rewritten(const expression& x) const { return as_formula(terms_of(x)); }

 private:
  polynomial_sum terms_of(const expression& x) const {
    using enum operation;
    switch (x.op()) {
      case constant:
        return x.is(0) ? polynomial_sum{} : polynomial_sum{{x.root().value}};
      case add:
      case subtract: {
        polynomial_sum terms = terms_of(x.left());
        for (monomial& m : terms_of(x.right())) {
          if (x.op() == subtract) m.coefficient = -m.coefficient;
          terms.push_back(std::move(m));
        }
        return collected(terms);
      }
      case negate: {
        polynomial_sum terms = terms_of(x.left());
        for (monomial& m : terms) m.coefficient = -m.coefficient;
        return terms;
      }
      case multiply:
        return product(terms_of(x.left()), terms_of(x.right()));
      case divide: {
        if (!x.right().is_constant()) return {atom(rewritten(x.left()) / rewritten(x.right()))};
        monomial m = as_one(terms_of(x.left()));
        m.coefficient /= x.right().root().value;
        return opened(m);
      }
      case power: {
        long n = 0;
        if (!is_exponent(x.right(), n)) return {atom(pow(rewritten(x.left()), rewritten(x.right())))};
        const monomial base = as_one(terms_of(x.left()));
        monomial m;
        for (long k = 0; k < n; ++k) m = product(m, base);
        return opened(m);
      }
      default:
        return arity(x.op()) == 0   ? polynomial_sum{atom(x)}
               : arity(x.op()) == 1 ? polynomial_sum{atom(apply(x.op(), rewritten(x.left())))}
                                    : polynomial_sum{atom(apply(x.op(), rewritten(x.left()), rewritten(x.right())))};
    }
  }

  static monomial atom(const expression& x) { return {1, {{x, 1}}}; }

  static bool is_exponent(const expression& x, long& n) {
    if (!x.is_constant() || x.root().value.get_den() != 1 || !x.root().value.get_num().fits_slong_p()) return false;
    n = x.root().value.get_num().get_si();
    return n >= 1 && n <= largest_exponent;
  }

  std::string key_of(const expression& x) const { return to_text(x, names_); }

  /// Factors alike, in whatever order.
  std::map<std::string, long> key_of(const monomial& m) const {
    std::map<std::string, long> key;
    for (const auto& [x, n] : m.factors) key[key_of(x)] += n;
    return key;
  }

  polynomial_sum collected(const polynomial_sum& terms) const {
    polynomial_sum all;
    std::map<std::map<std::string, long>, std::size_t> at;
    for (const monomial& m : terms) {
      const auto [known, is_new] = at.try_emplace(key_of(m), all.size());
      if (is_new)
        all.push_back(m);
      else
        all[known->second].coefficient += m.coefficient;
    }
    std::erase_if(all, [](const monomial& m) { return m.coefficient == 0; });
    return all;
  }

  monomial product(const monomial& x, const monomial& y) const {
    monomial m = x;
    m.coefficient *= y.coefficient;
    for (const auto& [factor, n] : y.factors) {
      const std::string key = key_of(factor);
      const auto same = std::find_if(m.factors.begin(), m.factors.end(), [&, &own = factor](const auto& f) {
        return f.first.op() == own.op() && key_of(f.first) == key;
      });
      if (same == m.factors.end())
        m.factors.emplace_back(factor, n);
      else
        same->second += n;
    }
    return m;
  }

  polynomial_sum product(const polynomial_sum& x, const polynomial_sum& y) const {
    if (!multiplies_out_ || x.size() * y.size() > most_terms) return opened(product(as_one(x), as_one(y)));
    polynomial_sum all;
    for (const monomial& m : x)
      for (const monomial& n : y) all.push_back(product(m, n));
    return collected(all);
  }

  /// A sum of several terms is one factor, the number that all its coefficients share before it.
  monomial as_one(const polynomial_sum& terms) const {
    if (terms.empty()) return {0, {}};
    if (terms.size() == 1) return terms.front();
    mpz_class numerator = 0, denominator = 1;
    for (const monomial& m : terms) {
      numerator = gcd(numerator, m.coefficient.get_num());
      denominator = lcm(denominator, m.coefficient.get_den());
    }
    rational shared(numerator, denominator);
    shared.canonicalize();
    polynomial_sum rest = terms;
    for (monomial& m : rest) m.coefficient /= shared;
    return {shared, {{as_formula(rest), 1}}};
  }

  /// The other way round: a sum that nothing multiplies is its terms again.
  polynomial_sum opened(const monomial& m) const {
    if (m.coefficient == 0) return {};
    if (m.coefficient == 1 && m.factors.size() == 1 && m.factors.front().second == 1)
      if (const operation op = m.factors.front().first.op(); op == operation::add || op == operation::subtract)
        return terms_of(m.factors.front().first);
    return {m};
  }

  static expression as_formula(const monomial& m) {
    expression out = m.coefficient;
    for (const auto& [x, n] : m.factors) out = out * (n == 1 ? x : pow(x, expression(static_cast<int>(n))));
    return out;
  }

  static expression as_formula(const polynomial_sum& terms) {
    if (terms.empty()) return 0;
    expression out = as_formula(terms.front());
    for (std::size_t k = 1; k < terms.size(); ++k) {
      monomial m = terms[k];
      const bool less = m.coefficient < 0;
      if (less) m.coefficient = -m.coefficient;
      out = less ? out - as_formula(m) : out + as_formula(m);
    }
    return out;
  }

  bool multiplies_out_;
  std::vector<std::string> names_;
};

}  // namespace

expression for_print(const expression& x) {
  length_written length;
  if (length.of(x) > longest_to_rewrite) return x;
  expression shortest = x;
  for (const bool multiplies_out : {false, true})
    if (const expression y = collector(x, multiplies_out).rewritten(x); length.of(y) < length.of(shortest))
      shortest = y;
  return shortest;
}

}  // namespace unilateral::render
