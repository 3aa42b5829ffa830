#include "reports/study/residuals.hpp"

#include "problems/judge/residual.hpp"
#include "problems/language/evaluated_system.hpp"
#include "reports/study/ladder.hpp"
#include "reports/study/parallel.hpp"
#include "reports/study/verdict.hpp"

#include <fmt/format.h>

#include <cmath>

namespace unilateral::study {
namespace {

constexpr std::size_t kinds = residual_names.size();

/// The judge adds up M v at both ends of a piece, the integral of f, and GᵀP: so many roundings of the size of the sum.
constexpr int roundings_a_piece = 16;

template <scalar S>
std::array<double, kinds> in_order(const residual<S>& r) {
  return {to_double(r.penetration),     to_double(r.momentum),           to_double(r.reaction_sign),          to_double(r.complementarity), to_double(r.impact_momentum),
          to_double(r.impact_admissibility), to_double(r.impact_complementarity), to_double(r.initial_position), to_double(r.initial_velocity)};
}

/// Sizes of the same kinds at the ends and in the middle of the pieces.
template <scalar S>
std::array<double, kinds> sizes(const statement& bound, const trajectory<S>& path) {
  evaluated_system<S> system(bound.system);
  const int n = system.degrees_of_freedom();
  double gap = 0, position = 0, velocity = 0, momentum = 0, force = 0, gradient = 0;
  const auto grow = [](double& size, const S& x) { size = larger(size, std::abs(to_double(x))); };
  for (int k = 0; k < path.pieces(); ++k) {
    const S length = path.end(k) - path.begin(k);
    for (const S& tau : {S(0), S(length / S(2)), length}) {
      const S t = path.begin(k) + tau;
      column<S> q(n), v(n);
      for (int i = 0; i < n; ++i) {
        q[i] = path.position(k, i, tau);
        v[i] = path.velocity(k, i, tau);
        grow(position, q[i]);
        grow(velocity, v[i]);
      }
      system.evaluate_mass(q.data());
      system.evaluate_force(t, q.data(), v.data());
      system.evaluate_gap(t, q.data());
      system.evaluate_gradient(t, q.data());
      for (const sparse_entry& e : system.mass_entries()) grow(momentum, system.mass(e) * v[e.column]);
      for (int i = 0; i < n; ++i) grow(force, system.force(i));
      for (int a = 0; a < system.constraints(); ++a) grow(gap, system.gap(a));
      for (const sparse_entry& e : system.gradient_entries()) grow(gradient, system.gradient(e));
    }
  }
  gap = std::max(gap, gradient * position);
  momentum = std::max(momentum, force * to_double<S>(path.end() - path.begin()));
  const double rate = std::max(1.0, gradient) * velocity;
  return {gap, momentum, std::max(momentum, force), gap * momentum, momentum, rate, momentum * rate, position, velocity};
}

std::vector<residual_record> blank(const instance& of, const listed_solver& solver) {
  std::vector<residual_record> records;
  for (const char* const name : residual_names)
    records.push_back({.cell = "residuals/" + of.name + "/" + solver.declaration.name + "/" + name,
                       .problem = of.name,
                       .solver = solver.declaration.name,
                       .residual = name,
                       .command = "unilateral verify --filter '^residuals/" + of.name + "/" + solver.declaration.name + "/'"});
  return records;
}

/// Appends one point a record, and a reason; the outcome is the worse of what it was and what it is in S.
template <scalar S>
void judge_at_rounding(const instance& of, const listed_solver& solver, std::vector<residual_record>& records) {
  const solution<S> answer = solver.solve<S>(of.question, {.step = {}, .until = of.until});
  const auto found = in_order(residual_of(of.question, answer)), size = sizes(of.question, answer.path);
  for (std::size_t k = 0; k < kinds; ++k) {
    residual_record& r = records[k];
    const double bound = roundings_a_piece * (answer.path.pieces() + 1) * to_double<S>(epsilon<S>()) * size[k];
    const bool small = within(found[k], bound);
    r.ladder.push_back({0, found[k], true});
    r.reason += fmt::format("{}{} digits: {:.2g} {} {:.2g}", r.reason.empty() ? "" : "; ", scalar_traits<S>::digits, found[k], small ? "≤" : "not ≤", bound);
    if (!small || !answer.completed()) r.outcome = verdict::fails;
    if (!answer.completed()) r.reason += " (" + answer.status + ")";
  }
}

}  // namespace

std::vector<residual_record> residuals_of(const instance& of, const listed_solver& solver, const options& how) {
  std::vector<residual_record> records = blank(of, solver);
  if (!solver.declaration.applies_to.needs_step) {
    for (residual_record& r : records) r.outcome = verdict::holds;
    judge_at_rounding<double>(of, solver, records);
    judge_at_rounding<real50>(of, solver, records);
    return records;
  }

  std::optional<double> declared;
  for (const declared_order& d : solver.declaration.orders)
    if (d.distance == distance_kind::sup_position) declared = d.order;
  const double end = of.end<double>();
  const std::vector<rational> steps = jittered_steps(end, {.coarsest = 1.0 / 50, .finest = 1.0 / 2000, .count = how.quick ? 16 : 40});
  std::vector<std::array<double, kinds>> found(steps.size()), size(steps.size());
  std::vector<std::string> stopped(steps.size());
  for_each_index(static_cast<int>(steps.size()), how.jobs, [&](int back) {
    const std::size_t i = steps.size() - 1 - static_cast<std::size_t>(back);
    const solution<double> answer = solver.solve<double>(of.question, {.step = steps[i], .until = of.until});
    if (!answer.completed()) stopped[i] = "step " + to_text(steps[i]) + " " + answer.status;
    if (!answer.completed()) return;
    found[i] = in_order(residual_of(of.question, answer));
    size[i] = sizes(of.question, answer.path);
  });

  const std::string why = runs_that_stopped(stopped);
  for (std::size_t k = 0; k < kinds; ++k) {
    residual_record& r = records[k];
    if (!why.empty()) {
      r.outcome = verdict::cannot_tell;
      r.reason = why;
      continue;
    }
    std::vector<error_sample> samples;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const double h = exact<double>(steps[i]);
      samples.push_back({h, found[i][k], epsilon<double>() * size[i][k] * end / h});
    }
    const order_fit fit = fit_order(samples);
    r.ladder = fit.points;
    r.fit = fit.order;
    ruling verdict_on = rule(fit, declared, false);
    if (declared && (verdict_on.outcome == verdict::cannot_tell || verdict_on.outcome == verdict::fails)) verdict_on = rule_of_bound(fit.points, *declared);
    r.outcome = verdict_on.outcome;
    r.reason = verdict_on.reason;
  }
  return records;
}

}  // namespace unilateral::study
