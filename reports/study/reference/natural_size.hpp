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

#include <algorithm>
#include <cmath>

namespace unilateral::study {

struct natural_size {
  double time, place, speed, momentum;

  natural_size part(double of_it) const { return {time, place * of_it, speed * of_it, momentum * of_it}; }
};

/// The initial data, and what the forces alone make of them.
struct state_at_start {
  column<double> q, v, a;  ///< a = M⁻¹ f(0, q, v)
  double largest_mass;     ///< |M_ij|
};
inline state_at_start start_of(const statement& bound) {
  const auto n = static_cast<Eigen::Index>(bound.position.size());
  column<double> q(n), v(n), f(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    q[i] = constant_value<double>(bound.position[static_cast<std::size_t>(i)]);
    v[i] = constant_value<double>(bound.velocity[static_cast<std::size_t>(i)]);
  }
  evaluated_system<double> system(bound.system);
  system.evaluate_mass(0, q.data());
  system.evaluate_force(0, q.data(), v.data());
  Eigen::MatrixXd M(n, n);
  system.copy_mass(M);
  for (Eigen::Index i = 0; i < n; ++i) f[i] = system.force(static_cast<int>(i));
  return {std::move(q), std::move(v), M.partialPivLu().solve(f), M.cwiseAbs().maxCoeff()};
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
