#pragma once
/// How large is the error of a number that a solver printed? An estimate beside each, from other runs of the same
/// solver:
///
/// A solver without step (y in the scalar S, with rounding ε) runs once more in the next longer scalar, by another
/// order or other steps (`request::second_opinion`): y'. Their difference is the error of y, up to that of y', which
/// shares neither its roundings nor its steps:
///
///   (1)  error(y) ≲ 4 |y − y'| + ε |y|                                           16 → 50 digits, 50 → 100
///   (2)  error(y) ≲ 16 |y − y'| + 16 ε (largest number of the kind so far)       no longer scalar, or no time for it
///
/// ε |y| is twice what y and its printed decimal are rounded by. In (2) both runs round the same data alike, which no
/// difference shows; and where flights are polynomials, all that follows as well: so the second one has a restitution
/// less by 2 ε, and each impact differs.
///
/// What both runs round alike since their formulas do, the bounds of formula_rounding.hpp tell: where those count, a
/// third run on formulas moved by them is held against the answer as well, and a warning says so.
///
/// A time-stepping scheme of step h runs with h/2 and with 5h/7. An impact falls at a random place of its step, e(h) =
/// h X(ξ): two runs are near each other by chance once in a while, three seldom (the factor is by calibration,
/// tests/estimate_calibration.cpp; for a smooth error of order ½ it has to be 3.4, of order 1 it has to be 2):
///
///   (3)  error(y_h) ≲ 8 max(|y_h − y_{h/2}|, |y_h − y_{5h/7}|) + rounding of its steps
///
/// and what it tells of an impact is known no better than its instant, to three steps (one early or late, two for its
/// shock): t to 3 h, q to 3 h |v|, v to 3 h times the largest mean acceleration of a flight so far.
///
/// Steps show what a scheme tends to. Where it warns of its own answer (a shock that is not continuous in the data),
/// that need not be the right motion, and a second warning says so.
///
/// Which impact is which? A solver without step: in their order, the same constraints, and not further apart in time
/// than a fourth of the flights beside it, or after flights that differ by no more than that (towards an accumulation
/// they get shorter than the runs are apart). Before an accumulation each run tells as many as it resolves; those that
/// both tell are matched. Where the runs part, no later number is believed: ∞, and a warning says when. A scheme: the
/// nearest of the same constraints, within four of its steps; none: ∞.
///
/// Which contact is which? Of each constraint they are in their order. Those of a scheme are known to three steps.
///
/// Numbers of one impact are compared at each run's own impact: an impact that is late by δt has its own q and v there,
/// and v δt is in the difference. An answer that stopped before the end is compared as far as it goes; of a scheme it
/// has no estimate. A step that is too long (default_step.hpp) gets a warning, and ∞ for all numbers.

#include "problems/language/chain.hpp"
#include "reports/study/reference/natural_size.hpp"
#include "reports/study/reference/solver_list.hpp"
#include "reports/study/reference/time_limit.hpp"

#include <string>
#include <vector>

namespace unilateral::study {

/// Of the numbers of an impact, each in its own unit; ∞ where nothing is known.
struct impact_errors {
  double t = 0;
  std::vector<double> q{}, v_minus{}, v_plus{}, impulse{};
};
/// Of a state at an instant.
struct state_errors {
  double t = 0;
  std::vector<double> q{}, v{};
};

/// Of when a contact begins and ends.
struct contact_errors {
  double from = 0, to = 0;
};

/// Of an answer to a statement: one entry an impact, a contact and an accumulation of it.
struct answer_errors {
  std::vector<impact_errors> impacts{};
  std::vector<contact_errors> contacts{};
  std::vector<state_errors> accumulations{};
  state_errors end{};
};
/// Of an answer to a chain.
struct chain_errors {
  state_errors end{};                            ///< v: the velocities of the nodes in one column
  std::vector<double> velocities{}, tensions{};  ///< velocities: u_0x, u_0y, …
  double dissipation = 0;
};

template <class Errors>
struct estimate {
  Errors errors{};
  std::string none{};  ///< why there is no estimate; empty where there is
  std::vector<std::string> warnings{};
};

/// The estimate for `answer`, which `solver` gave to `question` as `asked`. A scheme must have been given its step. The
/// runs beside it end with the limit.
template <scalar S>
estimate<answer_errors> estimated(const statement& question, const listed_solver& solver, const request& asked,
                                  const solution<S>& answer, const time_limit& limit);
template <scalar S>
estimate<chain_errors> estimated(const chain_statement& question, const listed_solver& solver, const request& asked,
                                 const chain_solution<S>& answer, const time_limit& limit);

/// The same from runs at hand: (1) where W is longer than S, else (2); (3). A summary has no impacts: it is compared at
/// its accumulations and its end.
template <scalar S, scalar W>
estimate<answer_errors> from_second_run(const solution<S>& answer, const solution<W>& second);
/// `natural`: what numbers are rounded beside that are 0 in every run.
template <scalar S>
estimate<answer_errors> from_steps(const solution<S>& answer, const S& step, const std::vector<solution<S>>& others,
                                   const natural_size& natural);

/// ∞ for each number of the answer: nothing is known of them.
template <scalar S>
answer_errors unknown_errors_of(const solution<S>& answer);

/// Two digits, rounded upward: "3.1e-16"; "0", "inf".
std::string text_of_error(double error);

}  // namespace unilateral::study
