#pragma once
/// The orders of a code from outside: a ladder of its runs, each a process, against the reference; by the fit, the
/// verdicts, the second and the third ladder that our own solvers get. The third, of an order that fails on two, goes
/// on from the finest step to an eighth of it, and is fitted together with those runs of the two before it whose steps
/// are at most eight times the finest. Where runs of it fail, as by their limit, so that few are left or none is
/// finer than a quarter of the finest step before, it was not had, and an order that fails on two ladders can't be
/// told. Tolerances are one ladder, which is the last (order/verdict.hpp): an order fails outside the interval of that
/// level.

#include "reports/study/external/code_run.hpp"
#include "reports/study/external/reading.hpp"
#include "reports/study/order/ladder.hpp"
#include "reports/study/record/record.hpp"
#include "reports/study/reference/instance.hpp"
#include "reports/study/reference/reference_path.hpp"
#include "reports/study/run/options.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace unilateral::study {

/// Declared orders by the name of their distance.
using declared_orders = std::map<std::string, double>;

/// "sup q=1, L1 v=1/2". Throws input_error: no such distance, no number.
declared_orders declared_orders_of(const std::string& text);

struct code_ladder {
  std::optional<rational> coarsest{}, finest{};  ///< in units of time; none: the final time / 50, / 10000
  int count = 40;
  std::vector<std::string> tolerances{};  ///< not empty: of an adaptive code, in place of steps
  double limit = 600;                     ///< seconds of each run
  int jobs = 1;
  std::string cache{};                        ///< folder that keeps the trajectories of finished runs; empty: none
  std::optional<velocity_reading> reading{};  ///< none: what the file says or shows
};

/// The fractions of the final time that a ladder of a code spans. Throws input_error where it is none.
grid grid_of_code(const code_ladder& ladder, double end);

/// The half-width that a fit of these steps has where log error scatters as it mostly does on problems with impacts, by
/// 0.5: what to expect before the runs are made.
double expected_half_width(const std::vector<double>& steps);

/// A record a distance: of a system all seven, of a chain that evolves those that need no impulses, of one instant of a
/// chain (which takes tolerances; against: chain_instant.hpp) "velocities" and "tensions". question: a file, the
/// question as JSON. say: a line for the user.
template <class Question>
results orders_of_code(const instance_of<Question>& of, const external_code& code, const declared_orders& declared,
                       const std::filesystem::path& question, const reference_motion<double>& against,
                       const code_ladder& ladder, const std::function<void(const std::string&)>& say,
                       const progress_report& progress);

/// The same records without a verdict.
template <class Question>
results orders_of_code_in_doubt(const instance_of<Question>& of, const external_code& code,
                                const declared_orders& declared, const std::string& why);

}  // namespace unilateral::study
