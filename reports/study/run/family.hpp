#pragma once
/// What a study is: one file of reports/study/families that defines `family NAME()` in unilateral::study::families,
/// NAME its file's stem. The build lists them (study_list.cpp.in); `verify` runs what they plan, and the report shows
/// what they found. Nothing else has to know of one.

#include "problems/answers/problem.hpp"
#include "reports/study/record/record.hpp"
#include "reports/study/run/options.hpp"

#include <functional>
#include <string>
#include <vector>

namespace unilateral::study {

/// Cells that are measured together.
struct task {
  std::string name;              ///< unlike that of any other task: finished ones are kept under it
  results cells;                 ///< what it will measure: a record a cell, without an outcome
  std::function<results()> run;  ///< may leave cells out for which there is nothing to measure
};

enum class grid_of { quick, full, both };

/// A cell that is known not to hold. One that holds after all is reported too, so that the list stays true.
struct known_gap {
  std::string cell;
  grid_of when;
  std::string reason;
};

struct family {
  std::string name;   ///< the first part of its cells' names
  std::string title;  ///< of its section in the report
  std::string about;  ///< what it measures, for a reader of the report: a sentence or two
  /// What is measured on one problem of the catalogue. inside: of a task's own runs, on one thread.
  std::function<std::vector<task>(const problem& of, const options& inside)> plan;
  /// What is measured once, on no problem.
  std::function<std::vector<task>(const options& inside)> by_itself{};
  std::vector<known_gap> gaps{};
};

/// All of this build, by name.
const std::vector<family>& families_of_this_build();

}  // namespace unilateral::study
