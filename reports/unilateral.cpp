/// The command line of `unilateral`: words to options, exceptions to one line and an exit status.

#include "problems/language/input_error.hpp"
#include "problems/text/near_name.hpp"
#include "reports/command/arguments.hpp"
#include "reports/command/commands.hpp"
#include "reports/command/data_set.hpp"
#include "reports/command/manual.hpp"
#include "reports/command/work.hpp"
#include "reports/study/external/child_run.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <functional>
#include <iostream>
#include <new>

namespace unilateral::command {
namespace {

constexpr const char* overview =
    "Verified numerics for mechanics with one-sided constraints.\n"
    "PROBLEM is a name listed by `unilateral problems`, or a file ending in .toml.";

constexpr const char* statuses =
    "Results go to standard output, messages and progress to standard error.\n"
    "Exit status: 0 done; 1 a check did not hold, or a solver stopped before the final time;\n"
    "2 bad input, with one line that says where, what was expected and what was found;\n"
    "3 no verdict, for the reference is in doubt: two engines part, and no theorem tells which is right; or, of "
    "`fit`,\n"
    "for the table gives no interval.";

std::string joined_by_bars(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : "|") + name;
  return text;
}

/// Checks of a value: the text after the option's name when it fails, nothing when it holds.
CLI::Validator one_of(const std::vector<std::string>& names) {
  return CLI::Validator(
      [names](const std::string& found) {
        return std::find(names.begin(), names.end(), found) != names.end()
                   ? ""
                   : "expected one of " + text::joined(names) + ", found \"" + found + "\"" +
                         text::suggestion(found, names);
      },
      joined_by_bars(names));
}
CLI::Validator whole_number(int least, int most) {
  return CLI::Validator(
      [least, most](const std::string& found) {
        int value = 0;
        const auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value);
        if (error == std::errc() && end == found.data() + found.size() && value >= least && value <= most)
          return std::string();
        return "expected a whole number from " + std::to_string(least) + " to " + std::to_string(most) + ", found \"" +
               found + "\"";
      },
      "");
}

class command_line {
 public:
  command_line() : app_(overview, "unilateral") {
    app_.footer(statuses);
    app_.set_version_flag("--version", [] { return "unilateral " + version(); }, "Print the version and exit");
    app_.require_subcommand(1);
    add_lists();
    add_claims();
    add_solve();
    add_sweep();
    add_converge();
    add_laws();
    add_export();
    add_judge();
    add_fit();
    add_verify();
    add_merge();
    add_compare();
    add_prove();
    add_report();
    add_benchmark();
    add_manual();
  }

  int run(int argc, char** argv) {
    benchmark_.command_line = "unilateral";
    for (int k = 1; k < argc; ++k) benchmark_.command_line += " " + as_a_shell_reads(argv[k]);
    try {
      app_.parse(argc, argv);
    } catch (const CLI::Success& asked) {  // --help, --version
      return app_.exit(asked);
    } catch (const CLI::ParseError& error) {
      throw input_error(explained(error));
    }
    return chosen_();
  }

 private:
  using words = std::vector<std::string>;

  CLI::App* add(const std::string& name, const std::string& description, std::function<int()> action) {
    CLI::App* sub = app_.add_subcommand(name, description);
    sub->footer(statuses);
    sub->parse_complete_callback([this, action = std::move(action)] { chosen_ = action; });
    return sub;
  }

  void add_lists() {
    add("problems", "List the problems: what makes them hard, and what is known of their answers", [this] {
      return list_problems(json_);
    })->add_flag("--json", json_, "Everything about each, as JSON");
    add("solvers", "List the solvers and the orders they declare", [this] {
      return list_solvers(json_);
    })->add_flag("--json", json_, "Everything about each, as JSON");
  }

