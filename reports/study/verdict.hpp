#pragma once
/// From a fit to a verdict on a declared order.
///
///   exact to rounding                                           holds: O(h^p) for any p, and the record says why no p is given
///   error stalls at a floor well above rounding                 fails: the scheme does not converge to the reference
///   declared order in the interval, which is narrower than
///     ± widest_half_width, slope without drift beyond it         holds
///   declared order in a wider interval, or with drift           can't tell
///   declared order outside, but the slope drifts towards it     can't tell: not yet asymptotic
///   declared order outside                                      fails, on either side: a faster scheme is declared wrongly too
///
/// The interval is the fit's own, as printed: its two significant digits (half-width rounded up) are the numbers that decide.
///
/// A 95 % interval misses a true order once in twenty. So an order_record that fails or can't tell on its first ladder is
/// measured once more, on an independent ladder (another seed), and only that second verdict counts; a true order then fails by
/// chance once in four hundred, a wrong one fails as before. The record says when this happened, with both intervals.

#include "reports/study/fit.hpp"

namespace unilateral::study {

/// Orders are multiples of ½. A closed interval shorter than ½ holds at most one of them, a longer one may hold two.
inline constexpr double widest_half_width = 0.25;

/// The interval as text: decimals are as many as show two significant digits of the half-width, and never fewer than three.
struct printed_interval {
  double order = 0, half_width = 0;
  int decimals = 3;
};
printed_interval as_printed(const fitted_order& fit);
std::string text_of(const printed_interval& shown);  // "1.003 ± 0.012"

struct ruling {
  verdict outcome;
  std::string reason;
};

/// `two_sided` = false: the error may fall faster than declared (for residuals, of which O(h^p) is all that is asked).
ruling rule(const order_fit& fit, std::optional<double> declared, bool two_sided = true);

/// For a residual, which is only bounded by h^p and may scatter below that bound (an impact falls at a random place in its step): r = O(h^p) says that
/// r/h^p is bounded. Holds when its maximum over the finer half of the steps (geometric) is at most twice that over the coarser half;
/// a residual that falls by half an order less fails on any window that spans a factor of 16 or more.
ruling rule_of_bound(const std::vector<ladder_point>& points, double declared);

}  // namespace unilateral::study
