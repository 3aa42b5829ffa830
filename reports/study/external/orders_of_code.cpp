#include "reports/study/external/orders_of_code.hpp"

#include "problems/language/input_error.hpp"
#include "reports/study/order/orders.hpp"
#include "reports/study/order/undeclared.hpp"
#include "reports/study/order/verdict.hpp"
#include "reports/study/order/withheld.hpp"
#include "reports/study/work/code_ladder.hpp"

#include <Eigen/Dense>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>

namespace unilateral::study {
namespace {

/// What a ladder of a code is fitted in: the five distances of the whole motion, and the two at its rows.
struct fitted_distance {
  std::string name;
  std::size_t place;  ///< in foreign_run::distances; beyond them: of rows
  std::optional<distance_kind> kind{};
};
constexpr std::size_t place_of_rows_q = all_distances.size(), place_of_rows_v = place_of_rows_q + 1,
                      place_of_tensions = place_of_rows_v + 1;
constexpr bool is_of_paths(distance_kind kind) { return kind != distance_kind::bounded_lipschitz_impulse; }

/// Of a mechanical system; of a chain that evolves, which has no impulses; of one instant of a chain.
const std::vector<fitted_distance>& fitted_distances(const instance&) {
  static const std::vector<fitted_distance> list = [] {
    std::vector<fitted_distance> all;
    for (std::size_t k = 0; k < all_distances.size(); ++k)
      all.push_back({name_of(all_distances[k]), k, all_distances[k]});
    all.push_back({"rows q", place_of_rows_q});
    all.push_back({"rows v", place_of_rows_v});
    return all;
  }();
  return list;
}
const std::vector<fitted_distance>& of_an_instant() {
  static const std::vector<fitted_distance> list{{"velocities", place_of_rows_v}, {"tensions", place_of_tensions}};
  return list;
}
const std::vector<fitted_distance>& fitted_distances(const chain_instance& of) {
  static const std::vector<fitted_distance> of_an_evolution = [] {
    std::vector<fitted_distance> all = fitted_distances(instance{});
    std::erase_if(all, [](const fitted_distance& d) { return d.kind && !is_of_paths(*d.kind); });
    return all;
  }();
  return of.question.evolves ? of_an_evolution : of_an_instant();
}
bool is_an_instant(const instance&) { return false; }
bool is_an_instant(const chain_instance& of) { return !of.question.evolves; }

bool has_distance(const std::vector<fitted_distance>& list, const std::string& name) {
  return std::any_of(list.begin(), list.end(), [&](const fitted_distance& d) { return d.name == name; });
}
std::string names_of(const std::vector<fitted_distance>& list) {
  std::string text;
  for (const fitted_distance& d : list) text += (text.empty() ? "" : ", ") + d.name;
  return text;
}

/// One distance of one run.
struct measured_distance {
  std::optional<bounded<double>> value{};
  std::string why_not{};
  reading_facts reading{};
};

measured_distance distance_of(const foreign_run& run, const fitted_distance& d) {
  measured_distance found{.value = {}, .why_not = {}, .reading = run.reading};
  if (d.kind) {
    found.value = run.distances[d.place];
    found.reading.limit = order_of_reading(run.reading.velocity, *d.kind);
    if (!found.value) found.why_not = "no impulses in the trajectories";
    return found;
  }
  const row_distance& rows = d.place == place_of_rows_q   ? run.rows_q
                             : d.place == place_of_rows_v ? run.rows_v
                                                          : run.tensions;
  if (rows.value) found.value = bounded<double>{*rows.value, 0};
  found.why_not = rows.why_not;
  found.reading.left_out = rows.left_out;
  return found;
}

/// The distance of paths that one of rows is like.
distance_kind kind_like(const fitted_distance& d) {
  return d.kind                       ? *d.kind
         : d.place == place_of_rows_q ? distance_kind::sup_position
                                      : distance_kind::hausdorff_velocity;
}

std::string trimmed(const std::string& text) {
  const auto from = text.find_first_not_of(" \t"), to = text.find_last_not_of(" \t");
  return from == std::string::npos ? "" : text.substr(from, to - from + 1);
}

template <class Question>
record cell_of(const instance_of<Question>& of, const external_code& code, const declared_orders& declared,
               const std::string& distance) {
  const auto found = declared.find(distance);
  return {.cell = "orders/" + of.name + "/" + code.name + "/" + distance,
          .about = {.study = "orders", .problem = of.name, .solver = code.name, .quantity = distance},
          .command =
              "unilateral converge " + of.name + " --external '" + code.name + "=" + code.command + "'" + of.settings,
          .facts = order_facts{.until = of.end_text(),
                               .declared = found == declared.end() ? std::nullopt : std::optional(found->second)}};
}

/// The positions of all runs are equally wrong: the command takes no notice of what it is asked.
bool takes_no_notice(const ladder_of_code& found) {
  std::vector<double> errors;
  for (const auto& run : found.measured)
    if (run && run->distances[0]) errors.push_back(run->distances[0]->value);
  return errors.size() > 1 && std::all_of(errors.begin(), errors.end(), [&](double x) { return x == errors[0]; });
}

int failed_among(const std::vector<code_run>& runs) {
  return static_cast<int>(
      std::count_if(runs.begin(), runs.end(), [](const code_run& run) { return !run.failure.empty(); }));
}

/// What the digits of its trajectory may contribute to a distance of the run.
double written_of(const foreign_run& run, const fitted_distance& d) {
  const auto at = std::find(all_distances.begin(), all_distances.end(), kind_like(d)) - all_distances.begin();
  return run.written[static_cast<std::size_t>(at)];
}

/// confirmed_to: of the reference (reference_path.hpp). as_written: also what that and the digits of the files hide.
std::vector<error_sample> samples_of(const ladder_of_code& found, const fitted_distance& d,
                                     const sizes_of_motion<double>& size, double end, double confirmed_to,
                                     bool as_written) {
  std::vector<error_sample> samples;
  for (std::size_t k = 0; k < found.runs.size(); ++k) {
    if (!found.measured[k]) continue;
    const std::optional<bounded<double>> error = distance_of(*found.measured[k], d).value;
    if (!error) continue;
    const double roundings =
        size.from_rest > 0 || size.place > 0 ? rounding_of_a_run(kind_like(d), size, end, found.measured[k]->step) : 0;
    samples.push_back({found.runs[k].amount, error->value, 5 * error->error_bound + roundings});
    if (as_written) samples.back().rounding += written_of(*found.measured[k], d) + confirmed_to * size.from_rest;
  }
  return samples;
}

/// A third ladder, and of those before it the runs up to this step: forty steps over a factor of eight would leave an
/// interval in which any order lies.
ladder_of_code joined(ladder_of_code third, const std::vector<const ladder_of_code*>& before, double coarsest) {
  for (const ladder_of_code* const ladder : before)
    for (std::size_t k = 0; k < ladder->runs.size(); ++k)
      if (ladder->runs[k].amount <= coarsest) {
        third.runs.push_back(ladder->runs[k]);
        third.measured.push_back(ladder->measured[k]);
      }
  return third;
}

/// As of our own schemes (order/withheld.hpp): where motions have parted, the distances that fail are measured up to an
/// earlier time. The files of three coarse and three fine runs are measured up to each time that is tried; then the
/// code is asked for a ladder of shorter runs.
template <class Question>
void measure_part(results& found, const instance_of<Question>& of, const external_code& code,
                  const std::filesystem::path& question, const reference_motion<double>& against,
                  const code_ladder& ladder, const std::vector<std::string>& amounts, const ladder_runner& whole,
                  const progress_report& progress) {
  if (!any_failed(found)) return;
  const double end = of.template end<double>();
  constexpr std::size_t runs_looked_at = 3;
  const auto near = [&](const std::vector<std::string>& steps) {
    return [&, files = whole.files_of(steps)](const rational& until) {
      if (files->trajectories.size() < runs_looked_at) return false;
      instance_of<Question> part = of;
      part.until = until;
      return std::all_of(files->trajectories.begin(), files->trajectories.end(), [&](const auto& trajectory) {
        const foreign_run run = measured(part, against, trajectory.string(), {.velocity = ladder.reading, .step = {}});
        for (std::size_t k = 0; k < all_distances.size(); ++k) {
          const distance_kind kind = all_distances[k];
          if (std::find(distances_of_nearness.begin(), distances_of_nearness.end(), kind) ==
              distances_of_nearness.end())
            continue;
          const double size = size_of_motion(kind, against.known, end);
          if (!run.distances[k] || !within(run.distances[k]->value, largest_part * size)) return false;
        }
        return true;
      });
    };
  };
  const auto parted = parting_of<double>(against.known, end, near({amounts.begin(), amounts.begin() + runs_looked_at}),
                                         near({amounts.end() - runs_looked_at, amounts.end()}));
  if (!parted) return;
  instance_of<Question> part = of;
  part.until = parted->until;
  const double until = exact<double>(parted->until);
  const reference_motion<double> known{part_of(against.known, until), against.from};
  code_ladder shorter = ladder;
  if (!shorter.cache.empty())
    shorter.cache = (std::filesystem::path(ladder.cache) / fmt::format("until-{}", until)).string();
  const ladder_of_code runs = ladder_runner(part, code, question, known, shorter, progress).run(amounts);
  const bool jumps = !jump_times(against.known, until).empty();
  for (std::size_t k = 0; k < found.size(); ++k) {
    record& r = found[k];
    if (!has_failed(r)) continue;
    const fitted_distance& d = fitted_distances(of)[k];
    const expansion as = d.kind == distance_kind::l2_velocity && jumps ? expansion::of_the_square : expansion::regular;
    const std::vector<error_sample> samples = samples_of(
        runs, d, sizes_of(kind_like(d), against.known, until, of.question), until, against.confirmed_to, true);
    const order_fit fit = fit_order(samples, as);
    record there = r;
    enter(there, fit,
          of_the_last_ladder(rule(fit, declared_order_of(r), jumps), fit, samples, as, declared_order_of(r)));
    enter_part(r, there, *parted);
    r.as<order_facts>().stopped_runs += failed_among(runs.runs);
  }
}

/// Where the third ladder of a code lies.
grid finer_grid_of(const grid& ladder) {
  return {.coarsest = ladder.finest, .finest = ladder.finest / 8, .count = ladder.count};
}

/// Whether a third ladder of which runs may have failed shows what it is for: enough of them are there for a fit, and
/// one is as fine as the third ladder of our own solvers goes (order/orders.hpp), a quarter of the finest step before.
bool is_had(const ladder_of_code& third, double finest) {
  constexpr double at_most = 2;
  std::ptrdiff_t runs = 0;
  double reached = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < third.runs.size(); ++k)
    if (third.measured[k]) ++runs, reached = std::min(reached, third.runs[k].amount);
  return runs >= least_points && reached <= at_most * finest;
}

/// Two ladders alone do not fail an order (order/verdict.hpp): without the third it can't be told.
void enter_without_third(record& r, const ladder_of_code& third, const std::string& amount) {
  auto& facts = r.as<order_facts>();
  facts.code->runs.insert(facts.code->runs.end(), third.runs.begin(), third.runs.end());
  facts.stopped_runs += failed_among(third.runs);
  r.outcome = verdict::cannot_tell;
  r.reason = fmt::format("two ladders fail it, and the third, of finer steps, was not had: {}; {}",
                         failures_of(third.runs, amount), r.reason);
}

}  // namespace

