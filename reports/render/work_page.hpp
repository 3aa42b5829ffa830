#pragma once
/// The page of a benchmark: who solves what to which error, and what it costs. Performance profiles, tables and
/// findings stand on index.html; each problem has a page of its own with its figures and all runs. Made from records
/// alone: with the same records, the same page.

#include "reports/study/record/results_file.hpp"
#include "reports/study/work/work_record.hpp"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace unilateral::render {

struct benchmark_facts {
  study::run_provenance made;
  std::string machine;                                      ///< system, number of processors
  std::string command_line;                                 ///< as it was typed
  int jobs = 1;                                             ///< contenders at a time, which share the machine
  std::map<std::string, std::string> titles{};              ///< of the problems
  std::map<std::string, std::set<std::string>> families{};  ///< of the problems: what makes them hard
  std::set<std::string> chains{};                           ///< the problems that are chains
  std::vector<std::string> left_out{};                      ///< problems that nobody was asked about, and why
};

/// Errors are compared relative to the size of the motion, in this distance.
inline constexpr auto distance_of_benchmarks = "sup q";
/// To which problems count as solved.
inline constexpr double accuracies_of_benchmarks[] = {1e-3, 1e-6, 1e-9};

/// The least cost of a run of a contender on a problem with an error of at most `accuracy` times the size of the
/// motion; infinite where there is none.
enum class cost_kind { seconds, force_evaluations };
double cost_to(const study::work_record& r, double accuracy, cost_kind kind);

/// Writes index.html, problem-NAME.html, results.jsonl, tables/ and figures/ into the folder, which is made; what is
/// there before stays until all of the new is written. Throws std::runtime_error as write_report does.
void write_benchmark(const study::work_records& found, const benchmark_facts& about,
                     const std::filesystem::path& folder);

}  // namespace unilateral::render
