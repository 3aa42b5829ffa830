#pragma once
/// The subcommands of `unilateral`. Each returns the exit status: 0 done; 1 a check did not hold, or a solver stopped
/// before the end; 3 no verdict, for a reference is in doubt. Bad input throws input_error, which main answers with
/// status 2.

#include <algorithm>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace unilateral::command {

/// Exit statuses of the command.
enum exit_status : int { done = 0, not_as_declared = 1, bad_input = 2, no_verdict = 3 };

/// The catalogue: names, titles, difficulties, what is known of the answers.
int list_problems(bool json);
/// The solvers and what they declare.
int list_solvers(bool json);

struct claims_options {
  std::string filter;  ///< regular expression searched in the ids; empty: all
  int jobs = 1;
  bool json = false;
};
/// The claims of the papers, settled.
int claims(const claims_options& asked);

/// Of one question, in seconds: what a user would wait for.
inline constexpr auto default_limit = "600";

struct solve_options {
  std::string problem;
  std::string solver;
  std::optional<std::string>
      step;  ///< in units of time; default: chosen from the problem (reports/study/answer/default_step.hpp)
  std::optional<std::string> until;  ///< final time; default: the horizon
  int digits = 16;  ///< up to 16: double; to 50: fifty decimal digits; to 100: a hundred, of solvers that bring them
  std::vector<std::string> settings;       ///< key=value, values of parameters
  std::string format;                      ///< json or csv; empty: csv where rows are asked for, else json
  std::optional<std::string> every;        ///< rows at its multiples and at impacts
  std::optional<std::string> at;           ///< rows at these times, with commas between them
  std::optional<std::string> plot;         ///< file for a picture
  bool summary = false;                    ///< without the lists of impacts and contacts
  std::optional<std::string> out;          ///< file; default: standard output
  bool no_estimate = false;                ///< without the errors of the numbers, and the runs that they take
  std::string limit = default_limit;       ///< seconds for all runs
  std::optional<std::string> certificate;  ///< file for the answer's certificates in exact rationals
};
int solve(const solve_options& asked);

/// Codes from outside, and how their ladders are run.
struct external_options {
  std::vector<std::string> codes;               ///< NAME=COMMAND each (reports/study/external/code_run.hpp)
  std::vector<std::string> declares;            ///< "sup q=1, L1 v=1" of the only code, or "NAME: sup q=1, …"
  std::string velocity = "auto";                ///< how velocities go between rows
  std::optional<std::string> coarsest, finest;  ///< steps, in units of time; default: the final time / 50, / 10000
  int count = 40;
  std::string tolerances;  ///< "1e-3,1e-4,…": of adaptive codes, in place of steps
  int jobs = 1;            ///< runs at a time
  std::string cache;       ///< folder that keeps finished runs; empty: none
};

struct converge_options {
  std::string problem;
  std::vector<std::string> solvers;  ///< none: all that apply, or none where there are codes from outside
  std::vector<std::string> settings;
  std::optional<std::string> until;  ///< final time; default: the problem's for studies
  std::string format = "text";       ///< or json, csv
  bool quick = false;                ///< fewer and coarser steps
  std::string limit = default_limit;
  external_options external;
};
int converge(const converge_options& asked);

struct laws_options {
  std::string problem;
  std::vector<std::string> solvers;  ///< none: all that solve it, or none where there are codes from outside
  std::vector<std::string> settings;
  std::string format = "text";  ///< or json, csv
  bool quick = false;           ///< a smaller budget
  std::string limit = default_limit;
  std::vector<std::string> codes;  ///< NAME=COMMAND each
  std::string velocity = "auto";
};
/// Laws that need no reference; 1 where one is broken.
int laws(const laws_options& asked);

struct judge_options {
  std::string problem;
  std::vector<std::string> trajectories;  ///< files, at least one
  std::string velocity = "auto";          ///< or linear, left, right, mid, smooth: how v goes between rows
  std::vector<std::string> settings;
  std::string format = "text";
  std::string limit = default_limit;
};
int judge(const judge_options& asked);

