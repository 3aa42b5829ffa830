#pragma once
/// The time that a run may take, asked for inside of steps: looking for one step's length, or for a zero on it, may
/// last as long as all steps before.

#include "problems/language/run_watch.hpp"

#include <chrono>
#include <string>

namespace unilateral::gauss_collocation {

class patience {
 public:
  /// Ends whatever the run is busy with.
  struct is_over {};

  /// `asked` outlives it.
  explicit patience(const request& asked) : watch_(asked) {}

  /// That part of the run is done.
  void reached(double part) { part_ = part; }
  /// Throws is_over. The watch is asked every hundredth of a second, however many calls that is: one that counts calls
  /// would sleep through a long one after many short ones.
  void ask() {
    const clock::time_point now = clock::now();
    if (now - last_ < std::chrono::milliseconds(10)) return;
    last_ = now;
    if (watch_.expired(part_)) throw is_over();
  }
  std::string reason() const { return watch_.reason(); }

 private:
  using clock = std::chrono::steady_clock;
  run_watch watch_;
  clock::time_point last_ = clock::now();
  double part_ = 0;
};

}  // namespace unilateral::gauss_collocation
