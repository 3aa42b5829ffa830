#pragma once
/// A run that is too long to be kept whole: its path and its impacts are handed over part by part, and only what has
/// not been handed over is held.

#include "problems/language/solution.hpp"

#include <functional>
#include <utility>

namespace unilateral {

template <scalar S>
class parts_of_run {
 public:
  /// What was recorded since the part before: the path goes on where that ended, and an impact at that instant is in
  /// either.
  using receiver = std::function<void(solution<S>& part)>;

  /// None: the run is kept whole.
  parts_of_run() = default;
  explicit parts_of_run(receiver to) : receiver_(std::move(to)) {}

  bool kept_whole() const { return !receiver_; }

  /// Call once a step: hands over what `answer` has recorded where that is much. What is recorded last the answer
  /// itself brings.
  void pass_on(solution<S>& answer) const {
    if (kept_whole() || answer.path.pieces() < most_numbers / answer.path.dimension() + 2) return;
    const trajectory<S> rest(answer.path.dimension(), answer.path.end());
    receiver_(answer);
    answer.path = rest;
    answer.impacts.clear();
  }

 private:
  static constexpr int most_numbers = 1 << 16;
  receiver receiver_;
};

}  // namespace unilateral
