#pragma once
/// Records as text for a terminal, as one JSON object, as CSV (one row a record, one table).

#include "reports/study/record/record.hpp"

#include <string>

namespace unilateral::study {

std::string as_text(const results& found);
/// What `judge` found, a line a quantity: distances, residuals, known numbers, costs; of several files a column a file,
/// and orders where they have some.
std::string as_judgement(const results& found);
std::string as_json(const results& found);
std::string as_csv(const results& found);

}  // namespace unilateral::study
