#include "reports/study/external/judge.hpp"

#include "problems/judge/quantity.hpp"
#include "problems/judge/residual.hpp"
#include "reports/study/external/trajectory_file.hpp"
#include "reports/study/reference/quantity_name.hpp"
#include "reports/study/reference/reference_path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace unilateral::study {
namespace {

/// v⁺ − v⁻ at the knot nearest to t.
column<double> jump_near(const trajectory<double>& path, double t) {
  column<double> jump = column<double>::Zero(path.dimension());
  if (path.pieces() < 2) return jump;
  int nearest = 1;
  for (int k = 1; k < path.pieces(); ++k)
    if (std::abs(path.begin(k) - t) < std::abs(path.begin(nearest) - t)) nearest = k;
  const double length = path.end(nearest - 1) - path.begin(nearest - 1);
  for (int i = 0; i < path.dimension(); ++i)
    jump[i] = path.velocity(nearest, i, 0) - path.velocity(nearest - 1, i, length);
  return jump;
}

/// The file's jump for each known impact, by number: from the first impact on, the nearest in time after the one before
/// whose velocity changes by half to twice the reference's jump, along it. A scheme with constant velocities jumps in
/// every row, and one that marks no jump changes its velocity over a row: only some of these are impacts.
std::map<std::size_t, impact<double>> matched(const std::vector<impact<double>>& changes,
                                              const std::map<std::size_t, double>& times,
                                              const trajectory<double>& reference_path) {
  std::map<std::size_t, impact<double>> found;
  std::size_t next = 0;
  for (const auto& [number, t] : times) {
    const column<double> jump = jump_near(reference_path, t);
    std::optional<std::size_t> best;
    for (std::size_t j = next; j < changes.size(); ++j) {
      const column<double> change = changes[j].v_plus - changes[j].v_minus;
      const double along = change.dot(jump), whole = jump.squaredNorm();
      if (along >= whole / 2 && along <= 2 * whole &&
          (!best || std::abs(changes[j].t - t) < std::abs(changes[*best].t - t)))
        best = j;
    }
    if (!best) continue;
    next = *best + 1;
    found.emplace(number, changes[*best]);
  }
  return found;
}

/// Impacts of a reference of which nothing but its motion is known: jumps of its velocity, with the atoms of its
/// reactions at their times; and its end.
std::vector<known_value<double>> numbers_of(const motion<double>& known, double end) {
  std::vector<known_value<double>> values;
  const trajectory<double>& path = known.path;
  const auto add = [&](const std::string& name, const column<double>& x) {
    for (Eigen::Index i = 0; i < x.size(); ++i) values.push_back({name + "[" + std::to_string(i) + "]", x[i]});
  };
  int number = 0;
  for (const int k : jumps_of(path)) {
    const double t = path.begin(k);
    if (t > end) break;
    const std::string here = "impacts[" + std::to_string(number++) + "].";
    values.push_back({here + "t", t});
    add(here + "q", path.position(t));
    add(here + "v_minus", path.velocity_left(t));
    add(here + "v_plus", path.velocity_right(t));
    if (!known.reactions) continue;
    column<double> P = column<double>::Zero(static_cast<Eigen::Index>(known.reactions->size()));
    for (std::size_t a = 0; a < known.reactions->size(); ++a) {
      const auto& atoms = (*known.reactions)[a].atoms;
      for (auto at = std::lower_bound(atoms.begin(), atoms.end(), t,
                                      [](const auto& atom, double when) { return atom.t < when; });
           at != atoms.end() && at->t == t; ++at)
        P[static_cast<Eigen::Index>(a)] += at->p;
    }
    add(here + "impulse", P);
  }
  add("end.q", path.position(end));
  add("end.v", path.velocity_left(end));
  return values;
}

/// A known number, and where it comes from.
struct known_number {
  quantity_name name;
  double value;
  std::string from;
};
/// What the problem tells of impacts and of the end; of what it tells nothing, what its reference motion shows.
std::vector<known_number> numbers_to_find(const std::optional<reference<double>>& known,
                                          const std::optional<reference_motion<double>>& against, double end) {
  std::vector<known_number> all;
  bool impacts = false, ends = false;
  if (known)
    for (const known_value<double>& v : known->values) {
      all.push_back({quantity_name(v.quantity), v.value, text_of(known->from)});
      impacts = impacts || all.back().name.of_an_impact();
      ends = ends || all.back().name.of_the_end();
    }
  if (!against) return all;
  for (const known_value<double>& v : numbers_of(against->known, end)) {
    known_number seen{quantity_name(v.quantity), v.value, text_of(against->from)};
    if (!(seen.name.of_the_end() ? ends : impacts)) all.push_back(std::move(seen));
  }
  return all;
}

}  // namespace

