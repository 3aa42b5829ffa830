#pragma once
/// Error beside cost, counted: evaluations of the force and projections of each scheme and each solver that chooses its
/// steps, on each problem that is no chain; and beside them seconds. Counts are functions of the sources. Seconds
/// belong to a machine and a day: they are in a file of their own (seconds.jsonl), which names the processor, and no
/// comparison of runs reads them.

#include "reports/render/site.hpp"
#include "reports/study/record/record.hpp"
#include "reports/study/work/work_record.hpp"

#include <vector>

namespace unilateral::render {

/// Measurements of the study "costs".
struct measured_costs {
  study::results counts;      ///< of each run its distance from the reference in sup q, and its counts
  study::work_records times;  ///< of the same runs the processor's seconds: of a short one the median of five
};
/// None of a problem whose reference is in doubt.
measured_costs costs_measured(int jobs);

/// The file of the seconds, beside results.jsonl.
inline constexpr auto file_of_seconds = "seconds.jsonl";

/// A row a run.
table counts_table(const study::results& found);
/// Error against evaluations of the force, against projections, against seconds: a figure a problem each, where two
/// solvers can be compared.
std::vector<figure> cost_figures(const study::results& found, const study::work_records& times);
/// What each scheme costs at its finest step, counted, and timed on the processor that `made` names.
void write_costs_page(site& into, const study::results& found, const study::work_records& times,
                      const study::run_provenance& made);

}  // namespace unilateral::render
