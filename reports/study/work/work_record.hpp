#pragma once
/// Error beside cost: the record of one solver, or one code from outside, on one problem, with all its runs. A line of
/// results.jsonl like other records, of type "work" (docs/results.schema.json). Seconds, and what is made of them,
/// belong to the machine and the day, and have fields of their own; all else is a function of the sources.

#include "reports/study/record/record.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unilateral::study {

/// A number in each distance (motion.hpp; at the rows of a file, external/reading.hpp), where it was measured.
struct distance_values {
  std::optional<double> sup_q{}, l1_v{}, l2_v{}, hausdorff_v{}, bl_impulse{}, rows_q{}, rows_v{};
};

/// How far from the reference, and what it cost. Counts and seconds are of the whole run.
struct work_run {
  double amount = 0;         ///< the step, or the tolerance; 0 where the solver chooses
  distance_values errors{};  ///< none of a run that failed
  std::optional<double> steps{}, force_evaluations{}, projections{};  ///< where they are told
  std::optional<double> seconds{};         ///< of processor; of a code from outside of its processes, start-up included
  std::optional<double> stated_seconds{};  ///< its own word
  std::string failure{};                   ///< why it did not get to the end; empty where it did
};

struct work_record {
  std::string problem{}, solver{};
  std::string until{};       ///< final time, exact
  std::string reference{};   ///< where the reference comes from
  std::string amount{};      ///< what `amount` of a run is: "step", "tolerance"; empty: the solver chooses
  std::string program{};     ///< of a code from outside, with its placeholders
  std::string submission{};  ///< the bundle that it came in; empty: it ran here
  std::string processor{};   ///< of a submission: where it ran
  distance_values size{};    ///< of the motion: how far rest is from the reference; of rest as the data have it
  std::optional<reading_facts> reading{};   ///< of a code's files
  std::optional<double> start_up{};         ///< seconds of a run that does next to nothing: the median of three
  std::optional<double> start_up_spread{};  ///< the largest of them minus the least
  std::optional<fitted_order> growth_of_seconds{}, growth_of_force_evaluations{};  ///< cost = C step^p, p negative
  std::vector<work_run> runs{};
  fit_outcome fitting = fit_outcome::no_ladder;
  std::optional<fitted_order> fit{};  ///< of the errors in sup q
  verdict outcome = verdict::measured;
  std::string reason{};
  std::string command{};  ///< measures it anew

  std::string cell() const { return "work/" + problem + "/" + solver; }
};
using work_records = std::vector<work_record>;

/// Seconds of a run that the contender itself is to blame for: without start-up where that was measured, and then at
/// least the spread of that. None where they were not measured.
std::optional<double> own_seconds(const work_record& of, const work_run& run);

/// The number in the distance of that name ("sup q", …); none where it was not measured.
std::optional<double> in_distance(const distance_values& values, const std::string& distance);

/// Errors that do not fall with the step or the tolerance, at a size that no rounding explains: the finest run is off
/// by more than a thousandth of the motion's size, and by at least half of what the coarsest is. In a sentence that
/// begins with `no_convergence`; else empty.
inline constexpr auto no_convergence = "no convergence seen";
std::string not_converging(const work_record& of);

/// One line a record.
std::vector<std::string> lines_of(const work_records& found);
/// Throws input_error (number of the line) on one that is no such record.
work_records work_records_from(const std::vector<std::string>& lines);

}  // namespace unilateral::study
