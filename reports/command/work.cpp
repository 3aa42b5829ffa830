#include "reports/command/work.hpp"

#include "problems/language/input_error.hpp"
#include "reports/command/arguments.hpp"
#include "reports/command/codes.hpp"
#include "reports/command/data_set.hpp"
#include "reports/command/progress.hpp"
#include "reports/command/sha256.hpp"
#include "reports/command/unfinished_folder.hpp"
#include "reports/command/work_bundle.hpp"
#include "reports/command/work_part.hpp"
#include "reports/render/figure.hpp"
#include "reports/render/work_page.hpp"
#include "reports/study/reference/instance.hpp"
#include "reports/study/run/part_file.hpp"
#include "reports/study/work/work.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <sys/utsname.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>

namespace unilateral::command {
namespace {

namespace fs = std::filesystem;
using json_document = nlohmann::ordered_json;

std::string this_machine() {
  utsname system{};
  ::uname(&system);
  return fmt::format("{} {} {}, {} processors", system.sysname, system.release, system.machine, all_processors());
}

/// What is asked for by name; else what the submissions are about; else the catalogue.
std::vector<problem> asked_problems(const benchmark_options& asked, const std::vector<read_bundle>& submitted) {
  std::vector<problem> all;
  for (const std::string& name : asked.problems) {
    all.push_back(problem_named(name));
    for (std::size_t k = 0; k + 1 < all.size(); ++k)
      if (all[k].name == all.back().name)
        throw input_error("benchmark: expected problems of different names, found \"" + name + "\" twice");
  }
  if (all.empty() && submitted.empty()) return catalogue();
  for (const read_bundle& bundle : submitted)
    for (const auto& [name, codes] : bundle.codes) {
      if (std::any_of(all.begin(), all.end(), [&, &of = name](const problem& p) { return p.name == of; })) continue;
      if (!asked.problems.empty()) continue;  // of these alone
      const auto& known = catalogue();
      const auto at =
          std::find_if(known.begin(), known.end(), [&, &of = name](const problem& p) { return p.name == of; });
      if (at == known.end())
        throw input_error(bundle.folder.string() +
                          ": expected problems of the catalogue, or of files that are named, found " + name);
      all.push_back(*at);
    }
  return all;
}

/// The solvers that are asked about a question.
template <class Question>
std::vector<const study::listed_solver*> solvers_for(const Question& question, const std::vector<std::string>& named) {
  std::vector<const study::listed_solver*> chosen;
  for (const study::listed_solver& s : study::solver_list())
    if (s.solves(question) &&
        (named.empty() || std::find(named.begin(), named.end(), s.declaration.name) != named.end()))
      chosen.push_back(&s);
  return chosen;
}

/// The codes of the command line, each with the ladder that it takes.
std::vector<study::work_of_code> codes_asked(const benchmark_options& asked) {
  external_options of_steps = asked.external, of_tolerances = asked.external;
  of_steps.tolerances.clear();
  if (of_tolerances.tolerances.empty()) of_tolerances.tolerances = tolerances_of_benchmarks;
  const study::code_ladder steps = ladder_of(of_steps, asked.limit), tolerances = ladder_of(of_tolerances, asked.limit);
  std::vector<study::work_of_code> codes;
  for (const study::declared_code& x : codes_of(asked.external.codes))
    codes.push_back({.code = x.code, .ladder = study::takes_tolerance(x.code) ? tolerances : steps});
  return codes;
}

study::work_records records_of(const std::vector<work_on_problem>& works) {
  study::work_records found;
  for (const work_on_problem& one : works) found.insert(found.end(), one.found.begin(), one.found.end());
  return found;
}

/// The measuring of all problems, or of those of a part.
class benchmark_run {
 public:
  explicit benchmark_run(const benchmark_options& asked, const study::shard& part = {})
      : asked_(asked), codes_(codes_asked(asked)) {
    for (const std::string& name : asked.solvers) solver_named(name);
    external_options steps = asked.external;
    steps.tolerances.clear();
    ladder_ = ladder_of(steps, asked.limit);
    for (const std::string& folder : asked.accept) submitted_.push_back(bundle_in(folder));
    check_names();
    std::vector<problem> all = asked_problems(asked, submitted_);
    const auto count = static_cast<std::size_t>(part.count), first = static_cast<std::size_t>(part.index - 1);
    for (std::size_t k = 0; k < all.size(); ++k) {
      names_.push_back(all[k].name);
      if (k % count == first) problems_.push_back(std::move(all[k]));
    }
  }

  /// What decides the numbers, for parts that are to make one run.
  std::string asked_in_json() const {
    json_document words{{"problems", names_}, {"solvers", asked_.solvers}, {"codes", asked_.external.codes}};
    words["velocity"] = asked_.external.velocity;
    words["steps"] = {asked_.external.coarsest.value_or(""), asked_.external.finest.value_or(""),
                      std::to_string(asked_.external.count)};
    words["tolerances"] = asked_.external.tolerances;
    words["limit"] = asked_.limit;
    words["files"] = json_document::array();
    for (const std::string& name : asked_.problems)
      if (name.ends_with(".toml")) words["files"].push_back(sha256(render::read_file(name)));
    words["submissions"] = json_document::array();
    for (const read_bundle& bundle : submitted_)
      words["submissions"].push_back(sha256(render::read_file(bundle.folder / "MANIFEST")));
    return words.dump();
  }

