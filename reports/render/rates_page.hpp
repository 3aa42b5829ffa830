#pragma once
/// Orders over e (reports/study/families/orders_over_e.hpp) as a section of the page.

#include "reports/render/table.hpp"
#include "reports/study/record/record.hpp"

#include <string>
#include <vector>

namespace unilateral::render {

/// A table a scheme, of the problems with a verdict or of those only measured: a row a problem, an e and a phase, a
/// column a distance.
std::vector<table> rate_tables(const study::results& found, bool surveyed);
/// What is only measured in one look: how many observed orders are the one that a scheme declares elsewhere.
table measured_summary(const study::results& found);
/// Near the impacts and away from them: orders, and the share of the near part in the error at the finest step.
table parts_table(const study::results& found);
/// Double against 50 digits: rounding beside the method's error.
table rounding_table(const study::results& found);

/// Orders and constants on dyadic steps beside those on jittered ones.
table aligned_table(const study::results& found);
/// Errors on dyadic steps over those on jittered ones, a figure a distance.
std::vector<figure> aligned_figures(const study::results& found);

}  // namespace unilateral::render
