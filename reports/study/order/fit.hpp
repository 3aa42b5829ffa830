#pragma once
/// Order of convergence from measured errors, with its uncertainty. Steps h_i, errors e_i > 0, natural logarithms:
///
///   (1)  e = C h^p (1 + D h):       log e_i = log(C h_i^p) + D g(h_i) + ρ_i            expansion::regular; h in units
///        of the coarsest, g(h) = log(1 + κ h)/κ, −½ ≤ κ ≤ 1
///        e² = C² h^2p (1 + D h):    log e_i = log(C h_i^p) + ½ log(1 + D h_i) + ρ_i    expansion::of_the_square, D h ≤
///                                   1 on the finest eighth of the points
///        e = C h^p + F              where the data show a plateau F
///   (2)  (log C, p, D or F) minimise Σ H(ρ_i / s)                  H: Huber's loss, corner at k = 1.345 [Huber 1981,
///        §7]
///   (3)  s = 1.4826 · median |ρ_i|                                  the standard deviation if ρ is Gaussian
///   (4)  cov = K² · (Σ ψ(ρ_i)² / (n − m)) / (mean ψ')² · (JᵀJ)⁻¹     ψ = H', K = 1 + (m/n)(1 − mean ψ')/mean ψ' [Huber
///        1981, (6.5)] times (1 + r)/(1 − r) where neighbouring ψ(ρ_i) are correlated, r > 2/√n (by chance once in 40):
///        n points then carry less than n
///   (5)  p ± t_{0.975, n−m} √cov_pp                                 m parameters; t: Student's quantile, of another
///        level where another chance to miss is asked for
///        of the square: the farther end of {p : min_D Σ w_i ρ_i(p, D)² ≤ Σ w_i ρ_i² + t² s²_eff}, w_i = ψ(ρ_i)/ρ_i of
///        mean 1, s²_eff the factor of (JᵀJ)⁻¹ in (4): p bends with D, and the ellipse of (4) would hold it in 84 % of
///        the cases, not 95
///   (6)  drift = (slope of the finer half of the window) − (slope of the coarser half), without what (1) has beside C
///        h^p, ± from the two variances
///
/// To (5) is added (7), in squares, for it is independent of it and of either sign:
///
///   (7)  what the terms after D h do to p. With r = h over the coarsest step of the window, log e has E r² beside D g,
///        and least squares put k_2 E of it into p, k_2 the coefficient of x in the projection of r² on 1, x, g; and
///        k_1 D without D. Three sizes of E are told apart:
///          k_2 D²/2      the series 1 + D r has E = −D²/2, e^{D r} has none
///          k_2 |E − noise|  E as fitted beside D, where neighbouring residuals of (1) are correlated as in (4)
///          k_1 |D − noise|  D: each further term moves p by at most half of what the one before did, and all
///                        that follow together by no more than it
///        |X − noise| = √(X² − t² var X), t that noise exceeds once in 400, and 0 below. The larger of the last two
///        counts. They decide on ladders so smooth that (5) knows no uncertainty, and are 0 where all is noise: to take
///        |p − p'|, p' without D, whatever its noise, as a bound of p's own error widens just those intervals that are
///        wrong by chance, and makes 95 % to 98 (n = 40).
///        Of the square: k_2 |E − noise| likewise, beside what D found does to log e; and where that is at most ½, the
///        half-width is at least |p − p'|.
///   (8)  where s is smaller than the rounding of the errors (its median, relative), the scatter knows nothing of it,
///        and a bias of one sign, as rounding may be from step to step, is no scatter: the half-width is at least Σ
///        |a_i| (rounding/error)_i, p = Σ a_i log e_i. Errors that are C h exactly are fitted to 1e-11 otherwise, and 1
///        is found not to be in 0.99999999998 ± 0.00000000001.
///
/// What it comes to is measured, not argued: on ladders of known order, in families/calibration.hpp.
///
/// Why ρ is noise. An impact at t falls at a place ξ = t/h mod 1 of its step, and the error is h^p c(ξ_1, ξ_2, …) to
/// leading order. On jittered steps the ξ are nearly uniform and independent from rung to rung, whatever h: log c is
/// noise of one distribution, and E log e = log h^p + constant + O(h).
///
/// Why g. log e is linear in D, and so has one minimum; and D g(h) is log(1 + D h) where D = κ, and to first order in
/// D. κ is the end of D's 95 % interval that is farther from 0, in a fit with D h: D itself where there is no noise.
/// With D h alone the series 1 + 2h moved p by 0.064 on ladders of 40 steps, four fifths of its standard deviation, and
/// 88 % of the intervals held it; with g it is 0.027. κ = D, free, leaves nothing of that, but p + 1 with a small C is
/// then as good as p with a large D: half-widths are three times as large.
///
/// Why D is always fitted. A scheme of order p has a next term C' h^{p+1}, of which nobody knows in advance that it is
/// small. It bends log e by D h, and a bare power fitted to a factor of 330 in h, most steps coarse, takes about p + D
/// h_0/6 for the order, h_0 the coarsest. With D free the half-width is about twice that of the bare power: the price
/// of an interval for the asymptotic exponent instead of one for the slope at these steps.
///
/// The rest is by rule, never by hand:
///   (a) the window ends at the coarsest point about which (four points on either side) most errors are below ten times
///       their rounding level: rounding, not the method, speaks there. The step decides, never the single error:
///       leaving out the small errors of noise flattens the fine end;
///   (b) a plateau F is fitted where it improves beyond chance (F-test at 1e-4) on the bare power and on that with D,
///       which bends too, and both parts of C h^p + F are seen (C h^p ≥ 2F at the coarsest point, ≤ F/2 at the finest).
///       It is not asked where log e against log h has no bend (F-test at 5 %);
///   (c) the coarsest eighth of the points is left out, up to six eighths, until (1) fits. It does not where |D h| > ½
///       at the coarsest step for every D in its 95 % interval (regular: it is linear in D; D itself, where residuals
///       are correlated as in (4), here or in a wider window; a D too large by chance is no reason: among windows cut
///       for that reason the one would be chosen in which noise hides D), nor where neighbouring residuals are
///       correlated, r > 3/√(n − m), unless they are below 1e-10, a curve that fits exactly: noise of jittered steps is
///       independent from step to step, so what (1) leaves has a shape (by chance once in 700). Where it fits in no
///       window (an error without noise has a shape in each) the one with the narrowest interval counts.

#include "reports/study/record/record.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unilateral::study {

struct error_sample {
  double step, error;
  double rounding = 0;  ///< what rounding alone may contribute to the error
};

struct order_fit {
  fit_outcome outcome;
  std::optional<fitted_order> order;
  std::vector<ladder_point> points;  ///< the samples, in their order, with the window
  std::string fault{};               ///< not_finite: how many there are, and the first; else empty
};

/// Fewer points carry no interval worth its name.
inline constexpr int least_points = 8;

enum class expansion {
  regular,       ///< e is a power series in h
  of_the_square  ///< e² is: an error of two parts that add in squares, of orders p and p + ½, of which either may be
                 ///< the larger one for most of the window
};

/// Of an interval that holds the order in 95 % of the cases.
inline constexpr double chance_to_miss = 0.05;

/// chance: that (5) misses the order.
order_fit fit_order(const std::vector<error_sample>& samples, expansion of = expansion::regular,
                    double chance = chance_to_miss);

/// All that was fitted is finite numbers.
bool all_finite(const fitted_order& fit);

/// The fitted curve (1) at a step of the window.
double fitted_error(const fitted_order& fit, double step);

}  // namespace unilateral::study