declared_orders declared_orders_of(const std::string& text) {
  declared_orders declared;
  std::istringstream list(text);
  for (std::string item; std::getline(list, item, ',');) {
    const auto equals = item.find('=');
    const std::string name = trimmed(item.substr(0, equals));
    const std::vector<fitted_distance>& of_motions = fitted_distances(instance{});
    const auto refuse = [&](const std::string& found) {
      return input_error(
          "--declares: expected \"DISTANCE=ORDER, …\" such as \"sup q=1, L1 v=1/2\", a distance one of " +
          names_of(of_motions) + " (of one instant of a chain: " + names_of(of_an_instant()) + "), found \"" + found +
          "\"");
    };
    if (equals == std::string::npos || !(has_distance(of_motions, name) || has_distance(of_an_instant(), name)))
      throw refuse(item);
    double order = 0;
    try {
      order = exact<double>(exact_rational(trimmed(item.substr(equals + 1))));
    } catch (const input_error&) {
      throw refuse(item);
    }
    if (!(order > 0)) throw refuse(item);
    if (!declared.emplace(name, order).second)
      throw input_error("--declares: expected every distance once, found " + name + " twice");
  }
  if (declared.empty()) throw input_error("--declares: expected \"DISTANCE=ORDER, …\", found \"" + text + "\"");
  return declared;
}

