#pragma once
/// What this program was built from.

#include <string>

namespace unilateral::study {

/// The commit of the sources, with "+" where they were changed since; "unknown" where they are in no repository.
const char* commit_of_this_build();

/// "Eigen 3.4.0, Boost 1.74, …": what numbers and fits come from, by the headers' own word, or the library's.
std::string libraries_of_this_build();

}  // namespace unilateral::study
