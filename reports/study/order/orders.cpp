#include "reports/study/order/orders.hpp"

#include "reports/study/order/undeclared.hpp"
#include "reports/study/order/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

/// A flight of so many steps is resolved by any scheme: an impact moves by a few of them.
constexpr double steps_of_a_flight = 8;

double median_error(const record& r) {
  std::vector<double> errors;
  for (const ladder_point& p : r.ladder)
    if (p.in_window) errors.push_back(p.error);
  const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
  std::nth_element(errors.begin(), middle, errors.end());
  return *middle;
}

/// No order that was fitted fails where the finest steps of all are not short beside a flight. Nor in Hausdorff v
/// alone, where no other distance sees one that does, and graphs are as far off as a jump is high, or as the next one
/// is away in time: they are near each other by chance.
template <scalar S>
void withhold_where_steps_are_long(results& records, const motion<S>& known, const S& end, double finest) {
  const auto fails = [](const record& r) { return r.outcome == verdict::fails; };
  const auto all = std::count_if(records.begin(), records.end(), fails);
  const double flight = shortest_flight(known, end), level = saturation_of_hausdorff(known, end);
  for (record& r : records) {
    if (!fails(r) || !declared_order_of(r) || r.fitting != fit_outcome::fitted) continue;
    if (!(steps_of_a_flight * finest <= flight))
      r.reason = fmt::format("two impacts are {:.2g} apart, less than {:g} of the finest steps; {}", flight,
                             steps_of_a_flight, r.reason);
    else if (const double error = median_error(r);
             all == 1 && r.about.quantity == name_of(distance_kind::hausdorff_velocity) && error > level / 4)
      r.reason = fmt::format(
          "errors of {:.2g} are not small beside the lowest half jump, or the shortest time from one "
          "to the next or the end, {:.2g}; {}",
          error, level, r.reason);
    else
      continue;
    r.outcome = verdict::cannot_tell;
  }
}

template <scalar S, class Question>
results measured(const instance_of<Question>& of, const listed_solver& solver, const reference_motion<S>& against,
                 const std::vector<distance_kind>& wanted, bool jumps, const grid& ladder, const options& how) {
  const double end = to_double(of.template end<S>());
  const error_ladder first =
      errors_of(of, solver, against, wanted, jittered_steps(end, ladder, first_seed), ladder, how);

  const double middle_step = end * std::sqrt(ladder.coarsest * ladder.finest);

  results records;
  std::vector<distance_kind> in_doubt;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    record r = order_cell(of, solver, wanted[k]);
    r.digits = scalar_traits<S>::digits;
    auto& facts = r.as<order_facts>();
    facts.reference = text_of(against.from);
    const std::string undeclared = undeclared_because(of, wanted[k], against.known, middle_step);
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
  const auto measure_again = [&](const grid& of_steps, unsigned seed, const std::string& name) {
    if (in_doubt.empty()) return;
    const error_ladder again =
        errors_of(of, solver, against, in_doubt, jittered_steps(end, of_steps, seed), of_steps, how);
    for (std::size_t k = 0; k < in_doubt.size(); ++k) {
      const std::string distance = name_of(in_doubt[k]);
      record& r =
          *std::find_if(records.begin(), records.end(), [&](const record& x) { return x.about.quantity == distance; });
      const std::string before = r.reason;
      if (again.stopped.count > 0) {  // the verdict before stands, which is none that holds
        r.as<order_facts>().stopped_runs = again.stopped.count;
        r.reason += fmt::format(" ({}: {})", name, again.stopped.why);
        continue;
      }
      record now = r;
      decide(now, again.errors[k], in_doubt[k], jumps);
      if (of_steps.finest < ladder.finest && now.fitting != fit_outcome::fitted) continue;  // rounding tells nothing
      r = std::move(now);
      r.reason += fmt::format(" ({}; before: {})", name, before);
    }
  };
  measure_again(ladder, second_seed, "second ladder");
  std::erase_if(in_doubt, [&](distance_kind kind) {
    return std::any_of(records.begin(), records.end(), [&](const record& r) {
      return r.about.quantity == name_of(kind) && (r.outcome != verdict::fails || r.as<order_facts>().stopped_runs > 0);
    });
  });
  if (!solver.declaration.applies_to.needs_step()) return records;
  const grid finer = beyond(ladder, how.quick);
  measure_again(finer, first_seed, "finer ladder");
  withhold_where_steps_are_long(records, against.known, of.template end<S>(), end * finer.finest);
  return records;
}

}  // namespace

grid beyond(const grid& ladder, bool quick) {
  return {.coarsest = ladder.finest, .finest = ladder.finest / (quick ? 16 : 4), .count = 160, .hausdorff_every = 2};
}

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
