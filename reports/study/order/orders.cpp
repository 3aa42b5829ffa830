#include "reports/study/order/orders.hpp"

#include "reports/study/order/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace unilateral::study {
namespace {

std::optional<double> declared_in(const method& solver, distance_kind kind) {
  for (const declared_order& d : solver.orders)
    if (d.distance == kind) return d.order;
  return {};
}

/// Verdict of a ladder on a record.
void decide(record& r, const std::vector<error_sample>& errors, distance_kind kind, bool jumps) {
  // L² sees a velocity that is wrong by its jump over a time O(h), and one that is wrong by O(h) elsewhere: e² = c_1 h
  // + c_2 h².
  const order_fit fit =
      fit_order(errors, kind == distance_kind::l2_velocity && jumps ? expansion::of_the_square : expansion::regular);
  // Without a jump the orders, which are those of motions with impacts, are bounds.
  enter(r, fit, rule(fit, declared_order_of(r), jumps));
}

template <scalar S, class Question>
results measured(const instance_of<Question>& of, const listed_solver& solver, const reference_motion<S>& against,
                 const std::vector<distance_kind>& wanted, bool jumps, const grid& ladder, const options& how) {
  const double end = to_double(of.template end<S>());
  const error_ladder first =
      errors_of(of, solver, against, wanted, jittered_steps(end, ladder, first_seed), ladder, how);

  const std::string undeclared = undeclared_because(against.known, of.template end<S>());

  results records;
  std::vector<distance_kind> in_doubt;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    record r = order_cell(of, solver, wanted[k]);
    r.digits = scalar_traits<S>::digits;
    auto& facts = r.as<order_facts>();
    facts.reference = text_of(against.from);
    if (!undeclared.empty()) facts.declared.reset();
    if (first.stopped.count > 0) {
      enter(r, first.stopped);
    } else if (first.errors[k].empty()) {
      continue;
    } else {
      decide(r, first.errors[k], wanted[k], jumps);
      if (!undeclared.empty() && r.outcome == verdict::measured) r.reason = undeclared;
      if (r.outcome == verdict::fails || r.outcome == verdict::cannot_tell) in_doubt.push_back(wanted[k]);
    }
    records.push_back(std::move(r));
  }
  if (in_doubt.empty()) return records;

  const error_ladder second =
      errors_of(of, solver, against, in_doubt, jittered_steps(end, ladder, second_seed), ladder, how);
  for (std::size_t k = 0; k < in_doubt.size(); ++k) {
    const std::string distance = name_of(in_doubt[k]);
    record& r =
        *std::find_if(records.begin(), records.end(), [&](const record& x) { return x.about.quantity == distance; });
    const std::string before = r.reason;
    if (second.stopped.count > 0) {  // the first verdict stands, which is none that holds
      r.as<order_facts>().stopped_runs = second.stopped.count;
      r.reason += fmt::format(" (second ladder: {})", second.stopped.why);
      continue;
    }
    decide(r, second.errors[k], in_doubt[k], jumps);
    r.reason += fmt::format(" (second ladder; the first: {})", before);
  }
  return records;
}

}  // namespace

template <scalar S>
std::string undeclared_because(const motion<S>& known, const S& end) {
  using std::abs;
  if (!known.path.accumulation_points.empty() && known.path.accumulation_points.front() <= end)
    return fmt::format("no order is declared past an accumulation point, here at t = {:.6g}",
                       to_double(known.path.accumulation_points.front()));
  const auto at_the_end = [&](const auto& atom) { return abs(S(atom.t - end)) <= S(8) * epsilon<S>() * end; };
  if (known.reactions && std::any_of(known.reactions->begin(), known.reactions->end(), [&](const auto& r) {
        return std::any_of(r.atoms.begin(), r.atoms.end(), at_the_end);
      }))
    return fmt::format("no order is declared where an impact falls on the final time, t = {:.6g}", to_double(end));
  return "";
}
template std::string undeclared_because(const motion<double>&, const double&);
template std::string undeclared_because(const motion<real50>&, const real50&);

grid ladder_of(const method& solver, bool quick) {
  if (!solver.applies_to.needs_step())
    return {.coarsest = 1.0 / 400, .finest = 1.0 / (quick ? 2400 : 4800), .count = quick ? 8 : 32};
  if (quick)
    return {.coarsest = 1.0 / 100, .finest = 1.0 / 8000, .count = 240, .hausdorff_every = 4, .impulses_every = 4};
  return {.coarsest = 1.0 / 150, .finest = 1.0 / 70000, .count = 1150, .hausdorff_every = 4};  // impulses scatter most
}

void enter(record& r, const order_fit& fit, const ruling& verdict_on) {
  r.ladder = fit.points;
  r.fit = fit.order;
  r.fitting = fit.outcome;
  r.outcome = verdict_on.outcome;
  r.reason = verdict_on.reason;
}

void enter(record& r, const stopped_runs& stopped) {
  r.fitting = fit_outcome::stopped;
  r.outcome = declared_order_of(r) ? verdict::cannot_tell : verdict::measured;
  r.reason = stopped.why;
  if (r.is<order_facts>()) r.as<order_facts>().stopped_runs = stopped.count;
}

template <class Question>
record order_cell(const instance_of<Question>& of, const listed_solver& solver, distance_kind kind) {
  const std::string& who = solver.declaration.name;
  const std::string distance = name_of(kind);
  return {.cell = "orders/" + of.name + "/" + who + "/" + distance,
          .about = {.study = "orders", .problem = of.name, .solver = who, .quantity = distance},
          .command = "unilateral converge " + of.name + " --solver " + who + of.settings,
          .facts = order_facts{.until = of.end_text(), .declared = declared_in(solver.declaration, kind)}};
}
template record order_cell(const instance&, const listed_solver&, distance_kind);
template record order_cell(const chain_instance&, const listed_solver&, distance_kind);

results orders_on(const grid& ladder, const instance& of, const listed_solver& solver,
                  const reference_motion<double>& against, const std::vector<distance_kind>& wanted,
                  const options& how) {
  return measured(of, solver, against, wanted, has_jumps(against.known.path), ladder, how);
}

template <class Question>
results orders_of(const instance_of<Question>& of, const listed_solver& solver, const reference_motion<double>& against,
                  const options& how) {
  const grid ladder = ladder_of(solver.declaration, how.quick);
  if constexpr (std::is_same_v<Question, statement>)
    if (solver.declaration.applies_to.needs_step())
      return orders_on(ladder, of, solver, against, {all_distances.begin(), all_distances.end()}, how);

  const auto closed = closed_form_motion<real50>(of);
  if (!closed) return {};
  std::vector<distance_kind> declared;
  for (const declared_order& d : solver.declaration.orders) declared.push_back(d.distance);
  return measured(of, solver, *closed, declared, has_jumps(against.known.path), ladder, how);
}
template results orders_of(const instance&, const listed_solver&, const reference_motion<double>&, const options&);
template results orders_of(const chain_instance&, const listed_solver&, const reference_motion<double>&,
                           const options&);

}  // namespace unilateral::study
