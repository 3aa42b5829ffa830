#pragma once
/// Ends a run by counted work: where steps or impacts no longer bring it forward.
///
/// Impacts that become weaker accumulate where their intervals are a geometric sequence, whose rate grows without bound
/// up to a time that is passed (accumulation.hpp); with e < 1, in a corner, in sequences of sequences, up to where no
/// time passes between them. With e = 1 and a partner that a strong drag stops they do not: what an impact takes away
/// is by w of w, w ~ 1/k after k of them, and their rate grows like exp(κ t) for as long as they are pressed together.
/// No computation follows that one by one, and the motion at its end is not that of a contact at rest but in a limit
/// that is never reached.

#include "problems/language/scalar.hpp"

#include <cmath>
#include <cstdint>
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
    is_to_be_seen_ = ++impact_count_ % (window / 4) == 0;
  }

  /// What keeps the run busy, if that is all it does. damped: each impact takes away its part, e < 1. walls_close:
  /// tells whether what the impacts are between closes before the end; else they may end, as those of a light ball
  /// between a wall and a heavy one do, and many are waited for.
  template <class F>
  std::optional<std::string> exceeded(const W& t, const W& end, bool damped, const F& walls_close) {
    if (steps_ >= most_steps) return std::to_string(steps_) + " steps did not come to the end";
    if (steps_ - marked_steps_ >= step_window) {
      if (t - marked_t_ < end * W(1e-9))
        return std::to_string(step_window) + " steps came no farther than a billionth of the run";
      marked_steps_ = steps_;
      marked_t_ = t;
    }
    // Impacts that become no weaker: those of a ball that comes to rest are an accumulation, however many.
    const bool is_crowd = impacts_.size() == window && t - impacts_.front().t < end * W(1e-4);
    if (!is_crowd) crowd_from_ = impact_count_;
    if (is_crowd) {
      W first(0), second(0);
      for (std::size_t k = 0; k < window; ++k)
        (k < window / 2 ? first : second) = std::max(k < window / 2 ? first : second, impacts_[k].speed);
      const bool is_large = impact_count_ - crowd_from_ >= most_in_a_crowd;
      if (second >= first && (is_large || walls_close()))
        return "impacts follow each other without end: " + std::to_string(is_large ? most_in_a_crowd : window) +
               " in " +
               (is_large ? "a row, none of them a ten-thousandth of the run after the thousandth before it"
                         : "the last ten-thousandth of the run");
    }
    if (!damped && impacts_.size() == window && is_to_be_seen_ && crowd_for_ever(end - t))
      return "impacts crowd without coming to rest: each takes away less than the one before, their number grows "
             "exponentially with time, and " +
             std::to_string(impact_count_) + " of them are a small part of those up to the end";
    return {};
  }

 private:
  /// Whether the rate of impacts, seen in thirds of the window, grows by the factor two at least while they become as
  /// much weaker, like exp(κ t) and not as that of a geometric sequence, whose κ grows as the rate does; and whether so
  /// many are to come that no run has them.
  bool crowd_for_ever(const W& time_left) {
    is_to_be_seen_ = false;
    constexpr std::size_t third = window / 3;
    const auto speed_in = [&](std::size_t k) {
      W most(0);
      for (std::size_t i = k * third; i < (k + 1) * third; ++i) most = std::max(most, impacts_[i].speed);
      return most;
    };
    if (!(speed_in(2) <= speed_in(0) / W(2))) return false;
    double rate[3], middle[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const W &from = impacts_[k * third].t, &to = impacts_[(k + 1) * third].t;
      rate[k] = static_cast<double>(third) / to_double(W(to - from));
      middle[k] = to_double(W((from + to) / W(2) - impacts_.front().t));
    }
    if (!(rate[2] >= 2 * rate[0] && rate[2] > rate[1] && rate[1] > rate[0])) return false;
    const double κ_before = std::log(rate[1] / rate[0]) / (middle[1] - middle[0]),
                 κ = std::log(rate[2] / rate[1]) / (middle[2] - middle[1]);
    if (!(κ <= κ_before * std::sqrt(rate[2] / rate[1]))) return false;
    return κ * to_double(time_left) + std::log(rate[2] / κ) > std::log(most_impacts);
  }

  static constexpr std::size_t window = 1024;
  static constexpr double most_impacts = 1e12;
  static constexpr std::int64_t step_window = 8192, most_steps = 4000000, most_in_a_crowd = 100000;
  struct hit {
    W t, speed;
  };
  std::deque<hit> impacts_;
  std::int64_t impact_count_ = 0, crowd_from_ = 0;
  bool is_to_be_seen_ = false;
  std::int64_t steps_ = 0, marked_steps_ = 0;
  W marked_t_{0};
};

}  // namespace unilateral::gauss_collocation
