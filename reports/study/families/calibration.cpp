#include "reports/study/families/calibration.hpp"

#include "reports/study/order/ladder.hpp"
#include "reports/study/order/verdict.hpp"
#include "reports/study/run/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

namespace unilateral::study {

double draws::normal() {  // Box–Muller
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

namespace {

constexpr double coarsest = 1.0 / 100, finest = 1.0 / 8000, constant = 3;
constexpr double sigma = 0.3;  // of log e: what the schemes' errors scatter by

double place_in_step(double t) { return t - std::floor(t); }

struct impact {
  double t, size, offset;

  double at_place(double xi) const { return size * place_in_step(offset + xi); }
  double at_step(double h) const { return at_place(t / h); }
};

struct impacts {
  std::vector<impact> all;
  double rest;  ///< what the motion between them contributes

  explicit impacts(draws& random) {
    const int count = 1 + static_cast<int>(6 * random.uniform());
    for (int k = 0; k < count; ++k)
      all.push_back({.t = random.uniform(), .size = random.uniform(0.2, 1.2), .offset = random.uniform()});
    rest = random.uniform(0, 0.5);
  }
  template <class Share>
  double sum(const Share& share) const {
    double total = rest;
    for (const impact& k : all) total += share(k);
    return total;
  }
};

/// e from the noise c of a ladder, which is made once a ladder and asked at every step.
using noise = std::function<double(double h)>;
made_errors of_order_one(std::function<noise(draws&)> made, double D = 0) {
  return [made = std::move(made), D](const std::vector<double>& steps, draws& random) {
    const noise c = made(random);
    std::vector<error_sample> samples;
    for (const double h : steps) samples.push_back({h, constant * h * (1 + D * h / coarsest) * c(h)});
    return samples;
  };
}

noise gaussian(draws& random) {
  return [&random](double) { return std::exp(sigma * random.normal()); };
}

/// One in ten is off by a factor of e^±2.
noise heavy_tailed(draws& random) {
  return [&random](double) {
    const double log = 0.1 * random.normal();
    if (random.uniform() >= 0.1) return std::exp(log);
    return std::exp(log + (random.uniform() < 0.5 ? 2 : -2));
  };
}

noise uniform_phases(draws& random) {
  return [of = impacts(random), &random](double) {
    return of.sum([&](const impact& k) { return k.at_place(random.uniform()); });
  };
}

noise sum_of_impacts(draws& random) {
  return [of = impacts(random)](double h) { return of.sum([h](const impact& k) { return k.at_step(h); }); };
}

noise largest_of_impacts(draws& random) {
  return [of = impacts(random)](double h) {
    double largest = 0;
    for (const impact& k : of.all) largest = std::max(largest, k.at_step(h));
    return largest;
  };
}

noise one_impact(draws& random) {
  return
      [of = impacts(random)](double h) { return 0.02 + place_in_step(of.all.front().offset + of.all.front().t / h); };
}

/// No noise: e = C h (1 + D r + E r² + F r³), r = h/h_0, each next coefficient of half the size.
noise smooth(draws& random) {
  const double D = random.uniform(-0.5, 0.5), E = random.uniform(-0.25, 0.25), F = random.uniform(-0.125, 0.125);
  return [=](double h) {
    const double r = h / coarsest;
    return 1 + r * (D + r * (E + r * F));
  };
}

/// Rounding that grows with the number of steps and is of one sign; it meets the errors within the ladder. Its level is
/// five times what it may be (order/ladder.hpp).
std::vector<error_sample> with_rounding(const std::vector<double>& steps, draws& random) {
  std::vector<error_sample> samples;
  for (const double h : steps) {
    const double level = constant * coarsest * 2.5e-5 * coarsest / h;
    samples.push_back({h, constant * h * gaussian(random)(h) + level * random.uniform(0, 0.2), level});
  }
  return samples;
}

/// e² = c h + c' h²: near the impacts and away from them, c' from a twentieth of c at h_0 to twenty times it.
std::vector<error_sample> adding_in_squares(const std::vector<double>& steps, draws& random) {
  const impacts of(random);
  const double away = std::exp(random.uniform(-3, 3)) * of.sum([](const impact& k) { return k.size / 2; });
  std::vector<error_sample> samples;
  for (const double h : steps) {
    const double near = of.sum([h](const impact& k) { return k.at_step(h); });
    samples.push_back({h, constant * std::sqrt(h * (near + away * h / coarsest))});
  }
  return samples;
}

/// No noise: e² is C² h times a series like that of `smooth`, up to twice its size, positive.
std::vector<error_sample> smooth_in_squares(const std::vector<double>& steps, draws& random) {
  const double D = random.uniform(-0.5, 1), E = random.uniform(-0.25, 0.5), F = random.uniform(-0.125, 0.25);
  std::vector<error_sample> samples;
  for (const double h : steps) {
    const double r = h / coarsest;
    samples.push_back({h, constant * std::sqrt(h * (1 + r * (D + r * (E + r * F))))});
  }
  return samples;
}

const std::string of_verdict =
    fmt::format("coverage at least {} but for chance, three standard deviations", least_coverage);

}  // namespace

const std::vector<ladder_class>& ladder_classes() {
  static const std::vector<ladder_class> all{
      {"gaussian", "log e is Gaussian about the power law, σ = 0.3", 1, true, of_order_one(gaussian)},
      {"heavy_tails", "σ = 0.1, and one error in ten is off by a factor of e^±2", 1, true, of_order_one(heavy_tailed)},
      {"uniform_phases", "one to six impacts, each at a place in its step that is drawn anew", 1, true,
       of_order_one(uniform_phases)},
      {"sum_of_impacts", "one to six impacts at the places where the jittered steps have them, added up", 1, true,
       of_order_one(sum_of_impacts)},
      {"largest_of_impacts", "… the largest of them", 1, true, of_order_one(largest_of_impacts)},
      {"one_impact", "one impact and hardly anything else: log e scatters by a factor of fifty", 1, true,
       of_order_one(one_impact)},
      {"rounding", "Gaussian, and rounding of one sign that meets the errors within the ladder", 1, true,
       with_rounding},
      {"next_term_minus_half", "Gaussian, the next term −½ of the leading one at the coarsest step", 1, true,
       of_order_one(gaussian, -0.5)},
      {"next_term_half", "… +½ of it", 1, true, of_order_one(gaussian, 0.5)},
      {"next_term_one", "… as large as it", 1, true, of_order_one(gaussian, 1)},
      {"next_term_two", "… twice it: not asymptotic at the coarse end", 1, true, of_order_one(gaussian, 2)},
      {"next_term_four", "… four times it", 1, false, of_order_one(gaussian, 4)},
      {"smooth", "no noise, three next terms of either sign", 1, true, of_order_one(smooth)},
      {"squares", "two parts that add in squares, of orders ½ and 1", 0.5, true, adding_in_squares,
       expansion::of_the_square},
      {"smooth_squares", "no noise, and the square of the error is the series", 0.5, true, smooth_in_squares,
       expansion::of_the_square}};
  return all;
}

double calibration::coverage_error() const {
  return fitted > 0 ? std::sqrt(nominal_coverage * (1 - nominal_coverage) / fitted) : 1;
}
double calibration::bias_error() const { return fitted > 0 ? 1 / std::sqrt(fitted) : 1; }

calibration calibrate(const ladder_class& of, int length, int ladders, const fitter& fit) {
  calibration found{.ladders = ladders};
  double squares = 0;
  for (int k = 0; k < ladders; ++k) {
    const auto seed = static_cast<unsigned>(k + 1);
    std::vector<double> steps;
    for (const rational& h : jittered_steps(1, {.coarsest = coarsest, .finest = finest, .count = length}, seed))
      steps.push_back(to_double(exact<double>(h)));
    draws random(first_seed + seed * static_cast<unsigned>(length));
    const order_fit result = fit(of.errors(steps, random), of.of);
    if (!result.order) continue;
    ++found.fitted;
    const double off = result.order->order - of.order, half_width = result.order->half_width;
    found.covered += std::abs(off) <= half_width ? 1 : 0;
    const double z = off / (half_width / 1.96);
    found.bias += z;
    squares += z * z;
  }
  if (found.fitted == 0) return found;
  found.bias /= found.fitted;
  found.spread = std::sqrt(std::max(0.0, squares / found.fitted - found.bias * found.bias));
  return found;
}

namespace {

record cell_of(const ladder_class& of, int length, const std::string& quantity) {
  const std::string steps = fmt::format("{} steps", length),
                    cell = fmt::format("calibration/{}/{}/{}", of.name, steps, quantity);
  return {.cell = cell,
          .about = {.study = "calibration", .problem = of.name, .where = steps, .solver = "fit", .quantity = quantity},
          .command = command_that_verifies(cell),
          .facts = value_facts{}};
}
constexpr const char* const quantities[] = {"coverage", "error of the coverage", "spread", "bias"};

}  // namespace

results records_of(const ladder_class& of, int length, const calibration& found) {
  const double computed[] = {found.coverage(), found.coverage_error(), found.spread, found.bias},
               expected[] = {nominal_coverage, found.coverage_error(), 1, 0};
  results records;
  for (std::size_t k = 0; k < std::size(quantities); ++k) {
    record r = cell_of(of, length, quantities[k]);
    r.outcome = verdict::measured;
    r.reason = fmt::format("{}; {} ladders, fitted {}", of.noise, found.ladders, found.fitted);
    auto& facts = r.as<value_facts>();
    facts.computed = fmt::format("{:.4f}", computed[k]);
    facts.expected = fmt::format("{:.4g}", expected[k]);
    facts.error = std::abs(computed[k] - expected[k]);
    facts.reference = "the order that the ladders were made with";
    records.push_back(std::move(r));
  }
  record& coverage = records.front();
  auto& facts = coverage.as<value_facts>();
  facts.tolerance = nominal_coverage - least_coverage + 3 * found.coverage_error();
  facts.tolerance_from = of_verdict;
  facts.error = std::max(0.0, nominal_coverage - found.coverage());  // more than is promised is no error
  if (!of.claimed) {
    coverage.reason += "; beyond what the fit claims";
    return records;
  }
  coverage.outcome = found.fitted > 0 && within(facts.error, facts.tolerance) ? verdict::holds : verdict::fails;
  if (found.coverage() > most_coverage + 3 * found.coverage_error()) coverage.reason += "; wider than need be";
  return records;
}

namespace families {

family calibration() {
  return {.name = "calibration",
          .title = "Error bars, held against what they promise",
          .about =
              "Synthetic ladders of known order: how often p ± its half-width holds that order, which is promised "
              "in 95 % of the cases.",
          .plan = [](const problem&, const options&) { return std::vector<task>{}; },
          .by_itself =
              [](const options& inside) {
                std::vector<task> tasks;
                const int ladders = inside.quick ? 200 : 10000;
                for (const ladder_class& of : ladder_classes())
                  for (const int length : calibrated_lengths) {
                    task t{.name = fmt::format("calibration/{}/{} steps", of.name, length),
                           .cells = {},
                           .run = [&of, length, ladders] {
                             return records_of(of, length, calibrate(of, length, ladders));
                           }};
                    for (const char* const quantity : quantities) t.cells.push_back(cell_of(of, length, quantity));
                    tasks.push_back(std::move(t));
                  }
                return tasks;
              }};
}

}  // namespace families

}  // namespace unilateral::study
