#pragma once
/// Figures that show claims: what the papers describe in words, and what they could not show.

#include "reports/render/figure.hpp"
#include "reports/render/table.hpp"
#include "reports/study/record/record.hpp"

namespace unilateral::render {

/// [Moreau 1983]: cones, impulse and outcome in an oblique kinetic metric.
std::vector<figure> cone_figures();
/// [Paoli 2004]: the jump of the outcome over angle and restitution, (5); distances of motions against the perturbation
/// of the data, theorem 2.2.
std::vector<figure> jump_figures();
/// Each pixel of that map as a record of the study "maps", and as a table where they stand.
study::results map_records();
table map_table();
/// Accumulation in logarithmic time; observed order against distance; energy of the double pendulum, and the scheme
/// against the reference.
std::vector<figure> scheme_figures(const study::results& found);
/// [Sayah 2004]: fig. 3, the printed criterion where it fails, chains that are towed.
std::vector<figure> towing_figures();

}  // namespace unilateral::render
