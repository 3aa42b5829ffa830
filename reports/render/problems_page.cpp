#include "reports/render/problems_page.hpp"

#include "problems/language/solver.hpp"
#include "reports/render/bibliography.hpp"
#include "reports/render/error_figures.hpp"
#include "reports/render/frame.hpp"
#include "reports/render/laws_page.hpp"
#include "reports/render/macros.hpp"
#include "reports/render/problem_page.hpp"
#include "reports/render/page_parts.hpp"
#include "reports/render/rates_page.hpp"
#include "reports/render/report_folder.hpp"
#include "reports/study/record/tally.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace unilateral::render {
namespace {

using study::record;

std::string with_mark(const std::string& name) { return "problem-" + slug(name); }

/// What runs of codes from outside took, each a process.
table cost_table(const study::results& found) {
  table t{
      "costs",
      "Runs of codes from outside: processor seconds, of a process each, start-up included",
      {{"problem", "code", "runs", "failed", "coarsest", "seconds", "finest", "seconds", "why the first failed"}, {}}};
  std::set<std::pair<std::string, std::string>> seen;
  for (const record& r : found) {
    if (!r.is<study::order_facts>() || !r.as<study::order_facts>().code) continue;
    const study::code_facts& code = *r.as<study::order_facts>().code;
    if (code.runs.empty() || !seen.insert({r.about.problem, r.about.solver}).second) continue;
    const auto less = [](const study::code_run& a, const study::code_run& b) { return a.amount < b.amount; };
    const auto [finest, coarsest] = std::minmax_element(code.runs.begin(), code.runs.end(), less);
    const auto failed = [](const study::code_run& run) { return !run.failure.empty(); };
    const auto first = std::find_if(code.runs.begin(), code.runs.end(), failed);
    t.data.rows.push_back({r.about.problem, r.about.solver, std::to_string(code.runs.size()),
                           std::to_string(std::count_if(code.runs.begin(), code.runs.end(), failed)),
                           fmt::format("{:.3g}", coarsest->amount), fmt::format("{:.3g}", coarsest->seconds),
                           fmt::format("{:.3g}", finest->amount), fmt::format("{:.3g}", finest->seconds),
                           first == code.runs.end() ? "—" : first->failure});
  }
  return t;
}

/// What a reader sees of one problem before anything is measured.
std::string asked(const shown_problem& p, const std::optional<figure>& motion, const study::results& found) {
  const std::string out = fmt::format("<h2 id=\"{}\">{} <code>{}</code></h2>\n", with_mark(p.of.name),
                                      escaped(p.of.title.empty() ? p.of.name : p.of.title), escaped(p.named)) +
                          question_asked(p, found);
  return motion ? out + gallery({*motion}) : out + "<p>There is no motion to draw.</p>\n";
}

}  // namespace

