#pragma once
/// Order of convergence from measured errors, with its uncertainty. Steps h_i, errors e_i > 0, natural logarithms:
///
///   (1)  log e_i = log(C h_i^p + F) + ρ_i                           F = 0 unless the data show a plateau
///        log e_i = log(C h_i^p) + ½ log(1 + D h_i) + ρ_i            where e² is known to have two terms and shows them (F-test at 0.05); D h ≤ 1 at the finest h
///   (2)  (log C, p, log F or log D) minimise Σ H(ρ_i / s)               H: Huber's loss, corner at k = 1.345 [Huber 1981, §7]
///   (3)  s = 1.4826 · median |ρ_i|                                  the standard deviation if ρ is Gaussian
///   (4)  cov = K² · (Σ ψ(ρ_i)² / (n − m)) / (mean ψ')² · (JᵀJ)⁻¹     ψ = H', K = 1 + (m/n)(1 − mean ψ')/mean ψ' [Huber 1981, (6.5)]
///        times (1 + r)/(1 − r) where neighbouring ψ(ρ_i) are correlated, r > 1/√n: n points then carry less than n
///   (5)  p ± t_{0.975, n−m} √cov_pp                                 m parameters; t: Student's quantile
///        with D: the farther end of {p : min_D Σ w_i ρ_i(p, D)² ≤ Σ w_i ρ_i² + t² s²_eff}, w_i = ψ(ρ_i)/ρ_i of mean 1, s²_eff the factor of
///        (JᵀJ)⁻¹ in (4): p bends with D, and the ellipse of (4) would hold it in 84 % of the cases, not 95
///   (6)  drift = (slope of the finer half of the window) − (slope of the coarser half), ± from the two variances
///
/// The window is chosen by rule, never by hand:
///   (a) a point whose error is below ten times its rounding level is left out: rounding, not the method, speaks there;
///   (b) in the first form of (1), a plateau F is fitted where it improves the fit beyond chance (F-test at 1e-4) and both parts of C h^p + F are seen
///       (C h^p ≥ 2F at the coarsest point, ≤ F/2 at the finest);
///   (c) without plateau or second term, as long as the drift is significant, the coarsest eighth of the points is dropped as
///       pre-asymptotic, down to half of them or `least_points`.

#include "reports/study/record.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unilateral::study {

struct error_sample {
  double step, error;
  double rounding = 0;  ///< what rounding alone may contribute to the error
};

enum class fit_outcome {
  fitted,
  exact_to_rounding,  ///< no point rises above rounding: there is no order to see
  too_few             ///< fewer than `least_points` do
};

struct order_fit {
  fit_outcome outcome;
  std::optional<fitted_order> order;
  std::vector<ladder_point> points;  ///< the samples, in their order, with the window
};

/// Fewer points carry no interval worth its name.
inline constexpr int least_points = 8;

enum class expansion {
  leading_term,            ///< C h^p
  two_terms_of_the_square  ///< C h^p √(1 + D h): an L² error made of two parts, of orders p and p + ½
};

order_fit fit_order(const std::vector<error_sample>& samples, expansion of = expansion::leading_term);

}  // namespace unilateral::study
