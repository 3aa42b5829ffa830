#include "reports/study/work/code_ladder.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/external/chain_file.hpp"
#include "reports/study/external/trajectory_file.hpp"
#include "reports/study/run/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>

namespace unilateral::study {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// So many that say the same are believed.
constexpr std::size_t runs_that_refuse = 3;

double last_row_of(const instance& of, const std::string& trajectory) {
  const mechanical_system& system = of.question.system;
  return read_rows(trajectory, system.coordinates, system.constraints()).last();
}
double last_row_of(const chain_instance& of, const std::string& trajectory) {
  return of.question.evolves ? read_nodes(trajectory, of.question).last() : 0;
}

}  // namespace

std::vector<std::string> amounts_of(const code_ladder& ladder, double end, unsigned seed) {
  return ladder.tolerances.empty() ? amounts_of(grid_of_code(ladder, end), end, seed) : ladder.tolerances;
}

std::vector<std::string> amounts_of(const grid& steps, double end, unsigned seed) {
  std::vector<std::string> texts;
  for (const rational& h : jittered_steps(end, steps, seed)) texts.push_back(fmt::format("{}", exact<double>(h)));
  return texts;
}

kept_runs::kept_runs(const std::string& folder, const std::string& title, const std::string& identity) {
  if (folder.empty()) return;
  folder_ = fs::path(folder) / title;
  std::error_code failed;
  fs::create_directories(folder_, failed);
  const fs::path about = folder_ / "about.txt";
  if (std::ifstream before(about, std::ios::binary); before) {
    const std::string text{std::istreambuf_iterator<char>(before), {}};
    if (text != identity)
      throw input_error(
          "--cache: expected " + folder_.string() +
          " to hold runs of this question, command and final time, found those of another: " + about.string());
    return;
  }
  std::ofstream file(about, std::ios::binary);
  file << identity;
  file.flush();
  if (failed || !file) throw input_error("--cache: " + folder_.string() + ": expected a folder that can be written");
}

std::optional<double> kept_runs::find(const std::string& amount, const fs::path& trajectory) const {
  if (folder_.empty()) return {};
  std::error_code failed;
  std::ifstream seconds(folder_ / (amount + ".seconds"));
  double used = 0;
  if (!(seconds >> used) || !fs::copy_file(folder_ / (amount + ".csv"), trajectory, failed)) return {};
  return used;
}

void kept_runs::keep(const std::string& amount, double seconds, const fs::path& trajectory) const {
  if (folder_.empty()) return;
  const fs::path csv = folder_ / (amount + ".csv"), unfinished = folder_ / (amount + ".unfinished");
  std::error_code failed;
  fs::copy_file(trajectory, unfinished, fs::copy_options::overwrite_existing, failed);
  if (!failed) fs::rename(unfinished, csv, failed);
  std::ofstream file(folder_ / (amount + ".seconds"));  // last: it says that the trajectory is whole
  file << fmt::format("{}\n", seconds);
  file.flush();
  if (failed || !file) throw input_error("--cache: " + csv.string() + ": expected a file that can be written");
}

template <class Question>
ladder_runner::ladder_runner(const instance_of<Question>& of, const external_code& code, const fs::path& question,
                             const reference_motion<double>& against, const code_ladder& ladder,
                             const progress_report& progress)
    : code_(code),
      question_(question),
      ladder_(ladder),
      progress_(progress),
      measured_([&of, &against](const std::string& trajectory, const reading_request& how) {
        return study::measured(of, against, trajectory, how);
      }),
      last_row_([&of](const std::string& trajectory) { return last_row_of(of, trajectory); }),
      end_(of.template end<double>()),
      until_(fmt::format("{}", end_)),
      kept_(ladder.cache, of.name + "-" + code.name,
            fmt::format("command: {}\nuntil: {}\n{}", code.command, until_, bytes_of(question))) {}
template ladder_runner::ladder_runner(const instance&, const external_code&, const fs::path&,
                                      const reference_motion<double>&, const code_ladder&, const progress_report&);
template ladder_runner::ladder_runner(const chain_instance&, const external_code&, const fs::path&,
                                      const reference_motion<double>&, const code_ladder&, const progress_report&);