void write_report_about(const std::vector<shown_problem>& problems, const study::results& found,
                        const study::run_provenance& made, bool quick, int jobs, const std::filesystem::path& folder) {
  const report_folder report(folder);
  const auto tables = report.tables(), pictures = report.figures();
  const auto shown = [&](const table& t) {
    write_table(t, tables);
    return as_html(t);
  };

  std::vector<std::optional<figure>> motions;
  std::vector<figure> all;
  for (const shown_problem& p : problems) {
    motions.push_back(motion_figure(p));
    if (motions.back()) all.push_back(*motions.back());
  }
  const std::vector<figure> of_orders = order_figures(found), of_residuals = residual_figures(found);
  all.insert(all.end(), of_orders.begin(), of_orders.end());
  all.insert(all.end(), of_residuals.begin(), of_residuals.end());
  draw(all, pictures, jobs);

  std::vector<problem> entries;
  std::string names, page;
  std::vector<link> within;
  for (const shown_problem& p : problems) {
    entries.push_back(p.of);
    names += (names.empty() ? "" : ", ") + p.of.name;
    within.push_back({"#" + with_mark(p.of.name), p.of.name});
  }
  for (const auto& [id, title] :
       {std::pair("found", "Found"), std::pair("orders", "Orders"), std::pair("values", "Values, proofs"),
        std::pair("references", "References"), std::pair("agreement", "Agreement"), std::pair("residual", "Residuals"),
        std::pair("laws", "Laws"), std::pair("again", "Again")})
    within.push_back({std::string("#") + id, title});
  if (quick) page += "<p><b>Quick run:</b> a reduced grid. Intervals are wider than those of the full run.</p>\n";
  for (std::size_t k = 0; k < problems.size(); ++k) page += asked(problems[k], motions[k], found);

  page += "<h2 id=\"found\">What was found</h2>\n" + tally_list(found) +
          "<p>A declaration <i>holds</i> when the declared order lies in the fitted 95 % interval, or a number agrees "
          "with the known one within a tolerance that was derived beforehand. What can't be decided says so. "
          "Measurements for which nothing was declared are counted apart.</p>\n";
  const auto every = [](const std::string&) { return true; };
  page += shown(order_overview(found, name_of(distance_kind::sup_position), "overview_sup_q", every)) +
          shown(order_overview(found, name_of(distance_kind::l1_velocity), "overview_l1_v", every)) +
          "<h3>What did not hold</h3>\n" + attention(found);

  page +=
      "<h2 id=\"orders\">Orders</h2>\n<p>Every scheme and code is run on a ladder of jittered steps; <i>error = C "
      "h<sup>p</sup> (1 + D h)</i> is fitted by robust least squares. ± is the half-width of a 95 % interval of p. An "
      "order that fails or can't tell on its first ladder is measured once more on an independent one, and only the "
      "second counts: a true order fails by chance once in 400.</p>\n" +
      gallery(of_orders) + "<h3>Windows and drifts</h3>\n";
  std::set<std::string> distances;
  for (const record& r : study::of_study(found, "orders")) distances.insert(r.about.quantity);
  for (const std::string& distance : distances) {
    std::string stem = "orders_" + distance;
    std::replace(stem.begin(), stem.end(), ' ', '_');
    page += shown(order_table(found, distance, stem));
  }
  if (const table costs = cost_table(found); !costs.data.rows.empty()) page += "<h3>Costs</h3>\n" + shown(costs);
  if (const auto over_e = rate_tables(found, false), only_measured = rate_tables(found, true);
      !over_e.empty() || !only_measured.empty()) {
    page += "<h2 id=\"rates\">Orders over e</h2>\n";
    for (const std::vector<table>* some : {&over_e, &only_measured})
      for (const table& t : *some) page += shown(t);
  }

  page +=
      "<h2 id=\"values\">Values, and what is proved</h2>\n<p>Numbers known in advance against what solvers compute, "
      "and brackets that a machine-checked enclosure proves (solver “theorem”): of the known numbers, or where nothing "
      "is known in advance of event_driven's run at 50 digits. “up to t” says how far a theorem reaches.</p>\n" +
      shown(value_table(found)) +
      "<h2 id=\"references\">References</h2>\n<p>The same question by two engines that share no code, at 50 digits: to "
      "how many digits they agree.</p>\n" +
      shown(reference_table(found, entries)) +
      "<h2 id=\"agreement\">Agreement</h2>\n<p>Pairs of solvers agree when their difference is at most the sum of "
      "their own error bounds.</p>\n" +
      shown(agreement_table(found)) +
      "<h2 id=\"residual\">Residuals</h2>\n<p>How far a trajectory is from solving the statement, judged without any "
      "reference.</p>\n" +
      shown(residual_table(found)) + gallery(of_residuals) + "<h2 id=\"laws\">Laws</h2>\n";
  if (const table laws = law_overview(found); !laws.data.rows.empty()) {
    write_table(law_cases(found), tables);
    page +=
        "<p>What every right answer obeys, and what needs no reference: the same motion in other words, in two runs, "
        "backwards; balances. A number is a share of the bound that follows from rounding, or, of a scheme, from its "
        "step.</p>\n" +
        shown(laws) + "<h3>What was left out</h3>\n" + shown(laws_left_out(found));
  }

  page += "<h2 id=\"again\">How to get this again</h2>\n" + solver_table() +
          "<p>One cell: the command of its record. One figure: <code>gnuplot NAME.gp</code> in <code>figures/</code>. "
          "Every number of this page is a record in <a href=\"results.jsonl\">results.jsonl</a>.</p>\n";
  study::write_results((report.unfinished() / "results.jsonl").string(), found, made);
  write_file(
      report.unfinished() / "index.html",
      framed({.title = names, .lead = "What was asked, and what was found.", .within = within, .made = made}, page));
  write_file(report.unfinished() / page_of_bibliography,
             framed({.title = "Bibliography", .around = {{"index.html", names}}, .made = made}, bibliography_list()));
  write_macros(macros_of(found, made), report.unfinished() / "macros.tex");
  report.put_in_place({page_of_bibliography, "macros.tex"});
}

}  // namespace unilateral::render
