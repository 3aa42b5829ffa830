#pragma once
/// Problems read from .toml files: everything a catalogue problem can do, a file can.

#include "problems/answers/problem.hpp"

#include <string>

namespace unilateral::text {

/// Reads a problem file. Throws input_error, one line with file, line, column, key, what was expected and what was
/// found.
problem read_problem(const std::string& path);
/// The same for the contents of a file; `path` names it in messages, and its stem the problem.
problem read_problem(const std::string& path, const std::string& contents);

/// Reads one formula in t, the named coordinates (velocities with a prime) and the named parameters.
/// Throws input_error that points at the column.
expression read_expression(const std::string& text, const std::vector<std::string>& coordinates,
                           const std::vector<std::string>& parameters);

}  // namespace unilateral::text