  void add_claims() {
    CLI::App* sub =
        add("claims", "Settle the claims of the papers: confirmed, proved, corrected or open, with the evidence",
            [this] { return claims(claims_); });
    sub->add_option("--filter", claims_.filter,
                    "Only the claims in whose id this regular expression is found; of one claim all evidence is shown")
        ->type_name("REGEX");
    sub->add_option("--jobs", claims_.jobs, "Worker threads; results don't depend on it")
        ->type_name("N")
        ->check(whole_number(1, 1024))
        ->capture_default_str();
    sub->add_flag("--json", claims_.json, "Everything about each, as JSON");
  }

  void add_solve() {
    CLI::App* sub = add("solve", "Solve a problem and print the answer", [this] { return solve(solve_); });
    add_problem(sub, solve_.problem);
    sub->add_option("--solver", solve_.solver, "A name listed by `unilateral solvers`; required")->type_name("S");
    sub->add_option("--step", solve_.step,
                    "Time step of a scheme that has one, a decimal or a fraction (default: horizon/1000, halved until "
                    "half of it tells the same motion to 1 %)")
        ->type_name("H");
    add_digits(sub, solve_.digits,
               "Working precision: up to 16 double, 17 to 50 fifty decimal digits, 51 to 100 a hundred (`unilateral "
               "solvers` says which have them)");
    sub->add_option("--until", solve_.until, "Final time, a decimal or a fraction (default: the problem's horizon)")
        ->type_name("T");
    add_settings(sub, solve_.settings);
    sub->add_option("--format", solve_.format,
                    "json (default), or csv (default with --every and --at): columns t, q0 ..., v0 ..., P0 ... as "
                    "`judge` reads them, at the knots of the motion; P: impulses since the row before; two rows where "
                    "v jumps")
        ->type_name("F")
        ->check(one_of({"json", "csv"}));
    sub->add_option("--every", solve_.every,
                    "Rows at 0, H, 2H, ... and the final time, a decimal or a fraction, and two rows at each impact; "
                    "with --format json as \"rows\"")
        ->type_name("H");
    sub->add_option("--at", solve_.at, "Rows at these times alone, decimals or fractions")->type_name("T,T,...");
    sub->add_option("--plot", solve_.plot,
                    "Draw the motion, gaps, energy and impulses into a file as well, which appears whole or not at all")
        ->type_name("FILE.svg");
    sub->add_flag("--summary", solve_.summary, "Leave out the lists of impacts and contacts, keep the counts");
    sub->add_option("--out", solve_.out, "Write to a file, which appears whole or not at all")->type_name("FILE");
    sub->add_flag("--no-estimate", solve_.no_estimate,
                  "Leave out the errors of the numbers, and the runs beside the first that estimate them");
    add_limit(sub, solve_.limit);
    sub->add_option("--certificate", solve_.certificate,
                    "Write certificates of the answer's impacts, accelerations in contact or chain, for "
                    "check_certificate")
        ->type_name("FILE");
  }

  void add_converge() {
    CLI::App* sub = add("converge", "Measure the orders of solvers on a problem, with uncertainties",
                        [this] { return converge(converge_); });
    add_problem(sub, converge_.problem);
    sub->add_option("--solver", converge_.solvers,
                    "A name listed by `unilateral solvers`; may be repeated (default: all that have a step)")
        ->type_name("S")
        ->allow_extra_args(false);
    add_settings(sub, converge_.settings);
    sub->add_option(
           "--until", converge_.until,
           "Final time, a decimal or a fraction (default: the problem's for studies, before an accumulation point)")
        ->type_name("T");
    add_format(sub, converge_.format);
    sub->add_flag("--quick", converge_.quick, "Fewer and coarser steps");
    add_limit(sub, converge_.limit, "; of a code from outside, that of each run");
    add_external(sub, converge_.external);
  }

  void add_laws() {
    CLI::App* sub =
        add("laws", "Hold a solver or a code to laws that need no reference", [this] { return laws(laws_); });
    add_problem(sub, laws_.problem);
    sub->add_option("--solver", laws_.solvers,
                    "A name listed by `unilateral solvers`; may be repeated (default: all that solve it)")
        ->type_name("S")
        ->allow_extra_args(false);
    add_settings(sub, laws_.settings);
    add_format(sub, laws_.format);
    sub->add_flag("--quick", laws_.quick, "A smaller budget: shorter horizons, larger systems left out");
    add_limit(sub, laws_.limit, "; of a code from outside, that of each run");
    add_code(sub, laws_.codes, laws_.velocity);
  }

