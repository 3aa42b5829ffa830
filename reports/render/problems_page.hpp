#pragma once
/// The report about some problems, of the catalogue or of one's own: what is asked, typeset; the motion; what was
/// measured of every solver and code; what is proved. Made from records, as the report about the catalogue is, by the
/// same tables and figures.

#include "problems/answers/problem.hpp"
#include "reports/study/record/record.hpp"
#include "reports/study/record/results_file.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace unilateral::render {

struct shown_problem {
  problem of;
  std::string named;  ///< for the commands that the page gives: a name of the catalogue or a path
};

/// Writes index.html, results.jsonl, tables/ and figures/ into the folder, which is made; what is there before stays as
/// it is until all of the new is written. Throws std::runtime_error as write_report does.
void write_report_about(const std::vector<shown_problem>& problems, const study::results& found,
                        const study::run_provenance& made, bool quick, int jobs, const std::filesystem::path& folder);

}  // namespace unilateral::render
