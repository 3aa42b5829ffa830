#include "reports/study/order/fit.hpp"

#include "problems/language/finite.hpp"

#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <Eigen/Dense>
#include <ceres/ceres.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace unilateral::study {
namespace {

constexpr double corner = 1.345;            // k of Huber's loss: 95 % efficient on Gaussian noise
constexpr double chance_of_plateau = 1e-4;  // of the F-tests in (b)
constexpr double chance_of_bend = 0.05;     // that (b) is asked at all
constexpr double chance_of_term = 0.0027;   // that noise alone makes a term so large: three standard deviations, (7)
constexpr double largest_correction = 0.5;  // of log e, to be one of first order
constexpr double of_the_minimiser =
    1e-10;                             // residuals of a curve that fits exactly have the shape that the minimiser left
constexpr double least_scale = 1e-13;  // logarithms themselves carry rounding of this size
constexpr std::size_t most_parameters = 4;

/// A point of the fit: x = log h, y = log e, r = h over the coarsest h.
struct log_point {
  double x, y, r;
};

/// … (log C, p, u), D h_max = ½ sinh u: one parameter for D on both sides of 0 and over orders of magnitude.
struct root_of_two_terms {
  static constexpr int parameters = 3;
  template <class T>
  static T log_correction(const T* const parameter, double r) {
    using std::log;
    using std::sinh;
    return 0.5 * log(1.0 + 0.5 * sinh(parameter[2]) * r);
  }
  template <class T>
  static T log_error(const T* const parameter, const log_point& at) {
    return parameter[0] + parameter[1] * at.x + log_correction(parameter, at.r);
  }
};

/// … (log C, p, log F), written so that neither exponential overflows.
struct power_with_floor {
  static constexpr int parameters = 3;
  template <class T>
  static T log_error(const T* const parameter, const log_point& at) {
    using std::exp;
    using std::log;
    const T line = parameter[0] + parameter[1] * at.x, floor = parameter[2];
    return line > floor ? line + log(1.0 + exp(floor - line)) : floor + log(1.0 + exp(line - floor));
  }
};

template <class Model>
struct log_residual {
  log_point at;
  template <class T>
  bool operator()(const T* const parameter, T* residual) const {
    residual[0] = at.y - Model::log_error(parameter, at);
    return true;
  }
};

double median(std::vector<double> of) {
  const auto middle = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
  std::nth_element(of.begin(), middle, of.end());
  return *middle;
}

using parameter_array = std::array<double, most_parameters>;
using column = std::function<double(const log_point&)>;

/// One of the models, fitted.
struct model {
  parameter_array parameter{};
  int parameters = 2;             // m
  double variance_of_order = 0;   // (4)
  double inverse_of_order = 0;    // of (JᵀJ)⁻¹
  double variance_of_last = 0;    // … of the last parameter
  double variance = 0;            // the factor of (JᵀJ)⁻¹ in (4)
  double scale = 0;               // s
  double degrees_of_freedom = 0;  // n − m
  double squares = 0;             // Σ of winsorised squared residuals
  double neighbours = 0;          // r, the correlation of neighbouring ψ(ρ_i)
  bool sound = false;             // converged, with a covariance

