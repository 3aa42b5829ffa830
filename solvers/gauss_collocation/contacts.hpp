#pragma once
/// Where the motion is, and what touches there: by rounding where nothing else is known, by decision where it is.

#include "solvers/gauss_collocation/phase.hpp"

#include <algorithm>
#include <set>

namespace unilateral::gauss_collocation {

/// Roundings that a gap, a rate or a reaction collects between two events, generously.
constexpr int slack = 1024;

template <class W>
struct state {
  W t;
  vector_of<W> q, v;
  vector_of<W> q_moved, v_moved;  ///< sizes that the rounding of q and v comes from: the last step and impact
};

/// What is known of contacts from what has happened, whatever rounding makes of their gaps and rates.
struct contact_decisions {
  std::set<int> arrived;  ///< an event found that they close here
  std::set<int> at_rest;  ///< gap and rate are 0: held on the last step, or brought to rest by an impact
  std::set<int> leaving;  ///< whose reaction vanished at the end of the last step
};

struct contact_sets {
  std::vector<bool> touching;
  std::vector<int> closed, approaching, resting;
};

/// Sizes of what dΦ_α/dt and Φ_α were computed from, the last step and impact included: their rounding stays, also where the values cancel.
template <class W>
W rate_size(const instant<W>& at, const state<W>& x, int α) {
  using std::abs;
  W size = at.rate_size[α];
  for (int i = 0; i < x.q.size(); ++i) size += abs(at.G(α, i)) * x.v_moved[i];
  return size;
}
template <class W>
W gap_size(const instant<W>& at, const state<W>& x, int α) {
  using std::abs;
  W size = at.gap_size[α];
  for (int i = 0; i < x.q.size(); ++i) size += abs(at.G(α, i)) * x.q_moved[i];
  return size;
}

/// A gap below 0 by more than this is penetrated.
template <class W>
W penetration_limit(const instant<W>& at, const state<W>& x, int α) {
  return W(64 * slack) * epsilon<W>() * gap_size(at, x, α);
}

/// at: evaluated in x.
template <class W>
contact_sets sorted_contacts(const instant<W>& at, const state<W>& x, const contact_decisions& known) {
  using std::abs;
  contact_sets sets;
  for (int α = 0; α < at.constraints(); ++α) {
    const W size = gap_size(at, x, α);
    const bool decided = (known.arrived.contains(α) || known.at_rest.contains(α)) && abs(at.Φ[α]) <= penetration_limit(at, x, α);
    sets.touching.push_back(decided || at.Φ[α] <= W(slack) * epsilon<W>() * size);
    if (!sets.touching.back()) continue;
    sets.closed.push_back(α);
    const W zero = W(slack) * epsilon<W>() * rate_size(at, x, α);
    if (decided && known.at_rest.contains(α) && abs(at.rate[α]) <= W(64) * zero)
      sets.resting.push_back(α);
    else if (at.rate[α] < -zero)
      sets.approaching.push_back(α);
    else if (abs(at.rate[α]) <= zero)
      sets.resting.push_back(α);
  }
  return sets;
}

template <class W>
vector_of<W> rows(const vector_of<W>& x, const std::vector<int>& J) {
  vector_of<W> result(static_cast<int>(J.size()));
  for (int k = 0; k < result.size(); ++k) result[k] = x[J[static_cast<std::size_t>(k)]];
  return result;
}

/// Puts the contacts J, independent, at Φ = 0 again, from a rounding away: which then is that of every coordinate it moves.
template <class W>
void close_gaps(instant<W>& at, state<W>& x, const std::vector<int>& J) {
  if (J.empty()) return;
  const vector_of<W> moved = at.correction(J, rows(at.Φ, J));
  x.q += moved;
  x.q_moved += moved.cwiseAbs() / epsilon<W>();
  at.evaluate(x.t, x.q, x.v);
}
/// The same for their rates.
template <class W>
void stop_rates(instant<W>& at, state<W>& x, const std::vector<int>& J) {
  if (J.empty()) return;
  const vector_of<W> moved = at.correction(J, rows(at.rate, J));
  x.v += moved;
  x.v_moved += moved.cwiseAbs() / epsilon<W>();
  at.evaluate(x.t, x.q, x.v);
}

}  // namespace unilateral::gauss_collocation