  void add_export() {
    CLI::App* sub =
        add("export", "Write a problem for other codes: as data with what is known of its answer, or as code",
            [this] { return export_problem(export_); });
    sub->add_option("PROBLEM", export_.problem, "A name listed by `unilateral problems`, or a file ending in .toml");
    sub->add_flag(
        "--all", export_.all,
        "The whole catalogue as a data set that can be cited, into the new folder --out DIR: each problem in "
        "every format (or the one of --as), licence, citation, checksums, provenance and error of each number");
    sub->add_option("--as", export_.as,
                    "json (default): question and known numbers, docs/export.schema.json; toml: a problem file with "
                    "them; python, c, octave: source code with mass(t, q), force(t, q, v), gap(t, q), gap_gradient(t, "
                    "q), gap_rate(t, q, v), q0, v0, e, horizon")
        ->type_name("FORMAT")
        ->check(one_of(export_formats()));
    add_settings(sub, export_.settings);
    add_digits(sub, export_.digits,
               "Digits of the known numbers, and of the parameters' decimals: up to 16 double, 17 to 50 fifty, 51 to "
               "100 a hundred; of json and toml");
    sub->add_option("--out", export_.out, "Write to a file, which appears whole or not at all; with --all a folder")
        ->type_name("FILE");
  }

  void add_judge() {
    CLI::App* sub = add("judge", "Measure another code's motion against what is known of the answer",
                        [this] { return judge(judge_); });
    add_problem(sub, judge_.problem);
    sub->add_option(
           "TRAJECTORY", judge_.trajectories,
           "Tables with columns t, q0 ..., v0 ..., and if they have them P0 ..., the impulses from row to row, "
           "found by their names; two rows of one t are the limits of a jump. Several stand side by side; "
           "four and more with different steps have orders")
        ->required();
    sub->add_option("--velocity", judge_.velocity,
                    "How v goes between rows: on a line (linear), at the earlier row's value (left), at the later's "
                    "(right, as semi-implicit Euler), at the earlier's up to the middle and then the later's (mid, as "
                    "Moreau's scheme), as the equation of motion bends it (smooth); auto: what the file says, else "
                    "left or right where its positions move so, else linear")
        ->type_name("READING")
        ->check(one_of({"auto", "linear", "left", "right", "mid", "smooth"}))
        ->capture_default_str();
    add_settings(sub, judge_.settings);
    add_format(sub, judge_.format);
    add_limit(sub, judge_.limit);
  }

  void add_fit() {
    CLI::App* sub =
        add("fit", "Fit an order to errors measured elsewhere, with its uncertainty", [this] { return fit(fit_); });
    sub->add_option("FILE", fit_.file,
                    "A table with columns step and error, found by their names; optionally rounding, what rounding "
                    "alone may contribute to the error")
        ->required();
    sub->add_option("--declared", fit_.declared,
                    "An order, a decimal or a fraction; exit status 1 if it lies outside the interval, 3 if the table "
                    "gives none")
        ->type_name("P");
    sub->add_option("--format", fit_.format, "text or json")
        ->type_name("F")
        ->check(one_of({"text", "json"}))
        ->capture_default_str();
    sub->add_option("--out", fit_.out, "Write to a file, which appears whole or not at all")->type_name("FILE");
  }

