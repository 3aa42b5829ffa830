#include "reports/study/crosses.hpp"

#include "reports/study/ladder.hpp"
#include "reports/study/parallel.hpp"
#include "reports/study/residuals.hpp"
#include "reports/study/verdict.hpp"

#include <fmt/format.h>

#include <cmath>

namespace unilateral::study {
namespace {

/// An answer with its own error bounds.
struct bounded_answer {
  motion<double> found;
  std::array<std::optional<double>, all_distances.size()> bound;
  std::string fault;  ///< why it can't be relied on; else empty
};

bounded_answer by_refinement(const instance& of, const listed_solver& solver, const options& how) {
  const double end = of.end<double>();
  std::vector<rational> steps = jittered_steps(end, {.coarsest = 1.0 / 400, .finest = 1.0 / 600, .count = 8});
  steps.push_back(jittered_steps(end, {.coarsest = 1.0 / 4000, .finest = 1.0 / 4400, .count = 1}).front());
  std::vector<motion<double>> runs(steps.size());
  std::vector<std::string> stopped(steps.size());
  for_each_index(static_cast<int>(steps.size()), how.jobs, [&](int k) {
    const auto i = static_cast<std::size_t>(k);
    solution<double> answer = solver.solve<double>(of.question, {.step = steps[i], .until = of.until});
    if (answer.completed())
      runs[i] = motion_of(std::move(answer), of.question, end);
    else
      stopped[i] = "step " + to_text(steps[i]) + " " + answer.status;
  });
  bounded_answer result;
  result.fault = runs_that_stopped(stopped);
  if (!result.fault.empty()) return result;

  const double h = exact<double>(steps.front()), h_f = exact<double>(steps.back());
  std::vector<distance_kind> kinds;
  for (const declared_order& declared : solver.declaration.orders) kinds.push_back(declared.distance);
  for (std::size_t j = 0; j + 1 < steps.size(); ++j) {
    const auto apart = between(kinds, runs[j], runs.back(), end);
    for (std::size_t d = 0; d < kinds.size(); ++d) {
      const double h_j = exact<double>(steps[j]), p = solver.declaration.orders[d].order;
      std::optional<double>& bound = result.bound[static_cast<std::size_t>(std::find(all_distances.begin(), all_distances.end(), kinds[d]) - all_distances.begin())];
      bound = larger(bound.value_or(0), apart[d]->value * std::pow(h / h_j, p) / (1 - std::pow(h_f / h_j, p)));
    }
  }
  result.found = std::move(runs.front());
  return result;
}

bounded_answer by_precision(const instance& of, const listed_solver& solver) {
  const double end = of.end<double>();
  const request asked{.step = {}, .until = of.until};
  solution<double> answer = solver.solve<double>(of.question, asked);
  solution<real50> precise = solver.solve<real50>(of.question, asked);
  bounded_answer result;
  if (!answer.completed() || !precise.completed()) result.fault = answer.completed() ? precise.status : answer.status;
  if (!result.fault.empty()) return result;

  const motion<double> reference = motion_of(rounded(precise), of.question, end);
  const int pieces = answer.path.pieces();
  result.found = motion_of(std::move(answer), of.question, end);
  const motion<double> rest = rest_like(result.found);
  for (std::size_t k = 0; k < all_distances.size(); ++k) {
    const auto from = [&](const motion<double>& other) { return between(all_distances[k], result.found, other, end)->value; };
    result.bound[k] = from(reference) + pieces * epsilon<double>() * from(rest);
  }
  return result;
}

/// Residuals that are not as declared, by name; empty if all are.
std::string faulty_residuals(const instance& of, const listed_solver& solver, const options& how) {
  std::string names;
  for (const residual_record& r : residuals_of(of, solver, how))
    if (r.outcome != verdict::holds) names += (names.empty() ? solver.declaration.name + ": " : ", ") + r.residual;
  return names;
}

bounded_answer answer_of(const instance& of, const listed_solver& solver, const options& how) {
  bounded_answer result = solver.declaration.applies_to.needs_step ? by_refinement(of, solver, how) : by_precision(of, solver);
  if (result.fault.empty()) result.fault = faulty_residuals(of, solver, how);
  return result;
}

std::vector<cross_record> cross_of(const instance& of, const listed_solver& first, const bounded_answer& a, const listed_solver& second, const bounded_answer& b) {
  const double end = of.end<double>();
  const std::string pair = of.name + "/" + first.declaration.name + "+" + second.declaration.name;
  const std::string fault = a.fault.empty() ? b.fault : a.fault;

  std::vector<cross_record> records;
  for (std::size_t k = 0; k < all_distances.size(); ++k) {
    const std::string distance = name_of(all_distances[k]);
    cross_record r{.cell = "crosses/" + pair + "/" + distance,
                   .problem = of.name,
                   .first = first.declaration.name,
                   .second = second.declaration.name,
                   .distance = distance,
                   .command = "unilateral verify --filter '^crosses/" + pair + "/" + distance + "$'"};
    if (!fault.empty() && (a.found.path.pieces() == 0 || b.found.path.pieces() == 0)) {
      r.outcome = verdict::cannot_tell;
      r.reason = fault;
      records.push_back(std::move(r));
      continue;
    }
    if (!a.bound[k] || !b.bound[k]) continue;
    const bounded<double> d = *between(all_distances[k], a.found, b.found, end);
    r.difference = larger(0.0, d.value - d.error_bound);  // what is certain of it
    r.bound = *a.bound[k] + *b.bound[k];
    if (!within(r.difference, r.bound)) {
      r.outcome = verdict::fails;
      r.reason = fmt::format("{:.3g} apart, error bounds {:.3g} + {:.3g}", r.difference, *a.bound[k], *b.bound[k]);
    } else {
      r.outcome = fault.empty() ? verdict::holds : verdict::cannot_tell;
      r.reason = fault.empty() ? fmt::format("{:.3g} apart, within {:.3g} + {:.3g}; all residuals as declared", r.difference, *a.bound[k], *b.bound[k])
                               : "close to each other, but not both to the statement: residuals of " + fault;
    }
    records.push_back(std::move(r));
  }
  return records;
}

}  // namespace

std::vector<cross_record> crosses_of(const instance& of, const std::vector<const listed_solver*>& solvers, const options& how) {
  std::vector<bounded_answer> answers;
  for (const listed_solver* s : solvers) answers.push_back(answer_of(of, *s, how));
  std::vector<cross_record> records;
  for (std::size_t i = 0; i < solvers.size(); ++i)
    for (std::size_t j = i + 1; j < solvers.size(); ++j)
      for (cross_record& r : cross_of(of, *solvers[i], answers[i], *solvers[j], answers[j])) records.push_back(std::move(r));
  return records;
}

}  // namespace unilateral::study
