#include "reports/render/page.hpp"

#include "problems/answers/problem.hpp"
#include "reports/render/calibration_page.hpp"
#include "reports/render/claim_figures.hpp"
#include "reports/render/claims_page.hpp"
#include "reports/render/costs_page.hpp"
#include "reports/render/error_figures.hpp"
#include "reports/render/findings.hpp"
#include "reports/render/laws_page.hpp"
#include "reports/render/macros.hpp"
#include "reports/render/bibliography.hpp"
#include "reports/render/motion_figures.hpp"
#include "reports/render/page_parts.hpp"
#include "reports/render/paper_sources.hpp"
#include "reports/render/number_text.hpp"
#include "reports/render/peers.hpp"
#include "reports/render/problem_page.hpp"
#include "reports/render/rates_page.hpp"
#include "reports/render/report_folder.hpp"
#include "reports/render/scores_page.hpp"
#include "reports/render/site.hpp"
#include "reports/render/table.hpp"
#include "reports/study/families/orders_over_e.hpp"
#include "reports/study/record/tally.hpp"
#include "reports/study/reference/engines.hpp"
#include "reports/study/reference/motion.hpp"
#include "reports/study/reference/reference_path.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "reports/study/run/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <map>
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
          measured = facts.left_out.empty() ? share_text(facts.share) : "—", beside = "1";
        } else if constexpr (std::is_same_v<Facts, study::claim_facts>) {
          measured = name_of(facts.settled), beside = name_of(facts.expected);
        }
      },
      r.facts);
  return {about.problem, solver, quantity, measured, beside, shown_verdict(r)};
}

/// Orders over e: nothing in a quick run, which has no records of them.
void write_rates_page(site& into, const study::results& found, const std::vector<figure>& of_alignment) {
  const std::vector<table> tables = rate_tables(found, false), measured_over_e = rate_tables(found, true);
  if (tables.empty() && measured_over_e.empty() && of_alignment.empty()) return;
  site::page page(into, "rates.html", "Orders over e", "Every scheme for six coefficients of restitution.",
                  "measures.html");
  const auto show = [&](const table& t) {
    write_table(t, into.tables());
    page.show(t);
  };
  page.add(
      "<p>Before the first accumulation point the declared orders are verdicts; past it nothing is declared, since "
      "infinitely many impacts are not a step apart. Final times are chosen so that no flight before is shorter than a "
      "fifth of them: a rule made after a first run in which cells failed. A cell in doubt is measured again, on up to "
      "two longer ladders; its reason in results.jsonl keeps the verdicts before.</p>\n");
  if (!tables.empty()) page.section("declared", "With declared orders");
  for (const table& t : tables) show(t);
  if (!measured_over_e.empty()) {
    constexpr study::grid ladder = study::short_ladder(1);
    page.section("measured", "Observed orders");
    page.add(fmt::format(
        "<p>Every other mechanical problem of the catalogue, in the same way, on one ladder of {} steps from T/{:.0f} "
        "to "
        "T/{:.0f}, {} where there are more than ten coordinates. Nothing is declared here: among them are problems "
        "that "
        "graze, whose outcome is not continuous in the data, whose impacts are as near as the coarsest steps, and some "
        "without any impact. An order near 0 says that these steps do not converge to the reference. Where e is no "
        "parameter of a problem, it takes the place of its restitution.</p>\n",
        ladder.count, 1 / ladder.coarsest, 1 / ladder.finest, study::short_ladder(11).count));
    show(measured_summary(found));
    for (const table& t : measured_over_e) show(t);
  }
  if (const table t = parts_table(found); !t.data.rows.empty()) {
    page.section("parts", "What such an order is made of");
    page.add(fmt::format(
        "<p>Near: within {} steps of an impact. There a velocity is wrong by the jump for a time O(h): order 1 in L¹, "
        "½ "
        "in L². Away from the impacts the velocity is wrong by O(h) in both, from the scheme's own error and from what "
        "the impacts left behind.</p>\n",
        study::reach));
    show(t);
  }
  if (!of_alignment.empty()) {
    page.section("aligned", "The aligned grid");
    page.add(
        "<p>Steps that are powers of ½ put every impact of the rational ball on the grid. Each impact then has one and "
        "the same place in its step at every h: an error without scatter, an interval many times too narrow, for a "
        "constant that is one draw of many. This is why all other ladders are jittered.</p>\n");
    show(aligned_table(found));
    page.show(of_alignment);
  }
  if (const table t = rounding_table(found); !t.data.rows.empty()) {
    page.section("rounding", "Rounding");
    show(t);
  }
  page.put();
}

