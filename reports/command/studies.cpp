#include "problems/language/input_error.hpp"
#include "reports/claims/register.hpp"
#include "reports/command/arguments.hpp"
#include "reports/command/commands.hpp"
#include "reports/command/output.hpp"
#include "reports/command/progress.hpp"
#include "reports/render/page.hpp"
#include "reports/study/external/judge.hpp"
#include "reports/study/record/print.hpp"
#include "reports/study/record/results_file.hpp"
#include "reports/study/run/converge.hpp"
#include "reports/study/run/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <set>

namespace unilateral::command {
namespace {

void print(const study::results& found, const std::string& format) {
  output target;
  target.stream() << (format == "json"  ? study::as_json(found)
                      : format == "csv" ? study::as_csv(found)
                                        : study::as_text(found));
  target.commit();
}

/// Why there is no verdict, once for each problem.
void say_doubt(const study::results& found) {
  std::set<std::string> said;
  for (const study::record& r : found) {
    if (r.outcome != study::verdict::reference_in_doubt) continue;
    const std::string& of = r.about.problem.empty() ? r.cell : r.about.problem;
    if (said.insert(of + r.reason).second)
      fmt::print(stderr, "{}: {}: {}\n", of, name_of(r.outcome), one_line(r.reason));
  }
}

study::time_limit limit_of(const std::string& seconds) {
  return study::time_limit(exact<double>(positive_number("--limit", seconds)));
}

study::options how(int jobs, bool quick, const std::string& filter, const std::string& cache) {
  return {.jobs = jobs, .quick = quick, .filter = filter, .cache_directory = cache, .progress = progress_on_stderr()};
}

/// The studies, then the claims of the papers.
study::results everything(const study::options& asked) {
  study::results found = study::verify(asked);
  unilateral::claims::instruments with = unilateral::claims::of_this_build();
  with.orders = study::of_study(found, "orders");
  for (study::record& r : unilateral::claims::settle(asked, with)) found.push_back(std::move(r));
  return found;
}

}  // namespace

int converge(const converge_options& asked) {
  for (const std::string& name : asked.solvers) solver_named(name);
  std::optional<rational> until;
  if (asked.until) until = positive_number("--until", *asked.until);
  study::options with = how(all_processors(), asked.quick, "", "");
  with.reference.limit = limit_of(asked.limit);
  const study::results found =
      study::converge(problem_named(asked.problem), overrides_from(asked.settings), asked.solvers, until, with);
  print(found, asked.format);
  say_doubt(found);
  return study::exit_status_of(
      found, study::nothing_fails(found) && (study::any_in_doubt(found) || !with.reference.limit.passed()));
}

int judge(const judge_options& asked) {
  const study::results found = study::judge(problem_named(asked.problem), overrides_from(asked.settings),
                                            asked.trajectory, {.limit = limit_of(asked.limit)});
  if (asked.format == "text") {
    output target;
    target.stream() << study::as_judgement(found);
    target.commit();
  } else {
    print(found, asked.format);
  }
  const auto of_reactions = [](const study::record& r) { return r.about.quantity == "residual momentum balance"; };
  if (std::none_of(found.begin(), found.end(), of_reactions))
    std::cerr << asked.trajectory
              << ": no impulses (a column a constraint after the velocities): the distance of impulses and the "
                 "residuals of momentum, sign and complementarity are left out\n";
  say_doubt(found);
  return study::exit_status_of(found, study::nothing_fails(found));
}

int verify(const verify_options& asked) {
  const study::results found = everything(how(asked.jobs, asked.quick, asked.filter, asked.cache));
  if (found.empty())
    throw input_error("--filter: expected a regular expression found in the name of a cell, found \"" + asked.filter +
                      "\", which is in none");
  print(found, asked.format);
  say_doubt(found);
  return study::exit_status_of(found, study::all_as_declared(found));
}

int report(const report_options& asked) {
  std::error_code failed;
  std::filesystem::create_directories(asked.out, failed);
  if (failed)
    throw input_error("--out: " + asked.out + ": expected a folder that can be written, found: " + failed.message());
  const std::string cache = asked.cache.empty() ? (std::filesystem::path(asked.out) / ".cells").string() : asked.cache;
  const study::results found = everything(how(asked.jobs, asked.quick, "", cache));
  render::write_report(found, study::families_of_this_build(), study::provenance_of_this_run(), asked.quick, asked.jobs,
                       asked.out);
  const study::tally count = study::tally_of(found);
  using study::standing;
  fmt::print(stderr, "{}: {} as declared, {} gaps known by name or left open, {} not as declared\n",
             (std::filesystem::path(asked.out) / "index.html").string(), count.as_declared(),
             count[standing::known_gap] + count[standing::left_open], count.not_as_declared());
  say_doubt(found);
  return study::exit_status_of(found, study::all_as_declared(found));
}

std::string version() { return study::provenance_of_this_run().version; }

}  // namespace unilateral::command
