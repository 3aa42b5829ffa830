#include "reports/certify/rational_value.hpp"

#include "problems/language/input_error.hpp"
#include "problems/language/tape.hpp"
#include "reports/certify/exact_answer.hpp"

#include <cmath>
#include <stdexcept>

namespace unilateral::certify {
namespace {

/// Largest whole power that is multiplied out.
constexpr long largest_power = 64;

template <scalar S>
rational evaluated_in(operation op, const rational& x, const rational& y) {
  try {
    return dyadic(op == operation::pi ? scalar_traits<S>::pi() : evaluate<S>(op, exact<S>(x), exact<S>(y)));
  } catch (const std::domain_error&) {
    throw input_error(
        "certificate: expected formulas with a value at the state of the certificate, found one that is not finite");
  }
}

}  // namespace

rational_value::rational_value(rational t, std::vector<rational> q, std::vector<rational> v, const rational& epsilon)
    : t_(std::move(t)),
      q_(std::move(q)),
      v_(std::move(v)),
      to_a_hundred_(epsilon < dyadic(unilateral::epsilon<real50>())) {}

rational rational_value::in_digits(operation op, const rational& x, const rational& y) const {
  return to_a_hundred_ ? evaluated_in<real100>(op, x, y) : evaluated_in<real50>(op, x, y);
}

const rational& rational_value::of(const expression& x) {
  const auto known = known_.find(x.pointer().get());
  if (known != known_.end()) return known->second;
  rational value = computed(x);
  kept_.push_back(x);
  return known_.emplace(x.pointer().get(), std::move(value)).first->second;
}

rational rational_value::computed(const expression& x) {
  const auto binary = [&] { return std::pair<rational, rational>(of(x.left()), of(x.right())); };
  switch (x.op()) {
    case operation::constant:
      return x.root().value;
    case operation::pi:
      return in_digits(x.op(), 0, 0);
    case operation::time:
      return t_;
    case operation::coordinate:
      return q_.at(static_cast<std::size_t>(x.root().index));
    case operation::velocity:
      return v_.at(static_cast<std::size_t>(x.root().index));
    case operation::parameter:
      throw input_error("certificate: expected a value for the parameter \"" + x.root().name + "\"");
    case operation::add: {
      const auto [a, b] = binary();
      return a + b;
    }
    case operation::subtract: {
      const auto [a, b] = binary();
      return a - b;
    }
    case operation::multiply: {
      const auto [a, b] = binary();
      return a * b;
    }
    case operation::divide: {
      const auto [a, b] = binary();
      if (sgn(b) == 0)
        throw input_error(
            "certificate: expected formulas with a value at the state of the certificate, found a division by 0");
      return a / b;
    }
    case operation::power: {
      const auto [a, b] = binary();
      if (b.get_den() != 1 || abs(b) > largest_power || (sgn(a) == 0 && sgn(b) < 0)) return in_digits(x.op(), a, b);
      rational product = 1;
      for (long k = 0; k < std::abs(b.get_num().get_si()); ++k) product *= a;
      return sgn(b) < 0 ? rational(1 / product) : product;
    }
    case operation::negate:
      return -of(x.left());
    case operation::abs:
      return abs(of(x.left()));
    case operation::sign:
      return sgn(of(x.left()));
    case operation::step:
      return rational(1 + sgn(of(x.left()))) / 2;
    case operation::min: {
      const auto [a, b] = binary();
      return b < a ? b : a;
    }
    case operation::max: {
      const auto [a, b] = binary();
      return a < b ? b : a;
    }
    case operation::atan2: {
      const auto [a, b] = binary();
      return in_digits(x.op(), a, b);
    }
    default:
      return in_digits(x.op(), of(x.left()), 0);
  }
}

}  // namespace unilateral::certify
