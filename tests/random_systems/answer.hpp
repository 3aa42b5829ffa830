#pragma once
/// What any contender says of a motion, in one form: fifty digits hold a double as it is. Text between processes.

#include "problems/language/many_digits.hpp"
#include "problems/language/solution.hpp"

#include <string>
#include <vector>

namespace unilateral::random_systems {

using real = real50;
using numbers = std::vector<real>;

/// Positions are compared at k/`samples` of the horizon, k = 1 … samples.
inline constexpr int samples = 48;

struct shock {
  real t;
  numbers q, v_minus, v_plus;
  std::vector<int> active;
};

struct answer {
  std::string status = "completed";  ///< "stopped: …" | "refused: …" | "undecided: …" (of the independent integrator) |
                                     ///< "too slow" | "never ended" | "crashed: …"
  std::vector<std::string> warnings;
  std::vector<shock> shocks;
  struct limit {
    real t;
    numbers v;  ///< after it
  };
  std::vector<limit> accumulations;
  std::vector<numbers> sampled;  ///< q at the first sampled.size() of the times k/samples · horizon
  real end_time = 0;
  numbers end_position, end_velocity;
  double seconds = 0;
  long steps = 0;

  bool completed() const { return status == "completed"; }
};

std::string to_lines(const answer& a);
/// Throws std::runtime_error on anything that `to_lines` did not write.
answer from_lines(const std::string& text);

template <scalar S>
real widened(const S& x) {
  if constexpr (std::is_same_v<S, real>)
    return x;
  else
    return real(x);
}
template <scalar S>
numbers widened(const column<S>& x) {
  numbers all;
  for (const S& entry : x) all.push_back(widened(entry));
  return all;
}

template <scalar S>
answer answer_of(const solution<S>& from, const S& horizon) {
  answer a;
  a.status = from.status;
  a.warnings = from.warnings;
  for (const impact<S>& i : from.impacts) {
    if (i.continues && !a.shocks.empty())
      a.shocks.back().v_plus = widened(i.v_plus);
    else
      a.shocks.push_back({widened(i.t), widened(i.q), widened(i.v_minus), widened(i.v_plus), i.active});
  }
  for (const accumulation<S>& limit : from.accumulations)
    a.accumulations.push_back({widened(limit.t), widened(limit.v)});
  for (int k = 1; k <= samples && from.path.pieces() > 0; ++k) {
    S t = k == samples ? horizon : S(horizon * S(k) / S(samples));
    if (t > from.path.end()) break;
    a.sampled.push_back(widened(from.path.position(t)));
  }
  a.end_time = widened(from.end_time);
  a.end_position = widened(from.end_position);
  a.end_velocity = widened(from.end_velocity);
  a.steps = static_cast<long>(from.counts.steps);
  return a;
}

}  // namespace unilateral::random_systems
