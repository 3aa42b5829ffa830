#pragma once
/// How far the error bars of the orders are to be believed: views of the study `calibration`.

#include "reports/render/figure.hpp"
#include "reports/render/table.hpp"

namespace unilateral::render {

/// A row a class of ladders, for each length its coverage, spread and bias.
table calibration_table(const study::results& found);

/// Coverage of each class and length with its error by chance, about the 95 % promised. Empty where none was measured.
std::vector<figure> calibration_figures(const study::results& found);

}  // namespace unilateral::render