  /// Of Student's |t|.
  double quantile(double chance = chance_to_miss) const {
    return boost::math::quantile(boost::math::complement(boost::math::students_t(degrees_of_freedom), chance / 2));
  }
  /// Neighbouring residuals are correlated: noise is once in forty.
  bool shaped() const { return neighbours > 2 / std::sqrt(degrees_of_freedom + parameters); }
  double half_width(double chance) const { return quantile(chance) * std::sqrt(variance_of_order); }
};

/// Bounds of the last parameter.
struct interval {
  double low, high;
};

/// (4) from the residuals of a fit and (JᵀJ)⁻¹.
void enter_covariance(model& result, const std::vector<double>& residual, double scale, double inverse_of_order,
                      double inverse_of_last) {
  const auto n = static_cast<double>(residual.size());
  const int m = result.parameters;
  double inside = 0, last = 0, neighbours = 0;
  for (const double r : residual) {
    const double psi = std::clamp(r, -corner * scale, corner * scale);
    result.squares += psi * psi;
    neighbours += last * psi;
    last = psi;
    inside += std::abs(r) <= corner * scale ? 1 : 0;
  }
  const double mean_slope = inside / n, K = 1 + m / n * (1 - mean_slope) / mean_slope,
               r = result.squares > 0 ? neighbours / result.squares : 0;
  result.neighbours = r;
  const double correlation = result.shaped() ? (1 + r) / (1 - r) : 1;
  result.variance = correlation * K * K * result.squares / (n - m) / (mean_slope * mean_slope);
  result.variance_of_order = result.variance * inverse_of_order;
  result.variance_of_last = result.variance * inverse_of_last;
  result.scale = scale;
  result.inverse_of_order = inverse_of_order;
  result.sound = std::isfinite(result.variance_of_order) && result.variance_of_order >= 0;
}

/// (3)
double scale_of(const std::vector<double>& residual) {
  std::vector<double> magnitude;
  magnitude.reserve(residual.size());
  for (const double r : residual) magnitude.push_back(std::abs(r));
  return std::max(1.4826 * median(std::move(magnitude)), least_scale);
}

/// J: a row a point, of columns 1, x and those given.
Eigen::MatrixXd matrix_of(const std::vector<log_point>& points, const std::vector<column>& further) {
  Eigen::MatrixXd J(points.size(), 2 + further.size());
  for (Eigen::Index i = 0; i < J.rows(); ++i) {
    const log_point& at = points[static_cast<std::size_t>(i)];
    J(i, 0) = 1, J(i, 1) = at.x;
    for (Eigen::Index k = 2; k < J.cols(); ++k) J(i, k) = further[static_cast<std::size_t>(k - 2)](at);
  }
  return J;
}

/// (2)–(4) where log e is linear in all parameters: columns 1, x and those given. Iterated least squares with weights
/// ψ(ρ)/ρ, which never raises Huber's sum and has its one minimum as its only fixed point.
model linear_fit(const std::vector<log_point>& points, const std::vector<column>& further) {
  const auto n = static_cast<Eigen::Index>(points.size());
  const auto m = static_cast<Eigen::Index>(2 + further.size());
  model result{.parameter = {}, .parameters = static_cast<int>(m)};
  result.degrees_of_freedom = static_cast<double>(n - m);
  if (result.degrees_of_freedom < 1) return result;
  const Eigen::MatrixXd J = matrix_of(points, further);
  Eigen::VectorXd y(n);
  for (Eigen::Index i = 0; i < n; ++i) y(i) = points[static_cast<std::size_t>(i)].y;
  Eigen::VectorXd found = J.householderQr().solve(y), rho = y - J * found;
  const auto as_list = [&] { return std::vector<double>(rho.data(), rho.data() + n); };
  double scale = scale_of(as_list());
  for (int pass = 0; pass < 3; ++pass) {  // s and the fit determine each other; three passes settle s to a per mille
    for (int iteration = 0; iteration < 100; ++iteration) {
      const Eigen::VectorXd w = (corner * scale / rho.array().abs().max(least_scale)).min(1.0);
      const Eigen::MatrixXd Jw = w.asDiagonal() * J;
      const Eigen::VectorXd change = (J.transpose() * Jw).ldlt().solve(Jw.transpose() * rho);
      found += change;
      rho = y - J * found;
      if ((J * change).lpNorm<Eigen::Infinity>() <= 1e-7 * scale) break;
    }
    scale = scale_of(as_list());
  }
  for (Eigen::Index k = 0; k < m; ++k) result.parameter[static_cast<std::size_t>(k)] = found(k);
  const Eigen::MatrixXd inverse = (J.transpose() * J).inverse();
  enter_covariance(result, as_list(), scale, inverse(1, 1), inverse(m - 1, m - 1));
  return result;
}

/// (2)–(4) for a model that is not linear, from a first guess.
template <class Model>
model fitted(const std::vector<log_point>& points, const parameter_array& guess, std::optional<interval> bounds = {}) {
  constexpr int m = Model::parameters;
  using residual_of_model = log_residual<Model>;
  model result{.parameter = guess, .parameters = m};
  const auto n = static_cast<double>(points.size());
  result.degrees_of_freedom = n - m;
  if (result.degrees_of_freedom < 1) return result;

  std::vector<double> residual(points.size());
  const auto evaluate = [&] {
    for (std::size_t i = 0; i < points.size(); ++i) residual_of_model{points[i]}(result.parameter.data(), &residual[i]);
    return scale_of(residual);
  };

  double scale = evaluate();
  for (int pass = 0; pass < 3; ++pass) {
    ceres::HuberLoss loss(corner * scale);
    ceres::Problem::Options ownership;
    ownership.loss_function_ownership = ceres::DO_NOT_TAKE_OWNERSHIP;
    ceres::Problem problem(ownership);
    for (const log_point& at : points)
      problem.AddResidualBlock(new ceres::AutoDiffCostFunction<residual_of_model, 1, m>(new residual_of_model{at}),
                               &loss, result.parameter.data());

    if (bounds) {
      problem.SetParameterLowerBound(result.parameter.data(), m - 1, bounds->low);
      problem.SetParameterUpperBound(result.parameter.data(), m - 1, bounds->high);
    }

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
    if (!covariance.Compute(std::vector<std::pair<const double*, const double*>>{{block, block}}, &problem))
      return result;
    std::array<double, m * m> inverse;
    covariance.GetCovarianceBlock(block, block, inverse.data());
    enter_covariance(result, residual, scale, inverse[m + 1], inverse[m * m - 1]);
  }
  return result;
}

/// Ordinary least squares: the first guess.
parameter_array line_through(const std::vector<log_point>& points) {
  double x = 0, y = 0, xx = 0, xy = 0;
  const auto n = static_cast<double>(points.size());
  for (const log_point& p : points) x += p.x / n, y += p.y / n;
  for (const log_point& p : points) xx += (p.x - x) * (p.x - x), xy += (p.x - x) * (p.y - y);
  const double slope = xy / xx;
  return {y - slope * x, slope};
}

/// g of (1).
column next_term(double κ) {
  return [κ](const log_point& at) { return κ == 0 ? at.r : std::log1p(κ * at.r) / κ; };
}

const column tangent = [](const log_point& at) { return at.r; },
             term_after = [](const log_point& at) { return at.r * at.r; },
             bend = [](const log_point& at) { return at.x * at.x; };

/// log e = log C + p x and what else is given.
model power_law(const std::vector<log_point>& points, const std::vector<column>& further = {}) {
  return linear_fit(points, further);
}

/// Beside it D g, and g: κ is the end of the 95 % interval of D that is farther from 0, where D is linear in r.
struct power_law_with_D {
  column g;
  model fit;
};
power_law_with_D power_law_and_next_term(const std::vector<log_point>& points) {
  const model linear = power_law(points, {tangent});
  const double D = linear.parameter[2], noise = linear.quantile() * std::sqrt(linear.variance_of_last);
  column g = next_term(D > 0 ? std::min(D + noise, 1.0) : std::max(D - noise, -0.5));
  model fit = power_law(points, {g});
  return {std::move(g), std::move(fit)};
}

/// Points by decreasing step. The guess: a line through the coarser half, the floor at the finest eighth.
model power_law_with_floor(const std::vector<log_point>& points) {
  const auto half = static_cast<std::ptrdiff_t>(points.size() / 2), eighth = std::max<std::ptrdiff_t>(1, half / 4);
  auto guess = line_through({points.begin(), points.begin() + half});
  std::vector<double> finest;
  for (auto p = points.end() - eighth; p != points.end(); ++p) finest.push_back(p->y);
  guess[2] = median(finest);
  return fitted<power_with_floor>(points, guess);
}

/// The square of the error stays positive: D h > −½ at the coarsest step. And C h^p is meant to be the leading term, on
/// steps that one can see: D h ≤ 1 on the finest eighth of the points. (Without that bound p − ½ with D = ∞ fits as
/// well as p with D = 0.)
interval bounds_of_second_term(const std::vector<log_point>& points) {
  return {-std::asinh(1.0), std::asinh(2 / points[points.size() - points.size() / 8 - 1].r)};
}

constexpr double scan_step = 0.05;  // of u: D moves by 5 %, and p by much less than its interval

/// For a fixed u (1) is a line in (log C, p): weighted least squares.
struct line_at {
  double log_C, p, squares, spread;  // spread: Σ w (x − x̄)²
};
line_at line_with(double u, const std::vector<log_point>& points, const std::vector<double>& weight) {
  double total = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
  const auto straightened = [&](const log_point& at) {
    return at.y - root_of_two_terms::log_correction(std::array{0.0, 0.0, u}.data(), at.r);
  };
  for (std::size_t i = 0; i < points.size(); ++i)
    total += weight[i], x += weight[i] * points[i].x, y += weight[i] * straightened(points[i]);
  x /= total, y /= total;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double dx = points[i].x - x, dy = straightened(points[i]) - y;
    xx += weight[i] * dx * dx, xy += weight[i] * dx * dy, yy += weight[i] * dy * dy;
  }
  return {y - xy / xx * x, xy / xx, yy - xy * xy / xx, xx};
}

