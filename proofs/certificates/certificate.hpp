#pragma once
/// What a certificate says, as values: a problem and its answer in exact rationals (README.md describes the text).
/// This folder includes nothing of the project but itself: who checks shares no code with who computes or who writes.

#include <gmpxx.h>

#include <variant>
#include <vector>

namespace unilateral::certificates {

using row = std::vector<mpq_class>;
using matrix = std::vector<row>;

/// One-sided constraints on velocities or accelerations x, in the kinetic metric:  G x + offset ≥ 0, one row a
/// constraint.
struct constrained_metric {
  matrix mass;       ///< M, n × n
  matrix gradients;  ///< G, m × n
  row offsets;       ///< ∂Φ/∂t of an impact; the second derivative of the gap at zero acceleration of an acceleration
};

/// The impact law at one instant, or in one step of a time-stepping scheme. [Moreau 1983, (4)–(10)], [Paoli 2004, (2)]
///
///     M (v⁺ − v⁻) = p + Gᵀ P,   w = (v⁺ + e v⁻)/(1 + e),   0 ≤ P ⊥ G w + ∂Φ/∂t ≥ 0
struct impact_certificate {
  constrained_metric space;
  mpq_class restitution;  ///< e ∈ [0, 1]
  row before;             ///< v⁻
  row smooth;             ///< p, momentum received from smooth forces: 0 at an instant, h f in a step
  row after;              ///< v⁺
  row impulses;           ///< P
};

/// Accelerations under one-sided constraints.   [Moreau 1963, (P)]
///     M x = f + Gᵀ λ,   0 ≤ λ ⊥ G x + κ ≥ 0
struct acceleration_certificate {
  constrained_metric space;
  row force;         ///< f
  row acceleration;  ///< x
  row reactions;     ///< λ
};

/// A point or vector of the plane.
struct planar {
  mpq_class x, y;
};

/// A chain with dry friction, without square roots: nothing is normalised.                                 [Sayah 2004,
/// (5)–(8)] Bars d_i = M_i − M_{i−1}, tensions θ_i = t_i |d_i|, velocities v_i = v_{i−1} + ω_i d_i^⊥ with v_0 = U: bars
/// keep their length by construction.
struct chain_certificate {
  planar drive;              ///< U
  std::vector<planar> bars;  ///< d_i
  row tensions;              ///< t_i
  row turns;                 ///< ω_i, angular velocity of bar i
  row speeds;                ///< upper bounds of |v_i|
  mpq_class lower, upper;    ///< −t_1 d_1·U and the sum of the bounds: the least dissipation lies between
};

using certificate = std::variant<impact_certificate, acceleration_certificate, chain_certificate>;

}  // namespace unilateral::certificates
