#include "problems/language/input_error.hpp"
#include "reports/command/arguments.hpp"
#include "reports/command/codes.hpp"
#include "reports/command/commands.hpp"
#include "reports/command/progress.hpp"
#include "reports/render/problems_page.hpp"
#include "reports/study/external/child_run.hpp"
#include "reports/study/external/code_respondent.hpp"
#include "reports/study/external/reading.hpp"
#include "reports/study/families/laws.hpp"
#include "reports/study/families/orders_over_e.hpp"
#include "reports/study/families/proved.hpp"
#include "reports/study/record/cell_cache.hpp"
#include "reports/study/record/results_file.hpp"
#include "reports/study/record/tally.hpp"
#include "reports/study/reference/instance.hpp"
#include "reports/study/reference/trusted_run.hpp"
#include "reports/study/run/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace unilateral::command {
namespace {

/// A problem as it is studied here.
struct given_problem {
  problem of;
  std::string named;     ///< on the command line
  std::string identity;  ///< studied_problem
};

/// Before which time orders are declared: as orders_over_e.hpp has it where impacts accumulate, else the horizon.
std::string last_time_of_orders(const problem& p) {
  const study::instance whole = study::bind<statement>(p, {}, true);
  const auto run = study::engines_of_this_build().maker->solve<double>(whole.question, {});
  if (run.accumulations.empty()) return "";
  const std::optional<rational> before = study::final_time(whole, study::phase::before);
  return before ? to_text(*before) : "";
}

/// Convergence is studied of any motion that is asked for; what is of the catalogue's studies is as it is there.
given_problem given(const std::string& named) {
  given_problem result{problem_named(named), named, ""};
  problem& p = result.of;
  if (named.ends_with(".toml")) {
    std::ifstream file(named, std::ios::binary);
    result.identity = std::string{std::istreambuf_iterator<char>(file), {}};
  }
  if (const auto* chain = std::get_if<chain_statement>(&p.question)) {
    const bool evolves = chain->evolves;
    if (evolves != p.convergence_study) result.identity += "\nan evolution\n";
    p.convergence_study = evolves;
    study::bind<chain_statement>(p, {}, false);  // what is not admissible is refused
    return result;
  }
  study::bind<statement>(p, {}, false);
  if (!p.convergence_study) {
    p.convergence_study = true;
    if (p.study_until.empty()) p.study_until = last_time_of_orders(p);
    result.identity += "\nuntil " + p.study_until + "\n";
  }
  return result;
}

std::vector<given_problem> problems_of(const std::vector<std::string>& names) {
  std::vector<given_problem> all;
  for (const std::string& name : names) {
    all.push_back(given(name));
    for (std::size_t k = 0; k + 1 < all.size(); ++k)
      if (all[k].of.name == all.back().of.name)
        throw input_error("report: expected problems of different names, found \"" + all[k].named + "\" and \"" + name +
                          "\"");
  }
  return all;
}

void check_solvers(const std::vector<std::string>& solvers, const std::vector<given_problem>& problems) {
  for (const std::string& name : solvers) {
    const study::listed_solver& s = solver_named(name);
    if (std::none_of(problems.begin(), problems.end(), [&](const given_problem& p) {
          return std::visit([&](const auto& question) { return s.solves(question); }, p.of.question);
        }))
      throw input_error("--solver: expected one that solves a problem that is asked for, found \"" + name + "\"");
  }
}

/// Orders and laws of the codes, on each problem.
study::results of_codes(const std::vector<given_problem>& problems, const std::vector<study::declared_code>& codes,
                        const study::code_ladder& ladder, const study::options& how, const std::string& velocity,
                        const std::string& cache) {
  study::results found;
  if (codes.empty()) return found;
  const auto add = [&](study::results some) { std::move(some.begin(), some.end(), std::back_inserter(found)); };
  const study::ends_on_signals listening;
  const study::scratch_folder scratch;
  const study::laws_budget within = study::budget_of(how.quick);
  const auto say = [](const std::string& line) { fmt::print(stderr, "{}\n", one_line(line)); };
  for (const given_problem& p : problems) {
    const std::filesystem::path question = scratch.path() / (p.of.name + ".json");
    std::vector<study::external_code> commands;
    for (const study::declared_code& x : codes) commands.push_back(x.code);
    write_question(p.of, {}, scalar_traits<real50>::digits, question, commands);
    study::code_ladder here = ladder;
    for (const study::declared_code& x : codes) {
      // Runs are kept by what decides them, so that a changed problem or command is no other's.
      here.cache = (std::filesystem::path(cache) /
                    fmt::format("code-{:016x}", study::stable_hash(x.code.command + "\n" + p.of.name + p.identity)))
                       .string();
      add(study::converge(p.of, {}, {x}, question, here, {}, how, say));
      const auto asks = [&](const rational& step) {
        return study::respondent_of_code(x.code, step, ladder.limit, study::reading_named(velocity, "--velocity"),
                                         [&](const statement& changed, const std::filesystem::path& path) {
                                           problem other = p.of;
                                           other.question = changed;
                                           other.answer = {};
                                           write_question(other, {}, scalar_traits<double>::digits, path, {x.code});
                                         });
      };
      study::results laws = study::laws_of(p.of, x.code.name, asks, within);
      for (study::record& r : laws)
        r.command = "unilateral laws " + p.of.name + " --external '" + x.code.name + "=" + x.code.command + "'";
      add(std::move(laws));
    }
  }
  return found;
}

/// That two engines agree to 40 digits is declared of the catalogue's problems. Of others it is what their references
/// rest on, for which fewer do (trusted_run.hpp): where those are in doubt, an engine that stopped or parted is why,
/// and has no verdict; elsewhere the digits are a measurement.
void weigh_engines(study::results& found, const std::vector<given_problem>& problems) {
  const study::reference_engines by = study::engines_of_this_build();
  const auto is_engine = [&](const std::string& solver) {
    return solver == by.maker->declaration.name || solver == by.second->declaration.name;
  };
  for (const given_problem& p : problems) {
    if (p.identity.empty()) continue;
    const bool in_doubt = std::any_of(found.begin(), found.end(), [&](const study::record& r) {
      return r.about.problem == p.of.name && r.outcome == study::verdict::reference_in_doubt;
    });
    for (study::record& r : found) {
      if (r.about.problem != p.of.name || r.outcome != study::verdict::fails) continue;
      if (in_doubt && (r.about.study == "engines" || r.about.study == "residuals" || r.about.study == "agreement") &&
          (is_engine(r.about.solver) || is_engine(r.about.other))) {
        const std::string why = r.reason;
        r = study::without_verdict(std::move(r), why);
      } else if (r.about.study == "engines") {
        r.outcome = study::verdict::measured;
      }
    }
  }
}

/// Commands of what the catalogue's studies do not have: by the name on the command line; a cell of a study by this
/// command.
void name_commands(study::results& found, const std::vector<given_problem>& problems, bool quick) {
  for (const given_problem& p : problems) {
    if (p.identity.empty()) continue;
    for (study::record& r : found) {
      if (r.about.problem != p.of.name) continue;
      const std::string name = " " + p.of.name;
      const auto at = r.command.find(name);
      if (r.command.starts_with("unilateral verify ") || at == std::string::npos)
        r.command = "unilateral report " + p.named + (quick ? " --quick" : "");
      else
        r.command.replace(at, name.size(), " " + p.named);
    }
  }
}

}  // namespace