ladder_of_code ladder_runner::run(const std::vector<std::string>& amounts, bool gives_up) {
  const std::size_t count = amounts.size();
  ladder_of_code result{std::vector<code_run>(count), std::vector<std::optional<foreign_run>>(count)};
  const auto one = [&](std::size_t k) {
    measure(amounts[k], result.runs[k], result.measured[k]);
    if (progress_) {
      const std::lock_guard guard(of_progress_);
      progress_(++finished_, static_cast<int>(count), code_.name + " " + amount() + " " + amounts[k]);
    }
  };
  finished_ = 0;
  one(0);
  is_known_ = true;
  std::size_t first = 1;
  if (gives_up && count > runs_that_refuse && !result.runs[0].failure.empty()) {
    for (; first < runs_that_refuse; ++first) one(first);
    const std::string& why = result.runs[0].failure;
    if (std::all_of(result.runs.begin(), result.runs.begin() + runs_that_refuse,
                    [&](const code_run& run) { return run.failure == why; })) {
      for (std::size_t k = first; k < count; ++k)
        result.runs[k] = {.amount = std::strtod(amounts[k].c_str(), nullptr), .failure = "not run, for: " + why};
      return result;
    }
  }
  for_each_index(static_cast<int>(count - first), ladder_.jobs,
                 [&](int back) { one(count - 1 - static_cast<std::size_t>(back)); });
  return result;
}

code_request ladder_runner::request_of(const std::string& amount, const std::string& until) const {
  return {.problem = question_,
          .amount = amount,
          .is_tolerance = !ladder_.tolerances.empty(),
          .until = until,
          .limit = ladder_.limit,
          .is_known = is_known_};
}

std::optional<start_up> ladder_runner::measured_start_up(const std::string& coarsest) {
  constexpr double part_of_the_time = 1e-6;
  const std::string until = ladder_.tolerances.empty() ? coarsest : fmt::format("{}", part_of_the_time * end_);
  std::array<double, 3> seconds{};
  for (double& one : seconds) {
    const scratch_folder scratch;
    const fs::path folder = scratch.path() / "run", trajectory = scratch.path() / "trajectory.csv";
    fs::create_directory(folder);
    const code_answer answer = run_code(code_, request_of(coarsest, until), folder, trajectory);
    if (!answer.failure.empty()) return {};
    try {
      if (last_row_(trajectory.string()) > end_ / 2) return {};
    } catch (const input_error&) {
      return {};
    }
    one = answer.seconds;
  }
  std::sort(seconds.begin(), seconds.end());
  return start_up{seconds[1], seconds[2] - seconds[0]};
}

std::shared_ptr<const files_of_runs> ladder_runner::files_of(const std::vector<std::string>& amounts) const {
  auto files = std::make_shared<files_of_runs>();
  for (const std::string& amount : amounts) {
    const fs::path folder = files->folder.path() / ("run-" + amount),
                   trajectory = files->folder.path() / (amount + ".csv");
    fs::create_directory(folder);
    if (kept_.find(amount, trajectory) ||
        run_code(code_, request_of(amount, until_), folder, trajectory).failure.empty())
      files->trajectories.push_back(trajectory);
  }
  return files;
}

void ladder_runner::measure(const std::string& amount, code_run& run, std::optional<foreign_run>& into) {
  run.amount = std::strtod(amount.c_str(), nullptr);
  const scratch_folder scratch;
  const fs::path folder = scratch.path() / "run", trajectory = scratch.path() / "trajectory.csv";
  fs::create_directory(folder);
  if (const auto seconds = kept_.find(amount, trajectory)) {
    run.seconds = *seconds;
  } else {
    const code_answer answer = run_code(code_, request_of(amount, until_), folder, trajectory);
    run.seconds = answer.seconds;
    run.failure = answer.failure;
    if (!run.failure.empty()) return;
  }
  try {
    reading_request how{.velocity = ladder_.reading, .step = {}};
    if (ladder_.tolerances.empty()) how.step = run.amount;
    foreign_run found = measured_(trajectory.string(), how);
    // A code of constant steps may end a step early or late.
    if (found.last + 1.5 * found.step < end_)
      run.failure = fmt::format("its trajectory ends at t = {:.6g}, expected {}", found.last, until_);
    else
      into = std::move(found);
  } catch (const input_error& wrong) {
    // Without the path, which is that of a scratch folder.
    std::string what = wrong.what();
    if (const std::string path = trajectory.string(); what.starts_with(path))
      what = "its trajectory" + what.substr(path.size());
    run.failure = what;
  }
  if (run.failure.empty()) kept_.keep(amount, run.seconds, trajectory);
}

std::string failures_of(const std::vector<code_run>& runs, const std::string& amount) {
  const auto failed = [](const code_run& run) { return !run.failure.empty(); };
  const auto first = std::find_if(runs.begin(), runs.end(), failed);
  if (first == runs.end()) return "";
  return fmt::format("{} of {} runs failed, the first: {} {:g}: {}", std::count_if(runs.begin(), runs.end(), failed),
                     runs.size(), amount, first->amount, first->failure);
}

}  // namespace unilateral::study
