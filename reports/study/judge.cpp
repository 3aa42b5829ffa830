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

/// v⁺ − v⁻ at the knot nearest to t.
column<double> jump_near(const trajectory<double>& path, double t) {
  column<double> jump = column<double>::Zero(path.dimension());
  if (path.pieces() < 2) return jump;
  int nearest = 1;
  for (int k = 1; k < path.pieces(); ++k)
    if (std::abs(path.begin(k) - t) < std::abs(path.begin(nearest) - t)) nearest = k;
  const double length = path.end(nearest - 1) - path.begin(nearest - 1);
  for (int i = 0; i < path.dimension(); ++i) jump[i] = path.velocity(nearest, i, 0) - path.velocity(nearest - 1, i, length);
  return jump;
}

/// The file's jump for each known impact, by number: from the first impact on, the nearest in time after the one before whose velocity
/// changes by half to twice the reference's jump, along it. A scheme with constant velocities jumps in every row, and one that marks no
/// jump changes its velocity over a row: only some of these are impacts.
std::map<int, impact<double>> matched(const std::vector<impact<double>>& changes, const std::map<int, double>& times, const trajectory<double>& reference_path) {
  std::map<int, impact<double>> found;
  std::size_t next = 0;
  for (const auto& [number, t] : times) {
    const column<double> jump = jump_near(reference_path, t);
    std::optional<std::size_t> best;
    for (std::size_t j = next; j < changes.size(); ++j) {
      const column<double> change = changes[j].v_plus - changes[j].v_minus;
      const double along = change.dot(jump), whole = jump.squaredNorm();
      if (along >= whole / 2 && along <= 2 * whole && (!best || std::abs(changes[j].t - t) < std::abs(changes[*best].t - t))) best = j;
    }
    if (!best) continue;
    next = *best + 1;
    found.emplace(number, changes[*best]);
  }
  return found;
}

}  // namespace

results judge(const problem& of, const parameter_list& overrides, const std::string& csv_path) {
  instance bound = bind<statement>(of, overrides, true);
  const foreign_trajectory read = read_trajectory(csv_path, bound.question.system.coordinates, bound.question.system.constraints());
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

  solution<double> answer;
  answer.path = read.positions;
  for (const impact<double>& jump : read.jumps)
    if (read.has_impulses && jump.impulse.any()) answer.impacts.push_back(jump);
  answer.reactions = read.reactions;
  answer.end_time = last;
  answer.end_position = read.end_position;
  answer.end_velocity = read.end_velocity;

  if (against) {
    const std::string reference = text_of(against->from);
    for (const distance_kind kind : all_distances) {
      double d = 0;
      if (kind == distance_kind::bounded_lipschitz_impulse) {
        if (!read.has_impulses || !against->known.reactions) continue;
        d = impulse_distance(reaction_measures(answer, bound.question.system.constraints(), end), *against->known.reactions).value;
      } else {
        d = distance(kind, kind == distance_kind::sup_position ? read.positions : read.velocities, against->known.path, end).value;
      }
      add("distance " + name_of(kind), to_text(d), "0", d, reference);
    }
  }

  const auto add_residual = [&](const std::string& name, double value, const std::string& from) { add("residual " + name, to_text(value), "0", value, from); };
  const residual<double> r = residual_of(bound.question, answer);
  add_residual("penetration", r.penetration, "the constraints themselves");
  add_residual("q - integral of v", read.drift, "the file itself");
  if (read.has_impulses) {  // these need reactions
    add_residual("momentum balance", r.momentum, "the equation of motion itself");
    add_residual("reaction sign", r.reaction_sign, "the constraints themselves");
    add_residual("complementarity", r.complementarity, "the constraints themselves");
  }
  add_residual("initial position", r.initial_position, "the initial data");
  double initial_velocity = 0;
  for (std::size_t i = 0; i < bound.question.velocity.size(); ++i)
    initial_velocity = std::max(initial_velocity, std::abs(read.begin_velocity[static_cast<Eigen::Index>(i)] - constant_value<double>(bound.question.velocity[i])));
  add_residual("initial velocity", initial_velocity, "the initial data");

  const std::optional<reference<double>> known = bound.known<double>(end);
  if (!known) return found;
  std::map<int, double> times;
  for (const auto& v : known->values)
    if (const auto name = of_an_impact(v.quantity); name && name->rest == ".t") times[name->number] = v.value;
  std::vector<impact<double>> changes = read.jumps;
  changes.insert(changes.end(), read.rows.begin(), read.rows.end());
  std::stable_sort(changes.begin(), changes.end(), [](const auto& x, const auto& y) { return x.t < y.t; });
  const std::map<int, impact<double>> impacts = against ? matched(changes, times, against->known.path) : std::map<int, impact<double>>{};
  if (against && !times.empty())
    add("impacts found", std::to_string(impacts.size()), std::to_string(times.size()), static_cast<double>(times.size() - impacts.size()), text_of(known->from));
  for (const known_value<double>& v : known->values) {
    const auto name = of_an_impact(v.quantity);
    if (!v.quantity.starts_with("end.") && (!name || !impacts.contains(name->number) || (name->rest.starts_with(".impulse") && !read.has_impulses))) continue;
    if (name) answer.impacts = {impacts.at(name->number)};
    const double x = quantity(answer, name ? "impacts[0]" + name->rest : v.quantity);
    add(v.quantity, to_text(x), to_text(v.value), std::abs(x - v.value), text_of(known->from));
  }
  return found;
}

}  // namespace unilateral::study
