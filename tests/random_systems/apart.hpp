#pragma once
/// A computation in a process of its own: what never ends, crashes or eats the memory is an outcome like any other.

#include <functional>
#include <string>

namespace unilateral::random_systems {

struct outcome_apart {
  enum class how { done, limit, crashed } ended = how::done;
  std::string text;    ///< what the computation returned; of a crash: the signal or the exception
  double seconds = 0;  ///< on the clock
};

/// How many times longer than its work a process takes now, beside all that runs: the processes that wait for a
/// processor over the processors, at least 1.
double crowd();

/// Runs `compute` in a child process, which is killed after `limit` seconds of work (of its processor's time; a process
/// that sleeps instead is killed later), and may use `megabytes` of memory.
outcome_apart run_apart(const std::function<std::string()>& compute, double limit, int megabytes = 3000);

}  // namespace unilateral::random_systems
