#pragma once
/// The cells that a grid has, by name, as they were when somebody looked at them last: reports/cells/quick.txt and
/// full.txt, which `verify --list` writes. What a study no longer plans, what it plans and leaves out for want of
/// something to measure, what is new: each is a difference from the list, and none goes unseen.
///
/// Sorted, a line for the cells of one beginning (up to the last /):
///
///     + orders/ball/sweeping/: sup q | L1 v     are measured
///     - agreement/ball/a+b/: BL impulse         is planned, and left out by its run, for there is nothing to measure
///     ? orders_over_e/ball/a/: sup q            is planned; whether it is measured nobody has looked at yet
///
/// and lines from # on.

#include "reports/study/record/record.hpp"
#include "reports/study/run/cell_filter.hpp"

#include <map>
#include <string>
#include <vector>

namespace unilateral::study {

enum class cell_state : char { measured = '+', left_out = '-', not_looked_at = '?' };
using cell_list = std::map<std::string, cell_state>;

/// Of a run, which measured `found` of what it had planned.
cell_list cells_of_run(const std::vector<std::string>& planned, const results& found);

std::string text_of(const cell_list& cells);
/// Throws input_error (file and line) on a file that cannot be read or is no list, or has a cell twice.
cell_list read_cells(const std::string& path);
/// Of this build's grid; throws input_error where there is none.
cell_list frozen_cells(bool quick);

/// What a run's cells are that the frozen ones are not, a line each, of those that the filter admits: "missing: NAME",
/// "missing: NAME, which was planned and not measured", "extra: NAME", "twice: NAME".
std::vector<std::string> differences(const cell_list& frozen, const std::vector<std::string>& planned,
                                     const results& found, const cell_filter& asked);

}  // namespace unilateral::study
