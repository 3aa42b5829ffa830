#include "reports/study/external/code_respondent.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/external/measured_rows.hpp"

#include <fmt/format.h>

#include <utility>

namespace unilateral::study {

laws::respondent<double> respondent_of_code(const external_code& code, const rational& first_step, double limit,
                                            std::optional<velocity_reading> reading, question_writer write) {
  return [code, first_step, limit, reading, write = std::move(write)](const laws::question& asked) {
    const auto stopped = [](const std::string& why) {
      solution<double> none;
      none.status = "stopped: " + why;
      return none;
    };
    const scratch_folder scratch;
    const std::filesystem::path question = scratch.path() / "problem.json", folder = scratch.path() / "run",
                                trajectory = scratch.path() / "trajectory.csv";
    write(asked.asked, question);
    std::filesystem::create_directory(folder);
    const double until = constant_value<double>(asked.asked.horizon);
    const double step = exact<double>(rational(first_step * asked.unit_of_time / asked.refinement));
    // A little more than is asked: a code that takes the whole steps below it then ends where the question does.
    const double told = until + 0x1p-20 * step;
    const code_answer answer = run_code(
        code,
        {.problem = question, .amount = fmt::format("{}", step), .until = fmt::format("{}", told), .limit = limit},
        folder, trajectory);
    if (!answer.failure.empty()) return stopped(answer.failure);
    try {
      const mechanical_system& system = asked.asked.system;
      const trajectory_rows rows = read_rows(trajectory.string(), system.coordinates, system.constraints());
      if (rows.last() < until)
        return stopped(fmt::format("its trajectory ends at t = {:.6g}, expected {:.6g}", rows.last(), until));
      const reading_facts how = reading_of(rows, reading);
      return answer_of(motion_of_rows(rows, how.velocity, system), rows.last());
    } catch (const input_error& wrong) {
      return stopped(wrong.what());
    }
  };
}

}  // namespace unilateral::study
