#include "reports/render/error_figures.hpp"

#include "reports/study/order/verdict.hpp"
#include "reports/render/table.hpp"
#include "reports/study/order/fit.hpp"
#include "reports/study/reference/engines.hpp"

#include <fmt/format.h>

#include <algorithm>
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
  std::string solver;
  const std::vector<ladder_point>* ladder;
  const std::optional<fitted_order>* fit;
};

/// Codes from outside share three styles more, in the figure's order.
int style_of(const std::string& solver, const std::vector<curve>& curves) {
  constexpr int of_codes = 6, styles_of_codes = 3;
  if (const int own = style_of_solver(solver); own > 0) return own;
  int codes_before = 0;
  for (const curve& c : curves) {
    if (c.solver == solver) break;
    if (style_of_solver(c.solver) == 0) ++codes_before;
  }
  return of_codes + codes_before % styles_of_codes;
}

constexpr double far_below = 1e-6;  // farther than this, one axis for both would flatten what is to be seen

/// A fitted curve that lies far below all others has a figure of its own.
std::vector<std::vector<curve>> on_common_axes(const std::vector<curve>& curves) {
  const auto extremes = [](const curve& c) {
    double least = INFINITY, largest = 0;
    for (const ladder_point& p : *c.ladder)
      if (p.in_window && p.error > 0) {
        least = std::min(least, p.error);
        largest = std::max(largest, p.error);
      }
    return std::pair(least, largest);
  };
  std::vector<std::vector<curve>> figures(1);
  for (const curve& c : curves) {
    double least_of_others = INFINITY;
    for (const curve& other : curves)
      if (&other != &c) least_of_others = std::min(least_of_others, extremes(other).first);
    if (*c.fit && std::isfinite(least_of_others) && extremes(c).second < far_below * least_of_others)
      figures.push_back({c});
    else
      figures.front().push_back(c);
  }
  return figures;
}

/// The tidy data of a log-log figure, and the plot command that reads it. What has no place on the axes is told in the
/// caption: exact zeros, and solvers whose errors are all rounding, many decades below the fitted ones.
struct log_log {
  data_table data{{"series", "kind", "step", "value"}, {}};
  std::vector<layer> points, lines;
  std::string absent;

  explicit log_log(const std::vector<curve>& curves) {
    double least_fitted = INFINITY;
    for (const curve& c : curves)
      if (*c.fit)
        for (const ladder_point& p : *c.ladder)
          if (p.in_window && p.error > 0) least_fitted = std::min(least_fitted, p.error);
    for (const curve& c : curves) add(c, style_of(c.solver, curves), least_fitted);
  }

  /// Below what is drawn, over its span: a row of the key is a twelfth of the picture high.
  double room_for_the_key() const {
    const auto titled = std::count_if(points.begin(), points.end(), [](const layer& l) { return !l.title.empty(); });
    const double share = std::min(0.6, 0.02 + static_cast<double>(titled) / 12);
    return share * 1.08 / (1 - share);
  }

  plot picture(const std::string& value) const {
    plot p{.x = {.label = "step h (time units of the problem)", .logarithmic = true, .below = 0.05, .above = 0.05},
           .y = {.label = value, .logarithmic = true, .below = room_for_the_key(), .above = 0.08},
           .key = key_place::within_right,
           .layers = points};
    p.layers.insert(p.layers.end(), lines.begin(), lines.end());
    return p;
  }

 private:
  void add(const curve& c, int style, double least_fitted) {
    double worst = 0;
    int zeros = 0, drawn = 0, no_numbers = 0;
    for (const ladder_point& p : *c.ladder) {
      if (!std::isfinite(p.error) || !std::isfinite(p.step)) ++no_numbers;
      if (!std::isfinite(p.error) || !(p.step > 0)) continue;  // a solver without step: its number stands in the table
      worst = std::max(worst, p.error);
      ++drawn;
      if (!(p.error > 0)) ++zeros;
    }
    if (no_numbers > 0) absent += fmt::format(" {}: {} errors are no finite numbers.", escaped(c.solver), no_numbers);
    if (drawn == 0) return;
    if (worst == 0) {
      absent += fmt::format(" {}: every error is exactly 0.", escaped(c.solver));
      return;
    }
    if (!*c.fit && std::isfinite(least_fitted) && worst < far_below * least_fitted) {
      absent += fmt::format(" {}: exact to rounding at every step, errors at most {:.0e}, below the picture.",
                            escaped(c.solver), worst);
      return;
    }
    if (zeros > 0)
      absent += fmt::format(" {}: {} errors are exactly 0 and have no place on a logarithmic axis.", escaped(c.solver),
                            zeros);
    bool inside = false, outside = false;
    for (const ladder_point& p : *c.ladder) {
      if (!(p.step > 0) || !(p.error > 0) || !std::isfinite(p.error)) continue;
      (p.in_window ? inside : outside) = true;
      data.rows.push_back({c.solver, p.in_window ? "in window" : "outside", fmt::format("{:.17g}", p.step),
                           fmt::format("{:.17g}", p.error)});
    }
    const int apart = one_drawn_of(drawn);
    if (apart > 1)
      absent +=
          fmt::format(" {}: one mark of {} is drawn; the .csv holds all {} errors.", escaped(c.solver), apart, drawn);
    const auto of = [&](drawn_as as, const char* kind, look how, const std::string& title = {}) {
      return layer{.as = as,
                   .where = {{1, c.solver}, {2, kind}},
                   .columns = {3, 4},
                   .how = std::move(how),
                   .title = title,
                   .one_in = as == drawn_as::marks ? apart : 1};
    };
    std::string title = c.solver;
    if (*c.fit) {
      const fitted_order& f = **c.fit;
      title += ": " + study::text_of(study::as_printed(f));
      constexpr int segments = 16;  // the next term bends the line
      for (int k = 0; k <= segments; ++k) {
        const double h = f.window_low * std::pow(f.window_high / f.window_low, static_cast<double>(k) / segments);
        data.rows.push_back({c.solver, "fit", fmt::format("{:.17g}", h), fmt::format("{:.17g}", fitted_error(f, h))});
      }
      lines.push_back(of(drawn_as::line, "fit", {.style = style, .colour = "#000000", .width = 1.4}));
    }
    if (inside) points.push_back(of(drawn_as::marks, "in window", {.style = style}, title));
    if (outside)
      points.push_back(of(drawn_as::marks, "outside", {.style = style, .hollow = true}, inside ? "" : title));
  }
};

}  // namespace

