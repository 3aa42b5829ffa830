#pragma once
/// Sets of states, each with its own time: {m + B z : |z_j| ≤ ρ_j}, of components (q, v, t).
///
/// The time is a component so that a set can lie on the surface of an event: all of its members are there at this
/// event, one earlier, one later. A box of all states between the first and the last of them forgets which state comes
/// with which time, and costs a factor at every impact.
///
/// A map f that is continuously differentiable on the set takes it into f(m) + Df B z, with Df at all of its points
/// (mean value theorem); a frame B' of about orthogonal columns, the longest edge of Df B first, takes this in
/// [Lohner 1987]:
///
///   (1)  ρ' ≥ |B'⁻¹ (Df B)| ρ + |B'⁻¹ (f(m) − m')|
///
/// Nobody has to trust B' or m'.

#include "proofs/enclosures/defect/ball.hpp"

#include <vector>

namespace unilateral::enclosures::defect {

using vector = std::vector<ball>;
using matrix = std::vector<vector>;  ///< rows

struct set {
  vector m;  ///< points
  matrix B;  ///< points, [component][edge]
  vector ρ;  ///< sizes

  std::size_t edges() const { return ρ.size(); }
};

/// The members of a box.
set of_box(const vector& box);
/// A box that holds all members.
vector boxed(const set& of);
/// (1): a set that holds c + A z for every c in the box, A in the matrix and |z_j| ≤ ρ_j. Edges that vanish are left
/// out.
set framed(const vector& c, const matrix& A, const vector& ρ);
/// The box of c + A z.
vector boxed(const vector& c, const matrix& A, const vector& ρ);

}  // namespace unilateral::enclosures::defect
