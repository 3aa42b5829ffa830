#include "reports/study/order/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace unilateral::study {

printed_interval as_printed(double value, double half_width) {
  printed_interval shown;
  if (half_width > 0 && std::isfinite(half_width))
    shown.decimals = std::clamp(1 - static_cast<int>(std::floor(std::log10(half_width))), 3, 12);
  const double unit = std::pow(10.0, -shown.decimals);
  shown.order = std::round(value / unit) * unit;
  shown.half_width = std::ceil(half_width / unit) * unit;
  return shown;
}

printed_interval as_printed(const fitted_order& fit) { return as_printed(fit.order, fit.half_width); }

std::string with_uncertainty(double value, double half_width) { return text_of(as_printed(value, half_width)); }

std::string text_of(const printed_interval& shown) {
  return fmt::format("{:.{}f} ± {:.{}f}", shown.order, shown.decimals, shown.half_width, shown.decimals);
}

namespace {

/// Decimals are not exact in binary.
double slack_of(const printed_interval& shown) { return 1e-6 * std::pow(10.0, -shown.decimals); }

}  // namespace

bool within(double x, double bound) { return std::isfinite(x) && std::isfinite(bound) && x <= bound; }

ruling rule(const order_fit& fit, std::optional<double> declared, bool two_sided) {
  if (fit.outcome == fit_outcome::not_finite) return {verdict::fails, fit.fault};
  if (declared && !std::isfinite(*declared)) return {verdict::fails, "the declared order is no finite number"};
  if (fit.outcome == fit_outcome::exact_to_rounding)
    return {declared ? verdict::holds : verdict::measured,
            name_of(fit.outcome) + ": no error rises above it, and no order can be fitted"};
  if (fit.outcome == fit_outcome::too_few)
    return {declared ? verdict::cannot_tell : verdict::measured,
            fmt::format("window too short: fewer than {} points rise above rounding", least_points)};

  if (!fit.order || !all_finite(*fit.order)) return {verdict::fails, "the fit is no finite number"};
  const fitted_order& p = *fit.order;
  const printed_interval shown = as_printed(p);
  const std::string interval = text_of(shown);
  if (!declared) return {verdict::measured, "no order declared in this distance"};
  if (p.floor > 0)
    return {verdict::fails, fmt::format("error stalls at {:.2g}: no convergence to the reference", p.floor)};

  const double off = shown.order - *declared, slack = slack_of(shown);
  const bool drifts = std::abs(p.drift) > std::max(p.drift_half_width, shown.half_width);
  const bool wide = shown.half_width >= widest_half_width;
  if (!two_sided && off + shown.half_width + slack >= 0 && off - shown.half_width > -2 * widest_half_width)
    return {verdict::holds, fmt::format("falls at least as fast as declared: {}", interval)};
  if (std::abs(off) <= shown.half_width + slack) {
    if (wide)
      return {verdict::cannot_tell, fmt::format("interval too wide: {} holds more than one multiple of 1/2; these "
                                                "steps do not tell h^p from the next term",
                                                interval)};
    if (drifts)
      return {verdict::cannot_tell, fmt::format("slope drifts by {} within the window, after the next terms",
                                                with_uncertainty(p.drift, p.drift_half_width))};
    return {verdict::holds, fmt::format("{} in {}", *declared, interval)};
  }
  // With drift d between the halves, the slope at the fine end of the window is about p + d.
  const double fine_end = off + p.drift;
  if (drifts && (off > 0) != (p.drift > 0) && std::abs(fine_end) <= p.drift_half_width + shown.half_width)
    return {verdict::cannot_tell, fmt::format("not yet asymptotic: {}, drifting towards {} by {}", interval, *declared,
                                              with_uncertainty(p.drift, p.drift_half_width))};
  return {verdict::fails, fmt::format("{} not in {}", *declared, interval)};
}

ruling of_the_last_ladder(const ruling& found, const order_fit& fit, const std::vector<error_sample>& samples,
                          expansion of, std::optional<double> declared) {
  if (found.outcome != verdict::fails || !declared || !fit.order || fit.order->floor > 0) return found;
  const order_fit wider = fit_order(samples, of, chance_of_false_failure);
  if (!wider.order || wider.order->floor > 0) return found;
  const printed_interval shown = as_printed(*wider.order);
  if (!within(std::abs(shown.order - *declared), shown.half_width + slack_of(shown))) return found;
  return {verdict::cannot_tell, fmt::format("{}, but in {}, which misses a true order once in {:g}", found.reason,
                                            text_of(shown), 1 / chance_of_false_failure)};
}

ruling beside_longer_steps(const ruling& found, const fitted_order& before, const fitted_order& now,
                           std::optional<double> declared) {
  if (found.outcome != verdict::fails || !declared || now.floor > 0) return found;
  const printed_interval long_steps = as_printed(before), short_steps = as_printed(now);
  const double was_off = std::abs(long_steps.order - *declared), is_off = std::abs(short_steps.order - *declared);
  if (!within(is_off + short_steps.half_width, widest_half_width) ||
      !(was_off - long_steps.half_width > widest_half_width))
    return found;
  return {verdict::cannot_tell, fmt::format("not yet asymptotic: {}, after {} with longer steps, on its way to {}",
                                            text_of(short_steps), text_of(long_steps), *declared)};
}

ruling without_errors_beyond(const ruling& found, const fitted_order& before, std::optional<double> declared) {
  if (found.outcome != verdict::fails || !declared || before.floor > 0 || !(before.order < *declared)) return found;
  return {verdict::cannot_tell,
          found.reason + "; on finer steps no error rises above rounding, or what the distance itself is known to"};
}

ruling rule_of_bound(const std::vector<ladder_point>& points, double declared) {
  const auto finite = [](const ladder_point& p) { return std::isfinite(p.step) && std::isfinite(p.error); };
  if (const auto numbers = std::count_if(points.begin(), points.end(), finite);
      numbers < static_cast<std::ptrdiff_t>(points.size()))
    return {verdict::fails, fmt::format("{} of {} residuals or steps are not finite numbers",
                                        static_cast<std::ptrdiff_t>(points.size()) - numbers, points.size())};
  double finest = 0, coarsest = 0, fine = 0, coarse = 0;
  for (const ladder_point& p : points) {
    finest = finest == 0 ? p.step : std::min(finest, p.step);
    coarsest = std::max(coarsest, p.step);
  }
  for (const ladder_point& p : points) {
    double& most = p.step * p.step < finest * coarsest ? fine : coarse;
    most = std::max(most, p.error / std::pow(p.step, declared));
  }
  constexpr double window = 16, bound = 2;
  if (points.size() < 2 * static_cast<std::size_t>(least_points) || coarsest < window * finest)
    return {verdict::cannot_tell, fmt::format("{} steps over a factor of {:.1f}: too few to bound residual/h^{}",
                                              points.size(), finest > 0 ? coarsest / finest : 0, declared)};
  const std::string found =
      fmt::format("residual/h^{} at most {:.3g} over the finer half of the steps, {:.3g} over the coarser half",
                  declared, fine, coarse);
  return {within(fine, bound * coarse) ? verdict::holds : verdict::fails, found};
}

}  // namespace unilateral::study
