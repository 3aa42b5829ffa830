#include "reports/render/rates_page.hpp"

#include "reports/render/number_text.hpp"
#include "reports/study/families/orders_over_e.hpp"
#include "reports/study/order/verdict.hpp"
#include "reports/study/reference/motion.hpp"
#include "reports/study/record/tally.hpp"
#include "reports/study/reference/solver_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace unilateral::render {
namespace {

using study::fit_outcome;
using study::order_facts;
using study::record;

std::string with_verdict(const record& r) {
  const std::string observed = r.fit                                         ? study::text_of(study::as_printed(*r.fit))
                               : r.fitting == fit_outcome::exact_to_rounding ? name_of(r.fitting)
                                                                             : "—";
  return r.outcome == study::verdict::measured ? observed : observed + " " + name_of(r.outcome);
}

/// The error at the finest step of the ladder.
double finest(const record& r) {
  const study::ladder_point* const at = study::finest_of(r);
  return at ? at->error : 0;
}

/// The same solver on the same problem and distance, on the jittered ladder; null where that was not run.
const record* jittered_beside(const record& dyadic, const study::results& found) {
  study::subject about = dyadic.about;
  about.study = "orders";
  about.where.clear();
  const auto own = std::find_if(found.begin(), found.end(), [&](const record& r) { return r.about == about; });
  return own == found.end() ? nullptr : &*own;
}

constexpr auto studied = "orders_over_e", only_measured = "measured_over_e";

/// The records of these two studies where e is varied; or of parts of the first.
bool is_over_e(const record& r, bool surveyed) {
  return r.about.study == (surveyed ? only_measured : studied) && !r.about.restitution.empty();
}
bool is_at(const record& r, const std::string& where) { return r.about.study == studied && r.about.where == where; }

}  // namespace

std::vector<table> rate_tables(const study::results& found, bool surveyed) {
  std::map<std::string, table> of_solver;
  std::map<std::string, std::map<std::tuple<std::string, std::string, std::string>, std::size_t>> row_of;
  std::vector<std::string> distances;
  for (const distance_kind kind : study::all_distances) distances.push_back(name_of(kind));
  for (const record& r : found) {
    if (!is_over_e(r, surveyed)) continue;
    const auto& [study, problem, e, when, solver, other, distance] = r.about;
    table& t = of_solver[solver];
    if (t.name.empty()) {
      t = {study + "_" + solver,
           (surveyed ? "Observed orders over e, " : "Orders over e, ") + solver + ": observed order ± 95 % half-width" +
               (surveyed ? "" : ", with a verdict where an order is declared"),
           {{"problem", "e", "accumulation", "until"}, {}}};
      t.data.header.insert(t.data.header.end(), distances.begin(), distances.end());
    }
    auto [row, is_new] = row_of[solver].try_emplace({problem, e, when}, t.data.rows.size());
    if (is_new) {
      t.data.rows.push_back({problem, e, when, r.as<order_facts>().until});
      t.data.rows.back().resize(t.data.header.size());
    }
    const auto column = std::find(t.data.header.begin(), t.data.header.end(), distance);
    if (column == t.data.header.end()) continue;
    const auto place = static_cast<std::size_t>(column - t.data.header.begin());
    t.verdicts[{row->second, place}] = standing_of(r);
    t.records[{row->second, place}] = r.cell;
    t.data.rows[row->second][place] = with_verdict(r);
  }
  std::vector<table> tables;
  for (auto& [solver, t] : of_solver) tables.push_back(std::move(t));
  return tables;
}

