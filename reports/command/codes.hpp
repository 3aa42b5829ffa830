#pragma once
/// Codes from outside as a command line names them, and what several commands say of records.

#include "problems/answers/problem.hpp"
#include "reports/command/commands.hpp"
#include "reports/study/run/converge.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace unilateral::command {

/// The codes of a command line, each with what it declares.
std::vector<study::declared_code> codes_of(const std::vector<std::string>& texts,
                                           const std::vector<std::string>& declares = {});
/// limit: of each run, in seconds.
study::code_ladder ladder_of(const external_options& asked, const std::string& limit);
/// A question for codes from outside, as JSON at that path; and beside it, of the same stem, as the source code (.py,
/// .c, .m) that their commands name by {python}, {c} and {octave}.
void write_question(const problem& of, const parameter_list& overrides, int digits, const std::filesystem::path& path,
                    const std::vector<study::external_code>& codes);

/// study::any_missing, of the solvers and the codes ("NAME=COMMAND") of a command line; where something is, a line says
/// how much.
bool any_missing(const study::results& found, std::vector<std::string> solvers, const std::vector<std::string>& codes);

/// Why there is no verdict, once for each problem.
void say_doubt(const study::results& found);

}  // namespace unilateral::command
