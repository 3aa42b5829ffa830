#include "reports/render/page_parts.hpp"

#include "reports/render/number_text.hpp"
#include "reports/study/order/verdict.hpp"
#include "reports/study/reference/engines.hpp"
#include "reports/study/reference/reference_path.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <type_traits>
#include <variant>

namespace unilateral::render {

using study::record;
using study::standing;

std::string shown_verdict(const record& r) { return name_of(standing_of(r)); }

std::string order_text(const std::optional<study::fitted_order>& fit) {
  return fit ? study::text_of(study::as_printed(*fit)) : "—";
}

std::string declared_text(const std::optional<double>& order) { return order ? fmt::format("{:g}", *order) : "—"; }

study::results orders_in(const study::results& found, const std::string& distance) {
  study::results some;
  for (const record& r : found)
    if (r.about.study == "orders" && r.about.quantity == distance) some.push_back(r);
  return some;
}

table order_table(const study::results& found, const std::string& distance, const std::string& name) {
  table t{name,
          "Observed order ± 95 % half-width in " + distance + ", declared order, verdict",
          {{"problem", "solver", "observed", "declared", "steps", "drift", "verdict"}, {}}};
  for (const record& r : orders_in(found, distance)) {
    const std::string declared = declared_text(declared_order_of(r));
    t.data.rows.push_back({r.about.problem, r.about.solver, order_text(r.fit), declared,
                           r.fit ? fmt::format("{:.2g} … {:.2g}", r.fit->window_low, r.fit->window_high) : "—",
                           r.fit ? study::with_uncertainty(r.fit->drift, r.fit->drift_half_width) : "—",
                           shown_verdict(r)});
    t.mark_last(r);
  }
  return t;
}

table order_overview(const study::results& found, const std::string& distance, const std::string& name,
                     const std::function<bool(const std::string& problem)>& of) {
  std::vector<std::string> solvers, problems;
  std::map<std::pair<std::string, std::string>, std::pair<std::string, standing>> cell;
  for (const record& r : orders_in(found, distance)) {
    const auto& [problem, solver] = std::tie(r.about.problem, r.about.solver);
    if (!of(problem)) continue;
    if (std::find(solvers.begin(), solvers.end(), solver) == solvers.end()) solvers.push_back(solver);
    if (problems.empty() || problems.back() != problem) problems.push_back(problem);
    const std::string observed = r.fit                                                ? order_text(r.fit)
                                 : r.fitting == study::fit_outcome::exact_to_rounding ? name_of(r.fitting)
                                                                                      : "—";
    cell[{problem, solver}] = {
        fmt::format("{} ({}) {}", observed, declared_text(declared_order_of(r)), shown_verdict(r)), standing_of(r)};
  }
  std::sort(solvers.begin(), solvers.end());
  table t{name, "Observed order in " + distance + " ± 95 % half-width (declared order) verdict", {{"problem"}, {}}};
  t.data.header.insert(t.data.header.end(), solvers.begin(), solvers.end());
  for (const std::string& problem : problems) {
    t.data.rows.push_back({problem});
    for (const std::string& solver : solvers) {
      const auto found_here = cell.find({problem, solver});
      t.data.rows.back().push_back(found_here == cell.end() ? "" : found_here->second.first);
      if (found_here != cell.end()) t.mark_last(found_here->second.second);
    }
  }
  return t;
}

std::string shortened(const std::string& digits) { return digits.size() <= 26 ? digits : digits.substr(0, 24) + "…"; }

table value_table(const study::results& found) {
  table t{"values",
          "Known numbers against computed ones",
          {{"problem", "solver", "quantity", "digits", "computed", "error", "tolerance", "verdict"}, {}}};
  for (const char* const study : {"values", "proved"})
    for (const record& r : study::of_study(found, study)) {
      const auto& facts = r.as<study::value_facts>();
      t.data.rows.push_back({r.about.problem, r.about.solver, r.about.quantity, std::to_string(r.digits),
                             shortened(facts.computed), error_text(facts.error), error_text(facts.tolerance),
                             shown_verdict(r)});
      t.mark_last(r);
    }
  return t;
}

table reference_table(const study::results& found, const std::vector<problem>& of) {
  table t{"references",
          "References: where they come from, and to how many digits two engines that share no code agree, with each "
          "other and with the reference",
          {{"problem", "reference", "digits known", "times", "positions", "velocities", "impulses", "known numbers",
            "verdict"},
           {}}};
  const study::results of_engines = study::of_study(found, "engines");
  for (const problem& p : of) {
    std::vector<std::string> row{p.name, "none", "—"};
    if (const auto known = study::extent_of_knowledge(p)) {
      row[1] = study::origin_of(known->from);
      row[2] = std::to_string(known->digits);
    }
    std::string outcome;
    std::optional<standing> stands;
    std::array<std::string, study::agreements.size()> digits;
    std::optional<int> fewest;
    for (const record& r : of_engines) {
      if (r.about.problem != p.name) continue;
      const std::optional<int>& agreed = r.as<study::agreement_facts>().agreed;
      const auto k = static_cast<std::size_t>(
          std::find(study::agreements.begin(), study::agreements.end(), r.about.quantity) - study::agreements.begin());
      if (k < digits.size()) digits[k] = agreed ? std::to_string(*agreed) : "—";
      if (agreed) fewest = std::min(fewest.value_or(*agreed), *agreed);
      if (stands && r.outcome == study::verdict::holds) continue;
      stands = standing_of(r);
      outcome = shown_verdict(r) + (agreed ? "" : ": " + r.reason);
    }
    if (stands == standing::holds) outcome = fmt::format("{} digits", *fewest);
    if (!stands) outcome = p.is_chain() ? "one engine" : "not compared";
    row.insert(row.end(), digits.begin(), digits.end());
    row.push_back(outcome);
    t.data.rows.push_back(std::move(row));
    if (stands && stands != standing::holds) t.mark_last(*stands);
  }
  return t;
}

table agreement_table(const study::results& found) {
  table t{"agreement",
          "Pairs of solvers: difference, and the sum of their error bounds",
          {{"problem", "first", "second", "distance", "difference", "bound", "verdict"}, {}}};
  for (const record& r : study::of_study(found, "agreement")) {
    const auto& facts = r.as<study::agreement_facts>();
    t.data.rows.push_back({r.about.problem, r.about.solver, r.about.other, r.about.quantity,
                           error_text(facts.difference), error_text(facts.bound), shown_verdict(r)});
    t.mark_last(r);
  }
  return t;
}

table residual_table(const study::results& found) {
  table t{"residuals",
          "Residuals of the statement itself: order in the step, or the value for a solver without step",
          {{"problem", "solver", "residual", "order", "finest value", "verdict"}, {}}};
  for (const record& r : study::of_study(found, "residuals")) {
    const study::ladder_point* const finest = study::finest_of(r);
    t.data.rows.push_back({r.about.problem, r.about.solver, r.about.quantity, order_text(r.fit),
                           finest ? error_text(finest->error) : "—", shown_verdict(r)});
    t.mark_last(r);
  }
  return t;
}

std::string attention(const study::results& found) {
  std::string items;
  for (const record& r : found)
    if (r.outcome != study::verdict::holds && r.outcome != study::verdict::measured)
      items += fmt::format("<li><b>{}</b> — {}: {}{} <code>{}</code></li>\n", escaped(r.cell), shown_verdict(r),
                           escaped(r.reason), r.known_gap.empty() ? "" : " Known gap: " + escaped(r.known_gap),
                           escaped(r.command));
  return items.empty() ? "<p>Nothing: every declaration that was studied holds.</p>\n" : "<ul>\n" + items + "</ul>\n";
}

std::string tally_list(const study::results& found) {
  const study::tally count = study::tally_of(found);
  std::string items;
  for (const standing s : study::all_standings)
    if (count[s] > 0 || s == standing::fails)
      items += fmt::format("<li><b>{}</b>{}</li>\n", count[s], escaped(name_of(s)));
  return "<ul class=\"tally\">\n" + items + "</ul>\n";
}

std::string solver_table() {
  std::string rows;
  for (const auto& s : study::solver_list()) {
    std::string orders;
    for (const auto& o : s.declaration.orders)
      orders += fmt::format("{}{}: {:g}", orders.empty() ? "" : "; ", name_of(o.distance), o.order);
    rows += fmt::format("<tr><th scope=\"row\"><code>{}</code></th><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                        escaped(s.declaration.name), escaped(s.declaration.title), escaped(s.declaration.citation),
                        escaped(orders));
  }
  return "<div class=\"scroll\"><table><caption>The solvers, and the orders they declare. They share relations, never "
         "functions.</caption>\n<thead><tr><th scope=\"col\">solver</th><th scope=\"col\">what it is</th><th "
         "scope=\"col\">source</th><th scope=\"col\">declared "
         "orders</th></tr></thead>\n<tbody>" +
         rows + "</tbody></table></div>\n";
}

std::string gallery(const std::vector<figure>& figures) {
  std::string out = "<div class=\"figures\">\n";
  for (const figure& f : figures) out += as_html(f);
  return out + "</div>\n";
}

}  // namespace unilateral::render
