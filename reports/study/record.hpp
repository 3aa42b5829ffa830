#pragma once
/// One tidy record per cell of a study. Everything the report prints, every figure and every verdict of `verify`, is a
/// view of these; they are written to results.jsonl one a line, and read back by a resumed run.

#include "problems/language/solver.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unilateral::study {

enum class verdict {
  holds,        ///< as declared
  fails,        ///< not as declared: `verify` exits 1
  cannot_tell,  ///< something was declared but the study can't decide it, with the reason why: `verify` exits 1
  measured,     ///< nothing was declared: a measurement, which no exit status depends on
  reference_in_doubt  ///< two engines part, and nothing tells which is right: nothing was measured, there is no verdict (trusted_run.hpp); exit status 3
};
std::string name_of(verdict v);  // "holds", "FAILS", "can't tell", "measured", "reference in doubt"

/// Fit of error = C h^p · (1 + next terms), or C h^p + floor, over a window of steps (fit.hpp).
struct fitted_order {
  double order = 0;        ///< p, signed
  double half_width = 0;   ///< 95 % interval: p ± half_width
  double constant = 0;     ///< C, in units of the error / time^p
  double floor = 0;        ///< 0 where none was fitted
  double correction = 0;   ///< what the next terms add to log(error) at the coarsest step of the window
  bool of_the_square = false;  ///< the square of the error is the series, fit.hpp (1)
  double window_low = 0, window_high = 0;  ///< steps used
  double drift = 0;        ///< slope over the finer half of the window minus that over the coarser half
  double drift_half_width = 0;
};

struct ladder_point {
  double step, error;
  bool in_window;
};

/// Order of one solver on one problem in one distance.
struct order_record {
  std::string cell{};                      ///< "orders/ball_rational/sweeping/sup q": what `verify --filter` matches
  std::string problem{}, solver{}, distance{};  ///< distance: name_of(distance_kind)
  int digits = 16;
  std::string until{};                     ///< final time, exact
  std::string reference{};                  ///< where the reference comes from
  std::vector<ladder_point> ladder{};
  std::optional<fitted_order> fit{};
  std::optional<double> declared{};
  verdict outcome = verdict::cannot_tell;
  std::string reason{};
  std::string command{};                   ///< regenerates the cell
  std::string known_gap{};                 ///< of an expected failure: why it is known not to hold (known_gaps.hpp); else empty
};

/// One computed number against a known one.
struct value_record {
  std::string cell{};                      ///< "values/ball_rational/event_driven/50/accumulations[0].t"
  std::string problem{}, solver{}, quantity{};
  int digits = 16;
  std::string computed{}, expected{};
  double error = 0, tolerance = 0;
  std::string tolerance_from{};            ///< how the tolerance was derived
  std::string reference{};
  verdict outcome = verdict::cannot_tell;
  std::string reason{}, command{};
  std::string known_gap{};                 ///< of an expected failure: why it is known not to hold (known_gaps.hpp); else empty
};

/// A residual of a solver's trajectory in the statement itself, by the judge; with a ladder where the solver has a step.
struct residual_record {
  std::string cell{};                      ///< "residuals/ball_rational/sweeping/penetration"
  std::string problem{}, solver{}, residual{};  ///< "penetration", "momentum balance", "impact law", "complementarity"
  std::vector<ladder_point> ladder{};       ///< one point with step 0 for a solver without step
  std::optional<fitted_order> fit{};
  verdict outcome = verdict::cannot_tell;
  std::string reason{}, command{};
  std::string known_gap{};                 ///< of an expected failure: why it is known not to hold (known_gaps.hpp); else empty
};

/// Two solvers on one problem in one distance.
struct cross_record {
  std::string cell{};                      ///< "crosses/ball_rational/moreau_time_stepping+sweeping/sup q"
  std::string problem{}, first{}, second{}, distance{};
  double difference = 0, bound = 0;       ///< bound: sum of the two error bounds; of reference engines (engines.hpp) both relative
  std::optional<int> digits{};             ///< of reference engines: decimal digits to which they agree
  verdict outcome = verdict::cannot_tell;
  std::string reason{}, command{};
  std::string known_gap{};                 ///< of an expected failure: why it is known not to hold (known_gaps.hpp); else empty
};

/// A claim of a paper, settled (reports/claims). It holds when its verdict is the one the register expects.
struct claim_record {
  std::string cell{};                      ///< "claims/S04.stop"
  std::string id{}, paper{}, place{}, statement{};  ///< paper: key in docs/bibliography.bib
  std::string settled{}, expected{};       ///< "confirmed", "proved", "corrected", "open", "CONTRADICTED"
  std::optional<int> digits{};             ///< to which computed numbers agreed
  std::vector<std::string> evidence{}, theorems{}, see{};
  verdict outcome = verdict::cannot_tell;
  std::string reason{}, command{};
  std::string known_gap{};
};

struct results {
  std::vector<order_record> orders{};
  std::vector<value_record> values{};
  std::vector<residual_record> residuals{};
  std::vector<cross_record> crosses{};
  std::vector<claim_record> claims{};
};

}  // namespace unilateral::study
