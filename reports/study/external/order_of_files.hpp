#pragma once
/// Orders from a few files of one question: each distance and residual that all of them have, over their steps.
///
/// A file's step is the largest distance of its rows. From eight files on the fit is that of every order (fit.hpp).
/// From four to seven it is the bare power: log e = log C + p log h + ρ by least squares, p ± the larger of
///
///   (1)  t_{0.975, n−2} s (Σ (log h − mean)²)^−½,  s² = Σ ρ²/(n − 2)          what scatter says
///   (2)  |slope of the finer half − slope of the coarser half|                  what a next term says
///
/// It is an order of these steps: so few can't tell what it tends to.

#include "reports/study/order/fit.hpp"

#include <map>
#include <string>
#include <vector>

namespace unilateral::study {

inline constexpr std::size_t least_files = 4;

/// Samples of at least three different steps, the coarsest first; too_few where fewer lie ten times above rounding,
/// exact_to_rounding where none does.
order_fit fit_few(const std::vector<error_sample>& samples);

/// What was found of a file (records_of_file.hpp).
struct judged_file {
  results found;
  double step;                             ///< the largest distance of its rows; 0: it has no step
  double rounding;                         ///< of its numbers, as written and as made in steps of that size
  std::map<std::string, double> bounds{};  ///< of distances that are known up to one; by quantity
};

/// None where fewer than four have steps that differ.
results orders_of_files(const std::vector<judged_file>& files);

}  // namespace unilateral::study
