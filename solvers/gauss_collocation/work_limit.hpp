#pragma once
/// Ends a run by counted work: where steps or impacts no longer bring it forward.

#include "problems/language/scalar.hpp"

#include <deque>
#include <optional>
#include <string>

namespace unilateral::gauss_collocation {

template <class W>
class work_limit {
 public:
  void step() { ++steps_; }
  void impact(const W& t, const W& speed) {
    impacts_.push_back({t, speed});
    if (impacts_.size() > window) impacts_.pop_front();
  }

  /// What keeps the run busy, if that is all it does.
  std::optional<std::string> exceeded(const W& t, const W& end) {
    if (steps_ >= most_steps) return std::to_string(steps_) + " steps did not come to the end";
    if (steps_ - marked_steps_ >= step_window) {
      if (t - marked_t_ < end * W(1e-9))
        return std::to_string(step_window) + " steps came no farther than a billionth of the run";
      marked_steps_ = steps_;
      marked_t_ = t;
    }
    // Impacts that become no weaker: those of a ball that comes to rest are an accumulation, however many.
    if (impacts_.size() == window && t - impacts_.front().t < end * W(1e-4)) {
      W first(0), second(0);
      for (std::size_t k = 0; k < window; ++k)
        (k < window / 2 ? first : second) = std::max(k < window / 2 ? first : second, impacts_[k].speed);
      if (second >= first)
        return "impacts follow each other without end: " + std::to_string(window) +
               " in the last ten-thousandth of the run";
    }
    return {};
  }

 private:
  static constexpr std::size_t window = 1024;
  static constexpr std::int64_t step_window = 8192, most_steps = 4000000;
  struct hit {
    W t, speed;
  };
  std::deque<hit> impacts_;
  std::int64_t steps_ = 0, marked_steps_ = 0;
  W marked_t_{0};
};

}  // namespace unilateral::gauss_collocation