  /// questions: a folder that keeps the questions as files, or none. kept: one for trajectories, or none.
  std::vector<work_on_problem> run(const fs::path& questions, const std::string& kept, bool only_codes,
                                   std::vector<bundled_work>* works) {
    std::vector<work_on_problem> all;
    for (const problem& p : problems_) {
      all.push_back({.problem = p.name, .title = p.title, .is_chain = p.is_chain()});
      work_on_problem& here = all.back();
      for (const difficulty d : p.difficulties) here.families.insert(name_of(d));
      if (const auto* chain = std::get_if<chain_statement>(&p.question)) {
        if (only_codes || !codes_.empty())
          here.left_out.push_back(p.name + ": codes from outside are not asked about chains");
        if (!only_codes) on_chain(p, *chain, here);
        continue;
      }
      const study::instance whole = study::bind<statement>(p, {}, true);
      study::work_request request{.ladder = ladder_, .progress = now_and_then_on_stderr()};
      if (!only_codes) request.solvers = solvers_for(whole.question, asked_.solvers);
      request.codes = codes_on(p, kept);
      if (request.solvers.empty() && request.codes.empty()) {
        here.left_out.push_back(p.name + ": nobody who is asked takes it");
        continue;
      }
      request.write_question = [&](const fs::path& path) {
        std::vector<study::external_code> commands;
        for (const study::work_of_code& x : codes_) commands.push_back(x.code);
        write_question(p, {}, scalar_traits<real50>::digits, path, commands);
        if (!questions.empty()) fs::copy_file(path, questions / path.filename());
      };
      here.found = study::work_on(whole, request);
      if (works != nullptr) works->push_back({p.name, request.codes, here.found});
    }
    for (const read_bundle& bundle : submitted_) {
      study::work_records of_it;
      for (const study::work_record& r : records_of(all))
        if (r.submission == bundle.about.name) of_it.push_back(r);
      check_claims(bundle, of_it);
    }
    return all;
  }

 private:
  /// A contender is known by its name.
  void check_names() const {
    std::set<std::string> names, folders;
    for (const study::listed_solver& s : study::solver_list()) names.insert(s.declaration.name);
    for (const study::work_of_code& x : codes_) names.insert(x.code.name);
    for (const read_bundle& bundle : submitted_) {
      if (!folders.insert(bundle.about.name).second)
        throw input_error("--accept: expected submissions of different names, found \"" + bundle.about.name +
                          "\" twice");
      std::set<std::string> of_it;
      for (const auto& [problem, codes] : bundle.codes)
        for (const study::work_of_code& x : codes) of_it.insert(x.code.name);
      for (const std::string& name : of_it)
        if (!names.insert(name).second)
          throw input_error(bundle.folder.string() + ": expected codes with names of their own, found \"" + name +
                            "\", which is another's too");
    }
  }

  void on_chain(const problem& p, const chain_statement& chain, work_on_problem& here) const {
    const auto solvers = solvers_for(chain, asked_.solvers);
    if (!chain.evolves) {
      here.left_out.push_back(p.name + ": a chain at one instant, which has no motion");
      return;
    }
    if (solvers.empty()) {
      here.left_out.push_back(p.name + ": nobody who is asked takes it");
      return;
    }
    try {
      here.found = study::work_on(study::bind<chain_statement>(p, {}, true),
                                  {.solvers = solvers, .ladder = ladder_, .progress = now_and_then_on_stderr()});
    } catch (const input_error& nothing_known) {
      here.left_out.push_back(p.name + ": " + nothing_known.what());
    }
  }

  /// Those of the command line and of the submissions that are asked about it.
  std::vector<study::work_of_code> codes_on(const problem& p, const std::string& kept) {
    std::vector<study::work_of_code> codes = codes_;
    for (study::work_of_code& x : codes) x.ladder.cache = kept;
    for (const read_bundle& bundle : submitted_)
      if (const auto at = bundle.codes.find(p.name); at != bundle.codes.end()) {
        check_question(bundle, p.name, exported(p, {}, "json", scalar_traits<real50>::digits, ""));
        codes.insert(codes.end(), at->second.begin(), at->second.end());
      }
    return codes;
  }