  void add_sweep() {
    CLI::App* sub =
        add("sweep", "Solve a problem over a grid of parameters, a row of csv a run", [this] { return sweep(sweep_); });
    add_problem(sub, sweep_.problem);
    sub->add_option("--solver", sweep_.solver, "A name listed by `unilateral solvers`")->type_name("S")->required();
    sub->add_option("--vary", sweep_.vary,
                    "NAME=FROM:TO:COUNT, values at equal distances, or NAME=VALUE,VALUE,...; may be repeated: every "
                    "combination is a run")
        ->type_name("VALUES")
        ->allow_extra_args(false)
        ->required();
    sub->add_option("--step", sweep_.step, "Time step of every run; a scheme needs it")->type_name("H");
    sub->add_option("--until", sweep_.until, "Final time, a decimal or a fraction (default: the problem's horizon)")
        ->type_name("T");
    add_digits(sub, sweep_.digits,
               "Working precision: up to 16 double, 17 to 50 fifty decimal digits, 51 to 100 a hundred");
    add_settings(sub, sweep_.settings);
    sub->add_option("--impacts", sweep_.last_impacts,
                    "Rows are the last K impacts of each run (default: a row a run, its end)")
        ->type_name("K")
        ->check(whole_number(1, 1'000'000));
    sub->add_option("--limit", sweep_.limit, "Time after which a run is given up, in seconds")
        ->type_name("SECONDS")
        ->capture_default_str();
    add_jobs(sub, sweep_.jobs);
    sub->add_option("--shard", sweep_.shard,
                    "Part i of n of the runs: rows of all parts one after the other are those of all")
        ->type_name("i/n");
    sub->add_option("--out", sweep_.out,
                    "Write to a file, which has its name when it is whole; broken off, the same command resumes")
        ->type_name("FILE");
  }

  void add_verify() {
    CLI::App* sub =
        add("verify", "Run every study; exit status 0 only if all is as declared", [this] { return verify(verify_); });
    sub->add_option("--filter", verify_.filter, "Only the cells in whose name this regular expression (RE2) is found")
        ->type_name("REGEX");
    add_grid(sub, verify_.jobs, verify_.quick, verify_.cache);
    add_format(sub, verify_.format);
    sub->add_flag("--list", verify_.list,
                  "Print the names of the cells in place of the records: what reports/cells holds a later run against");
    add_shard(sub, verify_.shard);
    sub->add_option("--out", verify_.out, "Folder of the part, with its finished cells")->type_name("DIR");
  }

  void add_merge() {
    CLI::App* sub = add("merge",
                        "Put the parts of a run together that --shard made: the records of `verify`, or with --out the "
                        "report, byte for byte as one run gives them, or the page of a `benchmark`",
                        [this] { return merge(merge_); });
    sub->add_option("DIR", merge_.parts, "Folders of all parts, in any order")->required();
    sub->add_option("--out", merge_.out, "Folder of the report, or of the page")->type_name("DIR");
    add_format(sub, merge_.format);
    add_jobs(sub, merge_.jobs);
  }

  void add_compare() {
    CLI::App* sub = add("compare", "Tell which records of two runs differ; exit status 1 if a verdict does",
                        [this] { return compare(compare_); });
    sub->add_option("OLD", compare_.before,
                    "Records: results.jsonl, what `verify --format json` printed, or the folder of a report")
        ->required();
    sub->add_option("NEW", compare_.after, "The same of another run")->required();
  }

  void add_prove() {
    CLI::App* sub = add("prove", "Prove when the impacts happen, and between which bounds the state lies",
                        [this] { return prove(prove_); });
    add_problem(sub, prove_.problem);
    sub->add_option("--until", prove_.until, "Final time, a decimal or a fraction (default: the problem's horizon)")
        ->type_name("T");
    add_settings(sub, prove_.settings);
    sub->add_option("--digits", prove_.digits,
                    "Decimal digits aimed at by the local errors; the widths found are what counts")
        ->type_name("D")
        ->check(whole_number(5, 120))
        ->capture_default_str();
    sub->add_option(
           "--engine", prove_.engine,
           "defect (Arb, defect and logarithmic norm), lohner (MPFI, Lohner's method) or both, which must then agree")
        ->type_name("E")
        ->check(one_of({"both", "defect", "lohner"}))
        ->capture_default_str();
    sub->add_option("--limit", prove_.limit,
                    "Time after which each engine says what it has, in seconds (default: a number of operations, the "
                    "same on any machine, which takes some minutes)")
        ->type_name("SECONDS");
    sub->add_flag("--json", prove_.json, "The same as JSON; numbers are decimal strings rounded outwards");
  }

