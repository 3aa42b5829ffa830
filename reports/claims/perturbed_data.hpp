#pragma once
/// Dependence on the data [Paoli 2004, theorems 2.1 and 2.2]: wedges whose data are all perturbed by ε, M, f, both
/// constraints, position and velocity, and how far their motions are from that with ε = 0, which runs into the tip at t
/// = 1.

#include "problems/language/many_digits.hpp"
#include "reports/claims/runs.hpp"

#include <functional>
#include <string>
#include <vector>

namespace unilateral::claims {

/// In the wedge of opening θ, from (−1, 1/2) with velocity (1, −1/2), all perturbed.
statement perturbed_wedge(const expression& theta, const rational& e, const rational& eps);

/// Data that depend on ε, all of them.
struct data_family {
  std::string name;
  std::function<statement(const rational& eps)> at;
};
/// Flat walls and a constant metric; condition (5) is satisfied.
const std::vector<data_family>& continuous_families();

/// Two curved walls, M(q) variable and f ∈ C⁰, all perturbed; condition (5) holds in the corner that the limit motion
/// runs into at t = 1, along a line, for its f is 0. Half of them no smoother than (H1)–(H3) ask: M ∈ C¹ with a second
/// derivative that jumps, ∇f_i Lipschitz with a kink, f = √|t − 1/2| … continuous and no more.
const std::vector<data_family>& curved_families();

/// sup |u − w|, and ‖u̇ − ẇ‖ in L¹, L², L⁴, L^∞, on [0, 2]; and what else the theorem's proof goes by.
struct motion_distances {
  real50 sup_q, l1, l2, l4, sup_v;
  real50 speed, variation;  ///< sup |u̇_i| of the perturbed motion, and the total variation of its velocity
  real50 away, at_impact;   ///< |u̇(t+0) − ẇ(t+0)|: the largest at t = k/16 other than the tip's, t = 1; and there
  real50 moments;           ///< the largest |∫ t^k d(u̇ − ẇ)_i|, k = 0 … 4: of ü − ẅ as measures
};

/// ε = 16^−k, k = 1 … 6, at 50 digits; or k = 1 … `rungs`.
std::vector<motion_distances> perturbed_ladder(const instruments& with, const data_family& of, int rungs = 6);

}  // namespace unilateral::claims
