#pragma once
/// Another code's trajectory against the reference.

#include "problems/language/problem.hpp"
#include "reports/study/record.hpp"

#include <string>

namespace unilateral::study {

/// The trajectory in a .csv file against the problem's reference: five distances, known values, residuals; all of them
/// `measured`, since a foreign code declares nothing here. Throws input_error (file, line, column) for a bad file, and for
/// a chain.
results judge(const problem& of, const parameter_list& overrides, const std::string& csv_path);

}  // namespace unilateral::study
