#include "reports/study/external/judge_chain.hpp"

#include "problems/judge/kinetic_metric.hpp"
#include "problems/judge/quantity.hpp"
#include "problems/language/tape.hpp"
#include "reports/study/external/chain_file.hpp"
#include "reports/study/external/measured_rows.hpp"
#include "reports/study/external/records_of_file.hpp"
#include "reports/study/reference/chain_evolution.hpp"
#include "reports/study/reference/quantity_name.hpp"

#include <algorithm>
#include <cmath>

namespace unilateral::study {
namespace {

using node = plane_vector<double>;

std::vector<node> nodes_at_start(const chain_statement& bound) {
  std::vector<node> nodes;
  for (const auto& x : bound.nodes) nodes.emplace_back(constant_value<double>(x[0]), constant_value<double>(x[1]));
  return nodes;
}

std::vector<node> nodes_of(const column<double>& q) {
  std::vector<node> nodes;
  for (Eigen::Index k = 0; k < q.size(); k += 2) nodes.emplace_back(q[k], q[k + 1]);
  return nodes;
}

/// What the names of known numbers speak of. A node rests whose speed is below √ε of the drive's: halfway, in digits,
/// between it and rounding.
chain_solution<double> answer_with(std::vector<node> velocities, std::vector<double> tensions) {
  chain_solution<double> answer;
  answer.velocities = std::move(velocities);
  answer.tensions = std::move(tensions);
  const double rest = std::sqrt(epsilon<double>()) * answer.velocities.front().norm();
  for (std::size_t i = 1; i < answer.velocities.size(); ++i) {
    const double speed = answer.velocities[i].norm();
    answer.dissipation += speed;
    if (speed > rest) answer.moving = static_cast<int>(i);
  }
  return answer;
}

/// Of `known`, what a file with these columns tells.
void add_known(records_of_file& records, const reference<double>& known, const chain_solution<double>& answer) {
  for (const known_value<double>& v : known.values) {
    const quantity_name name(v.quantity);
    const bool is_told = name.owner != "chain" ? name.of_the_end() && name.member == "q" && answer.path.pieces() > 0
                         : name.member == "tensions" ? !answer.tensions.empty()
                                                     : !answer.velocities.empty();
    if (!is_told) continue;
    const double x = quantity(answer, v.quantity);
    records.add(value_kind::number, v.quantity, to_text(x), to_text(v.value), std::abs(x - v.value),
                text_of(known.from));
  }
}

void add_friction(records_of_file& records, const std::vector<node>& directions, const chain_instant& here) {
  double beyond = 0, power = 0;
  const std::size_t bars = directions.size();
  for (std::size_t i = 1; i <= bars; ++i) {
    node F = -here.tensions[i - 1] * directions[i - 1];
    if (i < bars) F += here.tensions[i] * directions[i];
    beyond = larger(beyond, F.norm() - 1);
    power += here.velocities[i].norm() - F.dot(here.velocities[i]);
  }
  records.add_residual("friction at rest", beyond, "the law of friction itself");
  records.add_residual("friction power", std::abs(power), "the law of friction itself");
}

judged_file judge_instant(const chain_instance& of, const std::string& csv_path) {
  const chain_instant here = read_instant(csv_path, of.question);
  std::string extent = "one instant";
  for (std::size_t k = 0; k < here.not_read.size(); ++k) extent += (k == 0 ? "; not read: " : ", ") + here.not_read[k];
  records_of_file records(of.name, csv_path, of.settings, {}, extent);
  const std::vector<node> nodes = nodes_at_start(of.question);
  const node drive(constant_value<double>(of.question.velocity[0]), constant_value<double>(of.question.velocity[1]));
  records.add_residual("drive", (here.velocities.front() - drive).norm(), "the velocity of node 0");
  std::vector<node> directions;
  double stretch = 0;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    directions.push_back((nodes[i] - nodes[i - 1]).normalized());
    stretch = larger(stretch, std::abs(directions.back().dot(here.velocities[i] - here.velocities[i - 1])));
  }
  records.add_residual("bars", stretch, "bars that keep their length");
  if (!here.tensions.empty()) add_friction(records, directions, here);
  if (const auto known = of.known<double>(0.0)) add_known(records, *known, answer_with(here.velocities, here.tensions));
  records.add_costs(here.costs);
  return {std::move(records.found), 0, 0};
}

judged_file judge_evolution(chain_instance of, const std::string& csv_path, const reference_request& how,
                            std::optional<velocity_reading> velocity) {
  const trajectory_rows file = read_nodes(csv_path, of.question);
  const reading_facts reading = reading_of(file, velocity);
  const foreign_trajectory read = motion_of_nodes(file, reading.velocity);
  const double horizon = of.end<double>(), end = std::min(file.last(), horizon);
  if (end < horizon * (1 - (1 << 10) * epsilon<double>())) of.until = rational(end);
  records_of_file records(of.name, csv_path, of.settings, reading, extent_text(end, file.not_read));
  try {
    const reference_motion<double> against = evolution_to_measure_against(of, how);
    records.add_distances(measured(file, read, reading, against.known, against.known.path.velocity_right(0), end, {}),
                          text_of(against.from));
  } catch (const reference_in_doubt& doubt) {
    records.add_doubt(doubt.why());
  }

  const std::vector<node> start = nodes_at_start(of.question);
  tape<double> path({of.question.path[0], of.question.path[1]}, 0);
  double off_path = 0, stretch = 0, at_start = 0;
  for (const file_row& row : file.rows) {
    const std::vector<node> nodes = nodes_of(row.q);
    path.run(row.t, nullptr, nullptr);
    off_path = larger(off_path, (nodes.front() - node(path[0], path[1])).norm());
    for (std::size_t i = 1; i < nodes.size(); ++i)
      stretch = larger(stretch, std::abs((nodes[i] - nodes[i - 1]).norm() - (start[i] - start[i - 1]).norm()));
    if (row.t == 0)
      for (std::size_t i = 0; i < nodes.size(); ++i) at_start = larger(at_start, (nodes[i] - start[i]).norm());
  }
  records.add_residual("drive", off_path, "the path of node 0");
  records.add_residual("bars", stretch, "bars that keep their length");
  if (file.has_velocities) records.add_residual("q - integral of v", read.drift, "the file itself");
  records.add_residual("initial position", at_start, "the initial data");
  if (const auto known = of.known<double>(end)) {
    chain_solution<double> answer;
    if (file.has_velocities) answer = answer_with(nodes_of(read.end_velocity), {});
    answer.path = read.positions;
    answer.end_time = file.last();
    add_known(records, *known, answer);
  }
  records.add_costs(file.costs);
  return {std::move(records.found), file.largest_step(), file.rounding_of_all()};
}

}  // namespace

judged_file judge_chain(const problem& of, const parameter_list& overrides, const std::string& csv_path,
                        const reference_request& how, std::optional<velocity_reading> velocity) {
  const chain_instance bound = bind<chain_statement>(of, overrides, true);
  return bound.question.evolves ? judge_evolution(bound, csv_path, how, velocity) : judge_instant(bound, csv_path);
}

}  // namespace unilateral::study
