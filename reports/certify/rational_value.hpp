#pragma once
/// Formulas evaluated in rationals: exact where they are built from + − × /, whole powers, abs, sign, min and max; any
/// other function is taken at fifty digits, at a hundred for an answer of more than fifty, and that value is then exact
/// data of the certificate.

#include "problems/language/expression.hpp"

#include <map>
#include <vector>

namespace unilateral::certify {

class rational_value {
 public:
  /// At (t, q, v), for an answer computed to the relative rounding `epsilon`.
  rational_value(rational t, std::vector<rational> q, std::vector<rational> v, const rational& epsilon);

  /// Throws input_error where a formula has no value (division by 0, a free parameter).
  const rational& of(const expression& x);

 private:
  rational computed(const expression& x);
  /// A function of at most two rationals, pi included, in as many digits as the answer asks for.
  rational in_digits(operation op, const rational& x, const rational& y) const;

  rational t_;
  std::vector<rational> q_, v_;
  bool to_a_hundred_;
  std::map<const expression::node*, rational> known_;
  std::vector<expression> kept_;  ///< so that addresses in `known_` stay taken
};

}  // namespace unilateral::certify
