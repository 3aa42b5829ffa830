#include "reports/study/external/reading.hpp"

#include "problems/judge/kinetic_metric.hpp"
#include "problems/language/input_error.hpp"
#include "reports/study/external/chain_file.hpp"
#include "reports/study/external/impacts_of_file.hpp"
#include "reports/study/external/measured_rows.hpp"

#include <algorithm>
#include <cmath>

namespace unilateral::study {
namespace {

/// Steps that differ by no more than this part are one: sums of steps are rounded.
constexpr double same_step = 1e-9;
constexpr double steps_between_rows = 2, steps_about_impacts = 2, times_the_error = 2, most_left_out = 0.1;

/// From one to the other: no row beside it counts.
struct interval {
  double from, to;
};

/// About every impact of the reference, in order of time: what rows v leaves out.
std::vector<interval> near_impacts(const motion<double>& against, const trajectory_rows& file,
                                   const foreign_trajectory& read, const column<double>& v_0, double end, double step) {
  const trajectory<double>& path = against.path;
  std::map<std::size_t, double> times;
  for (const int k : jumps_of(path))
    if (path.begin(k) <= end) times.emplace(times.size(), path.begin(k));
  const std::map<std::size_t, impact<double>> found = matched(file, read, times, path);
  std::vector<interval> near;
  const double about = steps_about_impacts * step * (1 + same_step);
  const auto add = [&](double t, double error) {
    const double reach = std::max(about, times_the_error * error);
    near.push_back({t - reach, t + reach});
  };
  double fastest = largest_entry(v_0);
  for (int k = 0; k < path.pieces(); ++k)
    for (int i = 0; i < path.dimension(); ++i) fastest = std::max(fastest, std::abs(path.velocity(k, i, 0)));
  const column<double> jump_at_once = path.velocity_right(path.begin()) - v_0;
  if (largest_entry(jump_at_once) > std::sqrt(epsilon<double>()) * fastest) add(path.begin(), 0);  // as jumps_of
  for (const auto& [number, t] : times) add(t, found.contains(number) ? std::abs(found.at(number).t - t) : 0);
  for (const double t : path.accumulation_points)
    if (t <= end) add(t, 0);
  std::sort(near.begin(), near.end(), [](const interval& x, const interval& y) { return x.from < y.from; });
  return near;
}

/// What acts up to that time; a density is cut between its cells.
std::vector<impulse_measure<double>> up_to(double end, std::vector<impulse_measure<double>> reactions) {
  for (impulse_measure<double>& reaction : reactions)
    std::erase_if(reaction.atoms, [&](const auto& atom) { return atom.t > end; });
  return reactions;
}

/// `written` of foreign_run, in the order of all_distances.
std::array<double, all_distances.size()> written_digits(const trajectory_rows& file) {
  double place = 0, fastest = 0, variation = 0, impulses = 0, strongest = 0, pushes = 0;
  std::vector<double> accelerations;
  for (std::size_t k = 0; k < file.rows.size(); ++k) {
    const file_row& row = file.rows[k];
    place = larger(place, largest_entry(row.q));
    fastest = larger(fastest, largest_entry(row.v));
    strongest = larger(strongest, largest_entry(row.P));
    impulses += largest_entry(row.P);
    pushes += row.P.any() ? 1 : 0;
    if (k == 0) continue;
    const double change = (row.v - file.rows[k - 1].v).cwiseAbs().maxCoeff(), h = row.t - file.rows[k - 1].t;
    variation += change;
    if (h > 0) accelerations.push_back(change / h);
  }
  const auto middle = accelerations.begin() + static_cast<std::ptrdiff_t>(accelerations.size() / 2);
  std::nth_element(accelerations.begin(), middle, accelerations.end());  // of impacts there are few
  const auto digits = [&](double size) { return std::max(file.unit, file.relative_unit * size); };
  const double of_t = digits(file.last()), of_v = digits(fastest), shifted = variation * of_t;
  return {digits(place) + fastest * of_t, file.last() * of_v + shifted,
          std::sqrt(file.last()) * of_v + std::sqrt(2 * fastest * shifted), of_v + *middle * of_t,
          pushes * digits(strongest) + impulses * of_t};
}

/// Both distances at rows.
void compare_rows(foreign_run& run, const trajectory_rows& file, const std::vector<interval>& near,
                  const trajectory<double>& path, double horizon) {
  const double end = std::min(file.last(), horizon);
  double widest = 0, worst_q = 0, worst_v = 0;
  std::size_t seen = 0, left_out = 0, next = 0;
  double left_out_until = -1;
  int piece = 0;  // of the reference, the one that begins at a row where two meet
  for (std::size_t k = 0; k < file.rows.size(); ++k) {
    const file_row& row = file.rows[k];
    if (k > 0) widest = std::max(widest, std::min(row.t, end) - std::min(file.rows[k - 1].t, end));
    if (row.t > end) break;
    ++seen;
    while (piece + 1 < path.pieces() && path.end(piece) <= row.t) ++piece;
    const double since = row.t - path.begin(piece);
    for (int i = 0; i < path.dimension(); ++i)
      worst_q = larger(worst_q, std::abs(row.q[i] - path.position(piece, i, since)));
    for (; next < near.size() && near[next].from <= row.t; ++next)
      left_out_until = std::max(left_out_until, near[next].to);
    if (row.t <= left_out_until) {
      ++left_out;
      continue;
    }
    for (int i = 0; i < path.dimension(); ++i)
      worst_v = larger(worst_v, std::abs(row.v[i] - path.velocity(piece, i, since)));
  }
  widest = std::max(widest, horizon - end);
  const double most = steps_between_rows * run.step * (1 + same_step);
  const std::string sparse = widest > most ? "rows leave out " + to_text(widest) +
                                                 " of time at a stretch, more than two steps of " + to_text(run.step)
                                           : "";
  run.rows_q.why_not = run.rows_v.why_not = sparse;
  if (sparse.empty()) run.rows_q.value = worst_q;
  run.rows_v.left_out = static_cast<double>(left_out) / static_cast<double>(seen);
  if (run.rows_v.left_out > most_left_out)
    run.rows_v.why_not = std::to_string(left_out) + " of " + std::to_string(seen) +
                         " rows lie within two steps of an impact, or twice the error of its time: more than a tenth";
  else if (!file.has_velocities)
    run.rows_v.why_not = "the file has no velocities";
  else if (sparse.empty())
    run.rows_v.value = worst_v;
}

}  // namespace

solution<double> answer_of(const foreign_trajectory& read, double last) {
  solution<double> answer;
  answer.path = read.positions;
  answer.impacts = read.atoms;
  std::stable_sort(answer.impacts.begin(), answer.impacts.end(),
                   [](const auto& x, const auto& y) { return x.t < y.t; });
  answer.reactions = read.reactions;
  answer.end_time = last;
  answer.end_position = read.end_position;
  answer.end_velocity = read.end_velocity;
  return answer;
}

foreign_run measured(const trajectory_rows& file, const foreign_trajectory& read, const reading_facts& reading,
                     const motion<double>& against, const column<double>& v_0, double horizon,
                     std::optional<double> step) {
  const double end = std::min(file.last(), horizon);
  foreign_run run{.last = file.last(),
                  .step = step ? *step : file.largest_step(),
                  .reading = reading,
                  .written = written_digits(file),
                  .costs = file.costs,
                  .has_impulses = file.has_impulses,
                  .not_read = file.not_read};
  const auto enter = [&](distance_kind kind, const bounded<double>& found) {
    const auto at = std::find(all_distances.begin(), all_distances.end(), kind);
    run.distances[static_cast<std::size_t>(at - all_distances.begin())] = found;
  };
  enter(distance_kind::sup_position, distance(distance_kind::sup_position, read.positions, against.path, end));
  const std::vector<distance_kind> of_velocities{distance_kind::l1_velocity, distance_kind::l2_velocity,
                                                 distance_kind::hausdorff_velocity};
  const std::vector<bounded<double>> velocities = distances(of_velocities, read.velocities, against.path, end, v_0);
  for (std::size_t k = 0; k < of_velocities.size(); ++k) enter(of_velocities[k], velocities[k]);
  if (file.has_impulses && against.reactions) {
    const auto constraints = static_cast<int>(against.reactions->size());
    enter(distance_kind::bounded_lipschitz_impulse,
          impulse_distance(reaction_measures(answer_of(read, file.last()), constraints, end),
                           end < horizon ? up_to(end, *against.reactions) : *against.reactions));
  }
  compare_rows(run, file, near_impacts(against, file, read, v_0, end, run.step), against.path, horizon);
  return run;
}

foreign_run measured(const instance& of, const reference_motion<double>& against, const std::string& csv_path,
                     const reading_request& how) {
  const mechanical_system& system = of.question.system;
  const trajectory_rows file = read_rows(csv_path, system.coordinates, system.constraints());
  const reading_facts reading = reading_of(file, how.velocity);
  return measured(file, motion_of_rows(file, reading.velocity, system), reading, against.known,
                  velocity_before<double>(of.question), of.end<double>(), how.step);
}
namespace {

foreign_run measured_instant(const chain_instance& of, const reference_motion<double>& against,
                             const std::string& csv_path) {
  const chain_instant here = read_instant(csv_path, of.question);
  const column<double> known = against.known.path.velocity_right(0);
  foreign_run run{.costs = here.costs, .not_read = here.not_read};
  // A few roundings of numbers that are as large as the largest.
  double largest = largest_entry(known), worst = 0;
  for (std::size_t i = 0; i < here.velocities.size(); ++i)
    for (const Eigen::Index k : {0, 1})
      worst = larger(worst, std::abs(here.velocities[i][k] - known[static_cast<Eigen::Index>(2 * i) + k]));
  run.rows_v.value = worst;
  if (here.tensions.empty()) {
    run.tensions.why_not = "the file has no tensions";
  } else {
    run.tensions.value = 0;
    for (std::size_t i = 0; i < against.known.reactions->size(); ++i) {
      const double tension = (*against.known.reactions)[i].atoms.front().p;
      largest = larger(largest, std::abs(tension));
      run.tensions.value = larger(*run.tensions.value, std::abs(here.tensions[i] - tension));
    }
  }
  run.written.fill(here.written + 8 * epsilon<double>() * largest);
  return run;
}

}  // namespace

foreign_run measured(const chain_instance& of, const reference_motion<double>& against, const std::string& csv_path,
                     const reading_request& how) {
  if (!of.question.evolves) return measured_instant(of, against, csv_path);
  const trajectory_rows file = read_nodes(csv_path, of.question);
  const reading_facts reading = reading_of(file, how.velocity);
  return measured(file, motion_of_nodes(file, reading.velocity), reading, against.known,
                  against.known.path.velocity_right(0), of.end<double>(), how.step);
}

double order_of_reading(velocity_reading how, distance_kind kind) {
  const bool of_positions = kind == distance_kind::sup_position,
             of_impulses = kind == distance_kind::bounded_lipschitz_impulse;
  switch (how) {
    case velocity_reading::left:
    case velocity_reading::right:
    case velocity_reading::mid:
      return of_positions ? 2 : 1;
    case velocity_reading::smooth:
      return of_positions ? 6 : of_impulses ? 2 : 5;
    default:
      return of_positions ? 3 : 2;
  }
}

std::string text_of(const reading_facts& how) {
  const auto why = [&]() -> std::string {
    switch (how.from) {
      case reading_origin::option:
        return "as asked";
      case reading_origin::file:
        return "the file says so";
      case reading_origin::positions:
        return "its positions move so";
      default:
        return "nothing says otherwise";
    }
  };
  return name_of(how.velocity) + " (" + why() + ")";
}

std::string text_of_limit(const reading_facts& how, const fitted_order& fit) {
  if (!how.limit || fit.order + fit.half_width < *how.limit) return "";
  return "v between rows is read as " + name_of(how.velocity) + ", which shows no order above " + to_text(*how.limit);
}

std::optional<velocity_reading> reading_named(const std::string& name, const std::string& where) {
  if (name == "auto") return {};
  std::string names = "auto";
  for (const velocity_reading how : all_velocity_readings) {
    if (name == name_of(how)) return how;
    names += ", " + name_of(how);
  }
  throw input_error(where + ": expected one of " + names + ", found \"" + name + "\"");
}

}  // namespace unilateral::study
