#pragma once
/// What the pages of the report are put together from.

#include "problems/answers/problem.hpp"
#include "reports/render/table.hpp"
#include "reports/study/record/record.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace unilateral::render {

std::string shown_verdict(const study::record& r);
std::string order_text(const std::optional<study::fitted_order>& fit);
/// Declared orders are integers or halves.
std::string declared_text(const std::optional<double>& order);
/// Numbers are shown with at most this many characters; the files have them whole.
std::string shortened(const std::string& digits);

study::results orders_in(const study::results& found, const std::string& distance);
/// The table the report is about: problem × solver, observed order ± uncertainty, declared order, verdict.
table order_table(const study::results& found, const std::string& distance, const std::string& name);

/// The table the report is about, as a reader wants it: a row a problem, a column a solver; of the problems that are
/// asked for.
table order_overview(const study::results& found, const std::string& distance, const std::string& name,
                     const std::function<bool(const std::string& problem)>& of);

/// Known numbers against computed ones, and against theorems.
table value_table(const study::results& found);
/// What is known of each problem, and how often it was found: digits to which the reference engines agree with each
/// other, and with the reference.
table reference_table(const study::results& found, const std::vector<problem>& of);
/// Pairs of solvers.
table agreement_table(const study::results& found);
/// Residuals of the statement.
table residual_table(const study::results& found);

/// What needs a reader's attention: whatever did not hold, with its reason and the command that reruns it.
std::string attention(const study::results& found);
/// How many records stand how.
std::string tally_list(const study::results& found);
std::string solver_table();
std::string gallery(const std::vector<figure>& figures);

}  // namespace unilateral::render
