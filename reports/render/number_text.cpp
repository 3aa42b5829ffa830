#include "reports/render/number_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace unilateral::render {

std::string error_text(double error) {
  if (error == 0) return "0";
  if (!std::isfinite(error)) return fmt::format("{}", error);
  std::string text = fmt::format("{:.1e}", error);
  // Decimals are read as the nearest number: where that is below the error, the last digit goes up by one.
  if (std::strtod(text.c_str(), nullptr) < error) {
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(error))));
    text = fmt::format("{:.1e}", std::strtod(text.c_str(), nullptr) + 0.1 * std::pow(10.0, exponent));
  }
  return text;
}

std::string share_text(double share) {
  if (!std::isfinite(share) || share >= 1000 || share < 1e-4) return error_text(share);
  return fmt::format("{:.2g}", std::strtod(error_text(share).c_str(), nullptr));
}

}  // namespace unilateral::render
