#include "reports/study/known_gaps.hpp"

#include <array>
#include <string_view>

namespace unilateral::study {
namespace {

enum class grid_of { quick, full, both };

struct gap {
  std::string_view cell;
  grid_of when;
  std::string_view reason;
};

// None at present. An entry is {"orders/problem/solver/distance", grid_of::full, "why"}.
constexpr std::array<gap, 0> gaps{};

}  // namespace

std::string known_gap(const std::string& cell, bool quick) {
  for (const gap& g : gaps)
    if (g.cell == cell && g.when != (quick ? grid_of::full : grid_of::quick)) return std::string(g.reason);
  return {};
}

}  // namespace unilateral::study
