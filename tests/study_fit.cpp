/// The fit of e(h) = C h^p (+ F) recovers what made the data. Data: synthetic, seeded. Statistical assertions are at
/// five standard errors of the Monte Carlo estimate, so that a false alarm has odds of one in a million and a bias of a
/// tenth of the half-width still shows.

#include "reports/study/order/fit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace unilateral::study {
namespace {

/// Independent standard normal numbers, the same on every platform (Box–Muller on 53-bit uniforms).
class noise {
 public:
  explicit noise(unsigned seed) : bits_(seed) {}
  double uniform() { return (static_cast<double>(bits_() >> 11) + 0.5) * 0x1p-53; }
  double normal() { return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform()); }

 private:
  std::mt19937_64 bits_;
};

constexpr int points = 60;
double step(int i) { return 0.1 * std::pow(10, -2.0 * i / (points - 1)); }

/// e = (C h^p + F) exp(σ·normal)
std::vector<error_sample> synthetic(double C, double p, double F, double σ, noise& random) {
  std::vector<error_sample> samples;
  for (int i = 0; i < points; ++i)
    samples.push_back({step(i), (C * std::pow(step(i), p) + F) * std::exp(σ * random.normal())});
  return samples;
}

TEST(study_fit, recovers_an_exact_power_law) {
  // No noise: what remains is the rounding of logarithms, about 1e-15 over a range of log h of 4.6.
  noise random(1);
  for (const double p : {1.0, 2.0, 0.5, 0.0, -1.0}) {
    const order_fit fit = fit_order(synthetic(3, p, 0, 0, random));
    ASSERT_EQ(fit.outcome, fit_outcome::fitted);
    EXPECT_NEAR(fit.order->order, p, 1e-10);
    EXPECT_NEAR(fit.order->constant, 3, 1e-9);
    EXPECT_LT(fit.order->half_width, 1e-10);
    EXPECT_EQ(fit.order->floor, 0);
  }
}

TEST(study_fit, a_bias_by_rounding_is_within_the_interval_where_there_is_no_scatter) {
  // e = h^p + 1e-15 (time unit)/h: rounding of one sign that grows with the number of steps, seen as such by its level.
  // (8) makes room for it, and for no more: a true order off by 1e-6, which no rounding of this size explains, is still
  // told apart.
  const auto biased = [](double p, double rounding) {
    std::vector<error_sample> samples;
    for (int i = 0; i < points; ++i)
      samples.push_back({step(i), std::pow(step(i), p) + 1e-15 / step(i), rounding / step(i)});
    return *fit_order(samples).order;
  };
  const fitted_order with_level = biased(1, 1e-14), without = biased(1, 0), another = biased(1 - 1e-6, 1e-14);
  EXPECT_LE(std::abs(with_level.order - 1), with_level.half_width);
  EXPECT_LT(with_level.half_width, 1e-7);
  EXPECT_LT(without.half_width, with_level.half_width / 10);
  EXPECT_GT(std::abs(another.order - 1), another.half_width);
}

TEST(study_fit, intervals_cover_at_95_percent_and_the_order_is_unbiased) {
  // Gaussian noise: the estimate is symmetric about p and the interval holds p in 95 % of the runs.
  noise random(2);
  const int runs = 600;
  int covered = 0;
  double bias = 0, square = 0, half_width = 0;
  for (int k = 0; k < runs; ++k) {
    const fitted_order fit = *fit_order(synthetic(3, 1, 0, 0.2, random)).order;
    const double error = fit.order - 1;
    covered += std::abs(error) <= fit.half_width ? 1 : 0;
    bias += error / runs;
    square += error * error / runs;
    half_width += fit.half_width / runs;
  }
  EXPECT_NEAR(covered / double(runs), 0.95, 5 * std::sqrt(0.95 * 0.05 / runs));
  EXPECT_LT(std::abs(bias), 5 * std::sqrt(square / runs));
  // and the interval is worth having: with D free, 60 points over a factor of 100 give t σ/(√60 sd(log h)) · 1.9 =
  // 0.075
  EXPECT_LT(half_width, 0.09);
}

TEST(study_fit, interval_covers_under_heavy_tails) {
  // One point in ten is off by a factor of e^±2: least squares would be thrown, Huber's loss is not.
  noise random(3);
  const int runs = 400;
  int covered = 0;
  for (int k = 0; k < runs; ++k) {
    auto samples = synthetic(3, 1, 0, 0.1, random);
    for (error_sample& s : samples)
      if (random.uniform() < 0.1) s.error *= std::exp(random.uniform() < 0.5 ? 2 : -2);
    const fitted_order fit = *fit_order(samples).order;
    covered += std::abs(fit.order - 1) <= fit.half_width ? 1 : 0;
    EXPECT_LT(fit.half_width, 0.24);  // twice what 0.1 would do without the outliers, and D free
  }
  EXPECT_GT(covered / double(runs), 0.95 - 5 * std::sqrt(0.95 * 0.05 / runs));
}