/// The guess: the best u of a scan, by least squares.
model two_terms(const std::vector<log_point>& points) {
  const interval bounds = bounds_of_second_term(points);
  const std::vector<double> equal(points.size(), 1.0);
  parameter_array guess{};
  double least = std::numeric_limits<double>::infinity();
  for (double u = bounds.low + scan_step; u < bounds.high; u += scan_step)
    if (const line_at line = line_with(u, points, equal); line.squares < least) {
      least = line.squares;
      guess = {line.log_C, line.p, u};
    }
  return fitted<root_of_two_terms>(points, guess, bounds);
}

/// (5) with D.
double profile_half_width(const std::vector<log_point>& points, const model& best, double chance) {
  std::vector<double> weight(points.size());
  double total = 0, least_sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double r = std::abs(points[i].y - root_of_two_terms::log_error(best.parameter.data(), points[i]));
    weight[i] = std::min(1.0, corner * best.scale / std::max(r, least_scale));
    total += weight[i];
  }
  for (double& w : weight) w *= static_cast<double>(points.size()) / total;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double r = points[i].y - root_of_two_terms::log_error(best.parameter.data(), points[i]);
    least_sum += weight[i] * r * r;
  }
  const double level = least_sum + best.quantile(chance) * best.quantile(chance) * best.variance;
  const interval bounds = bounds_of_second_term(points);
  double half_width = best.half_width(chance);
  const auto include = [&](double u) {
    const line_at line = line_with(u, points, weight);
    if (const double room = level - line.squares; room >= 0)
      half_width = larger(half_width, std::abs(line.p - best.parameter[1]) + std::sqrt(room / line.spread));
  };
  for (double u = bounds.low; u < bounds.high; u += scan_step) include(u);
  include(bounds.high);
  return half_width;
}

