#pragma once
/// Ctrl-C in a run that was started from Python: a run tells its progress now and then, and then Python is asked for
/// signals.

#include "reports/study/reference/trusted_run.hpp"

namespace unilateral::python {

/// Thrown out of a run that a signal ended; Python has its exception set. No std::exception: nobody on the way takes it
/// for a failure of the run.
struct interrupted {};

/// The same solver, whose runs in the thread that Python started look for signals. The lock of the interpreter may be
/// held or not.
study::listed_solver interruptible(const study::listed_solver& solver);

/// The engines that make a reference, interruptible.
class interruptible_engines {
 public:
  interruptible_engines()
      : maker_(interruptible(*study::engines_of_this_build().maker)),
        second_(interruptible(*study::engines_of_this_build().second)) {}
  interruptible_engines(const interruptible_engines&) = delete;
  interruptible_engines& operator=(const interruptible_engines&) = delete;

  /// Valid as long as these engines live. limit: seconds for all runs.
  study::reference_request request(const study::time_limit& limit) const {
    return {.by = {&maker_, &second_}, .limit = limit};
  }

 private:
  study::listed_solver maker_, second_;
};

}  // namespace unilateral::python
