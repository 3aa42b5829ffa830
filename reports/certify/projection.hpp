#pragma once
/// From a solver's multipliers to exact ones: they say which constraints press; those are solved as equalities in
/// rationals.

#include "reports/certify/exact_answer.hpp"

#include <optional>

namespace unilateral::certify {

using matrix = std::vector<row>;

/// x with M x = p + Gᵀ λ,  0 ≤ λ ⊥ G x + r ≥ 0.
struct projection_problem {
  matrix M, G;
  row r, p;
};
struct projection_answer {
  row x, lambda, z;  ///< M z = p
};

/// `guess`: the solver's λ. Its positive entries are the set of equalities; a condition that then fails by rounding
/// alone (no more than √ε of the sizes of what cancels in it: half of the digits) moves its constraint in or out of the
/// set, as happens at grazing and leaving. `speed`: of what p was made from, whose rounding it carries, if that is more
/// than what the problem shows. Where equalities depend on each other the guess chooses among the multipliers. Nothing,
/// and why in `failure`, where that leads nowhere.
std::optional<projection_answer> solved(const projection_problem& problem, const row& guess, const rational& speed,
                                        const rational& epsilon, std::string& failure);

}  // namespace unilateral::certify
