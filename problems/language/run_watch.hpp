#pragma once
/// Gives a run up after the time that was allowed, and tells how far it is. Part of the protocol between asker and
/// solver, like the request itself.

#include "problems/language/solver.hpp"

#include <chrono>
#include <cstdint>
#include <iomanip>
#include <sstream>
#include <string>

namespace unilateral {

class run_watch {
 public:
  /// `asked` outlives the watch.
  explicit run_watch(const request& asked) : asked_(asked), idle_(!asked.seconds && !asked.progress) {}

  /// Call once a step; `part` of [0, until] is done. True: the time is over. The clock is read about every hundredth of
  /// a second, or once a step.
  bool expired(double part) {
    if (idle_ || --calls_left_ > 0) return false;
    return look(part);
  }

  /// For the status of a run that `expired` ends. Three digits: of the seconds that were asked for, a caller may have
  /// spent a little before.
  std::string reason() const {
    std::ostringstream text;
    text << "the limit of " << std::setprecision(3) << asked_.seconds.value_or(0) << " s was reached";
    return text.str();
  }

 private:
  using clock = std::chrono::steady_clock;

  bool look(double part) {
    const clock::time_point now = clock::now();
    const std::chrono::duration<double> since_last = now - last_, whole = now - begin_;
    constexpr double often = 0.01;
    if (since_last.count() < often / 2 && period_ < most_calls) period_ *= 2;
    if (since_last.count() > often) period_ = period_ > 8 ? period_ / 8 : 1;
    calls_left_ = period_;
    last_ = now;
    if (asked_.progress) asked_.progress(part);
    return asked_.seconds && whole.count() > *asked_.seconds;
  }

  static constexpr std::int64_t most_calls = 1 << 20;
  const request& asked_;
  const bool idle_;
  std::int64_t period_ = 1, calls_left_ = 1;
  const clock::time_point begin_ = clock::now();
  clock::time_point last_ = begin_;
};

}  // namespace unilateral