/// F-test: `larger`, with one parameter more, fits better than by chance of this size.
bool improves(const model& smaller, const model& larger, double chance) {
  if (!larger.sound || larger.squares <= 0) return false;
  const double improvement = (smaller.squares / larger.squares - 1) * larger.degrees_of_freedom;
  return improvement >
         boost::math::quantile(boost::math::complement(boost::math::fisher_f(1, larger.degrees_of_freedom), chance));
}

/// (b)
bool shows_plateau(const model& line, const model& with_D, const model& floor, const std::vector<log_point>& points) {
  const auto above_floor = [&](const log_point& at) {
    return floor.parameter[0] + floor.parameter[1] * at.x - floor.parameter[2];
  };
  if (above_floor(points.front()) < std::log(2.0) || above_floor(points.back()) > -std::log(2.0)) return false;
  return improves(line, floor, chance_of_plateau) && improves(with_D, floor, chance_of_plateau);
}

/// By how much p is off for each unit of the coefficient of a column that (1) leaves out: what least squares on 1, x
/// and `further` make of that column.
double leverage(const std::vector<log_point>& points, const std::vector<column>& further, const column& left_out) {
  Eigen::VectorXd z(static_cast<Eigen::Index>(points.size()));
  for (Eigen::Index i = 0; i < z.size(); ++i) z(i) = left_out(points[static_cast<std::size_t>(i)]);
  return matrix_of(points, further).householderQr().solve(z)(1);
}

