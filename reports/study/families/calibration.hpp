#pragma once
/// How often p ± half_width (order/fit.hpp) holds the order: on synthetic ladders whose order is known, many times.
///
/// A ladder is what `converge` makes: steps jittered each in its rung (order/ladder.hpp) from T/100 to T/8000, and at
/// step h, h_0 = T/100, an error
///
///     e = C h^p (1 + D h/h_0) c
///
/// c is the class's noise. With impacts at times t_k and their places ξ_k = t_k/h mod 1 in the steps, c is the sum of
/// a_k (b_k + ξ_k mod 1) as in L¹ v, or the largest of them as in sup q: one to six impacts, all numbers drawn anew for
/// each ladder, and from nothing but the seed.
///
/// The catalogue itself cannot show this: all its cells are measured on the steps of one seed, and the schemes of one
/// problem have their impacts at the same places. Over its cells z = (p̂ − p)/σ has mean +0.38 in L¹ v. On six other
/// seeds (three schemes, eleven problems, 240 steps) it has 0.00 ± 0.06, and 0.03 ± 0.04 over sup q, L¹ v and L² v: it
/// is the one jitter, not the fit, that is off. Its spread is 0.88 there, and 3.5 % of the cells lie outside:
/// less than one and 5 %, since places of impacts on rungs from which T/h changes by about one are spread more evenly
/// than independent ones.

#include "reports/study/order/fit.hpp"
#include "reports/study/record/record.hpp"

#include <functional>
#include <random>
#include <string>
#include <vector>

namespace unilateral::study {

/// Numbers that are the same on every platform.
class draws {
 public:
  explicit draws(unsigned seed) : bits_(seed) {}
  double uniform() { return (static_cast<double>(bits_() >> 11) + 0.5) * 0x1p-53; }  ///< in (0, 1)
  double uniform(double from, double to) { return from + (to - from) * uniform(); }
  double normal();

 private:
  std::mt19937_64 bits_;
};

/// Errors of one ladder at these steps, as fractions of T.
using made_errors = std::function<std::vector<error_sample>(const std::vector<double>& steps, draws& random)>;

struct ladder_class {
  std::string name;   ///< of its cells
  std::string noise;  ///< for a reader: what the errors are
  double order;       ///< p
  bool claimed;       ///< the fit says that it covers this class; else it is measured only
  made_errors errors;
  expansion of = expansion::regular;
};
const std::vector<ladder_class>& ladder_classes();

inline constexpr int calibrated_lengths[] = {20, 40, 400};  ///< steps: of a foreign code, and of our schemes
inline constexpr double nominal_coverage = 0.95;
inline constexpr double least_coverage = 0.94, most_coverage = 0.96;

using fitter = std::function<order_fit(const std::vector<error_sample>&, expansion)>;

/// z = (p̂ − p)/(half_width/1.96) over the ladders to which an order was fitted.
struct calibration {
  int ladders = 0, fitted = 0, covered = 0;
  double bias = 0, spread = 0;  ///< mean and standard deviation of z

  double coverage() const { return fitted > 0 ? static_cast<double>(covered) / fitted : 0; }
  /// Standard deviation of the coverage of as many ladders, were it the nominal one; of the bias, were the spread 1.
  double coverage_error() const;
  double bias_error() const;
};
calibration calibrate(
    const ladder_class& of, int length, int ladders,
    const fitter& fit = [](const std::vector<error_sample>& samples, expansion e) { return fit_order(samples, e); });

/// Of a class and a length: coverage (a verdict where it is claimed), its error by chance, spread and bias.
results records_of(const ladder_class& of, int length, const calibration& found);

}  // namespace unilateral::study
