#pragma once
/// Laws that need no reference (problems/judge/laws.hpp, chain_laws.hpp), of every solver on every problem that it
/// takes, in double and at fifty digits. Nothing here knows a solver, a problem or a law by name.

#include "problems/answers/problem.hpp"
#include "problems/judge/laws.hpp"
#include "reports/study/record/record.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace unilateral::study {

/// What is tried; counted, so that a run that is repeated leaves out the same. What is left out says so.
struct laws_budget {
  int most_coordinates = 8;
  std::int64_t most_impacts = 40;    ///< of a solver without step: the horizon is halved until it has no more
  std::int64_t most_numbers = 3000;  ///< coefficients of the path at fifty digits: what a comparison costs
  int steps = 208;                   ///< of a scheme; 13 · 16, so that sixteenths of the horizon end a step
  bool thorough = false;             ///< all distances in both scalars (problems/judge/laws.hpp)
};
laws_budget budget_of(bool quick);

/// A record a law, in the order of their names; each cell is "laws/PROBLEM/SOLVER/LAW". Throws input_error for a
/// parameter that the problem does not have.
results laws_of(const problem& p, const listed_solver& solver, const laws_budget& within,
                const parameter_list& overrides = {});
/// The same records before anything was run.
results laws_planned(const problem& p, const listed_solver& solver);

/// A code from outside, which answers in double and takes steps: asked with a first step, it answers questions. What it
/// gives no answer to can't be told.
using code_with_step = std::function<laws::respondent<double>(const rational& first_step)>;
results laws_of(const problem& p, const std::string& name, const code_with_step& code, const laws_budget& within,
                const parameter_list& overrides = {});

}  // namespace unilateral::study
