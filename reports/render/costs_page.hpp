#pragma once
/// Error beside cost, counted: evaluations of the force and projections of each scheme, on each problem whose
/// convergence is studied. Counts are functions of the sources; seconds belong to a machine and a day, and `unilateral
/// benchmark` measures them.

#include "reports/render/site.hpp"
#include "reports/study/record/record.hpp"

#include <vector>

namespace unilateral::render {

/// Measurements of the study "costs": of each run its distance from the reference in sup q, and its counts. None of a
/// problem whose reference is in doubt.
study::results cost_records(int jobs);

/// A row a run.
table counts_table(const study::results& found);
/// Error against evaluations of the force, a figure a problem.
std::vector<figure> cost_figures(const study::results& found);
/// What a tenth of the error costs, and the figures' places.
void write_costs_page(site& into, const study::results& found);

}  // namespace unilateral::render
