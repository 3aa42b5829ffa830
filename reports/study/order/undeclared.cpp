#include "reports/study/order/undeclared.hpp"

#include "problems/language/evaluated_system.hpp"

#include <Eigen/Dense>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace unilateral::study {
namespace {

constexpr double small_beside = 0.25;
/// Of the final time: impacts that are one are told apart by rounding, 2^10 times that of a double.
constexpr double one_instant = 0x1p-42;

template <scalar S>
std::string because_of_events(const motion<S>& known, const S& end) {
  using std::abs;
  if (!known.path.accumulation_points.empty() && known.path.accumulation_points.front() <= end)
    return fmt::format("no order is declared past an accumulation point, here at t = {:.6g}",
                       to_double(known.path.accumulation_points.front()));
  const auto at_the_end = [&](const auto& atom) { return abs(S(atom.t - end)) <= S(8) * epsilon<S>() * end; };
  if (known.reactions && std::any_of(known.reactions->begin(), known.reactions->end(), [&](const auto& r) {
        return std::any_of(r.atoms.begin(), r.atoms.end(), at_the_end);
      }))
    return fmt::format("no order is declared where an impact falls on the final time, t = {:.6g}", to_double(end));
  return "";
}

struct jump {
  double t, height;
};
/// Of every component, those that are more than rounding: halfway, in digits, between it and the largest velocity.
template <scalar S>
std::vector<jump> jumps_until(const motion<S>& known, const S& end) {
  std::vector<jump> found;
  double speed = 0;
  const trajectory<S>& path = known.path;
  for (int k = 0; k < path.pieces() && path.begin(k) < end; ++k)
    for (int i = 0; i < path.dimension(); ++i) {
      if (k == 0 && known.velocity_before.size() == 0) continue;
      const S before =
                  k == 0 ? known.velocity_before[i] : path.velocity(k - 1, i, S(path.end(k - 1) - path.begin(k - 1))),
              after = path.velocity(k, i, S(0));
      speed = std::max({speed, std::abs(to_double(before)), std::abs(to_double(after))});
      found.push_back({to_double(path.begin(k)), std::abs(to_double(S(after - before)))});
    }
  std::erase_if(found, [&](const jump& j) { return !(j.height > std::sqrt(epsilon<double>()) * speed); });
  return found;
}

/// When something reacts, a density by its cells.
template <scalar S>
std::vector<S> instants_of(const std::vector<impulse_measure<S>>& reactions) {
  std::vector<S> instants;
  for (const impulse_measure<S>& reaction : reactions)
    for (const auto& atom : reaction.atoms) instants.push_back(atom.t);
  std::sort(instants.begin(), instants.end());
  instants.erase(std::unique(instants.begin(), instants.end()), instants.end());
  return instants;
}

/// Constraints that are closed, not only those that react: of two that are one, a solver may let one carry all.
template <scalar S>
std::string because_of_dependence(const statement& question, const motion<S>& known, const S& end) {
  const int m = question.system.constraints();
  if (m < 2 || !known.reactions) return "";
  constexpr double closed = 1e-9, dependent = 1e-8;
  evaluated_system<double> system(question.system);
  for (const S& instant : instants_of(*known.reactions)) {
    if (instant > end) break;
    const double t = to_double(instant);
    column<double> q(system.degrees_of_freedom());
    const column<S> position = known.path.position(instant);
    for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = to_double(position[i]);
    const double place = std::max(q.cwiseAbs().maxCoeff(), epsilon<double>());
    system.evaluate_mass(t, q.data());
    system.evaluate_gap(t, q.data());
    system.evaluate_gradient(t, q.data());
    Eigen::MatrixXd M(q.size(), q.size());
    system.copy_mass(M);
    std::vector<int> acting;
    std::vector<column<double>> rows;
    for (int a = 0; a < m; ++a) {
      column<double> row = column<double>::Zero(q.size());
      for (int k = system.gradient_row_begin(a); k < system.gradient_row_begin(a + 1); ++k) {
        const sparse_entry& e = system.gradient_entries()[static_cast<std::size_t>(k)];
        row[e.column] = system.gradient(e);
      }
      if (!(std::abs(system.gap(a)) <= closed * row.cwiseAbs().maxCoeff() * place)) continue;
      acting.push_back(a);
      rows.push_back(row);
    }
    if (acting.size() < 2) continue;
    const auto count = static_cast<Eigen::Index>(rows.size());
    Eigen::MatrixXd G(count, q.size());
    for (Eigen::Index a = 0; a < count; ++a) G.row(a) = rows[static_cast<std::size_t>(a)];
    Eigen::MatrixXd W = G * M.ldlt().solve(G.transpose());
    const Eigen::VectorXd size = W.diagonal().cwiseSqrt();
    for (Eigen::Index a = 0; a < count; ++a)
      for (Eigen::Index b = 0; b < count; ++b) W(a, b) /= size[a] * size[b];
    Eigen::FullPivLU<Eigen::MatrixXd> rank(W);
    rank.setThreshold(dependent);
    if (rank.rank() == count) continue;
    std::string names;
    for (const int a : acting) names += (names.empty() ? "" : ", ") + std::to_string(a);
    return fmt::format(
        "no order is declared where the gradients of contacts that act together, {}, depend on each "
        "other, here at t = {:.6g}: the reaction of each is not unique",
        names, t);
  }
  return "";
}

/// A density of a reaction shows by what is owed to the atoms that stand for it.
template <scalar S>
std::string because_of_kept_contact(const statement& question, const motion<S>& known) {
  if (constant_value<double>(question.system.restitution) != 1 || !known.reactions) return "";
  for (std::size_t a = 0; a < known.reactions->size(); ++a)
    if ((*known.reactions)[a].error_bound > S(0))
      return fmt::format(
          "no order is declared where contact is kept, here of constraint {}, and e = 1: what leaves it by a part of a "
          "step is given back by every impact that follows",
          a);
  return "";
}

template <scalar S>
std::string because_of_units(distance_kind kind, const motion<S>& known, const S& end, double step) {
  if (kind == distance_kind::bounded_lipschitz_impulse && step > small_beside)
    return fmt::format(
        "no order is declared in a distance that tells times apart as far as 1, for steps of {:.2g}: "
        "choose a larger unit of time",
        step);
  if (kind != distance_kind::hausdorff_velocity) return "";
  double jump = 0;
  for (const auto& [t, height] : jumps_until(known, end)) jump = std::max(jump, height);
  if (jump == 0 || !(step > small_beside * jump)) return "";
  return fmt::format(
      "no order is declared in a distance that tells times apart as far as half a jump, {:.2g} at most, "
      "for steps of {:.2g}: choose other units",
      jump / 2, step);
}

}  // namespace

