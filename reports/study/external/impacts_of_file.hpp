#pragma once
/// Which changes of velocity in a file are impacts: those that the reference has there. A scheme with constant
/// velocities jumps in every row, and one that marks no jump changes its velocity over a row: only some of these are.

#include "reports/study/external/trajectory_file.hpp"

#include <map>

namespace unilateral::study {

/// The file's change for each known impact, by number: from the first impact on, the nearest in time after the one
/// before whose velocity changes by half to twice the reference's jump, along it. `times`: of the known impacts.
std::map<std::size_t, impact<double>> matched(const trajectory_rows& file, const foreign_trajectory& read,
                                              const std::map<std::size_t, double>& times,
                                              const trajectory<double>& reference_path);

}  // namespace unilateral::study
