#pragma once
/// The report: one self-contained page, offline, readable without JavaScript and on a telephone.

#include "reports/study/record.hpp"
#include "reports/study/results_file.hpp"

#include <filesystem>

namespace unilateral::render {

/// Writes index.html, results.jsonl, tables/ and figures/ into the folder (created when missing). Figures are drawn on
/// `jobs` threads. Deterministic but for the provenance. Throws std::runtime_error when a figure has no data or a file cannot be written.
void write_report(const study::results& found, const study::run_provenance& made, bool quick, int jobs, const std::filesystem::path& folder);

}  // namespace unilateral::render