  void add_report() {
    CLI::App* sub = add("report", "Run every study and write tables, figures and a page about it",
                        [this] { return report(report_); });
    sub->add_option("PROBLEM", report_.problems,
                    "Names listed by `unilateral problems`, or files ending in .toml: a page about these alone, with "
                    "what codes from outside make of them (default: the whole catalogue)");
    sub->add_option("--solver", report_.solvers,
                    "Of problems: a name listed by `unilateral solvers`; may be repeated (default: all that apply)")
        ->type_name("S")
        ->allow_extra_args(false);
    sub->add_option("--out", report_.out, "Folder of the report")->type_name("DIR")->capture_default_str();
    add_ladder_of_codes(sub, report_.external);
    add_limit(sub, report_.limit, "; of each run of a code from outside");
    add_grid(sub, report_.jobs, report_.quick, report_.cache);
    add_shard(sub, report_.shard);
  }

  void add_benchmark() {
    CLI::App* sub =
        add("benchmark",
            "Measure error beside cost, of solvers and of codes from outside, and write a page about it; or "
            "make a submission to such a page, or accept some",
            [this] { return benchmark(benchmark_); });
    sub->add_option(
        "PROBLEM", benchmark_.problems,
        "Names listed by `unilateral problems`, or files ending in .toml (default: the whole catalogue; with "
        "--accept what the submissions are about)");
    sub->add_option("--solver", benchmark_.solvers,
                    "A name listed by `unilateral solvers`; may be repeated (default: all that apply)")
        ->type_name("S")
        ->allow_extra_args(false);
    add_code(sub, benchmark_.external.codes, benchmark_.external.velocity);
    add_ladder(sub, benchmark_.external,
               "Of codes whose command names {tolerance}, in place of steps: eight or more (default: 1e-3, 1e-4, ..., "
               "1e-12)");
    add_runs(sub, benchmark_.external, "Contenders at a time; they share the machine, so that times are best with one");
    add_limit(sub, benchmark_.limit, "; of each run");
    sub->add_option("--bundle", benchmark_.bundle,
                    "Make a submission of that name in place of a page: the new folder --out DIR with trajectories, "
                    "costs, machine, versions, commands and checksums of the codes of --external")
        ->type_name("NAME");
    sub->add_option("--accept", benchmark_.accept,
                    "Folder of a submission; may be repeated. Its checksums are checked, its trajectories judged anew, "
                    "and the page has it beside the others")
        ->type_name("FOLDER")
        ->allow_extra_args(false);
    add_shard(sub, benchmark_.shard, "Take every n-th of the problems alone, from the i-th, for `merge`");
    sub->add_option("--out", benchmark_.out, "Folder of the page, of the submission, or of the part")
        ->type_name("DIR")
        ->required();
  }

  /// A word as a shell takes it back.
  static std::string as_a_shell_reads(const std::string& word) {
    if (!word.empty() &&
        word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.,:+-/=@%") ==
            std::string::npos)
      return word;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
  }

  /// For an installation, which is no subject of --help.
  void add_manual() {
    CLI::App* sub = add("manual", "Write the manual page, or a shell's completions", [this] {
      std::cout << (manual_ == "man" ? man_page(app_, version()) : completions(app_, manual_, placeholders()));
      return static_cast<int>(done);
    });
    sub->add_option("FORMAT", manual_, "man, bash, zsh or fish")
        ->required()
        ->check(one_of({"man", "bash", "zsh", "fish"}));
    sub->group("");
  }
  static std::vector<placeholder> placeholders() {
    placeholder problems{"PROBLEM", {}, true}, solvers{"S", {}};
    for (const problem& p : catalogue()) problems.words.push_back(p.name);
    for (const study::listed_solver& s : study::solver_list()) solvers.words.push_back(s.declaration.name);
    return {problems, solvers};
  }

