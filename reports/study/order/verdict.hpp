#pragma once
/// From a fit to a verdict on a declared order.
///
///   a step, an error or the fit is no finite number             fails, also where nothing is declared: no number, no
///                                                               verdict
///   exact to rounding                                           holds: O(h^p) for any p, and the record says why no p
///                                                               is given
///   error stalls at a floor well above rounding                 fails: the scheme does not converge to the reference
///   declared order in the interval, which is narrower than
///     ± widest_half_width, slope without drift beyond it         holds
///   declared order in a wider interval, or with drift           can't tell
///   declared order outside, but the slope drifts towards it     can't tell: not yet asymptotic
///   declared order outside                                      fails, on either side: a faster scheme is declared
///                                                               wrongly too
///
/// The interval is the fit's own, as printed: its two significant digits (half-width rounded up) are the numbers that
/// decide.
///
/// A 95 % interval misses a true order once in twenty, and a catalogue has a hundred and more. So an order that fails
/// or can't tell on its first ladder is measured once more, on an independent ladder (another seed), and only that
/// second verdict counts. A true order then fails by chance once in 400. A wrong one, ½ off, holds only if an interval
/// shorter than ½ reaches over to it: at half-width w the estimate has to be off by ½ − w, 1.96 (½ − w)/w standard
/// errors: below 1e-60 at w = 0.05, and 1/40 at the widest, for each of two ladders. The record says when this
/// happened, with both intervals.
///
/// Who fails still is measured beyond the finest of these steps, on a third ladder, the last (orders.hpp). What it says
/// counts alone, so once in 400 has to be its own: where two ladders failed for what they have in common, steps that
/// are too long, they make a third that fails by chance no rarer. It fails an order that is outside the interval of
/// that level, 1.55 times as wide with many steps; outside that of 95 % only, it can't tell. By chance alone, were the
/// three independent, a true order fails once in 160 000. Nor can it tell where no multiple of ½ is nearer than the
/// declared one, and was not on the longer steps: these orders are on their way, and are those of steps too long still;
/// nor where a low order was found, and no error is left on finer steps to have one.

#include "reports/study/order/fit.hpp"

namespace unilateral::study {

/// Orders are multiples of ½. A closed interval shorter than ½ holds at most one of them, a longer one may hold two.
inline constexpr double widest_half_width = 0.25;

/// A value and its uncertainty as text, the one way in which they are printed anywhere: decimals are as many as show
/// two significant digits of the half-width, and never fewer than three; the half-width is rounded up.
struct printed_interval {
  double order = 0, half_width = 0;
  int decimals = 3;
};
printed_interval as_printed(double value, double half_width);
printed_interval as_printed(const fitted_order& fit);
std::string with_uncertainty(double value, double half_width);  // "1.043 ± 0.013"
std::string text_of(const printed_interval& shown);             // "1.003 ± 0.012"

struct ruling {
  verdict outcome;
  std::string reason;
};

/// x ≤ bound, both finite: what is no number is within no bound, and nothing is within a bound that is none.
bool within(double x, double bound);

/// `two_sided` = false: the error may fall faster than declared (for residuals, of which O(h^p) is all that is asked).
ruling rule(const order_fit& fit, std::optional<double> declared, bool two_sided = true);

/// The chance that a true order fails.
inline constexpr double chance_of_false_failure = 1.0 / 400;

/// `found` as the verdict of the last ladder, whose samples and fit these are.
ruling of_the_last_ladder(const ruling& found, const order_fit& fit, const std::vector<error_sample>& samples,
                          expansion of, std::optional<double> declared);

/// `found` on a finer ladder, where that before gave another order.
ruling beside_longer_steps(const ruling& found, const fitted_order& before, const fitted_order& now,
                           std::optional<double> declared);

/// `found` by the fit `before`, where no error on a finer ladder rises above rounding, or above what the distance
/// itself is known to. An order that is too low would have left errors there, and they are not: what was fitted is no
/// order. One that is too high is as it was.
ruling without_errors_beyond(const ruling& found, const fitted_order& before, std::optional<double> declared);

/// For a residual that scatters too much for a slope (an impact falls at a random place ξ of its step): r = h^p X(ξ)
/// with X bounded, and what is asked is that r/h^p stays bounded. Holds when its maximum over the finer half of the
/// steps (geometric) is at most twice that over the coarser half. Where that comes from: on a window that spans a
/// factor W, the coarsest steps of the two halves are √W apart, and a residual half an order slower grows by W^¼ from
/// one to the other, 2 for the least window admitted, W = 16. A residual that is O(h^p) fails by chance only if all m
/// points of the coarser half have X below half its bound, with probability P(X < ½ sup X)^m.
ruling rule_of_bound(const std::vector<ladder_point>& points, double declared);

}  // namespace unilateral::study
