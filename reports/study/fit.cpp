#include "reports/study/fit.hpp"

#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <ceres/ceres.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace unilateral::study {
namespace {

constexpr double corner = 1.345;             // k of Huber's loss: 95 % efficient on Gaussian noise
constexpr double chance_of_plateau = 1e-4;   // of the F-test in (b)
constexpr double chance_of_second_term = 0.05;
constexpr double least_scale = 1e-13;        // logarithms themselves carry rounding of this size

/// A point of the fit: x = log h, y = log e.
struct log_point {
  double x, y;
};

struct log_residual {
  log_point at;
  /// y − log(exp(a + p x) + exp(f)), written so that neither exponential overflows.
  template <class T>
  bool operator()(const T* const parameter, T* residual) const {
    const T line = parameter[0] + parameter[1] * at.x;
    residual[0] = at.y - line;
    return true;
  }
};

struct log_residual_with_floor {
  log_point at;
  template <class T>
  bool operator()(const T* const parameter, T* residual) const {
    using std::exp;
    using std::log;
    const T line = parameter[0] + parameter[1] * at.x, floor = parameter[2];
    residual[0] = at.y - (line > floor ? line + log(1.0 + exp(floor - line)) : floor + log(1.0 + exp(line - floor)));
    return true;
  }
};

struct log_residual_with_second_term {
  log_point at;
  template <class T>
  bool operator()(const T* const parameter, T* residual) const {
    using std::exp;
    using std::log;
    residual[0] = at.y - parameter[0] - parameter[1] * at.x - 0.5 * log(1.0 + exp(parameter[2] + at.x));
    return true;
  }
};

double median(std::vector<double> of) {
  const auto middle = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
  std::nth_element(of.begin(), middle, of.end());
  return *middle;
}

/// One of the two models, fitted.
struct model {
  std::array<double, 3> parameter{};  // log C (at x = 0), p, log F or log D (at x = 0)
  int parameters = 2;                 // m
  double variance_of_order = 0;       // (4)
  double variance = 0;                // the factor of (JᵀJ)⁻¹ in (4)
  double scale = 0;                   // s
  double degrees_of_freedom = 0;      // n − m
  double squares = 0;                 // Σ of winsorised squared residuals
  bool sound = false;                 // converged, with a covariance

