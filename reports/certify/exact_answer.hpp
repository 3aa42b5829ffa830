#pragma once
/// A solver's answer with its floating numbers taken at their word: each is a dyadic rational.

#include "problems/language/chain.hpp"
#include "problems/language/many_digits.hpp"
#include "problems/language/solution.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <vector>

namespace unilateral::certify {

using row = std::vector<rational>;

/// The exact value of a floating number, which must be finite.
rational dyadic(double x);
template <unsigned Digits>
rational dyadic(const mpfr_number<Digits>& x) {
  if (!mpfr_number_p(x.backend().data())) throw std::domain_error("certificate: expected finite numbers of the solver");
  rational value;
  mpfr_get_q(value.get_mpq_t(), x.backend().data());
  return value;
}

template <class Numbers>
row dyadic_row(const Numbers& x) {
  row values;
  for (const auto& number : x) values.push_back(dyadic(number));
  return values;
}

/// One shock, or one step with impulses.
struct shock {
  rational t;
  row q, before, after, impulses;  ///< impulses: one a constraint
  std::vector<int> active;
};

/// A state with closed contacts, some of which press.
struct contact_instant {
  rational t;
  row q, v;
  row reactions;  ///< λ, one a constraint
  std::vector<int> active;
};

struct exact_answer {
  std::vector<shock> shocks;
  std::vector<contact_instant> instants;
  rational until, epsilon;  ///< epsilon: of the scalar it was computed in
};

template <scalar S>
rational epsilon_of() {
  return dyadic(std::numeric_limits<S>::epsilon());
}

/// Shocks, and the states in which a piece of motion with reactions begins: the contacts there are those that press,
/// and those that close or smoothly open at that time (a shock may open one with a velocity).
template <scalar S>
exact_answer exactly(const solution<S>& answer, int constraints) {
  exact_answer exact{.shocks = {}, .instants = {}, .until = dyadic(answer.end_time), .epsilon = epsilon_of<S>()};
  for (const impact<S>& s : answer.impacts)
    exact.shocks.push_back(
        {dyadic(s.t), dyadic_row(s.q), dyadic_row(s.v_minus), dyadic_row(s.v_plus), dyadic_row(s.impulse), s.active});
  std::vector<S> begins;
  for (const reaction_density<S>& r : answer.reactions) begins.push_back(r.from);
  std::sort(begins.begin(), begins.end());
  begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
  for (const S& t : begins) {
    contact_instant instant{dyadic(t),
                            dyadic_row(answer.path.position(t)),
                            dyadic_row(answer.path.velocity_right(t)),
                            row(static_cast<std::size_t>(constraints)),
                            {}};
    for (const reaction_density<S>& r : answer.reactions)
      if (r.from == t) {
        instant.active.push_back(r.constraint);
        instant.reactions[static_cast<std::size_t>(r.constraint)] = dyadic(r.coefficients.front());
      }
    const bool struck =
        std::any_of(answer.impacts.begin(), answer.impacts.end(), [&](const impact<S>& s) { return s.t == t; });
    for (const contact_interval<S>& c : answer.contacts)
      if (c.from <= t && (t < c.to || (t == c.to && !struck))) instant.active.push_back(c.constraint);
    std::sort(instant.active.begin(), instant.active.end());
    instant.active.erase(std::unique(instant.active.begin(), instant.active.end()), instant.active.end());
    exact.instants.push_back(std::move(instant));
  }
  return exact;
}

/// One instant of a chain: bars, drive, velocities of nodes 1 … n, whole tensions θ_i.
struct exact_chain {
  std::vector<std::array<rational, 2>> bars;
  std::array<rational, 2> drive;
  std::vector<std::array<rational, 2>> velocities;
  row tensions;
  int moving = 0;
  int bits = 0;  ///< of the scalar it was computed in
};

/// Of the last instant. Nodes that are exact rationals in the statement stay exact; others are the solver's.
template <scalar S>
exact_chain exactly(const chain_solution<S>& answer, const chain_statement& chain) {
  exact_chain exact{.bars = {},
                    .drive = {},
                    .velocities = {},
                    .tensions = dyadic_row(answer.tensions),
                    .moving = answer.moving,
                    .bits = std::numeric_limits<S>::digits};
  const auto coordinate_of = [&](std::size_t node, std::size_t axis) {
    const expression& given = chain.nodes[node][axis];
    return !chain.evolves && given.is_constant()
               ? given.root().value
               : dyadic(answer.end_position[static_cast<Eigen::Index>(2 * node + axis)]);
  };
  for (std::size_t i = 1; i < chain.nodes.size(); ++i)
    exact.bars.push_back(
        {coordinate_of(i, 0) - coordinate_of(i - 1, 0), coordinate_of(i, 1) - coordinate_of(i - 1, 1)});
  for (std::size_t i = 0; i < answer.velocities.size(); ++i) {
    const std::array<rational, 2> u{dyadic(answer.velocities[i][0]), dyadic(answer.velocities[i][1])};
    if (i > 0)
      exact.velocities.push_back(u);
    else
      exact.drive = u;
  }
  return exact;
}

}  // namespace unilateral::certify
