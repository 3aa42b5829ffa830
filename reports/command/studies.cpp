#include "problems/language/admissibility.hpp"
#include "problems/language/input_error.hpp"
#include "reports/claims/register.hpp"
#include "reports/command/arguments.hpp"
#include "reports/command/codes.hpp"
#include "reports/command/commands.hpp"
#include "reports/command/output.hpp"
#include "reports/command/progress.hpp"
#include "reports/command/work.hpp"
#include "reports/command/work_part.hpp"
#include "reports/render/page.hpp"
#include "reports/study/external/child_run.hpp"
#include "reports/study/external/code_respondent.hpp"
#include "reports/study/external/judge.hpp"
#include "reports/study/external/reading.hpp"
#include "reports/study/families/laws.hpp"
#include "reports/study/record/print.hpp"
#include "reports/study/record/results_file.hpp"
#include "reports/study/run/cell_list.hpp"
#include "reports/study/run/converge.hpp"
#include "reports/study/run/data_folder.hpp"
#include "reports/study/run/shard_file.hpp"
#include "reports/study/run/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>

namespace unilateral::command {
namespace {

void print(const study::results& found, const std::string& format) {
  output target;
  target.stream() << (format == "json"  ? study::as_json(found)
                      : format == "csv" ? study::as_csv(found)
                                        : study::as_text(found));
  target.commit();
}

study::time_limit limit_of(const std::string& seconds) {
  return study::time_limit(exact<double>(positive_number("--limit", seconds)));
}

study::options how(int jobs, bool quick, const std::string& filter, const std::string& cache) {
  return {.jobs = jobs, .quick = quick, .filter = filter, .cache_directory = cache, .progress = progress_on_stderr()};
}

/// The studies, then the claims of the papers.
study::verification with_claims(const study::options& asked, study::verification all) {
  const study::cell_filter filter(asked.filter);
  std::vector<std::string> claims;
  for (const auto& claim : unilateral::claims::register_of_claims())
    if (const std::string cell = "claims/" + claim.id; filter.admits(cell)) claims.push_back(cell);
  if (claims.empty()) return all;
  unilateral::claims::instruments with = unilateral::claims::of_this_build();
  with.orders = study::of_study(all.found, "orders");
  all.planned.insert(all.planned.end(), claims.begin(), claims.end());
  for (study::record& r : unilateral::claims::settle(asked, with)) all.found.push_back(std::move(r));
  return all;
}

/// Whether the cells are those that are frozen in reports/cells; what is not so is said.
bool nothing_vanished(const study::verification& all, const study::options& asked) {
  constexpr std::size_t shown = 20;
  const std::vector<std::string> lines =
      study::differences(study::frozen_cells(asked.quick), all.planned, all.found, study::cell_filter(asked.filter));
  for (std::size_t k = 0; k < std::min(lines.size(), shown); ++k) fmt::print(stderr, "{}\n", one_line(lines[k]));
  if (lines.size() > shown) fmt::print(stderr, "and {} more\n", lines.size() - shown);
  if (!lines.empty())
    fmt::print(stderr,
               "{} cells are not as reports/cells/{}.txt has them; where that is meant, `unilateral verify{} --list` "
               "writes it anew\n",
               lines.size(), asked.quick ? "quick" : "full", asked.quick ? " --quick" : "");
  return lines.empty();
}

/// Runs of codes from outside end with us, and what they left is cleared away before we go.
study::results converge_codes(const converge_options& asked, const std::optional<rational>& until,
                              study::options with) {
  with.progress = now_and_then_on_stderr();
  const std::vector<study::declared_code> codes = codes_of(asked.external.codes, asked.external.declares);
  if (codes.empty()) return {};
  const study::code_ladder ladder = ladder_of(asked.external, asked.limit);
  const study::ends_on_signals listening;
  const study::scratch_folder scratch;
  const problem of = problem_named(asked.problem);
  const std::filesystem::path question = scratch.path() / (of.name + ".json");
  const parameter_list overrides = overrides_from(asked.settings);
  std::vector<study::external_code> commands;
  for (const study::declared_code& x : codes) commands.push_back(x.code);
  write_question(of, overrides, scalar_traits<real50>::digits, question, commands);
  return study::converge(of, overrides, codes, question, ladder, until, with,
                         [](const std::string& line) { fmt::print(stderr, "{}\n", one_line(line)); });
}

}  // namespace

int converge(const converge_options& asked) {
  for (const std::string& name : asked.solvers) solver_named(name);
  std::optional<rational> until;
  if (asked.until) until = positive_number("--until", *asked.until);
  study::options with = how(all_processors(), asked.quick, "", "");
  with.reference.limit = limit_of(asked.limit);
  study::results found = converge_codes(asked, until, with);
  bool in_time = true;
  if (asked.external.codes.empty() || !asked.solvers.empty()) {
    for (study::record& r :
         study::converge(problem_named(asked.problem), overrides_from(asked.settings), asked.solvers, until, with))
      found.push_back(std::move(r));
    in_time = study::any_in_doubt(found) || !with.reference.limit.passed();
  }
  print(found, asked.format);
  say_doubt(found);
  return study::exit_status_of(
      found, study::nothing_fails(found) && !any_missing(found, asked.solvers, asked.external.codes) && in_time);
}

int laws(const laws_options& asked) {
  for (const std::string& name : asked.solvers) solver_named(name);
  const problem of = problem_named(asked.problem);
  const parameter_list overrides = overrides_from(asked.settings);
  const std::vector<study::declared_code> codes = codes_of(asked.codes);
  const study::laws_budget within = study::budget_of(asked.quick);
  const double limit = exact<double>(positive_number("--limit", asked.limit));
  std::visit([&](const auto& question) { check_admissible(with_values(question, overrides)); }, of.question);

  study::results found;
  const auto add = [&](study::results some) { std::move(some.begin(), some.end(), std::back_inserter(found)); };
  const study::ends_on_signals listening;
  for (const study::declared_code& x : codes) {
    if (of.is_chain())
      throw input_error("--external: expected a mechanical system, found the chain \"" + of.name + "\"");
    const auto write = [&](const statement& question, const std::filesystem::path& path) {
      problem changed = of;
      changed.question = question;
      changed.answer = {};
      write_question(changed, {}, scalar_traits<double>::digits, path, {x.code});
    };
    const auto reading = study::reading_named(asked.velocity, "--velocity");
    const auto code = [&](const rational& step) {
      return study::respondent_of_code(x.code, step, limit, reading, write);
    };
    add(study::laws_of(of, x.code.name, code, within, overrides));
  }
  if (codes.empty() || !asked.solvers.empty())
    for (const study::listed_solver& s : study::solver_list()) {
      const bool solves = std::visit([&](const auto& question) { return s.solves(question); }, of.question);
      const bool named =
          std::find(asked.solvers.begin(), asked.solvers.end(), s.declaration.name) != asked.solvers.end();
      if (named && !solves)
        throw input_error("--solver: expected one that solves " + of.name + ", found \"" + s.declaration.name + "\"");
      if (solves && (named || asked.solvers.empty())) add(study::laws_of(of, s, within, overrides));
    }
  for (study::record& r : found)
    r.command = "unilateral laws " + of.name + " --solver " + r.about.solver + study::settings_text(overrides);
  for (study::record& r : found)
    for (const study::declared_code& x : codes)
      if (r.about.solver == x.code.name)
        r.command = "unilateral laws " + of.name + " --external '" + x.code.name + "=" + x.code.command + "'" +
                    study::settings_text(overrides);
  print(found, asked.format);
  return study::exit_status_of(found, study::nothing_fails(found) && !any_missing(found, asked.solvers, asked.codes));
}

int judge(const judge_options& asked) {
  const study::results found =
      study::judge(problem_named(asked.problem), overrides_from(asked.settings), asked.trajectories,
                   {.limit = limit_of(asked.limit)}, study::reading_named(asked.velocity, "--velocity"));
  if (asked.format == "text") {
    output target;
    target.stream() << study::as_judgement(found);
    target.commit();
  } else {
    print(found, asked.format);
  }
  const auto has = [&](const std::string& file, const std::string& quantity) {
    return std::any_of(found.begin(), found.end(),
                       [&](const study::record& r) { return r.about.solver == file && r.about.quantity == quantity; });
  };
  for (const std::string& file : asked.trajectories)
    if (has(file, "residual penetration") && !has(file, "residual momentum balance"))
      std::cerr << file
                << ": no impulses (a column a constraint after the velocities): the distance of impulses and the "
                   "residuals of momentum, sign and complementarity are left out\n";
  say_doubt(found);
  return study::exit_status_of(found, study::nothing_fails(found));
}

namespace {

void expect_any(const study::verification& all, const study::options& grid) {
  if (all.found.empty() && all.planned.empty())
    throw input_error("--filter: expected a regular expression found in the name of a cell, found \"" + grid.filter +
                      "\", which is in none");
}

/// Prints the records, and holds them against the frozen list.
int printed(const study::verification& all, const study::options& grid, const std::string& format) {
  expect_any(all, grid);
  print(all.found, format);
  say_doubt(all.found);
  const bool whole = nothing_vanished(all, grid);
  return study::exit_status_of(all.found, study::all_as_declared(all.found) && whole);
}

/// Writes the report, and holds its records against the frozen list.
int reported(const study::verification& all, const study::options& grid, const std::string& out) {
  const study::results& found = all.found;
  render::write_report(found, study::families_of_this_build(), study::provenance_of_this_run(), grid.quick, grid.jobs,
                       out);
  const study::tally count = study::tally_of(found);
  using study::standing;
  fmt::print(stderr, "{}: {} as declared, {} gaps known by name or left open, {} not as declared\n",
             (std::filesystem::path(out) / "index.html").string(), count.as_declared(),
             count[standing::known_gap] + count[standing::left_open], count.not_as_declared());
  say_doubt(found);
  const bool whole = nothing_vanished(all, grid);
  return study::exit_status_of(found, study::all_as_declared(found) && whole);
}

void make_folder(const std::string& out) {
  std::error_code failed;
  std::filesystem::create_directories(out, failed);
  if (failed)
    throw input_error("--out: " + out + ": expected a folder that can be written, found: " + failed.message());
}

/// Finished cells of a report are kept in its own folder, unless another is named.
std::string cells_beside(const std::string& out, const std::string& cache) {
  return cache.empty() ? (std::filesystem::path(out) / ".cells").string() : cache;
}

/// One part of a run, kept in `out`. Claims are settled when the parts are put together. What does not hold is no
/// failure of the part: its record says so, and the whole run is judged by `merge`.
int one_part(study::options grid, const std::string& part, const std::string& out) {
  grid.part = study::shard_from("--shard", part);
  make_folder(out);
  const std::vector<study::finished_task> tasks = study::run_part(grid);
  study::write_part(out, grid, tasks);
  fmt::print(stderr, "{}: part {}, {} tasks; `unilateral merge` puts the parts together\n",
             (std::filesystem::path(out) / "shard.jsonl").string(), part, tasks.size());
  return done;
}

}  // namespace

int verify(const verify_options& asked) {
  if (asked.shard.empty() != asked.out.empty())
    throw input_error("verify: expected --shard and --out together, found one of them");
  if (!asked.shard.empty() && asked.list)
    throw input_error("--list: expected the whole run, whose cells are listed, found --shard " + asked.shard);
  if (!asked.shard.empty())
    return one_part(how(asked.jobs, asked.quick, asked.filter, cells_beside(asked.out, asked.cache)), asked.shard,
                    asked.out);
  const study::options grid = how(asked.jobs, asked.quick, asked.filter, asked.cache);
  const study::verification all = with_claims(grid, study::verify_and_list(grid));
  if (!asked.list) return printed(all, grid, asked.format);
  expect_any(all, grid);
  output target;
  target.stream() << study::text_of(study::cells_of_run(all.planned, all.found));
  target.commit();
  return study::exit_status_of(all.found, study::all_as_declared(all.found));
}

int report(const report_options& asked) {
  if (!asked.problems.empty() && !asked.shard.empty())
    throw input_error("--shard: expected the whole catalogue, found " + asked.problems.front());
  if (!asked.problems.empty()) return report_about(asked);
  if (!asked.solvers.empty() || !asked.external.codes.empty() || !asked.external.declares.empty())
    throw input_error("report: expected a PROBLEM with --solver, --external and --declares, found none");
  if (asked.shard.empty()) study::data_folder();  // what the pages need is missed now, not after all studies
  make_folder(asked.out);
  const study::options grid = how(asked.jobs, asked.quick, "", cells_beside(asked.out, asked.cache));
  if (!asked.shard.empty()) return one_part(grid, asked.shard, asked.out);
  return reported(with_claims(grid, study::verify_and_list(grid)), grid, asked.out);
}

int merge(const merge_options& asked) {
  if (study::type_of_part(asked.parts.front()) == type_of_work_part) return merge_benchmark(asked.parts, asked.out);
  study::parts_of_a_run parts = study::read_parts({asked.parts.begin(), asked.parts.end()});
  const study::options grid = how(asked.jobs, parts.quick, parts.filter, "");
  if (!asked.out.empty() && !parts.filter.empty())
    throw input_error("--out: expected parts of a whole run, for a report, found parts of one with --filter " +
                      parts.filter);
  if (!asked.out.empty()) make_folder(asked.out);
  const study::verification all = with_claims(grid, study::put_together(grid, std::move(parts.tasks)));
  return asked.out.empty() ? printed(all, grid, asked.format) : reported(all, grid, asked.out);
}

std::string version() { return study::provenance_of_this_run().version; }

}  // namespace unilateral::command
