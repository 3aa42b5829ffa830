#pragma once
/// Numbers as a reader wants them.

#include <string>

namespace unilateral::render {

/// "1.04 ± 0.12": two digits of the uncertainty (at most four decimals) decide how many of the value are shown.
std::string with_uncertainty(double value, double half_width);

}  // namespace unilateral::render
