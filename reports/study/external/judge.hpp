#pragma once
/// Another code's trajectory against the reference.

#include "problems/answers/problem.hpp"
#include "reports/study/record/record.hpp"
#include "reports/study/reference/instance.hpp"
#include "reports/study/reference/trusted_run.hpp"

#include <string>

namespace unilateral::study {

/// The name of that distance as a quantity: "distance sup q".
std::string distance_of_file(distance_kind kind);

/// The trajectory in a .csv file (trajectory_file.hpp) against the problem's reference: distances, residuals, known
/// values; all of them `measured`, since a foreign code declares nothing here. Without impulses in the file: no
/// distance of impulses, and of the residuals those that need none. An impact that no jump marks is read in the middle
/// of the row over which the velocity changes. Throws input_error (file, line, column) for a bad file, and for a chain.
/// A reference in doubt gives a record that says so (verdict::reference_in_doubt), in place of the distances.
results judge(const problem& of, const parameter_list& overrides, const std::string& csv_path,
              const reference_request& how = {});

}  // namespace unilateral::study
