#pragma once
/// Quotients of exponentials, written so that no exponential overflows where the quotient has a value.
///
///     eᵘ/(1 + eᵘ) = 1/(e⁻ᵘ + 1),     eᵘ/(1 + eᵘ)² = 1/(e^(−u/2) + e^(u/2))²,     sinh u/cosh u = tanh u
///
/// As written, the left sides are ∞/∞ where u is large, and so are the derivatives of bounded functions such as 1/(1 +
/// eᵘ). A factor eʷ of a term of the numerator is moved into the denominator, e⁻ʷ times each of its terms: then a
/// numerator has no exponential left, and where the denominator overflows the quotient is 0, which is right. cosh is
/// moved alike, and sinh u is tanh u cosh u. These are identities of real functions; formulas without exponentials in
/// numerator and denominator are left as they are. What remains as it is: exponentials inside other functions, as in
/// log(1 + eᵘ), and differences of unbounded terms that cancel.
///
/// Tapes that evaluate do this (tape.hpp). Taylor series do not: there an exponential that underflows is harmless, and
/// one that was moved would overflow.

#include "problems/language/expression.hpp"

#include <optional>
#include <vector>

namespace unilateral {

/// The formulas with exponentials moved wherever numerator and denominator have some, and not too many terms to do it
/// in.
std::vector<expression> without_overflow(const std::vector<expression>& formulas);

/// (eᵃ − eᵇ)/(eᵃ + eᵇ) = tanh((a − b)/2), where x and y are the two parts; nothing for others. Used by the constructors
/// of formulas: as a tanh it is right in every interpreter.
std::optional<expression> as_hyperbolic_tangent(const expression& x, const expression& y);
/// a + x as a multiple of tanh, for a constant a and x = b/(1 + eᵘ) with |b| ≤ 4 |a|, so that no digit of a small sum
/// is lost; nothing for other x.
std::optional<expression> as_hyperbolic_tangent(const rational& a, const expression& x);

}  // namespace unilateral