/// (7): the last parameter, less what noise may have made of it.
double beyond_noise(const model& of) {
  if (!of.sound) return 0;
  const double value = of.parameter[static_cast<std::size_t>(of.parameters - 1)], t = of.quantile(chance_of_term);
  return std::sqrt(std::max(0.0, value * value - t * t * of.variance_of_last));
}

/// (1)–(5), (7), (b) on one window; points by decreasing step.
struct window_fit {
  model chosen;
  double half_width = 0, floor = 0;
  std::function<double(const parameter_array&, const log_point&)>
      log_correction;  // what (1) has beside C h^p, in the logarithm

  double correction = 0, noise = 0;  // |D| g at the coarsest step, regular, and half its 95 % interval

  /// (c). smooth: neighbouring residuals were correlated, here or in a wider window.
  bool fits(bool smooth) const {
    if (chosen.scale <= of_the_minimiser) return true;
    return chosen.neighbours <= 3 / std::sqrt(chosen.degrees_of_freedom) &&
           correction - (smooth ? 0 : noise) <= largest_correction;
  }
};

window_fit fit_window(const std::vector<log_point>& points, expansion of, double chance) {
  const bool square = of == expansion::of_the_square;
  const model bare = power_law(points);
  const auto [g, with_D] = square ? power_law_with_D{{}, two_terms(points)} : power_law_and_next_term(points);
  if (improves(bare, power_law(points, {bend}), chance_of_bend))
    if (const model floor = power_law_with_floor(points); shows_plateau(bare, with_D, floor, points))
      return {floor, floor.half_width(chance), std::exp(floor.parameter[2]),
              [](const parameter_array& p, const log_point& at) {
                return power_with_floor::log_error(p.data(), at) - (p[0] + p[1] * at.x);
              }};

  window_fit result;
  result.chosen = with_D;
  if (square) {
    result.log_correction = [](const parameter_array& p, const log_point& at) {
      return root_of_two_terms::log_correction(p.data(), at.r);
    };
    if (!with_D.sound) return result;
    result.half_width = profile_half_width(points, with_D, chance);
    if (std::abs(result.log_correction(with_D.parameter, points.front())) <= largest_correction)
      result.half_width = larger(result.half_width, std::abs(with_D.parameter[1] - bare.parameter[1]));  // (7)
    if (with_D.shaped()) {
      std::vector<log_point> straightened = points;
      for (log_point& at : straightened) at.y -= result.log_correction(with_D.parameter, at);
      const column of_D = [D = 0.5 * std::sinh(with_D.parameter[2])](const log_point& at) {
        return at.r / (1 + D * at.r);
      };
      result.half_width = std::hypot(result.half_width, leverage(points, {of_D}, term_after) *
                                                            beyond_noise(power_law(straightened, {of_D, term_after})));
    }
    return result;
  }
  result.log_correction = [g](const parameter_array& p, const log_point& at) { return p[2] * g(at); };
  const double D = with_D.parameter[2], k_1 = leverage(points, {}, g), k_2 = leverage(points, {g}, term_after);
  double beyond = std::abs(k_1 * beyond_noise(with_D));
  if (with_D.shaped()) beyond = std::max(beyond, std::abs(k_2 * beyond_noise(power_law(points, {g, term_after}))));
  result.half_width = std::hypot(with_D.half_width(chance), k_2 * D * D / 2, beyond);
  result.correction = std::abs(D) * g(points.front());
  result.noise = with_D.quantile() * std::sqrt(with_D.variance_of_last) * g(points.front());
  return result;
}

