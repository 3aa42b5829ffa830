#pragma once
/// A question as a problem file (.toml), with the known numbers of its answer.

#include "problems/answers/problem.hpp"

#include <string>

namespace unilateral::command {

/// `of` with these values of its parameters, as `problems/text` reads it: the same formulas, with `inertia` in place of
/// an energy. Known numbers come with S's digits and their accuracy, at least a rounding of S; they hold for these
/// values of the parameters. `made_by`: the command that writes it.
template <scalar S>
std::string as_problem_file(const problem& of, const parameter_list& overrides, const std::string& made_by);

}  // namespace unilateral::command
