#include "reports/study/work/work.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/order/orders.hpp"
#include "reports/study/reference/natural_size.hpp"
#include "reports/study/run/parallel.hpp"

#include <fmt/format.h>

#include <time.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

namespace unilateral::study {
namespace {

/// A motion that goes no farther than this part of what its data could make of it is at rest, but for roundings.
constexpr double at_rest = 1e-9;

std::optional<double>& value_in(distance_values& values, distance_kind kind) {
  switch (kind) {
    case distance_kind::l1_velocity:
      return values.l1_v;
    case distance_kind::l2_velocity:
      return values.l2_v;
    case distance_kind::hausdorff_velocity:
      return values.hausdorff_v;
    case distance_kind::bounded_lipschitz_impulse:
      return values.bl_impulse;
    default:
      return values.sup_q;
  }
}

distance_values all_between(const motion<double>& a, const motion<double>& b, double end) {
  const std::vector<distance_kind> kinds{all_distances.begin(), all_distances.end()};
  const auto found = between(kinds, a, b, end);
  distance_values values;
  for (std::size_t k = 0; k < kinds.size(); ++k)
    if (found[k]) value_in(values, kinds[k]) = found[k]->value;
  return values;
}

template <class Question>
work_record work_cell(const instance_of<Question>& of, const std::string& who, const std::string& command) {
  return {.problem = of.name,
          .solver = who,
          .until = of.end_text(),
          .reference = "none",
          .command = "unilateral benchmark " + of.name + " " + command};
}

work_record without_verdict(work_record cell, const std::string& why) {
  cell.outcome = verdict::reference_in_doubt;
  cell.reason = why;
  return cell;
}

/// One run of ours. A solver that refuses says why.
template <class Question>
work_run timed_run(const instance_of<Question>& of, const listed_solver& solver, const std::optional<rational>& step,
                   double limit, const reference_motion<double>& against) {
  work_run run{.amount = step ? exact<double>(*step) : 0};
  const double end = of.template end<double>();
  request asked{.step = step, .until = of.until};
  asked.seconds = limit;
  try {
    std::vector<double> seconds;
    for (int k = 0; k < most_repetitions && (k == 0 || seconds.back() < long_enough); ++k) {
      const double begin = thread_seconds();
      auto answer = solver.solve<double>(of.question, asked);
      seconds.push_back(thread_seconds() - begin);
      if (!answer.completed()) {
        run.failure = answer.status;
        break;
      }
      if (k > 0) continue;
      run.steps = static_cast<double>(answer.counts.steps);
      run.force_evaluations = static_cast<double>(answer.counts.force_evaluations);
      run.projections = static_cast<double>(answer.counts.projections);
      run.errors = all_between(motion_of(std::move(answer), of.question, end), against.known, end);
    }
    std::nth_element(seconds.begin(), seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2), seconds.end());
    run.seconds = seconds[seconds.size() / 2];
  } catch (const std::exception& refused) {
    run.failure = refused.what();
  }
  if (!run.failure.empty()) run.errors = {};
  return run;
}

/// cost = C step^p; none of few runs.
template <class Cost>
std::optional<fitted_order> growth_in(const work_record& of, const Cost& cost) {
  std::vector<error_sample> samples;
  for (const work_run& run : of.runs)
    if (const std::optional<double> x = cost(run); x && *x > 0 && run.failure.empty() && run.amount > 0)
      samples.push_back({run.amount, *x});
  if (samples.size() < static_cast<std::size_t>(least_points)) return {};
  return fit_order(samples).order;
}

/// What the runs come to: the order of sup q, where there is a ladder, and how costs grow.
void sum_up(work_record& r) {
  std::vector<error_sample> samples;
  const double level = r.size.sup_q.value_or(0) * std::numeric_limits<double>::epsilon();
  for (const work_run& run : r.runs)
    if (run.errors.sup_q && run.amount > 0) samples.push_back({run.amount, *run.errors.sup_q, level});
  if (!samples.empty()) {
    const order_fit fit = fit_order(samples);
    r.fit = fit.order;
    r.fitting = fit.outcome;
  }
  r.growth_of_seconds = growth_in(r, [&](const work_run& run) { return own_seconds(r, run); });
  r.growth_of_force_evaluations = growth_in(r, [](const work_run& run) { return run.force_evaluations; });
  r.reason = not_converging(r);
  const auto failed = [](const work_run& run) { return !run.failure.empty(); };
  const auto failures = std::count_if(r.runs.begin(), r.runs.end(), failed);
  if (failures == 0) return;
  const work_run& first = *std::find_if(r.runs.begin(), r.runs.end(), failed);
  r.reason += (r.reason.empty() ? "" : "; ") +
              (r.runs.size() == 1 ? first.failure
                                  : fmt::format("{} of {} runs failed, the first: {} {:g}: {}", failures, r.runs.size(),
                                                r.amount, first.amount, first.failure));
}

template <class Question>
work_record work_of(const instance_of<Question>& of, const listed_solver& solver, const code_ladder& ladder,
                    const reference_motion<double>& against, const distance_values& size) {
  const std::string& who = solver.declaration.name;
  work_record r = work_cell(of, who, "--solver " + who);
  r.reference = text_of(against.from);
  r.size = size;
  if (solver.declaration.applies_to.needs_step()) {
    r.amount = "step";
    const double end = of.template end<double>();
    for (const rational& h : jittered_steps(end, grid_of_code(ladder, end)))
      r.runs.push_back(timed_run(of, solver, std::optional(h), ladder.limit, against));
  } else {
    r.runs.push_back(timed_run(of, solver, {}, ladder.limit, against));
  }
  sum_up(r);
  return r;
}

work_record work_cell(const instance& of, const work_of_code& x) {
  work_record r = work_cell(
      of, x.code.name,
      x.submission.empty() ? "--external '" + x.code.name + "=" + x.code.command + "'" : "--accept " + x.submission);
  r.amount = x.ladder.tolerances.empty() ? "step" : "tolerance";
  r.program = x.code.command;
  r.submission = x.submission;
  r.processor = x.processor;
  return r;
}

work_record work_of(const instance& of, const work_of_code& x, const std::filesystem::path& question,
                    const reference_motion<double>& against, const distance_values& size) {
  work_record r = work_cell(of, x);
  r.reference = text_of(against.from);
  r.size = size;
  ladder_runner runner(of, x.code, question, against, x.ladder, {});
  const std::vector<std::string> amounts =
      x.amounts.empty() ? amounts_of(x.ladder, of.end<double>(), first_seed) : x.amounts;
  const ladder_of_code found = runner.run(amounts, x.submission.empty());
  std::optional<start_up> started = x.started;
  const bool any = std::any_of(found.measured.begin(), found.measured.end(), [](const auto& m) { return m; });
  if (x.submission.empty() && any) started = runner.measured_start_up(amounts.front());
  if (started) r.start_up = started->median, r.start_up_spread = started->spread;
  for (std::size_t k = 0; k < found.runs.size(); ++k) {
    const code_run& told = found.runs[k];
    work_run& run = r.runs.emplace_back(work_run{.amount = told.amount, .failure = told.failure});
    if (told.seconds > 0) run.seconds = told.seconds;
    if (!found.measured[k]) continue;
    const foreign_run& read = *found.measured[k];
    for (std::size_t d = 0; d < all_distances.size(); ++d)
      if (read.distances[d]) value_in(run.errors, all_distances[d]) = read.distances[d]->value;
    run.errors.rows_q = read.rows_q.value;
    run.errors.rows_v = read.rows_v.value;
    run.force_evaluations = read.costs.force_evaluations;
    run.projections = read.costs.projections;
    run.stated_seconds = read.costs.seconds;
    r.reading = read.reading;
  }
  sum_up(r);
  return r;
}

/// What this solver is measured against: where it made the reference itself, what the other engine makes; none where
/// that is no motion in double (pieces so short that their coefficients overflow).
std::optional<reference_motion<double>> reference_for(const instance& of, const listed_solver& solver,
                                                      const reference_motion<double>& against) {
  reference_request other;
  std::swap(other.by.maker, other.by.second);
  if (against.from.from != origin::computed || solver.declaration.name != other.by.second->declaration.name)
    return against;
  std::optional<reference_motion<double>> made = motion_to_measure_against(of, other);
  const distance_values size =
      made ? all_between(rest_like(made->known), made->known, of.end<double>()) : distance_values{};
  if (!size.sup_q || !std::isfinite(*size.sup_q)) return {};
  return made;
}
std::optional<reference_motion<double>> reference_for(const chain_instance&, const listed_solver&,
                                                      const reference_motion<double>& against) {
  return against;
}

/// Of a solver whose reference is its own: what it costs.
work_record without_errors(work_record r) {
  for (work_run& run : r.runs) run.errors = {};
  r.fit.reset();
  r.fitting = fit_outcome::no_ladder;
  r.outcome = verdict::cannot_tell;
  r.reference = "none";
  r.reason = "not measured: the reference is made by " + r.solver +
             " itself, and the other engine's motion has numbers that "
             "double does not hold";
  return r;
}

template <class Question>
work_records work_on_all(const instance_of<Question>& of, const work_request& asked) {
  work_records found;
  for (const listed_solver* s : asked.solvers)
    found.push_back(work_cell(of, s->declaration.name, "--solver " + s->declaration.name));
  if constexpr (std::is_same_v<Question, statement>)
    for (const work_of_code& x : asked.codes) found.push_back(work_cell(of, x));
  std::optional<reference_motion<double>> against;
  try {
    against = motion_to_measure_against(of);
    if (!against)
      throw input_error("problem " + of.name + ": expected a reference motion up to " + of.end_text() +
                        ", found no closed form");
  } catch (const reference_in_doubt& doubt) {
    for (work_record& r : found) r = without_verdict(std::move(r), doubt.why());
    return found;
  }
  const double end = of.template end<double>();
  distance_values size = all_between(rest_like(against->known), against->known, end);
  if constexpr (std::is_same_v<Question, statement>)
    if (const double place = natural_size_of(of.question, end).place; size.sup_q.value_or(0) < at_rest * place)
      size.sup_q = place;
  std::mutex of_progress;
  int done = 0;
  const auto one = [&](std::size_t k, const auto& measure) {
    try {
      found[k] = measure();
    } catch (const reference_in_doubt& doubt) {
      found[k] = without_verdict(std::move(found[k]), doubt.why());
    }
    const std::lock_guard guard(of_progress);
    if (asked.progress) asked.progress(++done, static_cast<int>(found.size()), found[k].cell());
  };
  for_each_index(static_cast<int>(asked.solvers.size()), asked.ladder.jobs, [&](int place) {
    const auto k = static_cast<std::size_t>(place);
    const listed_solver& solver = *asked.solvers[k];
    one(k, [&] {
      const auto its_own = reference_for(of, solver, *against);
      work_record r = work_of(of, solver, asked.ladder, its_own ? *its_own : *against, size);
      return its_own ? r : without_errors(std::move(r));
    });
  });
  if constexpr (std::is_same_v<Question, statement>) {
    if (asked.codes.empty()) return found;
    const ends_on_signals listening;  // while codes run, and their questions lie in a folder; ours end with the process
    const scratch_folder scratch;
    const std::filesystem::path question = scratch.path() / (of.name + ".json");
    asked.write_question(question);
    for_each_index(static_cast<int>(asked.codes.size()), asked.ladder.jobs, [&](int place) {
      const auto k = static_cast<std::size_t>(place);
      one(asked.solvers.size() + k, [&] { return work_of(of, asked.codes[k], question, *against, size); });
    });
  }
  return found;
}

}  // namespace

double thread_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

work_records work_on(const instance& of, const work_request& asked) { return work_on_all(of, asked); }
work_records work_on(const chain_instance& of, const work_request& asked) { return work_on_all(of, asked); }

bool takes_tolerance(const external_code& code) { return code.command.find("{tolerance}") != std::string::npos; }

}  // namespace unilateral::study
