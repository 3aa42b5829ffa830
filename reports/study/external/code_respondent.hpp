#pragma once
/// A code from outside as the judge of laws sees it: a question in, an answer out, by a run of its command.

#include "problems/judge/laws.hpp"
#include "reports/study/external/code_run.hpp"
#include "reports/study/external/reading.hpp"

#include <functional>

namespace unilateral::study {

/// Writes a question as JSON into a file.
using question_writer = std::function<void(const statement&, const std::filesystem::path&)>;

/// first_step: of the question that comes first; other questions in other units of time, and finer ones, have theirs.
/// A run that fails is an answer that stopped, and says why.
laws::respondent<double> respondent_of_code(const external_code& code, const rational& first_step, double limit,
                                            std::optional<velocity_reading> reading, question_writer write);

}  // namespace unilateral::study