table measured_summary(const study::results& found) {
  table t{only_measured,
          fmt::format("The observed orders in one look: cells by where the observed order ± 95 % half-width lies "
                      "beside the order that the scheme declares for finitely many transversal impacts (½ in L2 v "
                      "where v jumps; half-widths up to {})",
                      study::widest_half_width),
          {{"solver", "distance", "declared elsewhere", "it is in the interval", "above it", "below it",
            "interval too wide", "exact to rounding", "no order"},
           {}}};
  struct counts {
    double declared = 0;
    int within = 0, above = 0, below = 0, wide = 0, exact = 0, none = 0;
  };
  std::map<std::pair<std::string, std::string>, counts> groups;
  for (const record& r : found) {
    if (!is_over_e(r, true)) continue;
    counts& c = groups[{r.about.solver, r.about.quantity}];
    for (const declared_order& d : study::find_solver(r.about.solver).declaration.orders)
      if (name_of(d.distance) == r.about.quantity) c.declared = d.order;
    if (!r.fit) {
      ++(r.fitting == fit_outcome::exact_to_rounding ? c.exact : c.none);
      continue;
    }
    const study::printed_interval shown = study::as_printed(*r.fit);
    ++(shown.half_width > study::widest_half_width   ? c.wide
       : shown.order + shown.half_width < c.declared ? c.below
       : shown.order - shown.half_width > c.declared ? c.above
                                                     : c.within);
  }
  for (const auto& [key, c] : groups)
    t.data.rows.push_back({key.first, key.second, fmt::format("{}", c.declared), std::to_string(c.within),
                           std::to_string(c.above), std::to_string(c.below), std::to_string(c.wide),
                           std::to_string(c.exact), std::to_string(c.none)});
  return t;
}

table parts_table(const study::results& found) {
  table t{"orders_of_parts",
          "Smooth motion and impacts told apart, e = 1/2: orders of the velocity errors near the impacts and away from "
          "them, and the part of the whole that is near, at the finest step",
          {{"problem", "solver", "L1 v near", "L1 v away", "near, of L1 v", "L2 v near", "L2 v away", "near, of L2 v"},
           {}}};
  using part = std::pair<std::string, std::string>;  // distance, near or away
  std::map<std::pair<std::string, std::string>, std::map<part, const record*>> groups;
  for (const record& r : found)
    if (is_at(r, "near") || is_at(r, "away"))
      groups[{r.about.problem, r.about.solver}][{r.about.quantity, r.about.where}] = &r;
  for (const auto& [key, parts] : groups) {
    std::vector<std::string> row{key.first, key.second};
    for (const distance_kind kind : {distance_kind::l1_velocity, distance_kind::l2_velocity}) {
      const auto near = parts.find({name_of(kind), "near"}), away = parts.find({name_of(kind), "away"});
      if (near == parts.end() || away == parts.end()) {
        row.insert(row.end(), {"", "", ""});
        continue;
      }
      // L² adds up in squares.
      double n = finest(*near->second), a = finest(*away->second);
      if (kind == distance_kind::l2_velocity) n *= n, a *= a;
      t.records[{t.data.rows.size(), row.size()}] = near->second->cell;
      t.records[{t.data.rows.size(), row.size() + 1}] = away->second->cell;
      row.insert(row.end(), {with_verdict(*near->second), with_verdict(*away->second),
                             n + a > 0 ? fmt::format("{:.0f} %", 100 * n / (n + a)) : "—"});
    }
    t.data.rows.push_back(row);
  }
  return t;
}

table rounding_table(const study::results& found) {
  table t{"rounding",
          "Double against 50 digits, the same scheme at the same step: their distance is rounding, beside the distance "
          "of the method from the reference",
          {{"problem", "solver", "distance and step", "method's error", "rounding", "rounding / error",
            "bound on rounding", "verdict"},
           {}}};
  for (const record& r : study::of_kind<study::rounding_facts>(found)) {
    const auto& facts = r.as<study::rounding_facts>();
    t.data.rows.push_back({r.about.problem, r.about.solver,
                           fmt::format("{} at step {:.3g}", r.about.quantity, facts.step), error_text(facts.error),
                           error_text(facts.rounding),
                           facts.error > 0 ? fmt::format("{:.1e}", facts.rounding / facts.error) : "—",
                           error_text(facts.bound), name_of(r.outcome)});
    t.mark_last(r);
  }
  return t;
}

