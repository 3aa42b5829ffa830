#pragma once
/// Every study of the catalogue: orders, values, residuals, agreements, reference engines; in the full grid also rates over e (rates.hpp).

#include "reports/study/options.hpp"
#include "reports/study/record.hpp"

namespace unilateral::study {

/// Runs every cell that the filter admits. Same records, in the same order, for any number of jobs, and whether or not a
/// cell came from the cache. Throws input_error for a bad regular expression.
results verify(const options& how);

/// Everything declared was found as declared, or stands in the table of known gaps (known_gaps.hpp); a known gap that
/// closed counts against it too, so that the table stays true.
bool all_hold(const results& found);

}  // namespace unilateral::study
