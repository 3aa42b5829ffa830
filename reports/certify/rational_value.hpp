#pragma once
/// Formulas evaluated in rationals: exact where they are built from + − × / and whole powers; any other function is taken at a hundred digits,
/// and that value is then exact data of the certificate.

#include "problems/language/expression.hpp"

#include <map>
#include <vector>

namespace unilateral::certify {

class rational_value {
 public:
  /// At (t, q, v).
  rational_value(rational t, std::vector<rational> q, std::vector<rational> v) : t_(std::move(t)), q_(std::move(q)), v_(std::move(v)) {}

  /// Throws input_error where a formula has no value (division by 0, a free parameter).
  const rational& of(const expression& x);

 private:
  rational computed(const expression& x);

  rational t_;
  std::vector<rational> q_, v_;
  std::map<const expression::node*, rational> known_;
  std::vector<expression> kept_;  ///< so that addresses in `known_` stay taken
};

}  // namespace unilateral::certify
