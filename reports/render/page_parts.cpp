#include "reports/render/page_parts.hpp"

#include "reports/render/number_text.hpp"
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

std::string style_sheet() {
  return R"(
:root { --ink: #1c1c1c; --soft: #666; --rule: #ddd; --accent: #1b4f8a; }
* { box-sizing: border-box; }
body { font: 16px/1.55 Georgia, 'DejaVu Serif', serif; color: var(--ink); background: #fff; margin: 0 auto;
  max-width: 62rem; padding: 1rem 1.2rem 4rem; }
h1 { font-size: 1.9rem; margin: 1.2rem 0 .2rem; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--rule); padding-bottom: .2rem; }
h3 { margin-top: 2rem; }
a { color: var(--accent); }
.lead { color: var(--soft); font-size: 1.1rem; }
nav { margin: 1rem 0; display: flex; flex-wrap: wrap; }
nav a { margin-right: 1.2rem; white-space: nowrap; }
code, pre { font: .86em/1.45 'DejaVu Sans Mono', Menlo, Consolas, monospace; background: #f6f6f4; }
code { padding: .1em .25em; overflow-wrap: anywhere; }
pre { padding: .7rem .9rem; overflow-x: auto; }
.scroll { overflow-x: auto; margin: 1.2rem 0; }
.scroll td:first-child, .scroll th:first-child { position: sticky; left: 0; background: #fff; }
table { border-collapse: collapse; font-size: .86rem; font-family: 'DejaVu Sans', Verdana, sans-serif; min-width: 60%; }
caption { text-align: left; color: var(--soft); padding: .3rem 0; font-family: Georgia, 'DejaVu Serif', serif;
  font-size: .95rem; }
th { text-align: left; border-top: 2px solid #222; border-bottom: 1px solid #222; padding: .3rem .6rem; }
td { padding: .22rem .6rem; border-bottom: 1px solid #eee; vertical-align: top; }
tbody tr:last-child td { border-bottom: 2px solid #222; }
td.number { font-variant-numeric: tabular-nums; }
td.holds { color: #2b6a3c; }
td.fails { color: #fff; background: #a3282b; font-weight: bold; }
td.unknown { color: #8a5a00; font-style: italic; }
td.expected { color: #8a5a00; }
.files { font-size: .8rem; margin-left: .6rem; }
.tally { display: flex; flex-wrap: wrap; gap: 1rem; padding: 0; list-style: none; }
.tally li { border: 1px solid var(--rule); border-radius: .4rem; padding: .6rem 1rem; }
.tally b { display: block; font-size: 1.7rem; line-height: 1.2; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); gap: 1.6rem; }
figure { margin: 0; }
figure img { width: 100%; height: auto; border: 1px solid #eee; }
figcaption { font-size: .85rem; color: #444; }
details { margin: 1rem 0; }
summary { cursor: pointer; color: var(--accent); }
dt { font-weight: bold; margin-top: 1.4rem; }
dd { margin-left: 0; }
footer { margin-top: 4rem; color: var(--soft); font-size: .85rem; border-top: 1px solid var(--rule); }
@media print { body { max-width: none; } details > * { display: block; } }
)";
}

namespace {

std::string base64(const std::string& bytes) {
  static constexpr char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    unsigned word = 0;
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - k);
    for (std::size_t j = 0; j < 3; ++j) word = word << 8 | (j < count ? static_cast<unsigned char>(bytes[k + j]) : 0u);
    for (std::size_t j = 0; j < 4; ++j) out += j <= count ? digit[word >> (18 - 6 * j) & 63] : '=';
  }
  return out;
}

}  // namespace

std::string shown_verdict(const record& r) { return name_of(standing_of(r)); }

std::string order_text(const std::optional<study::fitted_order>& fit) {
  return fit ? with_uncertainty(fit->order, fit->half_width) : "—";
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
                           r.fit ? fmt::format("{:+.3f} ± {:.3f}", r.fit->drift, r.fit->drift_half_width) : "—",
                           shown_verdict(r)});
    t.mark_last(standing_of(r));
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
                             shortened(facts.computed), fmt::format("{:.1e}", facts.error),
                             fmt::format("{:.1e}", facts.tolerance), shown_verdict(r)});
      t.mark_last(standing_of(r));
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
                           fmt::format("{:.2e}", facts.difference), fmt::format("{:.2e}", facts.bound),
                           shown_verdict(r)});
    t.mark_last(standing_of(r));
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
                           finest ? fmt::format("{:.2e}", finest->error) : "—", shown_verdict(r)});
    t.mark_last(standing_of(r));
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

std::string problem_list(const std::vector<problem>& of) {
  std::string out = "<dl>\n";
  for (const problem& p : of) {
    std::string tags;
    for (const difficulty d : p.difficulties) tags += (tags.empty() ? "" : ", ") + name_of(d);
    out += fmt::format("<dt id=\"problem-{0}\">{1} <code>{0}</code></dt>\n<dd>{2}<br><small>{3}{4}</small>\n{5}</dd>\n",
                       escaped(p.name), escaped(p.title), escaped(p.description), escaped(p.source),
                       tags.empty() ? "" : " · " + escaped(tags),
                       p.figure.empty() ? "" : "<pre>" + escaped(p.figure) + "</pre>");
  }
  return out + "</dl>\n";
}

std::string solver_table() {
  std::string rows;
  for (const auto& s : study::solver_list()) {
    std::string orders;
    for (const auto& o : s.declaration.orders)
      orders += fmt::format("{}{}: {:g}", orders.empty() ? "" : "; ", name_of(o.distance), o.order);
    rows +=
        fmt::format("<tr><td><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td></tr>\n", escaped(s.declaration.name),
                    escaped(s.declaration.title), escaped(s.declaration.citation), escaped(orders));
  }
  return "<div class=\"scroll\"><table><caption>The solvers, and the orders they declare. They share relations, never "
         "functions.</caption>\n<thead><tr><th>solver</th><th>what it is</th><th>source</th><th>declared "
         "orders</th></tr></thead>\n<tbody>" +
         rows + "</tbody></table></div>\n";
}

std::string gallery(const std::vector<figure>& figures, const std::filesystem::path& folder) {
  std::string out = "<div class=\"figures\">\n";
  for (const figure& f : figures)
    out += fmt::format(
        "<figure id=\"{0}\"><img alt=\"{1}\" src=\"data:image/svg+xml;base64,{2}\">\n<figcaption>{3} <span "
        "class=\"files\"><a href=\"figures/{0}.svg\">svg</a> <a href=\"figures/{0}.pdf\">pdf</a> <a "
        "href=\"figures/{0}.csv\">data</a> <a "
        "href=\"figures/{0}.gp\">source</a></span><br><code>{4}</code></figcaption></figure>\n",
        f.name, escaped(f.title), base64(read_file(folder / (f.name + ".svg"))), f.caption, escaped(f.command));
  return out + "</div>\n";
}

}  // namespace unilateral::render
