#pragma once
/// A question as source code of another language, made from its formulas: common parts of formulas once, under names of
/// their own; parameters by name; derivatives of gaps as formulas, too.
///
///   mass(t, q)             M, n × n
///   force(t, q, v)         n numbers: every force that is no reaction, Coriolis and centrifugal terms included
///   gap(t, q)              m numbers, admissible where ≥ 0
///   gap_gradient(t, q)     G = ∂gap/∂q, m × n
///   gap_rate(t, q, v)      G v + ∂gap/∂t, m numbers
///   q0, v0, e, horizon     initial data, restitution, final time
///
/// A chain has other functions: path(t) and path_velocity(t) of the driven node where it evolves, else its `drive`;
/// `nodes`, and `horizon`. In C the file is compiled as it stands, in Python it is a module that needs numpy, in Octave
/// and MATLAB a function that returns a structure with these members.
///
/// Numbers are the doubles nearest to the exact ones. What is no real number (√ of what is negative) is NaN in all
/// three.

#include "problems/answers/problem.hpp"

#include <string>

namespace unilateral::command {

enum class language { python, c, octave };

/// `of` with these values of its parameters; `made_by`: the command that writes it.
std::string as_source(language in, const problem& of, const parameter_list& overrides, const std::string& made_by);

}  // namespace unilateral::command