std::string orders_explained() {
  return "<p>Every scheme is run on a ladder of steps that are jittered, so that no impact falls on the grid by "
         "design. "
         "The error in each distance is measured exactly on merged pieces, never by sampling; <i>error = C "
         "h<sup>p</sup> (1 + D h)</i> is fitted by robust least squares, the next term beside the first, so that p is "
         "the exponent for h → 0 and not the slope at these steps. ± is the half-width of a 95 % interval, rounded up. "
         "The drift is what is left of a slope: over the finer half of the window, after the next term, minus that "
         "over "
         "the coarser half.</p>\n";
}

void write_orders_page(site& into, const study::results& found) {
  site::page page(into, "orders.html", "Orders", "Observed orders in the step, in five distances.", "measures.html");
  const auto show = [&](table t) {
    write_table(t, into.tables());
    for (std::size_t k = 0; k < t.data.rows.size(); ++k)
      t.links[{k, 0}] = page_of_problem(t.data.rows[k][0]) + "#orders";
    page.show(t);
  };
  page.add(orders_explained());
  page.section("overview", "In one look");
  show(overview<statement>(found, distance_kind::sup_position, "overview_sup_q"));
  show(overview<statement>(found, distance_kind::l1_velocity, "overview_l1_v"));
  show(overview<chain_statement>(found, distance_kind::sup_position, "overview_chain_sup_q"));
  page.section("windows", "Windows and drifts");
  for (const auto& [kind, name] :
       {std::pair(distance_kind::sup_position, "orders_sup_q"), std::pair(distance_kind::l1_velocity, "orders_l1_v"),
        std::pair(distance_kind::l2_velocity, "orders_l2_v"),
        std::pair(distance_kind::hausdorff_velocity, "orders_hausdorff_v"),
        std::pair(distance_kind::bounded_lipschitz_impulse, "orders_bl_impulse")}) {
    table t = order_table(found, name_of(kind), name);
    t.records.clear();  // a record stands on its problem's page
    show(std::move(t));
  }
  page.put();
}

/// Known numbers, problem by problem: what was compared, and how near to its tolerance the worst came.
table values_in_one_look(const study::results& found) {
  table t{"values_in_one_look",
          "Known numbers against computed and proved ones, by problem: the largest error beside its tolerance",
          {{"problem", "compared", "exactly zero", "not as known", "largest error / tolerance", "by"}, {}}};
  struct seen {
    int compared = 0, zero = 0, off = 0;
    double share = 0;
    const record* worst = nullptr;
  };
  std::map<std::string, seen> by;
  for (const record& r : found) {
    if (r.about.study != "values" && r.about.study != "proved") continue;
    seen& s = by[r.about.problem];
    const standing is = standing_of(r);
    if (is == standing::zero) {
      ++s.zero;
      continue;
    }
    ++s.compared;
    if (is != standing::holds) ++s.off;
    const auto& facts = r.as<study::value_facts>();
    const double share = facts.tolerance > 0 ? facts.error / facts.tolerance : 0;
    if (s.worst == nullptr || share > s.share) s.share = share, s.worst = &r;
  }
  for (const auto& [problem, s] : by) {
    t.links[{t.data.rows.size(), 0}] = page_of_problem(problem) + "#values";
    t.data.rows.push_back({problem, std::to_string(s.compared), std::to_string(s.zero), std::to_string(s.off),
                           s.worst ? error_text(s.share) : "—",
                           s.worst ? s.worst->about.solver + ", " + s.worst->about.quantity : "—"});
  }
  return t;
}

