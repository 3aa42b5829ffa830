#pragma once
/// The register of claims and the erratum as sections of the page, and the links between claims and figures.

#include "reports/render/table.hpp"
#include "reports/study/record/record.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace unilateral::render {

/// How many claims are confirmed, proved, corrected, open; a row a claim, with links to what shows it; its evidence,
/// folded. Writes claims.csv and claims.tex. Empty where no claim was settled.
std::string claims_section(const study::results& found, const std::filesystem::path& tables);

/// What is printed in [Sayah 2004], why it fails, the correct statement, what shows it. The counter-examples are those
/// of this run.
std::string erratum_section(const study::results& found);

/// Adds to each caption links to the claims that the figure shows.
void cite_claims(std::vector<figure>& figures, const study::results& found);

}  // namespace unilateral::render
