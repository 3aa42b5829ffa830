#include "proofs/enclosures/decimals.hpp"

#include <algorithm>

namespace unilateral::enclosures {
namespace {

mpz_class power_of_ten(int exponent) {
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(exponent));
  return power;
}

/// "−1.25" from −125 and 2 places.
std::string placed(const mpz_class& scaled, int places) {
  std::string digits = mpz_class(abs(scaled)).get_str();
  if (static_cast<int>(digits.size()) <= places)
    digits.insert(0, static_cast<std::size_t>(places) + 1 - digits.size(), '0');
  if (places > 0) digits.insert(digits.size() - static_cast<std::size_t>(places), ".");
  return (scaled < 0 ? "-" : "") + digits;
}

/// The largest e with 10^e ≤ x, x > 0.
int decade(const rational& x) {
  int e =
      static_cast<int>(mpz_sizeinbase(x.get_num_mpz_t(), 10)) - static_cast<int>(mpz_sizeinbase(x.get_den_mpz_t(), 10));
  const auto power = [](int k) { return k < 0 ? rational(mpz_class(1), power_of_ten(-k)) : rational(power_of_ten(k)); };
  while (power(e) > x) --e;
  while (power(e + 1) <= x) ++e;
  return e;
}

/// Places of a bracket, and of a point, at most.
constexpr int most_places = 200, most_places_of_a_point = 60;

}  // namespace

std::string decimal_below(const rational& x, int places) {
  const rational scaled = x * power_of_ten(places);
  mpz_class floor;
  mpz_fdiv_q(floor.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
  return placed(floor, places);
}

std::string decimal_above(const rational& x, int places) {
  const rational scaled = x * power_of_ten(places);
  mpz_class ceiling;
  mpz_cdiv_q(ceiling.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
  return placed(ceiling, places);
}

decimal_bracket in_decimals(const bracket& x) {
  int places = 0;
  if (x.width() > 0) {
    places = std::clamp(2 - decade(x.width()), 0, most_places);
  } else {
    // A point: all its places, where they end.
    for (rational left = x.lower; left.get_den() != 1 && places < most_places_of_a_point; left *= 10) ++places;
  }
  return {decimal_below(x.lower, places), decimal_above(x.upper, places)};
}

std::string magnitude_above(const rational& x) {
  if (x == 0) return "0";
  int e = decade(x);
  const rational leading = e < 0    ? rational(x * power_of_ten(1 - e))
                           : e == 0 ? rational(x * 10)
                                    : rational(x / power_of_ten(e - 1));
  mpz_class digits;
  mpz_cdiv_q(digits.get_mpz_t(), leading.get_num_mpz_t(), leading.get_den_mpz_t());
  if (digits == 100) {
    digits = 10;
    ++e;
  }
  const std::string text = digits.get_str();
  return text.substr(0, 1) + "." + text.substr(1) + "e" + std::to_string(e);
}

}  // namespace unilateral::enclosures
