#pragma once
/// Exact numbers as people write them: 3/10 is 0.3, however many digits are asked for.

#include "problems/language/many_digits.hpp"

#include <optional>
#include <string>

namespace unilateral::command {

/// All digits of x, where they end and are no more than `most`: 0.3, -9.81, 1200, 1e-12.
std::optional<std::string> exact_decimal(const rational& x, int most);

/// The shortest of the decimals of x, rounded to 1, 2, … digits, that read back as x.
inline std::string shortest_decimal(double x) { return to_text(x); }
template <unsigned Digits>
std::string shortest_decimal(const mpfr_number<Digits>& x) {
  using number = mpfr_number<Digits>;
  for (int digits = std::numeric_limits<number>::digits10; digits < std::numeric_limits<number>::max_digits10;
       ++digits) {
    const std::string text = x.str(digits, std::ios_base::fmtflags{});
    if (number(text) == x) return text;
  }
  return to_text(x);
}

}  // namespace unilateral::command
