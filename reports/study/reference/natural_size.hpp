#pragma once
/// How large a motion is by its data alone: what roundings are small beside, also where nothing moves.
///
///     place = max(|q_0|, |v_0| T, |M⁻¹ f(0, q_0, v_0)| T²)  over the coordinates
///     speed = place/T,   momentum = largest |M_ij| · speed
///
/// A column at rest at 0 under gravity has 0 for all its numbers, but for the roundings of g T² and g T that a solver's
/// steps leave.

#include "problems/language/evaluated_system.hpp"
#include "problems/language/trajectory.hpp"

#include <Eigen/LU>
#include <Eigen/SparseLU>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace unilateral::study {

struct natural_size {
  double time, place, speed, momentum;

  natural_size part(double of_it) const { return {time, place * of_it, speed * of_it, momentum * of_it}; }
};

/// M⁻¹ f where `system` was evaluated last. Of many coordinates, at the cost of the entries that M has.
inline column<double> acceleration_of(const evaluated_system<double>& system) {
  constexpr int largest_dense = 64;
  const int n = system.degrees_of_freedom();
  column<double> a(n);
  for (int i = 0; i < n; ++i) a[i] = system.force(i);
  if (system.mass_is_diagonal()) {
    column<double> mass = column<double>::Zero(n);
    for (const sparse_entry& e : system.mass_entries()) mass[e.row] = system.mass(e);
    return a.cwiseQuotient(mass);
  }
  if (n <= largest_dense) {
    Eigen::MatrixXd M(n, n);
    system.copy_mass(M);
    return M.partialPivLu().solve(a);
  }
  std::vector<Eigen::Triplet<double>> entries;
  for (const sparse_entry& e : system.mass_entries()) entries.emplace_back(e.row, e.column, system.mass(e));
  Eigen::SparseMatrix<double> M(n, n);
  M.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SparseLU<Eigen::SparseMatrix<double>> factors(M);
  return factors.info() == Eigen::Success ? column<double>(factors.solve(a))
                                          : column<double>::Constant(n, std::numeric_limits<double>::infinity());
}

/// The initial data, and what the forces alone make of them.
struct state_at_start {
  column<double> q, v, a;  ///< a = M⁻¹ f(0, q, v)
  double largest_mass;     ///< |M_ij|
};
inline state_at_start start_of(const statement& bound) {
  const auto n = static_cast<Eigen::Index>(bound.position.size());
  column<double> q(n), v(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    q[i] = constant_value<double>(bound.position[static_cast<std::size_t>(i)]);
    v[i] = constant_value<double>(bound.velocity[static_cast<std::size_t>(i)]);
  }
  evaluated_system<double> system(bound.system);
  system.evaluate_mass(0, q.data());
  system.evaluate_force(0, q.data(), v.data());
  double largest_mass = 0;
  for (const sparse_entry& e : system.mass_entries()) largest_mass = std::max(largest_mass, std::abs(system.mass(e)));
  column<double> a = acceleration_of(system);
  return {std::move(q), std::move(v), std::move(a), largest_mass};
}

/// T: the final time. 0 where all data are; what is not finite is left out.
inline natural_size natural_size_of(const statement& bound, double T) {
  const auto [q, v, a, largest_mass] = start_of(bound);
  double place = 0;
  const auto see = [&](double x) {
    if (std::isfinite(x)) place = std::max(place, std::abs(x));
  };
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    see(q[i]);
    see(v[i] * T);
    see(a[i] * T * T);
  }
  return {T, place, place / T, largest_mass * place / T};
}

}  // namespace unilateral::study