int report_about(const report_options& asked) {
  const std::vector<given_problem> problems = problems_of(asked.problems);
  check_solvers(asked.solvers, problems);
  external_options external = asked.external;
  external.jobs = asked.jobs;
  const std::vector<study::declared_code> codes = codes_of(external.codes, external.declares);
  const study::code_ladder ladder = ladder_of(external, asked.limit);
  for (const given_problem& p : problems)
    if (!codes.empty() && p.of.is_chain())
      throw input_error("--external: expected a mechanical system, found the chain \"" + p.of.name + "\"");

  std::error_code failed;
  std::filesystem::create_directories(asked.out, failed);
  if (failed)
    throw input_error("--out: " + asked.out + ": expected a folder that can be written, found: " + failed.message());
  const std::string cache = asked.cache.empty() ? (std::filesystem::path(asked.out) / ".cells").string() : asked.cache;
  study::options how{
      .jobs = asked.jobs, .quick = asked.quick, .cache_directory = cache, .progress = now_and_then_on_stderr()};
  study::results found = of_codes(problems, codes, ladder, how, external.velocity, cache);

  std::vector<study::family> studies = study::families_of_this_build();
  studies.push_back(study::proved_runs());
  std::vector<study::studied_problem> studied;
  for (const given_problem& p : problems) studied.push_back({&p.of, p.identity});
  const auto named = [&](const std::string& solver) {
    return asked.solvers.empty() ||
           std::find(asked.solvers.begin(), asked.solvers.end(), solver) != asked.solvers.end();
  };
  how.progress = progress_on_stderr();
  for (study::record& r : study::verify(how, studies, studied, [&](const study::record& r) {
         const bool of_the_reference = r.about.study == "engines" || r.about.study == "proved";
         return of_the_reference || (named(r.about.solver) && (r.about.other.empty() || named(r.about.other)));
       }))
    found.push_back(std::move(r));
  weigh_engines(found, problems);
  name_commands(found, problems, asked.quick);

  std::vector<render::shown_problem> shown;
  for (const given_problem& p : problems) shown.push_back({p.of, p.named});
  render::write_report_about(shown, found, study::provenance_of_this_run(), asked.quick, asked.jobs, asked.out);
  const study::tally count = study::tally_of(found);
  using study::standing;
  fmt::print(stderr, "{}: {} hold, {} measured, {} fail, {} can't tell or are left open, {} without a reference\n",
             (std::filesystem::path(asked.out) / "index.html").string(), count[standing::holds] + count[standing::zero],
             count[standing::measured], count[standing::fails],
             count[standing::cannot_tell] + count[standing::left_open] + count[standing::known_gap] +
                 count[standing::closed_gap],
             count[standing::in_doubt]);
  say_doubt(found);
  return study::exit_status_of(found,
                               count[standing::fails] == 0 && !any_missing(found, asked.solvers, external.codes));
}

}  // namespace unilateral::command
