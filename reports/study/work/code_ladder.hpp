#pragma once
/// A ladder of runs of a code from outside, each a process, measured against the reference.

#include "reports/study/external/orders_of_code.hpp"

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace unilateral::study {

/// What the runs are asked for, as text: the tolerances, or jittered steps of that seed.
std::vector<std::string> amounts_of(const code_ladder& ladder, double end, unsigned seed);
std::vector<std::string> amounts_of(const grid& steps, double end, unsigned seed);

/// Finished runs: their trajectories, in a folder for this question, command and final time; a folder of another one is
/// refused. Nothing is kept of a run that failed: it is tried again.
class kept_runs {
 public:
  /// No folder: keeps nothing. Throws input_error.
  kept_runs(const std::string& folder, const std::string& title, const std::string& identity);
  /// The run's seconds, where its trajectory is here: then it is copied to `trajectory`.
  std::optional<double> find(const std::string& amount, const std::filesystem::path& trajectory) const;
  void keep(const std::string& amount, double seconds, const std::filesystem::path& trajectory) const;

 private:
  std::filesystem::path folder_{};
};

/// The runs of one ladder, and what was measured of those that did not fail.
struct ladder_of_code {
  std::vector<code_run> runs;
  std::vector<std::optional<foreign_run>> measured;  ///< a run; empty of one that failed
};

/// Trajectories of runs, in a folder that lives as long.
struct files_of_runs {
  scratch_folder folder{};
  std::vector<std::filesystem::path> trajectories{};  ///< of the runs that did not fail
};

/// Seconds of processor of a run that does next to nothing.
struct start_up {
  double median, spread;  ///< of three runs; the largest minus the least
};

class ladder_runner {
 public:
  template <class Question>
  ladder_runner(const instance_of<Question>& of, const external_code& code, const std::filesystem::path& question,
                const reference_motion<double>& against, const code_ladder& ladder, const progress_report& progress);

  /// amounts: steps or tolerances, as text; the coarsest goes first, alone: of a command that the shell does not know
  /// it is the only one. Then the finest, which take longest. gives_up: where the three coarsest fail with one and the
  /// same word the others are not made, and say so: who refuses a question refuses it at every step.
  ladder_of_code run(const std::vector<std::string>& amounts, bool gives_up = false);

  /// The files of these runs, made or kept. After `run`.
  std::shared_ptr<const files_of_runs> files_of(const std::vector<std::string>& amounts) const;

  /// Of runs that are asked for one step, or for the 10^6th part of the time. Empty of a code that fails there, or that
  /// goes on past half of the time whatever it is asked. After `run`.
  std::optional<start_up> measured_start_up(const std::string& coarsest);

  std::string amount() const { return ladder_.tolerances.empty() ? "step" : "tolerance"; }
  double end() const { return end_; }

 private:
  void measure(const std::string& amount, code_run& run, std::optional<foreign_run>& into);
  code_request request_of(const std::string& amount, const std::string& until) const;

  const external_code& code_;
  const std::filesystem::path& question_;
  const code_ladder& ladder_;
  progress_report progress_;  ///< its own: who makes a runner may give none
  std::function<foreign_run(const std::string& trajectory, const reading_request& how)> measured_{};
  std::function<double(const std::string& trajectory)> last_row_{};
  double end_;
  std::string until_;
  kept_runs kept_;
  std::mutex of_progress_;
  int finished_ = 0;
  bool is_known_ = false;  ///< the first run has begun
};

/// "3 of 32 runs failed, the first: step 0.01: exit status 1: division by zero"; empty where none did.
std::string failures_of(const std::vector<code_run>& runs, const std::string& amount);

}  // namespace unilateral::study
