#pragma once
/// What the words of a command line mean.

#include "problems/answers/problem.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <string>
#include <vector>

namespace unilateral::command {

/// A name of the catalogue, or a file whose name ends in .toml. Throws input_error, with a near name.
problem problem_named(const std::string& name);

/// Throws input_error, with the names there are and a near one.
const study::listed_solver& solver_named(const std::string& name);

/// "g=9.81" and "angle=pi/3" as parameter values. Throws input_error.
parameter_list overrides_from(const std::vector<std::string>& settings);

/// A decimal or a fraction > 0. Throws input_error that names the option.
rational positive_number(const std::string& option, const std::string& text);

/// run<S>() in the shortest scalar S of that many digits.
template <class Run>
auto in_scalar(int digits, const Run& run) {
  if (digits <= scalar_traits<double>::digits) return run.template operator()<double>();
  if (digits <= scalar_traits<real50>::digits) return run.template operator()<real50>();
  return run.template operator()<real100>();
}

/// A text on one line of a terminal: control characters become "?".
std::string one_line(std::string text);

}  // namespace unilateral::command
