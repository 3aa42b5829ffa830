#pragma once
/// How hard it was tried to find the code wrong: planted faults, random and degenerate systems, hostile bytes. Made by
/// commands that take hours; what they found last is kept in reports/scores, a line each, with the command, the commit
/// and the day, and is a record like others.

#include "reports/render/site.hpp"
#include "reports/study/record/record.hpp"

namespace unilateral::render {

inline constexpr auto page_of_scores = "scores.html";

/// One for each line of reports/scores/scores.tsv. Throws input_error (file, line) on one that is none.
study::results score_records();
/// A row a score, and every planted fault with the check that sees it.
void write_scores_page(site& into, const study::results& found);

}  // namespace unilateral::render