TEST(study_fit, tells_order_one_from_order_two) {
  // Negative control: neither order lies in the other's interval.
  noise random(4);
  const fitted_order one = *fit_order(synthetic(3, 1, 0, 0.3, random)).order,
                     two = *fit_order(synthetic(3, 2, 0, 0.3, random)).order;
  EXPECT_GT(std::abs(one.order - 2), 5 * one.half_width);
  EXPECT_GT(std::abs(two.order - 1), 5 * two.half_width);
}

TEST(study_fit, finds_a_plateau_and_the_order_above_it) {
  noise random(5);
  const fitted_order fit = *fit_order(synthetic(3, 1, 0.01, 0.05, random)).order;
  EXPECT_NEAR(fit.order, 1, 2 * fit.half_width);
  EXPECT_NEAR(fit.floor, 0.01, 0.002);
  EXPECT_LT(fit.half_width, 0.2);
}

TEST(study_fit, sees_no_plateau_where_there_is_none) {
  noise random(6);
  for (int k = 0; k < 100; ++k) EXPECT_EQ(fit_order(synthetic(3, 1, 0, 0.2, random)).order->floor, 0);
}

TEST(study_fit, a_slope_that_never_settles_gets_no_narrow_interval) {
  // Negative control: log e = 0.15 (log h)². The slope 0.3 log h falls from −0.7 to −2.1 over the ladder, and there is
  // no order. The window shrinks to the fine end, and what is left there is at best the slope at these steps: an
  // interval that holds the slope at the finest step, wide as the slope's change across the window.
  std::vector<error_sample> samples;
  noise random(7);
  for (int i = 0; i < points; ++i)
    samples.push_back({step(i), std::exp(0.15 * std::pow(std::log(step(i)), 2) + 0.01 * random.normal())});
  const fitted_order fit = *fit_order(samples).order;
  EXPECT_LT(fit.window_high, 0.1 / 4);
  EXPECT_LE(std::abs(fit.order - 0.3 * std::log(step(points - 1))), fit.half_width);
  EXPECT_GT(fit.half_width, 0.15 * std::log(fit.window_high / fit.window_low));
}

TEST(study_fit, sees_the_asymptotic_order_below_a_next_term) {
  // e = h (1 + 5h), h from 0.1: the slope is 1.33 at the coarse end, and a bare power would be fooled; its interval
  // would be half as wide and wrong. The next term, linear in D, has an error of second order of its own, which (7)
  // covers.
  noise random(8);
  const int runs = 200;
  int covered = 0;
  for (int k = 0; k < runs; ++k) {
    std::vector<error_sample> samples;
    for (int i = 0; i < points; ++i)
      samples.push_back({step(i), step(i) * (1 + 5 * step(i)) * std::exp(0.05 * random.normal())});
    const fitted_order fit = *fit_order(samples).order;
    covered += std::abs(fit.order - 1) <= fit.half_width ? 1 : 0;
    EXPECT_LT(fit.half_width, 0.15);
    EXPECT_GT(fit.correction, 0);
  }
  EXPECT_GT(covered / double(runs), 0.95 - 5 * std::sqrt(0.95 * 0.05 / runs));
}

TEST(study_fit, a_smooth_error_has_an_interval_that_holds_its_order) {
  // No noise at all, next terms of any sign: what decides is how far the first correction moves the slope.
  for (const double p : {1.0, 4.0, 8.0})
    for (const double D : {-2.0, 0.5, 2.0}) {
      std::vector<error_sample> samples;
      for (int i = 0; i < 32; ++i) {
        const double h = 0.1 * std::pow(12, -i / 31.0);
        samples.push_back({h, std::pow(h, p) * (1 + D * h + h * h)});
      }
      const fitted_order fit = *fit_order(samples).order;
      EXPECT_LE(std::abs(fit.order - p), fit.half_width) << p << " " << D;
      EXPECT_LT(fit.half_width, 0.2) << p << " " << D;
    }
}

TEST(study_fit, sees_the_leading_order_below_a_second_term_of_the_square) {
  // e² = h + 100 h²: order ½, but slope 0.95 at the coarse end. Over a factor of 500 the two are told apart; over 20,
  // with D h ≥ ½ at every step, they hardly are, and the interval says so.
  noise random(12);
  const int runs = 50;
  int covered = 0, covered_short = 0;
  for (int k = 0; k < runs; ++k) {
    const auto ladder = [&](double factor) {
      std::vector<error_sample> samples;
      for (int i = 0; i < 480; ++i) {
        const double h = 0.1 * std::pow(factor, -i / 479.0);
        samples.push_back({h, std::sqrt(h + 100 * h * h) * std::exp(0.15 * random.normal())});
      }
      return *fit_order(samples, expansion::of_the_square).order;
    };
    const fitted_order two = ladder(500), shorter = ladder(20);
    covered += std::abs(two.order - 0.5) <= two.half_width ? 1 : 0;
    covered_short += std::abs(shorter.order - 0.5) <= shorter.half_width ? 1 : 0;
    EXPECT_LT(two.half_width, 0.1);
    EXPECT_GT(shorter.half_width, 2 * two.half_width);
  }
  EXPECT_GT(covered / double(runs), 0.95 - 5 * std::sqrt(0.95 * 0.05 / runs));
  EXPECT_GT(covered_short / double(runs), 0.95 - 5 * std::sqrt(0.95 * 0.05 / runs));
}

