#pragma once
/// Which branch of a formula with kinks or jumps the motion takes from a point where arguments of |x|, sign, min, max,
/// … are 0.
///
///     (1)  σ ∈ {−1, 0, 1} is right where it is the sign of the first coefficient x_k ≠ 0, k ≥ 1, of the argument along
///          the motion that σ makes; 0 where there is none
///     (2)  signs are proposed by the motion that the last ones made, then all others in turn. None right: the force
///          has no continuation there (it jumps, and points back from both sides: what slides on the jump is no
///          solution of the equation of motion as it is written)

#include "solvers/event_driven/smooth_motion.hpp"

#include <algorithm>
#include <vector>

namespace unilateral::event_driven {

/// What a set of signs is worth: they agree with the motion; others are set, to be tried; no others are left.
enum class branch_verdict { agreed, again, none };

template <scalar S>
class branches {
 public:
  explicit branches(smooth_motion<S>& motion) : motion_(motion) {}

  /// Call before the first expansion from a point: finds the arguments that are 0 there.
  [[gnu::hot]] void restart() {
    open_.clear();
    tried_.clear();
    auto& switches = motion_.switches();
    for (std::size_t k = 0; k < switches.size(); ++k) {
      switches[k].frozen = switches[k].frozen || motion_.switch_argument(switches[k])[0] == S(0);
      if (switches[k].frozen) open_.push_back(k);
    }
  }
  bool all_decided() const { return open_.empty(); }

  /// (1), (2) after an expansion whose positions are known to order `known`; `all`: they are all that is to know.
  branch_verdict review(int known, bool all) {
    auto& switches = motion_.switches();
    std::vector<S> signs, leads;
    bool agree = true;
    for (const std::size_t k : open_) {
      const S lead = leading_sign(switches[k], known);
      signs.push_back(switches[k].sign);
      leads.push_back(lead == S(0) && !all ? switches[k].sign : lead);
      agree = agree && leads.back() == signs.back();
    }
    if (agree) return branch_verdict::agreed;
    tried_.push_back(signs);
    if (is_new(leads)) return set(leads);
    for (const std::vector<S>& untried : all_signs())
      if (is_new(untried)) return set(untried);
    return branch_verdict::none;
  }

  /// Whether the signs of all arguments that are 0 follow from their rates.
  bool velocity_decides(int known) const {
    return std::all_of(open_.begin(), open_.end(),
                       [&](std::size_t k) { return known < 1 || leading_sign(motion_.switches()[k], 1) != S(0); });
  }
  std::vector<S> signs() const {
    std::vector<S> result;
    for (const std::size_t k : open_) result.push_back(motion_.switches()[k].sign);
    return result;
  }
  std::vector<std::vector<S>> others(const std::vector<S>& chosen) const {
    auto result = all_signs();
    result.erase(std::remove(result.begin(), result.end(), chosen), result.end());
    return result;
  }
  /// (1) for the signs as they are.
  bool agrees(int known) const {
    return std::all_of(open_.begin(), open_.end(), [&](std::size_t k) {
      return leading_sign(motion_.switches()[k], known) == motion_.switches()[k].sign;
    });
  }

  /// The signs that the velocity alone decides, with the others as they are; whether one of them was another.
  bool follow_velocity() {
    bool changed = false;
    for (const std::size_t k : open_) {
      auto& s = motion_.switches()[k];
      const S lead = leading_sign(s, 1);
      if (lead == S(0) || lead == s.sign) continue;
      s.sign = lead;
      changed = true;
    }
    return changed;
  }
  /// Of the arguments that are 0.
  const std::vector<std::size_t>& open() const { return open_; }

  /// These signs, for another expansion.
  branch_verdict set(const std::vector<S>& signs) {
    for (std::size_t i = 0; i < open_.size(); ++i) {
      auto& s = motion_.switches()[open_[i]];
      s.sign = signs[i];
      s.frozen = true;
    }
    return branch_verdict::again;
  }

 private:
  static constexpr std::size_t most_open = 6;

  S leading_sign(const typename smooth_motion<S>::sign_switch& s, int known) const {
    const S* const x = motion_.switch_argument(s);
    for (int k = 1, last = motion_.switch_degree_known(s, known); k <= last; ++k)
      if (x[k] != S(0)) return x[k] > S(0) ? S(1) : S(-1);
    return S(0);
  }
  bool is_new(const std::vector<S>& signs) const {
    return std::find(tried_.begin(), tried_.end(), signs) == tried_.end();
  }
  std::vector<std::vector<S>> all_signs() const {
    std::vector<std::vector<S>> result;
    if (open_.size() > most_open) return result;
    std::vector<S> signs(open_.size(), S(1));
    for (;;) {
      result.push_back(signs);
      std::size_t i = 0;  // counts in base 3
      for (; i < signs.size() && signs[i] == S(0); ++i) signs[i] = S(1);
      if (i == signs.size()) return result;
      signs[i] = signs[i] == S(1) ? S(-1) : S(0);
    }
  }

  smooth_motion<S>& motion_;
  std::vector<std::size_t> open_;
  std::vector<std::vector<S>> tried_;
};

}  // namespace unilateral::event_driven
