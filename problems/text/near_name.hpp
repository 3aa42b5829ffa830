#pragma once
/// The name a user may have meant: least Damerau–Levenshtein distance (insert, delete, replace, swap neighbours).

#include <string>
#include <string_view>
#include <vector>

namespace unilateral::text {

/// "a, b, c"; "none" for an empty list.
std::string joined(const std::vector<std::string>& names);

/// "; did you mean \"…\"?" with the known name nearest to `found`, or nothing when none is near (more than a third of
/// its letters differ).
std::string suggestion(std::string_view found, const std::vector<std::string>& known);

}  // namespace unilateral::text