table aligned_table(const study::results& found) {
  table t{"aligned",
          "The aligned grid: observed order ± half-width and constant C of C h^p on steps 2^-k, and on jittered steps",
          {{"problem", "solver", "distance", "dyadic order", "jittered order", "dyadic C", "jittered C"}, {}}};
  const auto constant = [](const record* r) { return r && r->fit ? fmt::format("{:.3g}", r->fit->constant) : "—"; };
  for (const record& r : found) {
    if (!is_at(r, "aligned")) continue;
    const record* const own = jittered_beside(r, found);
    t.records[{t.data.rows.size(), table::whole_row}] = r.cell;
    t.data.rows.push_back({r.about.problem, r.about.solver, r.about.quantity, with_verdict(r),
                           own && own->fit ? study::text_of(study::as_printed(*own->fit)) : "—", constant(&r),
                           constant(own)});
  }
  return t;
}

std::vector<figure> aligned_figures(const study::results& found) {
  std::map<std::string, std::vector<const record*>> dyadic;
  for (const record& r : found)
    if (is_at(r, "aligned")) dyadic[r.about.quantity].push_back(&r);
  std::vector<figure> figures;
  for (const auto& [distance, records] : dyadic) {
    figure f;
    f.name = "aligned_" + distance;
    std::replace(f.name.begin(), f.name.end(), ' ', '_');
    f.title = records.front()->about.problem + ": error (" + distance +
              ") on steps that put every impact on the grid, and on jittered ones";
    f.data.header = {"series", "step", "value"};
    f.command = "unilateral verify --filter '^orders_over_e/" + records.front()->about.problem + "/aligned/'";
    std::string absent;
    plot picture{.x = {.label = "step h (time units of the problem)", .logarithmic = true},
                 .y = {.label = "error, " + distance, .logarithmic = true}};
    const auto add = [&](const record& r, const std::string& how, look looks) {
      const std::string series = r.about.solver + " on " + how + " steps";
      int zeros = 0, drawn = 0;
      for (const study::ladder_point& p : r.ladder) {
        if (!(p.error > 0)) {
          ++zeros;
          continue;
        }
        ++drawn;
        f.data.rows.push_back({series, fmt::format("{:.17g}", p.step), fmt::format("{:.17g}", p.error)});
      }
      if (zeros > 0)
        absent += fmt::format(" {}: {} of {} errors are exactly 0.", escaped(series), zeros, r.ladder.size());
      const int apart = one_drawn_of(drawn);
      if (apart > 1) absent += fmt::format(" {}: one mark of {} is drawn.", escaped(series), apart);
      if (drawn > 0)
        picture.layers.push_back({.as = drawn_as::marks,
                                  .where = {{1, series}},
                                  .columns = {2, 3},
                                  .how = std::move(looks),
                                  .title = series,
                                  .one_in = apart});
    };
    int style = 0;
    for (const record* const r : records) {
      ++style;
      if (const record* const own = jittered_beside(*r, found))
        add(*own, "jittered", {.style = style, .size = 0.2, .mark = 1});
      add(*r, "dyadic", {.style = style, .size = 1.4});
    }
    if (f.data.rows.empty()) continue;
    f.caption = fmt::format(
        "{}: error in {} up to t = {}. Large marks: steps 2<sup>−k</sup>, which put every impact on the grid; dots: "
        "jittered steps. An order read off the large marks is one of a single place of the impacts in their steps.{}",
        escaped(records.front()->about.problem), escaped(distance), escaped(records.front()->as<order_facts>().until),
        absent);
    f.panels = {std::move(picture)};
    figures.push_back(std::move(f));
  }
  return figures;
}

}  // namespace unilateral::render