std::string distance_of_file(distance_kind kind) { return "distance " + name_of(kind); }

results judge(const problem& of, const parameter_list& overrides, const std::string& csv_path,
              const reference_request& how) {
  instance bound = bind<statement>(of, overrides, true);
  const foreign_trajectory read =
      read_trajectory(csv_path, bound.question.system.coordinates, bound.question.system.constraints());
  const double horizon = bound.end<double>(), last = read.positions.end();
  // A trajectory that ends early is judged as far as it goes.
  if (last < horizon) bound.until = rational(last);
  const double end = std::min(last, horizon);

  std::optional<reference_motion<double>> against;
  std::string doubt;
  try {
    against = motion_to_measure_against(bound, how);
  } catch (const reference_in_doubt& why) {
    doubt = why.why();
  }
  results found;
  const std::string command = "unilateral judge " + of.name + " " + csv_path + bound.settings;
  std::string extent = "up to t = " + to_text(end);
  for (std::size_t k = 0; k < read.not_read.size(); ++k) extent += (k == 0 ? "; not read: " : ", ") + read.not_read[k];
  const auto add = [&](value_kind kind, const std::string& quantity, const std::string& computed,
                       const std::string& expected, double error, const std::string& reference) {
    const bool is_number = std::isfinite(error);
    found.push_back({.cell = "judge/" + of.name + "/" + quantity,
                     .about = {.study = "judge", .problem = of.name, .solver = csv_path, .quantity = quantity},
                     .outcome = is_number ? verdict::measured : verdict::fails,
                     .reason = is_number ? extent : "no finite number, " + extent,
                     .command = command,
                     .facts = value_facts{.kind = kind,
                                          .computed = computed,
                                          .expected = expected,
                                          .error = error,
                                          .tolerance_from = "none: a foreign code declares nothing",
                                          .reference = reference}});
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
        d = impulse_distance(reaction_measures(answer, bound.question.system.constraints(), end),
                             *against->known.reactions)
                .value;
      } else {
        d = distance(kind, kind == distance_kind::sup_position ? read.positions : read.velocities, against->known.path,
                     end)
                .value;
      }
      add(value_kind::distance, distance_of_file(kind), to_text(d), "0", d, reference);
    }
  }

  const auto add_residual = [&](const std::string& name, double value, const std::string& from) {
    add(value_kind::residual, "residual " + name, to_text(value), "0", value, from);
  };
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
    initial_velocity = larger(initial_velocity, std::abs(read.begin_velocity[static_cast<Eigen::Index>(i)] -
                                                         constant_value<double>(bound.question.velocity[i])));
  add_residual("initial velocity", initial_velocity, "the initial data");

  if (!doubt.empty()) {
    add(value_kind::number, "reference", "", "", std::numeric_limits<double>::infinity(), "none");
    found.back() = without_verdict(found.back(), doubt);
  }
  const std::vector<known_number> known = numbers_to_find(bound.known<double>(end), against, end);
  std::map<std::size_t, double> times;
  std::string from_of_impacts;
  for (const known_number& v : known)
    if (v.name.of_an_impact() && v.name.member == "t") {
      times[v.name.number.value_or(0)] = v.value;
      from_of_impacts = v.from;
    }
  std::vector<impact<double>> changes = read.jumps;
  changes.insert(changes.end(), read.rows.begin(), read.rows.end());
  std::stable_sort(changes.begin(), changes.end(), [](const auto& x, const auto& y) { return x.t < y.t; });
  const std::map<std::size_t, impact<double>> impacts =
      against ? matched(changes, times, against->known.path) : std::map<std::size_t, impact<double>>{};
  if (against && !times.empty())
    add(value_kind::number, "impacts found", std::to_string(impacts.size()), std::to_string(times.size()),
        static_cast<double>(times.size() - impacts.size()), from_of_impacts);
  for (const known_number& v : known) {
    const bool of_impact = v.name.of_an_impact();
    if (!of_impact && !v.name.of_the_end()) continue;
    quantity_name here = v.name;
    if (of_impact) {
      const std::size_t k = v.name.number.value_or(0);
      if (!impacts.contains(k) || (v.name.member == "impulse" && !read.has_impulses)) continue;
      answer.impacts = {impacts.at(k)};
      here.number = 0;
    }
    const double x = quantity(answer, here.text());
    add(value_kind::number, v.name.text(), to_text(x), to_text(v.value), std::abs(x - v.value), v.from);
  }
  return found;
}

}  // namespace unilateral::study
