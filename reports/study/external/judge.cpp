#include "reports/study/external/judge.hpp"

#include "problems/judge/kinetic_metric.hpp"
#include "problems/judge/quantity.hpp"
#include "problems/judge/residual.hpp"
#include "reports/study/external/impacts_of_file.hpp"
#include "reports/study/external/judge_chain.hpp"
#include "reports/study/external/measured_rows.hpp"
#include "reports/study/external/order_of_files.hpp"
#include "reports/study/external/records_of_file.hpp"
#include "reports/study/reference/quantity_name.hpp"
#include "reports/study/reference/reference_path.hpp"

#include <algorithm>
#include <cmath>
#include <future>
#include <map>

namespace unilateral::study {
namespace {

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

/// Judges files of one question; a reference is made once for each time that they reach.
class judge_of_files {
 public:
  judge_of_files(const problem& of, const parameter_list& overrides, const reference_request& how)
      : whole_(bind<statement>(of, overrides, true)), how_(how) {}

  judged_file judge(const std::string& csv_path, std::optional<velocity_reading> velocity) {
    const mechanical_system& system = whole_.question.system;
    trajectory_rows file = read_rows(csv_path, system.coordinates, system.constraints());
    file.forget_after(whole_.end<double>());
    const reading_facts reading = reading_of(file, velocity);
    const foreign_trajectory read = motion_of_rows(file, reading.velocity, system);
    const double last = file.last();
    const reference_up_to& known = reference_to(last);
    const double end = known.bound.end<double>();
    solution<double> answer = answer_of(read, last);
    if (last > end) {  // past the horizon
      answer.end_position = read.positions.position(end);
      answer.end_velocity = read.velocities.velocity_left(end);
    }
    // What jumps at the very end is after all that the balance sees.
    std::erase_if(answer.impacts, [&](const impact<double>& jump) { return jump.t >= answer.path.end(); });
    // Residuals beside distances: both only read the file's motion. After them, where there is no other thread to be
    // had.
    std::future<residual<double>> residuals =
        std::async(std::launch::async | std::launch::deferred, [&] { return residual_of(whole_.question, answer); });
    records_of_file records(whole_.name, csv_path, whole_.settings, reading, extent_text(end, file.not_read));
    std::map<std::string, double> bounds;
    if (known.motion) {
      const foreign_run run =
          measured(file, read, reading, known.motion->known, velocity_before<double>(whole_.question), end, {});
      records.add_distances(run, text_of(known.motion->from));
      for (std::size_t k = 0; k < all_distances.size(); ++k)
        if (run.distances[k]) bounds[distance_of_file(all_distances[k])] = run.distances[k]->error_bound;
    }
    add_residuals(records, file, read, residuals.get());
    if (!known.motion) records.add_doubt(known.doubt);
    add_known_numbers(records, file, read, answer, known, end);
    records.add_costs(file.costs);
    return {std::move(records.found), file.largest_step(), file.rounding_of_all(), std::move(bounds)};
  }

 private:
  struct reference_up_to {
    instance bound;
    std::optional<reference_motion<double>> motion;  ///< none: in doubt
    std::string doubt;
  };

  /// Up to the horizon; of a trajectory that ends earlier, by more than rounding, as far as it goes.
  const reference_up_to& reference_to(double last) {
    const double horizon = whole_.end<double>();
    const bool whole = last >= horizon * (1 - (1 << 10) * epsilon<double>());
    const auto [at, is_new] = references_.try_emplace(whole ? horizon : last, reference_up_to{whole_, {}, {}});
    reference_up_to& here = at->second;
    if (!is_new) return here;
    if (!whole) here.bound.until = rational(last);
    try {
      here.motion = motion_to_measure_against(here.bound, how_);
    } catch (const reference_in_doubt& why) {
      here.doubt = why.why();
    }
    return here;
  }

  void add_residuals(records_of_file& records, const trajectory_rows& file, const foreign_trajectory& read,
                     const residual<double>& r) const {
    records.add_residual("penetration", r.penetration, "the constraints themselves");
    records.add_residual("q - integral of v", read.drift, "the file itself");
    if (file.has_impulses) {  // these need reactions
      records.add_residual("momentum balance", r.momentum, "the equation of motion itself");
      records.add_residual("reaction sign", r.reaction_sign, "the constraints themselves");
      records.add_residual("complementarity", r.complementarity, "the constraints themselves");
    }
    records.add_residual("initial position", r.initial_position, "the initial data");
    records.add_residual("initial velocity",
                         largest_entry(column<double>(read.begin_velocity - velocity_before<double>(whole_.question))),
                         "the initial data");
  }

  static void add_known_numbers(records_of_file& records, const trajectory_rows& file, const foreign_trajectory& read,
                                solution<double>& answer, const reference_up_to& reference, double end) {
    const std::vector<known_number> known = numbers_to_find(reference.bound.known<double>(end), reference.motion, end);
    std::map<std::size_t, double> times;
    std::string from_of_impacts;
    for (const known_number& v : known)
      if (v.name.of_an_impact() && v.name.member == "t") {
        times[v.name.number.value_or(0)] = v.value;
        from_of_impacts = v.from;
      }
    const std::map<std::size_t, impact<double>> impacts = reference.motion
                                                              ? matched(file, read, times, reference.motion->known.path)
                                                              : std::map<std::size_t, impact<double>>{};
    if (reference.motion && !times.empty())
      records.add(value_kind::number, "impacts found", std::to_string(impacts.size()), std::to_string(times.size()),
                  static_cast<double>(times.size() - impacts.size()), from_of_impacts);
    for (const known_number& v : known) {
      const bool of_impact = v.name.of_an_impact();
      if (!of_impact && !v.name.of_the_end()) continue;
      quantity_name here = v.name;
      if (of_impact) {
        const std::size_t k = v.name.number.value_or(0);
        if (!impacts.contains(k) || (v.name.member == "impulse" && !file.has_impulses)) continue;
        answer.impacts = {impacts.at(k)};
        here.number = 0;
      }
      const double x = quantity(answer, here.text());
      records.add(value_kind::number, v.name.text(), to_text(x), to_text(v.value), std::abs(x - v.value), v.from);
    }
  }

  instance whole_;
  reference_request how_;
  std::map<double, reference_up_to> references_;
};

}  // namespace

std::string distance_of_file(distance_kind kind) { return "distance " + name_of(kind); }

results judge(const problem& of, const parameter_list& overrides, const std::vector<std::string>& csv_paths,
              const reference_request& how, std::optional<velocity_reading> velocity) {
  std::vector<judged_file> files;
  if (of.is_chain()) {
    for (const std::string& path : csv_paths) files.push_back(judge_chain(of, overrides, path, how, velocity));
  } else {
    judge_of_files judged(of, overrides, how);
    for (const std::string& path : csv_paths) files.push_back(judged.judge(path, velocity));
  }
  results found;
  const auto add = [&](const results& some) { found.insert(found.end(), some.begin(), some.end()); };
  for (const judged_file& file : files) add(file.found);
  results orders = orders_of_files(files);
  for (record& r : orders) {
    r.command = "unilateral judge " + of.name;
    for (const std::string& path : csv_paths) r.command += " " + path;
    r.command += settings_text(overrides) + (velocity ? " --velocity " + name_of(*velocity) : "");
  }
  add(orders);
  return found;
}

results judge(const problem& of, const parameter_list& overrides, const std::string& csv_path,
              const reference_request& how, std::optional<velocity_reading> velocity) {
  return judge(of, overrides, std::vector{csv_path}, how, velocity);
}

}  // namespace unilateral::study
