#include "reports/command/work.hpp"

#include "problems/language/input_error.hpp"
#include "reports/command/arguments.hpp"
#include "reports/command/codes.hpp"
#include "reports/command/data_set.hpp"
#include "reports/command/progress.hpp"
#include "reports/command/unfinished_folder.hpp"
#include "reports/command/work_bundle.hpp"
#include "reports/render/work_page.hpp"
#include "reports/study/reference/instance.hpp"
#include "reports/study/work/work.hpp"

#include <fmt/format.h>

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

/// The measuring of all problems.
class benchmark_run {
 public:
  explicit benchmark_run(const benchmark_options& asked) : asked_(asked), codes_(codes_asked(asked)) {
    for (const std::string& name : asked.solvers) solver_named(name);
    external_options steps = asked.external;
    steps.tolerances.clear();
    ladder_ = ladder_of(steps, asked.limit);
    for (const std::string& folder : asked.accept) submitted_.push_back(bundle_in(folder));
    check_names();
    problems_ = asked_problems(asked, submitted_);
  }

  const std::vector<problem>& problems() const { return problems_; }
  const std::vector<std::string>& left_out() const { return left_out_; }

  /// questions: a folder that keeps the questions as files, or none. kept: one for trajectories, or none.
  study::work_records run(const fs::path& questions, const std::string& kept, bool only_codes,
                          std::vector<bundled_work>* works) {
    study::work_records found;
    for (const problem& p : problems_) {
      if (const auto* chain = std::get_if<chain_statement>(&p.question)) {
        if (only_codes || !codes_.empty())
          left_out_.push_back(p.name + ": codes from outside are not asked about chains");
        if (!only_codes) add(found, on_chain(p, *chain));
        continue;
      }
      const study::instance whole = study::bind<statement>(p, {}, true);
      study::work_request request{.ladder = ladder_, .progress = now_and_then_on_stderr()};
      if (!only_codes) request.solvers = solvers_for(whole.question, asked_.solvers);
      request.codes = codes_on(p, kept);
      if (request.solvers.empty() && request.codes.empty()) {
        left_out_.push_back(p.name + ": nobody who is asked takes it");
        continue;
      }
      request.write_question = [&](const fs::path& path) {
        std::vector<study::external_code> commands;
        for (const study::work_of_code& x : codes_) commands.push_back(x.code);
        write_question(p, {}, scalar_traits<real50>::digits, path, commands);
        if (!questions.empty()) fs::copy_file(path, questions / path.filename());
      };
      study::work_records here = study::work_on(whole, request);
      if (works != nullptr) works->push_back({p.name, request.codes, here});
      add(found, std::move(here));
    }
    for (const read_bundle& bundle : submitted_) {
      study::work_records of_it;
      for (const study::work_record& r : found)
        if (r.submission == bundle.about.name) of_it.push_back(r);
      check_claims(bundle, of_it);
    }
    return found;
  }

 private:
  static void add(study::work_records& found, study::work_records some) {
    std::move(some.begin(), some.end(), std::back_inserter(found));
  }

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

  study::work_records on_chain(const problem& p, const chain_statement& chain) {
    const auto solvers = solvers_for(chain, asked_.solvers);
    if (!chain.evolves) {
      left_out_.push_back(p.name + ": a chain at one instant, which has no motion");
      return {};
    }
    if (solvers.empty()) {
      left_out_.push_back(p.name + ": nobody who is asked takes it");
      return {};
    }
    try {
      return study::work_on(study::bind<chain_statement>(p, {}, true),
                            {.solvers = solvers, .ladder = ladder_, .progress = now_and_then_on_stderr()});
    } catch (const input_error& nothing_known) {
      left_out_.push_back(p.name + ": " + nothing_known.what());
      return {};
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
  std::vector<problem> problems_;
  std::vector<std::string> left_out_;
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
  const study::work_records found = measured.run(here / "questions", (here / "trajectories").string(), true, &works);
  if (works.empty()) throw input_error("--bundle: expected a problem that codes are asked about, found none");
  write_bundle(here, {name, asked.command_line, this_machine(), study::provenance_of_this_run()}, works);
  folder.commit();
  fmt::print(stderr, "{}: {} problems, {} codes\n", target, works.size(), asked.external.codes.size());
  return any_without_answer(found) ? not_as_declared : done;
}

}  // namespace

int benchmark(const benchmark_options& asked) {
  if (asked.bundle) return make_bundle(asked);
  benchmark_run measured(asked);
  std::error_code failed;
  fs::create_directories(asked.out, failed);
  // What can't be written is told before hours of runs, not after.
  const fs::path tried = fs::path(asked.out) / ".unfinished";
  if (!failed) fs::create_directories(tried, failed);
  if (!failed) fs::remove_all(tried, failed);
  if (failed)
    throw input_error("--out: " + asked.out + ": expected a folder that can be written, found: " + failed.message());
  const study::work_records found = measured.run({}, asked.external.cache, false, nullptr);
  if (found.empty()) throw input_error("benchmark: expected a problem that somebody who is asked takes, found none");
  render::benchmark_facts about{.made = study::provenance_of_this_run(),
                                .machine = this_machine(),
                                .command_line = asked.command_line,
                                .jobs = asked.external.jobs,
                                .left_out = measured.left_out()};
  for (const problem& p : measured.problems()) {
    about.titles[p.name] = p.title;
    if (p.is_chain()) about.chains.insert(p.name);
    for (const difficulty d : p.difficulties) about.families[p.name].insert(name_of(d));
  }
  render::write_benchmark(found, about, asked.out);
  const auto doubts = std::count_if(found.begin(), found.end(), [](const study::work_record& r) {
    return r.outcome == study::verdict::reference_in_doubt;
  });
  fmt::print(stderr, "{}: {} records{}\n", (fs::path(asked.out) / "index.html").string(), found.size(),
             doubts > 0 ? fmt::format(", {} without a reference", doubts) : "");
  if (any_without_answer(found)) return not_as_declared;
  return doubts > 0 ? no_verdict : done;
}

}  // namespace unilateral::command