grid grid_of_code(const code_ladder& ladder, double end) {
  const grid of{.coarsest = ladder.coarsest ? exact<double>(*ladder.coarsest) / end : 1.0 / 50,
                .finest = ladder.finest ? exact<double>(*ladder.finest) / end : 1.0 / 10000,
                .count = ladder.count};
  if (!(of.coarsest > of.finest) || !(of.finest > 0) || !(of.coarsest <= 1))
    throw input_error(
        fmt::format("--coarsest, --finest: expected steps {} >= coarsest > finest > 0, found {:g} and {:g}", end,
                    of.coarsest * end, of.finest * end));
  return of;
}

double expected_half_width(const std::vector<double>& steps) {
  constexpr double scatter = 0.5, students_quantile = 2.05;
  const auto n = static_cast<Eigen::Index>(steps.size());
  if (n < least_points) return std::numeric_limits<double>::infinity();
  Eigen::MatrixXd J(n, 3);  // derivatives of log e by log C, p and D, fit.hpp (1)
  const double coarsest = *std::max_element(steps.begin(), steps.end());
  for (Eigen::Index i = 0; i < n; ++i) {
    const double h = steps[static_cast<std::size_t>(i)];
    J.row(i) << 1, std::log(h), h / coarsest;
  }
  const Eigen::MatrixXd covariance = (J.transpose() * J).ldlt().solve(Eigen::MatrixXd::Identity(3, 3));
  return students_quantile * scatter * std::sqrt(covariance(1, 1));
}

