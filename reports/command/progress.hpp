#pragma once
/// Progress on standard error: a bar on a terminal, plain lines otherwise.

#include "reports/study/run/options.hpp"

#include <chrono>
#include <functional>
#include <string>

namespace unilateral::command {

study::progress_report progress_on_stderr();
/// For what is many and short: where it is no terminal, a line every five seconds.
study::progress_report now_and_then_on_stderr();

/// Of one run after the other, from 0 to 1 each. Silent for the first two seconds of all; a line every five seconds
/// where it is no terminal.
class run_progress {
 public:
  /// Of a problem and a solver.
  explicit run_progress(std::string of) : of_(std::move(of)) {}
  /// Takes the bar away.
  ~run_progress();
  run_progress(const run_progress&) = delete;
  run_progress& operator=(const run_progress&) = delete;

  /// For the request of a run that is called `what`: "second run".
  std::function<void(double part)> of(const std::string& what);

 private:
  void print(double part, const std::string& what);

  using clock = std::chrono::steady_clock;
  std::string of_;
  clock::time_point next_ = clock::now() + std::chrono::seconds(2);
  bool shown_ = false;
};

}  // namespace unilateral::command
