#pragma once
/// What TeX makes two papers of, beside the pages: erratum.tex, a note of what the papers have wrong, and book.tex, all
/// figures and tables. Both read what stands beside them (figures/, tables/), for pdflatex and lualatex.

#include "reports/render/figure.hpp"
#include "reports/study/record/results_file.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace unilateral::render {

/// The corrected claims of these records, in the order of reports/claims/erratum.txt, by consequence: each as printed,
/// why it fails with exact numbers, what holds, which theorems or runs show it, and which figures, those of `figures`
/// that the claim names, drawn at the end. Throws std::runtime_error on a corrected claim that the list has no place
/// for.
std::string erratum_source(const study::results& found, const std::vector<figure>& figures,
                           const study::run_provenance& made);

/// Figures in their order, each as PGFPlots with its caption, then the tables of the folder by name.
std::string book_source(const std::vector<figure>& figures, const std::filesystem::path& tables,
                        const study::run_provenance& made);

/// A line of reports/claims/erratum.txt below its "SECTION title" or, where the claim is a question, "QUESTIONS title".
struct erratum_entry {
  bool is_question;
  std::string section;      ///< the heading it stands under
  std::string id;           ///< of the claim
  std::string consequence;  ///< what rests on it; one sentence
};
std::vector<erratum_entry> erratum_entries();

}  // namespace unilateral::render
