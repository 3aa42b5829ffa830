#include "reports/render/rates_page.hpp"

#include "reports/render/number_text.hpp"
#include "reports/study/motion.hpp"
#include "reports/study/rates.hpp"
#include "reports/study/solver_list.hpp"
#include "reports/study/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace unilateral::render {
namespace {

using study::order_record;

std::string with_verdict(const order_record& r) {
  const std::string observed = r.fit ? with_uncertainty(r.fit->order, r.fit->half_width) : r.reason.starts_with(study::exact_to_rounding) ? study::exact_to_rounding : "—";
  return r.outcome == study::verdict::measured ? observed : observed + " " + study::name_of(r.outcome);
}

/// The error at the finest step of the ladder.
double finest(const order_record& r) {
  const auto at = std::min_element(r.ladder.begin(), r.ladder.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
  return at == r.ladder.end() ? 0 : at->error;
}

/// The same solver on the same problem and distance, on the jittered ladder; null where that was not run.
const order_record* jittered_beside(const order_record& dyadic, const study::results& found) {
  for (const order_record& own : found.orders)
    if (own.cell == "orders/" + dyadic.problem + "/" + dyadic.solver + "/" + dyadic.distance) return &own;
  return nullptr;
}

}  // namespace

std::vector<table> rate_tables(const study::results& found, bool surveyed) {
  std::map<std::string, table> of_solver;
  std::map<std::string, std::map<std::tuple<std::string, std::string, std::string>, std::size_t>> row_of;
  std::vector<std::string> distances;
  for (const distance_kind kind : study::all_distances) distances.push_back(name_of(kind));
  for (const order_record& r : found.orders) {
    const auto& [setting, kind] = study::place_of(r.cell);
    if (setting.empty() || study::is_surveyed(r.cell) != surveyed) continue;
    table& t = of_solver[r.solver];
    if (t.name.empty()) {
      t = {(surveyed ? "survey_" : "rates_") + r.solver,
           (surveyed ? "Survey, " : "Rates over e, ") + r.solver + ": observed order ± 95 % half-width" + (surveyed ? "" : ", with a verdict where an order is declared"),
           {{"problem", "e", "accumulation", "until"}, {}}};
      t.data.header.insert(t.data.header.end(), distances.begin(), distances.end());
    }
    const std::string e = setting.substr(2);
    auto [row, is_new] = row_of[r.solver].try_emplace({r.problem, e, kind}, t.data.rows.size());
    if (is_new) {
      t.data.rows.push_back({r.problem, e, kind, r.until});
      t.data.rows.back().resize(t.data.header.size());
    }
    const auto column = std::find(t.data.header.begin(), t.data.header.end(), r.distance);
    if (column != t.data.header.end()) t.data.rows[row->second][static_cast<std::size_t>(column - t.data.header.begin())] = with_verdict(r);
  }
  std::vector<table> tables;
  for (auto& [solver, t] : of_solver) tables.push_back(std::move(t));
  return tables;
}

table survey_summary(const study::results& found) {
  table t{"survey",
          fmt::format(
              "The survey in one look: cells by where the observed order ± 95 % half-width lies beside the order that the scheme declares for finitely many transversal impacts "
              "(½ in L2 v where v jumps; half-widths up to {})",
              study::widest_half_width),
          {{"solver", "distance", "declared elsewhere", "it is in the interval", "above it", "below it", "interval too wide", "exact to rounding", "no order"}, {}}};
  struct counts {
    double declared = 0;
    int within = 0, above = 0, below = 0, wide = 0, exact = 0, none = 0;
  };
  std::map<std::pair<std::string, std::string>, counts> groups;
  for (const order_record& r : found.orders) {
    if (!study::is_surveyed(r.cell)) continue;
    counts& c = groups[{r.solver, r.distance}];
    for (const declared_order& d : study::find_solver(r.solver).declaration.orders)
      if (name_of(d.distance) == r.distance) c.declared = d.order;
    if (!r.fit) {
      ++(r.reason.starts_with(study::exact_to_rounding) ? c.exact : c.none);
      continue;
    }
    const study::printed_interval shown = study::as_printed(*r.fit);
    ++(shown.half_width > study::widest_half_width   ? c.wide
       : shown.order + shown.half_width < c.declared ? c.below
       : shown.order - shown.half_width > c.declared ? c.above
                                                     : c.within);
  }
  for (const auto& [key, c] : groups)
    t.data.rows.push_back({key.first, key.second, fmt::format("{}", c.declared), std::to_string(c.within), std::to_string(c.above), std::to_string(c.below), std::to_string(c.wide),
                           std::to_string(c.exact), std::to_string(c.none)});
  return t;
}

table parts_table(const study::results& found) {
  table t{"rates_parts",
          "Smooth motion and impacts told apart, e = 1/2: orders of the velocity errors near the impacts and away from them, and the part of the whole that is near, at the finest "
          "step",
          {{"problem", "solver", "L1 v near", "L1 v away", "near, of L1 v", "L2 v near", "L2 v away", "near, of L2 v"}, {}}};
  std::map<std::pair<std::string, std::string>, std::map<std::string, const order_record*>> groups;
  for (const order_record& r : found.orders)
    if (study::place_of(r.cell).kind == "parts") groups[{r.problem, r.solver}][r.distance] = &r;
  for (const auto& [key, part] : groups) {
    std::vector<std::string> row{key.first, key.second};
    for (const std::string distance : {"L1 v", "L2 v"}) {
      const auto near = part.find(distance + " near"), away = part.find(distance + " away");
      if (near == part.end() || away == part.end()) {
        row.insert(row.end(), {"", "", ""});
        continue;
      }
      // L² adds up in squares.
      double n = finest(*near->second), a = finest(*away->second);
      if (distance == "L2 v") n *= n, a *= a;
      row.insert(row.end(), {with_verdict(*near->second), with_verdict(*away->second), n + a > 0 ? fmt::format("{:.0f} %", 100 * n / (n + a)) : "—"});
    }
    t.data.rows.push_back(row);
  }
  return t;
}

table rounding_table(const study::results& found) {
  table t{"rates_rounding",
          "Double against 50 digits, the same scheme at the same step: their distance is rounding, beside the distance of the method from the reference",
          {{"problem", "solver", "distance and step", "method's error", "rounding", "rounding / error", "bound on rounding", "verdict"}, {}}};
  for (const study::value_record& r : found.values) {
    if (study::place_of(r.cell).kind != "rounding") continue;
    const double method = r.expected.empty() ? 0 : std::stod(r.expected);
    t.data.rows.push_back({r.problem, r.solver, r.quantity, fmt::format("{:.2e}", method), fmt::format("{:.1e}", r.error),
                           method > 0 ? fmt::format("{:.1e}", r.error / method) : "—", fmt::format("{:.1e}", r.tolerance), study::name_of(r.outcome)});
  }
  return t;
}

table aligned_table(const study::results& found) {
  table t{"rates_aligned",
          "The aligned grid: observed order ± half-width and constant C of C h^p on steps 2^-k, and on jittered steps",
          {{"problem", "solver", "distance", "dyadic order", "jittered order", "dyadic C", "jittered C"}, {}}};
  const auto constant = [](const order_record* r) { return r && r->fit ? fmt::format("{:.3g}", r->fit->constant) : "—"; };
  for (const order_record& r : found.orders) {
    if (study::place_of(r.cell).kind != "aligned") continue;
    const order_record* const own = jittered_beside(r, found);
    t.data.rows.push_back(
        {r.problem, r.solver, r.distance, with_verdict(r), own && own->fit ? with_uncertainty(own->fit->order, own->fit->half_width) : "—", constant(&r), constant(own)});
  }
  return t;
}

std::vector<figure> aligned_figures(const study::results& found) {
  std::map<std::string, std::vector<const order_record*>> dyadic;
  for (const order_record& r : found.orders)
    if (study::place_of(r.cell).kind == "aligned") dyadic[r.distance].push_back(&r);
  std::vector<figure> figures;
  for (const auto& [distance, records] : dyadic) {
    figure f;
    f.name = "rates_aligned_" + distance;
    std::replace(f.name.begin(), f.name.end(), ' ', '_');
    f.title = records.front()->problem + ": error (" + distance + ") on steps that put every impact on the grid, and on jittered ones";
    f.data.header = {"series", "step", "value"};
    f.command = "unilateral verify --filter '^rates/" + records.front()->problem + "/aligned/'";
    std::string absent, plots;
    const auto add = [&](const order_record& r, const std::string& how, const std::string& looks) {
      const std::string series = r.solver + " on " + how + " steps";
      int zeros = 0, drawn = 0;
      for (const study::ladder_point& p : r.ladder) {
        if (!(p.error > 0)) {
          ++zeros;
          continue;
        }
        ++drawn;
        f.data.rows.push_back({series, fmt::format("{:.17g}", p.step), fmt::format("{:.17g}", p.error)});
      }
      if (zeros > 0) absent += fmt::format(" {}: {} of {} errors are exactly 0.", escaped(series), zeros, r.ladder.size());
      const int apart = one_drawn_of(drawn);
      if (apart > 1) absent += fmt::format(" {}: one mark of {} is drawn.", escaped(series), apart);
      if (drawn > 0)
        plots += fmt::format("{}data using (strcol(1) eq '{}'{} ? $2 : NaN):3 with points {} title \"{}\" noenhanced", plots.empty() ? "" : ", \\\n     ", series,
                             apart > 1 ? fmt::format(" && int($0) % {} == 0", apart) : "", looks, series);
    };
    int style = 0;
    for (const order_record* const r : records) {
      ++style;
      if (const order_record* const own = jittered_beside(*r, found)) add(*own, "jittered", fmt::format("ls {} pt 7 ps 0.2", style));
      add(*r, "dyadic", fmt::format("ls {} ps 1.4", style));
    }
    if (f.data.rows.empty()) continue;
    f.caption = fmt::format(
        "{}: error in {} up to t = {}. Large marks: steps 2<sup>−k</sup>, which put every impact on the grid; dots: jittered steps. An order read off the large marks is one of a "
        "single place of the impacts in their steps.{}",
        escaped(records.front()->problem), escaped(distance), escaped(records.front()->until), absent);
    f.script = "set logscale xy\nset format xy '10^{%T}'\nset key outside bottom center vertical maxrows 3\nset xlabel 'step h (time units of the problem)'\nset ylabel 'error, " +
               distance + "'\nplot " + plots + "\n";
    figures.push_back(std::move(f));
  }
  return figures;
}

}  // namespace unilateral::render
