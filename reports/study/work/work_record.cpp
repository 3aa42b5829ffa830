#include "reports/study/work/work_record.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace unilateral::study {
namespace {

using json = nlohmann::ordered_json;

/// The distances by name, as a record writes them.
using distance_member = std::optional<double> distance_values::*;
constexpr std::array<std::pair<const char*, distance_member>, 7> distances_by_name{
    {{"sup q", &distance_values::sup_q},
     {"L1 v", &distance_values::l1_v},
     {"L2 v", &distance_values::l2_v},
     {"Hausdorff v", &distance_values::hausdorff_v},
     {"BL impulse", &distance_values::bl_impulse},
     {"rows q", &distance_values::rows_q},
     {"rows v", &distance_values::rows_v}}};

/// As results_file.cpp has it: what is no finite number is a string.
json json_number(double x) {
  if (std::isfinite(x)) return x;
  return std::isnan(x) ? "nan" : x > 0 ? "inf" : "-inf";
}
json json_number(const std::optional<double>& x) { return x ? json_number(*x) : json(nullptr); }

json json_of_work(const distance_values& values) {
  json object;
  for (const auto& [name, place] : distances_by_name) object[name] = json_number(values.*place);
  return object;
}

json json_of_work(const std::optional<fitted_order>& fit) {
  if (!fit) return nullptr;
  return {{"order", json_number(fit->order)},           {"half_width", json_number(fit->half_width)},
          {"constant", json_number(fit->constant)},     {"floor", json_number(fit->floor)},
          {"correction", json_number(fit->correction)}, {"of_the_square", fit->of_the_square},
          {"window_low", json_number(fit->window_low)}, {"window_high", json_number(fit->window_high)},
          {"drift", json_number(fit->drift)},           {"drift_half_width", json_number(fit->drift_half_width)}};
}

json json_of_work(const std::optional<reading_facts>& reading) {
  if (!reading) return nullptr;
  return {{"velocity", name_of(reading->velocity)},
          {"from", name_of(reading->from)},
          {"limit", json_number(reading->limit)},
          {"left_out", json_number(reading->left_out)}};
}

json json_of_work(const work_run& run) {
  return {{"amount", json_number(run.amount)},
          {"errors", json_of_work(run.errors)},
          {"steps", json_number(run.steps)},
          {"force_evaluations", json_number(run.force_evaluations)},
          {"projections", json_number(run.projections)},
          {"seconds", json_number(run.seconds)},
          {"stated_seconds", json_number(run.stated_seconds)},
          {"failure", run.failure}};
}

json json_of_work(const work_record& r) {
  json runs = json::array();
  for (const work_run& run : r.runs) runs.push_back(json_of_work(run));
  return {{"type", "work"},
          {"cell", r.cell()},
          {"study", "work"},
          {"problem", r.problem},
          {"solver", r.solver},
          {"quantity", "error beside cost"},
          {"digits", 16},
          {"until", r.until},
          {"reference", r.reference},
          {"amount", r.amount},
          {"program", r.program},
          {"submission", r.submission},
          {"processor", r.processor},
          {"size", json_of_work(r.size)},
          {"reading", json_of_work(r.reading)},
          {"start_up", json_number(r.start_up)},
          {"start_up_spread", json_number(r.start_up_spread)},
          {"growth_of_seconds", json_of_work(r.growth_of_seconds)},
          {"growth_of_force_evaluations", json_of_work(r.growth_of_force_evaluations)},
          {"runs", std::move(runs)},
          {"fitting", name_of(r.fitting)},
          {"fit", json_of_work(r.fit)},
          {"verdict", name_of(r.outcome)},
          {"reason", r.reason},
          {"command", r.command}};
}

}  // namespace

std::optional<double> own_seconds(const work_record& of, const work_run& run) {
  if (!run.seconds || !of.start_up || !of.start_up_spread) return run.seconds;
  return std::max(*run.seconds - *of.start_up, *of.start_up_spread);
}

std::optional<double> in_distance(const distance_values& values, const std::string& distance) {
  for (const auto& [name, place] : distances_by_name)
    if (distance == name) return values.*place;
  return {};
}

std::string not_converging(const work_record& of) {
  constexpr double too_much = 1e-3, hardly_less = 0.5;
  const auto measured = [](const work_run& run) { return run.errors.sup_q && run.amount > 0; };
  const work_run *coarsest = nullptr, *finest = nullptr;
  for (const work_run& run : of.runs) {
    if (!measured(run)) continue;
    if (coarsest == nullptr || run.amount > coarsest->amount) coarsest = &run;
    if (finest == nullptr || run.amount < finest->amount) finest = &run;
  }
  if (finest == nullptr || finest == coarsest || !of.size.sup_q) return "";
  const double size = *of.size.sup_q, least = *finest->errors.sup_q, first = *coarsest->errors.sup_q;
  if (!(least > too_much * size) || !(least >= hardly_less * first)) return "";
  return fmt::format(
      "{}: q is off by {:.2g} at the {} {:.3g} and by {:.2g} at {:.3g}, where the motion itself is {:.2g} large",
      no_convergence, first, of.amount, coarsest->amount, least, finest->amount, size);
}

std::vector<std::string> lines_of(const work_records& found) {
  std::vector<std::string> lines;
  for (const work_record& r : found) lines.push_back(json_of_work(r).dump());
  return lines;
}

}  // namespace unilateral::study
