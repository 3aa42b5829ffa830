#pragma once
/// One answer as a figure: positions, velocities, gaps, energy, impulses against time, one above the other.

#include "problems/language/chain.hpp"
#include "problems/language/solution.hpp"
#include "reports/render/figure.hpp"

namespace unilateral::render {

/// Gaps along the path; kinetic energy, and what is left of it after the work of all forces but the reactions (constant
/// between impacts where constraints don't move); the impulse of each constraint since the start. Throws input_error
/// where the answer has no path.
figure solution_figure(const statement& bound, const solution<double>& answer, const std::string& title);

/// Positions and velocities of the nodes.
figure solution_figure(const chain_statement& bound, const chain_solution<double>& answer, const std::string& title);

}  // namespace unilateral::render
