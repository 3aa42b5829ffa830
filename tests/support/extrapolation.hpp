#pragma once
/// Smooth motion by extrapolation of the modified midpoint rule: a method that no solver of this project uses, for
/// digits that can judge them all.
///
///   (1)  n substeps of h = H/n:  z_1 = y + h f(y),  z_(j+1) = z_(j−1) + 2h f(z_j);  T_n = ½ (z_n + z_(n−1) + h f(z_n))
///   (2)  T_n = y(H) + c_1 h² + c_2 h⁴ + …; Neville's scheme in h² over n = 2, 4, …, 2K leaves an error O(H^(2K+1))

#include <array>
#include <vector>

namespace unilateral::extrapolation {

template <class S, std::size_t n>
using state = std::array<S, n>;

/// y(H) from y(0) = y, y' = f(y), by K columns.
template <class S, std::size_t n, class Field>
state<S, n> step(const Field& f, const state<S, n>& y, const S& H, int K) {
  const auto plus = [](state<S, n> x, const S& factor, const state<S, n>& z) {
    for (std::size_t i = 0; i < n; ++i) x[i] += factor * z[i];
    return x;
  };
  const state<S, n> slope = f(y);
  std::vector<state<S, n>> row;  // Neville's scheme, its last row
  for (int k = 1; k <= K; ++k) {
    const S h = H / S(2 * k);
    state<S, n> before = y, z = plus(y, h, slope);  // (1)
    for (int j = 1; j < 2 * k; ++j) {
      const state<S, n> next = plus(before, S(2) * h, f(z));
      before = z;
      z = next;
    }
    const state<S, n> smoothed = plus(plus(z, S(1), before), h, f(z));
    for (std::size_t i = 0; i < n; ++i) z[i] = smoothed[i] / S(2);
    for (int m = 1; m < k; ++m) {  // (2)
      state<S, n>& coarser = row[static_cast<std::size_t>(m - 1)];
      const S ratio = S(k) / S(k - m), weight = S(1) / (ratio * ratio - S(1));
      const state<S, n> better = plus(plus(z, weight, z), -weight, coarser);
      coarser = z;
      z = better;
    }
    row.push_back(z);
  }
  return row.back();
}

/// Time in (0, H] at which `event` vanishes on the motion from y, by the secant rule; it changes sign there once.
/// Writes the state at that time to `y`.
template <class S, std::size_t n, class Field, class Event>
S step_to_event(const Field& f, state<S, n>& y, const S& H, int K, const Event& event, int iterations) {
  const state<S, n> start = y;
  S earlier(0), later = H, at_earlier = event(start), at_later = event(y = step(f, start, later, K));
  for (int i = 0; i < iterations && at_later != at_earlier && at_later != S(0); ++i) {
    const S next = later - at_later * (later - earlier) / (at_later - at_earlier);
    earlier = later;
    at_earlier = at_later;
    later = next;
    at_later = event(y = step(f, start, later, K));
  }
  return later;
}

}  // namespace unilateral::extrapolation