  double quantile() const { return boost::math::quantile(boost::math::students_t(degrees_of_freedom), 0.975); }
  double half_width() const { return quantile() * std::sqrt(variance_of_order); }
};

/// (2)–(5) for one model, from a first guess.
template <class Residual, int m>
model fitted(const std::vector<log_point>& points, std::array<double, 3> guess, std::optional<double> upper_bound = {}) {
  model result{.parameter = guess, .parameters = m};
  const auto n = static_cast<double>(points.size());
  result.degrees_of_freedom = n - m;

  std::vector<double> residual(points.size()), magnitude(points.size());
  const auto evaluate = [&] {
    for (std::size_t i = 0; i < points.size(); ++i) {
      Residual{points[i]}(result.parameter.data(), &residual[i]);
      magnitude[i] = std::abs(residual[i]);
    }
    return std::max(1.4826 * median(magnitude), least_scale);  // (3)
  };

  double scale = evaluate();
  for (int pass = 0; pass < 3; ++pass) {  // s and the fit determine each other; three passes settle s to a per mille
    ceres::HuberLoss loss(corner * scale);
    ceres::Problem::Options ownership;
    ownership.loss_function_ownership = ceres::DO_NOT_TAKE_OWNERSHIP;
    ceres::Problem problem(ownership);
    for (const log_point& at : points) problem.AddResidualBlock(new ceres::AutoDiffCostFunction<Residual, 1, m>(new Residual{at}), &loss, result.parameter.data());

    if (upper_bound) problem.SetParameterUpperBound(result.parameter.data(), m - 1, *upper_bound);

    ceres::Solver::Options how;
    how.linear_solver_type = ceres::DENSE_QR;
    how.logging_type = ceres::SILENT;
    how.max_num_iterations = 200;
    how.function_tolerance = 1e-12;
    ceres::Solver::Summary summary;
    ceres::Solve(how, &problem, &summary);
    if (!summary.IsSolutionUsable()) return result;

    scale = evaluate();
    if (pass < 2) continue;
    ceres::Covariance::Options without_loss;
    without_loss.algorithm_type = ceres::DENSE_SVD;
    without_loss.apply_loss_function = false;  // (JᵀJ)⁻¹; the loss enters through (4)
    without_loss.null_space_rank = -1;         // where the floor is out of sight J has rank 2: (b) refuses that model
    ceres::Covariance covariance(without_loss);
    const double* block = result.parameter.data();
    if (!covariance.Compute(std::vector<std::pair<const double*, const double*>>{{block, block}}, &problem)) return result;
    std::array<double, m * m> inverse;
    covariance.GetCovarianceBlock(block, block, inverse.data());

    double inside = 0, last = 0, neighbours = 0;
    for (const double r : residual) {
      const double psi = std::clamp(r, -corner * scale, corner * scale);
      result.squares += psi * psi;
      neighbours += last * psi;
      last = psi;
      inside += std::abs(r) <= corner * scale ? 1 : 0;
    }
    const double mean_slope = inside / n, K = 1 + m / n * (1 - mean_slope) / mean_slope, r = result.squares > 0 ? neighbours / result.squares : 0;
    const double correlation = r > 1 / std::sqrt(n) ? (1 + r) / (1 - r) : 1;
    result.variance = correlation * K * K * result.squares / (n - m) / (mean_slope * mean_slope);
    result.variance_of_order = result.variance * inverse[m + 1];
    result.scale = scale;
    result.sound = std::isfinite(result.variance_of_order) && result.variance_of_order >= 0;
  }
  return result;
}

/// Ordinary least squares: the first guess.
std::array<double, 3> line_through(const std::vector<log_point>& points) {
  double x = 0, y = 0, xx = 0, xy = 0;
  const auto n = static_cast<double>(points.size());
  for (const log_point& p : points) x += p.x / n, y += p.y / n;
  for (const log_point& p : points) xx += (p.x - x) * (p.x - x), xy += (p.x - x) * (p.y - y);
  const double slope = xy / xx;
  return {y - slope * x, slope, 0};
}

model power_law(const std::vector<log_point>& points) { return fitted<log_residual, 2>(points, line_through(points)); }

/// Points by decreasing step. The guess: a line through the coarser half, the floor at the finest eighth.
model power_law_with_floor(const std::vector<log_point>& points) {
  const auto half = static_cast<std::ptrdiff_t>(points.size() / 2), eighth = std::max<std::ptrdiff_t>(1, half / 4);
  auto guess = line_through({points.begin(), points.begin() + half});
  std::vector<double> finest;
  for (auto p = points.end() - eighth; p != points.end(); ++p) finest.push_back(p->y);
  guess[2] = median(finest);
  return fitted<log_residual_with_floor, 3>(points, guess);
}

/// C h^p is meant to be the leading term: D h ≤ 1 at the finest step. (Without that bound p − ½ with D = ∞ fits as well as p with
/// D = 0.) The guess: D h = ¼ at the coarsest step.
double largest_log_D(const std::vector<log_point>& points) { return -points.back().x; }
model two_terms(const std::vector<log_point>& points) {
  auto guess = line_through(points);
  guess[2] = std::log(0.25) - points.front().x;
  return fitted<log_residual_with_second_term, 3>(points, guess, largest_log_D(points));
}

/// (5) with D. For each D the sum is a parabola in p, whose minimum and width weighted least squares give; log D is scanned
/// so finely that p moves by much less than the interval between two of them.
double profile_half_width(const std::vector<log_point>& points, const model& best) {
  const auto n = static_cast<double>(points.size());
  std::vector<double> weight(points.size());
  double total = 0, least_sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    double r = 0;
    log_residual_with_second_term{points[i]}(best.parameter.data(), &r);
    weight[i] = std::min(1.0, corner * best.scale / std::max(std::abs(r), least_scale));
    total += weight[i];
    least_sum += weight[i] * r * r;
  }
  const double level = least_sum * n / total + best.quantile() * best.quantile() * best.variance;
  double half_width = best.half_width();
  for (double log_D = largest_log_D(points); log_D > -points.front().x - 12; log_D -= 0.05) {
    double x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    const auto straightened = [&](const log_point& p) { return p.y - 0.5 * std::log1p(std::exp(log_D + p.x)); };
    for (std::size_t i = 0; i < points.size(); ++i) x += weight[i] * points[i].x / total, y += weight[i] * straightened(points[i]) / total;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double dx = points[i].x - x, dy = straightened(points[i]) - y, w = weight[i] * n / total;
      xx += w * dx * dx, xy += w * dx * dy, yy += w * dy * dy;
    }
    const double room = level - (yy - xy * xy / xx);
    if (room >= 0) half_width = std::max(half_width, std::abs(xy / xx - best.parameter[1]) + std::sqrt(room / xx));
  }
  return half_width;
}

