#include "reports/study/families/agreement.hpp"

#include "reports/study/families/residuals.hpp"
#include "reports/study/order/ladder.hpp"
#include "reports/study/order/verdict.hpp"
#include "reports/study/reference/engines.hpp"
#include "reports/study/run/family.hpp"
#include "reports/study/run/parallel.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>

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
  result.fault = runs_that_stopped(stopped).why;
  if (!result.fault.empty()) return result;

  const double h = exact<double>(steps.front()), h_f = exact<double>(steps.back());
  std::vector<distance_kind> kinds;
  for (const declared_order& declared : solver.declaration.orders) kinds.push_back(declared.distance);
  // E_i = K_i h_i^p, impacts anywhere in their steps. Where K_f of the fine run is at most κ times the largest K of the
  // eight, that run has apart >= E − E_f >= K h^p (1 − κ (h_f/h)^p). Of nine K that are uniform, the last is above κ
  // times the others in (1/κ)^8/9 of the cases, and it matters where the first of the eight is their largest, too:
  // with κ = 5/4 once in 430, as any verdict on what is true may fail by chance (order/verdict.hpp).
  constexpr double κ = 1.25;
  for (std::size_t j = 0; j + 1 < steps.size(); ++j) {
    const auto apart = between(kinds, runs[j], runs.back(), end);
    for (std::size_t d = 0; d < kinds.size(); ++d) {
      const double h_j = exact<double>(steps[j]), p = solver.declaration.orders[d].order;
      std::optional<double>& bound = result.bound[static_cast<std::size_t>(
          std::find(all_distances.begin(), all_distances.end(), kinds[d]) - all_distances.begin())];
      bound = larger(bound.value_or(0), apart[d]->value * std::pow(h / h_j, p) / (1 - κ * std::pow(h_f / h_j, p)));
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
    const auto from = [&](const motion<double>& other) {
      return between(all_distances[k], result.found, other, end)->value;
    };
    result.bound[k] = from(reference) + pieces * epsilon<double>() * from(rest);
  }
  return result;
}

/// Residuals that are not as declared, by name; empty if all are.
std::string faulty_residuals(const instance& of, const listed_solver& solver, const options& how) {
  std::string names;
  for (const record& r : residuals_of(of, solver, how))
    if (r.outcome != verdict::holds)
      names += (names.empty() ? solver.declaration.name + ": " : ", ") + r.about.quantity;
  return names;
}

bounded_answer answer_of(const instance& of, const listed_solver& solver, const options& how) {
  bounded_answer result =
      solver.declaration.applies_to.needs_step() ? by_refinement(of, solver, how) : by_precision(of, solver);
  if (result.fault.empty()) result.fault = faulty_residuals(of, solver, how);
  return result;
}

record cell_of(const std::string& problem, const listed_solver& first, const listed_solver& second,
               distance_kind kind) {
  const std::string &a = first.declaration.name, &b = second.declaration.name, distance = name_of(kind);
  const std::string cell = "agreement/" + problem + "/" + a + "+" + b + "/" + distance;
  return {.cell = cell,
          .about = {.study = "agreement", .problem = problem, .solver = a, .other = b, .quantity = distance},
          .command = command_that_verifies(cell),
          .facts = agreement_facts{}};
}

results agreement_of(const instance& of, const listed_solver& first, const bounded_answer& a,
                     const listed_solver& second, const bounded_answer& b) {
  const double end = of.end<double>();
  const std::string fault = a.fault.empty() ? b.fault : a.fault;

  results records;
  for (std::size_t k = 0; k < all_distances.size(); ++k) {
    record r = cell_of(of.name, first, second, all_distances[k]);
    auto& facts = r.as<agreement_facts>();
    if (!fault.empty() && (a.found.path.pieces() == 0 || b.found.path.pieces() == 0)) {
      r.outcome = verdict::cannot_tell;
      r.reason = fault;
      records.push_back(std::move(r));
      continue;
    }
    if (!a.bound[k] || !b.bound[k]) continue;
    const bounded<double> d = *between(all_distances[k], a.found, b.found, end);
    facts.difference = larger(0.0, d.value - d.error_bound);  // what is certain of it
    facts.bound = *a.bound[k] + *b.bound[k];
    const auto from_rest = [&](const motion<double>& x) {
      return between(all_distances[k], x, rest_like(x), end)->value;
    };
    facts.size = std::min(from_rest(a.found), from_rest(b.found));
    const bool nothing_could_break_it = *facts.size > 0 && !(facts.bound < *facts.size);
    if (!within(facts.difference, facts.bound)) {
      r.outcome = verdict::fails;
      r.reason = fmt::format("{:.3g} apart, error bounds {:.3g} + {:.3g}", facts.difference, *a.bound[k], *b.bound[k]);
    } else if (nothing_could_break_it && fault.empty()) {
      r.outcome = verdict::measured;
      r.reason = fmt::format(
          "{:.3g} apart, but the bounds {:.3g} + {:.3g} are as large as the motion, {:.3g}: rest would "
          "be as near",
          facts.difference, *a.bound[k], *b.bound[k], *facts.size);
    } else {
      r.outcome = fault.empty() ? verdict::holds : verdict::cannot_tell;
      r.reason = fault.empty() ? fmt::format("{:.3g} apart, within {:.3g} + {:.3g}; all residuals as declared",
                                             facts.difference, *a.bound[k], *b.bound[k])
                               : "close to each other, but not both to the statement: residuals of " + fault;
    }
    records.push_back(std::move(r));
  }
  return records;
}

}  // namespace

results agreements_of(const instance& of, const std::vector<const listed_solver*>& solvers, const options& how) {
  std::vector<bounded_answer> answers;
  for (const listed_solver* s : solvers) answers.push_back(answer_of(of, *s, how));
  results records;
  for (std::size_t i = 0; i < solvers.size(); ++i)
    for (std::size_t j = i + 1; j < solvers.size(); ++j)
      for (record& r : agreement_of(of, *solvers[i], answers[i], *solvers[j], answers[j]))
        records.push_back(std::move(r));
  return records;
}

namespace families {

family agreement() {
  return {.name = "agreement",
          .title = "Agreement",
          .about =
              "Pairs of solvers on the same problem. They agree when their difference is at most the sum of their own "
              "error bounds.",
          .plan = [](const problem& of, const options& inside) {
            std::vector<task> tasks;
            if (of.is_chain() || !of.convergence_study) return tasks;
            const auto asked = std::make_shared<const instance>(bind<statement>(of, {}, false));
            std::vector<const listed_solver*> apply;  // in the order of names
            for (const listed_solver* s : studied_solvers())
              if (s->solves(asked->question)) apply.push_back(s);
            task t{.name = "agreement/" + of.name, .cells = {}, .run = [asked, apply, inside] {
                     return agreements_of(*asked, apply, inside);
                   }};
            for (std::size_t i = 0; i < apply.size(); ++i)
              for (std::size_t j = i + 1; j < apply.size(); ++j)
                for (const distance_kind kind : all_distances)
                  t.cells.push_back(cell_of(of.name, *apply[i], *apply[j], kind));
            tasks.push_back(std::move(t));
            return tasks;
          }};
}

}  // namespace families

}  // namespace unilateral::study
