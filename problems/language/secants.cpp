#include "problems/language/secants.hpp"

#include "problems/language/written_anew.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace unilateral {
namespace {

/// x = rest · Π f(u)^p, with f sinh or cosh, as far as products and constant powers go.
class hyperbolic_factors {
 public:
  explicit hyperbolic_factors(operation f) : f_(f) {}

  /// Takes x^p apart. Below a power that is not whole only f(u) itself: the factors of √(x y) need not have roots, and
  /// (x²)^½ is no x.
  void take(const expression& x, const rational& p) {
    const bool is_whole = p.get_den() == 1;
    if (x.op() == f_)
      add(x.left(), p);
    else if (is_whole && x.op() == operation::multiply)
      take(x.left(), p), take(x.right(), p);
    else if (is_whole && has_constant_power(x) && number_in(x.right()) > 0)
      take(x.left(), p * number_in(x.right()));
    else if (is_whole && x.op() == operation::sqrt)
      take(x.left(), p / 2);
    else
      rest_ = rest_ * (p == 1 ? x : pow(x, p));
  }
  /// Takes whole factors f(u) away, up to the power `most`; how many it were.
  rational remove(const expression& u, const rational& most) {
    for (auto& [argument, p] : powers_)
      if (are_written_alike(argument, u)) {
        const rational least = std::min(p, most), removed(mpz_class(least.get_num() / least.get_den()));
        p -= removed;
        return removed;
      }
    return 0;
  }
  rational power_of(const expression& u) const {
    for (const auto& [argument, p] : powers_)
      if (are_written_alike(argument, u)) return p;
    return 0;
  }
  const std::vector<std::pair<expression, rational>>& powers() const { return powers_; }
  const expression& rest() const { return rest_; }
  expression formula() const {
    expression x = rest_;
    for (const auto& [u, p] : powers_)
      if (p > 0) x = x * pow(apply(f_, u), p);
    return x;
  }

 private:
  void add(const expression& u, const rational& p) {
    for (auto& [argument, power] : powers_)
      if (are_written_alike(argument, u)) {
        power += p;
        return;
      }
    powers_.emplace_back(u, p);
  }

  operation f_;
  std::vector<std::pair<expression, rational>> powers_{};
  expression rest_ = 1;
};

/// n/(d coshᵖ u) = n/d e^(−p log cosh u), with as many sinh u of n as there are cosh u as tanh u.
std::optional<expression> quotient(const expression& numerator, const expression& denominator) {
  if (numerator.op() == operation::negate) {
    const auto found = quotient(numerator.left(), denominator);
    return found ? std::optional(-*found) : std::nullopt;
  }
  hyperbolic_factors below(operation::cosh), cosines(operation::cosh), above(operation::sinh);
  below.take(denominator, 1);
  if (below.powers().empty()) return std::nullopt;
  cosines.take(numerator, 1);
  for (const auto& [u, p] : cosines.powers()) below.remove(u, cosines.remove(u, below.power_of(u)));
  above.take(cosines.formula(), 1);
  expression secants = 1;
  for (const auto& [u, p] : below.powers()) {
    const rational tangents = above.remove(u, p), rest = p - tangents;
    if (tangents > 0) secants = secants * pow(tanh(u), tangents);
    if (rest > 0) secants = secants * exp(rational(-rest) * log(cosh(u)));
  }
  return above.formula() * secants / below.rest();
}

}  // namespace

std::vector<expression> with_bounded_secants(const std::vector<expression>& formulas) {
  written_anew bounded([](operation op, const expression& left, const expression& right) -> std::optional<expression> {
    if (op == operation::divide) return quotient(left, right);
    if (op != operation::power || !right.is_constant() || number_in(right) > 0) return {};
    return quotient(1, pow(left, rational(-number_in(right))));
  });
  return bounded(formulas);
}

}  // namespace unilateral
