#pragma once
/// Where the motion is, and what touches there: by rounding where nothing else is known, by decision where it is.

#include "solvers/gauss_collocation/phase.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace unilateral::gauss_collocation {

/// Roundings that a gap, a rate or a reaction collects between two events, generously.
constexpr int slack = 1024;

/// A gap counted from its last contact, where it was 0 by decision, as the integral of its rate. Its rounding is ε
/// times `size`, far below that of the positions where little time has passed: between the impacts of an accumulation
/// only this tells one gap from another.
template <class W>
struct counted_gap {
  W value, size;
};

template <class W>
struct state {
  W t;
  vector_of<W> q, v;
  vector_of<W> q_moved, v_moved;          ///< sizes that the rounding of q and v comes from: the last step and impact
  std::map<int, counted_gap<W>> counted;  ///< gaps better known so than by their formulas
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

/// Sizes of what dΦ_α/dt and Φ_α were computed from, the last step and impact included: their rounding stays, also
/// where the values cancel.
template <class W>
W with_moved(W size, const instant<W>& at, const vector_of<W>& moved, int α) {
  using std::abs;
  for (int i = 0; i < moved.size(); ++i) size += abs(at.G(α, i)) * moved[i];
  return size;
}
template <class W>
W rate_size(const instant<W>& at, const state<W>& x, int α) {
  return with_moved<W>(at.rate_size[α], at, x.v_moved, α);
}
template <class W>
W gap_size(const instant<W>& at, const state<W>& x, int α) {
  return with_moved<W>(at.gap_size(α), at, x.q_moved, α);
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
    const bool decided =
        (known.arrived.contains(α) || known.at_rest.contains(α)) && abs(at.Φ[α]) <= penetration_limit(at, x, α);
    const auto counted = x.counted.find(α);
    // What closes within a rounding of t is closed.
    const bool is_zero =
        counted != x.counted.end()
            ? counted->second.value <= W(slack) * epsilon<W>() * (counted->second.size + abs(at.rate[α]) * x.t)
            : at.Φ[α] <= W(slack) * epsilon<W>() * gap_size(at, x, α);
    sets.touching.push_back(decided || is_zero);
    if (!sets.touching.back()) continue;
    sets.closed.push_back(α);
    const W zero = W(slack) * epsilon<W>() * rate_size(at, x, α);
    const W allowed = decided && known.at_rest.contains(α) ? W(W(64) * zero) : zero;
    if (abs(at.rate[α]) <= allowed)
      sets.resting.push_back(α);
    else if (at.rate[α] < -zero)
      sets.approaching.push_back(α);
  }
  return sets;
}

template <class W>
vector_of<W> rows(const vector_of<W>& x, const std::vector<int>& J) {
  vector_of<W> result(static_cast<int>(J.size()));
  for (int k = 0; k < result.size(); ++k) result[k] = x[J[static_cast<std::size_t>(k)]];
  return result;
}

/// Puts the contacts J, independent, at Φ = 0 again, from a rounding away: which then is that of every coordinate it
/// moves.
template <class W>
void close_gaps(instant<W>& at, state<W>& x, const std::vector<int>& J) {
  if (J.empty()) return;
  const vector_of<W> moved = at.correction(J, rows(at.Φ, J));
  x.q += moved;
  x.q_moved += moved.cwiseAbs() / epsilon<W>();
  at.evaluate(x.t, x.q, x.v);
}
/// The same for their rates, which get those of `target`.
template <class W>
void set_rates(instant<W>& at, state<W>& x, const std::vector<int>& J, const vector_of<W>& target) {
  if (J.empty()) return;
  const vector_of<W> moved = at.correction(J, rows(vector_of<W>(at.rate - target), J));
  x.v += moved;
  x.v_moved += moved.cwiseAbs() / epsilon<W>();
  at.evaluate(x.t, x.q, x.v);
}
template <class W>
void stop_rates(instant<W>& at, state<W>& x, const std::vector<int>& J) {
  set_rates(at, x, J, vector_of<W>(vector_of<W>::Zero(at.constraints())));
}

}  // namespace unilateral::gauss_collocation