void write_checks_page(site& into, const study::results& found, const std::vector<study::family>& studies,
                       const std::vector<figure>& of_calibration) {
  site::page page(into, "measures.html", "Measures",
                  "How it was measured, in one look each; the rows stand on the pages "
                  "of the problems.");
  const auto show = [&](table t, const char* at = nullptr) {
    write_table(t, into.tables());
    if (at != nullptr) t.records.clear();
    for (std::size_t k = 0; at != nullptr && k < t.data.rows.size(); ++k)
      t.links[{k, 0}] = page_of_problem(t.data.rows[k][0]) + at;
    page.show(t);
  };
  page.section("orders", "Orders");
  const auto& there = into.pages();
  page.add("<p><a href=\"orders.html\">Every scheme on every problem</a>" +
           std::string(std::find(there.begin(), there.end(), "rates.html") == there.end()
                           ? ""
                           : "; <a href=\"rates.html\">for six coefficients of restitution</a>") +
           ".</p>\n");
  page.section("values", "Known numbers");
  page.add(
      "<p>Numbers known in closed form, or published with their digits, against what the solvers compute in double and "
      "with 50 digits, and against brackets that interval arithmetic proves.</p>\n");
  write_table(value_table(found), into.tables());
  show(values_in_one_look(found));
  page.section("references", "References");
  page.add(fmt::format(
      "<p>Every mechanical problem is solved twice with 50 digits, by Taylor series and by collocation at Gauss "
      "points, "
      "and the two answers are compared number by number: times of impacts, contacts and accumulations; positions and "
      "velocities at, after and between events; impulses. They agree to <i>d</i> digits when no two numbers differ by "
      "more than 10<sup>−d</sup> of the largest number of their kind; fewer than {} digits, or other events, fail. "
      "Chains have one engine; second opinions on them, by Ceres and by the corrected stages of the paper, are in "
      "<code>tests/chain_second_opinions.cpp</code>.</p>\n",
      study::digits_to_agree));
  show(reference_table(found, catalogue()), "#asked");
  page.section("agreement", "Agreement");
  page.add(
      "<p>Pairs of solvers on the same problem. They agree when their difference is at most the sum of their own error "
      "bounds; where a body at rest would be as near, that says nothing, and is not said to hold.</p>\n");
  show(agreement_table(found), "#agreement");
  page.section("residual", "Residuals");
  page.add("<p>How far a trajectory is from solving the statement, judged without any reference.</p>\n");
  show(residual_table(found), "#residuals");
  if (const table laws = law_overview(found); !laws.data.rows.empty()) {
    write_table(law_cases(found), into.tables());
    page.section("laws", "Laws");
    page.add(
        "<p>What every right answer obeys, and what needs no reference: the same motion in other units, another order, "
        "other coordinates, with a constraint said twice or never met; the run in two parts, from another origin of "
        "time, backwards; balances of energy and momentum, and the law of impact at every atom. Each is asked of every "
        "solver on every problem that it takes, in double and at fifty digits. A number is a share of the bound that "
        "follows from rounding, or, of a scheme, from its step.</p>\n");
    show(laws);
    show(laws_left_out(found));
  }
  if (!of_calibration.empty()) {
    page.section("error_bars", "Error bars, held against what they promise");
    page.add(
        "<p>The half-width decides every verdict, so it is held against ladders whose order is known: jittered steps, "
        "errors of several impacts at the places in their steps where the ladder has them, heavy tails, rounding, next "
        "terms of either sign, and none of that. p ± half-width must hold the order in 95 % of them at least; more "
        "says "
        "that it is wider than need be.</p>\n");
    page.show(of_calibration);
    show(calibration_table(found));
  }
  page.add(other_studies(found, studies, into.tables()));
  page.put();
}

