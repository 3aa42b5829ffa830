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

/// A record without a verdict, for its reference is in doubt (verdict::reference_in_doubt); and the others.
bool any_in_doubt(const results& found);
results without_doubtful(results found);
/// Of a command: 1 where something else is not as declared, else 3 where a reference is in doubt, else 0.
int exit_status_of(const results& found, bool others_as_declared);

}  // namespace unilateral::study
