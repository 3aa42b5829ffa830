#pragma once
/// Error against step, residual against step: figures made from the records of a study.

#include "reports/render/figure.hpp"
#include "reports/study/record/record.hpp"

namespace unilateral::render {

/// A solver keeps its colour, mark and dash in every figure: the number of a line style of gnuplot; 0 of a code from
/// outside.
int style_of_solver(const std::string& name);

/// One figure a (problem, distance), all solvers in it: measured points (filled inside the fit window, hollow
/// outside; all in the .csv, one_drawn_of them in the picture), the fitted line over its window, its slope with
/// uncertainty in the legend.
std::vector<figure> order_figures(const study::results& found);

/// Penetration and momentum balance against the step, one figure each for the problems whose orders were measured. The
/// other residuals stand in the table.
std::vector<figure> residual_figures(const study::results& found);

}  // namespace unilateral::render
