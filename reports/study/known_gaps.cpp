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

constexpr std::string_view near_grazing =
    "the impact speed is 0.07, so the jumps are small beside the smooth motion: at the quick grid's steps the L2 slope still lies between 1/2 and 1";
constexpr std::string_view late =
    "paoli_schatzman is 2h late after each impact: its impulses are compared where the lag is as long as the last flight, and its own error bound misses that by 0.4 %";
constexpr std::array<gap, 3> gaps{{
    {"orders/oscillator_grazing_above/paoli_schatzman/L2 v", grid_of::quick, near_grazing},
    {"orders/oscillator_grazing_above/sweeping/L2 v", grid_of::quick, near_grazing},
    {"crosses/ball_earth/event_driven+paoli_schatzman/BL impulse", grid_of::both, late},
}};

}  // namespace

std::string known_gap(const std::string& cell, bool quick) {
  for (const gap& g : gaps)
    if (g.cell == cell && g.when != (quick ? grid_of::full : grid_of::quick)) return std::string(g.reason);
  return {};
}

}  // namespace unilateral::study
