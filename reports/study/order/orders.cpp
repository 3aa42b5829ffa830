#include "reports/study/order/orders.hpp"

#include "reports/study/order/undeclared.hpp"
#include "reports/study/order/verdict.hpp"
#include "reports/study/order/withheld.hpp"

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
void decide(record& r, const std::vector<error_sample>& errors, distance_kind kind, bool jumps, bool last = false) {
  // L² sees a velocity that is wrong by its jump over a time O(h), and one that is wrong by O(h) elsewhere: e² = c_1 h
  // + c_2 h².
  const expansion of = kind == distance_kind::l2_velocity && jumps ? expansion::of_the_square : expansion::regular;
  const order_fit fit = fit_order(errors, of);
  // Without a jump the orders, which are those of motions with impacts, are bounds.
  const ruling found = rule(fit, declared_order_of(r), jumps);
  enter(r, fit, last ? of_the_last_ladder(found, fit, errors, of, declared_order_of(r)) : found);
}

/// Of a ladder, the first and the last: by so many runs it is told whether steps of that length are short.
constexpr int looked_at = 3;

/// Where motions have parted (withheld.hpp), the distances that fail are measured up to an earlier time, on the same
/// steps.
template <scalar S, class Question>
void measure_where_motions_are_near(results& records, const instance_of<Question>& of, const listed_solver& solver,
                                    const reference_motion<S>& against, const grid& ladder, const options& how) {
  if (!any_failed(records)) return;
  const S end = of.template end<S>();
  const std::vector<rational> steps = jittered_steps(to_double(end), ladder, second_seed);
  const auto runs = [&](auto from, auto to) {
    std::vector<motion<S>> found;
    for (auto step = from; step != to; ++step) {
      auto answer = solver.solve<S>(of.question, {.step = *step, .until = of.until});
      if (answer.completed()) found.push_back(motion_of(std::move(answer), of.question, end));
    }
    return found;
  };
  const auto near = [&](const std::vector<motion<S>>& found) {
    return [&](const rational& until) {
      return found.size() == looked_at &&
             std::all_of(distances_of_nearness.begin(), distances_of_nearness.end(), [&](distance_kind kind) {
               const double size = size_of_motion(kind, against.known, end);
               return std::all_of(found.begin(), found.end(), [&](const motion<S>& one) {
                 return within(to_double(between(kind, one, against.known, exact<S>(until))->value),
                               largest_part * size);
               });
             });
    };
  };
  const std::vector<motion<S>> coarse = runs(steps.begin(), steps.begin() + looked_at),
                               fine = runs(steps.end() - looked_at, steps.end());
  const auto parted = parting_of<S>(against.known, end, near(coarse), near(fine));
  if (!parted) return;

  instance_of<Question> part = of;
  part.until = parted->until;
  const S until = exact<S>(parted->until);
  const reference_motion<S> known{part_of(against.known, until), against.from};
  const bool jumps = !jump_times(known.known, to_double(until)).empty();
  std::vector<distance_kind> wanted;
  for (const record& r : records)
    if (has_failed(r)) wanted.push_back(*kind_of(r));
  const error_ladder errors = errors_of(part, solver, known, wanted, steps, ladder, how);
  if (errors.stopped.count > 0) return;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    record& r = *std::find_if(records.begin(), records.end(), [&](const record& x) { return kind_of(x) == wanted[k]; });
    record there = r;
    decide(there, errors.errors[k], wanted[k], jumps, true);
    enter_part(r, there, *parted);
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
        // Two ladders do not fail an order: the third has to be run.
        if (of_steps.finest < ladder.finest && how.reference.limit.passed()) r.outcome = verdict::cannot_tell;
        continue;
      }
      record now = r;
      decide(now, again.errors[k], in_doubt[k], jumps, of_steps.finest < ladder.finest);
      if (of_steps.finest < ladder.finest && now.fitting != fit_outcome::fitted) {
        if (r.fit) enter(r, without_errors_beyond({r.outcome, r.reason}, *r.fit, declared_order_of(r)));
        continue;
      }
      if (of_steps.finest < ladder.finest && r.fit && now.fit) {
        enter(now, beside_longer_steps({now.outcome, now.reason}, *r.fit, *now.fit, declared_order_of(now)));
      }
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
  const grid finer = beyond(solver.declaration, ladder, how.quick);
  measure_again(finer, first_seed, "finer ladder");
  if (!solver.declaration.applies_to.needs_step()) return records;
  withhold(records, against.known, of.template end<S>(), end * finer.finest);
  measure_where_motions_are_near(records, of, solver, against, finer, how);
  return records;
}

}  // namespace

grid beyond(const method& solver, const grid& ladder, bool quick) {
  if (!solver.applies_to.needs_step())
    return {.coarsest = ladder.finest, .finest = ladder.finest / 4, .count = 2 * ladder.count};
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
  enter(r, verdict_on);
}

void enter(record& r, const ruling& verdict_on) {
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
