#pragma once
/// Another code's trajectories against the reference.

#include "problems/answers/problem.hpp"
#include "reports/study/external/trajectory_file.hpp"
#include "reports/study/record/record.hpp"
#include "reports/study/reference/instance.hpp"
#include "reports/study/reference/trusted_run.hpp"

#include <string>
#include <vector>

namespace unilateral::study {

/// The name of that distance as a quantity: "distance sup q".
std::string distance_of_file(distance_kind kind);

/// The trajectory in a .csv file (trajectory_file.hpp; of a chain chain_file.hpp) against the problem's reference:
/// distances, residuals, known values, costs that the file states; all of them `measured`, since a foreign code
/// declares nothing here. Without impulses in the file: no distance of impulses, and of the residuals those that need
/// none. An impact that no jump marks is read where the velocity changes (trajectory_file.hpp). Distances at rows as
/// reading.hpp says, of the file's largest step; where they give none the record can't tell.
/// A chain: bars, drive, friction (judge_chain.cpp), and what is known.
/// Throws input_error (file, line, column) for a bad file.
/// A reference in doubt gives a record that says so (verdict::reference_in_doubt), in place of the distances.
/// velocity: none is `auto`.
results judge(const problem& of, const parameter_list& overrides, const std::string& csv_path,
              const reference_request& how = {}, std::optional<velocity_reading> velocity = {});

/// Several files of one question, one after the other; and where at least four of them have steps that differ, the
/// orders of their distances and residuals in the largest step of each (order_of_files.hpp).
results judge(const problem& of, const parameter_list& overrides, const std::vector<std::string>& csv_paths,
              const reference_request& how = {}, std::optional<velocity_reading> velocity = {});

}  // namespace unilateral::study
