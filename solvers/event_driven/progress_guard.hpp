#pragma once
/// Ends a run that does not get on: its work is counted, so that the same run ends at the same place wherever it runs.
///
///     (1)  in a window of 2^14 steps, t has advanced by less than two roundings of t a step
///     (2)  the impacts of a window took place between two constraints that close on each other: with μ > 0, μ_α G_α +
///          μ_β G_β = 0, their distance d = μ_α Φ_α + μ_β Φ_β shrinks at the rate −d' = −(μ_α ∂Φ_α/∂t + μ_β ∂Φ_β/∂t),
///          and is used up at t + d/(−d'), closer than a thousandth of t, where by their formulas it is, too (walls
///          that swing come nearer, and go again). No motion is admissible after that, and impacts never end before;
///     (3)  in four stretches of 2^10 steps on end nothing happens, none gets on twice as far as the one before, and at
///          that pace the run would take more steps than it may: of a run that can be made again in a scalar of wider
///          range (wider_range.hpp), a minute's.

#include "problems/language/evaluated_system.hpp"
#include "solvers/event_driven/present_state.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace unilateral::event_driven {

template <scalar S>
class progress_guard {
 public:
  /// `system` outlives the guard. `has_other_run`: the run can be made again in a scalar of wider range.
  progress_guard(present_state<S>& now, const mechanical_system& system, bool has_other_run)
      : now_(now),
        given_(system),
        most_ahead_(has_other_run ? 1 << 24 : most_steps),
        count_(static_cast<std::size_t>(now.m), 0) {}

  /// An event of these contacts in play; none: the branch of a formula changed.
  void event(const std::vector<int>& active) {
    for (const int a : active) ++count_[static_cast<std::size_t>(a)];
    changes_ += active.empty();
    slow_ = 0;
  }

  /// Call once a step, with the time that is left. True: the run is stopped.
  [[gnu::hot]] bool stalls(const S& left) {
    if (++steps_ > most_steps) return !now_.stop("more than " + std::to_string(most_steps) + " steps");
    if (steps_ % stretch == 0 && is_slow(left))
      return !now_.stop("steps so short that there would be more than " + std::to_string(most_ahead_) +
                        " up to the end");
    if (steps_ % window != 0) return false;
    const S advance = now_.t() - last_;
    last_ = now_.t();
    const bool stands = !(advance > S(2 * window) * epsilon<S>() * now_.t());
    const std::string closing = closing_pair();
    std::string busy;
    for (std::size_t a = 0; a < count_.size(); ++a)
      if (count_[a] > window / 8) busy += (busy.empty() ? "" : ", ") + std::to_string(a);
    const bool by_branches = changes_ > window / 2;
    std::fill(count_.begin(), count_.end(), 0);
    changes_ = 0;
    if (!closing.empty()) return !now_.stop(closing);
    if (!stands) return false;
    return !now_.stop(std::to_string(window) + " steps took no time to speak of" +
                      (!busy.empty() ? " (events of constraints " + busy + ")"
                       : by_branches
                           ? " (a formula changes its branch again and again: forces lead back to where it jumps)"
                           : ""));
  }

 private:
  static constexpr std::int64_t window = 1 << 14, stretch = 1 << 10;
  static constexpr std::int64_t most_steps = 200'000'000;

  /// (3)
  bool is_slow(const S& left) {
    const S advance = now_.t() - stretch_from_;
    stretch_from_ = now_.t();
    const bool slow =
        advance * S(static_cast<double>(most_ahead_) / stretch) < left && (slow_ == 0 || !(advance > S(2) * before_));
    before_ = advance;
    slow_ = slow ? slow_ + 1 : 0;
    return slow_ > 4;
  }

  /// (2)
  std::string closing_pair() {
    using std::sqrt;
    const auto& W = now_.motion.W();
    for (int a = 0; a < now_.m; ++a)
      for (int b = 0; b < a; ++b) {
        if (count_[static_cast<std::size_t>(a)] < window / 4 || count_[static_cast<std::size_t>(b)] < window / 4)
          continue;
        const S x = sqrt(W(a, a)), y = sqrt(W(b, b));
        if (!(W(a, b) < -x * y * (S(1) - roundings<S, 64>()))) continue;
        const S distance = now_.motion.gap(a)[0] / x + now_.motion.gap(b)[0] / y,
                rate = now_.time_rate(a) / x + now_.time_rate(b) / y;
        if (!(rate < S(0)) || distance > -rate * now_.t() / S(1000)) continue;
        if (!formulas_) formulas_.emplace(given_);
        formulas_->evaluate_gap(S(now_.t() - S(9) / S(8) * distance / rate), now_.q.data());
        if (!(formulas_->gap(a) / x + formulas_->gap(b) / y < S(0))) continue;
        return "no admissible motion beyond t = " + to_text(S(now_.t() - distance / rate)) + ", where constraints " +
               std::to_string(b) + " and " + std::to_string(a) + " meet; their impacts never end before";
      }
    return {};
  }

  present_state<S>& now_;
  const mechanical_system& given_;
  const std::int64_t most_ahead_;                  ///< steps up to the end, at the pace of (3)
  std::optional<evaluated_system<S>> formulas_{};  ///< made when walls close
  std::vector<std::int64_t> count_;
  std::int64_t steps_ = 0, changes_ = 0;
  int slow_ = 0;  ///< stretches on end without an event, as (3) has them
  S last_{}, stretch_from_{}, before_{};
};

}  // namespace unilateral::event_driven
