#pragma once
/// Error beside cost, of every solver and every code from outside, on one problem: a record a contender.
///
///   our own        in this thread, on the ladder of steps where it needs one, else once, as it chooses; of a run
///                  shorter than 20 ms the median of five. Seconds are those of the thread (CLOCK_THREAD_CPUTIME_ID),
///                  of the solver alone, everything recorded in memory
///   from outside   a process a run, on the same ladder, or on tolerances where its command names {tolerance}; seconds
///                  are those of the processor that the process and its children used. Beside them start-up, by runs
///                  that are asked for next to nothing; what is left holds the writing of the trajectory too
///
/// Errors are those of `converge`: the same distances from the same reference. Where that is computed, the engine that
/// made it is measured against what the other made: nobody is judged by itself.

#include "reports/study/reference/solver_list.hpp"
#include "reports/study/work/code_ladder.hpp"
#include "reports/study/work/work_record.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace unilateral::study {

/// A code on one question.
struct work_of_code {
  external_code code;
  code_ladder ladder;                  ///< with tolerances where the code takes them
  std::vector<std::string> amounts{};  ///< of a submission: those of its runs; empty: the ladder's
  std::string submission{}, processor{};
  std::optional<start_up> started{};  ///< of a submission, by its word
};

struct work_request {
  std::vector<const listed_solver*> solvers{};
  std::vector<work_of_code> codes{};
  code_ladder ladder{};  ///< of steps, for our own; its limit is that of each run
  /// For codes: writes the question as JSON to a file, and beside it what else their commands name.
  std::function<void(const std::filesystem::path&)> write_question{};
  progress_report progress{};  ///< told of each contender
};

/// On [0, horizon]. Throws input_error as `converge` does, for a command that the shell cannot run, and where there is
/// nothing to measure against. Where the reference is in doubt no run is made, and every record says so.
work_records work_on(const instance& of, const work_request& asked);
/// A chain that evolves; codes from outside are asked nothing there.
work_records work_on(const chain_instance& of, const work_request& asked);

/// Seconds of processor that this thread has used (CLOCK_THREAD_CPUTIME_ID).
double thread_seconds();

/// A run shorter than this, in seconds, is made again, so often in all, and its median counts.
inline constexpr double long_enough = 0.02;
inline constexpr int most_repetitions = 5;

/// Whether its command names {tolerance}.
bool takes_tolerance(const external_code& code);

}  // namespace unilateral::study
