/// `unilateral fit`: the order of errors that somebody else has measured.

#include "reports/study/order/fit.hpp"

#include "problems/language/input_error.hpp"
#include "problems/text/near_name.hpp"
#include "reports/command/arguments.hpp"
#include "reports/command/commands.hpp"
#include "reports/command/json_writer.hpp"
#include "reports/command/output.hpp"
#include "reports/study/external/number_table.hpp"
#include "reports/study/order/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace unilateral::command {
namespace {

using layout = json_writer::layout;

const std::vector<std::string> names_of_steps{"step", "h", "dt", "tau", "stepsize", "step_size"},
    names_of_errors{"error", "err", "e"}, names_of_roundings{"rounding"};

bool is_one_of(const std::vector<std::string>& names, std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
  return std::find(names.begin(), names.end(), name) != names.end();
}
bool has_step_and_error(const std::vector<std::string>& names) {
  const auto has = [&](const std::vector<std::string>& known) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return is_one_of(known, name); });
  };
  return has(names_of_steps) && has(names_of_errors);
}

/// The one column of that name; nothing where there is none and none is needed.
std::optional<std::size_t> column_named(const study::number_table& table, const std::vector<std::string>& names) {
  std::optional<std::size_t> found;
  for (std::size_t c = 0; c < table.names.size(); ++c) {
    if (!is_one_of(names, table.names[c])) continue;
    if (found)
      table.refuse(table.header_line, "column " + std::to_string(c + 1) + ": expected one column of " + names.front() +
                                          ", which column " + std::to_string(*found + 1) + " is, found \"" +
                                          table.names[c] + "\"");
    found = c;
  }
  return found;
}

std::vector<study::error_sample> samples_of(const study::number_table& table) {
  const std::size_t step = *column_named(table, names_of_steps), error = *column_named(table, names_of_errors);
  const auto rounding = column_named(table, names_of_roundings);
  std::vector<study::error_sample> samples;
  for (const study::number_table::row& row : table.rows) {
    const auto number = [&](std::size_t c, bool positive) {
      const double x = row.cells[c];
      if (positive ? x > 0 : x >= 0) return x;
      table.refuse(row.line, "column " + std::to_string(c + 1) + ": expected a number " + (positive ? ">" : ">=") +
                                 " 0, found \"" + to_text(x) + "\"");
    };
    // An error is known to its own rounding at best.
    const double e = number(error, false);
    samples.push_back(
        {number(step, true), e, std::max(rounding ? number(*rounding, false) : 0, epsilon<double>() * e)});
  }
  if (samples.empty()) table.refuse(table.header_line, "expected rows of a step and its error, found none");
  return samples;
}

/// What was fitted, as it is printed.
struct fit_report {
  const study::order_fit& fit;
  std::optional<double> declared;
  study::ruling found;
  std::optional<study::printed_interval> shown{};
  std::size_t in_window = 0;
  double finest = 0, coarsest = 0;
};

fit_report report_of(const study::order_fit& fit, std::optional<double> declared) {
  fit_report r{fit, declared, study::rule(fit, declared)};
  if (fit.order && study::all_finite(*fit.order)) r.shown = study::as_printed(*fit.order);
  for (const study::ladder_point& p : fit.points) {
    if (!p.in_window) continue;
    r.finest = r.in_window == 0 ? p.step : std::min(r.finest, p.step);
    r.coarsest = std::max(r.coarsest, p.step);
    ++r.in_window;
  }
  return r;
}

/// The declared order is outside the printed interval; none where there is no interval.
bool lies_outside(const fit_report& r) {
  return r.shown && r.declared &&
         std::abs(r.shown->order - *r.declared) >
             r.shown->half_width + 1e-6 * std::pow(10.0, -r.shown->decimals);  // decimals are not exact in binary
}

std::string as_text(const fit_report& r) {
  std::string text;
  if (r.shown) {
    const study::fitted_order& p = *r.fit.order;
    text += "order   " + study::text_of(*r.shown) + "\n";
    text += fmt::format("window  {:.6g} to {:.6g}, {} of {} steps\n", r.finest, r.coarsest, r.in_window,
                        r.fit.points.size());
    text += "floor   " + (p.floor > 0 ? fmt::format("{:.2g}", p.floor) : std::string("none seen")) + "\n";
    text += "drift   " + study::with_uncertainty(p.drift, p.drift_half_width) + "\n";
  } else {
    text += "order   none, of " + std::to_string(r.fit.points.size()) + " steps\n";
  }
  const std::string of = r.declared ? fmt::format("declared {:g}: ", *r.declared) : "";
  return text + of + name_of(r.found.outcome) + ", " + r.found.reason + "\n";
}

void write_json(std::ostream& out, const fit_report& r, const std::string& file) {
  const auto number = [](double x) { return fmt::format("{}", x); };
  json_writer json(out);
  json.object(layout::a_line_each).key("file").string(file);
  const auto value = [&](const char* name, bool known, double x) {
    json.key(name);
    if (known)
      json.string(number(x));
    else
      json.null();
  };
  const bool known = r.shown.has_value();
  json.key("order");
  known ? json.string(fmt::format("{:.{}f}", r.shown->order, r.shown->decimals)) : json.null();
  json.key("half_width");
  known ? json.string(fmt::format("{:.{}f}", r.shown->half_width, r.shown->decimals)) : json.null();
  json.key("window")
      .object()
      .key("steps")
      .integer(static_cast<std::int64_t>(r.in_window))
      .key("of")
      .integer(static_cast<std::int64_t>(r.fit.points.size()));
  value("finest", r.in_window > 0, r.finest);
  value("coarsest", r.in_window > 0, r.coarsest);
  json.end();
  value("floor", known && r.fit.order->floor > 0, known ? r.fit.order->floor : 0);
  value("drift", known, known ? r.fit.order->drift : 0);
  value("drift_half_width", known, known ? r.fit.order->drift_half_width : 0);
  value("declared", r.declared.has_value(), r.declared.value_or(0));
  json.key("verdict").string(name_of(r.found.outcome)).key("reason").string(r.found.reason).end();
}

}  // namespace

int fit(const fit_options& asked) {
  std::optional<double> declared;
  if (asked.declared) declared = exact<double>(positive_number("--declared", *asked.declared));
  const study::number_table table = study::read_number_table(asked.file, "step,error", has_step_and_error);
  const study::order_fit found = study::fit_order(samples_of(table));
  const fit_report r = report_of(found, declared);
  output target(asked.out);
  if (asked.format == "json")
    write_json(target.stream(), r, asked.file);
  else
    target.stream() << as_text(r);
  target.commit();
  if (r.found.outcome == study::verdict::fails || lies_outside(r)) return not_as_declared;
  // Declared, and no interval that it could lie in.
  return declared && !r.shown && r.found.outcome == study::verdict::cannot_tell ? no_verdict : done;
}

}  // namespace unilateral::command
