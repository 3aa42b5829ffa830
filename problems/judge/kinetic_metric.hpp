#pragma once
/// The kinetic metric at one configuration: the Euclidean structure that the kinetic energy puts on velocities.
///
///     ⟨x, y⟩ = xᵀ M y,   |x|² = ⟨x, x⟩,   kinetic energy ½|v|²                                    [Moreau 1983, § 3]
///
/// A covector p (momentum, force, impulse) acts on a velocity v by p·v; M maps velocities to covectors.

#include "problems/language/trajectory.hpp"

#include <cmath>

namespace unilateral {

template <class S>
using matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

template <scalar S>
class kinetic_metric {
 public:
  /// M: symmetric positive definite (problems/language/admissibility.hpp says who checks it).
  explicit kinetic_metric(matrix<S> M) : M_(std::move(M)) {}

  int dimension() const { return static_cast<int>(M_.rows()); }
  const matrix<S>& M() const { return M_; }

  /// M x, a covector.
  column<S> covector(const column<S>& x) const { return M_ * x; }
  S inner(const column<S>& x, const column<S>& y) const { return x.dot(M_ * y); }
  S squared_norm(const column<S>& x) const { return inner(x, x); }
  S norm(const column<S>& x) const {
    using std::sqrt;
    return sqrt(squared_norm(x));
  }
  S energy(const column<S>& v) const { return squared_norm(v) / S(2); }

 private:
  matrix<S> M_;
};

/// max |x_i|; 0 of an empty vector, ∞ where an entry is no finite number.
template <class Vector>
auto largest_entry(const Vector& x) {
  using std::abs;
  using S = typename Vector::Scalar;
  S largest(0);
  for (Eigen::Index i = 0; i < x.size(); ++i) largest = larger(largest, S(abs(x[i])));
  return largest;
}

}  // namespace unilateral
