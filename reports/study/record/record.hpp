#pragma once
/// One record per cell of a study: facts, typed. Every figure, table, tally and verdict is a view of these; text is
/// made from them and never read back. They are written to results.jsonl one a line (results_file.hpp), and read back
/// by a resumed run.
///
/// What is particular to a kind of cell stands in a variant. A study chooses the kind that its cells are; it needs no
/// kind of its own.

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace unilateral::study {

enum class verdict {
  holds,              ///< as declared
  fails,              ///< not as declared: `verify` exits 1
  cannot_tell,        ///< something was declared but the study can't decide it, with the reason why: `verify` exits 1
  measured,           ///< nothing was declared: a measurement, which no exit status depends on
  reference_in_doubt  ///< two engines part, and nothing tells which is right: nothing was measured, there is no verdict
                      ///< (trusted_run.hpp); exit status 3
};
std::string name_of(verdict v);  // "holds", "FAILS", "can't tell", "measured", "reference in doubt"

/// What a cell is about. Names are compared, never split.
struct subject {
  std::string study{};        ///< the family (families/): the first part of the cell's name
  std::string problem{};      ///< of the catalogue or a file; empty for a claim
  std::string restitution{};  ///< e, a decimal, of a study that varies it; empty: the problem's own
  std::string where{};        ///< "before", "past" an accumulation; "near", "away" from impacts; "aligned"; "rounding";
                              ///< empty: up to the study's final time
  std::string solver{};       ///< who is measured: a solver, another code's file, "theorem"; empty for a claim
  std::string other{};        ///< the second, where two are compared
  std::string quantity{};     ///< "sup q", "penetration", "impacts[0].t", "times"; of a claim its id

  bool operator==(const subject&) const = default;
};

/// What became of a ladder of steps.
enum class fit_outcome {
  no_ladder,  ///< none was run
  fitted,
  exact_to_rounding,  ///< no point rises above rounding: there is no order to see
  too_few,            ///< fewer points than carry an interval (fit.hpp) do, or were given
  not_finite,  ///< a step, an error or its rounding is no finite number, or the fit itself is none: nothing is fitted
               ///< to the others
  stopped      ///< a run did not reach the end: nothing is fitted to the others
};
std::string name_of(fit_outcome outcome);  // "no ladder", "fitted", "exact to rounding", …

/// Fit of error = C h^p · (1 + next terms), or C h^p + floor, over a window of steps (fit.hpp).
struct fitted_order {
  double order = 0;                        ///< p, signed
  double half_width = 0;                   ///< 95 % interval: p ± half_width
  double constant = 0;                     ///< C, in units of the error / time^p
  double floor = 0;                        ///< 0 where none was fitted
  double correction = 0;                   ///< what the next terms add to log(error) at the coarsest step of the window
  bool of_the_square = false;              ///< the square of the error is the series, fit.hpp (1)
  double window_low = 0, window_high = 0;  ///< steps used
  double drift = 0;                        ///< slope over the finer half of the window minus that over the coarser half
  double drift_half_width = 0;
};

/// How v of another code's file goes between two rows (reports/study/external/trajectory_file.hpp).
enum class velocity_reading { linear, left, right, mid, smooth };
inline constexpr velocity_reading all_velocity_readings[] = {velocity_reading::linear, velocity_reading::left,
                                                             velocity_reading::right, velocity_reading::mid,
                                                             velocity_reading::smooth};
std::string name_of(velocity_reading how);  // "linear", …

/// Who chose it: who asked, a comment of the file, its positions; or nobody, and then it is linear.
enum class reading_origin { option, file, positions, nobody };
std::string name_of(reading_origin from);  // "option", "file", "positions", "nobody"

/// How a file was read for a number, and what that does to it.
struct reading_facts {
  velocity_reading velocity = velocity_reading::linear;
  reading_origin from = reading_origin::nobody;
  std::optional<double> limit{};     ///< the order of the reading itself between rows, in this distance: no order that
                                     ///< is measured by it can be higher; none where only rows are compared
  std::optional<double> left_out{};  ///< of velocities at rows: the fraction of the rows that lie too near an impact
};

struct ladder_point {
  double step, error;
  bool in_window;
};

/// A run of a ladder that a code from outside was asked for (external/code_run.hpp).
struct code_run {
  double amount;          ///< the step, or the tolerance
  double seconds = 0;     ///< of processor
  std::string failure{};  ///< why it is no point of the ladder; empty where it is one
  bool operator==(const code_run&) const = default;
};
struct code_facts {
  std::string command{};  ///< with its placeholders
  std::string amount{};   ///< what the ladder is of: "step" or "tolerance"
  std::vector<code_run> runs{};
};

/// Order of one solver on one problem in one distance: the subject's quantity.
struct order_facts {
  std::string until{};                     ///< final time, exact
  std::string reference{};                 ///< where the reference comes from
  std::optional<double> declared{};        ///< none: measured only
  int stopped_runs = 0;                    ///< of the ladder, which did not reach the end
  std::optional<reading_facts> reading{};  ///< of another code's files
  std::optional<code_facts> code{};        ///< of a code from outside
};

/// One computed number against a known one.
enum class value_kind {
  number,
  distance,
  residual,
  cost
};  ///< of an answer; of a file's motion from the reference; of it in the statement itself; stated by the file
std::string name_of(value_kind kind);
struct value_facts {
  value_kind kind = value_kind::number;
  std::string computed{}, expected{};  ///< all their digits
  double error = 0, tolerance = 0;
  std::string tolerance_from{};  ///< how the tolerance was derived
  std::string reference{};
  std::optional<reading_facts> reading{};  ///< of another code's file, where the number depends on it
};

/// A residual of a solver's trajectory in the statement itself, by the judge; with a ladder where the solver has a
/// step, else one point with step 0 for each scalar.
struct residual_facts {
  std::optional<double> declared{};  ///< the order it must fall with, or faster
};

/// Two solvers on one problem in one distance.
struct agreement_facts {
  double difference = 0,
         bound = 0;  ///< bound: sum of the two error bounds; of reference engines (engines.hpp) both relative
  std::optional<int> agreed{};  ///< of reference engines: decimal digits to which they agree
  bool left_out = false;        ///< not compared in the quick grid, for it would take too long there
  /// The smaller of the two motions: how far rest is from it. Bounds as large as that are broken by nothing, and then
  /// nothing is said to hold. Of reference engines, whose differences are relative, none.
  std::optional<double> size{};
};

/// One scheme at one step in double and at 50 digits.
struct rounding_facts {
  double step = 0;
  double error = 0;  ///< of the run at 50 digits: the method's
  double error_in_double = 0;
  double rounding = 0;  ///< distance of the two runs
  double bound = 0;     ///< on `rounding`
  std::string reference{};
};

/// A law that needs no reference (problems/judge/laws.hpp), on one solver's answers in double and at 50 digits.
struct law_facts {
  std::string until{};        ///< final time, exact; of a chain's instant empty
  std::string left_out{};     ///< why it was not tried, in either scalar; empty: it was in one or both
  double share = 0;           ///< defect over bound, the larger of both scalars; 0 where left out
  bool in_the_limit = false;  ///< a scheme: the defect falls with the step
};

/// How a claim of a paper was settled (reports/claims/claim.hpp).
enum class settlement { confirmed, proved, corrected, open, contradicted, proved_in_a_case };
inline constexpr settlement all_settlements[] = {
    settlement::confirmed, settlement::proved, settlement::proved_in_a_case,
    settlement::corrected, settlement::open,   settlement::contradicted};
std::string name_of(settlement s);  // "confirmed", "proved in a case", …, "CONTRADICTED"

/// What a run found out about a claim.
struct evidence {
  enum class kind { fact, counter_example, note } is = kind::note;
  bool holds = true;
  std::string text{};
};
std::string name_of(evidence::kind kind);
/// With words before it for a counter-example and for what does not hold.
std::string text_of(const evidence& e);

/// A claim of a paper. It holds when it is settled as the register expects.
struct claim_facts {
  std::string paper{}, place{}, statement{};  ///< paper: key in docs/bibliography.bib
  std::string corrected{};  ///< the statement that holds instead of a printed one; empty where that holds
  settlement settled = settlement::open, expected = settlement::open;
  std::optional<int> agreed{};  ///< decimal digits to which computed numbers agreed
  std::vector<evidence> found{};
  std::vector<std::string> theorems{}, see{};
};

/// "… Corrected: …" where a statement is not right as printed.
std::string full_statement(const claim_facts& claim);

struct record {
  std::string cell{};  ///< "orders/ball_rational/sweeping/sup q": what `verify --filter` matches
  subject about{};
  int digits = 16;  ///< of the scalar
  verdict outcome = verdict::cannot_tell;
  std::string reason{};
  fit_outcome fitting = fit_outcome::no_ladder;
  std::vector<ladder_point> ladder{};
  std::optional<fitted_order> fit{};
  std::string command{};    ///< regenerates the cell
  std::string known_gap{};  ///< of an expected failure: why it is known not to hold (family::gaps); else empty
  std::variant<order_facts, value_facts, residual_facts, agreement_facts, rounding_facts, law_facts, claim_facts>
      facts{};

  template <class Facts>
  bool is() const {
    return std::holds_alternative<Facts>(facts);
  }
  template <class Facts>
  const Facts& as() const {
    return std::get<Facts>(facts);
  }
  template <class Facts>
  Facts& as() {
    return std::get<Facts>(facts);
  }
};

using results = std::vector<record>;

/// The declared order, of what has one.
std::optional<double> declared_order_of(const record& r);

/// The point of the finest step; null where no ladder was run.
const ladder_point* finest_of(const record& r);

/// The cell of a record when its reference is in doubt.
record without_verdict(record cell, const std::string& why);

/// A command that makes this cell anew.
std::string command_that_verifies(const std::string& cell);

}  // namespace unilateral::study
