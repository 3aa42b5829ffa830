#include "problems/language/rational.hpp"

#include "problems/language/input_error.hpp"

#include <cctype>

namespace unilateral {
namespace {

[[noreturn]] void refuse(std::string_view text) {
  throw input_error("number: expected a decimal or a fraction such as 9.81, 1e-3 or 22/7, found \"" +
                    std::string(text) + "\"");
}

/// Largest |exponent| accepted: beyond it a typing error is likelier than a number, and 10^exponent would exhaust
/// memory.
constexpr long largest_exponent = 10000;

rational decimal(std::string_view part, std::string_view whole) {
  std::size_t at = 0;
  const bool negative = !part.empty() && part[0] == '-';
  if (!part.empty() && (part[0] == '-' || part[0] == '+')) ++at;
  std::string digits;
  long scale = 0;
  bool point = false;
  for (; at < part.size() && (std::isdigit(static_cast<unsigned char>(part[at])) || part[at] == '.'); ++at) {
    if (part[at] == '.') {
      if (point) refuse(whole);
      point = true;
    } else {
      digits += part[at];
      if (point) --scale;
    }
  }
  if (digits.empty()) refuse(whole);
  if (at < part.size() && (part[at] == 'e' || part[at] == 'E')) {
    const std::string exponent(part.substr(at + 1));
    std::size_t used = 0;
    if (exponent.empty() || std::isspace(static_cast<unsigned char>(exponent[0]))) refuse(whole);
    try {
      const long e = std::stol(exponent, &used);
      if (used != exponent.size() || e > largest_exponent || e < -largest_exponent) refuse(whole);
      scale += e;
    } catch (const std::logic_error&) {
      refuse(whole);
    }
    at = part.size();
  }
  if (at != part.size()) refuse(whole);
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(scale < 0 ? -scale : scale));
  rational value = scale < 0 ? rational(mpz_class(digits, 10), power) : rational(mpz_class(digits, 10) * power);
  value.canonicalize();
  return negative ? rational(-value) : value;
}

}  // namespace

rational exact_rational(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) return decimal(text, text);
  const std::string_view below = text.substr(slash + 1);
  if (below.starts_with('-') || below.starts_with('+')) refuse(text);  // a sign stands before a fraction
  const rational denominator = decimal(below, text);
  if (denominator == 0) refuse(text);
  return decimal(text.substr(0, slash), text) / denominator;
}

std::string to_text(const rational& value) { return value.get_str(); }

}  // namespace unilateral
