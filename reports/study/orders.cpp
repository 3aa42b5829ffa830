#include "reports/study/orders.hpp"

#include "reports/study/verdict.hpp"

namespace unilateral::study {
namespace {

template <scalar S>
std::vector<order_record> measured(const instance& of, const listed_solver& solver, const reference_motion<S>& against, const options& how) {
  const std::vector<rational> steps = jittered_steps(to_double(of.end<S>()), ladder_of(solver.declaration, how.quick));
  const error_ladder ladder = errors_of(of, solver, against, steps, how.jobs);

  std::vector<order_record> records;
  for (std::size_t k = 0; k < all_distances.size(); ++k) {
    if (all_distances[k] == distance_kind::bounded_lipschitz_impulse && !against.known.reactions) continue;
    const std::string distance = name_of(all_distances[k]);
    order_record r{.cell = "orders/" + of.name + "/" + solver.declaration.name + "/" + distance,
                   .problem = of.name,
                   .solver = solver.declaration.name,
                   .distance = distance,
                   .digits = scalar_traits<S>::digits,
                   .until = of.end_text(),
                   .reference = text_of(against.from),
                   .command = "unilateral converge " + of.name + " --solver " + solver.declaration.name + of.settings};
    for (const declared_order& d : solver.declaration.orders)
      if (d.distance == all_distances[k]) r.declared = d.order;
    if (!ladder.stopped.empty()) {
      r.outcome = r.declared ? verdict::cannot_tell : verdict::measured;
      r.reason = ladder.stopped;
    } else {
      const order_fit fit = fit_order(ladder.errors[k]);
      r.ladder = fit.points;
      r.fit = fit.order;
      const ruling verdict_on = rule(fit, r.declared);
      r.outcome = verdict_on.outcome;
      r.reason = verdict_on.reason;
    }
    records.push_back(std::move(r));
  }
  return records;
}

}  // namespace

grid ladder_of(const method& solver, bool quick) {
  if (!solver.applies_to.needs_step) return {.coarsest = 1.0 / 8, .finest = 1.0 / 80, .count = quick ? 12 : 24};
  return {.coarsest = 1.0 / 50, .finest = quick ? 1.0 / 2000 : 1.0 / 16000, .count = quick ? 60 : 320};
}

std::vector<order_record> orders_of(const instance& of, const listed_solver& solver, const reference_motion<double>& against, const options& how) {
  if (solver.declaration.applies_to.needs_step) return measured(of, solver, against, how);
  const std::optional<reference_motion<real50>> closed = closed_form_motion<real50>(of);
  if (!closed) return {};
  return measured(of, solver, *closed, how);
}

}  // namespace unilateral::study
