#include "reports/render/problem_page.hpp"

#include "reports/render/bibliography.hpp"
#include "reports/render/costs_page.hpp"
#include "reports/render/formula_markup.hpp"
#include "reports/render/laws_page.hpp"
#include "reports/render/page_parts.hpp"
#include "reports/render/rates_page.hpp"
#include "reports/render/solution_figure.hpp"
#include "reports/study/order/verdict.hpp"
#include "reports/study/record/tally.hpp"
#include "reports/study/reference/engines.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "reports/study/reference/trusted_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace unilateral::render {
namespace {

using study::record;

/// As high as five plots need, in points.
constexpr int height_of_motions = 900;

/// Against what the problem's errors are measured, in the records' own words.
std::string against(const std::string& problem, const study::results& found) {
  std::set<std::string> references, doubts;
  for (const record& r : found) {
    if (r.about.problem != problem || !r.is<study::order_facts>()) continue;
    if (r.outcome == study::verdict::reference_in_doubt)
      doubts.insert(r.reason);
    else if (!r.as<study::order_facts>().reference.empty() && r.about.restitution.empty() && r.about.where.empty())
      references.insert(r.as<study::order_facts>().reference + ", up to t = " + r.as<study::order_facts>().until);
  }
  std::string out;
  for (const std::string& one : references) out += "<p>Errors are measured against: " + escaped(one) + ".</p>\n";
  for (const std::string& one : doubts)
    out += "<p><b>The reference is in doubt</b>, and nothing is measured against it: " + escaped(one) + "</p>\n";
  return out.empty() ? "<p>No order is measured against a reference here.</p>\n" : out;
}

/// The rows of one problem: the first column, its name, is the page's.
table of_one_problem(const table& t, const std::string& name, const std::string& caption) {
  table narrow = without_column(t, 0);
  narrow.file = t.name;
  narrow.name = name;
  narrow.caption = caption;
  return narrow;
}

study::results known_numbers(const study::results& found, bool proved) {
  return study::of_study(found, proved ? "proved" : "values");
}

std::string commands(const problem& p) {
  std::string solve;
  for (const auto& s : study::solver_list())
    if (solve.empty() && std::visit([&](const auto& question) { return s.solves(question); }, p.question))
      solve = s.declaration.name;
  std::string out = "<ul>\n";
  for (const std::string& line :
       {"unilateral solve " + p.name + " --solver " + solve, "unilateral converge " + p.name,
        "unilateral laws " + p.name, "unilateral prove " + p.name, "unilateral export " + p.name + " --as python",
        "unilateral verify --filter '/" + p.name + "/'"}) {
    if (p.is_chain() && (line.starts_with("unilateral prove") || line.find("python") != std::string::npos)) continue;
    out += "<li><code>" + escaped(line) + "</code></li>\n";
  }
  return out + "</ul>\n";
}

bool is_of_costs(const std::string& figure) {
  return figure.starts_with("cost_") || figure.starts_with("projections_") || figure.starts_with("seconds_");
}

}  // namespace

table every_order(const study::results& found) {
  table all{"orders",
            "Observed order, declared order, verdict",
            {{"problem", "solver", "distance", "observed", "declared", "steps of the fit", "drift", "verdict"}, {}}};
  for (const record& r : study::of_study(found, "orders")) {
    all.data.rows.push_back({r.about.problem, r.about.solver, r.about.quantity,
                             r.fit ? order_text(r.fit) : name_of(r.fitting), declared_text(declared_order_of(r)),
                             r.fit ? fmt::format("{:.2g} … {:.2g}", r.fit->window_low, r.fit->window_high) : "—",
                             r.fit ? study::with_uncertainty(r.fit->drift, r.fit->drift_half_width) : "—",
                             shown_verdict(r)});
    all.mark_last(r);
  }
  return all;
}

table engines_table(const study::results& found) {
  table t{"engines",
          "Two engines that share no code, at 50 digits: to how many digits they agree, of 50",
          {{"problem", "engines", "numbers", "digits", "verdict"}, {}}};
  for (const record& r : study::of_study(found, "engines")) {
    const auto& facts = r.as<study::agreement_facts>();
    t.data.rows.push_back({r.about.problem, r.about.solver + " and " + r.about.other, r.about.quantity,
                           facts.agreed ? std::to_string(*facts.agreed) : "—", shown_verdict(r)});
    t.mark_last(r);
  }
  return t;
}