struct fit_options {
  std::string file;
  std::optional<std::string> declared;  ///< an order
  std::string format = "text";          ///< or json
  std::optional<std::string> out;       ///< file; default: standard output
};
/// The order of a table of steps and errors; status 1 where `declared` lies outside its interval, 3 where there is
/// none.
int fit(const fit_options& asked);

struct export_options {
  std::string problem;  ///< empty: the whole catalogue
  bool all = false;
  std::string as;  ///< json, toml, python, c, octave; empty: json, or each of them for the whole catalogue
  std::vector<std::string> settings;
  int digits = 50;                 ///< of the numbers, as in solve_options
  std::optional<std::string> out;  ///< file; default: standard output. Of the whole catalogue: a folder
};
/// A question and what is known of its answer as JSON (docs/export.schema.json), as a problem file, or as source code
/// (reports/command/source_code.hpp); or the whole catalogue as a data set (reports/command/data_set.hpp).
int export_problem(const export_options& asked);

/// As many threads as the machine has processors, at least one.
inline int all_processors() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

struct sweep_options {
  std::string problem, solver;
  std::vector<std::string> vary;      ///< "e=0:1:11" or "e=0,1/2,1": every combination is a run
  std::optional<std::string> step;    ///< of every run; a scheme needs it
  std::optional<std::string> until;   ///< final time; default: the horizon
  int digits = 16;                    ///< as of solve_options
  std::vector<std::string> settings;  ///< key=value, values of parameters that do not vary
  int last_impacts = 0;               ///< rows are this many last impacts of each run; 0: a row a run, its end
  std::string limit = "60";           ///< of a run, in seconds
  std::string shard;                  ///< "i/n": part i of the runs; empty: all
  int jobs = all_processors();        ///< worker threads
  std::optional<std::string> out;     ///< a file, which resumes
};
/// Many runs over a grid of parameters, as rows of a csv file in constant memory; 1 where one did not complete.
int sweep(const sweep_options& asked);

struct verify_options {
  std::string filter;           ///< regular expression searched in the names of cells; empty: all
  int jobs = all_processors();  ///< worker threads
  bool quick = false;
  std::string cache;  ///< folder that keeps finished cells; empty: none
  std::string format = "text";
  bool list = false;  ///< print the names of the grid's cells in place of the records
  std::string shard;  ///< "i/n": run this part alone, and keep it in the folder `out`; empty: all
  std::string out;
};
int verify(const verify_options& asked);

struct merge_options {
  std::vector<std::string> parts;  ///< folders that --shard wrote
  std::string out;                 ///< folder of the report; empty: none, the records go to standard output
  std::string format = "text";
  int jobs = all_processors();  ///< worker threads, for the claims of the papers
};
/// The parts of a run as one: what `verify` would have printed, or `report` written, byte for byte.
int merge(const merge_options& asked);

struct compare_options {
  std::string before, after;  ///< a file of records, or the folder of a report
};
/// What changed from one run to the other; 1 where a verdict did.
int compare(const compare_options& asked);

struct prove_options {
  std::string problem;
  std::optional<std::string> until;  ///< final time; default: the horizon
  std::vector<std::string> settings;
  int digits = 50;                   ///< aimed at by the local errors
  std::string engine = "both";       ///< defect, lohner or both
  std::optional<std::string> limit;  ///< seconds of each engine, beside the operations that it is allowed
  bool json = false;
};
/// Theorems about the impacts of a problem; status 1 where one is undecided, or the engines contradict each other.
int prove(const prove_options& asked);

struct report_options {
  std::vector<std::string> problems;  ///< none: the whole catalogue, and the claims of the papers
  std::vector<std::string> solvers;   ///< of problems: none: all that apply
  external_options external;          ///< of problems; its `jobs` and `cache` are those below
  std::string limit = default_limit;  ///< of each run of a code
  std::string out = "reports/out";
  int jobs = all_processors();
  bool quick = false;
  std::string cache;  ///< folder that keeps finished cells; empty: ".cells" in `out`, so that a killed run resumes
  std::string shard;  ///< of the catalogue, "i/n": run this part alone, and keep it in `out` for `merge`; empty: all
};
int report(const report_options& asked);
/// Of the problems that it names.
int report_about(const report_options& asked);

/// Of the program.
std::string version();

}  // namespace unilateral::command