/// (8): least squares give p = Σ a_i log e_i, a_i = z_i/Σz², z: what the other terms of (1), 1 and r, leave of x. 0
/// where the scatter is the larger of the two.
double shift_by_rounding(const std::vector<log_point>& points, const std::vector<std::size_t>& window,
                         const std::vector<error_sample>& samples, double scale) {
  std::vector<double> relative;
  for (const std::size_t i : window) relative.push_back(samples[i].rounding / samples[i].error);
  if (scale >= median(relative)) return 0;
  const auto n = static_cast<double>(points.size());
  double x = 0, r = 0, rr = 0, xr = 0, zz = 0, shift = 0;
  for (const log_point& p : points) x += p.x / n, r += p.r / n;
  for (const log_point& p : points) rr += (p.r - r) * (p.r - r), xr += (p.x - x) * (p.r - r);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double z = points[i].x - x - xr / rr * (points[i].r - r);
    zz += z * z;
    shift += std::abs(z) * relative[i];
  }
  return shift / zz;
}

/// (a): numbers of the samples that are left, by decreasing step.
std::vector<std::size_t> above_rounding(const std::vector<error_sample>& samples) {
  std::vector<std::size_t> seen;
  for (std::size_t i = 0; i < samples.size(); ++i) seen.push_back(i);
  std::sort(seen.begin(), seen.end(), [&](std::size_t a, std::size_t b) { return samples[a].step > samples[b].step; });
  const auto below = [&](std::size_t i) { return !(samples[i].error > 10 * samples[i].rounding); };
  constexpr std::ptrdiff_t either_side = least_points / 2;
  std::size_t length = 0;
  for (; length < seen.size(); ++length) {
    const auto at = seen.begin() + static_cast<std::ptrdiff_t>(length);
    const auto from = at - std::min(either_side, at - seen.begin()),
               to = at + std::min(either_side + 1, seen.end() - at);
    if (2 * std::count_if(from, to, below) > to - from) break;
  }
  seen.resize(length);
  std::erase_if(seen, [&](std::size_t i) { return !(samples[i].error > samples[i].rounding); });
  return seen;
}

/// "3 of 40 points are not finite numbers, the first at step 0.01: error nan, rounding 1e-16", or "".
std::string not_finite_among(const std::vector<error_sample>& samples) {
  const auto unusable = [](const error_sample& s) {
    return !(std::isfinite(s.step) && s.step > 0 && std::isfinite(s.error) && std::isfinite(s.rounding));
  };
  const auto first = std::find_if(samples.begin(), samples.end(), unusable);
  if (first == samples.end()) return "";
  return fmt::format("{} of {} points are not finite numbers, the first at step {:.6g}: error {:.3g}, rounding {:.3g}",
                     std::count_if(samples.begin(), samples.end(), unusable), samples.size(), first->step, first->error,
                     first->rounding);
}

}  // namespace

bool all_finite(const fitted_order& fit) {
  const auto all = {fit.order,      fit.half_width,  fit.constant, fit.floor,           fit.correction,
                    fit.window_low, fit.window_high, fit.drift,    fit.drift_half_width};
  return std::all_of(all.begin(), all.end(), [](double x) { return std::isfinite(x); });
}

