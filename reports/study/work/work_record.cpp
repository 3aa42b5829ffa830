#include "reports/study/work/work_record.hpp"

#include "reports/study/record/json_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace unilateral::study {
namespace {

using json = json_fields::json;

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

}  // namespace

template <>
struct json_fields::fields<distance_values> {
  template <class Archive, class Part>
  static void of(Archive&& field, Part& values) {
    for (const auto& [name, place] : distances_by_name) field(name, values.*place);
  }
};
template <>
struct json_fields::fields<work_run> {
  template <class Archive, class Part>
  static void of(Archive&& field, Part& run) {
    field("amount", run.amount);
    field("errors", run.errors);
    field("steps", run.steps);
    field("force_evaluations", run.force_evaluations);
    field("projections", run.projections);
    field("seconds", run.seconds);
    field("stated_seconds", run.stated_seconds);
    field("failure", run.failure);
  }
};
template <>
struct json_fields::fields<work_record> {
  template <class Archive, class Part>
  static void of(Archive&& field, Part& r) {
    field("until", r.until);
    field("reference", r.reference);
    field("amount", r.amount);
    field("program", r.program);
    field("submission", r.submission);
    field("processor", r.processor);
    field("size", r.size);
    field("reading", r.reading);
    field("start_up", r.start_up);
    field("start_up_spread", r.start_up_spread);
    field("growth_of_seconds", r.growth_of_seconds);
    field("growth_of_force_evaluations", r.growth_of_force_evaluations);
    field("runs", r.runs);
    field("fitting", r.fitting);
    field("fit", r.fit);
    field("verdict", r.outcome);
    field("reason", r.reason);
    field("command", r.command);
  }
};

namespace {

/// What its problem and its solver say, and what is the same in all records of this type.
json head_of(const work_record& r) {
  return {{"type", "work"},       {"cell", r.cell()},   {"study", "work"},
          {"problem", r.problem}, {"solver", r.solver}, {"quantity", "error beside cost"},
          {"digits", 16}};
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
  for (const work_record& r : found) {
    json object = head_of(r);
    json_fields::fields<work_record>::of(json_fields::writer{object}, r);
    lines.push_back(object.dump());
  }
  return lines;
}

work_records work_records_from(const std::vector<std::string>& lines) {
  work_records found;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    try {
      const json object = json::parse(lines[k]);
      work_record r{.problem = object.at("problem").get<std::string>(),
                    .solver = object.at("solver").get<std::string>()};
      const json head = head_of(r);
      for (const auto& [key, expected] : head.items())
        if (object.at(key) != expected)
          throw input_error(key + ": expected " + expected.dump() + ", found " + object.at(key).dump());
      json_fields::fields<work_record>::of(json_fields::reader{object}, r);
      found.push_back(std::move(r));
    } catch (const json::exception& e) {
      throw input_error(fmt::format("line {}: expected a record of work, found {}", k + 1, e.what()));
    } catch (const input_error& e) {
      throw input_error(fmt::format("line {}: {}", k + 1, e.what()));
    }
  }
  return found;
}

}  // namespace unilateral::study
