#pragma once
/// Every study of the catalogue.

#include "reports/study/record/tally.hpp"
#include "reports/study/run/family.hpp"

#include <functional>
#include <string>
#include <vector>

namespace unilateral::study {

/// Runs every cell that the filter admits. Same records, in the same order, for any number of jobs, and whether or not
/// a cell came from the cache: study by study, problem by problem. Throws input_error for a bad regular expression.
results verify(const options& how, const std::vector<family>& studies = families_of_this_build());

/// The same, with the names of all cells that were planned and that the filter admits, measured or not, each once.
struct verification {
  results found;
  std::vector<std::string> planned;
};
verification verify_and_list(const options& how, const std::vector<family>& studies = families_of_this_build());

/// What a task measured, all its cells and what is not yet known to be a gap: what one part of a run gives another.
struct finished_task {
  std::string name;
  bool threw = false;  ///< none of its cells was measured
  results found;
};

/// The tasks of the part `how.part` that the filter admits, in order.
std::vector<finished_task> run_part(const options& how, const std::vector<family>& studies = families_of_this_build());

/// verify_and_list, of tasks that have run: nothing is measured. Throws input_error naming the first task that is
/// missing, or one that is not of this run.
verification put_together(const options& how, std::vector<finished_task> tasks,
                          const std::vector<family>& studies = families_of_this_build());

/// A problem, of the catalogue or not.
struct studied_problem {
  const problem* of;
  std::string identity{};  ///< of what is not in the catalogue: what tells it from another of its name, where cells are
                           ///< kept; known gaps are those of the catalogue's problems
};

/// The same of these problems, with the cells that are `wanted`, by the filter too.
results verify(const options& how, const std::vector<family>& studies, const std::vector<studied_problem>& problems,
               const std::function<bool(const record&)>& wanted);

}  // namespace unilateral::study