  static void add_problem(CLI::App* sub, std::string& target) {
    sub->add_option("PROBLEM", target, "A name listed by `unilateral problems`, or a file ending in .toml")->required();
  }
  static void add_settings(CLI::App* sub, words& target) {
    sub->add_option("--set", target,
                    "Value of a parameter: a number, or a formula of numbers such as pi/3; may be repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
  }
  static void add_digits(CLI::App* sub, int& target, const std::string& description) {
    sub->add_option("--digits", target, description)
        ->type_name("D")
        ->check(whole_number(1, scalar_traits<real100>::digits))
        ->capture_default_str();
  }
  static void add_code(CLI::App* sub, words& codes, std::string& velocity) {
    sub->add_option("--external", codes,
                    "A code from outside; may be repeated. COMMAND runs by `sh -c` in a fresh folder, once a step, and "
                    "writes its trajectory (as `judge` reads it) to {out} or to standard output. Replaced in it: "
                    "{problem} the question as JSON, {python}, {c} or {octave} as source code, {step} or {tolerance}, "
                    "{until}, {out}, {here} this folder; {{ and }} are braces. In its environment: UNILATERAL_PROBLEM, "
                    "_STEP, _TOLERANCE, _UNTIL, _OUT, _HERE")
        ->type_name("NAME=COMMAND")
        ->allow_extra_args(false);
    sub->add_option(
           "--velocity", velocity,
           "How the code's velocity goes between its rows: linear; left, right (constant at the earlier or the "
           "later row's value); mid (the earlier's up to the middle); smooth; auto: what its file says or shows")
        ->type_name("HOW")
        ->check(one_of({"auto", "linear", "left", "right", "mid", "smooth"}))
        ->capture_default_str();
  }
  static void add_ladder_of_codes(CLI::App* sub, external_options& target) {
    add_code(sub, target.codes, target.velocity);
    sub->add_option("--declares", target.declares,
                    "The orders that the code declares, \"sup q=1, L1 v=1\": exit status 1 where one does not hold. Of "
                    "several codes \"NAME: sup q=1, ...\", repeated")
        ->type_name("ORDERS")
        ->allow_extra_args(false);
    add_ladder(sub, target,
               "Of an adaptive code, in place of steps: error against tolerance, \"1e-3,1e-4,...\", eight or more");
  }
  static void add_ladder(CLI::App* sub, external_options& target, const std::string& of_tolerances) {
    sub->add_option("--coarsest", target.coarsest, "Coarsest step of a code, in units of time (default: until/50)")
        ->type_name("H");
    sub->add_option("--finest", target.finest, "Finest step of a code, in units of time (default: until/10000)")
        ->type_name("H");
    sub->add_option("--count", target.count, "Steps of a code between them, jittered")
        ->type_name("N")
        ->check(whole_number(8, 10000))
        ->capture_default_str();
    sub->add_option("--tolerances", target.tolerances, of_tolerances)->type_name("T,T,...");
  }
  static void add_external(CLI::App* sub, external_options& target) {
    add_ladder_of_codes(sub, target);
    add_runs(sub, target, "Runs of a code at a time; results don't depend on it");
  }
  static void add_runs(CLI::App* sub, external_options& target, const std::string& of_jobs) {
    sub->add_option("--jobs", target.jobs, of_jobs)
        ->type_name("N")
        ->check(whole_number(1, 1024))
        ->capture_default_str();
    sub->add_option(
           "--cache", target.cache,
           "Folder that keeps the trajectories of finished runs of a code, so that a broken-off ladder resumes")
        ->type_name("DIR");
  }
  static void add_limit(CLI::App* sub, std::string& target, const std::string& more = "") {
    sub->add_option("--limit", target, "Time after which what still runs is given up, in seconds" + more)
        ->type_name("SECONDS")
        ->capture_default_str();
  }
  static void add_format(CLI::App* sub, std::string& target) {
    sub->add_option("--format", target, "text, json or csv")
        ->type_name("F")
        ->check(one_of({"text", "json", "csv"}))
        ->capture_default_str();
  }
  static void add_jobs(CLI::App* sub, int& jobs) {
    sub->add_option("--jobs", jobs, "Worker threads; results don't depend on it")
        ->type_name("N")
        ->check(whole_number(1, 1024))
        ->default_str("all processors");
  }
  static void add_shard(CLI::App* sub, std::string& shard,
                        const std::string& of_what = "Run part i of n of the whole catalogue alone, for `merge`") {
    sub->add_option("--shard", shard, of_what + ": on many machines, or one after another")->type_name("i/n");
  }
  static void add_grid(CLI::App* sub, int& jobs, bool& quick, std::string& cache) {
    add_jobs(sub, jobs);
    sub->add_flag("--quick", quick, "A reduced grid: fewer and coarser steps");
    sub->add_option(
           "--cache", cache,
           "Folder that keeps finished cells, so that a killed run resumes (verify: none; report: .cells in its own)")
        ->type_name("DIR");
  }

  /// What is wrong with the words, in one line.
  std::string explained(const CLI::ParseError& error) const {
    const auto used = app_.get_subcommands();
    const auto unused = app_.remaining(true);
    const CLI::App& at = used.empty() ? app_ : *used.front();
    const std::string place = used.empty() ? "command line" : at.get_name();
    if (used.empty() && (unused.empty() || unused.front().rfind('-', 0) != 0)) {
      words names;
      for (const CLI::App* sub : app_.get_subcommands({}))
        if (!sub->get_group().empty()) names.push_back(sub->get_name());
      return "command line: expected one of " + text::joined(names) + ", found " +
             (unused.empty() ? "none" : "\"" + unused.front() + "\"" + text::suggestion(unused.front(), names));
    }
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr || used.empty()) {
      words names;
      for (const CLI::Option* option : at.get_options())
        if (option->nonpositional()) names.push_back(option->get_name());
      return place + ": expected one of the options " + text::joined(names) + ", found \"" + unused.front() + "\"" +
             text::suggestion(unused.front(), names);
    }
    const std::string line = error.what();
    if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
      return place + ": expected " + line.substr(0, line.find(' ')) + ", found nothing there";
    if (const auto most = line.find(": At Most 1 required but received "); most != std::string::npos)
      return line.substr(0, most) + ": expected once, found " + line.substr(line.rfind(' ') + 1) + " times";
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
      return line.substr(0, line.find(':')) + ": expected a value, found none";
    if (dynamic_cast<const CLI::ValidationError*>(&error) != nullptr) return line;
    return place + ": expected a command line as `unilateral " + (used.empty() ? "" : place + " ") +
           "--help` tells, found: " + line;
  }

