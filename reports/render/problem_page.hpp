#pragma once
/// The page of one problem of the catalogue: what is asked, the motion, and all that was measured on it, a row a
/// record.

#include "reports/render/problems_page.hpp"
#include "reports/render/site.hpp"
#include "reports/study/record/record.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unilateral::render {

std::string page_of_problem(const std::string& name);
std::string page_of_solver(const std::string& name);
std::string page_of_paper(const std::string& key);

/// Positions, velocities, gaps, energy and impulses, by the first engine in double; none where there is no motion to
/// draw. Its csv has the numbers.
std::optional<figure> motion_figure(const shown_problem& p);

/// What is asked, typeset, and against what errors are measured.
std::string question_asked(const shown_problem& p, const study::results& found);

/// A row a ladder: problem, solver, distance, observed and declared order, verdict.
table every_order(const study::results& found);
/// Two engines on one problem: to how many digits they agree.
table engines_table(const study::results& found);

/// of: the records of this problem. figures: of it, drawn.
void write_problem_page(site& into, const problem& p, const study::results& of, const std::vector<figure>& figures);

/// What it is, which orders it declares and which were found, on which problems; its laws.
void write_solver_page(site& into, const std::string& name, const study::results& found);

}  // namespace unilateral::render
