#include "reports/render/calibration_page.hpp"

#include "reports/study/families/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace unilateral::render {
namespace {

/// The number of one cell, as it was recorded; null where it wasn't measured.
const study::record* measured_in(const study::results& found, const std::string& name, int length,
                                 const std::string& quantity) {
  const std::string steps = fmt::format("{} steps", length);
  const auto r = std::find_if(found.begin(), found.end(), [&](const study::record& x) {
    return x.about.study == "calibration" && x.about.problem == name && x.about.where == steps &&
           x.about.quantity == quantity && x.is<study::value_facts>();
  });
  return r == found.end() ? nullptr : &*r;
}

std::string number_of(const study::record* r) { return r == nullptr ? "—" : r->as<study::value_facts>().computed; }

}  // namespace

table calibration_table(const study::results& found) {
  table t{"calibration",
          "How often p ± half-width holds the order, its standard error, and spread and mean of (p̂ − p)/σ, for "
          "ladders of each length",
          {{"ladders"}, {}}};
  for (const int length : study::calibrated_lengths)
    for (const char* const what : {"coverage", "±", "spread", "mean"})
      t.data.header.push_back(fmt::format("{}, {}", what, length));
  for (const study::ladder_class& of : study::ladder_classes()) {
    std::vector<std::string> row{of.name + (of.claimed ? "" : " (not claimed)")};
    bool any = false;
    for (const int length : study::calibrated_lengths)
      for (const char* const quantity : {"coverage", "error of the coverage", "spread", "bias"}) {
        const study::record* const r = measured_in(found, of.name, length, quantity);
        any = any || r != nullptr;
        if (r != nullptr && of.claimed && quantity == std::string("coverage"))
          t.verdicts[{t.data.rows.size(), row.size()}] = standing_of(*r);
        if (r != nullptr) t.records[{t.data.rows.size(), row.size()}] = r->cell;
        row.push_back(number_of(r));
      }
    if (any) t.data.rows.push_back(std::move(row));
  }
  return t;
}

std::vector<figure> calibration_figures(const study::results& found) {
  figure f;
  f.name = "calibration";
  f.title = "Coverage of 95 % intervals on ladders of known order";
  f.caption = fmt::format(
      "How often p ± half-width holds the order of a synthetic ladder, by class of errors and number of steps; bars: "
      "twice the standard error of as many ladders. Lines: the 95 % promised, and {} and {}. next_term_four is beyond "
      "what the fit claims.",
      study::least_coverage, study::most_coverage);
  f.command = "unilateral verify --filter '^calibration/'";
  f.data.header = {"series", "class", "place", "coverage", "two standard errors"};
  const auto& classes = study::ladder_classes();
  plot coverage_by_class{.x = {.label = "coverage", .high = 1.005},
                         .y = {.low = 0.3, .high = static_cast<double>(classes.size()) + 0.7}};
  int style = 0;
  double lowest = 0.9;
  for (const int length : study::calibrated_lengths) {
    ++style;
    const std::string series = fmt::format("{} steps", length);
    for (std::size_t k = 0; k < classes.size(); ++k) {
      const study::record *const coverage = measured_in(found, classes[k].name, length, "coverage"),
                                 *const error = measured_in(found, classes[k].name, length, "error of the coverage");
      if (coverage == nullptr || error == nullptr) continue;
      const double value = std::stod(number_of(coverage)), by_chance = std::stod(number_of(error));
      lowest = std::min(lowest, value - 2 * by_chance);
      f.data.rows.push_back({series, classes[k].name,
                             fmt::format("{:.2f}", static_cast<double>(classes.size() - k) + 0.22 * (2 - style)),
                             number_of(coverage), fmt::format("{:.4f}", 2 * by_chance)});
    }
    if (!f.data.rows.empty() && f.data.rows.back()[0] == series)
      coverage_by_class.layers.push_back({.as = drawn_as::bars_in_x,
                                          .where = {{1, series}},
                                          .columns = {4, 3, 5},
                                          .how = {.style = style, .dash = 1},
                                          .title = series});
  }
  if (f.data.rows.empty()) return {};
  for (std::size_t k = 0; k < classes.size(); ++k)
    coverage_by_class.y.ticks.emplace_back(classes[k].name, static_cast<double>(classes.size() - k));
  for (const double at : {study::least_coverage, study::nominal_coverage, study::most_coverage})
    coverage_by_class.x.lines.emplace_back(at, at == study::nominal_coverage ? "#000000" : "#bbbbbb");
  coverage_by_class.x.low = lowest;
  f.panels = {coverage_by_class};
  return {f};
}

}  // namespace unilateral::render