  CLI::App app_;
  std::function<int()> chosen_;
  bool json_ = false;
  std::string manual_;
  claims_options claims_;
  solve_options solve_;
  converge_options converge_;
  laws_options laws_;
  export_options export_;
  judge_options judge_;
  fit_options fit_;
  sweep_options sweep_;
  verify_options verify_;
  merge_options merge_;
  compare_options compare_;
  prove_options prove_;
  report_options report_;
  benchmark_options benchmark_;
};

}  // namespace
}  // namespace unilateral::command

int main(int argc, char** argv) {
  using namespace unilateral;
  std::ios::sync_with_stdio(false);
  try {
    const int status = command::command_line().run(argc, argv);
    // Help, version and manual go out without `output`.
    errno = 0;
    if (!std::cout.flush())
      throw input_error(std::string("standard output: expected to write there, found: ") +
                        std::strerror(errno != 0 ? errno : EIO));
    return status;
  } catch (const study::interrupted& by) {
    std::raise(by.signal);  // which ends us as it would have without codes to end first
  } catch (const input_error& error) {
    std::cerr << "unilateral: " << command::one_line(error.what()) << '\n';
  } catch (const std::bad_alloc&) {
    std::cerr << "unilateral: expected memory for what was asked, found that there is no more: a shorter run, a longer "
                 "step or --summary needs less\n";
    return command::not_as_declared;
  } catch (const std::exception& error) {
    std::cerr << "unilateral: expected no failure inside, found: " << command::one_line(error.what()) << '\n';
  }
  return command::bad_input;
}
