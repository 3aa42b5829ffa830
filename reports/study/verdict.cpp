#include "reports/study/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace unilateral::study {

std::string name_of(verdict v) {
  switch (v) {
    case verdict::holds: return "holds";
    case verdict::fails: return "FAILS";
    case verdict::cannot_tell: return "can't tell";
    default: return "measured";
  }
}

ruling rule(const order_fit& fit, std::optional<double> declared, bool two_sided) {
  if (fit.outcome == fit_outcome::exact_to_rounding) return {declared ? verdict::holds : verdict::measured, "exact to rounding: no error rises above it, and no order can be fitted"};
  if (fit.outcome == fit_outcome::too_few)
    return {declared ? verdict::cannot_tell : verdict::measured, fmt::format("window too short: fewer than {} points rise above rounding", least_points)};

  const fitted_order& p = *fit.order;
  const std::string interval = fmt::format("{:.3f} ± {:.3f}", p.order, p.half_width);
  if (!declared) return {verdict::measured, "no order declared in this distance"};
  if (p.floor > 0) return {verdict::fails, fmt::format("error stalls at {:.2g}: no convergence to the reference", p.floor)};

  const double off = p.order - *declared;
  const bool inside = std::abs(off) <= std::max(p.half_width, model_resolution), drifts = std::abs(p.drift) > p.drift_half_width;
  if (!two_sided && off > 0) return {verdict::holds, fmt::format("falls at least as fast as declared: {}", interval)};
  if (inside && p.half_width > widest_half_width) return {verdict::cannot_tell, fmt::format("interval too wide: {}, more than ± {}", interval, widest_half_width)};
  if (inside && drifts) return {verdict::cannot_tell, fmt::format("slope drifts by {:.3f} ± {:.3f} within the window", p.drift, p.drift_half_width)};
  if (inside) return {verdict::holds, fmt::format("{} in {}", *declared, interval)};
  // With drift d between the halves, the slope at the fine end of the window is about p + d.
  const double fine_end = off + p.drift;
  if (drifts && (off > 0) != (p.drift > 0) && std::abs(fine_end) <= p.drift_half_width + p.half_width)
    return {verdict::cannot_tell, fmt::format("not yet asymptotic: {}, drifting towards {} by {:.3f} ± {:.3f}", interval, *declared, p.drift, p.drift_half_width)};
  return {verdict::fails, fmt::format("{} not in {}", *declared, interval)};
}

}  // namespace unilateral::study
