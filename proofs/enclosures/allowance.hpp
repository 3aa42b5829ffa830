#pragma once
/// What a proof may cost. Work is counted in products of Taylor coefficients, not in seconds, so that the same question
/// gets the same answer, byte for byte, on any machine; a limit on the clock comes on top for who sets one.

#include "proofs/enclosures/enclosure.hpp"

#include <chrono>

namespace unilateral::enclosures {

/// Thrown where no more work is allowed: which limit has passed.
struct work_spent {
  std::string limit;
};

/// The allowance of this thread, while the object lives.
class allowance {
 public:
  explicit allowance(const request& how);
  ~allowance();
  allowance(const allowance&) = delete;
  allowance& operator=(const allowance&) = delete;

  /// So many products are about to be formed. Throws `work_spent` where there is no allowance left for them.
  static void spend(std::int64_t operations) {
    if (of_thread_ == nullptr) return;
    of_thread_->spent_ += operations;
    if (of_thread_->spent_ >= of_thread_->next_look_) of_thread_->look();
  }
  /// The proof has come to this part of [0, horizon].
  static void reached(double part) {
    if (of_thread_ != nullptr) of_thread_->part_ = part;
  }

 private:
  void look();

  static thread_local allowance* of_thread_;
  const request& how_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::int64_t spent_ = 0, next_look_ = 0;
  double part_ = 0;
  allowance* before_;
};

}  // namespace unilateral::enclosures
