#pragma once
/// Pictures of motions: phase portraits, Paoli's wedge and Sayah's chain.

#include "reports/render/figure.hpp"

namespace unilateral::render {

/// Phase portraits of the problems that a reader knows.
std::vector<figure> phase_figures();

/// [Paoli 2004, figs 1–3]: the motion in the wedge and its limits as x0 → 0.
std::vector<figure> wedge_figures();

/// [Sayah 2004, figs 4, 5]: configuration, velocities and tensions.
std::vector<figure> chain_figures();

}  // namespace unilateral::render
