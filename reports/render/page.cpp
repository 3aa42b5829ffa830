#include "reports/render/page.hpp"

#include "problems/answers/problem.hpp"
#include "reports/render/calibration_page.hpp"
#include "reports/render/claim_figures.hpp"
#include "reports/render/claims_page.hpp"
#include "reports/render/error_figures.hpp"
#include "reports/render/laws_page.hpp"
#include "reports/render/motion_figures.hpp"
#include "reports/render/page_parts.hpp"
#include "reports/render/peers.hpp"
#include "reports/render/rates_page.hpp"
#include "reports/render/report_folder.hpp"
#include "reports/render/table.hpp"
#include "reports/study/families/orders_over_e.hpp"
#include "reports/study/record/tally.hpp"
#include "reports/study/reference/engines.hpp"
#include "reports/study/reference/reference_path.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "reports/study/run/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

namespace unilateral::render {
namespace {

using study::record;
using study::standing;

template <class Question>
table overview(const study::results& found, distance_kind kind, const std::string& name) {
  return order_overview(found, name_of(kind), name, [](const std::string& problem) {
    return std::holds_alternative<Question>(find_problem(problem).question);
  });
}

/// Any record in one line: what was measured beside what was declared or known of it.
std::vector<std::string> row_of(const record& r) {
  const study::subject& about = r.about;
  std::string solver = about.solver + (about.other.empty() ? "" : " and " + about.other);
  std::string quantity = about.quantity + (about.where.empty() ? "" : ", " + about.where) +
                         (about.restitution.empty() ? "" : ", e = " + about.restitution);
  std::string measured = order_text(r.fit), beside = declared_text(declared_order_of(r));
  std::visit(
      [&](const auto& facts) {
        using Facts = std::remove_cvref_t<decltype(facts)>;
        if constexpr (std::is_same_v<Facts, study::value_facts>) {
          measured = shortened(facts.computed), beside = shortened(facts.expected);
        } else if constexpr (std::is_same_v<Facts, study::agreement_facts>) {
          measured = fmt::format("{:.2e}", facts.difference), beside = fmt::format("{:.2e}", facts.bound);
        } else if constexpr (std::is_same_v<Facts, study::rounding_facts>) {
          measured = fmt::format("{:.2e}", facts.rounding), beside = fmt::format("{:.2e}", facts.bound);
        } else if constexpr (std::is_same_v<Facts, study::law_facts>) {
          measured = facts.left_out.empty() ? fmt::format("{:.2g}", facts.share) : "—", beside = "1";
        } else if constexpr (std::is_same_v<Facts, study::claim_facts>) {
          measured = name_of(facts.settled), beside = name_of(facts.expected);
        }
      },
      r.facts);
  return {about.problem, solver, quantity, measured, beside, shown_verdict(r)};
}

/// Orders over e: nothing in a quick run, which has no records of them.
template <class Shown>
std::string rates_section(const study::results& found, const std::vector<figure>& of_alignment,
                          const std::filesystem::path& pictures, const Shown& shown) {
  const std::vector<table> tables = rate_tables(found, false), measured_over_e = rate_tables(found, true);
  if (tables.empty() && measured_over_e.empty() && of_alignment.empty()) return "";
  std::string out =
      "<h2 id=\"rates\">Orders over e</h2>\n<p>Every scheme for six coefficients of restitution, before the first "
      "accumulation point and past it. Before it the declared orders are verdicts; past it nothing is declared, since "
      "infinitely many impacts are not a step apart. Final times are chosen so that no flight before is shorter than a "
      "fifth of them: a rule made after a first run in which cells failed. A cell in doubt is measured again, on up to "
      "two longer ladders; its reason in results.jsonl keeps the verdicts before. The double pendulum is the problem "
      "whose kinetic metric M(q) depends on the position.</p>\n";
  for (const table& t : tables) out += shown(t);
  if (!measured_over_e.empty()) {
    constexpr study::grid ladder = study::short_ladder(1);
    out += fmt::format(
        "<h3>Observed orders</h3>\n<p>Every other mechanical problem of the catalogue, in the same way, on one ladder "
        "of {} steps from T/{:.0f} to T/{:.0f}, {} where there are more than ten coordinates. Nothing is declared "
        "here: among them are problems that graze, whose outcome is not continuous in the data, whose impacts are as "
        "near as the coarsest steps, and some without any impact. An order near 0 says that these steps do not "
        "converge to the reference. Where e is no parameter of a problem, it takes the place of its restitution.</p>\n",
        ladder.count, 1 / ladder.coarsest, 1 / ladder.finest, study::short_ladder(11).count);
    out += shown(measured_summary(found));
  }
  for (const table& t : measured_over_e)
    out += fmt::format("<details><summary>{} rows, {}</summary>\n", t.data.rows.size(), t.name) + shown(t) +
           "</details>\n";
  if (const table t = parts_table(found); !t.data.rows.empty())
    out += fmt::format(
               "<h3>What such an order is made of</h3>\n<p>Near: within {} steps of an impact. There a velocity is "
               "wrong by the jump for a time O(h): order 1 in L¹, ½ in L². Away from the impacts the velocity is wrong "
               "by O(h) in both, from the scheme's own error and from what the impacts left behind.</p>\n",
               study::reach) +
           shown(t);
  if (!of_alignment.empty())
    out +=
        "<h3>The aligned grid</h3>\n<p>Steps that are powers of ½ put every impact of the rational ball on the grid. "
        "Each impact then has one and the same place in its step at every h: an error without scatter, an interval "
        "many times too narrow, for a constant that is one draw of many. This is why all other ladders are "
        "jittered.</p>\n" +
        shown(aligned_table(found)) + gallery(of_alignment, pictures);
  if (const table t = rounding_table(found); !t.data.rows.empty()) out += "<h3>Rounding</h3>\n" + shown(t);
  return out;
}

}  // namespace

/// The studies that the page has a section for.
constexpr std::array with_section{"orders",        "values",          "proved", "engines", "agreement",  "residuals",
                                  "orders_over_e", "measured_over_e", "laws",   "claims",  "calibration"};

std::string other_studies(const study::results& found, const std::vector<study::family>& studies,
                          const std::filesystem::path& tables) {
  std::string out;
  for (const study::family& f : studies) {
    if (std::find(with_section.begin(), with_section.end(), f.name) != with_section.end()) continue;
    table t{f.name, f.title, {{"problem", "solver", "quantity", "measured", "declared or known", "verdict"}, {}}};
    for (const record& r : study::of_study(found, f.name)) {
      t.data.rows.push_back(row_of(r));
      t.mark_last(standing_of(r));
    }
    if (t.data.rows.empty()) continue;
    write_table(t, tables);
    out +=
        fmt::format("<h2 id=\"study-{}\">{}</h2>\n<p>{}</p>\n", escaped(f.name), escaped(f.title), escaped(f.about)) +
        as_html(t);
  }
  return out;
}

void write_report(const study::results& found, const std::vector<study::family>& studies,
                  const study::run_provenance& made, bool quick, int jobs, const std::filesystem::path& folder) {
  const report_folder report(folder);
  const auto tables = report.tables(), pictures = report.figures();

  const auto shown = [&](const table& t) {
    write_table(t, tables);
    return as_html(t);
  };
  std::vector<figure> first_orders, other_orders;
  for (figure& f : order_figures(found))
    (f.distance == name_of(distance_kind::sup_position) || f.distance == name_of(distance_kind::l1_velocity)
         ? first_orders
         : other_orders)
        .push_back(std::move(f));
  std::vector<figure> of_residuals, of_motions, of_the_wedge, of_the_chain, of_cones, of_jumps, of_schemes, of_towing,
      of_alignment, of_calibration = calibration_figures(found);
  const std::vector<std::function<void()>> computed{
      [&] { of_motions = motion_figures(); },          [&] { of_jumps = jump_figures(); },
      [&] { of_schemes = scheme_figures(found); },     [&] { of_the_wedge = wedge_figures(); },
      [&] { of_towing = towing_figures(); },           [&] { of_the_chain = chain_figures(); },
      [&] { of_residuals = residual_figures(found); }, [&] { of_cones = cone_figures(); },
      [&] { of_alignment = aligned_figures(found); }};
  study::for_each_index(static_cast<int>(computed.size()), jobs,
                        [&](int k) { computed[static_cast<std::size_t>(k)](); });
  std::vector<figure> all;
  for (std::vector<figure>* some :
       {&first_orders, &other_orders, &of_residuals, &of_motions, &of_the_wedge, &of_the_chain, &of_cones, &of_jumps,
        &of_schemes, &of_towing, &of_alignment, &of_calibration}) {
    cite_claims(*some, found);
    all.insert(all.end(), some->begin(), some->end());
  }
  draw(all, pictures, jobs);

  std::string page =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<title>unilateral: what was asked, what was "
      "found</title>\n<style>" +
      style_sheet() +
      "</style></head>\n<body>\n<h1>unilateral</h1>\n<p class=\"lead\">Mechanics with one-sided constraints, several "
      "independent solvers, answers known beforehand: what was asked, and what was found.</p>\n";
  const std::string of_rates = rates_section(found, of_alignment, pictures, shown);
  page += "<nav><a href=\"#claims\">Claims</a><a href=\"#found\">Found</a><a href=\"#orders\">Orders</a>" +
          std::string(of_rates.empty() ? "" : "<a href=\"#rates\">Orders over e</a>") +
          "<a href=\"#values\">Values</a><a href=\"#references\">References</a><a href=\"#agreement\">Agreement</a><a "
          "href=\"#peers\">Another code</a><a href=\"#residual\">Residuals</a><a href=\"#laws\">Laws</a><a "
          "href=\"#motions\">Motions</a><a href=\"#papers\">The papers' figures</a><a href=\"#erratum\">Erratum</a><a "
          "href=\"#asked\">Asked</a><a href=\"#again\">Again</a></nav>\n";
  if (quick) page += "<p><b>Quick run:</b> a reduced grid. Intervals are wider than those of the full run.</p>\n";

  page += claims_section(found, tables);
  page += "<h2 id=\"found\">What was found</h2>\n" + tally_list(found);
  page +=
      "<p>A declaration <i>holds</i> when the declared order lies in the fitted 95 % interval, or a computed number "
      "agrees with the known one within a tolerance that was derived beforehand. A study that can't decide says so. "
      "Measurements for which nothing was declared are counted apart.</p>\n";
  page += shown(overview<statement>(found, distance_kind::sup_position, "overview_sup_q"));
  page += shown(overview<statement>(found, distance_kind::l1_velocity, "overview_l1_v"));
  page += shown(overview<chain_statement>(found, distance_kind::sup_position, "overview_chain_sup_q"));
  page += "<h3>What did not hold</h3>\n" + attention(found);

  page +=
      "<h2 id=\"orders\">Orders</h2>\n<p>Every scheme is run on a ladder of steps that are jittered, so that no impact "
      "falls on the grid by design. The error in each distance is measured exactly on merged pieces, never by "
      "sampling; <i>error = C h<sup>p</sup> (1 + D h)</i> is fitted by robust least squares, the next term beside the "
      "first, so that p is the exponent for h → 0 and not the slope at these steps. The drift is what is left of a "
      "slope: over the finer half of the window, after the next term, minus that over the coarser half.</p>\n";
  page += gallery(first_orders, pictures);
  page += "<details><summary>Windows and drifts</summary>\n" +
          shown(order_table(found, name_of(distance_kind::sup_position), "orders_sup_q")) +
          shown(order_table(found, name_of(distance_kind::l1_velocity), "orders_l1_v")) + "</details>\n";
  page +=
      "<details><summary>The other distances: L² and Hausdorff for velocities, bounded-Lipschitz for "
      "impulses</summary>\n";
  for (const auto& [kind, name] : {std::pair(distance_kind::l2_velocity, "orders_l2_v"),
                                   std::pair(distance_kind::hausdorff_velocity, "orders_hausdorff_v"),
                                   std::pair(distance_kind::bounded_lipschitz_impulse, "orders_bl_impulse")})
    page += shown(order_table(found, name_of(kind), name));
  page += gallery(other_orders, pictures) + "</details>\n";
  if (!of_calibration.empty())
    page +=
        "<h3>Error bars, held against what they promise</h3>\n<p>The half-width decides every verdict, so it is held "
        "against ladders whose order is known: jittered steps, errors of several impacts at the places in their steps "
        "where the ladder has them, heavy tails, rounding, next terms of either sign, and none of that. p ± half-width "
        "must hold the order in 95 % of them at least; more says that it is wider than need be.</p>\n" +
        gallery(of_calibration, pictures) + "<details><summary>Coverage, spread and bias</summary>\n" +
        shown(calibration_table(found)) + "</details>\n";

  page += of_rates;
  page +=
      "<h2 id=\"values\">Values</h2>\n<p>Numbers known in closed form, or published with their digits, against what "
      "the solvers compute in double and with 50 digits.</p>\n" +
      shown(value_table(found));
  page +=
      "<h2 id=\"references\">References</h2>\n<p>Every mechanical problem is solved twice with 50 digits, by Taylor "
      "series and by collocation at Gauss points, and the two answers are compared number by number: times of impacts, "
      "contacts and accumulations; positions and velocities at, after and between events; impulses. They agree to "
      "<i>d</i> digits when no two numbers differ by more than 10<sup>−d</sup> of the largest number of their kind; "
      "fewer than " +
      std::to_string(study::digits_to_agree) +
      " digits, or other events, fail. Chains have one engine; second opinions on them, by Ceres and by the corrected "
      "stages of the paper, are in <code>tests/chain_second_opinions.cpp</code>.</p>\n" +
      shown(reference_table(found, catalogue()));
  page +=
      "<h2 id=\"agreement\">Agreement</h2>\n<p>Pairs of solvers on the same problem. They agree when their difference "
      "is at most the sum of their own error bounds.</p>\n" +
      shown(agreement_table(found));
  page +=
      "<h2 id=\"peers\">Another code, judged</h2>\n<p>Trajectories that Siconos has computed (Moreau–Jean, θ = ½; "
      "reports/peers, made by bench/peers), scored by <code>unilateral judge PROBLEM FILE.csv</code>. On the ball the "
      "two are one scheme and agree row by row; a file is read as linear from row to row, ours jumps in the middle of "
      "a step, and that is all their difference. On the pendulum Siconos iterates by Newton's method and ours does "
      "not: another scheme of the same declared orders. How to read this: docs/judging-another-code.md.</p>\n" +
      shown(peers_table());
  page +=
      "<h2 id=\"residual\">Residuals</h2>\n<p>How far a trajectory is from solving the statement, judged without any "
      "reference.</p>\n" +
      shown(residual_table(found)) + gallery(of_residuals, pictures);
  if (const table laws = law_overview(found); !laws.data.rows.empty()) {
    write_table(law_cases(found), tables);
    page +=
        "<h2 id=\"laws\">Laws</h2>\n<p>What every right answer obeys, and what needs no reference: the same motion in "
        "other units, another order, other coordinates, with a constraint said twice or never met; the run in two "
        "parts, from another origin of time, backwards; balances of energy and momentum, and the law of impact at "
        "every atom. Each is asked of every solver on every problem that it takes, in double and at fifty digits. A "
        "number is a share of the bound that follows from rounding, or, of a scheme, from its step.</p>\n" +
        shown(laws) + "<details><summary>What was left out</summary>\n" + shown(laws_left_out(found)) + "</details>\n";
  }
  page += other_studies(found, studies, tables);
  page += "<h2 id=\"motions\">Motions</h2>\n" + gallery(of_motions, pictures) + gallery(of_schemes, pictures);
  page += "<h2 id=\"papers\">The papers' figures, from computation</h2>\n<h3>Moreau 1983: the cones</h3>\n" +
          gallery(of_cones, pictures) + "<h3>Paoli 2004: the wedge</h3>\n" + gallery(of_the_wedge, pictures) +
          gallery(of_jumps, pictures) + "<h3>Sayah 2004: the chain</h3>\n" + gallery(of_the_chain, pictures) +
          gallery(of_towing, pictures) + erratum_section(found);

  page += "<h2 id=\"asked\">What was asked</h2>\n" + solver_table() + problem_list(catalogue());
  page +=
      "<h2 id=\"again\">How to get this again</h2>\n<p>All of it: <code>./reproduce</code> (or <code>./reproduce "
      "--quick</code>). One cell: the command printed beside it, with <code>build/release/unilateral</code>. One "
      "figure: <code>gnuplot NAME.gp</code> in <code>figures/</code>, where its data stand beside it; all figures take "
      "their looks from <code>style.gp</code>. Every number of this page is a record in <a "
      "href=\"results.jsonl\">results.jsonl</a>.</p>\n";
  page += fmt::format("<footer><p>Version {}; compiler {}; processor {}; made {}.</p></footer>\n</body></html>\n",
                      escaped(made.version), escaped(made.compiler), escaped(made.processor), escaped(made.date));

  study::write_results((report.unfinished() / "results.jsonl").string(), found, made);
  write_file(report.unfinished() / "index.html", page);
  report.put_in_place();
}

}  // namespace unilateral::render