template <scalar S>
double saturation_of_hausdorff(const motion<S>& known, const S& end) {
  double level = std::numeric_limits<double>::infinity(), last = to_double(known.path.begin());
  const std::vector<jump> jumps = jumps_until(known, end);
  const auto pass = [&](double t) {
    if (t - last > one_instant * to_double(end)) level = std::min(level, t - last);
    last = t;
  };
  for (const jump& j : jumps) {
    level = std::min(level, j.height / 2);
    pass(j.t);
  }
  if (!jumps.empty()) pass(to_double(end));
  return level;
}
template double saturation_of_hausdorff(const motion<double>&, const double&);
template double saturation_of_hausdorff(const motion<real50>&, const real50&);

double order_of_late_impacts(distance_kind kind) { return kind == distance_kind::l2_velocity ? 0.5 : 1; }

template <scalar S>
double of_late_impacts(distance_kind kind, const motion<S>& known, const S& end, double step) {
  double largest = 0, sum = 0, squares = 0;
  for (const auto& [t, height] : jumps_until(known, end)) {
    largest = std::max(largest, height);
    sum += height;
    squares += height * height;
  }
  if (largest == 0) return 0;
  switch (kind) {
    case distance_kind::sup_position:
      return step * largest;
    case distance_kind::l1_velocity:
      return step * sum;
    case distance_kind::l2_velocity:
      return std::sqrt(step * squares);
    case distance_kind::hausdorff_velocity:
      return step;
    case distance_kind::bounded_lipschitz_impulse:
      break;
  }
  double most = 0;
  if (known.reactions)
    for (const impulse_measure<S>& reaction : *known.reactions) {
      double impulse = 0;
      for (const auto& atom : reaction.atoms)
        if (!(end < atom.t)) impulse += std::abs(to_double(atom.p));
      most = std::max(most, impulse);
    }
  return step * most;
}
template double of_late_impacts(distance_kind, const motion<double>&, const double&, double);
template double of_late_impacts(distance_kind, const motion<real50>&, const real50&, double);

template <scalar S>
std::vector<double> jump_times(const motion<S>& known, double until) {
  std::vector<double> times;
  double last = 0;
  for (const jump& j : jumps_until(known, S(until)))
    if (j.t - last > one_instant * until) times.push_back(last = j.t);
  return times;
}
template std::vector<double> jump_times(const motion<double>&, double);
template std::vector<double> jump_times(const motion<real50>&, double);

template <scalar S>
double shortest_flight(const motion<S>& known, const S& end) {
  double shortest = std::numeric_limits<double>::infinity();
  const std::vector<jump> jumps = jumps_until(known, end);
  for (std::size_t k = 1; k < jumps.size(); ++k)
    if (const double flight = jumps[k].t - jumps[k - 1].t; flight > one_instant * to_double(end))
      shortest = std::min(shortest, flight);
  return shortest;
}
template double shortest_flight(const motion<double>&, const double&);
template double shortest_flight(const motion<real50>&, const real50&);

template <scalar S>
std::string undeclared_because(const instance& of, std::optional<distance_kind> kind, const motion<S>& known,
                               std::optional<double> step) {
  const S end = of.end<S>();
  if (const std::string events = because_of_events(known, end); !events.empty() || !kind) return events;
  if (*kind != distance_kind::sup_position && *kind != distance_kind::l2_velocity)
    if (const std::string kept = because_of_kept_contact(of.question, known); !kept.empty()) return kept;
  if (*kind == distance_kind::bounded_lipschitz_impulse)
    if (const std::string dependence = because_of_dependence(of.question, known, end); !dependence.empty())
      return dependence;
  return step ? because_of_units(*kind, known, end, *step) : "";
}
template <scalar S>
std::string undeclared_because(const chain_instance& of, std::optional<distance_kind>, const motion<S>& known,
                               std::optional<double>) {
  return because_of_events(known, of.end<S>());
}
template std::string undeclared_because(const instance&, std::optional<distance_kind>, const motion<double>&,
                                        std::optional<double>);
template std::string undeclared_because(const instance&, std::optional<distance_kind>, const motion<real50>&,
                                        std::optional<double>);
template std::string undeclared_because(const chain_instance&, std::optional<distance_kind>, const motion<double>&,
                                        std::optional<double>);
template std::string undeclared_because(const chain_instance&, std::optional<distance_kind>, const motion<real50>&,
                                        std::optional<double>);

}  // namespace unilateral::study