/// F-test: `larger`, with one parameter more, fits better than by chance of this size.
bool improves(const model& smaller, const model& larger, double chance) {
  if (!larger.sound || larger.squares <= 0) return false;
  const double improvement = (smaller.squares / larger.squares - 1) * larger.degrees_of_freedom;
  return improvement > boost::math::quantile(boost::math::complement(boost::math::fisher_f(1, larger.degrees_of_freedom), chance));
}

/// (b)
bool shows_plateau(const model& line, const model& floor, const std::vector<log_point>& points) {
  const auto above_floor = [&](const log_point& at) { return floor.parameter[0] + floor.parameter[1] * at.x - floor.parameter[2]; };
  if (above_floor(points.front()) < std::log(2.0) || above_floor(points.back()) > -std::log(2.0)) return false;
  return improves(line, floor, chance_of_plateau);
}

}  // namespace

order_fit fit_order(const std::vector<error_sample>& samples, expansion of) {
  order_fit result{.outcome = fit_outcome::fitted, .order = {}, .points = {}};
  for (const error_sample& s : samples) result.points.push_back({s.step, s.error, false});

  // (a); the rest by decreasing step
  std::vector<std::size_t> window;
  for (std::size_t i = 0; i < samples.size(); ++i)
    if (std::isfinite(samples[i].error) && samples[i].error > 10 * samples[i].rounding && samples[i].error > 0) window.push_back(i);
  if (window.empty()) {
    result.outcome = fit_outcome::exact_to_rounding;
    return result;
  }
  std::sort(window.begin(), window.end(), [&](std::size_t a, std::size_t b) { return samples[a].step > samples[b].step; });
  std::vector<log_point> points;
  for (const std::size_t i : window) points.push_back({std::log(samples[i].step), std::log(samples[i].error)});
  const std::size_t least = std::max<std::size_t>(least_points, points.size() / 2);
  if (points.size() < least_points) {
    result.outcome = fit_outcome::too_few;
    return result;
  }

  // x from the middle of the window: log C and p then hardly correlate
  const double middle = std::accumulate(points.begin(), points.end(), 0.0, [](double sum, const log_point& p) { return sum + p.x; }) / static_cast<double>(points.size());
  for (log_point& p : points) p.x -= middle;

  fitted_order order;
  model chosen = power_law(points);
  bool settled = false;  // by (b), or by two terms: no trimming then
  if (const model floor = power_law_with_floor(points); shows_plateau(chosen, floor, points)) {
    chosen = floor;
    order.floor = std::exp(floor.parameter[2]);
    settled = true;
  } else if (const model two = of == expansion::two_terms_of_the_square ? two_terms(points) : model{}; improves(chosen, two, chance_of_second_term)) {
    chosen = two;
    order.half_width = profile_half_width(points, chosen);
    settled = true;
    for (log_point& p : points) p.y -= 0.5 * std::log1p(std::exp(chosen.parameter[2] + p.x));  // drift: what the second term leaves
  }
  while (true) {
    const auto half = static_cast<std::ptrdiff_t>(points.size() / 2);
    const model coarser = power_law({points.begin(), points.begin() + half}), finer = power_law({points.begin() + half, points.end()});
    order.drift = finer.parameter[1] - coarser.parameter[1];
    order.drift_half_width = boost::math::quantile(boost::math::students_t(coarser.degrees_of_freedom + finer.degrees_of_freedom), 0.975) *
                             std::sqrt(coarser.variance_of_order + finer.variance_of_order);
    const std::size_t dropped = std::max<std::size_t>(1, points.size() / 8);
    if (settled || std::abs(order.drift) <= order.drift_half_width || points.size() - dropped < least) break;
    points.erase(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(dropped));  // (c)
    window.erase(window.begin(), window.begin() + static_cast<std::ptrdiff_t>(dropped));
    chosen = power_law(points);
  }
  if (!chosen.sound) {
    result.outcome = fit_outcome::too_few;
    return result;
  }

  order.order = chosen.parameter[1];
  if (order.half_width == 0) order.half_width = chosen.half_width();
  order.constant = std::exp(chosen.parameter[0] - order.order * middle);
  order.window_high = samples[window.front()].step;
  order.window_low = samples[window.back()].step;
  for (const std::size_t i : window) result.points[i].in_window = true;
  result.order = order;
  return result;
}

}  // namespace unilateral::study