  const benchmark_options& asked_;
  std::vector<study::work_of_code> codes_;
  study::code_ladder ladder_;
  std::vector<read_bundle> submitted_;
  std::vector<std::string> names_;  ///< of the problems of the whole run
  std::vector<problem> problems_;   ///< of this part of it
};

/// Whether a code from outside has no run that was measured, on any problem: what was asked of it was not had. Said. A
/// question that it refuses while it answers another is a record like others.
bool any_without_answer(const study::work_records& found) {
  std::map<std::string, std::string> silent;
  std::set<std::string> heard;
  for (const study::work_record& r : found) {
    if (r.program.empty() || r.outcome == study::verdict::reference_in_doubt) continue;
    const bool any = std::any_of(r.runs.begin(), r.runs.end(), [](const auto& run) { return run.failure.empty(); });
    if (any)
      heard.insert(r.solver);
    else
      silent.emplace(r.solver, r.reason);
  }
  std::erase_if(silent, [&](const auto& code) { return heard.contains(code.first); });
  for (const auto& [code, why] : silent) fmt::print(stderr, "{}: no run was measured: {}\n", code, one_line(why));
  return !silent.empty();
}

int make_bundle(const benchmark_options& asked) {
  if (asked.external.codes.empty()) throw input_error("--bundle: expected an --external that it is of, found none");
  if (!asked.accept.empty()) throw input_error("--bundle: expected it without --accept, found both");
  if (!asked.solvers.empty()) throw input_error("--bundle: expected it without --solver, for it holds codes alone");
  if (!asked.shard.empty()) throw input_error("--bundle: expected it without --shard, found both");
  const std::string& name = *asked.bundle;
  if (name.empty() ||
      !std::all_of(
          name.begin(), name.end(),
          [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '+' || c == '-'; }) ||
      name.front() == '.')
    throw input_error("--bundle: expected a name of letters, digits and _ . + -, found \"" + name + "\"");
  benchmark_run measured(asked);
  std::string target = asked.out;
  while (target.size() > 1 && target.ends_with('/')) target.pop_back();
  unfinished_folder folder(target);
  folder.add("questions");
  folder.add("trajectories");
  std::vector<bundled_work> works;
  // In absolute paths: a code runs in a folder of its own.
  const fs::path here = fs::absolute(folder.here());
  const study::work_records found =
      records_of(measured.run(here / "questions", (here / "trajectories").string(), true, &works));
  if (works.empty()) throw input_error("--bundle: expected a problem that codes are asked about, found none");
  write_bundle(here, {name, asked.command_line, this_machine(), study::provenance_of_this_run()}, works);
  folder.commit();
  fmt::print(stderr, "{}: {} problems, {} codes\n", target, works.size(), asked.external.codes.size());
  return any_without_answer(found) ? not_as_declared : done;
}

// What can't be written is told before hours of runs, not after.
void expect_writable(const std::string& out) {
  std::error_code failed;
  fs::create_directories(out, failed);
  const fs::path tried = fs::path(out) / ".unfinished";
  if (!failed) fs::create_directories(tried, failed);
  if (!failed) fs::remove_all(tried, failed);
  if (failed)
    throw input_error("--out: " + out + ": expected a folder that can be written, found: " + failed.message());
}

/// Writes the page.
int reported(const work_of_run& run, const std::string& out) {
  const study::work_records found = records_of(run.problems);
  if (found.empty()) throw input_error("benchmark: expected a problem that somebody who is asked takes, found none");
  render::benchmark_facts about{.made = study::provenance_of_this_run(),
                                .machine = run.machine,
                                .command_line = run.command_line,
                                .jobs = run.jobs};
  for (const work_on_problem& one : run.problems) {
    about.titles[one.problem] = one.title;
    if (one.is_chain) about.chains.insert(one.problem);
    if (!one.families.empty()) about.families[one.problem] = one.families;
    about.left_out.insert(about.left_out.end(), one.left_out.begin(), one.left_out.end());
  }
  render::write_benchmark(found, about, out);
  const auto doubts = std::count_if(found.begin(), found.end(), [](const study::work_record& r) {
    return r.outcome == study::verdict::reference_in_doubt;
  });
  fmt::print(stderr, "{}: {} records{}\n", (fs::path(out) / "index.html").string(), found.size(),
             doubts > 0 ? fmt::format(", {} without a reference", doubts) : "");
  if (any_without_answer(found)) return not_as_declared;
  return doubts > 0 ? no_verdict : done;
}

}  // namespace

int benchmark(const benchmark_options& asked) {
  if (asked.bundle) return make_bundle(asked);
  const study::shard part = asked.shard.empty() ? study::shard{} : study::shard_from("--shard", asked.shard);
  benchmark_run measured(asked, part);
  expect_writable(asked.out);
  const work_of_run run{.asked = measured.asked_in_json(),
                        .command_line = asked.command_line,
                        .machine = this_machine(),
                        .jobs = asked.external.jobs,
                        .problems = measured.run({}, asked.external.cache, false, nullptr)};
  if (asked.shard.empty()) return reported(run, asked.out);
  write_work_part(asked.out, part, run);
  fmt::print(stderr, "{}: part {}, {} problems; `unilateral merge` puts the parts together\n",
             (fs::path(asked.out) / "shard.jsonl").string(), asked.shard, run.problems.size());
  return done;
}

int merge_benchmark(const std::vector<std::string>& parts, const std::string& out) {
  if (out.empty()) throw input_error("merge: expected --out DIR, the folder of the benchmark's page, found none");
  const work_of_run run = read_work_parts({parts.begin(), parts.end()});
  expect_writable(out);
  return reported(run, out);
}

}  // namespace unilateral::command
