#pragma once
/// Random mechanical systems, each a function of its kind and its seed, written as a problem file. Every one is a
/// question that can be asked, by construction:
///
///   gaps       a sum of terms that are known exactly at the start, and an offset that makes each gap there what was
///              drawn: ≥ 0, and 0 where the motion is to start in contact. Each has a linear term in a coordinate of
///              its own sign, so that its gradient at the start is not 0
///   energies   T = Σ ½ m_i (1 + a sin) v_i² + Σ c_ij cos(q_i − q_j) v_i v_j with |a| ≤ 2/5, m_i ≥ 1, and Σ_j |c_ij| ≤
///              1/2 < 3/5: positive definite for all q by Gershgorin's theorem
///   forces     defined for all t, q, v (arguments of log and asin, divisors and bases of powers stay in their domains)
///   horizon    several times what a fall or an oscillation takes
///
/// Of `closing` alone no motion exists up to the horizon: two walls meet. It is there to be refused.

#include "problems/language/statement.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace unilateral::random_systems {

/// What makes a system hard. Every kind mixes energies, gaps and e of all sorts; it has at least what is named here.
struct kind {
  std::string name;
  std::string what;
  bool has_motion = true;  ///< up to the horizon
};
const std::vector<kind>& kinds();
/// Throws input_error that lists the names on an unknown one.
const kind& kind_named(const std::string& name);

/// A system as its energies say it, for a reader who derives the equations of motion by himself.
struct energies {
  std::vector<std::string> coordinates;
  expression kinetic, potential;
  std::vector<expression> force, gap;
  expression restitution;
  std::vector<expression> position, velocity;
  expression horizon;
};

struct random_system {
  std::string kind;
  std::uint64_t seed = 0;
  std::string file;     ///< a problem file, whole
  double finest = 1;    ///< no feature of gaps or forces that the motion meets is shorter, in units of time
  double length = 1;    ///< the unit that positions are stated in: they are of this order
  energies given;       ///< what the file says, formula by formula
  statement question;   ///< the same, as the library reads it; without free parameters
  std::string refusal;  ///< why the library reads no question there; empty as a rule
};

/// The system of a kind and a seed; without a kind, kinds take turns: seed modulo their number.
random_system generate(std::uint64_t seed, const std::string& kind = {});

/// A system from a file that `generate` wrote (or one like it: kinetic_energy, no parameters).
/// Throws input_error on one that says no energies; what the library alone refuses is told in `refusal`.
random_system replay(const std::string& path, const std::string& contents);

}  // namespace unilateral::random_systems