std::string page_of_problem(const std::string& name) { return "problem-" + slug(name) + ".html"; }
std::string page_of_solver(const std::string& name) { return "solver-" + slug(name) + ".html"; }
std::string page_of_paper(const std::string& key) { return "paper-" + slug(key) + ".html"; }

std::optional<figure> motion_figure(const shown_problem& p) {
  const auto drawn = [&](const study::listed_solver& by, const auto& bound, const auto& answer) {
    figure f = solution_figure(bound, answer, p.of.name + ", by " + by.declaration.name);
    f.name = "motion_" + p.of.name;
    f.problem = p.of.name;
    f.title = p.of.name + ": positions, velocities, gaps, energy and impulses against time";
    f.height = height_of_motions;
    f.caption = escaped(p.of.name) + ": the motion by " + escaped(by.declaration.name) + " in double" +
                (answer.completed() ? "" : ", which " + escaped(answer.status)) + ".";
    if constexpr (requires { answer.impacts; })
      f.caption += fmt::format(" {} impacts{}.", answer.counts.impacts,
                               answer.accumulations.empty() ? "" : ", which accumulate; those that double resolves");
    f.command = "unilateral solve " + p.named + " --solver " + by.declaration.name + " --plot motion.svg";
    return f;
  };
  try {
    if (const auto* chain = std::get_if<chain_statement>(&p.of.question)) {
      const chain_statement bound = with_values(*chain);
      if (!bound.evolves) return {};
      for (const study::listed_solver* s : study::studied_solvers())
        if (s->solves(bound)) {
          const auto answer = s->solve<double>(bound, {});
          if (answer.path.pieces() > 0) return drawn(*s, bound, answer);
        }
      return {};
    }
    const statement bound = with_values(std::get<statement>(p.of.question));
    const study::listed_solver& engine = *study::engines_of_this_build().maker;
    const auto answer = engine.solve<double>(bound, {});
    if (answer.path.pieces() > 0) return drawn(engine, bound, answer);
  } catch (const input_error&) {
    return {};  // a solver that refuses says so in its records
  }
  return {};
}

std::string question_asked(const shown_problem& p, const study::results& found) {
  std::string out;
  if (!p.of.description.empty()) out += "<p>" + with_citations(p.of.description) + "</p>\n";
  if (!p.of.source.empty()) out += "<p><small>" + with_citations(p.of.source) + "</small></p>\n";
  if (!p.of.figure.empty())
    out += "<pre tabindex=\"0\" role=\"img\" aria-label=\"sketch of " + escaped(p.of.name) + "\">" +
           escaped(p.of.figure) + "</pre>\n";
  out += "<div class=\"formula\" tabindex=\"0\">" +
         std::visit([](const auto& question) { return as_html(question); }, p.of.question) + "</div>\n";
  return out + against(p.of.name, found);
}

