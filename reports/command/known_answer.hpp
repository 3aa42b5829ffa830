#pragma once
/// What is known of a problem's answer, as the command tells it.

#include "problems/language/problem.hpp"

#include <optional>
#include <string>

namespace unilateral::command {

/// At 50 digits, for the statement's own values of the parameters but those overridden, up to its horizon. Empty where nothing is known.
std::optional<reference<real50>> known_answer_of(const problem& p, const parameter_list& overrides = {});

/// "closed form", "published", "computed".
std::string name_of_origin(origin from);

}  // namespace unilateral::command
