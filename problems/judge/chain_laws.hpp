#pragma once
/// The laws of problems/judge/laws.hpp that a chain obeys: the same chain in other units of length and time, turned,
/// reflected, shifted, and drawn for a shorter time.
/// With x̂ = λ R x + c, t̂ = τ t, R orthogonal:   û = (λ/τ) R u,   tensions as they are,   dissipation times λ/τ. An
/// instant has no times: there λ/τ is any σ > 0. Compared are the velocities of all nodes, the tension of the first bar
/// (those beyond the moving part may be others), the dissipation and, of an evolution, the path; bounds are (1) there,
/// N the number of bars or steps.

#include "problems/judge/laws.hpp"
#include "problems/language/chain.hpp"

namespace unilateral::laws {

template <scalar S>
using chain_respondent = std::function<chain_solution<S>(const chain_statement&)>;

template <scalar S>
struct chain_hearing {
  chain_statement bound;
  chain_respondent<S> ask;
  chain_solution<S> answer;
  double moved_by_rounding;  ///< the largest difference of the two answers over its size, over ε(double)
};
struct chain_hearings {
  chain_hearing<double> in_double;
  chain_hearing<real50> in_fifty;
};
std::variant<chain_hearings, std::string> hear(const chain_statement& bound, const chain_respondent<double>& in_double,
                                               const chain_respondent<real50>& in_fifty);

const std::vector<std::string>& names_for_chains();
template <scalar S>
finding judge(const std::string& law, const chain_hearing<S>& heard);

}  // namespace unilateral::laws