int style_of_solver(const std::string& name) {
  const auto solvers = study::studied_solvers();
  const auto at =
      std::find_if(solvers.begin(), solvers.end(), [&](const auto* s) { return s->declaration.name == name; });
  return at == solvers.end() ? 0 : static_cast<int>(at - solvers.begin()) + 1;
}

std::vector<figure> order_figures(const study::results& found) {
  std::map<std::pair<std::string, std::string>, std::vector<const study::record*>> groups;
  for (const study::record& r : found)
    if (r.about.study == "orders") groups[{r.about.problem, r.about.quantity}].push_back(&r);
  std::vector<figure> figures;
  for (const auto& [key, records] : groups) {
    std::vector<curve> curves;
    for (const auto* r : records) curves.push_back({r->about.solver, &r->ladder, &r->fit});
    for (const std::vector<curve>& together : on_common_axes(curves)) {
      const log_log plot(together);
      if (plot.data.rows.empty()) continue;
      const std::string whose = together.size() < curves.size() && together.size() == 1 ? together.front().solver : "";
      figure f;
      f.name = "order_" + file_stem(key.first) + "_" + file_stem(key.second) + (whose.empty() ? "" : "_" + whose);
      f.title = key.first + ": error (" + key.second + ") against step" + (whose.empty() ? "" : ", " + whose);
      f.caption = fmt::format(
          "{}: error in {} against the step, up to t = {}. Filled marks: steps used in the fit; hollow marks: left out "
          "(coarse, or at the rounding floor); lines: the fit, over "
          "its "
          "window, its exponent p in the legend.{}",
          escaped(key.first), escaped(key.second), escaped(records.front()->as<study::order_facts>().until),
          plot.absent);
      f.command = "unilateral converge " + key.first;
      f.distance = key.second;
      f.problem = key.first;
      f.data = plot.data;
      f.panels = {plot.picture("error, " + key.second)};
      figures.push_back(std::move(f));
    }
  }
  return figures;
}

std::vector<figure> residual_figures(const study::results& found) {
  std::set<std::string> studied;
  for (const study::record& r : found)
    if (r.about.study == "orders") studied.insert(r.about.problem);
  std::map<std::string, std::vector<const study::record*>> groups;
  for (const study::record& r : found)
    if (r.about.study == "residuals" && studied.contains(r.about.problem) && r.ladder.size() > 2 &&
        r.about.quantity == "penetration")
      groups[r.about.problem + " / " + r.about.quantity].push_back(&r);
  std::vector<figure> figures;
  for (const auto& [key, records] : groups) {
    std::vector<curve> curves;
    for (const auto* r : records) curves.push_back({r->about.solver, &r->ladder, &r->fit});
    const log_log plot(curves);
    if (plot.data.rows.empty()) continue;
    figure f;
    f.name = "residual_" + file_stem(records.front()->about.problem) + "_" + file_stem(records.front()->about.quantity);
    f.title = key + " against step";
    f.caption = fmt::format(
        "{}: the judge's residual of the statement itself ({}), no reference involved. Marks and lines as in the error "
        "figures.{}",
        escaped(records.front()->about.problem), escaped(records.front()->about.quantity), plot.absent);
    f.command = records.front()->command;
    f.problem = records.front()->about.problem;
    f.data = plot.data;
    f.panels = {plot.picture("residual: " + records.front()->about.quantity)};
    figures.push_back(std::move(f));
  }
  return figures;
}

}  // namespace unilateral::render
