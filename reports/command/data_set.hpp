#pragma once
/// The catalogue as a data set that can be cited.
///
///   README.md, LICENSE, CITATION.cff
///   problems.json      of each problem: title, source, its files, how many numbers are known, to how many digits
///   values.csv         every known number: problem, quantity, value, bound of its error, digits, where it comes from
///   problems/NAME.ext  each problem in each format
///   SHA256SUMS         of all other files: sha256sum -c SHA256SUMS
///
/// The same bytes from the same program, whenever and wherever it runs.

#include "problems/answers/problem.hpp"
#include "reports/command/commands.hpp"

#include <string>
#include <vector>

namespace unilateral::command {

/// json, toml, python, c, octave.
const std::vector<std::string>& export_formats();

/// A problem in one of them; `digits`: of the known numbers; `made_by`: the command that writes it.
std::string exported(const problem& p, const parameter_list& overrides, const std::string& format, int digits,
                     const std::string& made_by);

/// Writes the folder `asked.out`, which appears whole or not at all; it must be new or empty.
int export_catalogue(const export_options& asked);

}  // namespace unilateral::command