order_fit fit_order(const std::vector<error_sample>& samples, expansion of, double chance) {
  order_fit result{.outcome = fit_outcome::fitted, .order = {}, .points = {}, .fault = {}};
  for (const error_sample& s : samples) result.points.push_back({s.step, s.error, false});
  result.fault = not_finite_among(samples);
  if (!result.fault.empty()) {
    result.outcome = fit_outcome::not_finite;
    return result;
  }
  if (samples.size() < least_points) {
    result.outcome = fit_outcome::too_few;
    return result;
  }

  std::vector<std::size_t> window = above_rounding(samples);
  if (window.empty()) {
    result.outcome = fit_outcome::exact_to_rounding;
    return result;
  }
  std::vector<log_point> points;
  for (const std::size_t i : window)
    points.push_back(
        {std::log(samples[i].step), std::log(samples[i].error), samples[i].step / samples[window.front()].step});
  if (points.size() < least_points) {
    result.outcome = fit_outcome::too_few;
    return result;
  }

  // x from the middle: log C and p then hardly correlate
  const double middle =
      std::accumulate(points.begin(), points.end(), 0.0, [](double sum, const log_point& p) { return sum + p.x; }) /
      static_cast<double>(points.size());
  for (log_point& p : points) p.x -= middle;

  // (c)
  std::optional<window_fit> best;
  bool smooth = false;
  std::size_t dropped = 0;  // of the coarsest, in `best`
  for (std::size_t eighths = 0; eighths <= 6; ++eighths) {
    const std::size_t without = points.size() * eighths / 8;
    if (points.size() - without < least_points) break;
    std::vector<log_point> finer(points.begin() + static_cast<std::ptrdiff_t>(without), points.end());
    for (log_point& p : finer) p.r /= points[without].r;
    window_fit here = fit_window(finer, of, chance);
    if (!here.chosen.sound) continue;
    smooth = smooth || here.chosen.shaped();
    const bool settled = here.fits(smooth);
    if (!best || settled || here.half_width < best->half_width) {
      best = std::move(here);
      dropped = without;
    }
    if (settled) break;
  }
  if (!best) {
    result.outcome = fit_outcome::too_few;
    return result;
  }
  const double coarsest = points[dropped].r;
  points.erase(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(dropped));
  window.erase(window.begin(), window.begin() + static_cast<std::ptrdiff_t>(dropped));
  for (log_point& p : points) p.r /= coarsest;

  fitted_order order;
  const parameter_array& parameter = best->chosen.parameter;
  order.order = parameter[1];
  order.half_width = best->half_width;
  order.floor = best->floor;
  order.constant = std::exp(parameter[0] - order.order * middle);
  order.correction = best->log_correction(parameter, points.front());
  order.of_the_square = of == expansion::of_the_square;

  order.half_width = larger(order.half_width, shift_by_rounding(points, window, samples, best->chosen.scale));

  // (6)
  for (log_point& p : points) p.y -= best->log_correction(parameter, p);
  const auto half = static_cast<std::ptrdiff_t>(points.size() / 2);
  const model coarser = power_law({points.begin(), points.begin() + half}),
              finer = power_law({points.begin() + half, points.end()});
  order.drift = finer.parameter[1] - coarser.parameter[1];
  order.drift_half_width =
      boost::math::quantile(boost::math::students_t(coarser.degrees_of_freedom + finer.degrees_of_freedom), 0.975) *
      std::sqrt(coarser.variance_of_order + finer.variance_of_order);

  order.window_high = samples[window.front()].step;
  order.window_low = samples[window.back()].step;
  if (!all_finite(order)) {
    result.outcome = fit_outcome::not_finite;
    result.fault = fmt::format("the fit is no finite number: {} ± {}, drift {} ± {}", order.order, order.half_width,
                               order.drift, order.drift_half_width);
    return result;
  }
  for (const std::size_t i : window) result.points[i].in_window = true;
  result.order = order;
  return result;
}

double fitted_error(const fitted_order& fit, double step) {
  const double power = fit.constant * std::pow(step, fit.order), r = step / fit.window_high;
  if (fit.floor > 0) return power + fit.floor;
  if (fit.of_the_square) return power * std::sqrt(1 + std::expm1(2 * fit.correction) * r);
  return power * (1 + std::expm1(fit.correction) * r);
}

}  // namespace unilateral::study
