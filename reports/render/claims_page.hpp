#pragma once
/// The register of claims, a page a paper, and the links between claims and figures.

#include "reports/render/site.hpp"
#include "reports/study/record/record.hpp"

#include <map>
#include <string>
#include <vector>

namespace unilateral::render {

/// What Coq says of "module.theorem", as proofs/coq/headlines.frozen has it; empty where that is not to be had.
std::string theorem_statement(const std::string& name);

/// A page a paper: its figures (shown, by the paper's key; drawn) and tables of numbers; what is not right as printed,
/// with the counter-example of this run; every claim with the statements of its theorems and its evidence. Writes
/// claims.csv and claims.tex.
void write_paper_pages(site& into, const study::results& found, const std::map<std::string, std::vector<figure>>& shown,
                       const std::map<std::string, table>& tables);
/// papers.html: how many claims are confirmed, proved, corrected, open; a row a claim.
void write_papers_page(site& into, const study::results& found);

/// Adds to each caption links to the claims that the figure shows.
void cite_claims(std::vector<figure>& figures, const study::results& found);

}  // namespace unilateral::render
