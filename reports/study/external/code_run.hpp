#pragma once
/// A code that nobody here wrote, as a command that makes a trajectory of one step:
///
///     {problem}    path of the question as JSON (docs/export.schema.json); {python}, {c}, {octave}: as source code
///     {step}       the time step, a decimal
///     {tolerance}  of an adaptive code, in place of a step
///     {until}      the final time, a decimal from which the number comes back
///     {out}        path of the trajectory that it writes; a command that does not name it writes to standard output
///     {here}       the folder that we were started in
///     {{ and }}    braces
///
/// and the first six in its environment: UNILATERAL_PROBLEM, _STEP, _TOLERANCE, _UNTIL, _OUT, _HERE. It runs by `sh -c`
/// in a fresh folder of its own; a word of it that names a file in the folder that we were started in is read as that
/// file.

#include "reports/study/external/child_run.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <variant>

namespace unilateral::study {

/// What one run is asked. `amount` is the step or the tolerance, as text.
struct code_request {
  std::filesystem::path problem;
  std::string amount;
  bool is_tolerance = false;
  std::string until;
  double limit = 600;     ///< seconds
  bool is_known = false;  ///< the shell has run this command before
};

/// A folder that is removed with all that is in it.
class scratch_folder {
 public:
  /// Throws input_error where none can be made, or its path has characters that mean something to a shell.
  scratch_folder();
  ~scratch_folder();
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

struct code_answer {
  double seconds = 0;   ///< of processor
  std::string failure;  ///< why there is no trajectory: "exit status 3: division by zero"; empty where there is one
};

struct external_code {
  std::string name;
  std::string command;  ///< or what stands for it in a record
  /// In place of a command: a scheme of this process, which writes its trajectory.
  std::function<code_answer(const code_request& asked, const std::filesystem::path& trajectory)> scheme{};
};

/// "NAME=COMMAND". Throws input_error: no name, no command, a name that is no word, braces that are no placeholder.
external_code external_code_of(const std::string& text);

/// Runs the code in `folder`, an empty one; its trajectory is moved to `trajectory` where there is one. Throws
/// input_error where the shell knows no such command (exit status 126 or 127), unless it is known to have run before,
/// and `interrupted`.
code_answer run_code(const external_code& code, const code_request& asked, const std::filesystem::path& folder,
                     const std::filesystem::path& trajectory);

}  // namespace unilateral::study