template <class Question>
results orders_of_code(const instance_of<Question>& of, const external_code& code, const declared_orders& declared,
                       const std::filesystem::path& question, const reference_motion<double>& against,
                       const code_ladder& ladder, const std::function<void(const std::string&)>& say,
                       const progress_report& progress) {
  for (const auto& [distance, order] : declared)
    if (!has_distance(fitted_distances(of), distance))
      throw input_error("--declares: expected a distance that " + of.name + " has, one of " +
                        names_of(fitted_distances(of)) + ", found \"" + distance + "\"");
  if (is_an_instant(of) && ladder.tolerances.empty())
    throw input_error("--external: expected --tolerances for " + of.name +
                      ", one instant, which has no time steps, found none");
  ladder_runner runner(of, code, question, against, ladder, progress);
  const double end = runner.end();
  const std::vector<std::string> first_amounts = amounts_of(ladder, end, first_seed);
  std::vector<double> steps;
  for (const std::string& text : first_amounts) steps.push_back(std::strtod(text.c_str(), nullptr));
  say(fmt::format("{}: {} runs, {} {:g} to {:g}; expect orders to about ± {:.2g} where impacts scatter the errors",
                  code.name, steps.size(), runner.amount(), steps.front(), steps.back(), expected_half_width(steps)));

  const bool jumps = has_jumps(against.known.path);
  const double middle_step = std::sqrt(steps.front() * steps.back());
  bool ever_answered = false;
  const auto enter_ladder = [&](record& r, const ladder_of_code& found, const fitted_distance& d, bool last) {
    r.fit.reset();
    r.ladder.clear();
    r.fitting = fit_outcome::no_ladder;
    auto& facts = r.as<order_facts>();
    facts.code = code_facts{.command = code.command, .amount = runner.amount(), .runs = found.runs};
    facts.stopped_runs = failed_among(found.runs);
    std::string why_not;
    for (const auto& run : found.measured)
      if (run) {
        const measured_distance here = distance_of(*run, d);
        if (!here.value) why_not = here.why_not;
        const double left_out = facts.reading ? facts.reading->left_out.value_or(0) : 0;
        facts.reading = here.reading;
        if (facts.reading->left_out) *facts.reading->left_out = std::max(*facts.reading->left_out, left_out);
      }
    if (facts.declared && facts.stopped_runs == static_cast<int>(found.runs.size())) {
      // Of a code that never gave a trajectory nothing holds; of one that did before, this ladder says nothing.
      r.outcome = ever_answered ? verdict::cannot_tell : verdict::fails;
      r.reason = failures_of(found.runs, runner.amount());
      return;
    }
    const sizes_of_motion<double> size =
        is_an_instant(of) ? sizes_of_motion<double>{} : sizes_of(kind_like(d), against.known, end, of.question);
    const std::vector<error_sample> samples = samples_of(found, d, size, end, against.confirmed_to, true);
    if (samples.empty() && !why_not.empty()) {
      r.outcome = facts.declared ? verdict::cannot_tell : verdict::measured;
      r.reason = why_not;
      return;
    }
    const expansion as = d.kind == distance_kind::l2_velocity && jumps ? expansion::of_the_square : expansion::regular;
    const order_fit fit = fit_order(samples, as);
    const ruling verdict_on = rule(fit, facts.declared);
    enter(r, fit, last ? of_the_last_ladder(verdict_on, fit, samples, as, facts.declared) : verdict_on);
    // What few digits hide is not known to be right: only where arithmetic alone would say so too.
    if (fit.outcome == fit_outcome::exact_to_rounding &&
        fit_order(samples_of(found, d, size, end, against.confirmed_to, false)).outcome !=
            fit_outcome::exact_to_rounding) {
      r.outcome = facts.declared ? verdict::cannot_tell : verdict::measured;
      r.reason = against.confirmed_to > 0
                     ? "no error rises above the digits that the trajectories are written with, or above what the "
                       "reference is confirmed to"
                     : "no error rises above the digits that the trajectories are written with";
    }
    if (fit.outcome != fit_outcome::fitted && !why_not.empty()) r.reason += "; " + why_not;
    if (const std::string failures = failures_of(found.runs, runner.amount()); !failures.empty())
      r.reason += "; " + failures;
    // What the file does not say and its positions do not show, the reading may limit.
    if (fit.order && facts.reading && facts.reading->from == reading_origin::nobody && facts.reading->limit &&
        fit.order->order + fit.order->half_width >= *facts.reading->limit)
      r.reason += fmt::format("; the reading between rows ({}) has the order {:g} itself: see rows q, rows v",
                              text_of(*facts.reading), *facts.reading->limit);
  };

  const ladder_of_code first = runner.run(first_amounts);
  ever_answered = failed_among(first.runs) < static_cast<int>(first.runs.size());
  if (takes_no_notice(first))
    say(fmt::format("{}: all trajectories are as far from the reference as the first: does the command use {{{}}}?",
                    code.name, runner.amount()));
  const bool is_only_ladder = !ladder.tolerances.empty();
  results found;
  bool in_doubt = false;
  for (const fitted_distance& d : fitted_distances(of)) {
    record r = cell_of(of, code, declared, d.name);
    auto& facts = r.as<order_facts>();
    facts.reference = text_of(against.from);
    const bool is_declared = facts.declared.has_value();
    const std::string undeclared =
        is_an_instant(of) ? ""
                          : undeclared_because(of, d.kind, against.known,
                                               ladder.tolerances.empty() ? std::optional(middle_step) : std::nullopt);
    if (!undeclared.empty()) facts.declared.reset();
    enter_ladder(r, first, d, is_only_ladder);
    if (!undeclared.empty() && is_declared) r.reason = undeclared;
    in_doubt = in_doubt || (facts.declared && (r.outcome == verdict::fails || r.outcome == verdict::cannot_tell));
    found.push_back(std::move(r));
  }
  if (!in_doubt || is_only_ladder) return found;

  const ladder_of_code second = runner.run(amounts_of(ladder, end, second_seed));
  for (std::size_t k = 0; k < found.size(); ++k) {
    record& r = found[k];
    if (!r.as<order_facts>().declared || (r.outcome != verdict::fails && r.outcome != verdict::cannot_tell)) continue;
    const std::string before = r.reason;
    enter_ladder(r, second, fitted_distances(of)[k], false);
    r.reason += fmt::format(" (second ladder; the first: {})", before);
  }

  const auto still_fails = [](const record& r) {
    return r.as<order_facts>().declared && r.outcome == verdict::fails && r.fitting == fit_outcome::fitted;
  };
  if (std::none_of(found.begin(), found.end(), still_fails)) return found;
  const grid finer = finer_grid_of(grid_of_code(ladder, end));
  const std::vector<std::string> finer_amounts = amounts_of(finer, end, first_seed);
  say(fmt::format("{}: an order fails on two ladders: {} runs more, steps {} to {}, before it is said", code.name,
                  finer_amounts.size(), finer_amounts.front(), finer_amounts.back()));
  const ladder_of_code beyond = runner.run(finer_amounts);
  if (!is_had(beyond, end * finer.finest)) {
    for (record& r : found)
      if (still_fails(r)) enter_without_third(r, beyond, runner.amount());
    return found;
  }
  const ladder_of_code third =
      joined(beyond, {&first, &second}, end * finer.coarsest * (finer.coarsest / finer.finest));
  for (std::size_t k = 0; k < found.size(); ++k) {
    record& r = found[k];
    if (!still_fails(r)) continue;
    record now = r;
    enter_ladder(now, third, fitted_distances(of)[k], true);
    if (now.fitting != fit_outcome::fitted) {
      enter(r, without_errors_beyond({r.outcome, r.reason}, *r.fit, declared_order_of(r)));
      continue;
    }
    now.reason += fmt::format(" (with finer steps; before: {})", r.reason);
    r = std::move(now);
  }
  withhold(found, against.known, end, end * finer.finest);
  measure_part(found, of, code, question, against, ladder, finer_amounts, runner, progress);
  return found;
}

template results orders_of_code(const instance&, const external_code&, const declared_orders&,
                                const std::filesystem::path&, const reference_motion<double>&, const code_ladder&,
                                const std::function<void(const std::string&)>&, const progress_report&);
template results orders_of_code(const chain_instance&, const external_code&, const declared_orders&,
                                const std::filesystem::path&, const reference_motion<double>&, const code_ladder&,
                                const std::function<void(const std::string&)>&, const progress_report&);

template <class Question>
results orders_of_code_in_doubt(const instance_of<Question>& of, const external_code& code,
                                const declared_orders& declared, const std::string& why) {
  results none;
  for (const fitted_distance& d : fitted_distances(of)) {
    none.push_back(without_verdict(cell_of(of, code, declared, d.name), why));
    none.back().as<order_facts>().reference = "none";
  }
  return none;
}

template results orders_of_code_in_doubt(const instance&, const external_code&, const declared_orders&,
                                         const std::string&);
template results orders_of_code_in_doubt(const chain_instance&, const external_code&, const declared_orders&,
                                         const std::string&);

}  // namespace unilateral::study