TEST(study_fit, correlated_errors_carry_less) {
  // Noise of the same size, but as a slow wave: the interval widens instead of claiming the precision of independent
  // points.
  std::vector<error_sample> wave;
  for (int i = 0; i < points; ++i) wave.push_back({step(i), step(i) * std::exp(0.1 * std::sin(0.5 * i))});
  noise random(13);
  EXPECT_GT(fit_order(wave).order->half_width,
            1.5 * fit_order(synthetic(1, 1, 0, 0.1 / std::sqrt(2.0), random)).order->half_width);
}

TEST(study_fit, leaves_out_points_where_rounding_speaks) {
  noise random(9);
  auto samples = synthetic(1, 4, 0, 0.1, random);
  for (error_sample& s : samples) {
    s.rounding = 1e-7;
    s.error += 1e-7 * random.uniform();
  }
  const order_fit fit = fit_order(samples);
  EXPECT_NEAR(fit.order->order, 4, 0.3);
  for (const ladder_point& p : fit.points) EXPECT_TRUE(!p.in_window || p.error > 0.5e-6);
}

// Order 1, noise of a factor of 5, a rounding level that meets the errors within the ladder: were the small errors
// alone left out, the large ones of the fine end would say 0.8.
TEST(study_fit, ends_the_window_by_the_step_and_not_by_the_error) {
  noise random(11);
  int covered = 0;
  double sum = 0, half_widths = 0;
  constexpr int ladders = 400;
  for (int k = 0; k < ladders; ++k) {
    auto samples = synthetic(1, 1, 0, 0.45, random);
    std::vector<double> errors;
    for (const error_sample& s : samples) errors.push_back(s.error);
    std::nth_element(errors.begin(), errors.begin() + points / 3, errors.end());
    for (error_sample& s : samples) s.rounding = errors[points / 3] / 10;
    const order_fit fit = fit_order(samples);
    ASSERT_TRUE(fit.order);
    sum += fit.order->order;
    half_widths += fit.order->half_width;
    covered += std::abs(fit.order->order - 1) <= fit.order->half_width;
  }
  EXPECT_NEAR(sum / ladders, 1, 5 * half_widths / 2 / ladders / std::sqrt(ladders));
  EXPECT_GE(covered, ladders * 9 / 10);
}

TEST(study_fit, draws_the_curve_that_it_fitted) {
  // e = 3h (1 + 2h) is not quite of the model, whose next term is linear in D; e² = 9h (1 + 50 h) and 3h² + F are.
  std::vector<error_sample> regular, square, plateau;
  for (int i = 0; i < points; ++i) {
    const double h = step(i);
    regular.push_back({h, 3 * h * (1 + 2 * h)});
    square.push_back({h, 3 * std::sqrt(h * (1 + 50 * h))});
    plateau.push_back({h, 3 * h * h + 1e-4});
  }
  const auto follows = [](const std::vector<error_sample>& samples, const fitted_order& fit, double tolerance) {
    for (const error_sample& s : samples)
      if (s.step >= fit.window_low && s.step <= fit.window_high) {
        EXPECT_NEAR(fitted_error(fit, s.step) / s.error, 1, tolerance) << s.step;
      }
  };
  follows(regular, *fit_order(regular).order, 0.02);
  follows(square, *fit_order(square, expansion::of_the_square).order, 1e-6);
  follows(plateau, *fit_order(plateau).order, 1e-6);
}

TEST(study_fit, says_so_when_a_scheme_is_exact_to_rounding) {
  std::vector<error_sample> samples;
  for (int i = 0; i < points; ++i) samples.push_back({step(i), i % 2 == 0 ? 0.0 : 3e-16, 1e-15});
  EXPECT_EQ(fit_order(samples).outcome, fit_outcome::exact_to_rounding);
}

TEST(study_fit, refuses_to_fit_a_handful) {
  noise random(10);
  auto samples = synthetic(3, 1, 0, 0.1, random);
  samples.resize(least_points - 1);
  EXPECT_EQ(fit_order(samples).outcome, fit_outcome::too_few);
}

TEST(study_fit, answers_the_same_bits_every_time) {
  noise a(11), b(11);
  const fitted_order first = *fit_order(synthetic(3, 1, 0, 0.2, a)).order,
                     second = *fit_order(synthetic(3, 1, 0, 0.2, b)).order;
  EXPECT_EQ(first.order, second.order);
  EXPECT_EQ(first.half_width, second.half_width);
}

}  // namespace
}  // namespace unilateral::study
