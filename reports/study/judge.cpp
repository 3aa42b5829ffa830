#include "reports/study/judge.hpp"

#include "problems/language/quantity.hpp"
#include "problems/language/residual.hpp"
#include "reports/study/reference_path.hpp"
#include "reports/study/trajectory_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

namespace unilateral::study {
namespace {

/// "impacts[3].v_minus[0]": 3 and ".v_minus[0]".
struct impact_name {
  int number = -1;
  std::string rest;
};
std::optional<impact_name> of_an_impact(const std::string& quantity) {
  constexpr std::string_view begin = "impacts[";
  if (!quantity.starts_with(begin)) return std::nullopt;
  impact_name name;
  const auto [end, error] = std::from_chars(quantity.data() + begin.size(), quantity.data() + quantity.size(), name.number);
  name.rest = std::string(end + 1);  // after "]"
  return name;
}

/// |v⁺ − v⁻| at the knot nearest to t.
double jump_near(const trajectory<double>& path, double t) {
  int nearest = 1;
  for (int k = 1; k < path.pieces(); ++k)
    if (std::abs(path.begin(k) - t) < std::abs(path.begin(nearest) - t)) nearest = k;
  if (path.pieces() < 2) return 0;
  const double length = path.end(nearest - 1) - path.begin(nearest - 1);
  double square = 0;
  for (int i = 0; i < path.dimension(); ++i) square += std::pow(path.velocity(nearest, i, 0) - path.velocity(nearest - 1, i, length), 2);
  return std::sqrt(square);
}

/// The file's jump for each known impact, by number: the nearest in time among those at least half as large as the
/// reference's. A scheme with constant velocities jumps in every row, and only some of its jumps are impacts.
std::map<int, impact<double>> matched(const std::vector<impact<double>>& jumps, const std::vector<known_value<double>>& known, const trajectory<double>& reference_path) {
  std::map<int, double> times;
  for (const auto& v : known)
    if (const auto name = of_an_impact(v.quantity); name && name->rest == ".t") times[name->number] = v.value;
  std::vector<bool> taken(jumps.size(), false);
  std::map<int, impact<double>> found;
  for (const auto& [number, t] : times) {
    const double least = jump_near(reference_path, t) / 2;
    std::optional<std::size_t> best;
    for (std::size_t j = 0; j < jumps.size(); ++j)
      if (!taken[j] && (jumps[j].v_plus - jumps[j].v_minus).norm() >= least && (!best || std::abs(jumps[j].t - t) < std::abs(jumps[*best].t - t))) best = j;
    if (!best) continue;
    taken[*best] = true;
    found.emplace(number, jumps[*best]);
  }
  return found;
}

}  // namespace

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

  const std::optional<reference<double>> known = bound.known<double>(end);
  if (!known) return found;
  const std::map<int, impact<double>> impacts = against ? matched(read.jumps, known->values, against->known.path) : std::map<int, impact<double>>{};
  for (const known_value<double>& v : known->values) {
    const auto name = of_an_impact(v.quantity);
    // A number is in the file where it is a row (the end) or a marked jump (two rows of one time).
    if (!v.quantity.starts_with("end.") && (!name || read.jumps.empty() || name->rest.starts_with(".impulse"))) continue;
    if (name && !impacts.contains(name->number)) {
      add(v.quantity, "not in the file", to_text(v.value), std::abs(v.value), text_of(known->from));
      continue;
    }
    if (name) answer.impacts = {impacts.at(name->number)};
    const double x = quantity(answer, name ? "impacts[0]" + name->rest : v.quantity);
    add(v.quantity, to_text(x), to_text(v.value), std::abs(x - v.value), text_of(known->from));
  }
  return found;
}

}  // namespace unilateral::study
