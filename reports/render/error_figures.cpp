#include "reports/render/error_figures.hpp"

#include "reports/render/table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>

namespace unilateral::render {
namespace {

using study::fitted_order;
using study::ladder_point;

std::string file_stem(std::string text) {
  for (char& c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return text;
}

/// One curve of a log-log figure.
struct curve {
  std::string name;
  const std::vector<ladder_point>* ladder;
  const std::optional<fitted_order>* fit;
};

/// The tidy data of a log-log figure, and the plot command that reads it. Exact zeros cannot stand on a logarithmic axis:
/// they are counted and named in the caption.
struct log_log {
  data_table data{{"series", "kind", "step", "value"}, {}};
  std::string plot;
  int zeros = 0;

  void add(const curve& c, int style) {
    bool inside = false, outside = false;
    for (const ladder_point& p : *c.ladder) {
      if (!(p.step > 0)) continue;  // a solver without step: its number stands in the table
      if (!(p.error > 0)) {
        ++zeros;
        continue;
      }
      (p.in_window ? inside : outside) = true;
      data.rows.push_back({c.name, p.in_window ? "in window" : "outside", fmt::format("{:.17g}", p.step), fmt::format("{:.17g}", p.error)});
    }
    const auto select = [&](const char* kind) { return fmt::format("data using (strcol(1) eq '{}' && strcol(2) eq '{}' ? $3 : NaN):4", c.name, kind); };
    const auto append = [&](const std::string& part) { plot += (plot.empty() ? "plot " : ", \\\n     ") + part; };
    std::string title = c.name;
    if (*c.fit) {
      const fitted_order& f = **c.fit;
      title = fmt::format("{}: {:.2f} ± {:.2f}", c.name, f.order, f.half_width);
      for (const double h : {f.window_low, f.window_high}) data.rows.push_back({c.name, "fit", fmt::format("{:.17g}", h), fmt::format("{:.17g}", f.constant * std::pow(h, f.order) + f.floor)});
      append(fmt::format("{} with lines ls {} lw 1 notitle", select("fit"), style));
    }
    static constexpr int hollow[] = {0, 6, 8, 4, 12, 10};
    if (inside) append(fmt::format("{} with points ls {} title \"{}\" noenhanced", select("in window"), style, title));
    if (outside) append(fmt::format("{} with points ls {} pt {} {}", select("outside"), style, hollow[style], inside ? "notitle" : fmt::format("title \"{}\" noenhanced", title)));
  }
};

std::string axes(const std::string& value) {
  return fmt::format("set logscale xy\nset format xy '10^{{%T}}'\nset xlabel 'step h (time units of the problem)'\nset ylabel '{}'\n", value);
}

}  // namespace

std::vector<figure> order_figures(const study::results& found) {
  std::map<std::pair<std::string, std::string>, std::vector<const study::order_record*>> groups;
  for (const auto& r : found.orders) groups[{r.problem, r.distance}].push_back(&r);
  std::vector<figure> figures;
  for (const auto& [key, records] : groups) {
    log_log plot;
    int style = 1;
    for (const auto* r : records) plot.add({r->solver, &r->ladder, &r->fit}, style++);
    if (plot.data.rows.empty()) continue;
    figure f;
    f.name = "order_" + file_stem(key.first) + "_" + file_stem(key.second);
    f.title = key.first + ": error (" + key.second + ") against step";
    f.caption = fmt::format("{}: error in {} against the step, up to t = {}. Filled marks: steps used in the fit; hollow marks: left out (coarse, or at the rounding floor); lines: the fit, over its window, its slope in the legend.{}",
                            escaped(key.first), escaped(key.second), escaped(records.front()->until), plot.zeros ? fmt::format(" {} errors are exactly 0 and have no place on a logarithmic axis.", plot.zeros) : "");
    f.command = "unilateral converge " + key.first;
    f.data = plot.data;
    f.script = axes("error, " + key.second) + plot.plot + "\n";
    figures.push_back(std::move(f));
  }
  return figures;
}

std::vector<figure> residual_figures(const study::results& found) {
  std::set<std::string> studied;
  for (const auto& r : found.orders) studied.insert(r.problem);
  std::map<std::string, std::vector<const study::residual_record*>> groups;
  for (const auto& r : found.residuals)
    if (studied.contains(r.problem) && r.ladder.size() > 2 && (r.residual == "penetration" || r.residual == "momentum balance")) groups[r.problem + " / " + r.residual].push_back(&r);
  std::vector<figure> figures;
  for (const auto& [key, records] : groups) {
    log_log plot;
    int style = 1;
    for (const auto* r : records) plot.add({r->solver, &r->ladder, &r->fit}, style++);
    if (plot.data.rows.empty()) continue;
    figure f;
    f.name = "residual_" + file_stem(records.front()->problem) + "_" + file_stem(records.front()->residual);
    f.title = key + " against step";
    f.caption = fmt::format("{}: the judge's residual of the statement itself ({}), no reference involved. Marks and lines as in the error figures.{}", escaped(records.front()->problem), escaped(records.front()->residual),
                            plot.zeros ? fmt::format(" {} residuals are exactly 0.", plot.zeros) : "");
    f.command = records.front()->command;
    f.data = plot.data;
    f.script = axes("residual: " + records.front()->residual) + plot.plot + "\n";
    figures.push_back(std::move(f));
  }
  return figures;
}

}  // namespace unilateral::render
