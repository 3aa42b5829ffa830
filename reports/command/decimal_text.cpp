#include "reports/command/decimal_text.hpp"

#include <algorithm>

namespace unilateral::command {

std::optional<std::string> exact_decimal(const rational& x, int most) {
  mpz_class rest = x.get_den();
  int twos = 0, fives = 0;
  for (; mpz_divisible_ui_p(rest.get_mpz_t(), 2) != 0; ++twos) rest /= 2;
  for (; mpz_divisible_ui_p(rest.get_mpz_t(), 5) != 0; ++fives) rest /= 5;
  if (rest != 1) return {};
  // x = ± digits · 10^exponent
  int exponent = -std::max(twos, fives);
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(-exponent));
  const rational scaled = abs(x) * power;
  std::string digits = scaled.get_num().get_str();
  while (digits.size() > 1 && digits.back() == '0') {
    digits.pop_back();
    ++exponent;
  }
  const int count = static_cast<int>(digits.size());
  if (count > most) return {};
  if (digits == "0") return digits;
  const std::string minus = sgn(x) < 0 ? "-" : "";
  // Zeros that only hold the place of the point: up to five before the digits, up to what a whole number has anyway.
  constexpr int leading = 5, whole = 15;
  const int before_point = count + exponent;
  if (before_point > std::max(whole, count) || before_point < -leading) {
    const std::string power_of_ten = "e" + std::to_string(before_point - 1);
    return minus + digits.substr(0, 1) + (count > 1 ? "." + digits.substr(1) : "") + power_of_ten;
  }
  if (exponent >= 0) return minus + digits + std::string(static_cast<std::size_t>(exponent), '0');
  if (before_point <= 0) return minus + "0." + std::string(static_cast<std::size_t>(-before_point), '0') + digits;
  return minus + digits.substr(0, static_cast<std::size_t>(before_point)) + "." +
         digits.substr(static_cast<std::size_t>(before_point));
}

}  // namespace unilateral::command
