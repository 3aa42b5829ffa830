#include "reports/study/families/residuals.hpp"

#include "problems/judge/residual.hpp"
#include "problems/language/evaluated_system.hpp"
#include "reports/study/order/orders.hpp"
#include "reports/study/reference/engines.hpp"
#include "reports/study/run/family.hpp"
#include "reports/study/run/parallel.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>

namespace unilateral::study {
namespace {

constexpr std::size_t kinds = residual_names.size();

/// The judge adds up M v at both ends of a piece, the integral of f, and GᵀP: so many roundings of the size of the sum.
constexpr int roundings_a_piece = 16;

template <scalar S>
std::array<double, kinds> in_order(const residual<S>& r) {
  return {to_double(r.penetration),
          to_double(r.momentum),
          to_double(r.reaction_sign),
          to_double(r.complementarity),
          to_double(r.impact_momentum),
          to_double(r.impact_admissibility),
          to_double(r.impact_complementarity),
          to_double(r.initial_position),
          to_double(r.initial_velocity)};
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
      system.evaluate_mass(t, q.data());
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
  return {gap,      momentum, std::max(momentum, force), gap * momentum, momentum, rate, momentum * rate,
          position, velocity};
}

/// The order that a scheme's residuals must fall with: the one it declares for positions.
std::optional<double> declared_of(const listed_solver& solver) {
  for (const declared_order& d : solver.declaration.orders)
    if (d.distance == distance_kind::sup_position) return d.order;
  return {};
}

results cells_of(const std::string& problem, const listed_solver& solver) {
  results records;
  const std::string &who = solver.declaration.name, study = "residuals/" + problem + "/" + who + "/";
  for (const char* const name : residual_names)
    records.push_back(
        {.cell = study + name,
         .about = {.study = "residuals", .problem = problem, .solver = who, .quantity = name},
         .command = "unilateral verify --filter '^" + study + "'",
         .facts = residual_facts{.declared =
                                     solver.declaration.applies_to.needs_step() ? declared_of(solver) : std::nullopt}});
  return records;
}

/// Appends one point a record, and a reason; the outcome is the worse of what it was and what it is in S.
template <scalar S>
void judge_at_rounding(const instance& of, const listed_solver& solver, results& records) {
  const solution<S> answer = solver.solve<S>(of.question, {.step = {}, .until = of.until});
  const auto found = in_order(residual_of(of.question, answer)), size = sizes(of.question, answer.path);
  for (std::size_t k = 0; k < kinds; ++k) {
    record& r = records[k];
    const double bound = roundings_a_piece * (answer.path.pieces() + 1) * to_double<S>(epsilon<S>()) * size[k];
    const bool small = within(found[k], bound);
    r.ladder.push_back({0, found[k], true});
    r.reason += fmt::format("{}{} digits: {:.2g} {} {:.2g}", r.reason.empty() ? "" : "; ", scalar_traits<S>::digits,
                            found[k], small ? "≤" : "not ≤", bound);
    if (!small || !answer.completed()) r.outcome = verdict::fails;
    if (!answer.completed()) r.reason += " (" + answer.status + ")";
  }
}

}  // namespace

results residuals_of(const instance& of, const listed_solver& solver, const options& how) {
  results records = cells_of(of.name, solver);
  if (!solver.declaration.applies_to.needs_step()) {
    for (record& r : records) r.outcome = verdict::holds;
    judge_at_rounding<double>(of, solver, records);
    judge_at_rounding<real50>(of, solver, records);
    return records;
  }

  const std::optional<double> declared = declared_of(solver);
  const double end = of.end<double>();
  const std::vector<rational> steps =
      jittered_steps(end, {.coarsest = 1.0 / 50, .finest = 1.0 / 2000, .count = how.quick ? 16 : 40});
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

  const stopped_runs not_ended = runs_that_stopped(stopped);
  for (std::size_t k = 0; k < kinds; ++k) {
    record& r = records[k];
    if (not_ended.count > 0) {
      enter(r, not_ended);
      r.outcome = verdict::cannot_tell;
      continue;
    }
    std::vector<error_sample> samples;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const double h = exact<double>(steps[i]);
      samples.push_back({h, found[i][k], epsilon<double>() * size[i][k] * end / h});
    }
    const order_fit fit = fit_order(samples);
    ruling verdict_on = rule(fit, declared, false);
    if (declared && (verdict_on.outcome == verdict::cannot_tell || verdict_on.outcome == verdict::fails))
      verdict_on = rule_of_bound(fit.points, *declared);
    enter(r, fit, verdict_on);
  }
  return records;
}

namespace families {

family residuals() {
  return {.name = "residuals",
          .title = "Residuals",
          .about = "How far a trajectory is from solving the statement, judged without any reference.",
          .plan = [](const problem& of, const options& inside) {
            std::vector<task> tasks;
            if (of.is_chain()) return tasks;
            const auto asked = std::make_shared<const instance>(bind<statement>(of, {}, false));
            for (const listed_solver* s : studied_solvers())
              if (s->solves(asked->question) && (of.convergence_study || !s->declaration.applies_to.needs_step()))
                tasks.push_back({.name = "residuals/" + of.name + "/" + s->declaration.name,
                                 .cells = cells_of(of.name, *s),
                                 .run = [asked, s, inside] { return residuals_of(*asked, *s, inside); }});
            return tasks;
          }};
}

}  // namespace families

}  // namespace unilateral::study
