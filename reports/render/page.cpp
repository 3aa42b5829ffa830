#include "reports/render/page.hpp"

#include "problems/answers/problem.hpp"
#include "reports/render/calibration_page.hpp"
#include "reports/render/claim_figures.hpp"
#include "reports/render/claims_page.hpp"
#include "reports/render/error_figures.hpp"
#include "reports/render/laws_page.hpp"
#include "reports/render/motion_figures.hpp"
#include "reports/render/number_text.hpp"
#include "reports/render/peers.hpp"
#include "reports/render/rates_page.hpp"
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
#include <map>
#include <optional>
#include <tuple>

namespace unilateral::render {
namespace {

using study::record;
using study::standing;

constexpr const char* style_sheet = R"(
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

std::string shown_verdict(const record& r) { return name_of(standing_of(r)); }

std::string order_text(const std::optional<study::fitted_order>& fit) {
  return fit ? with_uncertainty(fit->order, fit->half_width) : "—";
}

/// Declared orders are integers or halves.
std::string declared_text(const std::optional<double>& order) { return order ? fmt::format("{:g}", *order) : "—"; }

study::results orders_in(const study::results& found, const std::string& distance) {
  study::results some;
  for (const record& r : found)
    if (r.about.study == "orders" && r.about.quantity == distance) some.push_back(r);
  return some;
}

/// The table the report is about: problem × solver, observed order ± uncertainty, declared order, verdict.
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

/// The table the report is about, as a reader wants it: a row a problem, a column a solver, for questions of one kind.
template <class Question>
table order_overview(const study::results& found, const std::string& distance, const std::string& name) {
  std::vector<std::string> solvers, problems;
  std::map<std::pair<std::string, std::string>, std::pair<std::string, standing>> cell;
  for (const record& r : orders_in(found, distance)) {
    const auto& [problem, solver] = std::tie(r.about.problem, r.about.solver);
    if (!std::holds_alternative<Question>(find_problem(problem).question)) continue;
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

/// Numbers are shown with at most this many characters; the files have them whole.
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

/// What is known of each problem, and how often it was found: digits to which the reference engines agree with each
/// other, and with the reference.
table reference_table(const study::results& found) {
  table t{"references",
          "References: where they come from, and to how many digits two engines that share no code agree, with each "
          "other and with the reference",
          {{"problem", "reference", "digits known", "times", "positions", "velocities", "impulses", "known numbers",
            "verdict"},
           {}}};
  const study::results of_engines = study::of_study(found, "engines");
  for (const problem& p : catalogue()) {
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

/// What needs a reader's attention: whatever did not hold, with its reason and the command that reruns it.
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

std::string problem_list() {
  std::string out = "<dl>\n";
  for (const problem& p : catalogue()) {
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

/// HTML of figures that were drawn into the folder; the pictures stand in the page itself.
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
  const auto tables = folder / "tables", pictures = folder / "figures";
  std::filesystem::create_directories(tables);
  std::filesystem::create_directories(pictures);

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
      std::string(style_sheet) +
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
  page += shown(order_overview<statement>(found, name_of(distance_kind::sup_position), "overview_sup_q"));
  page += shown(order_overview<statement>(found, name_of(distance_kind::l1_velocity), "overview_l1_v"));
  page += shown(order_overview<chain_statement>(found, name_of(distance_kind::sup_position), "overview_chain_sup_q"));
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
      shown(reference_table(found));
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

  page += "<h2 id=\"asked\">What was asked</h2>\n" + solver_table() + problem_list();
  page +=
      "<h2 id=\"again\">How to get this again</h2>\n<p>All of it: <code>./reproduce</code> (or <code>./reproduce "
      "--quick</code>). One cell: the command printed beside it, with <code>build/release/unilateral</code>. One "
      "figure: <code>gnuplot NAME.gp</code> in <code>figures/</code>, where its data stand beside it; all figures take "
      "their looks from <code>style.gp</code>. Every number of this page is a record in <a "
      "href=\"results.jsonl\">results.jsonl</a>.</p>\n";
  page += fmt::format("<footer><p>Version {}; compiler {}; processor {}; made {}.</p></footer>\n</body></html>\n",
                      escaped(made.version), escaped(made.compiler), escaped(made.processor), escaped(made.date));

  study::write_results((folder / "results.jsonl").string(), found, made);
  write_file(folder / "index.html", page);
}

}  // namespace unilateral::render