void write_codes_page(site& into, const study::results& found) {
  site::page page(into, "codes.html", "Other codes", "Trajectories of codes from outside, judged as ours are.");
  page.section("peers", "Siconos");
  page.add(
      "<p>Trajectories that Siconos has computed (Moreau–Jean, θ = ½; reports/peers, made by bench/peers), scored by "
      "<code>unilateral judge PROBLEM FILE.csv</code>. On the ball the two are one scheme and agree row by row; a file "
      "is read as linear from row to row, ours jumps in the middle of a step, and that is all their difference. On the "
      "pendulum Siconos iterates by Newton's method and ours does not: another scheme of the same declared orders. How "
      "to read this: docs/judging-another-code.md.</p>\n");
  const table t = peers_table(found);
  write_table(t, into.tables());
  page.show(t);
  page.section("yours", "Yours");
  page.add(
      "<p><code>unilateral converge PROBLEM --external 'mine=COMMAND'</code> gives a code its orders, <code>unilateral "
      "report PROBLEM --external …</code> a page like those here, <code>unilateral benchmark --external …</code> error "
      "beside cost.</p>\n");
  page.put();
}

void write_problems_page(site& into, const study::results& found) {
  site::page page(into, "problems.html", "The problems", "What is asked, a page each.");
  table t{"problems",
          "The catalogue, and how much of what was declared on each holds",
          {{"problem", "what it is", "difficulties", "holds", "otherwise"}, {}}};
  for (const problem& p : catalogue()) {
    study::results own;
    for (const record& r : found)
      if (r.about.problem == p.name) own.push_back(r);
    const study::tally count = study::tally_of(own);
    std::string tags;
    for (const difficulty d : p.difficulties) tags += (tags.empty() ? "" : ", ") + name_of(d);
    const int otherwise = count.all() - count[standing::holds] - count[standing::zero] - count[standing::measured];
    t.links[{t.data.rows.size(), 0}] = page_of_problem(p.name);
    if (otherwise > 0) t.links[{t.data.rows.size(), 4}] = page_of_problem(p.name) + "#found";
    t.data.rows.push_back({p.name, p.title, tags, std::to_string(count[standing::holds]),
                           otherwise > 0 ? std::to_string(otherwise) : "—"});
  }
  write_table(t, into.tables());
  page.show(t);
  page.put();
}

void write_solvers_page(site& into) {
  site::page page(into, "solvers.html", "The solvers", "They share relations, never functions.");
  table t{
      "solvers", "The solvers, and the orders in the step that they declare", {{"solver", "what it is", "source"}, {}}};
  for (const distance_kind kind : study::all_distances) t.data.header.push_back(name_of(kind));
  table declared{"declared_orders", "Declared orders", {{"solver", "distance", "order", "if"}, {}}};
  for (const auto& s : study::solver_list()) {
    std::vector<std::string> row{s.declaration.name, s.declaration.title, s.declaration.citation};
    for (const distance_kind kind : study::all_distances) {
      std::string order = "—";
      for (const declared_order& o : s.declaration.orders)
        if (o.distance == kind) {
          order = fmt::format("{:g}", o.order);
          declared.data.rows.push_back({s.declaration.name, name_of(kind), order, o.hypotheses});
        }
      row.push_back(order);
    }
    t.links[{t.data.rows.size(), 0}] = page_of_solver(s.declaration.name);
    t.data.rows.push_back(std::move(row));
  }
  write_table(t, into.tables());
  write_table(declared, into.tables());
  page.show(t);
  page.put();
}

/// What the interval engines proved of known numbers, by problem.
void write_proofs_page(site& into, const study::results& found) {
  site::page page(into, "proofs.html", "Proofs", "What is a theorem, and what it trusts.");
  page.section("papers", "Statements of the papers");
  page.add(
      "<p>Checked by Coq (proofs/coq); each stands, in Coq's own words, under its claim on <a href=\"papers.html\">the "
      "page of its paper</a>. The audit admits no axiom but those of Coq's real numbers, and refuses statements made "
      "wrong on purpose.</p>\n");
  page.section("motions", "Single motions");
  page.add(
      "<p>Brackets of impact times, states, contacts and the points where impacts accumulate, in interval arithmetic, "
      "by "
      "two engines. A touch at normal velocity 0 is never said to be proved, nor are two gaps that close at once "
      "(proofs/README.md).</p>\n");
  table t{"proved_by_problem",
          "Known numbers that lie in a proved bracket",
          {{"problem", "numbers", "exactly zero", "widest bracket"}, {}}};
  std::map<std::string, std::array<int, 2>> by;
  std::map<std::string, double> widest;
  for (const record& r : study::of_study(found, "proved")) {
    const standing is = standing_of(r);
    if (is != standing::holds && is != standing::zero) continue;
    ++by[r.about.problem][is == standing::holds ? 0 : 1];
    const std::string& text = r.as<study::value_facts>().computed;
    double low = 0, high = 0;
    if (std::sscanf(text.c_str(), "[%lf, %lf]", &low, &high) == 2)
      widest[r.about.problem] = std::max(widest[r.about.problem], high - low);
  }
  for (const auto& [problem, n] : by) {
    t.links[{t.data.rows.size(), 0}] = page_of_problem(problem) + "#proved";
    t.data.rows.push_back({problem, std::to_string(n[0]), std::to_string(n[1]), error_text(widest[problem])});
  }
  write_table(t, into.tables());
  page.show(t);
  page.put();
}

