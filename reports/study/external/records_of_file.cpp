#include "reports/study/external/records_of_file.hpp"

#include "reports/study/external/judge.hpp"

#include <cmath>
#include <limits>

namespace unilateral::study {

records_of_file::records_of_file(std::string problem, const std::string& csv_path, const std::string& settings,
                                 const std::optional<reading_facts>& reading, std::string extent)
    : problem_(std::move(problem)),
      path_(csv_path),
      command_("unilateral judge " + problem_ + " " + csv_path + settings +
               (reading && reading->from == reading_origin::option ? " --velocity " + name_of(reading->velocity) : "")),
      extent_(std::move(extent)) {}

record& records_of_file::add(value_kind kind, const std::string& quantity, const std::string& computed,
                             const std::string& expected, double error, const std::string& reference) {
  const bool is_number = std::isfinite(error);
  found.push_back({.cell = "judge/" + problem_ + "/" + quantity,
                   .about = {.study = "judge", .problem = problem_, .solver = path_, .quantity = quantity},
                   .outcome = is_number ? verdict::measured : verdict::fails,
                   .reason = is_number ? extent_ : "no finite number, " + extent_,
                   .command = command_,
                   .facts = value_facts{.kind = kind,
                                        .computed = computed,
                                        .expected = expected,
                                        .error = error,
                                        .tolerance_from = "none: a foreign code declares nothing",
                                        .reference = reference}});
  return found.back();
}

void records_of_file::add_residual(const std::string& name, double value, const std::string& from) {
  add(value_kind::residual, "residual " + name, to_text(value), "0", value, from);
}

void records_of_file::add_distances(const foreign_run& run, const std::string& reference) {
  for (std::size_t k = 0; k < all_distances.size(); ++k) {
    if (!run.distances[k]) continue;
    const double d = run.distances[k]->value;
    record& r = add(value_kind::distance, distance_of_file(all_distances[k]), to_text(d), "0", d, reference);
    r.as<value_facts>().reading = run.reading;
    r.as<value_facts>().reading->limit = order_of_reading(run.reading.velocity, all_distances[k]);
  }
  const auto add_rows = [&](const std::string& name, const row_distance& rows, std::optional<double> left_out) {
    const double d = rows.value.value_or(std::numeric_limits<double>::quiet_NaN());
    record& r = add(value_kind::distance, "distance " + name, rows.value ? to_text(d) : "", "0", d, reference);
    r.as<value_facts>().reading = run.reading;
    r.as<value_facts>().reading->left_out = left_out;
    if (rows.value) return;
    r.outcome = verdict::cannot_tell;
    r.reason = rows.why_not;
  };
  add_rows("rows q", run.rows_q, {});
  add_rows("rows v", run.rows_v, run.rows_v.left_out);
}

void records_of_file::add_costs(const stated_costs& costs) {
  const auto add_cost = [&](const std::string& name, const std::optional<double>& x) {
    if (x) add(value_kind::cost, name, to_text(*x), "", 0, "stated by the file");
  };
  add_cost("force_evaluations", costs.force_evaluations);
  add_cost("projections", costs.projections);
  add_cost("seconds", costs.seconds);
}

void records_of_file::add_doubt(const std::string& why) {
  add(value_kind::number, "reference", "", "", std::numeric_limits<double>::infinity(), "none");
  found.back() = without_verdict(found.back(), why);
}

std::string extent_text(double end, const std::vector<std::string>& not_read) {
  std::string extent = "up to t = " + to_text(end);
  for (std::size_t k = 0; k < not_read.size(); ++k)
    extent += (k == 0 ? "; not read: " : ", ") + (not_read[k].empty() ? "a column without a name" : not_read[k]);
  return extent;
}

}  // namespace unilateral::study
