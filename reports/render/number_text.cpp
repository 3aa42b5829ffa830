#include "reports/render/number_text.hpp"

#include <fmt/format.h>

namespace unilateral::render {

std::string with_uncertainty(double value, double half_width) {
  const int decimals = half_width >= 0.095 ? 2 : half_width >= 0.0095 ? 3 : 4;
  return fmt::format("{:.{}f} ± {:.{}f}", value, decimals, half_width, decimals);
}

}  // namespace unilateral::render
