#include "reports/study/judge.hpp"

#include "problems/language/quantity.hpp"
#include "problems/language/residual.hpp"
#include "reports/study/reference_path.hpp"
#include "reports/study/trajectory_file.hpp"

#include <algorithm>

namespace unilateral::study {

results judge(const problem& of, const parameter_list& overrides, const std::string& csv_path) {
  instance bound = bind<statement>(of, overrides, true);
  const foreign_trajectory read = read_trajectory(csv_path, bound.question.system.coordinates);
  const double horizon = bound.end<double>(), last = read.positions.end();
  // A trajectory that ends early is judged as far as it goes.
  if (last < horizon) bound.until = rational(last);
  const double end = std::min(last, horizon);

  const std::optional<reference_motion<double>> against = motion_to_measure_against(bound);
  results found;
  const std::string command = "unilateral judge " + of.name + " " + csv_path + bound.settings;
  const auto add = [&](const std::string& quantity, const std::string& computed, const std::string& expected, double error, const std::string& reference) {
    found.values.push_back({.cell = "judge/" + of.name + "/" + quantity,
                            .problem = of.name,
                            .solver = csv_path,
                            .quantity = quantity,
                            .computed = computed,
                            .expected = expected,
                            .error = error,
                            .tolerance_from = "none: a foreign code declares nothing",
                            .reference = reference,
                            .outcome = verdict::measured,
                            .reason = "up to t = " + to_text(end),
                            .command = command});
  };

  if (against) {
    const std::string reference = text_of(against->from);
    for (const distance_kind kind : all_distances) {
      if (kind == distance_kind::bounded_lipschitz_impulse) continue;  // a trajectory alone carries no reactions
      const trajectory<double>& path = kind == distance_kind::sup_position ? read.positions : read.velocities;
      const double d = distance(kind, path, against->known.path, end).value;
      add("distance " + name_of(kind), to_text(d), "0", d, reference);
    }
  }

  // Of the residuals, these two need the path alone; the others need reactions, which a trajectory does not carry.
  solution<double> answer;
  answer.path = read.positions;
  answer.end_time = last;
  answer.end_position = read.end_position;
  answer.end_velocity = read.end_velocity;
  const residual<double> r = residual_of(bound.question, answer);
  add("penetration", to_text(r.penetration), "0", r.penetration, "the constraints themselves");
  add("initial position", to_text(r.initial_position), "0", r.initial_position, "the initial data");

  answer.impacts = read.jumps;
  const std::optional<reference<double>> known = bound.known<double>(end);
  if (!known) return found;
  for (const known_value<double>& v : known->values) {
    // A number is in the file where it is a row (the end) or a marked jump (two rows of one time).
    const bool in_file = v.quantity.starts_with("end.") || (v.quantity.starts_with("impacts[") && !read.jumps.empty() && v.quantity.find(".impulse") == std::string::npos);
    if (!in_file) continue;
    try {
      const double x = quantity(answer, v.quantity);
      add(v.quantity, to_text(x), to_text(v.value), std::abs(x - v.value), text_of(known->from));
    } catch (const input_error&) {
      add(v.quantity, "not in the file", to_text(v.value), std::abs(v.value), text_of(known->from));
    }
  }
  return found;
}

}  // namespace unilateral::study
