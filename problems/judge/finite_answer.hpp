#pragma once
/// Whether an answer is made of finite numbers. Whoever takes one in asks this first (`stop_unless_finite`): a run that
/// was "completed" with a NaN or ∞ anywhere has stopped, at the latest there.

#include "problems/language/chain.hpp"
#include "problems/language/solution.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace unilateral {

template <scalar S>
bool is_finite(const column<S>& x) {
  bool all = true;
  for (const S& entry : x) all = all & is_finite(entry);
  return all;
}

template <scalar S>
bool is_finite(const std::vector<S>& x) {
  return std::all_of(x.begin(), x.end(), [](const S& entry) { return is_finite(entry); });
}

template <scalar S>
bool is_finite(const reaction_density<S>& x) {
  return is_finite(x.from) && is_finite(x.to) && is_finite(x.coefficients);
}

template <scalar S>
bool is_finite(const impact<S>& x) {
  return is_finite(x.t) && is_finite(x.q) && is_finite(x.v_minus) && is_finite(x.v_plus) && is_finite(x.impulse);
}

/// "path", "impacts[3]", "end", …: the first part of an answer with something in it that is no finite number; empty
/// where there is none.
template <scalar S>
std::string not_finite_in(const solution<S>& answer) {
  const auto first = [](const std::string& name, const auto& list, const auto& finite) {
    for (std::size_t k = 0; k < list.size(); ++k)
      if (!finite(list[k])) return name + "[" + std::to_string(k) + "]";
    return std::string();
  };
  std::string place = first("impacts", answer.impacts, [](const impact<S>& x) { return is_finite(x); });
  if (place.empty())
    place = first("contacts", answer.contacts,
                  [](const contact_interval<S>& x) { return is_finite(x.from) && is_finite(x.to); });
  if (place.empty())
    place = first("accumulations", answer.accumulations,
                  [](const accumulation<S>& x) { return is_finite(x.t) && is_finite(x.q) && is_finite(x.v); });
  if (place.empty())
    place = first("reactions", answer.reactions, [](const reaction_density<S>& x) { return is_finite(x); });
  if (place.empty() && !answer.path.is_finite()) place = "the path";
  if (place.empty() &&
      !(is_finite(answer.end_time) && is_finite(answer.end_position) && is_finite(answer.end_velocity)))
    place = "the end";
  return place;
}

/// Of a chain: "tensions", "velocities", …
template <scalar S>
std::string not_finite_in(const chain_solution<S>& answer) {
  const auto of_node = [](const plane_vector<S>& u) { return is_finite(u[0]) && is_finite(u[1]); };
  if (!std::all_of(answer.velocities.begin(), answer.velocities.end(), of_node)) return "velocities";
  if (!is_finite(answer.tensions)) return "tensions";
  if (!is_finite(answer.dissipation) || !is_finite(answer.dual_value)) return "dissipation";
  if (!std::all_of(answer.changes.begin(), answer.changes.end(),
                   [](const moving_part_change<S>& x) { return is_finite(x.t); }))
    return "changes";
  if (!answer.path.is_finite()) return "the path";
  return is_finite(answer.end_time) && is_finite(answer.end_position) ? "" : "the end";
}

template <scalar S>
bool is_finite(const solution<S>& answer) {
  return not_finite_in(answer).empty();
}
template <scalar S>
bool is_finite(const chain_solution<S>& answer) {
  return not_finite_in(answer).empty();
}

/// The answer, its status "stopped: …" where it says "completed" of numbers that are not finite.
template <class Answer>
Answer stop_unless_finite(Answer answer) {
  if (!answer.completed()) return answer;
  if (const std::string place = not_finite_in(answer); !place.empty())
    answer.status = "stopped: a number that is not finite in " + place;
  return answer;
}

}  // namespace unilateral
