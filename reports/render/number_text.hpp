#pragma once
/// Numbers as a reader wants them. A value with its uncertainty is text_of(as_printed(…)) of study/order/verdict.hpp.

#include <string>

namespace unilateral::render {

/// "1.3e-12": two digits of an error, rounded up; a bound beside it is printed so too, and then what is within it looks
/// so. "0" of none; "inf", "nan" of what is no number.
std::string error_text(double error);

/// "0.43": two digits of a share of a bound, rounded up; beyond a thousand as an error.
std::string share_text(double share);

}  // namespace unilateral::render