void write_problem_page(site& into, const problem& p, const study::results& of, const std::vector<figure>& figures) {
  std::string tags;
  for (const difficulty d : p.difficulties) tags += (tags.empty() ? "" : ", ") + name_of(d);
  site::page page(into, page_of_problem(p.name), p.title.empty() ? p.name : p.title,
                  "<code>" + escaped(p.name) + "</code>" + (tags.empty() ? "" : " · " + escaped(tags)),
                  "problems.html");
  page.section("asked", "What is asked");
  page.add(question_asked({p, p.name}, of));
  page.section("found", "What was found");
  page.add(of.empty() ? "<p>Nothing was measured here.</p>\n" : tally_list(of) + attention(of));
  std::vector<figure> motion, orders, residuals, costs;
  for (const figure& f : figures)
    (f.name.starts_with("order_")      ? orders
     : f.name.starts_with("residual_") ? residuals
     : is_of_costs(f.name)             ? costs
                                       : motion)
        .push_back(f);
  if (!motion.empty()) {
    page.section("motion", "The motion");
    page.show(motion);
  }
  if (const table t = every_order(of); !t.data.rows.empty()) {
    page.section("orders", "Orders");
    page.show(of_one_problem(t, "orders-table", t.caption));
    page.show(orders);
  }
  for (const bool surveyed : {false, true})
    if (const std::vector<table> rates = rate_tables(of, surveyed); !rates.empty()) {
      page.section(surveyed ? "measured-over-e" : "orders-over-e",
                   surveyed ? "Orders over e, only measured" : "Orders over e");
      for (const table& t : rates) page.show(of_one_problem(t, t.name, t.caption));
    }
  for (const bool proved : {false, true})
    if (const table t = value_table(known_numbers(of, proved)); !t.data.rows.empty()) {
      page.section(proved ? "proved" : "values", proved ? "What is proved" : "Known numbers");
      page.show(of_one_problem(t, proved ? "proved-table" : "values-table",
                               proved ? "Known numbers against brackets that interval arithmetic proves" : t.caption));
    }
  if (const table t = engines_table(of); !t.data.rows.empty()) {
    page.section("engines", "Reference engines");
    page.show(of_one_problem(t, "engines-table", t.caption));
  }
  if (const table t = agreement_table(of); !t.data.rows.empty()) {
    page.section("agreement", "Agreement");
    page.show(of_one_problem(t, "agreement-table", t.caption));
  }
  if (const table t = residual_table(of); !t.data.rows.empty()) {
    page.section("residuals", "Residuals");
    page.show(of_one_problem(t, "residuals-table", t.caption));
    page.show(residuals);
  }
  if (const table t = law_cases(of); !t.data.rows.empty()) {
    page.section("laws", "Laws");
    page.show(of_one_problem(t, "laws-table", "Laws that need no reference: shares of their bounds"));
  }
  if (const table t = parts_table(of); !t.data.rows.empty()) page.show(of_one_problem(t, "parts-table", t.caption));
  if (const table t = rounding_table(of); !t.data.rows.empty())
    page.show(of_one_problem(t, "rounding-table", t.caption));
  if (const table t = aligned_table(of); !t.data.rows.empty()) page.show(of_one_problem(t, "aligned-table", t.caption));
  if (const table t = counts_table(of); !t.data.rows.empty()) {
    page.section("costs", "Costs");
    page.show(costs);
    page.show(of_one_problem(t, "costs-table", t.caption));
  }
  page.section("again", "How to get this again");
  page.add(commands(p));
  page.put();
}

void write_solver_page(site& into, const std::string& name, const study::results& found) {
  const method& m = study::find_solver(name).declaration;
  site::page page(into, page_of_solver(name), m.name, escaped(m.title), "solvers.html");
  study::results own, here;
  for (const record& r : found)
    if (r.about.solver == name || r.about.other == name) {
      here.push_back(r);
      if (r.about.solver == name) own.push_back(r);
    }
  page.section("declares", "What it declares");
  page.add("<p>" + with_citations(m.citation) + "</p>\n");
  table declared{"declared", "Declared orders in the step, and what they suppose", {{"distance", "order", "if"}, {}}};
  declared.file = "declared_orders";
  for (const declared_order& o : m.orders)
    declared.data.rows.push_back({name_of(o.distance), fmt::format("{:g}", o.order), o.hypotheses});
  if (declared.data.rows.empty()) page.add("<p>No order in the step: it chooses its own.</p>\n");
  page.show(declared);
  page.section("found", "What was found");
  page.add(tally_list(here));
  page.add("<h3>What did not hold</h3>\n" + attention(here));
  if (const table t = every_order(own); !t.data.rows.empty()) {
    page.section("orders", "Orders, problem by problem");
    table narrow = without_column(t, 1);
    narrow.file = t.name;
    narrow.name = "orders-table";
    narrow.records.clear();  // a record stands on its problem's page
    for (std::size_t k = 0; k < narrow.data.rows.size(); ++k)
      narrow.links[{k, 0}] = page_of_problem(narrow.data.rows[k][0]) + "#orders";
    page.show(narrow);
  }
  if (const table laws = law_overview(own); !laws.data.rows.empty()) {
    page.section("laws", "Laws");
    table t = laws;
    t.file = laws.name;
    t.name = "laws-table";
    page.show(t);
  }
  page.put();
}

}  // namespace unilateral::render
