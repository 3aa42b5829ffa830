#include "reports/study/external/order_of_files.hpp"

#include "reports/study/external/reading.hpp"
#include "reports/study/order/verdict.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>

namespace unilateral::study {
namespace {

/// Steps that differ by less are one.
constexpr double same_step_of_files = 1e-6;
/// As fit.hpp, (a), and ladder.hpp: a bound is a bias of one sign.
constexpr double above_rounding = 10, bounds_beside_rounding = 5;

struct line {
  double level, slope, variance_of_slope;
};

/// log e = level + slope log h by least squares; of two points without a variance.
line through(const std::vector<ladder_point>& points) {
  const auto n = static_cast<double>(points.size());
  double x_mean = 0, y_mean = 0;
  for (const ladder_point& p : points) x_mean += std::log(p.step) / n, y_mean += std::log(p.error) / n;
  double xx = 0, xy = 0, rest = 0;
  for (const ladder_point& p : points) {
    const double x = std::log(p.step) - x_mean;
    xx += x * x;
    xy += x * (std::log(p.error) - y_mean);
  }
  const double slope = xy / xx;
  for (const ladder_point& p : points)
    rest += std::pow(std::log(p.error) - y_mean - slope * (std::log(p.step) - x_mean), 2);
  return {y_mean - slope * x_mean, slope, n > 2 ? rest / (n - 2) / xx : 0};
}

std::size_t different_steps(std::vector<double> steps) {
  std::sort(steps.begin(), steps.end());
  std::size_t count = 0;
  for (std::size_t k = 0; k < steps.size(); ++k)
    if (steps[k] > 0 && (k == 0 || steps[k] > steps[k - 1] * (1 + same_step_of_files))) ++count;
  return count;
}

const record* record_of(const judged_file& file, const std::string& quantity) {
  for (const record& r : file.found)
    if (r.about.quantity == quantity) return &r;
  return nullptr;
}

/// The errors of one quantity, coarsest step first; empty where a file has no number for it.
std::vector<error_sample> samples_of(const std::vector<judged_file>& files, const std::string& quantity) {
  std::vector<error_sample> samples;
  for (const judged_file& file : files) {
    const record* const r = record_of(file, quantity);
    if (r == nullptr || r->outcome != verdict::measured) return {};
    const auto bound = file.bounds.find(quantity);
    const double bias = bound == file.bounds.end() ? 0 : bounds_beside_rounding * bound->second;
    samples.push_back({file.step, r->as<value_facts>().error, file.rounding + bias});
  }
  std::sort(samples.begin(), samples.end(), [](const auto& x, const auto& y) { return x.step > y.step; });
  return samples;
}

}  // namespace

order_fit fit_few(const std::vector<error_sample>& samples) {
  order_fit result{.outcome = fit_outcome::fitted, .order = {}, .points = {}, .fault = {}};
  std::vector<ladder_point> window;
  for (const error_sample& s : samples) {
    const bool above = s.error > above_rounding * s.rounding && s.error > 0;
    result.points.push_back({s.step, s.error, above});
    if (above) window.push_back(result.points.back());
  }
  std::vector<double> steps;
  for (const ladder_point& p : window) steps.push_back(p.step);
  if (different_steps(steps) < 3) {
    result.outcome = window.empty() ? fit_outcome::exact_to_rounding : fit_outcome::too_few;
    return result;
  }
  const auto half = static_cast<std::ptrdiff_t>(window.size() / 2);
  const line whole = through(window);
  // An odd one in the middle belongs to both.
  const double drift =
      through({window.end() - static_cast<std::ptrdiff_t>((window.size() + 1) / 2), window.end()}).slope -
      through({window.begin(),
               window.begin() + std::max<std::ptrdiff_t>(half + static_cast<std::ptrdiff_t>(window.size() % 2), 2)})
          .slope;
  const boost::math::students_t student(static_cast<double>(window.size()) - 2);
  fitted_order order;
  order.order = whole.slope;
  order.half_width =
      larger(boost::math::quantile(student, 0.975) * std::sqrt(whole.variance_of_slope), std::abs(drift));
  order.constant = std::exp(whole.level);
  order.window_high = window.front().step;
  order.window_low = window.back().step;
  order.drift = drift;
  if (!all_finite(order)) {
    result.outcome = fit_outcome::not_finite;
    result.fault = "the fit is no finite number";
    return result;
  }
  result.order = order;
  return result;
}

results orders_of_files(const std::vector<judged_file>& files) {
  std::vector<double> steps;
  for (const judged_file& file : files) steps.push_back(file.step);
  if (different_steps(steps) < least_files) return {};
  results orders;
  for (const record& of_first : files.front().found) {
    if (!of_first.is<value_facts>()) continue;
    const value_facts& facts = of_first.as<value_facts>();
    if (facts.kind != value_kind::distance && facts.kind != value_kind::residual) continue;
    const std::vector<error_sample> samples = samples_of(files, of_first.about.quantity);
    if (samples.empty()) continue;
    const bool squares = of_first.about.quantity == "distance " + name_of(distance_kind::l2_velocity);
    order_fit fit = fit_order(samples, squares ? expansion::of_the_square : expansion::regular);
    if (fit.outcome == fit_outcome::too_few) fit = fit_few(samples);
    const std::string many = std::to_string(files.size()) + " files";
    record r{.cell = "judge/" + of_first.about.problem + "/order of " + of_first.about.quantity,
             .about = {.study = "judge",
                       .problem = of_first.about.problem,
                       .solver = many,
                       .quantity = of_first.about.quantity},
             .outcome = verdict::measured,
             .reason = "nothing declared",
             .fitting = fit.outcome,
             .ladder = fit.points,
             .fit = fit.order,
             .facts = order_facts{.until = of_first.reason, .reference = facts.reference, .reading = facts.reading}};
    if (fit.outcome == fit_outcome::not_finite) r.outcome = verdict::fails, r.reason = fit.fault;
    if (fit.outcome == fit_outcome::exact_to_rounding) {
      const bool is_seen = std::any_of(files.begin(), files.end(), [&](const judged_file& file) {
        return record_of(file, of_first.about.quantity)->as<value_facts>().error > above_rounding * file.rounding;
      });
      r.reason = is_seen ? "too near the error bound of the distance" : "exact to rounding";
    }
    if (fit.outcome == fit_outcome::too_few) r.reason = "too few files above rounding";
    if (fit.order && facts.reading)
      if (const std::string limit = text_of_limit(*facts.reading, *fit.order); !limit.empty()) r.reason = limit;
    orders.push_back(std::move(r));
  }
  return orders;
}

}  // namespace unilateral::study
