#pragma once
/// Exact numbers: problem data are rationals, read from decimals or fractions without rounding.

#include <gmpxx.h>

#include <string>
#include <string_view>

namespace unilateral {

using rational = mpq_class;

/// Reads "3", "-9.81", "1e-3", "22/7" or "1.5/3" exactly.
/// Throws input_error on anything else ("nan" and "inf" included) and on a zero denominator.
rational exact_rational(std::string_view text);

/// Canonical text of a rational: "p" or "p/q" in lowest terms.
std::string to_text(const rational& value);

inline namespace literals {
/// `9.81_x` is the rational 981/100: the digits as written, never through a floating literal.
inline rational operator""_x(const char* digits) { return exact_rational(digits); }
}  // namespace literals

}  // namespace unilateral
