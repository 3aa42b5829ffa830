#pragma once
/// From a fit to a verdict on a declared order.
///
///   exact to rounding                                           holds: O(h^p) for any p, and the record says why no p is given
///   error stalls at a floor well above rounding                 fails: the scheme does not converge to the reference
///   declared order in the interval, which is no wider than
///     ± widest_half_width, slope without significant drift      holds
///   declared order in a wider interval, or with drift           can't tell
///   declared order outside, but the slope drifts towards it     can't tell: not yet asymptotic
///   declared order outside                                      fails, on either side: a faster scheme is declared wrongly too
///
/// The interval is the fit's own; it is never widened to make a verdict hold.

#include "reports/study/fit.hpp"

namespace unilateral::study {

/// A wider interval doesn't tell neighbouring orders (½, 1, 3/2, …) apart with any comfort.
inline constexpr double widest_half_width = 0.2;

struct ruling {
  verdict outcome;
  std::string reason;
};

/// `two_sided` = false: the error may fall faster than declared (for residuals, of which O(h^p) is all that is asked).
ruling rule(const order_fit& fit, std::optional<double> declared, bool two_sided = true);

}  // namespace unilateral::study
