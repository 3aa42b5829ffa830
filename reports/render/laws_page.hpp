#pragma once
/// The laws that need no reference, law by law and solver by solver.

#include "reports/render/table.hpp"
#include "reports/study/record/record.hpp"

namespace unilateral::render {

/// Of each law and solver: problems on which it was tried, and the largest share of its bound; the last row has those
/// that were left out. No rows where no law was asked.
table law_overview(const study::results& found);

/// Why cases were left out, and how many.
table laws_left_out(const study::results& found);

/// Every case in one line, for the .csv file.
table law_cases(const study::results& found);

}  // namespace unilateral::render
