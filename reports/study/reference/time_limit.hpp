#pragma once
/// A limit in seconds that several runs share. Commands for one question have one; studies have none, so that their
/// bytes repeat.

#include <algorithm>
#include <chrono>
#include <optional>

namespace unilateral::study {

class time_limit {
 public:
  /// None.
  time_limit() = default;
  /// From now on. seconds > 0
  explicit time_limit(double seconds) : seconds_(seconds) {}

  /// What is left of it, ≥ 0; nothing: no limit.
  std::optional<double> left() const {
    if (!seconds_) return {};
    return std::max(0.0, *seconds_ - used());
  }
  bool passed() const { return seconds_ && used() >= *seconds_; }
  /// Seconds since it was made.
  double used() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }
  const std::optional<double>& seconds() const { return seconds_; }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::optional<double> seconds_{};
};

}  // namespace unilateral::study