std::vector<link> sections() {
  return {{"index.html", "Findings"},  {"problems.html", "Problems"},
          {"solvers.html", "Solvers"}, {"papers.html", "Papers"},
          {"proofs.html", "Proofs"},   {"measures.html", "Measures"},
          {"costs.html", "Costs"},     {"codes.html", "Other codes"},
          {"open.html", "Open"},       {page_of_bibliography, "Bibliography"}};
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
      t.mark_last(r);
    }
    if (t.data.rows.empty()) continue;
    write_table(t, tables);
    out +=
        fmt::format("<h2 id=\"study-{}\">{}</h2>\n<p>{}</p>\n", escaped(f.name), escaped(f.title), escaped(f.about)) +
        as_html(t);
  }
  return out;
}

void write_report(const study::results& measured, const std::vector<study::family>& studies,
                  const study::run_provenance& made, bool quick, int jobs, const std::filesystem::path& folder) {
  const report_folder report(folder);
  study::results found = measured;
  const measured_costs costs = costs_measured(jobs);
  for (const auto& more : {peer_records(), costs.counts, map_records(), score_records()})
    found.insert(found.end(), more.begin(), more.end());

  // Figures, computed side by side, then drawn.
  std::vector<figure> of_orders = order_figures(found), of_calibration = calibration_figures(found), of_residuals,
                      of_phases, of_the_wedge, of_the_chain, of_cones, of_jumps, of_schemes, of_towing, of_alignment;
  std::vector<figure> of_costs = cost_figures(found, costs.times);
  const std::vector<problem>& problems = catalogue();
  std::vector<std::optional<figure>> motions(problems.size());
  std::vector<std::function<void()>> computed{[&] { of_phases = phase_figures(); },
                                              [&] { of_jumps = jump_figures(); },
                                              [&] { of_schemes = scheme_figures(found); },
                                              [&] { of_the_wedge = wedge_figures(); },
                                              [&] { of_towing = towing_figures(); },
                                              [&] { of_the_chain = chain_figures(); },
                                              [&] { of_residuals = residual_figures(found); },
                                              [&] { of_cones = cone_figures(); },
                                              [&] { of_alignment = aligned_figures(found); }};
  for (std::size_t k = 0; k < problems.size(); ++k)
    computed.push_back([&, k] { motions[k] = motion_figure({problems[k], problems[k].name}); });
  study::for_each_index(static_cast<int>(computed.size()), jobs,
                        [&](int k) { computed[static_cast<std::size_t>(k)](); });
  std::vector<figure> of_motions;
  for (std::optional<figure>& f : motions)
    if (f) of_motions.push_back(std::move(*f));
  std::vector<figure> all;
  for (std::vector<figure>* some :
       {&of_orders, &of_residuals, &of_motions, &of_phases, &of_the_wedge, &of_the_chain, &of_cones, &of_jumps,
        &of_schemes, &of_towing, &of_alignment, &of_calibration, &of_costs}) {
    cite_claims(*some, found);
    all.insert(all.end(), some->begin(), some->end());
  }
  draw(all, report.figures(), jobs);

  site pages(report, made, sections());
  std::map<std::string, study::results> by_problem;
  for (const record& r : found) by_problem[r.about.problem].push_back(r);
  for (const problem& p : problems) {
    std::vector<figure> own;
    for (const std::vector<figure>* some : {&of_motions, &of_phases, &of_orders, &of_residuals, &of_costs})
      for (const figure& f : *some)
        if (f.problem == p.name) own.push_back(f);
    write_problem_page(pages, p, by_problem[p.name], own);
  }
  write_table(every_order(found), report.tables());
  write_table(engines_table(found), report.tables());
  for (const auto& s : study::solver_list()) write_solver_page(pages, s.declaration.name, found);
  write_orders_page(pages, found);
  write_rates_page(pages, found, of_alignment);
  write_checks_page(pages, found, studies, of_calibration);
  std::map<std::string, std::vector<figure>> of_papers;
  const auto of_paper = [&](const char* key, const std::vector<figure>& some) {
    of_papers[key].insert(of_papers[key].end(), some.begin(), some.end());
  };
  of_paper("Moreau1983", of_cones);
  of_paper("Paoli2004", of_the_wedge);
  of_paper("Paoli2004", of_jumps);
  of_paper("DzonouMonteiroMarquesPaoli", of_schemes);
  of_paper("Sayah2004", of_the_chain);
  of_paper("Sayah2004", of_towing);
  write_paper_pages(pages, found, of_papers, {{"Paoli2004", map_table()}});
  write_papers_page(pages, found);
  write_problems_page(pages, found);
  write_solvers_page(pages);
  write_proofs_page(pages, found);
  write_scores_page(pages, found);
  write_costs_page(pages, found, costs.times, made);
  write_codes_page(pages, found);
  {
    site::page page(pages, "open.html", "What did not hold, and what was left open");
    page.add(open_list(found, pages));
    page.put();
  }
  {
    site::page page(pages, page_of_bibliography, "Bibliography");
    page.add(bibliography_list());
    page.put();
  }

  site::page page(pages, "index.html", "unilateral: what was asked, and what was found",
                  "Mechanics with one-sided constraints: several independent solvers, answers known beforehand.");
  if (quick) page.add("<p><b>Quick run:</b> a reduced grid. Intervals are wider than those of the full run.</p>\n");
  page.section("findings", "Findings");
  page.add(first_findings(found));
  const table orders = orders_found(found);
  write_table(orders, report.tables());
  page.show(orders);
  page.add(other_findings(found, pages));
  page.section("counted", "Counted");
  page.add(tally_list(found));
  page.add(
      "<p>A declaration <i>holds</i> when the declared order lies in the fitted 95 % interval, or a computed number "
      "agrees "
      "with the known one within a tolerance that was derived beforehand. A study that can't decide says so. What was "
      "only measured, and what compares 0 with 0, is counted apart.</p>\n");
  page.section("again", "How to get this again");
  page.add(
      "<p>All of it: <code>./reproduce</code> (or <code>./reproduce --quick</code>). One cell: the command beside it, "
      "with "
      "<code>build/release/unilateral</code>. One figure: <code>gnuplot NAME.gp</code> in <code>figures/</code>, where "
      "its "
      "data stand beside it; all figures take their looks from <code>style.gp</code>. In a paper: the tables and "
      "figures "
      "that are <code>.tex</code>, and <a href=\"macros.tex\">every number as a macro</a>. Every number of these pages "
      "is a "
      "record in <a href=\"results.jsonl\">results.jsonl</a>, of which each row is one.</p>\n");
  page.put(most_bytes_of_index);

  study::write_results((report.unfinished() / "results.jsonl").string(), found, made);
  study::write_lines((report.unfinished() / file_of_seconds).string(), study::lines_of(costs.times), made);
  write_macros(macros_of(found, made), report.unfinished() / "macros.tex");
  write_file(report.unfinished() / "erratum.tex", erratum_source(found, all, made));
  write_file(report.unfinished() / "book.tex", book_source(all, report.tables(), made));
  std::vector<std::string> files = pages.pages();
  files.insert(files.end(), {file_of_seconds, "macros.tex", "erratum.tex", "book.tex"});
  report.put_in_place(files);
}

}  // namespace unilateral::render
