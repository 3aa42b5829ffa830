#pragma once
/// Moreau's problem (P), and the law of impact, in exact rationals and in any kinetic metric. Two algorithms that share
/// nothing but the inner product.
///
///   (P)   x = z + Σ λ_i u_i,   λ ≥ 0,   (u_i|x) ≥ s_i,   λ_i ((u_i|x) − s_i) = 0   [Moreau 1963, (P)]
///
/// `project` follows the induction on the number of constraints by which proofs/coq/unilateral_reactions.v shows
/// existence: solve without the last constraint; if that one holds, done; else it is an equality, and the others are
/// projected on its hyperplane. `by_enumeration` tries every set of equalities.

#include "problems/language/rational.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unilateral::claims::exact {

using vector = std::vector<rational>;
using rows = std::vector<vector>;

/// R^n with (x|y) = xᵀ M y, M symmetric positive definite.
struct space {
  rows M;
  rational dot(const vector& x, const vector& y) const;
  rational squared(const vector& x) const { return dot(x, x); }
};
space euclidean(std::size_t n);

vector sum(const vector& x, const rational& a, const vector& y);  ///< x + a y
vector zero(std::size_t n);
std::string text(const vector& x);

/// A⁻¹ b by elimination; nothing where A is singular.
std::optional<vector> solved(rows A, vector b);
/// The vector of E that represents a covector g: (u|·) = g.
vector represented(const space& E, const vector& g);

struct projected {
  vector x, lambda;
};
/// (P). The constraints must be compatible.
projected project(const space& E, const rows& u, const vector& s, const vector& z);
projected by_enumeration(const space& E, const rows& u, const vector& s, const vector& z);
/// Whether (x, λ) solves (P), exactly.
bool solves_P(const space& E, const rows& u, const vector& s, const vector& z, const projected& p);

/// v⁺ and the multipliers of P = Σ Λ_i u_i: v⁺ = (1 + e) Proj_V v⁻ − e v⁻, V = {v : (u_i|v) ≥ 0}.
struct shock {
  vector v_plus, impulse;
};
shock impact(const space& E, const rows& u, const vector& v_minus, const rational& e);

/// How many a claim is tried on: six of each dimension and number of rows, on average.
inline constexpr int instances_tried = 120;

/// Instances with small rational entries, from a fixed seed: M = A Aᵀ + 1; every third one has a row that depends on
/// others.
struct instance {
  space E;
  rows u;
  vector s, z;
};
std::vector<instance> instances(int count, unsigned seed, bool cones);

}  // namespace unilateral::claims::exact
