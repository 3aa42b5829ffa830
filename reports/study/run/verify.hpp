#pragma once
/// Every study of the catalogue.

#include "reports/study/record/tally.hpp"
#include "reports/study/run/family.hpp"

namespace unilateral::study {

/// Runs every cell that the filter admits. Same records, in the same order, for any number of jobs, and whether or not
/// a cell came from the cache: study by study, problem by problem. Throws input_error for a bad regular expression.
results verify(const options& how, const std::vector<family>& studies = families_of_this_build());

}  // namespace unilateral::study
