#pragma once
/// The report: one self-contained page, offline, readable without JavaScript and on a telephone.

#include "reports/study/record/record.hpp"
#include "reports/study/record/results_file.hpp"
#include "reports/study/run/family.hpp"

#include <filesystem>

namespace unilateral::render {

/// What studies found that no section of the page is made for: a section each, with its title, what it measures, and a
/// row a record. Writes the tables' files into the folder.
std::string other_studies(const study::results& found, const std::vector<study::family>& studies,
                          const std::filesystem::path& tables);

/// Writes index.html, results.jsonl, tables/ and figures/ into the folder (created when missing). Figures are drawn on
/// `jobs` threads. Deterministic but for the provenance. Throws std::runtime_error when a figure has no data or a file
/// cannot be written.
void write_report(const study::results& found, const std::vector<study::family>& studies,
                  const study::run_provenance& made, bool quick, int jobs, const std::filesystem::path& folder);

}  // namespace unilateral::render
